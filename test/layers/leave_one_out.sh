#!/bin/sh
# leave_one_out.sh BUILD [WORD]: what if one registered thing were not there? Deletes
# each ruleset, grid, domain, memo, method, check, census and command in a copy
# of the sources, builds on the objects that lie beside the program, and solves
# and queries a small census. WORD: only of files whose path has it. What the
# entry left behind is compiled again: the list of its kind; the objects of all
# other files are as they were, and the program is linked of them. A ruleset that others are made of (nim, End-Nim
# rows) and what a test program needs stay out of it: only the program is built.
#
# Kept: `outcome`, which the check needs; `recursion`, the method that serves
# everything; `run` and `query`, which are called.
set -u
build=$1
word=${2-}
keep=" outcome recursion run query "
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
tar cf - --exclude=.git --exclude='build-*' Makefile engine rules census schemas "$build" |
    tar xf - -C "$folder"
cd "$folder" || exit 3
missing=0
tried=0

check() {
    rm -f x.h5
    rules=nim grid=partitions:total=0..6
    [ "$1" = nim ] && rules=subtraction:1,2
    [ "$1" = partitions ] && grid=multisets:parts=1..2,size=1..4
    "$build"/census run --rules $rules --ask outcome --grid $grid -q -o x.h5 &&
        "$build"/census query x.h5 --by outcome >/dev/null
}

# Files that define one constant of a type: the last line is that of its name.
for file in $(grep -rlE --include='*.c' \
    '^const struct (ruleset|grid_kind|domain_kind|memo_kind|method|check|census|command) [a-z0-9_]+ = \{$' \
    rules engine census | sort); do
    name=$(basename "$file" .c)
    name=${name#method_}
    case $keep in *" $name "*) continue ;; esac
    case $file in *"$word"*) ;; *) continue ;; esac
    tried=$((tried + 1))
    mv "$file" kept.c
    if make -rs B="$build" LDFLAGS=-Wl,--strip-debug "$build/census" >log 2>&1 && check "$name" >>log 2>&1; then
        echo "without $file: fine"
    else
        echo "without $file: $(grep -m1 -E 'undefined reference|error|census:' log)"
        missing=$((missing + 1))
    fi
    mv kept.c "$file" # as old as it was: its object is still the one
done
echo "$tried left out, $missing of them missed"
[ "$missing" -eq 0 ]
