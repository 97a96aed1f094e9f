#include "engine/memo/quotient.h"

static enum status packed_open(const struct memo_spec *spec, void **self)
{
    return quotient_open("packed", false, spec, self);
}

const struct memo_kind memo_packed = {
    .name = "packed",
    .summary = "key, displacement and value in one word of 8 bytes",
    .open = packed_open,
    .close = quotient_close,
    .get = quotient_get,
    .put = quotient_put,
    .stats = quotient_stats,
    .settle = quotient_settle,
    .hint = quotient_hint,
};
