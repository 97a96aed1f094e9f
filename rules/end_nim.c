/* end_nim.c - End-Nim: a row of heaps; Left takes any number of counters from
 * the leftmost heap, Right from the rightmost. A heap that is emptied is gone,
 * and the next one is the end. (Albert, Nowakowski, The game of End-Nim,
 * Electron. J. Combin. 8(2) (2001) R1.)
 *
 * players=impartial: either player, either end. play=loop: whoever leaves a
 * single heap wins (Cairns, Ho, Some remarks on End-Nim, Int. J. Combin. 2011).
 * beside=k: the row stands beside a Nim heap of k, so that "is the row worth
 * *k" is asked by outcome alone.
 *
 * A position is a row of at most 120 counters: heap h is a 1 and h - 1 zeros,
 * the leftmost heap on top. So Right takes k counters by shifting k bits out,
 * and Left by moving the highest bit down by k, or off if the heap has no more.
 *   1 3 2   is   1 100 10
 * The Nim heap stands in the top 8 bits.
 *
 * Known: 2 1 is {0 | *2}, 1 1 1 is *, a single heap n is *n, an even palindrome
 * 0; 361 of the 5,460 rows of 1..6 heaps of 1..4 are P.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"
#include "rules/kinds.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTERS_MAX = 120, BESIDE_MAX = 255, BESIDE_SHIFT = 56 };

struct end_nim {
    bool impartial;
    bool loop;       /* nobody moves in a row of one heap */
    uint32_t beside; /* the Nim heap of a grid point */
};

/* A position, unpacked. */
struct row {
    uint32_t beside, n;
    uint32_t size[COUNTERS_MAX];
};

static const struct param params[] = {
    {.name = "players",
     .type = PARAM_CHOICE,
     .choices = "partizan|impartial",
     .def = "partizan",
     .help = "each player an own end, or either end for both"},
    {.name = "beside",
     .type = PARAM_INTEGER,
     .lo = 0,
     .hi = BESIDE_MAX,
     .def = "0",
     .help = "counters of a Nim heap beside the row"},
    {.name = "play",
     .type = PARAM_CHOICE,
     .choices = "normal|misere|loop",
     .def = "normal",
     .help = "does the player without a move lose or win; loop: play ends, "
             "won, with a single heap"},
};

