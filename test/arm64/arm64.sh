#!/bin/sh
# arm64.sh - builds the program and its tests for arm64 and runs them under QEMU.
#
#   arm64.sh BUILD PACKAGE...    (make arm64-test)
#
# Debian's cross compiler builds below BUILD, against the arm64 packages of the
# libraries, which are unpacked in BUILD/root and not installed. The kernel
# starts what is built through binfmt_misc, so that tests that call the program
# work, too; root enters QEMU there where Debian's package has not. ROOMS, of
# test/: which tests; TIMEOUT: seconds that one test may take.
#
# QEMU gives the threads of a program the memory order of the machine it runs
# on: a lack of barriers is not seen here, but by `make check-tsan`.
set -eu

build=$1
shift
# census, run, store, survey, retrograde, solve and proof take hours emulated.
rooms=${ROOMS:-base memo value game grid rules sequence theory}
root=$(realpath -m "$build/root")
entry=/proc/sys/fs/binfmt_misc/qemu-aarch64

. /etc/os-release
[ -e "$root/usr/lib/aarch64-linux-gnu/libc.so.6" ] || {
    rm -rf "$root"
    mkdir -p "$build"
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
        --include="$(echo libc6-dev libgomp1 "$@" | tr ' ' ,)" \
        "$VERSION_CODENAME" "$root"
}
[ -e "$entry" ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf \
    > "${entry%/*}/register" || {
    echo "arm64: the kernel does not start arm64 programs (binfmt_misc)" >&2
    exit 3
}

libraries=$root/usr/lib/aarch64-linux-gnu
PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$libraries/pkgconfig \
    make --no-print-directory B="$build" \
    CC="aarch64-linux-gnu-gcc --sysroot=$root" "$build/census" "$build/tests"

export QEMU_LD_PREFIX="$root" CENSUS="$build/census" OMP_WAIT_POLICY=passive
failed=0
for room in $rooms; do
    suites=$(sed -nE 's/.*\b(Test|TestParameters)\(([a-z_]+),.*/\2/p
                      s/.*TestParameters\(([a-z_]+),.*/\1/p' \
        "test/$room"/*.c | sort -u | paste -sd'|')
    "$build/tests" -j"$(nproc)" --timeout "${TIMEOUT:-600}" \
        --filter "@($suites)/*" > "$build/$room.log" 2>&1 || failed=1
    grep '^\[\(FAIL\|CRASH\)' "$build/$room.log" | grep -v ' disabled$' || true
    echo "arm64: test/$room: $(sed -n 's/.*Synthesis: //p' "$build/$room.log")"
done
exit $failed
