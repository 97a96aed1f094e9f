#!/bin/sh
# tables.sh - what the methods without a memo take, as a table: real censuses on one
# thread, by retrograde analysis and by dense tables.
#
#   CENSUS=build/census bench/tables.sh > results/bench/tables.csv
#
#   method, run        which
#   states             positions with and without an obligation
#   table_bits         of tables and memos in use at the end, a state
#   archive_bits       of the whole archive, a state
#   states_per_cpu_s   of the whole run: solving, rows, parts, archive
#
# Figures of published generators stand in results/bench/generators.csv.
set -eu

census=$(realpath "${CENSUS:-build/census}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

runs() {
    cat <<'RUNS'
--rules top-entails --ask outcome --grid partitions:total=0..60
--rules nim --ask outcome --grid partitions:total=0..60
--rules nim:play=misere --ask outcome --grid partitions:total=0..60
--rules octal:0.77 --ask outcome --grid partitions:total=0..60
--rules top-entails:reply=elsewhere --ask outcome --grid partitions:total=0..60
--rules entailing-nim:reply=elsewhere --ask outcome --grid partitions:total=0..60
--rules top-entails:reply=elsewhere --ask outcome --grid multisets:parts=1..6,size=1..12
--rules nim:players=3 --ask coalition --grid multisets:parts=1..7,size=1..14
--rules nim --ask nimber --grid multisets:parts=1..4,size=1..80
RUNS
}

number() {
    sed -n "s/^  \"$1\": \"*\([^\",]*\)\"*,*\$/\1/p" out.json
}

echo method,run,states,table_bits,archive_bits,states_per_cpu_s
runs | while read -r words; do
    rm -rf x.h5 x.h5.parts
    # shellcheck disable=SC2086
    "$census" run $words -t 1 --json -o x.h5 > out.json 2> log ||
        { cat log >&2; exit 3; }
    awk -v method="$(number method)" -v run="$words" -v states="$(number positions)" \
        -v tables="$(number memo_bytes)" -v archive="$(wc -c < x.h5)" \
        -v seconds="$(number cpu_seconds)" 'BEGIN {
            printf "%s,\"%s\",%.0f,%.2f,%.3f,%.0f\n", method, run, states,
                   8 * tables / states, 8 * archive / states, states / seconds }'
done
