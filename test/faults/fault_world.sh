#!/bin/sh
# fault_world.sh - what becomes of a census when the world around it is unkind.
#
#   CENSUS=build/census OTHER=build-O0/census TRIES=20 TOTAL=45 test/faults/fault_world.sh
#
# Kills while the archive is made of its parts, a clock that jumps, folders that
# may not be written or go away, a resume by other means or of something else.
# OTHER is the same program, built otherwise; TOTAL is 40 at least.
# fault_common.sh says what the columns mean. Exit status 1 if anything is lost
# or silent.
other=$(realpath "${OTHER:?the same program, built otherwise}") || exit 3
. "$(dirname "$0")/fault_common.sh"

# The run that makes the reference.
run="run top-entails-partitions --total ${TOTAL:-45} --part-rows 8192 -q"
"$census" $run -o reference.h5 || exit 3
rows=$("$census" status reference.h5 --json | sed -n 's/.*"rows": \([0-9]*\).*/\1/p')
head_line

# SIGKILL as soon as $1 is there or, as often, a little later. Returns 1 if the
# run ended before.
kill_at() {
    until [ -e "$1" ]; do
        kill -0 $pid 2>/dev/null || break
    done
    [ "$later" = 0 ] || sleep "0.00$later"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ $? = 137 ]
}

# Kills a run and, with a chance of one half each time, its resumes at a moment
# when they make the archive of the parts.
kill_archive() {
    hits=0
    "$census" $run -o x.h5 2>/dev/null &
    pid=$!
    while :; do
        later=$(($(random 2) * $(random 10)))
        kill_at "$1" && hits=$((hits + 1))
        [ -e x.h5.parts/run.json ] && [ "$(random 2)" = 0 ] || break
        rm -f x.h5.parts/.archive.h5.tmp # to see when it comes again
        "$census" resume x.h5 -q 2>/dev/null &
        pid=$!
    done
}

for at in x.h5.parts/.archive.h5.tmp x.h5.parts/archived x.h5; do
    none
    while [ $i -lt "$tries" ]; do
        rm -rf x.h5 x.h5.parts
        kill_archive $at
        [ $hits -gt 0 ] || continue
        i=$((i + 1))
        # Without run.json the archive is there, and the folder is no run.
        if [ -e x.h5.parts/run.json ]; then
            resume_by "$census"
        else
            judge 0 ""
        fi
    done
    line "killed when ${at#*/} appears"
done

# The time of day jumps by hours, back and forth; what is measured must not.
faketime=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1) || exit 3
under_faketime() {
    env LD_PRELOAD="$faketime" FAKETIME_TIMESTAMP_FILE="$dir/clock" FAKETIME_NO_CACHE=1 \
        DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 "$@"
}
set_clock() {
    echo "$1" >clock.new
    mv clock.new clock
}
jump() {
    while :; do
        set_clock "+$((1 + $(random 48)))h"
        sleep 0.03
        set_clock "-$((1 + $(random 48)))h"
        sleep 0.03
    done
}
monotonic() { # hundredths of a second
    read -r up _ </proc/uptime
    echo "${up%.*}${up#*.}"
}

set_clock +30h
ahead=$(($(under_faketime date +%s) - $(date +%s)))
[ $ahead -gt 100000 ] || { echo "libfaketime does not move the clock" >&2; exit 3; }
jump &
jumper=$!
none
while [ $i -lt "$tries" ]; do
    i=$((i + 1))
    rm -rf x.h5 x.h5.parts
    began=$(monotonic)
    said=$(under_faketime "$census" $run --memo striped -t 1 --time-limit 0.4 -o x.h5 2>&1)
    status=$?
    took=$(($(monotonic) - began))
    if [ $status != 130 ] || [ $took -lt 39 ]; then
        s=$((s + 1)); echo "limit of 0.4 s: exit status $status after $took/100 s, $said" >&2
    else
        said=$(under_faketime "$census" resume x.h5 -q --time-limit 2h 2>&1)
        judge $? "$said"
    fi
done
kill $jumper
line "clock jumps, limit kept, resumed"

# Whoever is not root, for whom permissions mean nothing.
chmod 755 .
if [ "$(id -u)" = 0 ]; then
    cp "$census" program # where it is, others may not look
    as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups ./program "$@"; }
else
    as_user() { "$census" "$@"; }
fi
open_up() { chmod -R a+rwX "$@"; }

