# fault_common.sh - what the scripts of the fault table share; they read it in.
#
# It makes an empty folder and goes there; $census is the program. A line of the
# table is a fault, the number of tries and what became of them: detected: a
# message and exit status 3; harmless: the facts came out right; lost: it could
# not be resumed; silent: other facts and no word, or not what was promised. The
# facts are compared with reference.h5, which was made undisturbed. `finish` ends
# with exit status 1 if anything was lost or silent.
set -u

census=$(realpath "${CENSUS:-build/census}") || exit 3
tries=${TRIES:-20}
. "$(dirname "$0")/random.sh"
dir=$(mktemp -d) || exit 3
trap 'umount "$dir/small" 2>/dev/null; rm -rf "$dir" "$random_state"' EXIT
trap 'exit 130' INT TERM
cd "$dir" || exit 3
bad=0

size() { stat -c %s "$1"; }

head_line() {
    echo "fault                                tries  detected  harmless  lost  silent"
}

none() { d=0 h=0 l=0 s=0 i=0; }

line() {
    printf '%-36s %5d %9d %9d %5d %7d\n' "$1" "$i" "$d" "$h" "$l" "$s"
    bad=$((bad + l + s))
}

finish() { [ $bad = 0 ]; exit; }

# A run that stands still half-way, in half.parts, of the command "$@", which
# makes x.h5: it is stopped sooner or later until it is caught in the middle.
catch_half() {
    ms=100
    while :; do
        rm -rf x.h5 x.h5.parts
        "$@" --time-limit "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))" 2>/dev/null
        [ "$(ls x.h5.parts 2>/dev/null | grep -c '^part-')" -ge 3 ] && break
        [ -e x.h5 ] && ms=$((ms * 2 / 3 + 1)) || ms=$((ms * 3 / 2))
    done
    mv x.h5.parts half.parts
}

half() {
    rm -rf x.h5 x.h5.parts
    cp -r half.parts x.h5.parts
}

same() { "$census" diff "$1" reference.h5 >/dev/null 2>&1; }

# Judges x.h5, resumed with exit status $1 and the words $2.
judge() {
    if [ "$1" != 0 ] || [ ! -e x.h5 ]; then
        l=$((l + 1)); echo "$2" >&2
    elif ! same x.h5; then
        s=$((s + 1))
    elif [ -n "$2" ]; then
        d=$((d + 1))
    else
        h=$((h + 1))
    fi
}

# `resume_by PROGRAM OPTIONS` resumes x.h5 and judges it.
resume_by() {
    program=$1
    shift
    said=$("$program" resume x.h5 -q "$@" 2>&1)
    judge $? "$said"
}
