#include "engine/proof/proof.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/progress.h"
#include "engine/proof/proof_oracle.h"
#include "engine/run/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_ROWS = 2048 };

struct worker {
    struct proof_reader reader;
    struct proof_oracle oracles[CENSUS_GAMES_MAX];
    struct solver solvers[CENSUS_GAMES_MAX]; /* answered by the oracles */
    struct point point;
    void *row;
    uint8_t *block; /* JOB_ROWS values of each column, column by column */
};

struct proof {
    struct archive *archive;
    const struct plan *plan;
    unsigned threads, nworkers;
    struct proof_facts facts;
    struct domain domains[CENSUS_GAMES_MAX];
    size_t ndomains;
    struct worker *workers;
    size_t width; /* bytes of a row in the file */
    struct progress progress;
    _Atomic uint64_t wrong; /* the first row that is; UINT64_MAX: none yet */
    void *shared;           /* what the census opened; NULL: nothing */
};

static enum status worker_init(struct proof *p, unsigned number)
{
    struct worker *w = &p->workers[number];
    enum status st = proof_reader_init(&w->reader, &p->facts);
    if (st)
        return st;
    w->row = malloc(p->plan->census->row_size);
    w->block = malloc(JOB_ROWS * p->width + 1);
    for (size_t g = 0; g < p->plan->ngames; g++) {
        proof_oracle_init(&w->oracles[g], &w->reader, g, &p->domains[g],
                          number);
        w->solvers[g] = (struct solver){.game = &p->plan->games[g],
                                        .domain = &p->domains[g],
                                        .worker = number,
                                        .answer = proof_oracle_value,
                                        .context = &w->oracles[g]};
    }
    return w->row && w->block
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "out of memory for a proof");
}

static void worker_release(struct worker *w, size_t ngames)
{
    for (size_t g = 0; g < ngames; g++)
        proof_oracle_release(&w->oracles[g]);
    proof_reader_release(&w->reader);
    free(w->row);
    free(w->block);
}

static void proof_close(struct proof *p)
{
    for (unsigned i = 0; i < p->nworkers; i++)
        worker_release(&p->workers[i], p->plan->ngames);
    free(p->workers);
    for (size_t g = 0; g < p->ndomains; g++)
        domain_close(&p->domains[g]);
    if (p->shared)
        p->plan->census->close(p->shared);
    proof_facts_close(&p->facts);
}

static enum status proof_open(struct proof *p, struct archive *a,
                              const struct plan *plan, unsigned threads)
{
    *p = (struct proof){.archive = a,
                        .plan = plan,
                        .threads = run_threads(threads),
                        .wrong = UINT64_MAX};
    for (size_t c = 0; c < plan->census->ncolumns; c++)
        p->width += plan->census->columns[c].width;
    enum status st = proof_facts_open(&p->facts, a, plan);
    for (size_t g = 0; g < plan->ngames && !st; g++) {
        st = domain_open(plan->census->games[g].ask, &plan->games[g],
                         p->threads, &p->domains[g]);
        p->ndomains += !st;
    }
    if (!st && plan->census->open)
        st = plan->census->open(plan->params, &p->shared);
    p->workers = calloc(p->threads, sizeof *p->workers);
    if (!st && !p->workers)
        st = log_error(STATUS_NOMEM, "out of memory for a proof");
    for (unsigned i = 0; i < p->threads && !st; i++, p->nworkers++)
        st = worker_init(p, i);
    if (st)
        proof_close(p);
    return st;
}

static uint64_t folded_by(const struct proof *p, const struct worker *w)
{
    uint64_t sum = 0;
    for (size_t g = 0; g < p->plan->ngames; g++)
        sum += w->oracles[g].folded;
    return sum;
}

/* Makes row number `index` as the census does. A row that asks for no
 * position's value is computed by the census alone, which nothing here checks:
 * no proof. */
static enum status make_row(struct proof *p, struct worker *w, uint64_t index)
{
    const struct census *census = p->plan->census;
    const struct cell cell = {.index = index,
                              .point = &w->point,
                              .solvers = w->solvers,
                              .games = p->plan->games,
                              .shared = p->shared};
    const uint64_t before = folded_by(p, w);
    memset(w->row, 0, census->row_size);
    grid_unrank(&p->plan->grid, index, &w->point);
    enum status st = census->row(&cell, w->row);
    if (!st && folded_by(p, w) == before)
        st =
            log_error(STATUS_USAGE,
                      "%s: cannot be proved: row %llu asks for the value of no "
                      "position",
                      archive_path(p->archive), (unsigned long long)index);
    return st;
}

