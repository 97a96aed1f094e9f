#include "engine/memo/table/lines.h"

static enum status line_open(const struct memo_spec *spec, void **self)
{
    return lines_open("line", false, spec, self);
}

const struct memo_kind memo_line = {
    .name = "line",
    .summary = "whole 64-bit keys in cache lines, without locks",
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
