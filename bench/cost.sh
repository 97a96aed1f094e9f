#!/bin/sh
# cost.sh - instructions executed by fourteen small runs, one or more for each method
# and kind of value, against the table bench/cost.txt: what a change costs, without noise.
#
#   CENSUS=build/census bench/cost.sh           compares; exit status 1 if a run
#                                               takes over 2 % more than the table
#   CENSUS=build/census bench/cost.sh --write   writes the table
#
# Counted by valgrind (callgrind) on one thread. The table is of one compiler and
# one word size of vectors: made by another compiler it is not compared, and says
# so.
set -eu

census=$(realpath "${CENSUS:-build/census}")
table=$(realpath "$(dirname "$0")")/cost.txt
compiler=$(strings -a "$census" | sed -n 's/^GCC: (\(.*\)) \(.*\)$/gcc \2 \1/p' | sort -u | head -1)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# NAME and the words behind `census run`.
runs() {
    cat <<'RUNS'
retrograde-outcome   top-entails-partitions --total 34
sweep-outcome        top-entails-partitions --total 24 --memo line
sweep-dense          top-entails-partitions --total 22 --memo dense
sweep-nimber         --rules octal:0.77 --ask nimber --grid partitions:total=0..28 --memo line
recursion-outcome    --rules top-entails --ask outcome --grid lists:parts=1..3,size=1..9 --recursion
recursion-loony      --rules top-entails --ask loony --grid multisets:parts=1..3,size=1..40 --recursion
recursion-partizan   --rules end-nim --ask partizan --grid rows:heaps=1..5,size=1..4
recursion-seats      --rules nim:players=3 --ask downstream --grid multisets:parts=1..5,size=1..9 --recursion
elsewhere-128-bit    e4-mixed --size 7 --nim 3
stacks               top-entails-stacks --size 8000
dense-outcome        --rules nim --ask outcome --grid partitions:total=0..40
dense-elsewhere      --rules top-entails:reply=elsewhere --ask outcome --grid partitions:total=0..24
dense-nimber         --rules nim --ask nimber --grid multisets:parts=1..4,size=1..20
sequence-nimber      --rules octal:0.6 --ask nimber --grid multisets:parts=1..1,size=1..6000
RUNS
}

count() {
    words=$1
    rm -rf x.h5*
    # shellcheck disable=SC2086
    OMP_NUM_THREADS=1 valgrind --tool=callgrind --callgrind-out-file=out \
        "$census" run $words -t 1 -q --part-rows 65536 -o x.h5 > log 2>&1 ||
        { cat log >&2; exit 3; }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' log
}

runs | while read -r name words; do
    n=$(count "$words") || exit 3
    echo "$name $n"
done > counted || exit 3

if [ "${1:-}" = --write ]; then
    { echo "compiler $compiler"; cat counted; } > "$table"
    cat "$table"
    exit 0
fi

if [ "$(sed -n 's/^compiler //p' "$table")" != "$compiler" ]; then
    cat counted
    echo "cost: not compared: the table was made with $(sed -n 's/^compiler //p' "$table"), this program with $compiler"
    exit 0
fi
grep -v '^compiler ' "$table" | sort > before
sort counted | join before - | awk '
    { ratio = $3 / $2; rise = ratio > 1.02
      printf "%-20s %12d %12d  %.4f%s\n", $1, $2, $3, ratio,
             rise ? "  more than 2 % above the table" : ""
      bad += rise }
    END { if (NR != 14) { print "cost: a run is missing in the table"; exit 1 }
          if (bad) exit 1
          print "cost: fine" }'
