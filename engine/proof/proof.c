#include "engine/proof/proof.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/proof/proof_inner.h"
#include "engine/run/run.h"

#include <assert.h>
#include <stdlib.h>

static void proof_close(struct proof *p)
{
    for (unsigned i = 0; p->workers && i < p->threads; i++)
        proof_worker_release(&p->workers[i], p->plan->ngames);
    free(p->workers);
    for (size_t g = 0; g < p->ndomains; g++) {
        proof_table_release(&p->tables[g]);
        domain_close(&p->domains[g]);
    }
    if (p->shared)
        p->plan->census->close(p->shared);
    if (p->losses)
        proof_losses_close(p->losses);
    if (p->heaps)
        proof_heaps_close(p->heaps);
    if (p->closure)
        proof_closure_close(p->closure);
    proof_facts_close(&p->facts);
}

static enum status open_domains(struct proof *p)
{
    enum status st = STATUS_OK;
    for (size_t g = 0; g < p->plan->ngames && !st; g++) {
        st = domain_open(p->plan->domains[g], &p->plan->games[g], p->threads,
                         &p->domains[g]);
        if (st)
            break;
        proof_table_init(&p->tables[g], &p->limits);
        p->ndomains++;
    }
    return st ? st : proof_cover_init(&p->cover, p->plan, p->domains);
}

static enum status proof_open(struct proof *p, struct archive *a,
                              const struct plan *plan,
                              const struct proof_options *options)
{
    *p = (struct proof){.archive = a,
                        .plan = plan,
                        .threads = run_threads(options->threads),
                        .limits = {.path = archive_path(a),
                                   .memory = options->memory,
                                   .seconds = options->seconds,
                                   .stop = options->stop,
                                   .context = options->context},
                        .wrong = UINT64_MAX};
    assert(plan->census->ncolumns <= PROOF_COLUMNS_MAX);
    for (size_t c = 0; c < plan->census->ncolumns; c++)
        p->width += plan->census->columns[c].width;
    proof_limits_start(&p->limits);
    enum status st = proof_facts_open(&p->facts, a, plan, &p->limits);
    if (!st)
        st = proof_losses_open(&p->facts, &p->losses);
    if (!st)
        st = open_domains(p);
    if (!st)
        st = proof_heaps_open(&p->facts, &p->domains[0], &p->tables[0],
                              p->threads, &p->heaps);
    if (!st)
        st = proof_closure_open(&p->facts, &p->closure);
    if (!st)
        st = proof_facts_read_names(&p->facts, a, &p->domains[0]);
    if (!st)
        st = proof_facts_index(&p->facts);
    if (!st && plan->census->open)
        st = plan->census->open(plan->params, &p->shared);
    p->workers = calloc(p->threads, sizeof *p->workers);
    if (!st && !p->workers)
        st = log_error(STATUS_NOMEM, "out of memory for a proof");
    for (unsigned i = 0; i < p->threads && !st; i++)
        st = proof_worker_init(p, i);
    if (st)
        proof_close(p);
    return st;
}

/* Jobs are counted from p->first on, and end at p->end. */
static uint64_t job_rows(const struct proof *p, uint64_t job, uint64_t *first)
{
    *first = p->first + job * JOB_ROWS;
    const uint64_t left = p->end - *first;
    return left < JOB_ROWS ? left : JOB_ROWS;
}

static enum status check_rows(void *context, unsigned number, uint64_t job)
{
    struct proof *p = context;
    struct worker *w = &p->workers[number];
    uint64_t first;
    const uint64_t n = job_rows(p, job, &first);
    /* Jobs behind a wrong row do not matter; those before it all do. */
    if (first > atomic_load(&p->wrong))
        return STATUS_OK;
    enum status st = proof_limits_poll(&p->limits);
    if (!st)
        st = proof_read_block(p, w, first, n);
    for (uint64_t i = 0; i < n && first + i < atomic_load(&p->wrong) && !st;
         i++)
        st = proof_check_row(p, w, first, i, n);
    if (progress_tick(&p->progress, n))
        progress_print(&p->progress, 0);
    return st;
}

