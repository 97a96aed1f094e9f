/* wide.c - keys of 128 bits, one half stored whole, the other without what its
 * place implies, swapped in together by one 16-byte compare-and-swap
 * (table/compact.h).
 *
 * After Cleary, IEEE Trans. Computers (1984). 20.0 bytes a key; two threads
 * read 57 million values a second out of 2^26 keys (results/bench/memo.csv:
 * build/bench/memo --keys 26 --batched).
 */
#include "engine/memo/table/compact.h"

static enum status wide_open(const struct memo_spec *spec, void **self)
{
    return compact_open("wide", true, spec, self);
}

static uint64_t wide_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return compact_bytes(true, spec, entries);
}

const struct memo_kind memo_wide = {
    .name = "wide",
    .summary = "keys of 128 bits, half of each implied by its place",
    .open = wide_open,
    .close = compact_close,
    .get = compact_get,
    .put = compact_put,
    .each = compact_each,
    .stats = compact_stats,
    .bytes = wide_bytes,
    .settle = compact_settle,
    .hint = compact_hint,
};
