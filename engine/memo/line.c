/* line.c - whole 64-bit keys in cache lines, without locks: a line holds keys
 * and values, and a key is claimed by one compare-and-swap (table/lines.h).
 *
 * Open addressing with double hashing (Knuth, The Art of Computer Programming
 * 3, 6.4), by cache lines and with a bit that ends the search for most missing
 * keys. Two threads read 114 million values a second out of 2^26 keys at 11.4
 * bytes each (results/bench/memo.csv: build/bench/memo --keys 26 --batched).
 */
#include "engine/memo/table/lines.h"

static enum status line_open(const struct memo_spec *spec, void **self)
{
    return lines_open("line", false, spec, self);
}

const struct memo_kind memo_line = {
    .name = "line",
    .summary = "whole 64-bit keys in cache lines, without locks",
    .default_bits = 64,
    .open = line_open,
    .close = lines_close,
    .get = lines_get,
    .put = lines_put,
    .each = lines_each,
    .stats = lines_stats,
    .bytes = lines_bytes,
    .settle = lines_settle,
    .hint = lines_hint,
};