/* The first column in which row i of a block of n is not the worker's row. */
static size_t differs(const struct proof *p, const struct worker *w, uint64_t i,
                      uint64_t n)
{
    const struct census *census = p->plan->census;
    const uint8_t *values = w->block;
    size_t c = 0;
    for (; c < census->ncolumns; c++) {
        const struct column *column = &census->columns[c];
        if (column->role != COLUMN_COST &&
            memcmp(values + i * column->width, (char *)w->row + column->offset,
                   column->width))
            break;
        values += n * column->width;
    }
    return c;
}

static enum status read_block(struct proof *p, struct worker *w, uint64_t first,
                              uint64_t n)
{
    uint8_t *values = w->block;
    enum status st = STATUS_OK;
    for (size_t c = 0; c < p->plan->census->ncolumns && !st; c++) {
        st = archive_read(p->archive, c, first, n, values);
        values += n * p->plan->census->columns[c].width;
    }
    return st;
}

static enum status check_rows(void *context, unsigned number, uint64_t job)
{
    struct proof *p = context;
    struct worker *w = &p->workers[number];
    const uint64_t first = job * JOB_ROWS;
    const uint64_t left = p->plan->grid.count - first;
    const uint64_t n = left < JOB_ROWS ? left : JOB_ROWS;
    /* Jobs behind a wrong row do not matter; those before it all do. */
    if (first > atomic_load(&p->wrong))
        return STATUS_OK;
    enum status st = read_block(p, w, first, n);
    for (uint64_t i = 0; i < n && !st; i++) {
        st = make_row(p, w, first + i);
        if (!st && differs(p, w, i, n) < p->plan->census->ncolumns) {
            uint64_t wrong = atomic_load(&p->wrong);
            while (first + i < wrong &&
                   !atomic_compare_exchange_weak(&p->wrong, &wrong, first + i))
                ;
            break;
        }
    }
    if (progress_tick(&p->progress, n))
        progress_print(&p->progress, 0);
    return st;
}

/* Makes the first wrong row once more, to report what is wrong with it. */
static enum status report_wrong(struct proof *p)
{
    const uint64_t row = atomic_load(&p->wrong);
    const struct game *game = &p->plan->games[0];
    struct worker *w = &p->workers[0];
    struct position position;
    char text[256], found[80], made[80];
    enum status st = read_block(p, w, row, 1);
    if (!st)
        st = make_row(p, w, row);
    if (!st)
        st = game->rules->start(game->self, &w->point, &position);
    if (st)
        return st;
    const size_t c = differs(p, w, 0, 1);
    const uint8_t *value = w->block;
    for (size_t i = 0; i < c; i++)
        value += p->plan->census->columns[i].width;
    assert(c < p->plan->census->ncolumns);
    const struct column *column = &p->plan->census->columns[c];
    game->rules->print(game->self, position, text, sizeof text);
    struct column stored = *column;
    stored.offset = 0;
    column_text(&stored, value, found, sizeof found);
    column_text(column, w->row, made, sizeof made);
    return log_error(STATUS_DISAGREE,
                     "%s: not proved: row %llu (%s): column %s is %s, but by "
                     "its options it is %s",
                     archive_path(p->archive), (unsigned long long)row, text,
                     column->name, found, made);
}

static void add_up(const struct proof *p, struct proof_report *r)
{
    *r = (struct proof_report){.threads = p->threads,
                               .rows = p->facts.rows,
                               .bytes = p->facts.rows * p->facts.width,
                               .seconds = progress_seconds(&p->progress),
                               .cpu_seconds = clock_cpu_seconds()};
    for (unsigned i = 0; i < p->nworkers; i++)
        for (size_t g = 0; g < p->plan->ngames; g++) {
            r->folded += p->workers[i].oracles[g].folded;
            r->read_from_file += p->workers[i].oracles[g].read_from_file;
            r->outside += p->workers[i].oracles[g].outside;
        }
}

enum status proof_check(struct archive *a, const struct plan *plan,
                        unsigned threads, bool quiet,
                        struct proof_report *report)
{
    const uint64_t jobs = (plan->grid.count + JOB_ROWS - 1) / JOB_ROWS;
    const double cpu = clock_cpu_seconds();
    struct proof p;
    enum status st = proof_open(&p, a, plan, threads);
    if (st)
        return st;
    progress_init(&p.progress, "proof", plan->grid.count, 0, quiet);
    st = run_parallel(p.threads, jobs, check_rows, &p);
    progress_end(&p.progress);
    add_up(&p, report);
    report->cpu_seconds -= cpu;
    if (!st && atomic_load(&p.wrong) != UINT64_MAX)
        st = report_wrong(&p);
    proof_close(&p);
    return st;
}
