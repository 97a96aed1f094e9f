#include "engine/survey/classes_team.h"

#include "engine/base/log.h"
#include "engine/run/run.h"
#include "engine/run/team.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Half a megabyte to a thread. */
enum { BATCH = CLASSES_TEAM_BATCH, KEPT = 256 };

struct kept {
    uint64_t position, first;
    size_t n; /* 0: nothing is kept */
    uint64_t values[BATCH];
};

struct classes_team_worker {
    struct solver solver;
    struct point sum;
    struct position keys[BATCH];
    struct kept kept[KEPT];
};

static enum status no_memory(const struct classes_team *t)
{
    return log_error(STATUS_NOMEM, "classes of %s: out of memory",
                     t->game->spec);
}

/* The keys of the sums of a position and n tests. */
static enum status start_sums(const struct classes_team *t,
                              struct classes_team_worker *w, uint64_t position,
                              uint64_t first, size_t n)
{
    enum status st = STATUS_OK;
    grid_unrank(t->positions, position, &w->sum);
    const uint32_t own = w->sum.n;
    for (size_t i = 0; i < n && !st; i++) {
        const size_t from = t->first[first + i];
        const size_t parts = t->first[first + i + 1] - from;
        memcpy(w->sum.size + own, t->size + from, parts * sizeof *t->size);
        memcpy(w->sum.kind + own, t->kind + from, parts);
        w->sum.n = own + (uint32_t)parts;
        st = game_start(t->game, &w->sum, &w->keys[i]);
    }
    return st;
}

/* One lookup for all of them: asked one after another, a solver waits for
 * memory each time. */
static enum status play_sums(struct classes_team *t, unsigned worker,
                             uint64_t position, uint64_t first, size_t n,
                             uint64_t values[])
{
    struct classes_team_worker *w = &t->workers[worker];
    enum status st = start_sums(t, w, position, first, n);
    if (st)
        return st;
    if (t->indirect)
        for (size_t i = 0; i < n; i++)
            values[i] = MEMO_MISS;
    else
        memo_get(&t->memo, worker, w->keys, n, values);
    for (size_t i = 0; i < n && !st; i++)
        if (values[i] == MEMO_MISS)
            st = solve_value(&w->solver, w->keys[i], &values[i]);
    return st;
}

enum status classes_team_values(struct classes_team *t, unsigned worker,
                                uint64_t position, uint64_t first, size_t n,
                                bool keep, uint64_t values[])
{
    const uint64_t place = position_mix(position + first * UINT32_MAX);
    struct kept *kept = &t->workers[worker].kept[place % KEPT];
    assert(n <= BATCH);
    if (kept->n == n && kept->position == position && kept->first == first) {
        memcpy(values, kept->values, n * sizeof *values);
        return STATUS_OK;
    }
    enum status st = play_sums(t, worker, position, first, n, values);
    if (!st && keep) {
        kept->position = position;
        kept->first = first;
        kept->n = n;
        memcpy(kept->values, values, n * sizeof *values);
    }
    return st;
}

/* A grid may take long to say what its points are, and tests are asked for
 * again and again. */
static enum status read_tests(struct classes_team *t)
{
    const uint64_t n = t->tests->count;
    struct point p;
    size_t parts = 0;
    t->first = calloc(n + 1, sizeof *t->first);
    if (!t->first)
        return no_memory(t);
    for (uint64_t i = 0; i < n; i++) {
        grid_unrank(t->tests, i, &p);
        t->first[i + 1] = parts += p.n;
    }
    t->size = calloc(parts + 1, sizeof *t->size);
    t->kind = calloc(parts + 1, sizeof *t->kind);
    if (!t->size || !t->kind)
        return no_memory(t);
    for (uint64_t i = 0; i < n; i++) {
        grid_unrank(t->tests, i, &p);
        memcpy(t->size + t->first[i], p.size, p.n * sizeof *p.size);
        memcpy(t->kind + t->first[i], p.kind, p.n);
    }
    t->tests_bytes = n * sizeof *t->first + parts * 5;
    return STATUS_OK;
}

static enum status memo_for(struct classes_team *t)
{
    struct grid_bounds a, b;
    t->positions->kind->bounds(t->positions->self, &a);
    t->tests->kind->bounds(t->tests->self, &b);
    const struct grid_bounds sum = {
        .parts = a.parts + b.parts,
        .size = a.size > b.size ? a.size : b.size,
        .total = a.total + b.total,
        .mixed = a.mixed || b.mixed,
    };
    if (sum.parts > POINT_PARTS_MAX)
        return log_error(STATUS_RANGE,
                         "classes: a position and a test have %u parts, more "
                         "than %d",
                         sum.parts, POINT_PARTS_MAX);
    const struct memo_spec spec = {.key_bits = team_key_bits(t->game, &sum),
                                   .value_bytes = t->domain->kind->value_bytes,
                                   .threads = t->threads};
    enum status st = memo_open(memo_best(spec.key_bits), &spec, &t->memo);
    t->has_memo = !st;
    return st;
}

enum status classes_team_open(struct classes_team *t)
{
    enum status st = memo_for(t);
    t->indirect = solve_adds(t->game, t->domain->kind) ||
                  (t->game->rules->partizan && t->domain->kind->negate);
    t->workers = calloc(t->threads, sizeof *t->workers);
    t->in_progress = calloc(1, sizeof *t->in_progress);
    if (!st && (!t->workers || !t->in_progress))
        st = no_memory(t);
    for (; t->nworkers < t->threads && !st; t->nworkers += !st) {
        struct solver *solver = &t->workers[t->nworkers].solver;
        st = solver_init(solver, t->game, t->domain, &t->memo, t->nworkers);
        solver->in_progress = t->in_progress;
        solver->interrupted = t->stop;
        solver->interrupter = t->context;
        solver->memory = t->memory;
    }
    if (!st)
        st = read_tests(t);
    if (st)
        classes_team_close(t);
    return st;
}

void classes_team_close(struct classes_team *t)
{
    for (unsigned i = 0; i < t->nworkers; i++)
        solver_release(&t->workers[i].solver);
    free(t->workers);
    free(t->in_progress);
    free(t->first);
    free(t->size);
    free(t->kind);
    if (t->has_memo)
        memo_close(&t->memo);
    *t = (struct classes_team){0};
}

uint64_t classes_team_bytes(const struct classes_team *t)
{
    struct memo_stats stats = {0};
    t->memo.kind->stats(t->memo.self, &stats);
    return stats.bytes + t->tests_bytes + t->threads * sizeof *t->workers;
}

uint64_t classes_team_evaluated(const struct classes_team *t)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < t->nworkers; i++)
        sum += t->workers[i].solver.counts.evaluated;
    return sum;
}
