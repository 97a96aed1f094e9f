/* maundy_cake.c - Maundy Cake: rectangles of whole sides; Left cuts one by
 * upright cuts into any number of equal rectangles, Right by level cuts, all
 * sides staying whole. (Winning Ways, ch. 2.) Every value is an integer.
 *
 * Notation: sums of rectangles, width x height, with a number of equal ones in
 * front: "6x4", "2*3x4+6x1". A grid point of two parts w, h is the cake w x h.
 *
 * A position is up to four kinds of rectangles, the larger first, in 32 bits
 * each: width 8, height 8, number 16. A rectangle 1 x 1 is left out. A single
 * cake is cut into equal ones, so games that are solved as sums never meet more
 * than one kind; others may, and are refused if they could meet more than four.
 * There are at most POINT_PARTS_MAX rectangles in all, so that split() can list
 * them; a search, which could make more of some positions, is refused then.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 4, SIDE_MAX = 255, COUNT_MAX = 65535 };

/* count equal rectangles. */
struct cake {
    uint32_t width, height, count;
};

/* A position, unpacked: kinds in descending order of (width, height). */
struct cakes {
    uint32_t n;
    struct cake at[KINDS_MAX];
};

static enum status maundy_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->self = NULL;
    game->traits = GAME_PARTIZAN | GAME_SUMS;
    return STATUS_OK;
}

static void maundy_close(void *self)
{
    (void)self;
}

static uint32_t shape(struct cake c)
{
    return c.width << 8 | c.height;
}

static struct position pack(const struct cakes *c)
{
    uint64_t words[2] = {0, 0};
    for (uint32_t i = 0; i < c->n; i++)
        words[i / 2] |= (uint64_t)(shape(c->at[i]) << 16 | c->at[i].count)
                        << 32 * (i % 2);
    return (struct position){words[0], words[1]};
}

static void unpack(struct position p, struct cakes *c)
{
    const uint64_t words[2] = {p.lo, p.hi};
    for (c->n = 0; c->n < KINDS_MAX; c->n++) {
        uint32_t kind = (uint32_t)(words[c->n / 2] >> 32 * (c->n % 2));
        if (!kind)
            return;
        c->at[c->n] =
            (struct cake){kind >> 24, kind >> 16 & SIDE_MAX, kind & COUNT_MAX};
    }
}

/* False if there are too many kinds or too many of one. */
static bool add(struct cakes *c, struct cake more)
{
    uint32_t i = 0;
    if (shape(more) == shape((struct cake){1, 1, 1}) || !more.count)
        return true;
    while (i < c->n && shape(c->at[i]) > shape(more))
        i++;
    if (i < c->n && shape(c->at[i]) == shape(more)) {
        c->at[i].count += more.count;
        return c->at[i].count <= COUNT_MAX;
    }
    if (c->n == KINDS_MAX)
        return false;
    memmove(&c->at[i + 1], &c->at[i], (c->n - i) * sizeof c->at[0]);
    c->at[i] = more;
    c->n++;
    return true;
}

/* Removes one rectangle of kind i. */
static void remove_one(struct cakes *c, uint32_t i)
{
    if (--c->at[i].count)
        return;
    c->n--;
    memmove(&c->at[i], &c->at[i + 1], (c->n - i) * sizeof c->at[0]);
}

static enum status too_large(void)
{
    return log_error(STATUS_RANGE,
                     "maundy-cake: at most %d kinds of rectangles, sides up to "
                     "%d",
                     KINDS_MAX, SIDE_MAX);
}

static enum status maundy_start(const void *self, const struct point *point,
                                struct position *p)
{
    struct cakes c = {0};
    (void)self;
    if (point->n != 2 || point->kind[0] != PART_OWN ||
        point->kind[1] != PART_OWN || !point->size[0] || !point->size[1])
        return log_error(STATUS_USAGE,
                         "maundy-cake: a point has two parts: width, height");
    if (point->size[0] > SIDE_MAX || point->size[1] > SIDE_MAX ||
        !add(&c, (struct cake){point->size[0], point->size[1], 1}))
        return too_large();
    *p = pack(&c);
    return STATUS_OK;
}

