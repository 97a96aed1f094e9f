/* e3_variants.c - three players, two variants: allies who part during play, and
 * a score that pays by the counters that a player takes. Nim and Kayles.
 *
 * Parting at K. While more than K counters are on the board two players stand
 * together against the third, who wants to make the last move; from then on
 * each of the three plays for himself, and prefers the next player to the
 * previous (upstream). Counters only become fewer, so they part once. Who is
 * named by his offset from the mover, 0..2, as in coalition.c: K = 0 is one
 * against two to the end.
 *
 * Counters. Whoever takes counters keeps them, and that is his score. One
 * against two: the lone player wants many, the allies want him to have few.
 * Three for themselves: each keeps every move with the best score for himself,
 * and every tie is followed, as in scoring.c.
 *
 * All positions are worked out in the grid's order when the census is opened,
 * as options have smaller numbers.
 */
#include "census/named/shared/ask.h"
#include "engine/base/log.h"
#include "engine/theory/heap_moves.h"
#include "rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 3, TEXT = 96, TOTAL_MAX = 40, GAMES = 2 };
enum { PARTINGS = 5, PARTING_STEP = 3 }; /* K = 0, 3, ..., 12 */

/* What is found about a position. */
struct variant {
    uint8_t parting[PARTINGS]; /* bit i: the lone player at offset i wins */
    uint8_t lone[SEATS];       /* counters for the lone player at offset i */
    uint8_t score[SEATS];      /* in the first of the results: offset i */
    uint16_t results;          /* triples of scores */
};

struct row {
    char position[TEXT];
    uint8_t counters, heaps;
    struct variant of[GAMES];
};

#define FACT(g, label, field, text)                                            \
    {                                                                          \
        .name = label, .type = COLUMN_U8, .role = COLUMN_FACT,                 \
        .offset = offsetof(struct row, of[g].field), .width = 1, .unit = "",   \
        .help = text,                                                          \
    }
#define PARTING(g, game, i, k)                                                 \
    FACT(                                                                      \
        g, game "_part_" k, parting[i],                                        \
        "bit i: who moves i-th next makes the last move against two who part " \
        "when " k " counters are left")
#define LONE(g, game, i, who)                                                  \
    FACT(g, game "_lone_" who, lone[i],                                        \
         "counters that the " who " player gets against two")
#define SCORE(g, game, i, who)                                                 \
    FACT(g, game "_score_" who, score[i],                                      \
         "counters that the " who                                              \
         " player gets if each plays for himself; of "                         \
         "several results the one that is least for the mover, then the next")
#define VARIANT(g, game)                                                       \
    PARTING(g, game, 0, "0"), PARTING(g, game, 1, "3"),                        \
        PARTING(g, game, 2, "6"), PARTING(g, game, 3, "9"),                    \
        PARTING(g, game, 4, "12"), LONE(g, game, 0, "mover"),                  \
        LONE(g, game, 1, "next"), LONE(g, game, 2, "previous"),                \
        SCORE(g, game, 0, "mover"), SCORE(g, game, 1, "next"),                 \
        SCORE(g, game, 2, "previous"),                                         \
    {                                                                          \
        .name = game "_results", .type = COLUMN_U16, .role = COLUMN_FACT,      \
        .offset = offsetof(struct row, of[g].results), .width = 2, .unit = "", \
        .help =                                                                \
            "different results if each plays for himself and every tie is "    \
            "followed",                                                        \
    }

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the heaps"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters", "in all heaps"),
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    VARIANT(0, "nim"),
    VARIANT(1, "kayles"),
};

static const char *const games[GAMES] = {"nim", "octal:0.77"};

/* Scores of mover, next and previous player, as one number. */
typedef uint32_t scores;

static scores pack(unsigned mover, unsigned next, unsigned previous)
{
    return mover << 16 | next << 8 | previous;
}

static unsigned score(scores s, unsigned seat)
{
    return s >> (16 - 8 * seat) & 255;
}

