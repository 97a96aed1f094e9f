/* toads_and_frogs.c - Toads and Frogs on a strip: Left moves a toad one cell to
 * the right, Right a frog one cell to the left, into an empty cell or by a jump
 * over one animal of the other kind. (Winning Ways, ch. 1; Erickson, New Toads
 * and Frogs results, Games of No Chance, 1996.)
 *
 * Notation: TT_F, from left to right. A grid point of three parts a, b, c is
 * the start a toads, b empty cells, c frogs.
 *
 * A position is two bits a cell, the leftmost cell lowest, and 3 after the last
 * cell: up to 31 cells in 64 bits, 63 in all.
 *
 * A strip is worth the sum of the pieces between the places that nothing can
 * pass, and what can never move there is left out: T_TTFF_F is T_ and _F.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"

#include <stdlib.h>
#include <string.h>

enum cell { EMPTY, TOAD, FROG, END };
enum { CELLS_MAX = 63 };

static enum status toads_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->self = NULL;
    game->traits = GAME_PARTIZAN | GAME_SUMS;
    return STATUS_OK;
}

static void toads_close(void *self)
{
    (void)self;
}

static enum cell get(struct position p, uint32_t i)
{
    return (enum cell)((i < 32 ? p.lo >> 2 * i : p.hi >> 2 * (i - 32)) & 3);
}

/* Changes cell i from one content to another. */
static void change(struct position *p, uint32_t i, enum cell from, enum cell to)
{
    uint64_t difference = (uint64_t)(from ^ to);
    if (i < 32)
        p->lo ^= difference << 2 * i;
    else
        p->hi ^= difference << 2 * (i - 32);
}

static uint32_t length(struct position p)
{
    uint32_t n = 0;
    while (get(p, n) != END)
        n++;
    return n;
}

static enum status too_long(void)
{
    return log_error(STATUS_RANGE, "toads-and-frogs: more than %d cells",
                     CELLS_MAX);
}

static enum status toads_start(const void *self, const struct point *point,
                               struct position *p)
{
    static const enum cell content[] = {TOAD, EMPTY, FROG};
    uint32_t n = 0;
    (void)self;
    *p = (struct position){0, 0};
    if (point->n != 3)
        return log_error(STATUS_USAGE, "toads-and-frogs: a point has three "
                                       "parts: toads, empty cells, frogs");
    for (uint32_t i = 0; i < 3; i++) {
        if (point->kind[i] != PART_OWN)
            return log_error(STATUS_USAGE,
                             "toads-and-frogs: has no parts of other games");
        if (point->size[i] > CELLS_MAX - n)
            return too_long();
        for (uint32_t k = 0; k < point->size[i]; k++)
            change(p, n++, EMPTY, content[i]);
    }
    change(p, n, EMPTY, END);
    return STATUS_OK;
}

static enum status toads_parse(const void *self, const char *text,
                               struct position *p)
{
    static const char letters[] = "_TF";
    size_t n = strlen(text);
    (void)self;
    *p = (struct position){0, 0};
    if (n > CELLS_MAX)
        return too_long();
    for (uint32_t i = 0; i < n; i++) {
        const char *letter = strchr(letters, text[i]);
        if (!letter)
            return log_error(STATUS_USAGE,
                             "position '%s', character %u: must be T, F or _",
                             text, i + 1);
        change(p, i, EMPTY, (enum cell)(letter - letters));
    }
    change(p, (uint32_t)n, EMPTY, END);
    return STATUS_OK;
}

static size_t toads_print(const void *self, struct position p, char out[],
                          size_t cap)
{
    uint32_t n = length(p);
    (void)self;
    for (uint32_t i = 0; i < n && i + 1 < cap; i++)
        out[i] = "_TF"[get(p, i)];
    if (cap)
        out[n < cap ? n : cap - 1] = 0;
    return n;
}

static size_t toads_options_max(const void *self, struct position p)
{
    (void)self;
    return length(p);
}

/* The cell that the animal in cell i moves to; i itself if it cannot move.
 * Cells left of the strip wrap round to large numbers. */
static uint32_t target(struct position p, uint32_t n, uint32_t i, enum cell own)
{
    uint32_t step = own == TOAD ? 1 : UINT32_MAX;
    uint32_t next = i + step, beyond = next + step;
    if (next < n && get(p, next) == EMPTY)
        return next;
    if (next < n && beyond < n && get(p, next) == (own ^ (TOAD ^ FROG)) &&
        get(p, beyond) == EMPTY)
        return beyond;
    return i;
}

static size_t toads_options(const void *self, struct position p,
                            enum mover mover, struct position out[])
{
    const enum cell own = mover == LEFT ? TOAD : FROG;
    const uint32_t n = length(p);
    size_t count = 0;
    (void)self;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = get(p, i) == own ? target(p, n, i, own) : i;
        if (to == i)
            continue;
        out[count] = p;
        change(&out[count], i, own, EMPTY);
        change(&out[count++], to, EMPTY, own);
    }
    return count;
}

/* A strip, cell by cell. */
struct strip {
    uint32_t n;
    enum cell at[CELLS_MAX];
    bool moves[CELLS_MAX]; /* an animal that may move, now or later */
};

/* Is cell i on the strip, and may it ever be empty? */
static bool may_empty(const struct strip *s, uint32_t i)
{
    return i < s->n && (s->at[i] == EMPTY || s->moves[i]);
}

static bool may_move(const struct strip *s, uint32_t i)
{
    const uint32_t step = s->at[i] == TOAD ? 1 : UINT32_MAX;
    const uint32_t next = i + step;
    return may_empty(s, next) ||
           (next < s->n && s->at[next] == (s->at[i] ^ (TOAD ^ FROG)) &&
            may_empty(s, next + step));
}

