#include "engine/proof/proof_closure.h"

#include "engine/base/log.h"
#include "engine/proof/proof_moves.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 1 << 26, SIZES_MAX = 64, POLL_POINTS = 1 << 14 };
enum { ALL = 255 };

/* A move of a heap that leaves a >= b, 0 for none; or that leaves a, and the
 * answer must not be in it. */
struct move {
    uint8_t a, b;
    bool obliges;
};

struct proof_closure {
    const struct proof_facts *facts;
    struct proof_moves moves;
    struct move *move;
    uint32_t first[SIZES_MAX + 2]; /* of a heap's moves */
    uint32_t size, total, parts;   /* the largest heap; most counters, heaps */
    bool lapses;
    uint64_t *ways;   /* P(n, d) at n * (size + 1) + d */
    uint64_t *offset; /* of total n; one more at the end */
    uint64_t bytes, unpolled;
    uint8_t *value;               /* by rank */
    uint8_t count[SIZES_MAX + 1]; /* of the multiset in hand, by size */
    uint32_t n;                   /* its total */
};

static bool serves(const struct proof_facts *f, const struct grid_bounds *b)
{
    const struct plan *plan = f->plan;
    const struct game *game = &plan->games[0];
    const unsigned needs = GAME_SHRINKS | GAME_OBLIGES | GAME_ELSEWHERE;
    const unsigned refuses = GAME_PARTIZAN | GAME_MISERE;
    return plan->ngames == 1 && plan->census->free_only &&
           !plan->census->beyond && plan->domains[0]->is_outcome &&
           game->players == 2 && (game->traits & needs) == needs &&
           !(game->traits & refuses) && game->rules->runs &&
           game->rules->obligation && !b->mixed &&
           !grid_of_positions(&plan->grid) && b->size >= 1 &&
           b->size < SIZES_MAX && b->total <= POINT_PARTS_MAX;
}

static uint64_t ways(const struct proof_closure *c, uint32_t n, uint32_t d)
{
    return c->ways[(size_t)n * (c->size + 1) + d];
}

static void *take(struct proof_closure *c, size_t n, size_t size,
                  enum status *st)
{
    if (!*st)
        *st = proof_limits_take(c->facts->limits, n * size);
    if (*st)
        return NULL;
    c->bytes += n * size;
    void *array = calloc(n, size);
    if (!array)
        *st = log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                        c->facts->limits->path);
    return array;
}

static enum status count_points(struct proof_closure *c)
{
    enum status st = STATUS_OK;
    c->ways =
        take(c, (size_t)(c->total + 1) * (c->size + 1), sizeof *c->ways, &st);
    c->offset = take(c, c->total + 2, sizeof *c->offset, &st);
    for (uint32_t n = 0; n <= c->total && !st; n++) {
        uint64_t *row = c->ways + (size_t)n * (c->size + 1);
        row[0] = n == 0;
        for (uint32_t d = 1; d <= c->size; d++)
            row[d] = row[d - 1] + (n >= d ? ways(c, n - d, d) : 0);
        c->offset[n + 1] = c->offset[n] + row[c->size];
    }
    return st;
}

/* The moves of each heap, from those that lead to each pair. */
static enum status list_moves(struct proof_closure *c)
{
    const struct proof_moves *m = &c->moves;
    const size_t pairs = proof_pair(c->size, c->size) + 1;
    const size_t n = m->first[pairs] + m->obliging_first[c->size + 1];
    uint32_t next[SIZES_MAX + 2];
    enum status st = STATUS_OK;
    c->move = take(c, n + 1, sizeof *c->move, &st);
    if (st)
        return st;
    for (uint32_t k = 0; k < m->first[pairs]; k++)
        c->first[m->heap[k] + 1]++;
    for (uint32_t h = 1; h <= c->size; h++)
        c->first[h + 1] +=
            c->first[h] + m->obliging_first[h + 1] - m->obliging_first[h];
    memcpy(next, c->first, sizeof next);
    for (uint32_t h = 1; h <= c->size; h++)
        for (uint32_t k = m->obliging_first[h]; k < m->obliging_first[h + 1];
             k++)
            c->move[next[h]++] =
                (struct move){(uint8_t)m->obliging[k], 0, true};
    for (uint32_t a = 0; a <= c->size; a++)
        for (uint32_t b = 0; b <= a; b++) {
            const size_t pair = proof_pair(a, b);
            for (uint32_t k = m->first[pair]; k < m->first[pair + 1]; k++)
                c->move[next[m->heap[k]]++] =
                    (struct move){(uint8_t)a, (uint8_t)b, false};
        }
    return st;
}

static uint64_t rank(const struct proof_closure *c, const uint8_t count[],
                     uint32_t total)
{
    uint64_t sum = c->offset[total];
    uint32_t n = total;
    for (uint32_t d = c->size; d > 1 && n; d--)
        if (count[d]) {
            const uint32_t rest = n - d * count[d];
            sum += ways(c, n, d) - ways(c, rest, d);
            n = rest;
        }
    return sum;
}