# One line and exit status 3, and no archive: $1 is the status, the words are in
# the file said, the archive would be $2.
refused() {
    [ "$1" = 3 ] && [ ! -e "$2" ] && [ "$(wc -l <said)" = 1 ] && return
    echo "exit status $1: $(cat said)" >&2
    return 1
}

none
while [ $i -lt "$tries" ]; do
    i=$((i + 1))
    rm -rf shut
    mkdir shut
    chmod a-w shut
    as_user $run -o shut/x.h5 2>said
    if ! refused $? shut/x.h5 || [ -n "$(ls -A shut)" ]; then
        s=$((s + 1))
        continue
    fi
    open_up shut
    as_user $run -o shut/x.h5 2>said && same shut/x.h5 && d=$((d + 1)) || l=$((l + 1))
done
line "folder not to be written, then is"

catch_half "$census" $run --memo striped -t 1 -o x.h5
for fault in parts parent; do
    none
    while [ $i -lt "$tries" ]; do
        i=$((i + 1))
        rm -rf shut
        mkdir shut
        cp -r half.parts shut/x.h5.parts
        open_up shut
        [ $fault = parts ] && chmod a-w shut/x.h5.parts || chmod a-w shut
        as_user resume shut/x.h5 -q 2>said
        if ! refused $? shut/x.h5; then
            s=$((s + 1))
            continue
        fi
        open_up shut
        as_user resume shut/x.h5 -q 2>said && same shut/x.h5 && d=$((d + 1)) || l=$((l + 1))
    done
    line "resumed, $fault not to be written"
done

# The folder of the archive goes while the run is at work, and is found elsewhere.
none
while [ $i -lt "$tries" ]; do
    rm -rf out gone
    mkdir out
    "$census" $run --memo striped -o out/x.h5 2>said &
    pid=$!
    part=$(printf 'out/x.h5.parts/part-%06d.h5' "$(random $((rows / 8192)))")
    until [ -e "$part" ]; do
        kill -0 $pid 2>/dev/null || break
    done
    mv out gone
    wait $pid
    status=$?
    [ -e gone/x.h5 ] && continue # it was faster
    i=$((i + 1))
    if ! refused $status out/x.h5 || [ -e out ]; then
        s=$((s + 1))
    else
        "$census" resume gone/x.h5 -q 2>said && same gone/x.h5 && d=$((d + 1)) || l=$((l + 1))
    fi
done
line "folder vanishes, resumed elsewhere"

for program in "$census" "$other"; do
    none
    for means in "-t 1" "-t 5" "-t 3 --memo striped" "-t 2 --memo mutex" "-t 4 --memo spin"; do
        i=$((i + 1))
        half
        resume_by "$program" $means
    done
    [ "$program" = "$census" ] && line "resumed with other threads, memo" ||
        line "resumed by another build, the same"
done

# Another run.json: as an editor leaves it, or with its digest made good. The
# parts must stay as they are, and be resumed when the right one is back.
edit() { # $1 a field, $2 its new value in JSON
    "${PYTHON:-/usr/bin/python3}" - "$@" <<'END'
import hashlib, json, sys
field, value, seal = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3] == "sealed"
path = "x.h5.parts/run.json"
run = json.load(open(path))
assert run[field] != value
run[field] = value
if seal:
    del run["sha256"]
    text = json.dumps(run, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    run["sha256"] = hashlib.sha256(text.encode()).hexdigest()
json.dump(run, open(path, "w"), indent=2, ensure_ascii=False)
END
}
zeros=$(printf '%064d' 0)
for sealed in edited sealed; do
    none
    while read -r field value; do
        i=$((i + 1))
        half
        edit $field "$value" $sealed || exit 3
        before=$(cd x.h5.parts && sha256sum run.json part-* .??* 2>/dev/null)
        "$census" resume x.h5 -q 2>said
        if ! refused $? x.h5 || [ "$before" != "$(cd x.h5.parts && sha256sum run.json part-* .??* 2>/dev/null)" ]; then
            s=$((s + 1))
            continue
        fi
        cp half.parts/run.json x.h5.parts/
        "$census" resume x.h5 -q 2>said && same x.h5 && d=$((d + 1)) || l=$((l + 1))
    done <<END
version 99
census "e1-rule"
census "of-nobody"
rules "nim:players=2,play=normal"
ask "nimber"
grid "partitions:total=0..2"
rows 17
part_rows 0
run "$zeros"
params {"total":9}
format_version 99
END
    [ $sealed = edited ] && line "run.json edited" || line "run.json of another run, sealed"
done

finish
