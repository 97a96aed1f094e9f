#include "engine/proof/proof_losses.h"

#include "engine/base/log.h"
#include "engine/proof/proof_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct proof_losses {
    const struct proof_facts *facts;
    const struct grid *grid;
    struct proof_moves moves;
    _Atomic uint16_t *mask; /* of each row */
};

/* The different sizes of a point, ascending. */
struct sizes {
    struct point_run at[PROOF_SIZES_MAX + 2];
    size_t n;
};

/* A move of a game that shrinks leads to some multiset of no larger total. */
static bool closed(const struct grid *grid, const struct grid_bounds *b)
{
    const struct point nothing = {.n = 0};
    uint64_t index;
    return grid->kind->layer_end && grid->kind->rank_runs && !b->mixed &&
           b->parts >= b->total && b->size >= b->total &&
           grid->kind->rank(grid->self, &nothing, &index);
}

static bool fits(const struct proof_facts *f, const struct grid_bounds *b)
{
    const struct plan *plan = f->plan;
    const struct game *game = &plan->games[0];
    const unsigned needs = GAME_SHRINKS | GAME_SUMS;
    const unsigned refuses = GAME_PARTIZAN | GAME_MISERE | GAME_ELSEWHERE;
    return f->width && plan->ngames == 1 && plan->domains[0]->is_outcome &&
           game->players == 2 && (game->traits & needs) == needs &&
           !(game->traits & refuses) && game->rules->runs &&
           game->rules->split &&
           (!(game->traits & GAME_OBLIGES) || game->rules->obligation) &&
           b->total < (PROOF_SIZES_MAX + 1) * (PROOF_SIZES_MAX + 2) / 2 &&
           closed(&plan->grid, b);
}

static enum status allocate(struct proof_losses *l, struct proof_limits *limits)
{
    enum status st =
        proof_limits_take(limits, l->facts->rows * sizeof *l->mask);
    if (st)
        return st;
    l->mask = calloc(l->facts->rows, sizeof *l->mask);
    if (l->mask)
        return STATUS_OK;
    proof_limits_give(limits, l->facts->rows * sizeof *l->mask);
    return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                     limits->path);
}

enum status proof_losses_open(const struct proof_facts *f,
                              struct proof_losses **out)
{
    const struct grid *grid = &f->plan->grid;
    struct grid_bounds bounds;
    bool suits;
    *out = NULL;
    grid->kind->bounds(grid->self, &bounds);
    if (!fits(f, &bounds))
        return STATUS_OK;
    struct proof_losses *l = malloc(sizeof *l);
    if (!l)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         f->limits->path);
    *l = (struct proof_losses){.facts = f, .grid = grid};
    enum status st =
        proof_moves_open(&f->plan->games[0], bounds.size, &l->moves, &suits);
    if (st || !suits) {
        free(l);
        return st;
    }
    st = allocate(l, f->limits);
    if (st) {
        proof_moves_close(&l->moves);
        free(l);
        return st;
    }
    *out = l;
    return STATUS_OK;
}

void proof_losses_close(struct proof_losses *l)
{
    proof_limits_give(l->facts->limits, l->facts->rows * sizeof *l->mask);
    proof_moves_close(&l->moves);
    free(l->mask);
    free(l);
}

/* Parts of equal size stand together in points of such grids, in ascending
 * order. */
static void read_sizes(const struct point *point, struct sizes *s)
{
    s->n = 0;
    for (uint32_t i = 0; i < point->n; i++) {
        if (i && point->size[i] == point->size[i - 1]) {
            s->at[s->n - 1].count++;
            continue;
        }
        assert((!i || point->size[i] > point->size[i - 1]) &&
               s->n < PROOF_SIZES_MAX);
        s->at[s->n++] = (struct point_run){point->size[i], 1};
    }
}

/* The row of a point with heaps a and b (0: none) replaced by h (0: none), and
 * how many of its sizes are smaller than h. False if it is not in the grid. */