/* Triples of scores, ascending. */
struct results {
    size_t n;
    scores *of;
};

struct table {
    struct grid grid;
    struct variant *of[GAMES]; /* by number of the position */
};

/* One position, while its options are gone through. */
struct fold {
    const struct variant *known;
    const struct results *results;
    bool moved;
    uint8_t some[PARTINGS], all[PARTINGS]; /* bits of some, of all options */
    uint8_t lone[SEATS];
    struct results best;
    size_t room;
};

/* Keeps a result if it is one of the best for the mover. */
static enum status keep(struct fold *f, scores s)
{
    struct results *b = &f->best;
    size_t at = 0;
    if (b->n && score(b->of[0], 0) > score(s, 0))
        return STATUS_OK;
    if (b->n && score(b->of[0], 0) < score(s, 0))
        b->n = 0;
    while (at < b->n && b->of[at] < s)
        at++;
    if (at < b->n && b->of[at] == s)
        return STATUS_OK;
    if (b->n == f->room) {
        const size_t room = f->room ? 2 * f->room : 4;
        scores *more = realloc(b->of, room * sizeof *more);
        if (!more)
            return log_error(STATUS_NOMEM, "out of memory for results");
        b->of = more;
        f->room = room;
    }
    memmove(b->of + at + 1, b->of + at, (b->n - at) * sizeof *b->of);
    b->of[at] = s;
    b->n++;
    return STATUS_OK;
}

/* An option that leaves the mover `taken` counters. Who is at offset i is at i
 * - 1 in it, the mover last. */
static enum status absorb(struct fold *f, uint64_t option, unsigned taken)
{
    const struct variant *o = &f->known[option];
    const struct results *r = &f->results[option];
    enum status st = STATUS_OK;
    for (unsigned k = 0; k < PARTINGS; k++) {
        f->some[k] |= o->parting[k];
        f->all[k] &= o->parting[k];
    }
    if (taken + o->lone[2] > f->lone[0])
        f->lone[0] = (uint8_t)(taken + o->lone[2]);
    for (unsigned i = 1; i < SEATS; i++)
        if (!f->moved || o->lone[i - 1] < f->lone[i])
            f->lone[i] = o->lone[i - 1];
    f->moved = true;
    for (size_t i = 0; i < r->n && !st; i++)
        st = keep(f, pack(taken + score(r->of[i], 2), score(r->of[i], 0),
                          score(r->of[i], 1)));
    return st;
}

/* Who wins against two allies, from the bits of the options; or, parted, who
 * wins at all, which is one bit in each of them. */
static uint8_t finish_parting(const struct fold *f, unsigned k, bool parted)
{
    const unsigned some = f->some[k], all = f->all[k];
    if (!f->moved)
        return 1 << 2;
    if (!parted)
        return (uint8_t)((some >> 2 & 1) | (all << 1 & 6));
    return some & 4 ? 1 << 0 : some & 1 ? 1 << 1 : 1 << 2;
}

static enum status finish(struct fold *f, unsigned total, struct variant *v)
{
    enum status st = f->moved ? STATUS_OK : keep(f, pack(0, 0, 0));
    if (st)
        return st;
    for (unsigned k = 0; k < PARTINGS; k++)
        v->parting[k] = finish_parting(f, k, total <= k * PARTING_STEP);
    memcpy(v->lone, f->lone, sizeof v->lone);
    for (unsigned i = 0; i < SEATS; i++)
        v->score[i] = (uint8_t)score(f->best.of[0], i);
    v->results = (uint16_t)f->best.n;
    return STATUS_OK;
}

