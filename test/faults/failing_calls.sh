#!/bin/sh
# failing_calls.sh - what becomes of a run when one call of the system fails.
#
#   CENSUS=build/census EVERY=1 CALLS="pwrite64 fsync" test/faults/failing_calls.sh
#
# strace makes the n-th call fail, for every n (with EVERY=5, every fifth from a
# random one on), of each of CALLS: at the usual part size, with the list of values
# in the archive, and at a small part size; then the same with that call and all
# later ones, as when a disk is full. What could not be finished is resumed
# undisturbed and compared with an archive made undisturbed. fault_common.sh says
# what the columns mean; a failure is detected if it is told in one line, and
# `silent` is one that is told otherwise, or a status that promises rows that the
# resume does not find. Needs strace, and the right to trace.
. "$(dirname "$0")/fault_common.sh"
every=${EVERY:-1}
calls=${CALLS:-pwrite64 write fsync rename renameat2 close ftruncate pread64 openat unlink mkdir}

if ! strace -qq -f -o trace -e trace=none true 2>/dev/null; then
    echo "failing calls: not tried, no strace or no right to trace"
    exit 0
fi

# `fail_call CALL HOW WORDS` of the program fails. Returns 1 if there were fewer
# calls. What it said is in `said`.
fail_call() {
    call=$1 how=$2
    shift 2
    strace -qq -f -o trace -e trace="$call" -e inject="$call:$how" "$census" "$@" 2>said
    status=$?
    grep -q INJECTED trace
}

rows_done() {
    "$census" status x.h5 --json 2>/dev/null | sed -n 's/.*"rows_done": \([0-9]*\).*/\1/p'
}

silent() { s=$((s + 1)); echo "$1" >&2; }

# $1 says which call it was.
judge_call() {
    if [ $status = 0 ]; then
        judge 0 ""
        return
    fi
    # A run whose calls go on failing also says that it cannot clean up, or
    # cannot say anything.
    [ "$(wc -l <said)" = 1 ] || [ "$2" = more ] ||
        { silent "$1: exit status $status, not one line: $(cat said)"; return; }
    told=$(cat said)
    promised=$(rows_done)
    if [ -e x.h5.parts/run.json ]; then
        again=$("$census" resume x.h5 -q 2>&1)
    elif [ ! -e x.h5 ]; then
        again=$("$census" $run 2>&1)
    else
        again=
    fi
    if [ ! -e x.h5 ] || [ -e x.h5.parts/run.json ]; then
        l=$((l + 1)); echo "$1: $told; then $again" >&2
    elif ! same x.h5; then
        silent "$1: other facts"
    elif [ "${promised:-0}" != 0 ] && [ -n "$again" ]; then
        silent "$1: status counts $promised rows, but $again"
    else
        d=$((d + 1))
    fi
}

# All of $calls, of $run, with the injection $1; $2 says how in the table.
each_call() {
    for call in $calls; do
        none
        nth=$((1 + $(random "$every")))
        while rm -rf x.h5 x.h5.parts; fail_call "$call" "$(printf "$1" $nth)" $run; do
            i=$((i + 1))
            judge_call "$call $nth$2" "${3:-one}"
            nth=$((nth + every))
        done
        line "$call fails$2"
    done
}

head_line
values="run --rules end-nim --ask partizan --grid rows:heaps=1..3,size=1..2 -q -t 1 -o"
rule="run e1-rule -q -t 1 -o"

"$census" $rule reference.h5 || exit 3
run="$rule x.h5"
each_call error=ENOSPC:when=%d ""
each_call error=ENOSPC:when=%d+ " from then on" more
run="$rule x.h5 --part-rows 64"
each_call error=EIO:when=%d ", small parts"
"$census" $values reference.h5 --force || exit 3
run="$values x.h5"
each_call error=EIO:when=%d ", values"
# File systems that cannot rename without replacing.
run="$rule x.h5"
"$census" $rule reference.h5 --force || exit 3
calls=renameat2 every=1
each_call error=EINVAL:when=%d ", unknown"
finish
