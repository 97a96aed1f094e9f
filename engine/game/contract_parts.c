/* contract_parts.c - the promises about the parts of a position. */
#include "engine/base/log.h"
#include "engine/game/contract.h"

#include <stdlib.h>
#include <string.h>

static bool same_parts(const struct game *g, struct position p,
                       struct position q)
{
    struct point a, b;
    g->rules->parts(g->self, p, &a);
    g->rules->parts(g->self, q, &b);
    return a.n == b.n && !memcmp(a.size, b.size, a.n * sizeof a.size[0]);
}

/* Every state of a position has the position's parts; the first is free. */
static const char *state_fault(const struct game *g, struct position p,
                               const struct position states[], size_t n)
{
    const struct obligation_slots *slots = g->rules->obligation;
    bool itself = false;
    if (n < 1 || n > POINT_PARTS_MAX)
        return "states() gives none, or too many";
    for (size_t j = 0; j < n; j++) {
        if (position_equal(states[j], p)) {
            itself = true;
            if (slots->state && slots->state(g->self, p) != j)
                return "state() is not its place in states()";
        }
        for (size_t k = 0; k < j; k++)
            if (position_equal(states[j], states[k]))
                return "a state comes twice";
        if (game_obliged(g, states[j]) != (j > 0))
            return "the first state must be free, all others obliged";
        if (g->rules->parts && !same_parts(g, states[j], p))
            return "a state has other parts";
    }
    return itself ? NULL : "it is none of its own states";
}

enum status contract_states(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    struct position *states = contract_room(POINT_PARTS_MAX);
    enum status st = states ? STATUS_OK : STATUS_NOMEM;
    for (size_t i = 0; i < s->n && g->rules->obligation && !st; i++) {
        size_t n = game_states(g, s->at[i], states);
        const char *fault = contract_spoilt(states, POINT_PARTS_MAX)
                                ? "states() writes too many"
                                : state_fault(g, s->at[i], states, n);
        if (fault)
            st = contract_broken(g, s->at[i], broken, fault);
    }
    free(states);
    return st;
}

/* p without its obligation; false if start() refuses its parts. */
static bool freed(const struct game *g, struct position p,
                  struct position *free_one)
{
    struct point parts = {.n = 0};
    g->rules->parts(g->self, p, &parts);
    return !game_start(g, &parts, free_one);
}

/* Do the runs say the same as the parts, where all of these are PART_OWN? */
static bool same_runs(const struct game *g, struct position p)
{
    struct point_run run[POINT_PARTS_MAX];
    struct point parts = {.n = 0};
    uint32_t seen = 0;
    g->rules->parts(g->self, p, &parts);
    for (uint32_t i = 0; i < parts.n; i++)
        if (parts.kind[i] != PART_OWN)
            return true;
    const size_t n = g->rules->runs(g->self, p, run);
    for (size_t i = 0; i < n; i++) {
        if (!run[i].count || (i && run[i].size <= run[i - 1].size))
            return false;
        for (uint32_t k = 0; k < run[i].count; k++, seen++)
            if (seen >= parts.n || parts.size[seen] != run[i].size)
                return false;
    }
    return seen == parts.n;
}

enum status contract_parts(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    for (size_t i = 0; i < s->n && g->rules->parts; i++) {
        struct position p;
        if (!freed(g, s->at[i], &p))
            return contract_broken(g, s->at[i], broken,
                                   "start refuses its parts");
        if (position_equal(p, s->at[i]) == game_obliged(g, s->at[i]))
            return contract_broken(g, s->at[i], broken,
                                   "start of its parts is another position");
        if (game_obliged(g, p))
            return contract_broken(g, s->at[i], broken,
                                   "start of its parts is obliged");
        if (g->rules->runs && !same_runs(g, s->at[i]))
            return contract_broken(g, s->at[i], broken,
                                   "its runs are not its parts");
    }
    return STATUS_OK;
}

/* Boards, and whether the next player is obliged on them. */
struct set {
    size_t n;
    struct {
        struct position board;
        bool obliged;
    } at[CONTRACT_POSITIONS];
};

static void set_add(struct set *set, struct position board, bool obliged)
{
    size_t i = 0;
    while (i < set->n && !(position_equal(set->at[i].board, board) &&
                           set->at[i].obliged == obliged))
        i++;
    if (i == set->n && set->n < CONTRACT_POSITIONS) {
        set->at[set->n].board = board;
        set->at[set->n++].obliged = obliged;
    }
}

static bool set_equal(struct set *a, const struct set *b)
{
    const size_t n = a->n;
    if (n != b->n)
        return false;
    for (size_t i = 0; i < b->n; i++)
        set_add(a, b->at[i].board, b->at[i].obliged);
    return a->n == n;
}

/* The position made of `changed` and all pieces but one, without obligation. */
static bool joined(const struct game *g, struct position changed,
                   const struct position pieces[], size_t n, size_t but,
                   struct position *p)
{
    struct point all = {.n = 0}, more;
    g->rules->parts(g->self, changed, &all);
    for (size_t i = 0; i < n; i++) {
        if (i == but)
            continue;
        g->rules->parts(g->self, pieces[i], &more);
        if (all.n + more.n > POINT_PARTS_MAX)
            return false;
        for (uint32_t j = 0; j < more.n; j++) {
            all.size[all.n] = more.size[j];
            all.kind[all.n++] = more.kind[j];
        }
    }
    return !game_start(g, &all, p);
}