/* Every move in heap number i of the point. */
static enum status move(const struct table *t, const struct heap_moves *moves,
                        const struct point *p, uint32_t i, struct fold *f)
{
    const uint32_t heap = p->size[i];
    enum status st = STATUS_OK;
    for (uint32_t m = moves->first[heap]; m < moves->first[heap + 1] && !st;
         m++) {
        const uint8_t *left = moves->option[m];
        struct point to = *p;
        uint64_t option;
        to.size[i] = to.size[--to.n];
        for (unsigned k = 0; k < 2; k++)
            if (left[k])
                to.size[to.n++] = left[k];
        const bool known = t->grid.kind->rank(t->grid.self, &to, &option);
        assert(known); /* the grid holds all that has fewer counters */
        st = absorb(f, option, heap - left[0] - left[1]);
    }
    return st;
}

static unsigned total_of(const struct point *p)
{
    unsigned total = 0;
    for (uint32_t i = 0; i < p->n; i++)
        total += p->size[i];
    return total;
}

static enum status solve(struct table *t, const struct heap_moves *moves,
                         struct variant known[], struct results results[])
{
    enum status st = STATUS_OK;
    for (uint64_t at = 0; at < t->grid.count && !st; at++) {
        struct point p;
        struct fold f = {.known = known, .results = results};
        memset(f.all, 7, sizeof f.all);
        grid_unrank(&t->grid, at, &p);
        for (uint32_t i = 0; i < p.n; i++)
            p.kind[i] = PART_OWN;
        for (uint32_t i = 0; i < p.n && !st; i++)
            st = move(t, moves, &p, i, &f);
        st = st ? st : finish(&f, total_of(&p), &known[at]);
        results[at] = f.best;
    }
    return st;
}

static enum status solve_game(struct table *t, unsigned g, unsigned total)
{
    struct game game;
    struct heap_moves moves;
    struct results *results = calloc(t->grid.count, sizeof *results);
    t->of[g] = calloc(t->grid.count, sizeof *t->of[g]);
    enum status st = results && t->of[g]
                         ? game_open(rulesets, games[g], &game)
                         : log_error(STATUS_NOMEM, "out of memory");
    if (!st) {
        st = heap_moves_open(&moves, &game, total);
        if (!st) {
            st = solve(t, &moves, t->of[g], results);
            heap_moves_close(&moves);
        }
        game_close(&game);
    }
    for (uint64_t i = 0; results && i < t->grid.count; i++)
        free(results[i].of);
    free(results);
    return st;
}

static void e3_variants_close(void *shared)
{
    struct table *t = shared;
    for (unsigned g = 0; g < GAMES; g++)
        free(t->of[g]);
    grid_close(&t->grid);
    free(t);
}

static enum status e3_variants_open(const int64_t params[], void **out)
{
    char spec[64];
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return log_error(STATUS_NOMEM, "out of memory");
    snprintf(spec, sizeof spec, "partitions:total=0..%d", (int)params[0]);
    enum status st = grid_open(grid_kinds, spec, NULL, &t->grid);
    if (st) {
        free(t);
        return st;
    }
    for (unsigned g = 0; g < GAMES && !st; g++)
        st = solve_game(t, g, (unsigned)params[0]);
    if (st)
        e3_variants_close(t);
    else
        *out = t;
    return st;
}

static enum status e3_variants_row(const struct cell *cell, void *out)
{
    const struct table *t = cell->shared;
    struct row *row = out;
    enum status st = ask_position(cell, 0, row->position, TEXT);
    row->counters = (uint8_t)total_of(cell->point);
    row->heaps = (uint8_t)cell->point->n;
    for (unsigned g = 0; g < GAMES; g++)
        row->of[g] = t->of[g][cell->index];
    return st;
}

static const struct param params[] = {
    {.name = "total",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = TOTAL_MAX,
     .def = "12",
     .help = "most counters in all heaps"},
};

const struct census census_e3_variants = {
    .name = "e3-variants",
    .summary = "three players: allies who part during play, scores by counters "
               "taken; Nim and Kayles",
    .version = 1,
    .games = {{"nim:players=3", "coalition"}},
    .grid = "partitions:total=0..{total}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = e3_variants_open,
    .close = e3_variants_close,
    .row = e3_variants_row,
};