static enum status end_nim_open(const struct param_value v[], struct game *game)
{
    struct end_nim *g = malloc(sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    const int64_t play = param_of(v, "play")->lo;
    *g = (struct end_nim){param_of(v, "players")->lo == 1, play == 2,
                          (uint32_t)param_of(v, "beside")->lo};
    game->self = g;
    /* A Nim heap of its own is no part, but what is left of it is one. */
    game->traits = g->beside ? 0 : GAME_SHRINKS;
    if (!g->impartial)
        game->traits |= GAME_PARTIZAN;
    if (play == 1)
        game->traits |= GAME_MISERE;
    return STATUS_OK;
}

static uint32_t beside(struct position p)
{
    return (uint32_t)(p.hi >> BESIDE_SHIFT);
}

static struct position with_beside(struct position row, uint32_t heap)
{
    return (struct position){row.lo, row.hi | (uint64_t)heap << BESIDE_SHIFT};
}

static struct position row_of(struct position p)
{
    p.hi &= (UINT64_C(1) << BESIDE_SHIFT) - 1;
    return p;
}

/* Shifts by 1..127 bits. */
static struct position shift_down(struct position p, uint32_t by)
{
    if (by >= 64)
        return (struct position){p.hi >> (by - 64), 0};
    return (struct position){p.lo >> by | p.hi << 1 << (63 - by), p.hi >> by};
}

static struct position shift_up(struct position p, uint32_t by)
{
    if (by >= 64)
        return (struct position){0, p.lo << (by - 64)};
    return (struct position){p.lo << by, p.hi << by | p.lo >> 1 >> (63 - by)};
}

static struct position flip_bit(struct position p, uint32_t bit)
{
    if (bit >= 64)
        p.hi ^= UINT64_C(1) << (bit - 64);
    else
        p.lo ^= UINT64_C(1) << bit;
    return p;
}

/* Bits up to the highest 1: the counters of the row. */
static uint32_t counters(struct position row)
{
    if (row.hi)
        return 128 - (uint32_t)__builtin_clzll(row.hi);
    return row.lo ? 64 - (uint32_t)__builtin_clzll(row.lo) : 0;
}

/* The end heaps of a row that is not empty. */
static uint32_t rightmost(struct position row)
{
    return 1 + (uint32_t)(row.lo ? __builtin_ctzll(row.lo)
                                 : 64 + __builtin_ctzll(row.hi));
}

static uint32_t leftmost(struct position row, uint32_t total)
{
    return total - counters(flip_bit(row, total - 1));
}

static void take_apart(struct position p, struct row *r)
{
    r->beside = beside(p);
    r->n = 0;
    p = row_of(p);
    for (uint32_t total = counters(p); total > 0; total = counters(p)) {
        r->size[r->n++] = leftmost(p, total);
        p = flip_bit(p, total - 1);
    }
}

/* Adds a heap at the right end. False if the row gets too long. */
static bool add_heap(struct position *row, uint32_t *total, uint64_t size)
{
    if (size > COUNTERS_MAX - *total)
        return false;
    *total += (uint32_t)size;
    *row = flip_bit(shift_up(*row, (uint32_t)size), (uint32_t)size - 1);
    return true;
}

static enum status too_long(void)
{
    return log_error(STATUS_RANGE,
                     "end-nim: a row of more than %d counters in all",
                     COUNTERS_MAX);
}

static enum status end_nim_start(const void *self, const struct point *point,
                                 struct position *p)
{
    const struct end_nim *g = self;
    uint32_t total = 0, heap = g->beside;
    *p = (struct position){0, 0};
    for (uint32_t i = 0; i < point->n; i++) {
        bool last = i + 1 == point->n;
        if (point->kind[i] == PART_NIM && last && point->size[i] <= BESIDE_MAX)
            heap = point->size[i];
        else if (point->kind[i] != PART_OWN || !point->size[i])
            return log_error(STATUS_USAGE,
                             "end-nim: a point must be heaps of a row, and "
                             "behind them at most one Nim heap of up to %d",
                             BESIDE_MAX);
        else if (!add_heap(p, &total, point->size[i]))
            return too_long();
    }
    *p = with_beside(*p, heap);
    return STATUS_OK;
}

static void end_nim_parts(const void *self, struct position p,
                          struct point *point)
{
    const struct end_nim *g = self;
    struct row r;
    take_apart(p, &r);
    point->n = r.n;
    memcpy(point->size, r.size, r.n * sizeof r.size[0]);
    memset(point->kind, PART_OWN, r.n);
    if (r.beside == g->beside)
        return;
    point->size[r.n] = r.beside;
    point->kind[r.n] = PART_NIM;
    point->n++;
}

/* Blanks and commas. */
static const char *skip(const char *at)
{
    return at + strspn(at, " ,");
}

static enum status misread(const char *text, const char *at)
{
    return log_error(
        STATUS_USAGE,
        "position '%s', character %zu: must be a row like '1 3 2', "
        "'0' if it is empty, and then perhaps '+*2'",
        text, (size_t)(at - text) + 1);
}

/* Reads digits at *at and advances past them; at most `most`. */
static bool read_number(const char **at, uint32_t most, uint32_t *number)
{
    const char *start = *at;
    for (*number = 0; **at >= '0' && **at <= '9'; ++*at) {
        *number = *number * 10 + (uint32_t)(**at - '0');
        if (*number > most)
            return false;
    }
    return *at > start;
}

static enum status end_nim_parse(const void *self, const char *text,
                                 struct position *p)
{
    const struct end_nim *g = self;
    uint32_t total = 0, heap = g->beside, heaps = 0;
    const char *at = skip(text);
    bool empty = at[0] == '0' && !(at[1] >= '0' && at[1] <= '9');
    *p = (struct position){0, 0};
    at = empty ? skip(at + 1) : at;
    for (; *at && *at != '+' && !empty; at = skip(at), heaps++) {
        uint32_t size;
        const char *start = at;
        if (!read_number(&at, 1000000, &size) || !size)
            return misread(text, start);
        if (!add_heap(p, &total, size))
            return too_long();
    }
    if (!empty && !heaps)
        return misread(text, at);
    if (*at == '+') {
        at = skip(at + 1);
        const char *digits = at + 1;
        if (*at != '*' || !read_number(&digits, BESIDE_MAX, &heap))
            return misread(text, at);
        at = skip(digits);
    }
    if (*at)
        return misread(text, at);
    *p = with_beside(*p, heap);
    return STATUS_OK;
}

/* Output like snprintf's: counts everything, writes what fits. */
struct text {
    char *out;
    size_t cap, used;
};

static void put(struct text *t, char c)
{
    if (t->used < t->cap)
        t->out[t->used] = c;
    t->used++;
}

/* A number below 1000. */
static void put_number(struct text *t, uint32_t number)
{
    if (number >= 100)
        put(t, (char)('0' + number / 100));
    if (number >= 10)
        put(t, (char)('0' + number / 10 % 10));
    put(t, (char)('0' + number % 10));
}

static size_t end_nim_print(const void *self, struct position p, char out[],
                            size_t cap)
{
    const struct end_nim *g = self;
    struct text t = {out, cap, 0};
    struct row r;
    take_apart(p, &r);
    if (!r.n)
        put_number(&t, 0);
    for (uint32_t i = 0; i < r.n; i++) {
        if (i)
            put(&t, ' ');
        put_number(&t, r.size[i]);
    }
    if (r.beside || g->beside) {
        put(&t, '+');
        put(&t, '*');
        put_number(&t, r.beside);
    }
    if (cap)
        out[t.used < cap ? t.used : cap - 1] = 0;
    return t.used;
}

static size_t end_nim_options_max(const void *self, struct position p)
{
    const struct end_nim *g = self;
    struct position row = row_of(p);
    uint32_t total = counters(row), heap = beside(p);
    if (!total)
        return heap;
    uint32_t left = leftmost(row, total), right = rightmost(row);
    if (g->impartial)
        return (size_t)heap + left + right;
    return (size_t)heap + (left > right ? left : right);
}

static size_t take_right(struct position row, uint32_t heap,
                         struct position out[])
{
    uint32_t size = rightmost(row);
    for (uint32_t k = 1; k <= size; k++)
        out[k - 1] = with_beside(shift_down(row, k), heap);
    return size;
}

static size_t take_left(struct position row, uint32_t heap,
                        struct position out[])
{
    uint32_t total = counters(row), size = leftmost(row, total);
    struct position rest = flip_bit(row, total - 1);
    for (uint32_t k = 1; k < size; k++)
        out[k - 1] = with_beside(flip_bit(rest, total - 1 - k), heap);
    out[size - 1] = with_beside(rest, heap);
    return size;
}

/* Both ends give the same row only if all heaps are equal and a whole heap
 * goes; and for a single heap, always. */
static size_t take_either(struct position row, uint32_t heap,
                          struct position out[])
{
    size_t n = take_left(row, heap, out);
    if (n == counters(row))
        return n;
    size_t right = take_right(row, heap, out + n);
    bool again = right == n && position_equal(out[2 * n - 1], out[n - 1]);
    return n + right - again;
}

static size_t end_nim_options(const void *self, struct position p,
                              enum mover mover, struct position out[])
{
    const struct end_nim *g = self;
    struct position row = row_of(p);
    uint32_t heap = beside(p);
    size_t n = 0;
    const uint32_t total = counters(row);
    const bool over = !total || (g->loop && leftmost(row, total) == total);
    if (!over)
        n = g->impartial    ? take_either(row, heap, out)
            : mover == LEFT ? take_left(row, heap, out)
                            : take_right(row, heap, out);
    for (uint32_t k = 0; k < heap; k++)
        out[n++] = with_beside(row, k);
    return n;
}

/* The bits of x in reverse. */
static uint64_t reverse_bits(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

/* The row read backwards. Bits reversed, each heap ends with its 1; rotated by
 * one bit, it begins with it again. */
static struct position end_nim_mirror(const void *self, struct position p)
{
    const struct position row = row_of(p);
    const uint32_t total = counters(row);
    (void)self;
    if (total < 2)
        return p;
    struct position back = {reverse_bits(row.hi), reverse_bits(row.lo)};
    back = shift_down(back, 128 - total + 1);
    return with_beside(flip_bit(back, total - 1), beside(p));
}

static uint64_t end_nim_measure(const void *self, struct position p)
{
    (void)self;
    return counters(row_of(p)) + beside(p);
}

static unsigned end_nim_bits(const void *self, const struct grid_bounds *b)
{
    const struct end_nim *g = self;
    return b->total <= 64 && !b->mixed && !g->beside ? 64 : 128;
}

const struct ruleset rules_end_nim = {
    .name = "end-nim",
    .summary = "take any number of counters from the heap at your end",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = end_nim_open,
    .close = free,
    .start = end_nim_start,
    .parse = end_nim_parse,
    .print = end_nim_print,
    .options_max = end_nim_options_max,
    .options = end_nim_options,
    .measure = end_nim_measure,
    .bits = end_nim_bits,
    .parts = end_nim_parts,
    .partizan = &(const struct partizan_slots){.mirror = end_nim_mirror},
    .positions = "3 1 2",
};