static enum status whole_options(const struct game *g, struct position p,
                                 enum mover mover, struct set *set,
                                 char broken[])
{
    struct position *out, board;
    size_t n;
    enum status st = contract_options(g, p, mover, &out, &n, broken);
    set->n = 0;
    for (size_t i = 0; i < n && !st; i++) {
        if (freed(g, out[i], &board))
            set_add(set, board, game_obliged(g, out[i]));
        else
            st = contract_broken(g, out[i], broken, "start refuses its parts");
    }
    free(out);
    return st;
}

/* The boards that can be moved to in the pieces one at a time. A player who is
 * obliged has to move in the piece that carries the obligation. */
static enum status split_options(const struct game *g, struct position p,
                                 enum mover mover, struct set *set,
                                 char broken[])
{
    struct position *pieces = contract_room(POINT_PARTS_MAX), board;
    set->n = 0;
    if (!pieces)
        return STATUS_NOMEM;
    size_t n = g->rules->split(g->self, p, pieces);
    enum status st = STATUS_OK;
    if (n > POINT_PARTS_MAX || contract_spoilt(pieces, POINT_PARTS_MAX))
        st = contract_broken(g, p, broken, "split gives too many pieces");
    for (size_t i = 0; i < n && !st; i++) {
        struct position *out;
        size_t m;
        if (game_obliged(g, p) && !game_obliged(g, pieces[i]))
            continue;
        st = contract_options(g, pieces[i], mover, &out, &m, broken);
        for (size_t j = 0; j < m && !st; j++) {
            if (joined(g, out[j], pieces, n, i, &board))
                set_add(set, board, game_obliged(g, out[j]));
            else
                st = contract_broken(g, p, broken,
                                     "start refuses the pieces put together");
        }
        free(out);
    }
    free(pieces);
    return st;
}

/* Every option of Left is the mirror of one of Right's in the mirror. */
static enum status check_mirror(const struct game *g, struct position p,
                                enum mover mover, char broken[])
{
    const struct position q = g->rules->partizan->mirror(g->self, p);
    struct position *ours, *theirs = NULL;
    size_t n, m = 0;
    if (!position_equal(g->rules->partizan->mirror(g->self, q), p))
        return contract_broken(g, p, broken, "its mirror's mirror is another");
    enum status st = contract_options(g, p, mover, &ours, &n, broken);
    if (!st)
        st = contract_options(g, q, contract_movers(g) == 1 ? LEFT : !mover,
                              &theirs, &m, broken);
    if (!st && n != m)
        st = contract_broken(g, p, broken, "its mirror has other options");
    for (size_t i = 0; i < n && !st; i++) {
        const struct position wanted =
            g->rules->partizan->mirror(g->self, ours[i]);
        size_t j = 0;
        while (j < m && !position_equal(theirs[j], wanted))
            j++;
        if (j == m)
            st = contract_broken(g, p, broken, "its mirror has other options");
    }
    free(ours);
    free(theirs);
    return st;
}

enum status contract_mirror(const struct contract_sample *s, char broken[])
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->n && s->game->rules->partizan && !st; i++)
        for (unsigned mover = LEFT; mover < contract_movers(s->game) && !st;
             mover++)
            st = check_mirror(s->game, s->at[i], (enum mover)mover, broken);
    return st;
}

/* What stands for a part is its own only part, and so is its mirror, unless the
 * part stands for both. */
static const char *part_fault(const struct game *g, struct position p)
{
    struct position parts[POINT_PARTS_MAX], again[POINT_PARTS_MAX];
    const struct partizan_slots *partizan = g->rules->partizan;
    const size_t n = g->rules->split(g->self, p, parts);
    if (n > POINT_PARTS_MAX)
        return "split gives too many pieces";
    for (size_t i = 0; i < n; i++)
        for (int turned = 0; turned < (partizan ? 2 : 1); turned++) {
            const struct position one =
                turned ? partizan->mirror(g->self, parts[i]) : parts[i];
            if (g->rules->split(g->self, one, again) != 1 ||
                (!position_equal(again[0], one) &&
                 !position_equal(again[0], parts[i])))
                return "a piece is not its own only piece";
        }
    return NULL;
}

enum status contract_split(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    if (!(g->traits & GAME_SUMS) || !g->rules->split)
        return STATUS_OK;
    for (size_t i = 0; i < s->n; i++) {
        const char *fault = part_fault(g, s->at[i]);
        if (fault)
            return contract_broken(g, s->at[i], broken, fault);
    }
    if (!g->rules->parts)
        return STATUS_OK;
    struct set *whole = malloc(sizeof *whole), *pieces = malloc(sizeof *pieces);
    enum status st = whole && pieces
                         ? STATUS_OK
                         : log_error(STATUS_NOMEM, "options of pieces");
    for (size_t i = 0; i < s->n && !st; i++)
        for (unsigned mover = LEFT; mover < contract_movers(g) && !st;
             mover++) {
            st = whole_options(g, s->at[i], (enum mover)mover, whole, broken);
            if (!st)
                st = split_options(g, s->at[i], (enum mover)mover, pieces,
                                   broken);
            if (!st && !set_equal(whole, pieces))
                st = contract_broken(g, s->at[i], broken,
                                     "the pieces' moves are not the whole's");
        }
    free(whole);
    free(pieces);
    return st;
}
