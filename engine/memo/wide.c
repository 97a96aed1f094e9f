#include "engine/memo/table/quotient.h"

static enum status wide_open(const struct memo_spec *spec, void **self)
{
    return quotient_open("wide", true, spec, self);
}

static uint64_t wide_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return quotient_bytes(true, spec, entries);
}

const struct memo_kind memo_wide = {
    .name = "wide",
    .summary = "keys of 128 bits, half of each implied by its place",
    .open = wide_open,
    .close = quotient_close,
    .get = quotient_get,
    .put = quotient_put,
    .each = quotient_each,
    .stats = quotient_stats,
    .bytes = wide_bytes,
    .settle = quotient_settle,
    .hint = quotient_hint,
};
