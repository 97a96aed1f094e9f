#include "engine/proof/proof.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/progress.h"
#include "engine/proof/proof_cover.h"
#include "engine/proof/proof_losses.h"
#include "engine/proof/proof_oracle.h"
#include "engine/run/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a job; rows that are made again with lies. */
enum { JOB_ROWS = 2048, COVER_ROWS = 64 };

struct worker {
    struct proof_reader reader;
    struct proof_oracle oracles[CENSUS_GAMES_MAX];
    struct solver solvers[CENSUS_GAMES_MAX]; /* answered by the oracles */
    struct point point;
    uint64_t values[PROOF_STATES_MAX];
    void *row, *scratch;
    uint8_t *block;         /* JOB_ROWS values of each column, column by
                               column */
    uint64_t silent;        /* rows that asked for nothing */
    uint64_t columns;       /* that are covered */
    uint64_t states, marks; /* of proof_losses.h */
};

struct proof {
    struct archive *archive;
    const struct plan *plan;
    unsigned threads;
    struct proof_limits limits;
    struct proof_facts facts;
    struct proof_losses *losses; /* NULL: by the oracles */
    struct domain domains[CENSUS_GAMES_MAX];
    struct proof_table tables[CENSUS_GAMES_MAX];
    struct proof_cover cover;
    size_t ndomains;
    struct worker *workers;
    size_t width;   /* bytes of a row in the file */
    uint64_t first; /* row of the jobs that are handed out, and their end */
    uint64_t end;
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
    w->scratch = malloc(p->plan->census->row_size);
    w->block = malloc(JOB_ROWS * p->width + 1);
    for (size_t g = 0; g < p->plan->ngames; g++) {
        proof_oracle_init(&w->oracles[g], &w->reader, g, &p->domains[g], number,
                          &p->tables[g]);
        w->solvers[g] = (struct solver){.game = &p->plan->games[g],
                                        .domain = &p->domains[g],
                                        .worker = number,
                                        .answer = proof_oracle_value,
                                        .context = &w->oracles[g]};
    }
    return w->row && w->scratch && w->block
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "out of memory for a proof");
}

static void worker_release(struct worker *w, size_t ngames)
{
    for (size_t g = 0; g < ngames; g++)
        proof_oracle_release(&w->oracles[g]);
    proof_reader_release(&w->reader);
    free(w->row);
    free(w->scratch);
    free(w->block);
}

static void proof_close(struct proof *p)
{
    for (unsigned i = 0; p->workers && i < p->threads; i++)
        worker_release(&p->workers[i], p->plan->ngames);
    free(p->workers);
    for (size_t g = 0; g < p->ndomains; g++) {
        proof_table_release(&p->tables[g]);
        domain_close(&p->domains[g]);
    }
    if (p->shared)
        p->plan->census->close(p->shared);
    if (p->losses)
        proof_losses_close(p->losses);
    proof_facts_close(&p->facts);
}

static enum status open_domains(struct proof *p)
{
    enum status st = STATUS_OK;
    for (size_t g = 0; g < p->plan->ngames && !st; g++) {
        st = domain_open(p->plan->census->games[g].ask, &p->plan->games[g],
                         p->threads, &p->domains[g]);
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
    if (!st && plan->census->open)
        st = plan->census->open(plan->params, &p->shared);
    p->workers = calloc(p->threads, sizeof *p->workers);
    if (!st && !p->workers)
        st = log_error(STATUS_NOMEM, "out of memory for a proof");
    for (unsigned i = 0; i < p->threads && !st; i++)
        st = worker_init(p, i);
    if (st)
        proof_close(p);
    return st;
}

static uint64_t asked_by(const struct proof *p, const struct worker *w)
{
    uint64_t sum = 0;
    for (size_t g = 0; g < p->plan->ngames; g++)
        sum += w->oracles[g].counts.asked;
    return sum;
}

/* Makes row number `index` as the census does. *asked: for the value of some
 * position. */
static enum status make_row(struct proof *p, struct worker *w, uint64_t index,
                            struct cell *cell, bool *asked)
{
    const struct census *census = p->plan->census;
    struct cell_states states = {.n = 0};
    *cell = (struct cell){.index = index,
                          .point = &w->point,
                          .solvers = w->solvers,
                          .games = p->plan->games,
                          .shared = p->shared};
    const uint64_t before = asked_by(p, w);
    memset(w->row, 0, census->row_size);
    grid_unrank(&p->plan->grid, index, &w->point);
    for (size_t g = 0; g < p->plan->ngames; g++)
        w->oracles[g].row = index;
    if (p->losses) {
        states.n = proof_losses_states(p->losses, index, &w->point, w->values);
        states.values = w->values;
        cell->states = &states;
        w->states += states.n;
    }
    enum status st = census->row(cell, w->row);
    *asked = p->losses || asked_by(p, w) > before;
    cell->states = NULL;
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

static void note_wrong(struct proof *p, uint64_t row)
{
    uint64_t wrong = atomic_load(&p->wrong);
    while (row < wrong && !atomic_compare_exchange_weak(&p->wrong, &wrong, row))
        ;
}

/* Row first + i, the i-th of a block of n. */
static enum status check_row(struct proof *p, struct worker *w, uint64_t first,
                             uint64_t i, uint64_t n)
{
    const uint64_t index = first + i;
    struct cell cell;
    bool asked;
    enum status st = make_row(p, w, index, &cell, &asked);
    if (st)
        return st;
    w->silent += !asked;
    if (differs(p, w, i, n) < p->plan->census->ncolumns)
        note_wrong(p, index);
    else if (asked && index % (p->plan->grid.count / COVER_ROWS + 1) == 0)
        st = proof_cover_row(&p->cover, &cell, w->row, w->scratch, &w->columns);
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
        st = read_block(p, w, first, n);
    for (uint64_t i = 0; i < n && first + i < atomic_load(&p->wrong) && !st;
         i++)
        st = check_row(p, w, first, i, n);
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
                            crew_job *job)
{
    p->first = first;
    p->end = end;
    return run_parallel(p->threads, (end - first + JOB_ROWS - 1) / JOB_ROWS,
                        job, p);
}

static enum status check_all(struct proof *p)
{
    const uint64_t count = p->plan->grid.count;
    if (!p->losses)
        return each_job(p, 0, count, check_rows);
    enum status st = each_job(p, 0, count, mark_rows);
    for (uint64_t first = 0; first < count && !st; first = p->end)
        st = each_job(p, first, proof_losses_end(p->losses, first), check_rows);
    return st;
}

/* Makes the first wrong row once more, to report what is wrong with it. */
static enum status report_wrong(struct proof *p)
{
    const uint64_t row = atomic_load(&p->wrong);
    const struct game *game = &p->plan->games[0];
    struct worker *w = &p->workers[0];
    struct cell cell;
    bool asked;
    struct position position;
    char text[256], found[80], made[80];
    enum status st = read_block(p, w, row, 1);
    if (!st)
        st = make_row(p, w, row, &cell, &asked);
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
                               .bytes = atomic_load(&p->limits.bytes),
                               .losses = p->losses != NULL,
                               .seconds = progress_seconds(&p->progress),
                               .cpu_seconds = clock_cpu_seconds()};
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
        st = report_wrong(&p);
    else if (!st)
        st = covered(&p, report);
    proof_close(&p);
    return st;
}
