#!/bin/sh
# fault_table.sh - what becomes of a census when its files or its disk fail.
#
#   CENSUS=build/census TRIES=20 FLIPS=300 test/faults/fault_table.sh
#
# Each fault is done to a run or to an archive of top-entails-partitions. Then
# the run is resumed, if it is one, and the archive compared with one that was
# made undisturbed (census diff) or looked at (census verify). fault_common.sh
# says what the columns mean. Exit status 1 if anything is lost or silent.
. "$(dirname "$0")/fault_common.sh"
flips=${FLIPS:-300}

# Other bits in one byte of $1.
flip() {
    at=$(random "$(size "$1")")
    old=$(od -An -tu1 -j "$at" -N1 "$1")
    new=$((old ^ (1 << $(random 8))))
    printf "\\$(printf %03o $new)" | dd of="$1" bs=1 seek="$at" conv=notrunc 2>/dev/null
}

run="run top-entails-partitions --total 30 --part-rows 1024 -q"
"$census" $run -o reference.h5 || exit 3
"$census" run top-entails-partitions --total 29 --part-rows 1024 -q --time-limit 0.02 \
    --memo striped -t 1 -o other.h5 2>/dev/null
catch_half "$census" $run --memo striped -t 1 -o x.h5
parts=$(ls half.parts | grep '^part-')
count=$(echo "$parts" | wc -l)
part() { echo "$parts" | sed -n "$(($(random "$count") + 1))p"; }

head_line

for fault in truncated emptied duplicated swapped foreign "bit flipped"; do
    none
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
        resume_by "$census"
    done
    line "part $fault, resumed"
done

none
while [ $i -lt "$flips" ]; do
    i=$((i + 1))
    cp reference.h5 x.h5
    flip x.h5
    if ! "$census" verify x.h5 --sample 0 >/dev/null 2>&1; then
        d=$((d + 1))
    elif same x.h5; then
        h=$((h + 1))
    else
        s=$((s + 1))
    fi
done
line "archive: bit flipped, verified"

# The folder goes while the run is at work: it must say so, and leave nothing
# under the archive's name.
none
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
        same x.h5 && h=$((h + 1)) || s=$((s + 1))
    elif [ $status = 3 ] && [ -s said ]; then
        d=$((d + 1))
    else
        s=$((s + 1))
    fi
done
line "folder gone while running"

# Two runs on one archive: one is refused, the other is none the worse.
none
while [ $i -lt "$tries" ]; do
    i=$((i + 1))
    half
    "$census" resume x.h5 -q 2>/dev/null &
    pid=$!
    "$census" resume x.h5 -q --force 2>said
    second=$?
    wait $pid
    first=$?
    if ! same x.h5; then
        s=$((s + 1))
    elif [ $((first + second)) = 0 ]; then
        h=$((h + 1))
    else
        d=$((d + 1))
    fi
done
line "two runs on one archive"

# A disk too small, made larger afterwards. Needs the right to mount.
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
    umount small
    none
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
        same small/x.h5 || s=$((s + 1))
        umount small
    done
    line "disk full, then resumed"
else
    echo "disk full: not tried, no right to mount"
fi

finish
