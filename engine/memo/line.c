/* line.c - whole keys in cache lines (table/lines.h), as two strategies:
 *
 *   line   64-bit keys, without locks: a line holds keys and values, and a key
 *          is claimed by one compare-and-swap. Two threads read 114 million
 *          values a second out of 2^26 keys at 11.4 bytes each
 *   spin   keys of up to 128 bits: adding takes a lock of one bit in the line
 *          itself, the textbook spin lock, lookups take none. 98 million
 *          values a second out of as many keys at 11.4 bytes each
 *
 * Open addressing with double hashing (Knuth, The Art of Computer Programming
 * 3, 6.4), by cache lines and with a bit that ends the search for most missing
 * keys. Figures: results/bench/memo.csv, build/bench/memo --keys 26 --batched.
 */
#include "engine/memo/table/lines.h"

static enum status line_open(const struct memo_spec *spec, void **self)
{
    return lines_open("line", false, spec, self);
}

static enum status spin_open(const struct memo_spec *spec, void **self)
{
    return lines_open("spin", true, spec, self);
}

#define LINES                                                                  \
    .close = lines_close, .get = lines_get, .put = lines_put,                  \
    .each = lines_each, .stats = lines_stats, .bytes = lines_bytes,            \
    .settle = lines_settle, .hint = lines_hint

const struct memo_kind memo_line = {
    .name = "line",
    .summary = "whole 64-bit keys in cache lines, without locks",
    .default_bits = 64,
    .open = line_open,
    LINES,
};

const struct memo_kind memo_spin = {
    .name = "spin",
    .summary = "whole keys in cache lines, a lock in each line",
    .default_bits = 128,
    .open = spin_open,
    LINES,
};
