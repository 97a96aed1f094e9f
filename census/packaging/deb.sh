#!/bin/sh
# Makes a binary Debian package of an installation staged in FOLDER/root:
#   deb.sh FOLDER VERSION COMMIT
set -eu

folder=$1
root=$folder/root
program=$root/usr/bin/census

maintainer="${DEBFULLNAME:-The census authors} <${DEBEMAIL:-census@localhost}>"

# 0.2.0, or of a commit 0.2.0+20261130215043.b6249ef: by its date, so that a later
# build is a later version for dpkg. A hyphen would begin Debian's own revision.
version=$2${3:++$(git log -1 --format=%cd --date=format:%Y%m%d%H%M%S).$3}
version=$(printf %s "$version" | tr -c 'A-Za-z0-9.+~' '+')

# The packages that the program's libraries are in, with versions where the
# tool for that is there.
mkdir -p "$folder/debian"
printf 'Source: census\n\nPackage: census\nArchitecture: any\n' > "$folder/debian/control"
if command -v dpkg-shlibdeps >/dev/null; then
    depends=$(cd "$folder" && dpkg-shlibdeps -O root/usr/bin/census |
        sed -n 's/^shlibs:Depends=//p')
else
    # Merged /usr: dpkg may know a library by its path without /usr.
    depends=$(objdump -p "$program" | sed -n 's/^ *NEEDED *//p' |
        while read -r name; do
            lib=$(ldd "$program" | awk -v name="$name" '$1 == name { print $3 }')
            lib=$(readlink -f "$lib")
            dpkg -S "$lib" 2>/dev/null || dpkg -S "${lib#/usr}"
        done | sed 's/:.*//' | sort -u | paste -sd, | sed 's/,/, /g')
fi
[ -n "$depends" ] || { echo "deb.sh: no dependencies found" >&2; exit 1; }

# As Debian wants it: stripped, manual and copyright in their places.
strip --strip-unneeded "$program"
gzip -9n "$root/usr/share/man/man1/census.1"
find "$root/usr/share/doc" -name '*.md' -size +4k -exec gzip -9n {} +
mv "$root/usr/share/doc/census/LICENSE" "$root/usr/share/doc/census/copyright"
printf 'census (%s) unstable; urgency=low\n\n  * Built from the source tree.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -Ru)" |
    gzip -9n > "$root/usr/share/doc/census/changelog.gz"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f ! -path '*/bin/*' -exec chmod 644 {} +

mkdir -p "$root/DEBIAN"
(cd "$root" && find usr -type f -exec md5sum {} + | sort -k 2) > "$root/DEBIAN/md5sums"
cat > "$root/DEBIAN/control" <<END
Package: census
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $depends
Recommends: python3, python3-h5py, python3-pandas
Suggests: h5utils, hdf5-tools, python3-xarray, pkg-config, gcc
Section: math
Priority: optional
Description: batch engine for combinatorial games
 Solves whole grids of combinatorial-game positions on all processors, keeps
 every solved row in an HDF5 archive, and answers questions about the rows.
 Games of one's own are loaded as shared objects. The Python package census
 reads archives.
END
dpkg-deb --root-owner-group --build "$root" "$folder" >&2
ls "$folder"/*.deb
