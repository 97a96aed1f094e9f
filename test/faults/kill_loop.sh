#!/bin/sh
# kill_loop.sh - a run killed at random moments, resumed and compared.
#
#   CENSUS=build/census TRIES=20 TOTAL=45 test/faults/kill_loop.sh
#
# Each try starts `run top-entails-partitions`, kills it (SIGKILL) at a random
# moment and resumes it, with a chance of one half of another kill each time,
# until the archive is there; then h5diff compares every key and fact column
# with an archive made undisturbed. Exit status 1 if a column differs, a run
# fails by itself, or rows that were committed are gone.
set -u

census=$(realpath "${CENSUS:-build/census}") || exit 3
tries=${TRIES:-20}
total=${TOTAL:-45}
name=top-entails-partitions
. "$(dirname "$0")/random.sh"
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir" "$random_state"' EXIT
trap 'exit 130' INT TERM
cd "$dir" || exit 3

now() { date +%s%N; }

# $1 nanoseconds as seconds for sleep and for people.
seconds() { printf '%d.%03d' $(($1 / 1000000000)) $(($1 / 1000000 % 1000)); }

# The rows that are committed on disk: 0 if there is no run yet.
rows_done() {
    "$census" status x.h5 --json 2>/dev/null |
        sed -n 's/.*"rows_done": \([0-9]*\).*/\1/p' | grep . || echo 0
}

# Starts or resumes the run in the background; sets pid.
start() {
    if [ -e x.h5.parts/run.json ]; then
        "$census" resume x.h5 -q 2>>log &
    else
        "$census" run $name --total "$total" -o x.h5 -q 2>>log &
    fi
    pid=$!
}

started=$(now)
"$census" run $name --total "$total" -o reference.h5 -q || exit 3
span=$(($(now) - started))
columns=$("$census" schema $name | awk -F'|' '$3 == "key" || $3 == "fact" { print $1 }')
echo "undisturbed: $(seconds $span) s"

kills=0 early=0 late=0 lost=0 failed=0 silent=0 try=0
while [ $try -lt "$tries" ]; do
    try=$((try + 1))
    rm -rf x.h5 x.h5.parts
    : >log
    line=
    most=0
    while [ ! -e x.h5 ] || [ -e x.h5.parts/run.json ]; do
        start
        if [ -z "$line" ] || [ "$(random 2)" = 0 ]; then
            moment=$(random $span)
            sleep "$(seconds "$moment")"
            kill -KILL $pid 2>/dev/null
        else
            moment=
        fi
        wait $pid 2>/dev/null
        status=$?
        if [ $status = 137 ]; then
            kills=$((kills + 1))
            done=$(rows_done)
            line="$line killed after $(seconds "$moment") s with $done rows,"
            [ "$done" = 0 ] && early=$((early + 1))
            [ -e x.h5 ] && late=$((late + 1))
            # What was committed once must be there for ever.
            [ "$done" -lt $most ] && lost=$((lost + 1))
            most=$done
        elif [ $status != 0 ]; then
            failed=$((failed + 1))
            line="$line exit status $status,"
            cat log
            break
        else
            line="$line finished,"
        fi
    done
    lost=$((lost + $(grep -c 'set aside' log)))
    differ=
    for column in $columns; do
        # It says what it cannot compare, but not by its exit status.
        said=$(h5diff x.h5 reference.h5 "/rows/$column" 2>&1) &&
            [ -z "$said" ] || differ="$differ $column"
    done
    [ -z "$differ" ] || silent=$((silent + 1))
    echo "try $try:$line facts ${differ:+DIFFER IN$differ}${differ:-identical}"
done

echo
echo "fault                 tries  kills  before a part  after the archive  lost  failed  silent"
printf 'SIGKILL, then resume  %5d  %5d  %13d  %17d  %4d  %6d  %6d\n' \
    "$tries" $kills $early $late $lost $failed $silent
[ $((lost + failed + silent)) = 0 ]
