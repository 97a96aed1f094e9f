#include "census/classes_sums.h"

#include "census/runner.h"
#include "engine/log.h"
#include "engine/progress.h"
#include "engine/run.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Positions to a job: few, so that small grids are shared out as well. */
enum { JOB_POSITIONS = 64, JOB_PAIRS = 16, BATCH = 256 };

struct worker {
    struct solver solver;
    struct point sum;
    struct position keys[BATCH];
    bool turned[BATCH];
};

/* The tests' parts one after another: those of test t begin at first[t]. */
struct test_parts {
    size_t *first;
    uint32_t *size;
    uint8_t *kind;
};

struct classes_sums_team {
    struct memo memo;
    struct worker *workers;
    unsigned threads, nworkers;
    unsigned
        opened; /* of game, positions, tests, domain, memo, in this order */
    struct test_parts tests;
    uint64_t memory, held; /* held: bytes beside the memo */
    struct progress progress;
    atomic_bool full; /* said already that memory is */
    bool adds;        /* see solve_adds() */
    uint64_t *separating;
    uint64_t npairs;
};

static enum status no_memory(const struct classes_sums *s)
{
    return log_error(STATUS_NOMEM, "classes of %s: out of memory",
                     s->game.spec);
}

/* The positions that lead to the sums of a position and tests first.., and
 * whether their mirrors are asked for instead. */
static enum status start_sums(const struct classes_sums *s, struct worker *w,
                              uint64_t position, uint64_t first, size_t n)
{
    const struct test_parts *tests = &s->team->tests;
    enum status st = STATUS_OK;
    grid_unrank(&s->positions, position, &w->sum);
    const uint32_t own = w->sum.n;
    for (size_t i = 0; i < n && !st; i++) {
        const size_t from = tests->first[first + i];
        const size_t parts = tests->first[first + i + 1] - from;
        memcpy(w->sum.size + own, tests->size + from,
               parts * sizeof *tests->size);
        memcpy(w->sum.kind + own, tests->kind + from, parts);
        w->sum.n = own + (uint32_t)parts;
        st = s->game.rules->start(s->game.self, &w->sum, &w->keys[i]);
        w->keys[i] = solve_remembered(&s->game, s->domain.kind, w->keys[i],
                                      &w->turned[i]);
    }
    return st;
}

/* One lookup for all of them: a solver that is asked for one after another
 * waits for memory each time. */
static enum status values(void *context, unsigned worker, uint64_t position,
                          uint64_t first, size_t n, uint64_t out[])
{
    struct classes_sums *s = context;
    struct classes_sums_team *team = s->team;
    struct worker *w = &team->workers[worker];
    assert(n <= BATCH);
    enum status st = start_sums(s, w, position, first, n);
    if (st)
        return st;
    if (team->adds)
        for (size_t i = 0; i < n; i++)
            out[i] = MEMO_MISS;
    else
        memo_get(&team->memo, worker, w->keys, n, out);
    for (size_t i = 0; i < n && !st; i++) {
        if (out[i] == MEMO_MISS)
            st = solve_value(&w->solver, w->keys[i], &out[i]);
        if (!st && w->turned[i])
            out[i] = s->domain.kind->negate(s->domain.self, out[i]);
    }
    return st;
}

static enum status read_tests(struct classes_sums *s, struct test_parts *t)
{
    const uint64_t n = s->tests.count;
    struct point p;
    size_t parts = 0;
    t->first = calloc(n + 1, sizeof *t->first);
    if (!t->first)
        return no_memory(s);
    for (uint64_t i = 0; i < n; i++) {
        grid_unrank(&s->tests, i, &p);
        t->first[i + 1] = parts += p.n;
    }
    t->size = calloc(parts + 1, sizeof *t->size);
    t->kind = calloc(parts + 1, sizeof *t->kind);
    if (!t->size || !t->kind)
        return no_memory(s);
    for (uint64_t i = 0; i < n; i++) {
        grid_unrank(&s->tests, i, &p);
        memcpy(t->size + t->first[i], p.size, p.n * sizeof *p.size);
        memcpy(t->kind + t->first[i], p.kind, p.n);
    }
    s->team->held += (n + 1) * sizeof *t->first + parts * 5;
    return STATUS_OK;
}

