#include "engine/run/team.h"

#include "engine/base/log.h"

#include <stdlib.h>

unsigned team_key_bits(const struct game *game,
                       const struct grid_bounds *bounds)
{
    return game->rules->bits ? game->rules->bits(game->self, bounds) : 128;
}

const struct memo_kind *team_memo(const struct plan *plan)
{
    struct grid_bounds bounds;
    unsigned most = 1;
    plan->grid.kind->bounds(plan->grid.self, &bounds);
    for (size_t i = 0; i < plan->ngames; i++) {
        const unsigned bits = team_key_bits(&plan->games[i], &bounds);
        most = bits > most ? bits : most;
    }
    return memo_best(most);
}

/* A position for each point, where no two points are one position and sums are
 * not solved by their parts. */
static uint64_t foretold(const struct plan *plan, size_t i,
                         const struct domain_kind *domain)
{
    const struct game *game = &plan->games[i];
    const bool turns = game->rules->partizan && domain->negate;
    return plan->grid.kind->layer_end && !turns && !solve_adds(game, domain)
               ? plan->grid.count
               : 0;
}

struct memo_spec team_memo_spec(const struct plan *plan, size_t i,
                                const struct domain_kind *domain,
                                unsigned threads, uint64_t expect,
                                struct ranking *ranking)
{
    const struct game *game = &plan->games[i];
    struct grid_bounds bounds;
    plan->grid.kind->bounds(plan->grid.self, &bounds);
    *ranking = ranking_of(&plan->grid, game);
    /* Of positions beyond the grid no more is promised than that they fit in
     * the words of a memo, which the solver looks at. */
    unsigned key_bits = team_key_bits(game, &bounds);
    if (plan->census->beyond && key_bits < 64)
        key_bits = 64;
    return (struct memo_spec){
        .key_bits = key_bits,
        .value_bytes = domain->value_bytes,
        .value_bits = domain->value_bits ? domain->value_bits(game) : 0,
        .threads = threads,
        .expect = expect,
        .foretold = foretold(plan, i, domain),
        .universe = ranking->universe,
        .rank = ranking_rank,
        .unrank = ranking_unrank,
        .ranking = ranking,
        .why = ranking->why,
    };
}

/* A private table is opened small and grows: it need not hold all positions. */
static enum status open_memo(struct team *t, size_t i,
                             const struct memo_kind *kind, uint64_t expect)
{
    const struct memo_spec spec =
        team_memo_spec(t->plan, i, t->domains[i].kind, t->threads,
                       kind->apart ? 0 : expect, &t->rankings[i]);
    return memo_open(kind, &spec, &t->memos[i]);
}

static enum status open_solvers(struct team *t)
{
    const size_t ngames = t->plan->ngames;
    struct grid_bounds bounds;
    const bool shared = t->threads > 1 && ngames && !t->memos[0].kind->apart;
    enum status st = STATUS_OK;
    t->plan->grid.kind->bounds(t->plan->grid.self, &bounds);
    t->solvers = calloc(t->threads * ngames, sizeof *t->solvers);
    if (shared)
        t->in_progress = calloc(ngames, sizeof *t->in_progress);
    if (!t->solvers || (shared && !t->in_progress))
        return log_error(STATUS_NOMEM, "%s: out of memory",
                         t->plan->census->name);
    for (; t->nsolvers < t->threads * ngames && !st; t->nsolvers += !st) {
        const size_t i = t->nsolvers % ngames;
        st = solver_init(&t->solvers[t->nsolvers], &t->plan->games[i],
                         &t->domains[i], &t->memos[i],
                         (unsigned)(t->nsolvers / ngames));
        /* Rows may ask for positions beyond the grid's bounds: what is
         * certain is the width of the words that memos keep. */
        t->solvers[t->nsolvers].key_bits =
            team_key_bits(&t->plan->games[i], &bounds) <= 64 ? 64 : 0;
        t->solvers[t->nsolvers].in_progress =
            shared ? &t->in_progress[i] : NULL;
    }
    return st;
}

enum status team_open(const struct plan *plan, const struct memo_kind *memo,
                      unsigned threads, const uint64_t expect[], struct team *t)
{
    enum status st = STATUS_OK;
    *t = (struct team){.plan = plan, .threads = threads};
    for (size_t i = 0; i < plan->ngames && !st; i++) {
        st = domain_open(plan->domains[i], &plan->games[i], threads,
                         &t->domains[i]);
        t->ndomains += !st;
        if (!st)
            st = open_memo(t, i, memo, expect ? expect[i] : 0);
        t->nmemos += !st;
    }
    if (!st)
        st = open_solvers(t);
    if (!st && plan->census->open)
        st = plan->census->open(plan->params, &t->shared);
    if (st)
        team_close(t);
    return st;
}

void team_close(struct team *t)
{
    if (t->shared)
        t->plan->census->close(t->shared);
    for (size_t i = 0; i < t->nsolvers; i++)
        solver_release(&t->solvers[i]);
    for (size_t i = 0; i < t->nmemos; i++)
        memo_close(&t->memos[i]);
    for (size_t i = 0; i < t->ndomains; i++)
        domain_close(&t->domains[i]);
    free(t->solvers);
    free(t->in_progress);
}

struct solver *team_solvers(const struct team *t, unsigned worker)
{
    return &t->solvers[worker * t->plan->ngames];
}

void team_stats(const struct team *t, struct memo_stats *sum)
{
    *sum = (struct memo_stats){0};
    for (size_t i = 0; i < t->nmemos; i++) {
        struct memo_stats one = {0};
        t->memos[i].kind->stats(t->memos[i].self, &one);
        sum->entries += one.entries;
        sum->forgotten += one.forgotten;
        sum->growths += one.growths;
        sum->bytes += one.bytes;
    }
}

void team_interrupt(struct team *t, uint64_t memory,
                    bool (*interrupted)(void *interrupter), void *interrupter)
{
    for (size_t i = 0; i < t->nsolvers; i++) {
        t->solvers[i].memory = memory;
        t->solvers[i].interrupted = interrupted;
        t->solvers[i].interrupter = interrupter;
    }
}

uint64_t team_stack_bytes(const struct team *t)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < t->nsolvers; i++)
        bytes += solver_bytes(&t->solvers[i]);
    return bytes;
}

uint64_t team_value_bytes(const struct team *t)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < t->ndomains; i++)
        if (t->domains[i].kind->bytes)
            bytes += t->domains[i].kind->bytes(t->domains[i].self);
    return bytes;
}

struct solver_counts team_counts(const struct team *t)
{
    struct solver_counts sum = {0};
    for (size_t i = 0; i < t->nsolvers; i++) {
        sum.evaluated += t->solvers[i].counts.evaluated;
        sum.hits += t->solvers[i].counts.hits;
        sum.misses += t->solvers[i].counts.misses;
    }
    return sum;
}

enum status team_settle(struct team *t)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < t->nmemos && !st; i++)
        if (t->memos[i].kind->settle)
            st = t->memos[i].kind->settle(t->memos[i].self);
    return st;
}
