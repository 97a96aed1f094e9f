#include "engine/theory/quotient/quotient_check.h"

#include "engine/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sums of one or more heaps that a value of x has, as far as they matter:
 * `quiet` is the set of r for which no option of the sum is a witness beside
 * r. The larger it is, the harder a sum is to justify. */
struct sum {
    unsigned x;
    bool covered; /* a sum of the same x has a larger set */
    uint8_t quiet[];
};

struct checker {
    const struct quotient *q;
    const struct heap_moves *moves;
    char *why;
    unsigned clause;
    uint8_t *alone; /* per heap size: the quiet set of the heap by itself */
    struct sum **sums;
    size_t n, room;
};

static enum status fault(const struct checker *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum status fault(const struct checker *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, QUOTIENT_WHY, format, args);
    va_end(args);
    return STATUS_DISAGREE;
}

static enum status no_memory(const struct checker *c)
{
    return log_error(STATUS_NOMEM, "checking a quotient of order %u",
                     c->q->order);
}

/* The rules once more. Two players: whoever moves and can leave a lost
 * position wins. One against two: the player to move belongs to a side, the
 * lone player at phase 0, the allies at 1 and 2, and his side wins if it can
 * leave the next phase (2 after 0, i - 1 after i) won for itself. Three for
 * themselves: the mover gets a winner no worse than his first (clause 0), his
 * second choice (clause 1), if an option has one. */
struct ending {
    unsigned values, clauses, end; /* numbers of them; the empty board's */
};

static const struct ending endings[QUOTIENT_RULES] = {
    [QUOTIENT_NORMAL] = {2, 1, 0},
    [QUOTIENT_MISERE] = {2, 1, 1},
    [QUOTIENT_COALITION] = {8, 3, 1 << 2}, /* the player before has won */
    [QUOTIENT_COALITION_MISERE] = {8, 3, 1 << 0 | 1 << 1}, /* he has lost */
    [QUOTIENT_COALITION_LOSER] = {8, 3, 1 << 1 | 1 << 2},  /* the mover has */
    [QUOTIENT_UPSTREAM] = {4, 2, 0},
    [QUOTIENT_DOWNSTREAM] = {4, 2, 2},
};

static bool side_wins(enum quotient_rule rule, unsigned phase, bool lone,
                      unsigned outcome)
{
    if (!quotient_allies(rule))
        return outcome == 1;
    const bool lone_wins = outcome >> phase & 1;
    return lone_wins == lone;
}

/* The mover's choices are himself, then the next (upstream) or the previous
 * player (downstream): which choice is a winner, 0..2? */
static unsigned choice_of(enum quotient_rule rule, unsigned seat)
{
    const unsigned second = rule == QUOTIENT_UPSTREAM ? 1 : 2;
    return seat == 0 ? 0 : seat == second ? 1 : 2;
}

/* The winner's seat, 0 mover, 1 next, 2 previous: values are 3 for the first
 * choice, 2 for the second, 0 for the third, 1 for none. */
static unsigned seat_of(enum quotient_rule rule, unsigned value)
{
    unsigned seat = 0;
    while (choice_of(rule, seat) != (value == 3 ? 0 : value == 2 ? 1 : 2))
        seat++;
    return seat;
}

static bool for_themselves(enum quotient_rule rule)
{
    return rule == QUOTIENT_UPSTREAM || rule == QUOTIENT_DOWNSTREAM;
}

static bool needs(const struct checker *c, unsigned outcome)
{
    if (for_themselves(c->q->rule))
        return outcome == 1
                   ? c->clause == 0
                   : choice_of(c->q->rule, seat_of(c->q->rule, outcome)) <=
                         c->clause;
    return side_wins(c->q->rule, c->clause, c->clause == 0, outcome);
}

static bool witnesses(const struct checker *c, unsigned outcome)
{
    if (for_themselves(c->q->rule)) /* the next player's seats lie one back */
        return outcome != 1 &&
               choice_of(c->q->rule, (seat_of(c->q->rule, outcome) + 1) % 3) <=
                   c->clause;
    if (!quotient_allies(c->q->rule))
        return !side_wins(c->q->rule, 0, true, outcome);
    const unsigned next = c->clause == 0 ? 2 : c->clause - 1;
    return side_wins(c->q->rule, next, c->clause == 0, outcome);
}

static unsigned times(const struct checker *c, unsigned x, unsigned y)
{
    return c->q->times[x * (size_t)c->q->order + y];
}

static bool movable(const struct checker *c, unsigned h)
{
    return c->moves->first[h] != c->moves->first[h + 1];
}