static struct memo_spec sums_memo(const struct classes_sums *s)
{
    struct grid_bounds a, b;
    s->positions.kind->bounds(s->positions.self, &a);
    s->tests.kind->bounds(s->tests.self, &b);
    const struct grid_bounds sum = {
        .parts = a.parts + b.parts,
        .size = a.size > b.size ? a.size : b.size,
        .total = a.total + b.total,
        .mixed = a.mixed || b.mixed,
    };
    const bool narrow =
        s->game.rules->narrow && s->game.rules->narrow(s->game.self, &sum);
    return (struct memo_spec){.key_bits = narrow ? 64 : 128,
                              .value_bytes = s->domain.kind->value_bytes,
                              .threads = s->team->threads};
}

static enum status open_team(struct classes_sums *s)
{
    struct classes_sums_team *team = s->team;
    const struct memo_spec spec = sums_memo(s);
    team->workers = calloc(team->threads, sizeof *team->workers);
    if (!team->workers)
        return no_memory(s);
    enum status st = memo_open(memo_find(RUN_MEMO), &spec, &team->memo);
    team->opened += !st;
    for (; team->nworkers < team->threads && !st; team->nworkers += !st)
        st = solver_init(&team->workers[team->nworkers].solver, &s->game,
                         &s->domain, &team->memo, team->nworkers);
    return st ? st : read_tests(s, &team->tests);
}

static uint64_t bytes_held(const struct classes_sums *s)
{
    struct memo_stats stats = {0};
    s->team->memo.kind->stats(s->team->memo.self, &stats);
    return stats.bytes + s->team->held;
}

/* After each job; one thread says so. */
static enum status look_about(struct classes_sums *s, uint64_t rows)
{
    struct classes_sums_team *team = s->team;
    const uint64_t bytes = bytes_held(s);
    if (progress_tick(&team->progress, rows))
        progress_print(&team->progress, bytes);
    if (!team->memory || bytes <= team->memory)
        return STATUS_OK;
    if (!atomic_exchange(&team->full, true))
        return log_error(STATUS_NOMEM,
                         "classes of %s: the limit of %llu MB is reached",
                         s->game.spec, (unsigned long long)team->memory >> 20);
    return STATUS_NOMEM;
}

static enum status one_job(struct classes_sums *s, unsigned worker, uint64_t i,
                           enum status (*step)(struct classes *, unsigned,
                                               uint64_t, uint64_t))
{
    const uint64_t first = i * JOB_POSITIONS;
    const uint64_t left = s->positions.count - first;
    const uint64_t n = left < JOB_POSITIONS ? left : JOB_POSITIONS;
    enum status st = step(&s->classes, worker, first, n);
    return st ? st : look_about(s, n);
}

static enum status sign(void *sums, unsigned worker, uint64_t i)
{
    return one_job(sums, worker, i, classes_sign);
}

static enum status confirm(void *sums, unsigned worker, uint64_t i)
{
    return one_job(sums, worker, i, classes_confirm);
}

static enum status in_parallel(struct classes_sums *s, const char *what,
                               uint64_t positions,
                               enum status (*job)(void *, unsigned, uint64_t))
{
    struct progress *progress = &s->team->progress;
    const uint64_t jobs = (positions + JOB_POSITIONS - 1) / JOB_POSITIONS;
    const bool quiet = progress->quiet;
    progress_init(progress, what, positions, 0, quiet);
    enum status st = run_parallel(s->team->threads, jobs, job, s);
    progress_end(progress);
    return st;
}

static enum status find(struct classes_sums *s)
{
    const struct classes_question ask = {.positions = s->positions.count,
                                         .tests = s->tests.count,
                                         .values = values,
                                         .context = s};
    const uint64_t started = progress_now();
    const double cpu = progress_cpu_seconds();
    bool done = false;
    runner_now(s->report.started);
    enum status st = classes_init(&s->classes, &ask);
    if (!st)
        st = in_parallel(s, "classes, signed", ask.positions, sign);
    if (!st)
        st = classes_group(&s->classes);
    while (!st && !done) {
        st = in_parallel(s, "classes, confirmed", ask.positions, confirm);
        if (!st)
            classes_settle(&s->classes, &done);
    }
    if (st)
        return st;
    s->report.bytes = bytes_held(s);
    s->report.seconds = (double)(progress_now() - started) * 1e-9;
    s->report.cpu_seconds = progress_cpu_seconds() - cpu;
    s->report.threads = s->team->threads;
    for (unsigned i = 0; i < s->team->nworkers; i++)
        s->report.evaluated += s->team->workers[i].solver.counts.evaluated;
    return STATUS_OK;
}

