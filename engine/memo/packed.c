#include "engine/memo/table/quotient.h"

static enum status packed_open(const struct memo_spec *spec, void **self)
{
    return quotient_open("packed", false, spec, self);
}

static uint64_t packed_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return quotient_bytes(false, spec, entries);
}

const struct memo_kind memo_packed = {
    .name = "packed",
    .summary = "key, displacement and value in one word of 8 bytes",
    .open = packed_open,
    .close = quotient_close,
    .get = quotient_get,
    .put = quotient_put,
    .each = quotient_each,
    .stats = quotient_stats,
    .bytes = packed_bytes,
    .settle = quotient_settle,
    .hint = quotient_hint,
};
