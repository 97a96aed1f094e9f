#include "engine/store/query/parallel_group.h"

#include "engine/base/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct parallel {
    const struct filter *filters;
    size_t nfilters;
    uint64_t blocks;
    _Atomic uint64_t next; /* the next block to count */
    atomic_bool failed;    /* the others may stop */
};

struct worker {
    struct parallel *parallel;
    struct grouping grouping;
    const struct archive *like;
    pthread_t thread;
    enum status st;
};

/* Counts blocks until none is left. */
static enum status count_blocks(struct parallel *s, struct grouping *g)
{
    const uint64_t rows = archive_chunk_rows(g->archive);
    struct scan scan;
    uint64_t block;
    enum status st = scan_open(g->archive, s->filters, s->nfilters, &scan);
    if (st != STATUS_OK)
        return st;
    while (st == STATUS_OK && !atomic_load(&s->failed) &&
           (block = atomic_fetch_add(&s->next, 1)) < s->blocks) {
        st = scan_block(&scan, block * rows);
        if (st == STATUS_OK && scan.nmatch)
            st = grouping_block(g, &scan);
    }
    scan_close(&scan);
    if (st != STATUS_OK)
        atomic_store(&s->failed, true);
    return st;
}

static void *work(void *context)
{
    struct worker *w = context;
    struct grouping *g = &w->grouping;
    w->st = archive_open_again(w->like, &g->archive);
    if (w->st != STATUS_OK) {
        atomic_store(&w->parallel->failed, true);
        return NULL;
    }
    w->st = grouping_init(g);
    if (w->st == STATUS_OK)
        w->st = count_blocks(w->parallel, g);
    archive_close(g->archive);
    return NULL;
}

/* A grouping like another one, without rows. */
static enum status worker_start(struct worker *w, struct parallel *s,
                                const struct grouping *like)
{
    *w = (struct worker){.parallel = s, .like = like->archive};
    w->grouping = (struct grouping){.columns = like->columns,
                                    .ncolumns = like->ncolumns,
                                    .nmeasures = like->nmeasures};
    w->grouping.measures =
        calloc(like->nmeasures + 1, sizeof *w->grouping.measures);
    if (!w->grouping.measures)
        return log_error(STATUS_NOMEM, "out of memory for a thread");
    for (size_t i = 0; i < like->nmeasures; i++)
        measure_like(&w->grouping.measures[i], &like->measures[i]);
    if (pthread_create(&w->thread, NULL, work, w)) {
        free(w->grouping.measures);
        return log_error(STATUS_NOMEM, "no more threads");
    }
    return STATUS_OK;
}

static enum status worker_end(struct worker *w, struct grouping *into,
                              enum status st)
{
    pthread_join(w->thread, NULL);
    if (st == STATUS_OK)
        st = w->st;
    if (st == STATUS_OK)
        st = grouping_merge(into, &w->grouping);
    for (size_t i = 0; i < w->grouping.nmeasures; i++)
        measure_release(&w->grouping.measures[i]);
    free(w->grouping.measures);
    grouping_release(&w->grouping);
    return st;
}

static unsigned useful_threads(const struct grouping *g, uint64_t blocks,
                               unsigned threads)
{
    for (size_t i = 0; i < g->nmeasures; i++)
        if (!measure_exact(&g->measures[i],
                           archive_column(g->archive, g->measures[i].column)))
            return 1;
    return threads < blocks ? threads : blocks ? (unsigned)blocks : 1;
}

enum status parallel_group_count(struct grouping *g,
                                 const struct filter filters[], size_t n,
                                 unsigned threads)
{
    const uint64_t chunk = archive_chunk_rows(g->archive);
    struct parallel s = {.filters = filters, .nfilters = n};
    s.blocks = (archive_rows(g->archive) + chunk - 1) / chunk;
    threads = useful_threads(g, s.blocks, threads);
    struct worker *workers = calloc(threads, sizeof *workers);
    unsigned started = 0;
    enum status st =
        workers ? STATUS_OK : log_error(STATUS_NOMEM, "out of memory");
    while (st == STATUS_OK && started + 1 < threads) {
        st = worker_start(&workers[started], &s, g);
        started += st == STATUS_OK;
    }
    if (st == STATUS_OK)
        st = count_blocks(&s, g);
    else
        atomic_store(&s.failed, true);
    for (unsigned i = 0; i < started; i++)
        st = worker_end(&workers[i], g, st);
    free(workers);
    return st;
}
