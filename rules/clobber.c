/* clobber.c - Clobber: a player moves a stone of his onto a neighbouring stone
 * of the other player, which is taken. (Albert, Grossman, Nowakowski, Wolfe, An
 * introduction to Clobber, Integers 5(2), 2005, A01.)
 *
 * Notation: rows of the board from the top, 'B' a stone of Left's, 'W' one of
 * Right's, '.' empty, separated by '/': "BW/.B"; or the size of a board full of
 * stones, of alternating colours, with Left's in the upper left corner: "5x6"
 * has 5 rows and 6 columns. So does a grid point of two parts, rows and
 * columns, and a region.
 *
 * A position is the board with its stones (region.h), and above it a bit for
 * each stone, row by row, that says whether it is Left's: cells and stones of a
 * board are together at most 118. A board is worth the sum of the connected
 * groups of stones in which there are both colours; each is worth the same as
 * its eight images, and with the colours exchanged its negative. BW is *, BBW
 * is up.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"
#include "rules/squares.h"

#include <stdlib.h>

enum { BITS_MAX = 128, SIDE_BITS = 10 };

static const struct squares_notation notation = {"clobber", ".BW"};

/* A position, unpacked: the stones of each player, in the same box. */
struct stones {
    struct region of[2];
};

static enum status clobber_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->self = NULL;
    game->traits = GAME_PARTIZAN | GAME_SUMS;
    return STATUS_OK;
}

static void clobber_close(void *self)
{
    (void)self;
}

/* Stones of both players. */
static void all_stones(const struct stones *s, struct region *all)
{
    *all = s->of[LEFT];
    for (uint32_t r = 0; r < all->rows; r++)
        all->row[r] |= s->of[RIGHT].row[r];
}

static bool fits(const struct stones *s)
{
    const struct region *box = &s->of[LEFT];
    return box->rows * box->columns + region_squares(&s->of[LEFT]) +
               region_squares(&s->of[RIGHT]) <=
           BITS_MAX - SIDE_BITS;
}

static struct position pack(const struct stones *s)
{
    struct region all;
    uint64_t left = 0;
    uint32_t n = 0;
    all_stones(s, &all);
    struct position p = region_pack(&all);
    for (uint32_t r = 0; r < all.rows; r++)
        for (uint32_t rest = all.row[r]; rest; rest &= rest - 1)
            left |= (uint64_t)((s->of[LEFT].row[r] & rest & -rest) != 0) << n++;
    const uint32_t at = SIDE_BITS + all.rows * all.columns;
    if (at < 64) {
        p.lo |= left << at;
        p.hi |= at ? left >> 1 >> (63 - at) : 0;
    } else {
        p.hi |= left << (at - 64);
    }
    return p;
}

static void unpack(struct position p, struct stones *s)
{
    struct region *left = &s->of[LEFT], *right = &s->of[RIGHT];
    region_unpack(p, right);
    const uint32_t at = SIDE_BITS + right->rows * right->columns;
    uint64_t bits =
        at < 64 ? p.lo >> at | p.hi << 1 << (63 - at) : p.hi >> (at - 64);
    left->rows = right->rows;
    left->columns = right->columns;
    for (uint32_t r = 0; r < left->rows; r++) {
        left->row[r] = 0;
        for (uint32_t rest = right->row[r]; rest; rest &= rest - 1, bits >>= 1)
            if (bits & 1)
                left->row[r] |= rest & -rest;
        right->row[r] &= ~left->row[r];
    }
}

/* Stones of alternating colours on these squares. */
static void alternate(const struct region *squares, struct stones *s)
{
    const uint32_t even = 0x55555555;
    s->of[LEFT] = s->of[RIGHT] = *squares;
    for (uint32_t r = 0; r < squares->rows; r++) {
        s->of[LEFT].row[r] &= even << r % 2;
        s->of[RIGHT].row[r] &= ~(even << r % 2);
    }
}

static enum status packed(const struct stones *s, struct position *p)
{
    if (!fits(s))
        return log_error(STATUS_RANGE,
                         "clobber: a board has at most %d cells and stones "
                         "together",
                         BITS_MAX - SIDE_BITS);
    *p = pack(s);
    return STATUS_OK;
}