static enum status mark_rows(void *context, unsigned number, uint64_t job)
{
    struct proof *p = context;
    struct worker *w = &p->workers[number];
    uint64_t first;
    const uint64_t n = job_rows(p, job, &first);
    w->marks += proof_losses_mark(p->losses, &w->reader, p->domains[0].kind,
                                  first, first + n);
    return proof_limits_poll(&p->limits);
}

static enum status each_job(struct proof *p, uint64_t first, uint64_t end,
                            crew_task *job)
{
    const uint64_t jobs = (end - first + JOB_ROWS - 1) / JOB_ROWS;
    p->first = first;
    p->end = end;
    const bool in_order = p->heaps && proof_heaps_in_order(p->heaps);
    /* Most layers are small, and threads take long to wake. */
    return jobs == 1 ? job(p, 0, 0)
                     : run_parallel(in_order ? 1 : p->threads, jobs, job, p);
}

static enum status check_all(struct proof *p)
{
    const uint64_t count = p->plan->grid.count;
    enum status st = p->closure ? proof_closure_solve(p->closure) : STATUS_OK;
    if (!p->losses)
        return st ? st : each_job(p, 0, count, check_rows);
    st = each_job(p, 0, count, mark_rows);
    for (uint64_t first = 0; first < count && !st; first = p->end)
        st = each_job(p, first, proof_losses_end(p->losses, first), check_rows);
    return st;
}

static void add_up(const struct proof *p, struct proof_report *r)
{
    *r = (struct proof_report){.threads = p->threads,
                               .rows = p->facts.rows,
                               .bytes = atomic_load(&p->limits.bytes),
                               .losses = p->losses != NULL,
                               .seconds = progress_seconds(&p->progress),
                               .cpu_seconds = clock_cpu_seconds()};
    if (p->closure) {
        r->outside = proof_closure_points(p->closure) - p->facts.rows;
        r->folded = r->outside;
    }
    for (unsigned i = 0; i < p->threads; i++) {
        const struct worker *w = &p->workers[i];
        r->silent += w->silent;
        r->columns |= w->columns;
        r->folded += w->states;
        r->read_from_file += w->marks;
        for (size_t g = 0; g < p->plan->ngames; g++) {
            const struct proof_counts *c = &w->oracles[g].counts;
            r->folded += c->folded;
            r->added += c->added;
            r->both += c->both;
            r->read_from_file += c->read_from_file;
            r->outside += c->outside;
        }
    }
}

/* Every row agrees: but with what? */
static enum status covered(const struct proof *p, const struct proof_report *r)
{
    const char *path = p->limits.path;
    if (r->columns)
        return STATUS_OK;
    if (r->rows == r->silent)
        return log_error(STATUS_NO_ANSWER,
                         "%s: not provable, because no row asks for the value "
                         "of a position: the census %s computes them otherwise",
                         path, p->plan->census->name);
    return log_error(STATUS_NO_ANSWER,
                     "%s: not provable, because no column depends on the value "
                     "of a position",
                     path);
}

enum status proof_check(struct archive *a, const struct plan *plan,
                        const struct proof_options *options,
                        struct proof_report *report)
{
    const double cpu = clock_cpu_seconds();
    struct proof p;
    enum status st = proof_open(&p, a, plan, options);
    if (st)
        return st;
    progress_init(&p.progress, "proof", plan->grid.count, 0, options->quiet);
    st = check_all(&p);
    progress_end(&p.progress);
    add_up(&p, report);
    report->cpu_seconds -= cpu;
    if (!st && atomic_load(&p.wrong) != UINT64_MAX)
        st = proof_report_wrong(&p);
    else if (!st)
        st = covered(&p, report);
    proof_close(&p);
    return st;
}
