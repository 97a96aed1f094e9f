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
