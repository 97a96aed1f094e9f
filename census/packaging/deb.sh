#!/bin/sh
# Makes the Debian package, by debhelper, in FOLDER, in the source folder:
#   deb.sh FOLDER VERSION COMMIT
# debian/ is put in place in a copy of the sources: those that git knows, with
# their changes, or outside of git all but build folders.
set -eu

folder=$1
source=$folder/census

# 0.2.0, or of a commit 0.2.0+20261130215043.b6249ef: by its date, so that a later
# build is a later version for dpkg. A hyphen would begin Debian's own revision.
version=$2${3:++$(git log -1 --format=%cd --date=format:%Y%m%d%H%M%S).$3}
version=$(printf %s "$version" | tr -c 'A-Za-z0-9.+~' '+')
author="${DEBFULLNAME:-The census authors} <${DEBEMAIL:-census@localhost}>"

rm -rf "$folder"
mkdir -p "$source"
if [ -n "$3" ]; then
    git ls-files -z
else
    find . -type f ! -path './build*' -print0
fi | xargs -0 cp --parents -t "$source"
cp -r census/packaging/debian "$source/debian"
printf 'census (%s) unstable; urgency=low\n\n  * Built from the source tree.\n\n -- %s  %s\n' \
    "$version" "$author" "$(date -Ru)" > "$source/debian/changelog"
{
    printf '%s\n' 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/' \
        'Upstream-Name: census' '' 'Files: *' "$(sed -n 's/^Copyright (c)/Copyright:/p' LICENSE)" \
        'License: MIT'
    sed '1,4d; s/^$/./; s/^/ /' LICENSE
} > "$source/debian/copyright"
cd "$source"
CENSUS_COMMIT=$3 DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" \
    dpkg-buildpackage -b -us -uc >&2
cd ..
rm -rf census
ls "$PWD"/*.deb
