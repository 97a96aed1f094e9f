/* packed.c - the part of a key that its place does not imply, its displacement
 * and its value in one word of 8 bytes (table/compact.h).
 *
 * After Cleary, IEEE Trans. Computers (1984), made concurrent by one
 * compare-and-swap for each entry as in Laarman, van de Pol, Weber (FMCAD
 * 2010). 10.0 bytes a key where line.c takes 11.4, 2^26 keys
 * (results/bench/memo.csv: build/bench/memo --keys 26 --batched).
 */
#include "engine/memo/table/compact.h"

static enum status packed_open(const struct memo_spec *spec, void **self)
{
    return compact_open("packed", false, spec, self);
}

static uint64_t packed_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return compact_bytes(false, spec, entries);
}

const struct memo_kind memo_packed = {
    .name = "packed",
    .summary = "key, displacement and value in one word of 8 bytes",
    .open = packed_open,
    .close = compact_close,
    .get = compact_get,
    .put = compact_put,
    .each = compact_each,
    .stats = compact_stats,
    .bytes = packed_bytes,
    .settle = compact_settle,
    .hint = compact_hint,
};
