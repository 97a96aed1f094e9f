#include "engine/proof/proof_moves.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* The moves of all heaps, as they are found. */
struct found {
    const struct game *game;
    struct move {
        uint32_t heap, a, b; /* a >= b */
        bool obliges;
    } * at;
    size_t n, cap;
};

static bool start(const struct game *game, uint32_t a, uint32_t b,
                  struct position *p)
{
    const struct point point = {
        .n = (a > 0) + (b > 0), .size = {a, b}, .kind = {PART_OWN, PART_OWN}};
    return !game_start(game, &point, p);
}

static enum status add(struct found *f, struct move move)
{
    if (f->n == f->cap) {
        const size_t cap = 2 * f->cap + 256;
        void *at = realloc(f->at, cap * sizeof *f->at);
        if (!at)
            return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                             f->game->spec);
        f->at = at;
        f->cap = cap;
    }
    f->at[f->n++] = move;
    return STATUS_OK;
}

/* A move from a single heap as one of the table's. */
static bool read_move(const struct game *game, uint32_t heap, struct position p,
                      struct move *move)
{
    struct point_run run[POINT_PARTS_MAX];
    struct position all[POINT_PARTS_MAX], alone;
    const size_t n = game->rules->runs(game->self, p, run);
    size_t parts = 0;
    for (size_t i = 0; i < n; i++)
        parts += run[i].count;
    *move = (struct move){.heap = heap, .obliges = game_obliged(game, p)};
    if (parts > 2)
        return false;
    if (parts) {
        move->a = run[n - 1].size;
        move->b = parts == 2 ? run[0].size : 0;
    }
    if (move->a > heap)
        return false;
    if (!move->obliges)
        return true;
    /* Compelled into what is left; or nowhere, and then lost. */
    if (parts == 0)
        return game->rules->options(game->self, p, LEFT, all) == 0;
    return parts == 1 && start(game, move->a, 0, &alone) &&
           game_states(game, alone, all) > 1 && position_equal(all[1], p);
}

/* Are the states of a heap: free; compelled into it, with the same moves; and
 * perhaps one without a move, which lists of states end with? Or, of answers
 * elsewhere, free, and barred from it? */
static enum status check_states(const struct game *game, struct position p,
                                const struct position options[], size_t n,
                                size_t sunk, bool *fits)
{
    struct position all[POINT_PARTS_MAX];
    const size_t nstates = game_states(game, p, all);
    if (!(game->traits & GAME_OBLIGES)) {
        *fits = nstates == 1;
        return STATUS_OK;
    }
    struct position *again =
        calloc(game->rules->options_max(game->self, p) + 1, sizeof *again);
    if (!again)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         game->spec);
    const unsigned none = GAME_ELSEWHERE | GAME_LAPSES;
    const size_t own = (game->traits & none) == GAME_ELSEWHERE ? 0 : n;
    *fits = nstates == 2 + sunk &&
            game->rules->options(game->self, all[1], LEFT, again) == own;
    for (size_t i = 0; i < own && *fits; i++)
        *fits = position_equal(options[i], again[i]);
    if (*fits && sunk)
        *fits = game->rules->options(game->self, all[2], LEFT, again) == 0;
    free(again);
    return STATUS_OK;
}

static enum status find_moves(struct found *f, uint32_t heap, size_t sunk,
                              bool *fits)
{
    const struct game *game = f->game;
    struct position p;
    *fits = start(game, heap, 0, &p) &&
            (!game->rules->movable || game->rules->movable(game->self, p));
    if (!*fits)
        return STATUS_OK;
    struct position *options =
        calloc(game->rules->options_max(game->self, p) + 1, sizeof *options);
    if (!options)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         game->spec);
    const size_t n = game->rules->options(game->self, p, LEFT, options);
    enum status st = check_states(game, p, options, n, sunk, fits);
    for (size_t i = 0; i < n && *fits && !st; i++) {
        struct move move;
        *fits = read_move(game, heap, options[i], &move);
        if (*fits)
            st = add(f, move);
    }
    free(options);
    return st;
}

/* Is the i-th obligation of a + b on the i-th smallest of them? */
static bool check_order(const struct game *game, uint32_t a, uint32_t b,
                        size_t sunk)
{
    struct position p, part, all[POINT_PARTS_MAX], parts[POINT_PARTS_MAX],
        own[POINT_PARTS_MAX];
    if (!start(game, a, b, &p) || game_states(game, p, all) != 3 + sunk)
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (!start(game, i ? b : a, 0, &part) ||
            game_states(game, part, own) < 2)
            return false;
        const size_t n = game->rules->split(game->self, all[1 + i], parts);
        size_t named = 0;
        for (size_t k = 0; k < n; k++)
            named += position_equal(parts[k], own[1]);
        if (n != 2 || named != 1)
            return false;
    }
    return true;
}

/* Sorts the moves into the tables, by counting. */
static enum status sort(const struct found *f, struct proof_moves *m)
{
    const size_t pairs = proof_pair(m->size, m->size) + 2;
    m->first = calloc(pairs + 1, sizeof *m->first);
    m->heap = calloc(f->n + 1, sizeof *m->heap);
    m->obliging_first = calloc(m->size + 3, sizeof *m->obliging_first);
    m->obliging = calloc(f->n + 1, sizeof *m->obliging);
    if (!m->first || !m->heap || !m->obliging_first || !m->obliging) {
        proof_moves_close(m);
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         f->game->spec);
    }
    /* first[i + 2] counts, then first[i + 1] runs from the start of i to its
     * end. */
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].obliges)
            m->obliging_first[f->at[i].heap + 2]++;
        else
            m->first[proof_pair(f->at[i].a, f->at[i].b) + 2]++;
    for (size_t i = 2; i <= pairs; i++)
        m->first[i] += m->first[i - 1];
    for (size_t i = 2; i <= m->size + 2; i++)
        m->obliging_first[i] += m->obliging_first[i - 1];
    for (size_t i = 0; i < f->n; i++) {
        const struct move *move = &f->at[i];
        if (move->obliges)
            m->obliging[m->obliging_first[move->heap + 1]++] = move->a;
        else
            m->heap[m->first[proof_pair(move->a, move->b) + 1]++] = move->heap;
        m->obliges = m->obliges || move->obliges;
    }
    return STATUS_OK;
}

enum status proof_moves_open(const struct game *game, uint32_t size,
                             struct proof_moves *m, bool *fits)
{
    struct position nothing, all[POINT_PARTS_MAX];
    struct found f = {.game = game};
    enum status st = STATUS_OK;
    *m = (struct proof_moves){.size = size};
    *fits = start(game, 0, 0, &nothing) &&
            game->rules->options(game->self, nothing, LEFT, all) == 0;
    if (!*fits)
        return STATUS_OK;
    m->sunk = game_states(game, nothing, all) - 1;
    *fits = m->sunk <= 1;
    for (uint32_t h = 1; h <= size && *fits && !st; h++)
        st = find_moves(&f, h, m->sunk, fits);
    if (!st && game->traits & GAME_OBLIGES && !(game->traits & GAME_ELSEWHERE))
        for (uint32_t b = 2; b <= size && *fits; b++)
            for (uint32_t a = 1; a < b && a + b <= size && *fits; a++)
                *fits = check_order(game, a, b, m->sunk);
    if (!st && *fits)
        st = sort(&f, m);
    free(f.at);
    return st;
}

void proof_moves_close(struct proof_moves *m)
{
    free(m->first);
    free(m->heap);
    free(m->obliging_first);
    free(m->obliging);
}
