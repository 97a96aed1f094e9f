#!/bin/sh
# fault_table.sh - what becomes of a census when its files or its disk fail.
#
#   CENSUS=build/census TRIES=20 FLIPS=300 test/fault_table.sh
#
# Each fault is done to a run or to an archive of top-entails-partitions. Then
# the run is resumed, if it is one, and the archive compared with one that was
# made undisturbed (census diff) or looked at (census verify). One line a fault:
# tries; detected: a message and exit status 3; harmless: the facts came out
# right; lost: it could not be resumed; silent: other facts and no word. Exit
# status 1 if anything is lost or silent.
set -u

census=$(realpath "${CENSUS:-build/census}") || exit 3
tries=${TRIES:-20}
flips=${FLIPS:-300}
dir=$(mktemp -d) || exit 3
trap 'umount "$dir/small" 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cd "$dir" || exit 3
bad=0

random() {
    n=$(od -An -N4 -tu4 /dev/urandom)
    echo $((n % $1))
}

size() { stat -c %s "$1"; }

# Other bits in one byte of $1.
flip() {
    at=$(random "$(size "$1")")
    old=$(od -An -tu1 -j "$at" -N1 "$1")
    new=$((old ^ (1 << $(random 8))))
    printf "\\$(printf %03o $new)" | dd of="$1" bs=1 seek="$at" conv=notrunc 2>/dev/null
}

line() {
    printf '%-34s %5d %9d %9d %5d %7d\n' "$1" "$2" "$3" "$4" "$5" "$6"
    bad=$((bad + $5 + $6))
}

# A run that stands still half-way, in x.h5.parts.
half() {
    rm -rf x.h5 x.h5.parts
    cp -r half.parts x.h5.parts
}

# Resumes x.h5 and judges it: sets d(etected) h(armless) l(ost) s(ilent).
judge() {
    said=$("$census" resume x.h5 -q "$@" 2>&1)
    if [ $? != 0 ] || [ ! -e x.h5 ]; then
        l=$((l + 1)); echo "$said" >&2
    elif ! "$census" diff x.h5 reference.h5 >/dev/null 2>&1; then
        s=$((s + 1))
    elif [ -n "$said" ]; then
        d=$((d + 1))
    else
        h=$((h + 1))
    fi
}

run="run top-entails-partitions --total 30 --part-rows 1024 -q"
"$census" $run -o reference.h5 || exit 3
"$census" run top-entails-partitions --total 29 --part-rows 1024 -q --time-limit 0.02 \
    --memo striped -t 1 -o other.h5 2>/dev/null
while :; do # until it is caught somewhere in the middle
    rm -rf x.h5 x.h5.parts
    "$census" $run --memo striped -t 1 --time-limit 0.1 -o x.h5 2>/dev/null
    [ "$(ls x.h5.parts 2>/dev/null | grep -c '^part-')" -ge 3 ] && break
done
mv x.h5.parts half.parts
parts=$(ls half.parts | grep '^part-')
count=$(echo "$parts" | wc -l)
part() { echo "$parts" | sed -n "$(($(random "$count") + 1))p"; }

echo "fault                              tries  detected  harmless  lost  silent"

for fault in truncated emptied duplicated swapped foreign "bit flipped"; do
    d=0 h=0 l=0 s=0 i=0
    while [ $i -lt "$tries" ]; do
        i=$((i + 1))
        half
        p=x.h5.parts/$(part) q=x.h5.parts/$(part)
        case $fault in
        truncated) truncate -s "$(random "$(size "$p")")" "$p" ;;
        emptied) : >"$p" ;;
        duplicated) cp "$p" "x.h5.parts/part-000099.h5" ;;
        swapped) mv "$p" t; mv "$q" "$p" 2>/dev/null; mv t "$q" ;;
        foreign) cp other.h5.parts/part-000000.h5 "$p" 2>/dev/null || cp reference.h5 "$p" ;;
        bit*) flip "$p" ;;
        esac
        judge
    done
    line "part $fault, resumed" $i $d $h $l $s
done

d=0 h=0 l=0 s=0 i=0
while [ $i -lt "$flips" ]; do
    i=$((i + 1))
    cp reference.h5 x.h5
    flip x.h5
    if ! "$census" verify x.h5 --sample 0 >/dev/null 2>&1; then
        d=$((d + 1))
    elif "$census" diff x.h5 reference.h5 >/dev/null 2>&1; then
        h=$((h + 1))
    else
        s=$((s + 1))
    fi
done
line "archive: bit flipped, verified" $i $d $h $l $s

d=0 h=0 l=0 s=0 i=0
for other in "-t 1" "-t 5" "-t 3 --memo striped" "-t 2 --memo mutex" "-t 4 --memo spin"; do
    i=$((i + 1))
    half
    judge $other
done
line "resumed with other threads, memo" $i $d $h $l $s

# The folder goes while the run is at work: it must say so, and leave nothing
# under the archive's name.
d=0 h=0 l=0 s=0 i=0
while [ $i -lt "$tries" ]; do
    i=$((i + 1))
    rm -rf x.h5 x.h5.parts gone
    "$census" $run --memo striped -o x.h5 2>said &
    pid=$!
    sleep "0.0$(random 9)"
    mv x.h5.parts gone 2>/dev/null
    wait $pid
    status=$?
    if [ -e x.h5 ]; then
        "$census" diff x.h5 reference.h5 >/dev/null 2>&1 && h=$((h + 1)) || s=$((s + 1))
    elif [ $status = 3 ] && [ -s said ]; then
        d=$((d + 1))
    else
        s=$((s + 1))
    fi
done
line "folder gone while running" $i $d $h $l $s

# Two runs on one archive: one is refused, the other is none the worse.
d=0 h=0 l=0 s=0 i=0
while [ $i -lt "$tries" ]; do
    i=$((i + 1))
    half
    "$census" resume x.h5 -q 2>/dev/null &
    pid=$!
    "$census" resume x.h5 -q --force 2>said
    second=$?
    wait $pid
    first=$?
    if ! "$census" diff x.h5 reference.h5 >/dev/null 2>&1; then
        s=$((s + 1))
    elif [ $((first + second)) = 0 ]; then
        h=$((h + 1))
    else
        d=$((d + 1))
    fi
done
line "two runs on one archive" $i $d $h $l $s

# A disk too small, made larger afterwards. Needs the right to mount.
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
    umount small
    d=0 h=0 l=0 s=0 i=0
    while [ $i -lt "$tries" ]; do
        i=$((i + 1))
        mount -t tmpfs -o size=$((24 + $(random 120)))k tmpfs small
        "$census" $run -o small/x.h5 2>said
        status=$?
        mount -o remount,size=10m small
        if [ $status != 0 ] && [ -s said ]; then
            d=$((d + 1))
            if [ -e small/x.h5.parts/run.json ]; then
                "$census" resume small/x.h5 -q 2>/dev/null
            else
                "$census" $run -o small/x.h5 2>/dev/null
            fi || l=$((l + 1))
        else
            h=$((h + 1))
        fi
        "$census" diff small/x.h5 reference.h5 >/dev/null 2>&1 || s=$((s + 1))
        umount small
    done
    line "disk full, then resumed" $i $d $h $l $s
else
    echo "disk full: not tried, no right to mount"
fi

[ $bad = 0 ]
