#include "engine/memo/table/lines.h"

static enum status spin_open(const struct memo_spec *spec, void **self)
{
    return lines_open("spin", true, spec, self);
}

const struct memo_kind memo_spin = {
    .name = "spin",
    .summary = "whole keys in cache lines, a lock in each line",
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