/* What is the place of a size among those of the multiset? */
static unsigned place(const uint8_t count[], uint32_t size)
{
    unsigned smaller = 0;
    for (uint32_t d = 1; d < size; d++)
        smaller += count[d] > 0;
    return smaller;
}

static bool wins(struct proof_closure *c, uint32_t h, const struct move *move)
{
    uint8_t *count = c->count;
    count[h]--;
    count[move->a]++;
    count[move->b]++;
    const uint8_t value =
        c->value[rank(c, count, c->n - h + move->a + move->b)];
    const bool wins = value == 0 || (move->obliges && value != ALL &&
                                     value == 1 + place(count, move->a));
    count[move->b]--;
    count[move->a]--;
    count[h]++;
    return wins;
}

/* The value of the multiset in hand, of so many heaps. */
static uint8_t solve(struct proof_closure *c, uint32_t parts)
{
    uint8_t value = 0;
    unsigned at = 0;
    for (uint32_t h = 1; h <= c->size; h++) {
        if (!c->count[h])
            continue;
        uint32_t k = c->first[h];
        while (k < c->first[h + 1] && !wins(c, h, &c->move[k]))
            k++;
        if (k < c->first[h + 1]) {
            if (value || c->count[h] > 1 || (parts == 1 && c->lapses))
                return ALL;
            value = (uint8_t)(1 + at);
        }
        at++;
    }
    return value;
}

/* All multisets of `left` counters more in exactly `heaps` heaps of at most
 * `most`. */
static enum status each(struct proof_closure *c, uint32_t left, uint32_t heaps,
                        uint32_t most, uint32_t parts)
{
    enum status st = STATUS_OK;
    if (heaps == 0) {
        c->value[rank(c, c->count, c->n)] = solve(c, parts);
        if (++c->unpolled < POLL_POINTS)
            return STATUS_OK;
        c->unpolled = 0;
        return proof_limits_poll(c->facts->limits);
    }
    for (uint32_t d = (left + heaps - 1) / heaps;
         d <= most && d + heaps - 1 <= left && !st; d++) {
        c->count[d]++;
        st = each(c, left - d, heaps - 1, d, parts);
        c->count[d]--;
    }
    return st;
}

/* A move lowers the total, or keeps it and makes more heaps. */
enum status proof_closure_solve(struct proof_closure *c)
{
    enum status st = STATUS_OK;
    for (c->n = 0; c->n <= c->total && !st; c->n++)
        for (uint32_t parts = c->n < c->parts ? c->n : c->parts;
             (parts || !c->n) && !st; parts--) {
            st = each(c, c->n, parts, c->size, parts);
            if (parts == 0)
                break;
        }
    return st;
}

static bool splits(const struct proof_closure *c)
{
    bool any = false;
    for (uint32_t k = c->first[1]; k < c->first[c->size + 1]; k++)
        any = any || c->move[k].b;
    return any;
}

static enum status fill(struct proof_closure *c, uint32_t parts, bool *fits)
{
    enum status st = count_points(c);
    *fits = !st && c->offset[c->total + 1] <= POINTS_MAX;
    if (st || !*fits)
        return st;
    st = list_moves(c);
    if (st)
        return st;
    c->parts = splits(c) ? c->total : parts;
    c->value = take(c, c->offset[c->total + 1], 1, &st);
    return st;
}

enum status proof_closure_open(const struct proof_facts *f,
                               struct proof_closure **out)
{
    const struct grid *grid = &f->plan->grid;
    const struct game *game = &f->plan->games[0];
    struct grid_bounds bounds;
    bool fits;
    *out = NULL;
    grid->kind->bounds(grid->self, &bounds);
    if (!serves(f, &bounds))
        return STATUS_OK;
    struct proof_closure *c = calloc(1, sizeof *c);
    if (!c)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         f->limits->path);
    *c = (struct proof_closure){.facts = f,
                                .size = bounds.size,
                                .total = (uint32_t)bounds.total,
                                .lapses = game->traits & GAME_LAPSES};
    enum status st = proof_moves_open(game, c->size, &c->moves, &fits);
    if (st || !fits) {
        free(c);
        return st;
    }
    st = fill(c, bounds.parts, &fits);
    if (st || !fits)
        proof_closure_close(c);
    else
        *out = c;
    return st;
}

void proof_closure_close(struct proof_closure *c)
{
    proof_limits_give(c->facts->limits, c->bytes);
    proof_moves_close(&c->moves);
    free(c->move);
    free(c->ways);
    free(c->offset);
    free(c->value);
    free(c);
}

uint64_t proof_closure_points(const struct proof_closure *c)
{
    return c->offset[c->total + 1];
}

uint64_t proof_closure_value(const struct proof_closure *c,
                             const struct point *point)
{
    uint8_t count[SIZES_MAX + 1] = {0};
    uint32_t total = 0;
    for (uint32_t i = 0; i < point->n; i++) {
        count[point->size[i]]++;
        total += point->size[i];
    }
    return c->value[rank(c, count, total)] ? OUTCOME_N : OUTCOME_P;
}
