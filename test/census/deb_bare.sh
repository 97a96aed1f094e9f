#!/bin/sh
# The Debian package in a bare system: installed with what it depends on, used by
# installcheck.sh and as any user, purged; then no file of it is left. As root:
#   deb_bare.sh PACKAGE.deb
# The system is made with mmdebstrap from the archives that this one uses, and
# thrown away.
set -eu

deb=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null; rm -rf "$root"' EXIT
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
step() { echo "deb_bare: $*"; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"; }

step "a bare $release"
if [ -f /etc/apt/sources.list ]; then
    set -- /etc/apt/sources.list
else
    set -- /etc/apt/sources.list.d/*.sources
fi
mmdebstrap --quiet --variant=minbase "$release" "$root" "$@"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
! inside sh -c 'command -v gcc || command -v python3' || { echo "it is not bare" >&2; exit 1; }

step "installed, without what it only recommends"
cp "$deb" "$root/census.deb"
inside apt-get update -qq
inside apt-get install -qq -y --no-install-recommends /census.deb > "$root/log" 2>&1 ||
    { tail -20 "$root/log" >&2; exit 1; }
inside dpkg -V census

step "used by a user without rights"
inside useradd -m player
inside su player -c 'cd && census run top-entails-partitions --total 30 -q -o te.h5 &&
    census check te.h5 three-clause && census verify -q te.h5 &&
    census sql te.h5 "select outcome, count(*) from rows group by outcome"'
inside userdel -r player 2>/dev/null

step "used as installcheck.sh does, with gcc and Python"
inside apt-get install -qq -y --no-install-recommends gcc libc6-dev pkg-config bash-completion \
    python3-h5py python3-pandas python3-xarray >> "$root/log" 2>&1
cp "$here/installcheck.sh" "$root/tmp/"
inside sh /tmp/installcheck.sh /usr
inside dpkg -V census

step purged
inside apt-get purge -qq -y census >> "$root/log" 2>&1
left=$(cd "$root" && find etc usr opt var -xdev -path '*census*' \
    ! -path 'var/cache/apt/*' ! -path 'var/log/*')
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
inside apt-get autoremove -qq -y --purge >> "$root/log" 2>&1
step fine