static enum status check_numbers(const struct checker *c)
{
    const struct quotient *q = c->q;
    if (q->rule >= QUOTIENT_RULES || q->order == 0)
        return fault(c, "no rule, or no elements");
    const unsigned values = endings[q->rule].values;
    const unsigned end = endings[q->rule].end;
    for (size_t i = 0; i < (size_t)q->order * q->order; i++)
        if (q->times[i] >= q->order)
            return fault(c, "entry %zu of the table is no element", i);
    for (unsigned x = 0; x < q->order; x++)
        if (q->outcome[x] >= values)
            return fault(c, "outcome of %u is no outcome", x);
    for (unsigned h = 0; h <= q->top; h++)
        if (q->image[h] >= q->order)
            return fault(c, "image of heap %u is no element", h);
    for (unsigned h = 0; h <= q->top; h++)
        if ((h == 0 || !movable(c, h)) && q->image[h] != 0)
            return fault(c, "heap %u has no move but is not the identity", h);
    if (q->outcome[0] != end)
        return fault(c, "the empty board has the wrong outcome");
    return STATUS_OK;
}

/* Which elements are products of images. */
static enum status check_generated(const struct checker *c)
{
    const unsigned n = c->q->order;
    uint8_t *reached = calloc(n, 1);
    uint16_t *queue = calloc(n, sizeof *queue);
    unsigned end = 1;
    enum status st = reached && queue ? STATUS_OK : no_memory(c);
    if (!st)
        reached[0] = 1;
    for (unsigned at = 0; !st && at < end; at++)
        for (unsigned h = 1; h <= c->q->top; h++) {
            const unsigned y = times(c, queue[at], c->q->image[h]);
            if (!reached[y])
                queue[end++] = (uint16_t)y;
            reached[y] = 1;
        }
    free(reached);
    free(queue);
    if (!st && end < n)
        st = fault(c, "only %u of %u elements are images of sums", end, n);
    return st;
}

/* Associativity with a generator in the middle is enough (Light's test). */
static enum status check_monoid(const struct checker *c)
{
    const unsigned n = c->q->order;
    for (unsigned x = 0; x < n; x++) {
        if (times(c, 0, x) != x)
            return fault(c, "0 * %u is not %u", x, x);
        for (unsigned y = 0; y < x; y++)
            if (times(c, x, y) != times(c, y, x))
                return fault(c, "%u * %u is not %u * %u", x, y, y, x);
    }
    for (unsigned h = 1; h <= c->q->top; h++)
        for (unsigned x = 0; x < n; x++) {
            const unsigned g = c->q->image[h], xg = times(c, x, g);
            for (unsigned y = 0; y < n; y++)
                if (times(c, xg, y) != times(c, x, times(c, g, y)))
                    return fault(c, "(%u * %u) * %u is not %u * (%u * %u)", x,
                                 g, y, x, g, y);
        }
    return check_generated(c);
}

static enum status check_zero(const struct checker *c)
{
    int zero = -1;
    for (unsigned x = 1; x < c->q->order; x++) {
        bool absorbs = true;
        for (unsigned y = 0; y < c->q->order && absorbs; y++)
            absorbs = times(c, x, y) == x;
        zero = absorbs ? (int)x : zero;
    }
    if (zero != c->q->zero)
        return fault(c, "the zero is %d, not %d", zero, c->q->zero);
    return STATUS_OK;
}

/* Partition refinement: blocks are split by the blocks that the heaps lead to.
 * Two elements are compared by their own block and the blocks of all their
 * successors; block[] starts as the outcomes. */
static unsigned refine(const struct checker *c, const unsigned block[],
                       unsigned finer[])
{
    unsigned blocks = 0;
    for (unsigned x = 0; x < c->q->order; x++) {
        bool same = false;
        for (unsigned y = 0; y < x && !same; y++) {
            same = block[x] == block[y];
            for (unsigned h = 1; h <= c->q->top && same; h++)
                same = block[times(c, x, c->q->image[h])] ==
                       block[times(c, y, c->q->image[h])];
            if (same)
                finer[x] = finer[y];
        }
        if (!same)
            finer[x] = blocks++;
    }
    return blocks;
}

static enum status check_reduced(const struct checker *c)
{
    const unsigned n = c->q->order;
    unsigned *block = calloc(n, sizeof *block);
    unsigned *finer = calloc(n, sizeof *finer);
    unsigned blocks = 0, before;
    enum status st = block && finer ? STATUS_OK : no_memory(c);
    for (unsigned x = 0; !st && x < n; x++)
        block[x] = c->q->outcome[x];
    do {
        before = blocks;
        blocks = st ? 0 : refine(c, block, finer);
        if (!st)
            memcpy(block, finer, n * sizeof *block);
    } while (blocks > before);
    free(block);
    free(finer);
    if (!st && blocks < n)
        st = fault(c, "only %u of %u elements can be told apart", blocks, n);
    return st;
}