static enum status clobber_start(const void *self, const struct point *point,
                                 struct position *p)
{
    struct region board;
    struct stones s;
    (void)self;
    enum status st = squares_of_point(&notation, point, &board);
    if (st)
        return st;
    alternate(&board, &s);
    return packed(&s, p);
}

static enum status clobber_parse(const void *self, const char *text,
                                 struct position *p)
{
    struct squares squares;
    struct stones s;
    uint64_t rows, columns;
    enum status st;
    (void)self;
    if (squares_size(text, &rows, &columns)) {
        st = squares_board(&notation, rows, columns, &squares.of[0]);
        if (!st)
            alternate(&squares.of[0], &s);
    } else {
        st = squares_parse(&notation, text, &squares);
        s = (struct stones){{squares.of[0], squares.of[1]}};
    }
    return st ? st : packed(&s, p);
}

static size_t clobber_print(const void *self, struct position p, char out[],
                            size_t cap)
{
    struct stones s;
    (void)self;
    unpack(p, &s);
    const struct squares squares = {{s.of[LEFT], s.of[RIGHT]}};
    return squares_print(&notation, &squares, out, cap);
}

/* Each stone moves in four directions. */
static size_t clobber_options_max(const void *self, struct position p)
{
    struct region all;
    (void)self;
    region_unpack(p, &all);
    return 4 * (size_t)region_squares(&all);
}

static void move(struct stones *s, enum mover mover, uint32_t r, uint32_t from,
                 uint32_t onto_row, uint32_t onto)
{
    s->of[mover].row[r] &= ~from;
    s->of[mover].row[onto_row] |= onto;
    s->of[!mover].row[onto_row] &= ~onto;
}

static size_t clobber_options(const void *self, struct position p,
                              enum mover mover, struct position out[])
{
    struct stones s;
    size_t n = 0;
    (void)self;
    unpack(p, &s);
    const struct region *other = &s.of[!mover];
    for (uint32_t r = 0; r < other->rows; r++)
        for (uint32_t rest = s.of[mover].row[r]; rest; rest &= rest - 1) {
            const uint32_t from = rest & -rest;
            const struct {
                uint32_t row, onto;
            } to[] = {
                {r, from << 1 & other->row[r]},
                {r, from >> 1 & other->row[r]},
                {r - 1, r ? from & other->row[r - 1] : 0},
                {r + 1, r + 1 < other->rows ? from & other->row[r + 1] : 0}};
            for (int i = 0; i < 4; i++) {
                struct stones after = s;
                if (!to[i].onto)
                    continue;
                move(&after, mover, r, from, to[i].row, to[i].onto);
                out[n++] = pack(&after);
            }
        }
    return n;
}