static uint64_t rectangles(const struct cakes *c)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->n; i++)
        n += c->at[i].count;
    return n;
}

static enum status too_many(void)
{
    return log_error(STATUS_RANGE, "maundy-cake: more than %d rectangles",
                     POINT_PARTS_MAX);
}

/* Reads digits at *at and advances past them; what is above a million stays
 * above it. */
static bool read_number(const char **at, uint32_t *number)
{
    const char *start = *at;
    for (*number = 0; **at >= '0' && **at <= '9'; ++*at)
        if (*number <= 1000000)
            *number = *number * 10 + (uint32_t)(**at - '0');
    return *at > start && *number;
}

/* Reads "3x4" or "2*3x4" at *at and advances past it. */
static bool read_cake(const char **at, struct cake *c)
{
    const char *next = *at;
    c->count = 1;
    if (!read_number(&next, &c->width))
        return false;
    if (*next == '*') {
        next++;
        c->count = c->width;
        if (!read_number(&next, &c->width))
            return false;
    }
    if (*next++ != 'x' || !read_number(&next, &c->height))
        return false;
    *at = next;
    return true;
}

static enum status maundy_parse(const void *self, const char *text,
                                struct position *p)
{
    struct cakes c = {0};
    const char *at = text;
    (void)self;
    for (bool more = true; more; at += more) {
        struct cake cake;
        if (!read_cake(&at, &cake) || (*at && *at != '+'))
            return log_error(STATUS_USAGE,
                             "position '%s' at '%s': must be rectangles like "
                             "'6x4' or '2*3x4+6x1'",
                             text, at);
        if (cake.count > COUNT_MAX)
            return too_many();
        if (cake.width > SIDE_MAX || cake.height > SIDE_MAX || !add(&c, cake))
            return too_large();
        if (rectangles(&c) > POINT_PARTS_MAX)
            return too_many();
        more = *at == '+';
    }
    *p = pack(&c);
    return STATUS_OK;
}

static size_t maundy_print(const void *self, struct position p, char out[],
                           size_t cap)
{
    struct cakes c;
    size_t used = 0;
    (void)self;
    unpack(p, &c);
    if (!c.n)
        return (size_t)snprintf(out, cap, "1x1");
    for (uint32_t i = 0; i < c.n; i++) {
        char count[16] = "";
        if (c.at[i].count > 1)
            snprintf(count, sizeof count, "%u*", c.at[i].count);
        size_t room = used < cap ? cap - used : 0;
        int n = snprintf(room ? out + used : NULL, room, "%s%s%ux%u",
                         i ? "+" : "", count, c.at[i].width, c.at[i].height);
        used += n > 0 ? (size_t)n : 0;
    }
    return used;
}

/* A side of length s has fewer than 32 divisors up to 255 (180 has 18). */
static size_t maundy_options_max(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return KINDS_MAX * 32;
}

/* The position after the first cut of kind i; false if it does not fit. */
static bool cut(const struct cakes *c, uint32_t i, enum mover mover,
                uint32_t pieces, struct cakes *after)
{
    struct cake piece = {c->at[i].width, c->at[i].height, pieces};
    *(mover == LEFT ? &piece.width : &piece.height) /= pieces;
    *after = *c;
    remove_one(after, i);
    return add(after, piece);
}

static bool every_cut_fits(const struct cakes *c)
{
    struct cakes after;
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t k = 2; k <= c->at[i].width; k++)
            if (c->at[i].width % k == 0 && !cut(c, i, LEFT, k, &after))
                return false;
        for (uint32_t k = 2; k <= c->at[i].height; k++)
            if (c->at[i].height % k == 0 && !cut(c, i, RIGHT, k, &after))
                return false;
    }
    return true;
}

