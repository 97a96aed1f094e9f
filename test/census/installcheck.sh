#!/bin/sh
# Uses an installed program as someone would who never saw its source: from an
# empty folder, by the names that are installed.
#   installcheck.sh PREFIX
set -eu

prefix=$(realpath "$1")
PATH=$prefix/bin:$PATH
PKG_CONFIG_PATH=$prefix/share/pkgconfig:$prefix/lib/pkgconfig
export PATH PKG_CONFIG_PATH
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

fail() { echo "installcheck: $*" >&2; exit 1; }
step() { echo "installcheck: $*"; }

[ "$(command -v census)" = "$prefix/bin/census" ] || fail "another census is found first"

step version, help, list
census --version
version=$(census --version | awk '{ print $2 }')
if command -v pkg-config > /dev/null; then
    for ask in --exact-version="$version" --atleast-version=0.2.0; do
        pkg-config "$ask" census || fail "census.pc has no $ask"
    done
fi
census --help > /dev/null
for command in $(census list commands --names); do
    census "$command" --help > /dev/null
done
census list rulesets --names | grep -qx nim

step a run, stopped and resumed
census run top-entails-partitions --total 44 --part-rows 16384 -t 1 -q -o te.h5 &
run=$!
# (TERM: a shell starts what runs behind it with INT ignored.)
while ! ls te.h5.parts/part-*.h5 > /dev/null 2>&1 && kill -0 $run 2>/dev/null; do sleep 0.02; done
kill -TERM $run 2>/dev/null || true
status=0
wait $run || status=$?
if [ $status = 130 ]; then
    census status te.h5 | grep -q interrupted
    census resume te.h5 -q
else
    [ $status = 0 ] || fail "the run ended with $status"
    echo "installcheck: it was finished before it could be stopped"
fi

step query, check, verify
[ "$(census query te.h5 --by outcome --format csv | tr -d '\r' | paste -sd' ')" = \
  "outcome,rows N,443615 P,7886" ] || fail "other outcomes: $(census query te.h5 --by outcome)"
census check te.h5 three-clause | grep -q ' 0 disagree'
census verify te.h5 --schema "$prefix/share/census/schemas/top-entails-partitions.txt"

step SQL, and a rule of one\'s own
[ "$(census sql te.h5 "select count(*) as n from rows where outcome = 'P'" --format csv | tr -d '\r' | paste -sd' ')" = \
  "n 7886" ] || fail "SQL counts otherwise"
status=0
census check te.h5 --says "'N'" --column outcome > /dev/null || status=$?
[ $status = 1 ] || fail "a false rule ended with $status"

step Python
PYTHON=${PYTHON:-/usr/bin/python3}
if $PYTHON -c 'import h5py, pandas' 2> /dev/null; then
    [ "$($PYTHON -B -c 'import census; print((census.open("te.h5").frame().outcome == "P").sum())')" = 7886 ] ||
        fail "Python counts otherwise"
fi
if $PYTHON -c 'import xarray' 2> /dev/null; then
    [ "$($PYTHON -B -c 'import xarray; print(int((xarray.open_dataset("te.h5", group="rows").outcome == "P").sum()))')" = 7886 ] ||
        fail "xarray counts otherwise"
fi

step a game of one\'s own, out of the manual
doc=$prefix/share/doc/census/rules/README.md
if [ -f "$doc" ]; then cat "$doc"; else gzip -dc "$doc.gz"; fi |
    awk '/^```c$/ { on = 1; text = ""; next }
         /^```$/ { if (on && text ~ /CENSUS_PLUGIN/) printf "%s", text; on = 0 }
         on { text = text $0 "\n" }' > grundy.c
[ -s grundy.c ] || fail "rules/README.md has no example"
# The installed prefix may be a staged one, that census.pc does not know.
if pkg-config --exists census; then
    flags=$(pkg-config --define-prefix --cflags census)
else
    flags=-I$prefix/include/census
fi
# shellcheck disable=SC2086
cc -shared -fPIC $flags grundy.c -o grundy.so
census contract --plugin ./grundy.so > /dev/null
census run --plugin ./grundy.so --rules grundy --ask nimber \
    --grid multisets:parts=1..1,size=1..20 -q -o grundy.h5
census verify grundy.h5 --plugin ./grundy.so
[ "$(census query grundy.h5 --rows 20 --format csv | tr -d '\r' | sed 1d | cut -d, -f4 | paste -sd' ')" = \
  "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0" ] || fail "other values of Grundy's game"

step a campaign
printf '%s' '{"campaign": 1, "censuses": [{"census": "e1-heaps"},
  {"rules": "nim", "grid": "partitions:total=0..9", "output": "nim.h5"}]}' > night.json
census campaign night.json -q | grep -q '2 of 2 finished'
census status night.json | grep -q '2 of 2 finished'

step completion and manual
if command -v bash > /dev/null; then
    bash -c '. "$1"; COMP_WORDS=(census run --rules ni) COMP_CWORD=3; _census
             [[ ${COMPREPLY[0]} == nim ]]' - "$prefix/share/bash-completion/completions/census"
fi
page=$(ls "$prefix"/share/man/man1/census.1*)
if command -v man > /dev/null; then
    man "$page" 2>/dev/null | grep -q 'census campaign' || fail "$page is no manual page"
fi
if command -v mandoc > /dev/null; then
    case $page in
        *.gz) gzip -dc "$page" ;;
        *) cat "$page" ;;
    esac | mandoc -T lint -W warning || fail "$page: mandoc has something to say"
fi
step fine
