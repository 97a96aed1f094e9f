#!/bin/sh
# An hour with a game of one's own, from its rules to a figure:
#   hour.sh          in an empty folder; everything is made there
# CENSUS is the program, PYTHON python3 with matplotlib. Before `make install`:
#   export CENSUS=$PWD/build/census PKG_CONFIG_PATH=$PWD/build PYTHONPATH=$PWD/census/python
set -eu
here=$(cd "$(dirname "$0")" && pwd)
census=${CENSUS:-census}

# The game, and does it keep what a game has to promise?
cc -shared -fPIC $(pkg-config --cflags census) "$here/wythoff.c" -o wythoff.so
$census contract --plugin ./wythoff.so

# Its census: every position of at most two heaps to 60.
$census run --plugin ./wythoff.so --rules wythoff --ask nimber \
    --grid multisets:parts=0..2,size=1..60 \
    --columns position,heaps,outcome,value -o wythoff.h5

# A guess: as in Nim, equal heaps are lost. The first counterexample says no.
$census check wythoff.h5 --plugin ./wythoff.so --column outcome --limit 1 --says "
    case when heaps(position) = 0 or
              heaps(position) = 2 and part(position, 1) = part(position, 2)
         then 'P' else 'N' end" && exit 1 || test $? = 1

# The lost positions themselves. Differences 1, 2, 3, ... and golden section?
$census query wythoff.h5 --plugin ./wythoff.so --where 'outcome = P' --rows 6
cat > golden.sql <<'END'
-- a+b with a <= b is lost if a is (b - a) times the golden section, rounded down
case when heaps(position) = 1 then 'N'
     when heaps(position) = 0 or part(position, 1) =
          floor((part(position, 2) - part(position, 1)) * (1 + sqrt(5)) / 2)
     then 'P' else 'N' end
END
$census check wythoff.h5 --plugin ./wythoff.so --column outcome --says-file golden.sql

# The same rule in C, in whole numbers, from the plug-in.
$census check wythoff.h5 --plugin ./wythoff.so golden

# A pivot: nimbers by both heaps.
$census sql wythoff.h5 --plugin ./wythoff.so "
    select b, max(v) filter (where a = 1) as a1, max(v) filter (where a = 2) as a2,
              max(v) filter (where a = 3) as a3, max(v) filter (where a = 4) as a4
    from (select part(position, 1) as a, part(position, 2) as b, value as v
          from rows where heaps = 2) group by b order by b limit 6"

# A figure.
${PYTHON:-python3} "$here/figure.py" wythoff.h5 wythoff.png