static size_t maundy_options(const void *self, struct position p,
                             enum mover mover, struct position out[])
{
    struct cakes c;
    size_t n = 0;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++) {
        const struct cake whole = c.at[i];
        uint32_t side = mover == LEFT ? whole.width : whole.height;
        for (uint32_t pieces = 2; pieces <= side; pieces++) {
            if (side % pieces)
                continue;
            struct cakes after;
            if (cut(&c, i, mover, pieces, &after)) /* always, if movable */
                out[n++] = pack(&after);
        }
    }
    return n;
}

/* Every rectangle on its side: upright cuts are level then. */
static struct position maundy_mirror(const void *self, struct position p)
{
    struct cakes c, turned = {0};
    bool fits = true;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++)
        fits &= add(&turned, (struct cake){c.at[i].height, c.at[i].width,
                                           c.at[i].count});
    assert(fits);
    return pack(&turned);
}

/* The area, less one for each rectangle: the cuts to unit squares. */
static uint64_t maundy_measure(const void *self, struct position p)
{
    struct cakes c;
    uint64_t cuts = 0;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++)
        cuts += (uint64_t)c.at[i].count * (c.at[i].width * c.at[i].height - 1);
    return cuts;
}

static uint32_t divisors(uint32_t side)
{
    uint32_t n = 0;
    for (uint32_t d = 1; d <= side; d++)
        n += side % d == 0;
    return n;
}

/* One cut at most makes SIDE_MAX rectangles of one; their kind may be one more.
 */
static bool maundy_movable(const void *self, struct position p)
{
    struct cakes c;
    uint32_t most = 1;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++) {
        const struct cake cake = c.at[i];
        most = cake.width > most ? cake.width : most;
        most = cake.height > most ? cake.height : most;
    }
    return rectangles(&c) - 1 + most <= POINT_PARTS_MAX &&
           (c.n < KINDS_MAX || every_cut_fits(&c));
}

/* The most rectangles, other than unit squares, that a cake is cut into: with
 * one side the least prime factor of both, the other 1. */
static uint64_t pieces_max(struct cake c)
{
    uint32_t p = 2;
    while (c.width % p && c.height % p)
        p++;
    return (uint64_t)c.count * c.width * c.height / p;
}

/* Kinds that can be reached: divisors of the sides of the first kinds, counted
 * generously; the unit square is not kept. No more than COUNT_MAX of a kind,
 * then, either. */
static bool maundy_searchable(const void *self, struct position p)
{
    struct cakes c;
    uint64_t kinds = 0, pieces = 0;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++) {
        kinds += divisors(c.at[i].width) * divisors(c.at[i].height) - 1;
        pieces += pieces_max(c.at[i]);
    }
    return kinds <= KINDS_MAX && pieces <= POINT_PARTS_MAX;
}

static size_t maundy_split(const void *self, struct position p,
                           struct position out[])
{
    struct cakes c;
    size_t n = 0;
    (void)self;
    unpack(p, &c);
    for (uint32_t i = 0; i < c.n; i++)
        for (uint32_t k = 0; k < c.at[i].count; k++) {
            struct cakes one = {1, {{c.at[i].width, c.at[i].height, 1}}};
            out[n++] = pack(&one);
        }
    return n;
}

const struct ruleset rules_maundy_cake = {
    .name = "maundy-cake",
    .summary = "cut a rectangle into equal ones, Left upright, Right level",
    .open = maundy_open,
    .close = maundy_close,
    .start = maundy_start,
    .parse = maundy_parse,
    .print = maundy_print,
    .options_max = maundy_options_max,
    .options = maundy_options,
    .measure = maundy_measure,
    .partizan = &(const struct partizan_slots){.mirror = maundy_mirror},
    .searchable = maundy_searchable,
    .movable = maundy_movable,
    .split = maundy_split,
    .positions = "3x2",
};
