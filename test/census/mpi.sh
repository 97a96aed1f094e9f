#!/bin/sh
# Ranks of MPI on one machine: the archive is the one of a single process, also
# after a rank was killed and after a stop, by another number of ranks. Wants a
# program that was built with MPI=1. Prints a line for each, or what is wrong.
set -e
census=$(realpath "${CENSUS:-build/census}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
run="run top-entails-partitions --total 24 --part-rows 100 --threads 1"
# Retrograde, sweeps whose layers ranks solve together, one of them with values
# that go by name, a recursion.
ways="$run
$run --memo line
run e2-rows --heaps 4 --size 3 --part-rows 10 --threads 2
$run --recursion"
here="--allow-run-as-root --oversubscribe --bind-to none"

fail() {
    echo "mpi: $*" >&2
    exit 1
}
equal() {
    "$census" diff one.h5 ranks.h5 >/dev/null || fail "$1: other facts"
    "$census" verify -q ranks.h5 >/dev/null || fail "$1: not verified"
    [ ! -e ranks.h5.parts ] || fail "$1: the parts were left"
    echo "mpi: $1: fine"
    rm ranks.h5
}
# The parts that are there by now.
parts() {
    ls ranks.h5.parts 2>/dev/null | grep -c '^part-.*h5$' || :
}
# Waits until some are, or it has ended.
started() {
    while [ "$(parts)" -lt 5 ] && kill -0 "$1" 2>/dev/null; do sleep 0.02; done
}

# Positions that an archive's run has evaluated.
evaluated() {
    h5dump -a /run/evaluated "$1" | sed -n 's/.*(0): //p'
}

echo "$ways" | while read -r way; do
    "$census" $way --force -q -o one.h5
    mpirun $here -n 4 "$census" $way -o ranks.h5 2>log </dev/null ||
        fail "$(cat log)"
    rows=$(sed -n 's/.* rank [0-9]*: \([0-9]*\) rows.*/\1/p' log |
        awk '$1 == 0 {print "none"} {n += $1} END {print n, NR}')
    all=$("$census" status one.h5 | sed -n 's/.* \([0-9]*\) rows$/\1/p')
    [ "$rows" = "$all 4" ] || fail "rows of the ranks: $rows"
    # Each position once; what lies outside of the grid, by each rank.
    case $way in *line | *e2-rows*)
        [ "$(evaluated ranks.h5)" -le $(($(evaluated one.h5) + 4)) ] ||
            fail "$(evaluated ranks.h5) evaluations, $(evaluated one.h5) alone" ;;
    esac
    equal "four ranks, $way"
done

rows="run e2-rows --heaps 6 --size 4 --part-rows 100 --threads 1"
for way in "$rows" "$run" "$run --memo line"; do
    "$census" $way --force -q -o one.h5
    mpirun $here -n 3 "$census" $way -q -o ranks.h5 2>log &
    started $!
    victim=$(pgrep -P $! | tail -n 1)
    [ -z "$victim" ] || kill -KILL "$victim"
    wait $! && fail "a rank was killed and nobody said so"
    mpirun $here -n 2 "$census" resume -q -t 1 ranks.h5 || fail "no resume"
    equal "a rank killed, $way"
done

mpirun $here -n 2 "$census" $run --time-limit 1s -o ranks.h5 2>log && status=0 ||
    status=$?
if [ $status = 130 ]; then
    [ "$(grep -c 'stopped; go on with' log)" = 1 ] || fail "$(cat log)"
    "$census" resume -q ranks.h5
else
    [ $status = 0 ] || fail "status $status: $(cat log)"
fi
equal "a limit of time"
