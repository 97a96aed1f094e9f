# random.sh - chance for the fault scripts: SEED=N in the environment draws the
# same numbers again (when a process is killed, and how far it has come by then,
# still depends on the machine). The seed is printed. $random_state is removed by
# the script that reads this in.
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "seed $seed (SEED=$seed draws it again)" >&2
random_state=$(mktemp) || exit 3
echo "$seed" > "$random_state"

# A random number below $1, at most 2^60. The state lies in a file, since this is
# called in subshells; Knuth's 64-bit linear congruence, its high bits.
random() {
    state=$(($(cat "$random_state") * 6364136223846793005 + 1442695040888963407))
    echo "$state" > "$random_state"
    echo $(((state >> 3 & 0xfffffffffffffff) % $1))
}
