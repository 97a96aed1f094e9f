#!/bin/sh
# censuses.sh - every memo strategy with five kinds of census, swept with tables of three
# loads, by recursion in both orders, and by what `census run` takes by itself.
#
#   CENSUS=build/census bench/censuses.sh > results/bench/censuses.csv
#
# A minute of one thread, as often as RUNS says (3); columns as `census bench` has them,
# and the kind:
#
#   obliging   outcomes of Top Entails partitions, swept; each point has many states
#   plain      outcomes of Nim partitions, no obligations
#   nimbers    of multisets of heaps of Nim, not solved by their parts
#   rows       outcomes of End-Nim, where the order of heaps counts
#   seats      three players, each for himself
set -eu

census=${CENSUS:-build/census}
heads=kind,
while read -r kind rules ask grid; do
    "$census" bench --rules "$rules" --ask "$ask" --grid "$grid" --loads 40,60,80 \
        --threads "${THREADS:-2}" --runs "${RUNS:-3}" --format csv -q 2>/dev/null |
        sed "1s/^/$heads/; 2,\$s/^/$kind,/" | { [ "$heads" ] && cat || sed 1d; }
    heads=
done <<'KINDS'
obliging top-entails outcome partitions:total=0..28
plain nim outcome partitions:total=0..34
nimbers nim nimber multisets:parts=0..5,size=1..12
rows end-nim outcome rows:heaps=0..6,size=1..4
seats nim:players=3 upstream multisets:parts=0..5,size=1..12
KINDS
