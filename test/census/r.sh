#!/bin/sh
# Archives read in R with hdf5r, held against what the program says; skipped, and
# said so, where R or hdf5r is not there. CENSUS is the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
census=$(realpath "${CENSUS:-build/census}")

if ! Rscript -e 'library(hdf5r)' > /dev/null 2>&1; then
    echo "r: skipped: there is no R with hdf5r (r-cran-hdf5r)"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# same ARCHIVE COLUMN,...: in alphabetical order, as reader.R has them.
same() {
    "$census" sql "$1" "select $2 from rows order by row" --format csv | tr -d '\r' > wanted
    Rscript "$here/reader.R" "$1" > found
    head -n -2 found | diff wanted - || { echo "r: $1: other rows in R" >&2; exit 1; }
    tail -n 2 found | diff "$3" - || { echo "r: $1: other attributes in R" >&2; exit 1; }
}

"$census" run top-entails-partitions --total 12 -q -o te.h5
printf 'partitions:total=0..12 \nheaps \n' > about
same te.h5 compelled,counters,heaps,largest,outcome,sizes about
"$census" run --rules octal:0.77 --ask nimber --grid multisets:parts=0..2,size=1..9 -q -o k.h5
printf 'multisets:parts=0..2,size=1..9 \nparts \n' > about
same k.h5 counters,heaps,outcome,position,value about
echo "r: fine: $(($(wc -l < wanted) - 1)) rows of Kayles, and Top Entails positions, as the program has them"