static enum status check_fits(const struct classes_sums *s)
{
    struct grid_bounds a, b;
    s->positions.kind->bounds(s->positions.self, &a);
    s->tests.kind->bounds(s->tests.self, &b);
    if (!(s->game.traits & GAME_SUMS))
        return log_error(STATUS_USAGE,
                         "classes: positions of %s are not the sums of their "
                         "parts: a test cannot be added",
                         s->game.spec);
    if ((uint64_t)a.parts + b.parts > POINT_PARTS_MAX)
        return log_error(STATUS_RANGE,
                         "classes: a position and a test have %llu parts, more "
                         "than %d",
                         (unsigned long long)a.parts + b.parts,
                         POINT_PARTS_MAX);
    return STATUS_OK;
}

static enum status open_parts(struct classes_sums *s,
                              const struct classes_sums_question *q)
{
    enum status st = game_open(q->rulesets, q->rules, &s->game);
    s->team->opened += !st;
    if (!st)
        st = grid_open(q->positions, &s->positions);
    s->team->opened += !st;
    if (!st)
        st = grid_open(q->tests, &s->tests);
    s->team->opened += !st;
    if (!st)
        st = check_fits(s);
    if (!st)
        st = domain_open(q->ask, &s->game, s->team->threads, &s->domain);
    s->team->opened += !st;
    return st;
}

enum status classes_sums_open(struct classes_sums *s,
                              const struct classes_sums_question *q)
{
    *s = (struct classes_sums){0};
    s->team = calloc(1, sizeof *s->team);
    if (!s->team)
        return no_memory(s);
    s->team->threads = run_threads(q->threads);
    s->team->memory = q->memory;
    s->team->progress.quiet = q->quiet;
    enum status st = open_parts(s, q);
    /* 33 bytes a position, and the table that groups them. */
    s->team->held = st ? 0 : s->positions.count * (33 + 16);
    s->team->adds = !st && solve_adds(&s->game, s->domain.kind);
    if (!st)
        st = open_team(s);
    if (!st)
        st = find(s);
    if (st)
        classes_sums_close(s);
    return st;
}

void classes_sums_close(struct classes_sums *s)
{
    struct classes_sums_team *team = s->team;
    classes_release(&s->classes);
    for (unsigned i = 0; i < team->nworkers; i++)
        solver_release(&team->workers[i].solver);
    free(team->workers);
    free(team->tests.first);
    free(team->tests.size);
    free(team->tests.kind);
    if (team->opened > 4)
        memo_close(&team->memo);
    if (team->opened > 3)
        domain_close(&s->domain);
    if (team->opened > 2)
        grid_close(&s->tests);
    if (team->opened > 1)
        grid_close(&s->positions);
    if (team->opened > 0)
        game_close(&s->game);
    free(team);
    *s = (struct classes_sums){0};
}

size_t classes_sums_print(const struct classes_sums *s, const struct grid *grid,
                          uint64_t index, char out[], size_t cap)
{
    struct point point;
    struct position p;
    grid_unrank(grid, index, &point);
    if (s->game.rules->start(s->game.self, &point, &p))
        return 0;
    return s->game.rules->print(s->game.self, p, out, cap);
}

void classes_sums_pair(uint64_t pair, uint64_t *a, uint64_t *b)
{
    *b = 1;
    while (pair >= *b) {
        pair -= *b;
        ++*b;
    }
    *a = pair;
}

static enum status separate(void *sums, unsigned worker, uint64_t job)
{
    struct classes_sums *s = sums;
    const struct classes *c = &s->classes;
    const uint64_t first = job * JOB_PAIRS;
    const uint64_t left = s->team->npairs - first;
    const uint64_t n = left < JOB_PAIRS ? left : JOB_PAIRS;
    enum status st = STATUS_OK;
    uint64_t a, b;
    classes_sums_pair(first, &a, &b);
    for (uint64_t k = first; k < first + n && !st; k++) {
        st = classes_separate(c, worker, c->first[a], c->first[b],
                              &s->team->separating[k]);
        if (++a == b) {
            a = 0;
            b++;
        }
    }
    return st;
}

enum status classes_sums_separate(struct classes_sums *s, uint64_t n,
                                  uint64_t tests[])
{
    s->team->npairs = n;
    s->team->separating = tests;
    return run_parallel(s->team->threads, (n + JOB_PAIRS - 1) / JOB_PAIRS,
                        separate, s);
}