/* Obligation (3), and the quiet set of the heap by itself. */
static enum status check_heap(const struct checker *c, unsigned h)
{
    const struct quotient *q = c->q;
    for (unsigned r = 0; r < q->order; r++) {
        bool quiet = true;
        for (uint32_t i = c->moves->first[h]; i < c->moves->first[h + 1]; i++) {
            const uint8_t *o = c->moves->option[i];
            const unsigned one = times(c, r, q->image[o[0]]);
            if (witnesses(c, q->outcome[times(c, one, q->image[o[1]])]))
                quiet = false;
        }
        if (!quiet && !needs(c, q->outcome[times(c, r, q->image[h])]))
            return fault(c,
                         "heap %u beside %u has a move that denies its "
                         "outcome",
                         h, r);
        c->alone[h * (size_t)q->order + r] = quiet;
    }
    return STATUS_OK;
}

/* Adds a sum to the list, or frees it if one there is at least as hard. */
static enum status list_sum(struct checker *c, struct sum *s)
{
    const unsigned n = c->q->order;
    if (needs(c, c->q->outcome[s->x]) && s->quiet[0]) {
        enum status st = fault(c,
                               "a sum with image %u has no move that "
                               "justifies its outcome",
                               s->x);
        free(s);
        return st;
    }
    for (size_t i = 0; i < c->n; i++) {
        struct sum *other = c->sums[i];
        bool below = other->x == s->x, above = below;
        for (unsigned r = 0; r < n && (below || above); r++) {
            below = below && s->quiet[r] <= other->quiet[r];
            above = above && s->quiet[r] >= other->quiet[r];
        }
        if (below) {
            free(s);
            return STATUS_OK;
        }
        other->covered = other->covered || above;
    }
    if (c->n == c->room) {
        size_t room = c->room ? 2 * c->room : 256;
        void *more = realloc(c->sums, room * sizeof(struct sum *));
        if (!more) {
            free(s);
            return no_memory(c);
        }
        c->sums = more;
        c->room = room;
    }
    c->sums[c->n++] = s;
    return STATUS_OK;
}

/* Lists the sum `before` (NULL: no heaps) with one heap h more. */
static enum status list_next(struct checker *c, const struct sum *before,
                             unsigned h)
{
    const struct quotient *q = c->q;
    const uint8_t *alone = c->alone + h * (size_t)q->order;
    struct sum *s = malloc(sizeof *s + q->order);
    if (!s)
        return no_memory(c);
    s->covered = false;
    s->x = before ? times(c, before->x, q->image[h]) : q->image[h];
    for (unsigned r = 0; r < q->order; r++)
        s->quiet[r] = before ? before->quiet[times(c, r, q->image[h])] &&
                                   alone[times(c, r, before->x)]
                             : alone[r];
    return list_sum(c, s);
}

/* Obligation (4): all sums of heap 1, then of heaps 1 and 2, and so on; for
 * each size, sums already listed get one more of it until nothing is new. */
static enum status check_sums(struct checker *c)
{
    enum status st = STATUS_OK;
    for (unsigned h = 1; !st && h <= c->q->top; h++) {
        if (!movable(c, h))
            continue;
        st = list_next(c, NULL, h);
        for (size_t i = 0; !st && i < c->n; i++)
            if (!c->sums[i]->covered)
                st = list_next(c, c->sums[i], h);
    }
    for (size_t i = 0; i < c->n; i++)
        free(c->sums[i]);
    c->n = 0;
    return st;
}

enum status quotient_check(const struct quotient *q,
                           const struct heap_moves *moves,
                           char why[QUOTIENT_WHY])
{
    struct checker c = {.q = q, .moves = moves, .why = why};
    why[0] = 0;
    if (q->top > moves->top)
        return fault(&c, "heaps to %u, but moves to %u only", q->top,
                     moves->top);
    enum status st = check_numbers(&c);
    if (!st)
        st = check_monoid(&c);
    if (!st)
        st = check_zero(&c);
    if (!st)
        st = check_reduced(&c);
    c.alone = st ? NULL : calloc((size_t)q->top + 1, q->order);
    if (!st && !c.alone)
        st = no_memory(&c);
    const unsigned clauses = st ? 0 : endings[q->rule].clauses;
    for (; !st && c.clause < clauses; c.clause++) {
        for (unsigned h = 1; !st && h <= q->top; h++)
            st = check_heap(&c, h);
        if (!st)
            st = check_sums(&c);
    }
    free(c.alone);
    free(c.sums);
    return st;
}
