/* spin.c - whole keys of up to 128 bits in cache lines; adding takes a lock of
 * one bit in the line itself, lookups take none (table/lines.h).
 *
 * The textbook spin lock over the table of line.c. Two threads read 98 million
 * values a second out of 2^26 keys at 11.4 bytes each (results/bench/memo.csv:
 * build/bench/memo --keys 26 --batched).
 */
#include "engine/memo/table/lines.h"

static enum status spin_open(const struct memo_spec *spec, void **self)
{
    return lines_open("spin", true, spec, self);
}

const struct memo_kind memo_spin = {
    .name = "spin",
    .summary = "whole keys in cache lines, a lock in each line",
    .default_bits = 128,
    .open = spin_open,
    .close = lines_close,
    .get = lines_get,
    .put = lines_put,
    .each = lines_each,
    .stats = lines_stats,
    .bytes = lines_bytes,
    .settle = lines_settle,
    .hint = lines_hint,
};
