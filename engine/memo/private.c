/* private.c - a table for each thread, so that no thread ever waits for
 * another: it measures what sharing is worth. Every thread solves everything
 * that it meets by itself, and memory is needed once per thread.
 *
 * The textbook version: the table of line.c, once per thread. A sweep takes
 * 0.60 CPU seconds on one thread and 1.63 on two, where line.c takes 0.56 and
 * 0.71 (results/bench/census.csv: census bench, Top Entails to 40 counters).
 */
#include "engine/base/log.h"
#include "engine/memo/table/lines.h"

#include <stdlib.h>

struct private_memo {
    unsigned threads;
    void *table[];
};

static void private_close(void *self)
{
    struct private_memo *m = self;
    for (unsigned i = 0; i < m->threads; i++)
        lines_close(m->table[i]);
    free(m);
}

static enum status private_open(const struct memo_spec *spec, void **self)
{
    struct private_memo *m =
        calloc(1, sizeof *m + spec->threads * sizeof m->table[0]);
    if (!m)
        return log_error(STATUS_NOMEM, "memo private: no memory");
    struct memo_spec own = *spec;
    own.threads = 1;
    for (; m->threads < spec->threads; m->threads++) {
        enum status st =
            lines_open("private", true, &own, &m->table[m->threads]);
        if (st) {
            private_close(m);
            return st;
        }
    }
    *self = m;
    return STATUS_OK;
}

static size_t private_get(void *self, unsigned worker,
                          const struct position keys[], size_t n,
                          uint64_t values[])
{
    struct private_memo *m = self;
    return lines_get(m->table[worker], 0, keys, n, values);
}

static enum status private_put(void *self, unsigned worker,
                               const struct position keys[],
                               const uint64_t values[], size_t n)
{
    struct private_memo *m = self;
    return lines_put(m->table[worker], 0, keys, values, n);
}

static void private_hint(void *self, unsigned worker,
                         const struct position keys[], size_t n)
{
    struct private_memo *m = self;
    lines_hint(m->table[worker], 0, keys, n);
}

static void private_stats(const void *self, struct memo_stats *stats)
{
    const struct private_memo *m = self;
    *stats = (struct memo_stats){.bytes = sizeof *m};
    for (unsigned i = 0; i < m->threads; i++) {
        struct memo_stats one;
        lines_stats(m->table[i], &one);
        stats->entries += one.entries;
        stats->growths += one.growths;
        stats->bytes += one.bytes;
    }
}

static void private_each(const void *self, memo_visit *visit, void *context)
{
    const struct private_memo *m = self;
    for (unsigned i = 0; i < m->threads; i++)
        lines_each(m->table[i], visit, context);
}

const struct memo_kind memo_private = {
    .name = "private",
    .summary = "a table per thread, nothing shared",
    .apart = true,
    .open = private_open,
    .close = private_close,
    .get = private_get,
    .put = private_put,
    .each = private_each,
    .stats = private_stats,
    .hint = private_hint,
};