static bool is_less(struct position a, struct position b)
{
    return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static struct position swapped(const struct stones *s)
{
    const struct stones other = {{s->of[RIGHT], s->of[LEFT]}};
    return pack(&other);
}

/* What stands for a group: the least of its images; or, if the least of its
 * negative's is less, that with the colours exchanged. */
static struct position standard(const struct stones *s)
{
    struct stones image, best = *s, best_other = *s;
    struct position least = pack(s), least_other = swapped(s);
    for (unsigned symmetry = 1; symmetry < REGION_SYMMETRIES; symmetry++) {
        region_image(&s->of[LEFT], symmetry, &image.of[LEFT]);
        region_image(&s->of[RIGHT], symmetry, &image.of[RIGHT]);
        const struct position own = pack(&image), other = swapped(&image);
        if (is_less(own, least)) {
            least = own;
            best = image;
        }
        if (is_less(other, least_other)) {
            least_other = other;
            best_other = image;
        }
    }
    return pack(is_less(least_other, least) ? &best_other : &best);
}

/* The stones of a player within the squares of a group, cropped with it. */
static void within(const struct region *own, const struct region *group,
                   struct region *out)
{
    struct region cropped = *group;
    uint32_t first = 0, all = 0;
    region_crop(&cropped);
    while (!group->row[first])
        first++;
    for (uint32_t r = 0; r < group->rows; r++)
        all |= group->row[r];
    *out = cropped;
    for (uint32_t r = 0; r < cropped.rows; r++)
        out->row[r] &= own->row[first + r] >> __builtin_ctz(all);
}

/* A board without such a group is one that stands for all of these. */
static size_t clobber_split(const void *self, struct position p,
                            struct position out[])
{
    struct region rest, group;
    struct stones s, part;
    size_t n = 0;
    (void)self;
    unpack(p, &s);
    all_stones(&s, &rest);
    while (region_take(&rest, &group)) {
        within(&s.of[LEFT], &group, &part.of[LEFT]);
        within(&s.of[RIGHT], &group, &part.of[RIGHT]);
        if (region_squares(&part.of[LEFT]) && region_squares(&part.of[RIGHT]))
            out[n++] = standard(&part);
    }
    if (!n) {
        region_crop(&rest);
        out[n++] = region_pack(&rest);
    }
    return n;
}

/* The colours exchanged. */
static struct position clobber_mirror(const void *self, struct position p)
{
    struct stones s;
    (void)self;
    unpack(p, &s);
    return swapped(&s);
}

static uint64_t clobber_measure(const void *self, struct position p)
{
    struct region all;
    (void)self;
    region_unpack(p, &all);
    return region_squares(&all);
}

static unsigned clobber_bits(const void *self, const struct grid_bounds *b)
{
    (void)self;
    return b->parts == 1 && b->size <= (64 - SIDE_BITS) / 2 ? 64 : 128;
}

/* Every filling of the board; number i has the digits of i to base 3 as its
 * cells, the lowest in the upper left corner. */
static enum status clobber_count(const void *self, uint32_t rows,
                                 uint32_t columns, uint64_t *count)
{
    struct region all;
    (void)self;
    enum status st = squares_board(&notation, rows, columns, &all);
    *count = 1;
    for (uint32_t i = 0; i < rows * columns; i++)
        *count = *count > UINT64_MAX / 3 ? UINT64_MAX : 3 * *count;
    return st;
}

static struct position clobber_unrank(const void *self, uint32_t rows,
                                      uint32_t columns, uint64_t i)
{
    struct stones s;
    (void)self;
    region_from_bits(rows, columns, 0, &s.of[LEFT]);
    region_from_bits(rows, columns, 0, &s.of[RIGHT]);
    for (uint32_t k = 0; k < rows * columns; k++, i /= 3)
        if (i % 3)
            s.of[i % 3 - 1].row[k / columns] |= UINT32_C(1) << k % columns;
    return pack(&s);
}

static bool clobber_rank(const void *self, struct position p, uint32_t *rows,
                         uint32_t *columns, uint64_t *i)
{
    struct stones s;
    (void)self;
    unpack(p, &s);
    *rows = s.of[LEFT].rows;
    *columns = s.of[LEFT].columns;
    *i = 0;
    if (*rows * *columns > 40) /* 3^40 < 2^64 */
        return false;
    for (uint32_t k = *rows * *columns; k-- > 0;) {
        const uint32_t r = k / *columns, c = k % *columns;
        *i = 3 * *i + (s.of[LEFT].row[r] >> c & 1) +
             2 * (s.of[RIGHT].row[r] >> c & 1);
    }
    return true;
}

static struct position clobber_start_on(const void *self,
                                        const struct region *region)
{
    struct stones s;
    (void)self;
    alternate(region, &s);
    return pack(&s);
}

static bool clobber_region(const void *self, struct position p,
                           struct region *region)
{
    struct stones s;
    (void)self;
    unpack(p, &s);
    all_stones(&s, region);
    alternate(region, &s);
    return position_equal(pack(&s), p);
}

const struct ruleset rules_clobber = {
    .name = "clobber",
    .summary = "move onto a neighbouring stone of the other player's",
    .open = clobber_open,
    .close = clobber_close,
    .start = clobber_start,
    .parse = clobber_parse,
    .print = clobber_print,
    .options_max = clobber_options_max,
    .options = clobber_options,
    .measure = clobber_measure,
    .partizan = &(const struct partizan_slots){.mirror = clobber_mirror},
    .bits = clobber_bits,
    .split = clobber_split,
    .board =
        &(const struct board_slots){
            .count = clobber_count,
            .unrank = clobber_unrank,
            .rank = clobber_rank,
        },
    .region =
        &(const struct region_slots){
            .squares_max = 18, /* 10 + 9 x 10 + 18 bits */
            .start = clobber_start_on,
            .region = clobber_region,
        },
    .positions = "BW/.B",
};
