#include "engine/survey/classes_sums.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/run/run.h"

/* Positions and pairs in a job: few, so that small grids occupy all threads
 * too. BYTES: of a position, with the table that groups them (classes.h). */
enum { JOB_POSITIONS = 64, JOB_PAIRS = 16, BYTES = 33 + 16 };

static enum status values(void *context, unsigned worker, uint64_t position,
                          uint64_t first, size_t n, uint64_t out[])
{
    struct classes_sums *s = context;
    const struct classes *c = &s->classes;
    const bool represents =
        c->n > 0 && c->first[c->class[position]] == position;
    return classes_team_values(&s->team, worker, position, first, n, represents,
                               out);
}

static uint64_t bytes_held(const struct classes_sums *s)
{
    return s->positions.count * BYTES + classes_team_bytes(&s->team);
}

/* One thread logs why. */
static enum status stopped(struct classes_sums *s, uint64_t bytes)
{
    if (atomic_exchange(&s->stopped, true))
        return STATUS_STOPPED;
    if (s->memory && bytes > s->memory)
        return log_error(STATUS_STOPPED,
                         "classes of %s: more than the limit of %llu MB is "
                         "needed (--memory)",
                         s->game.spec, (unsigned long long)s->memory >> 20);
    return log_error(STATUS_STOPPED,
                     "classes of %s: stopped, without an answer", s->game.spec);
}

/* After each job: progress, and whether to stop. */
static enum status check_limits(struct classes_sums *s, uint64_t rows)
{
    const uint64_t bytes = bytes_held(s);
    if (progress_tick(&s->progress, rows))
        progress_print(&s->progress, bytes);
    return (s->memory && bytes > s->memory) || (s->stop && s->stop(s->context))
               ? stopped(s, bytes)
               : STATUS_OK;
}

static enum status one_job(struct classes_sums *s, unsigned worker, uint64_t i,
                           enum status (*step)(struct classes *, unsigned,
                                               uint64_t, uint64_t))
{
    const uint64_t first = i * JOB_POSITIONS;
    const uint64_t left = s->positions.count - first;
    const uint64_t n = left < JOB_POSITIONS ? left : JOB_POSITIONS;
    enum status st = step(&s->classes, worker, first, n);
    if (st == STATUS_STOPPED)
        return stopped(s, 0);
    return st ? st : check_limits(s, n);
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
                               enum status (*job)(void *, unsigned, uint64_t))
{
    const uint64_t n = s->positions.count;
    progress_init(&s->progress, what, n, 0, s->progress.quiet);
    enum status st = run_parallel(
        s->team.threads, (n + JOB_POSITIONS - 1) / JOB_POSITIONS, job, s);
    progress_end(&s->progress);
    return st;
}

static enum status find_classes(struct classes_sums *s)
{
    const struct classes_question ask = {.positions = s->positions.count,
                                         .tests = s->tests.count,
                                         .values = values,
                                         .context = s};
    bool done = false;
    enum status st = classes_init(&s->classes, &ask);
    if (!st)
        st = in_parallel(s, "classes, signed", sign);
    if (!st)
        st = classes_group(&s->classes);
    while (!st && !done) {
        st = in_parallel(s, "classes, confirmed", confirm);
        if (!st)
            classes_settle(&s->classes, &done);
    }
    return st;
}

static enum status find_and_report(struct classes_sums *s)
{
    struct classes_sums_report *r = &s->report;
    const uint64_t began = clock_now();
    const double cpu = clock_cpu_seconds();
    clock_date(r->started);
    enum status st = find_classes(s);
    if (st)
        return st;
    r->bytes = bytes_held(s);
    r->evaluated = classes_team_evaluated(&s->team);
    r->seconds = (double)(clock_now() - began) * 1e-9;
    r->cpu_seconds = clock_cpu_seconds() - cpu;
    r->threads = s->team.threads;
    return STATUS_OK;
}

static enum status check_game(const struct game *game)
{
    return game->traits & GAME_SUMS
               ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "classes: positions of %s are not the sums of their "
                           "parts: no test can be added",
                           game->spec);
}

static enum status open_all(struct classes_sums *s,
                            const struct classes_sums_question *q)
{
    const unsigned threads = run_threads(q->threads);
    enum status st = game_open(q->known->rulesets, q->rules, &s->game);
    s->opened += !st;
    if (!st)
        st = grid_open(q->known->grids, q->positions, &s->game, &s->positions);
    s->opened += !st;
    if (!st)
        st = grid_open(q->known->grids, q->tests, &s->game, &s->tests);
    s->opened += !st;
    if (!st)
        st = check_game(&s->game);
    const struct domain_kind *domain;
    if (!st)
        st = domain_find(q->known->domains, q->ask, &domain);
    if (!st)
        st = domain_open(domain, &s->game, threads, &s->domain);
    s->opened += !st;
    s->team = (struct classes_team){.game = &s->game,
                                    .domain = &s->domain,
                                    .positions = &s->positions,
                                    .tests = &s->tests,
                                    .threads = threads,
                                    .stop = q->stop,
                                    .memory = q->memory,
                                    .context = q->context};
    if (!st)
        st = classes_team_open(&s->team);
    s->opened += !st;
    return st;
}

enum status classes_sums_open(struct classes_sums *s,
                              const struct classes_sums_question *q)
{
    *s = (struct classes_sums){
        .memory = q->memory, .stop = q->stop, .context = q->context};
    s->progress.quiet = q->quiet;
    enum status st = open_all(s, q);
    if (!st)
        st = find_and_report(s);
    if (st)
        classes_sums_close(s);
    return st;
}

void classes_sums_close(struct classes_sums *s)
{
    classes_release(&s->classes);
    if (s->opened > 4)
        classes_team_close(&s->team);
    if (s->opened > 3)
        domain_close(&s->domain);
    if (s->opened > 2)
        grid_close(&s->tests);
    if (s->opened > 1)
        grid_close(&s->positions);
    if (s->opened > 0)
        game_close(&s->game);
    s->opened = 0;
}

size_t classes_sums_print(const struct classes_sums *s, const struct grid *grid,
                          uint64_t index, char out[], size_t cap)
{
    struct point point;
    struct position p;
    grid_unrank(grid, index, &point);
    if (game_start(&s->game, &point, &p))
        return 0;
    return s->game.rules->print(s->game.self, p, out, cap);
}

void classes_sums_next(uint64_t *a, uint64_t *b)
{
    if (++*a == *b) {
        *a = 0;
        ++*b;
    }
}

static enum status separate(void *sums, unsigned worker, uint64_t job)
{
    struct classes_sums *s = sums;
    const struct classes *c = &s->classes;
    const uint64_t first = job * JOB_PAIRS;
    const uint64_t left = s->npairs - first;
    const uint64_t n = left < JOB_PAIRS ? left : JOB_PAIRS;
    enum status st = STATUS_OK;
    uint64_t a = first, b = 1;
    for (; a >= b; b++)
        a -= b;
    for (uint64_t k = first; k < first + n && !st; k++) {
        st = classes_separate(c, worker, c->first[a], c->first[b],
                              &s->separating[k]);
        classes_sums_next(&a, &b);
    }
    if (st == STATUS_STOPPED)
        return stopped(s, 0);
    return st ? st : check_limits(s, 0);
}

enum status classes_sums_separate(struct classes_sums *s, uint64_t n,
                                  uint64_t tests[])
{
    s->npairs = n;
    s->separating = tests;
    return run_parallel(s->team.threads, (n + JOB_PAIRS - 1) / JOB_PAIRS,
                        separate, s);
}