/* Finds the animals that may ever move: from those that may now on, whoever
 * they make room for. The others are stuck: the first of them to move would
 * have had room. */
static void find_moving(struct strip *s)
{
    bool found = true;
    while (found) {
        found = false;
        for (uint32_t i = 0; i < s->n; i++)
            if (s->at[i] != EMPTY && !s->moves[i] && may_move(s, i))
                found = s->moves[i] = true;
    }
}

static bool moves_from(const struct strip *s, uint32_t first, uint32_t end,
                       enum cell kind)
{
    for (uint32_t i = first; i < end; i++)
        if (s->at[i] == kind && s->moves[i])
            return true;
    return false;
}

/* Nothing passes a stuck animal: the cell before it is the end of the strip, or
 * has a stuck animal, too, so nobody stands there to jump. */
static bool is_stuck(const struct strip *s, uint32_t i)
{
    return s->at[i] != EMPTY && !s->moves[i];
}

/* Do frogs go left before cell i, and toads right from there on? */
static bool is_parting(const struct strip *s, uint32_t first, uint32_t end,
                       uint32_t i)
{
    return i > first && !moves_from(s, first, i, TOAD) &&
           !moves_from(s, i, end, FROG);
}

/* Adds the pieces of first..end-1 in which somebody may move. */
static void add_pieces(const struct strip *s, uint32_t first, uint32_t end,
                       struct position out[], size_t *count)
{
    for (uint32_t i = first; i < end; i++) {
        const bool wall = is_stuck(s, i);
        if (!wall && !is_parting(s, first, end, i))
            continue;
        add_pieces(s, first, i, out, count);
        add_pieces(s, wall ? i + 1 : i, end, out, count);
        return;
    }
    if (!moves_from(s, first, end, TOAD) && !moves_from(s, first, end, FROG))
        return;
    struct position *p = &out[(*count)++];
    *p = (struct position){0, 0};
    for (uint32_t i = first; i < end; i++)
        change(p, i - first, EMPTY, s->at[i]);
    change(p, end - first, EMPTY, END);
}

/* The pieces from left to right; the empty strip if there is none. */
static size_t toads_split(const void *self, struct position p,
                          struct position out[])
{
    struct strip s = {.n = length(p)};
    size_t count = 0;
    (void)self;
    for (uint32_t i = 0; i < s.n; i++)
        s.at[i] = get(p, i);
    find_moving(&s);
    add_pieces(&s, 0, s.n, out, &count);
    if (!count)
        out[count++] = (struct position){END, 0};
    return count;
}

/* The strip reversed, with toads and frogs exchanged. */
static struct position toads_mirror(const void *self, struct position p)
{
    static const enum cell other[] = {
        [EMPTY] = EMPTY, [TOAD] = FROG, [FROG] = TOAD};
    const uint32_t n = length(p);
    struct position q = {0, 0};
    (void)self;
    for (uint32_t i = 0; i < n; i++)
        change(&q, i, EMPTY, other[get(p, n - 1 - i)]);
    change(&q, n, EMPTY, END);
    return q;
}

/* The number of cells ahead of each animal, summed. */
static uint64_t toads_measure(const void *self, struct position p)
{
    const uint32_t n = length(p);
    uint64_t ahead = 0;
    (void)self;
    for (uint32_t i = 0; i < n; i++)
        ahead += get(p, i) == TOAD ? n - 1 - i : get(p, i) == FROG ? i : 0;
    return ahead;
}

static unsigned toads_bits(const void *self, const struct grid_bounds *b)
{
    (void)self;
    return b->total < 32 ? 64 : 128;
}

/* Every strip; number i has the digits of i to base 3 as its cells, the leading
 * one leftmost. */
static enum status toads_count(const void *self, uint32_t rows,
                               uint32_t columns, uint64_t *count)
{
    (void)self;
    if (rows != 1)
        return log_error(STATUS_USAGE, "toads-and-frogs: a strip has one row");
    if (columns > CELLS_MAX)
        return too_long();
    *count = 1;
    for (uint32_t i = 0; i < columns; i++)
        *count = *count > UINT64_MAX / 3 ? UINT64_MAX : 3 * *count;
    return STATUS_OK;
}

static struct position toads_unrank(const void *self, uint32_t rows,
                                    uint32_t columns, uint64_t i)
{
    struct position p = {0, 0};
    (void)self;
    (void)rows;
    change(&p, columns, EMPTY, END);
    for (uint32_t k = columns; k-- > 0; i /= 3)
        change(&p, k, EMPTY, (enum cell)(i % 3));
    return p;
}

static bool toads_rank(const void *self, struct position p, uint32_t *rows,
                       uint32_t *columns, uint64_t *i)
{
    (void)self;
    *rows = 1;
    *columns = length(p);
    *i = 0;
    for (uint32_t k = 0; k < *columns; k++)
        *i = 3 * *i + get(p, k);
    return true;
}

const struct ruleset rules_toads_and_frogs = {
    .name = "toads-and-frogs",
    .summary = "toads go right, frogs left, jumping over one another",
    .open = toads_open,
    .close = toads_close,
    .start = toads_start,
    .parse = toads_parse,
    .print = toads_print,
    .options_max = toads_options_max,
    .options = toads_options,
    .measure = toads_measure,
    .bits = toads_bits,
    .partizan = &(const struct partizan_slots){.mirror = toads_mirror},
    .split = toads_split,
    .board =
        &(const struct board_slots){
            .count = toads_count,
            .unrank = toads_unrank,
            .rank = toads_rank,
        },
    .positions = "T_F",
};