static bool neighbour(const struct proof_losses *l, const struct sizes *s,
                      uint32_t a, uint32_t b, uint32_t h, uint64_t *row,
                      unsigned *smaller)
{
    struct point_run run[PROOF_SIZES_MAX + 3];
    size_t n = 0;
    bool added = h == 0;
    for (size_t i = 0; i < s->n; i++) {
        const uint32_t size = s->at[i].size;
        uint32_t count = s->at[i].count - (size == a) - (size == b);
        if (!added && h <= size) {
            *smaller = (unsigned)n;
            added = true;
            if (h == size)
                count++;
            else
                run[n++] = (struct point_run){h, 1};
        }
        if (count)
            run[n++] = (struct point_run){size, count};
    }
    if (!added) {
        *smaller = (unsigned)n;
        run[n++] = (struct point_run){h, 1};
    }
    return l->grid->kind->rank_runs(l->grid->self, run, n, row);
}

static uint64_t mark(struct proof_losses *l, const struct sizes *s, uint32_t a,
                     uint32_t b)
{
    const struct proof_moves *m = &l->moves;
    const size_t pair = proof_pair(a, b);
    uint64_t marks = 0;
    for (uint32_t k = m->first[pair]; k < m->first[pair + 1]; k++) {
        uint64_t row;
        unsigned slot = 0;
        if (!neighbour(l, s, a, b, m->heap[k], &row, &slot))
            continue;
        atomic_fetch_or_explicit(&l->mask[row], (uint16_t)(1u << slot),
                                 memory_order_relaxed);
        marks++;
    }
    return marks;
}

static uint64_t mark_all(struct proof_losses *l, const struct sizes *s)
{
    uint64_t marks = mark(l, s, 0, 0);
    for (size_t i = 0; i < s->n; i++) {
        marks += mark(l, s, s->at[i].size, 0);
        for (size_t k = 0; k < i; k++)
            marks += mark(l, s, s->at[i].size, s->at[k].size);
        if (s->at[i].count > 1)
            marks += mark(l, s, s->at[i].size, s->at[i].size);
    }
    return marks;
}

uint64_t proof_losses_mark(struct proof_losses *l, struct proof_reader *reader,
                           const struct domain_kind *domain, uint64_t from,
                           uint64_t to)
{
    uint64_t marks = 0;
    for (uint64_t row = from; row < to; row++) {
        struct sizes s;
        if (proof_facts_state(reader, domain, 0, row, 0) != OUTCOME_P)
            continue;
        grid_unrank(l->grid, row, &reader->point);
        read_sizes(&reader->point, &s);
        marks += mark_all(l, &s);
    }
    return marks;
}

uint64_t proof_losses_end(const struct proof_losses *l, uint64_t first)
{
    return l->moves.obliges ? l->grid->kind->layer_end(l->grid->self, first)
                            : l->grid->count;
}

static unsigned mask_of(const struct proof_losses *l, uint64_t row)
{
    return atomic_load_explicit(&l->mask[row], memory_order_relaxed);
}

/* Does a move that obliges win in the i-th size? It wins if the opponent,
 * compelled into what is left, loses. */
static bool obliging_wins(const struct proof_losses *l, const struct sizes *s,
                          size_t i)
{
    const struct proof_moves *m = &l->moves;
    const uint32_t h = s->at[i].size;
    for (uint32_t k = m->obliging_first[h]; k < m->obliging_first[h + 1]; k++) {
        const uint32_t left = m->obliging[k];
        uint64_t row;
        unsigned slot;
        if (left == 0)
            return true;
        const bool found = neighbour(l, s, h, 0, left, &row, &slot);
        assert(found); /* the grid is closed */
        if (!(mask_of(l, row) >> slot & 1))
            return true;
    }
    return false;
}

size_t proof_losses_states(struct proof_losses *l, uint64_t row,
                           const struct point *point,
                           uint64_t values[PROOF_STATES_MAX])
{
    unsigned mask = mask_of(l, row);
    struct sizes s;
    read_sizes(point, &s);
    if (l->moves.obliges) {
        for (size_t i = 0; i < s.n; i++)
            if (!(mask >> i & 1) && obliging_wins(l, &s, i))
                mask |= 1u << i;
        atomic_store_explicit(&l->mask[row], (uint16_t)mask,
                              memory_order_relaxed);
    }
    values[0] = mask ? OUTCOME_N : OUTCOME_P;
    if (!(l->facts->plan->games[0].traits & GAME_OBLIGES))
        return 1;
    for (size_t i = 0; i < s.n; i++)
        values[1 + i] = mask >> i & 1 ? OUTCOME_N : OUTCOME_P;
    if (l->moves.sunk)
        values[1 + s.n] = OUTCOME_P;
    return 1 + s.n + l->moves.sunk;
}
