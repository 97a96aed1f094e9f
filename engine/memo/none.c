/* none.c - remembers nothing: the time a census takes without a memo, and the
 * proof that no fact depends on one.
 *
 * A lookup costs 0.16 ns, which is what the figures of all other strategies
 * contain besides their tables (results/bench/memo.csv: build/bench/memo --keys
 * 26 --batched).
 */
#include "engine/memo/memo.h"

static enum status none_open(const struct memo_spec *spec, void **self)
{
    (void)spec;
    *self = NULL;
    return STATUS_OK;
}

static void none_close(void *self)
{
    (void)self;
}

static size_t none_get(void *self, unsigned worker,
                       const struct position keys[], size_t n,
                       uint64_t values[])
{
    (void)self, (void)worker, (void)keys;
    for (size_t i = 0; i < n; i++)
        values[i] = MEMO_MISS;
    return 0;
}

static enum status none_put(void *self, unsigned worker,
                            const struct position keys[],
                            const uint64_t values[], size_t n)
{
    (void)self, (void)worker, (void)keys, (void)values, (void)n;
    return STATUS_OK;
}

/* Not even counters: they would be the only shared writes. */
static void none_stats(const void *self, struct memo_stats *stats)
{
    (void)self;
    *stats = (struct memo_stats){0};
}

const struct memo_kind memo_none = {
    .name = "none",
    .summary = "remembers nothing",
    .forgets = true,
    .open = none_open,
    .close = none_close,
    .get = none_get,
    .put = none_put,
    .stats = none_stats,
};
