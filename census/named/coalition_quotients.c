/* coalition_quotients.c - one player against two in games with values: the
 * exact quotient of heaps 1..H for Nim, Kayles, Dawson's games, and every
 * subtraction game that takes at most five, H to twelve.
 *
 * Row i is game (i - 1) / 12 of the list, heaps 1..(i - 1) % 12 + 1.
 */
#include "engine/base/log.h"
#include "engine/run/census.h"
#include "engine/theory/quotient/quotient_check.h"
#include "engine/theory/quotient/quotient_search.h"
#include "rules/rules.h"

#include <stdio.h>
#include <string.h>

enum { HEAPS = 12, TAKE_MAX = 5, GAME_TEXT = 24 };

static const char *const octal_games[] = {"nim", "octal:0.77", "octal:0.07",
                                          "octal:0.137"};
enum {
    OCTAL_GAMES = sizeof octal_games / sizeof octal_games[0],
    GAMES = OCTAL_GAMES + (1 << TAKE_MAX) - 1
};
_Static_assert(GAMES *HEAPS == 420, "the grid below has so many points");

struct row {
    char game[GAME_TEXT];
    uint8_t heaps, verified, shape, zero;
    uint32_t order, units, kinds, index, period;
    char zero_heaps[32];
    uint64_t played;
};

/* What the quotient is. counting: three classes of ones, the same beside one
 * large heap, and nothing else matters once there are two. */
static const char *const shapes[] = {"UNSET",    "open", "trivial", "ones",
                                     "counting", "more", NULL};
enum { OPEN = 1, TRIVIAL, ONES, COUNTING, MORE };
static const char *const yes_no[] = {"UNSET", "no", "yes", NULL};

static const struct column columns[] = {
    COLUMN(struct row, game, COLUMN_KEY, "", "ruleset"),
    COLUMN(struct row, heaps, COLUMN_KEY, "counters", "largest heap H"),
    COLUMN(struct row, verified, COLUMN_FACT, "counters",
           "heaps 1..this have a certified quotient; less than H if the search "
           "did not finish, and then what follows is empty"),
    COLUMN_ENUM(struct row, shape, COLUMN_FACT, shapes,
                "open: not finished; trivial: one class; ones: heaps counted "
                "modulo three; counting: as in Nim, ones modulo three and "
                "large heaps up to two; more: anything else"),
    COLUMN(struct row, order, COLUMN_FACT, "classes", "order of the quotient"),
    COLUMN_ENUM(struct row, zero, COLUMN_FACT, yes_no,
                "is there an absorbing class besides the empty board"),
    COLUMN(struct row, zero_heaps, COLUMN_FACT, "",
           "heaps that are the absorbing class by themselves"),
    COLUMN(struct row, kinds, COLUMN_FACT, "classes",
           "different classes of single heaps, the empty board's not counted"),
    COLUMN(struct row, units, COLUMN_FACT, "classes",
           "classes that some class takes back to the empty board"),
    COLUMN(struct row, index, COLUMN_FACT, "heaps",
           "so many equal heaps at most before their multiples recur"),
    COLUMN(struct row, period, COLUMN_FACT, "heaps",
           "least common period of the multiples of each heap"),
    COLUMN(struct row, played, COLUMN_COST, "positions",
           "positions played out to find it, over all heaps"),
};

/* Game g as a ruleset text: the list, then the sets of numbers 1..5. */
static void name_game(unsigned g, char out[GAME_TEXT])
{
    size_t used;
    memset(out, 0, GAME_TEXT);
    if (g < OCTAL_GAMES) {
        snprintf(out, GAME_TEXT, "%s", octal_games[g]);
        return;
    }
    used = (size_t)snprintf(out, GAME_TEXT, "subtraction:");
    for (unsigned k = 1; k <= TAKE_MAX; k++)
        if ((g - OCTAL_GAMES + 1) >> (k - 1) & 1)
            used += (size_t)snprintf(out + used, GAME_TEXT - used, "%s%u",
                                     out[used - 1] == ':' ? "" : ",", k);
}

static uint32_t count_units(const struct quotient *q)
{
    uint32_t units = 0;
    for (unsigned x = 0; x < q->order; x++) {
        bool unit = false;
        for (unsigned y = 0; y < q->order; y++)
            unit = unit || quotient_times(q, x, y) == 0;
        units += unit;
    }
    return units;
}

static uint32_t count_kinds(const struct quotient *q)
{
    uint32_t kinds = 0;
    for (unsigned h = 1; h <= q->top; h++) {
        bool seen = q->image[h] == 0;
        for (unsigned g = 1; g < h; g++)
            seen = seen || q->image[g] == q->image[h];
        kinds += !seen;
    }
    return kinds;
}

/* The multiples 0, x, 2x, ... run into a cycle; where, and how long is it? */
static void multiples(const struct quotient *q, unsigned x, uint32_t *index,
                      uint32_t *period)
{
    unsigned slow = 0, fast = 0;
    *index = *period = 0;
    do { /* Floyd: one walks twice as fast */
        slow = quotient_times(q, slow, x);
        fast = quotient_times(q, quotient_times(q, fast, x), x);
    } while (slow != fast);
    for (slow = 0; slow != fast; ++*index) {
        slow = quotient_times(q, slow, x);
        fast = quotient_times(q, fast, x);
    }
    do {
        fast = quotient_times(q, fast, x);
        ++*period;
    } while (slow != fast);
}

static uint32_t common_multiple(uint32_t a, uint32_t b)
{
    uint32_t x = a, y = b;
    while (y) {
        uint32_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* Nim's quotient: three units and, beside the zero, three that give the zero
 * with each other. */
static bool counts(const struct quotient *q, uint32_t units)
{
    bool counting = q->order == 7 && units == 3 && q->zero >= 0;
    for (unsigned x = 0; counting && x < q->order; x++)
        counting = quotient_times(q, x, x) == 0 ||
                   quotient_times(q, quotient_times(q, x, x), x) == 0 ||
                   quotient_times(q, x, x) == (unsigned)q->zero;
    return counting;
}

static void describe(const struct quotient *q, struct row *row)
{
    size_t used = 0;
    row->order = q->order;
    row->zero = q->zero < 0 ? 1 : 2;
    row->units = count_units(q);
    row->kinds = count_kinds(q);
    row->period = 1;
    for (unsigned h = 1; h <= q->top; h++) {
        uint32_t index, period;
        multiples(q, q->image[h], &index, &period);
        row->index = index > row->index ? index : row->index;
        row->period = common_multiple(row->period, period);
        if (q->image[h] == q->zero)
            used += (size_t)snprintf(row->zero_heaps + used,
                                     sizeof row->zero_heaps - used, "%s%u",
                                     used ? " " : "", h);
    }
    row->shape = q->order == 1                      ? TRIVIAL
                 : q->order == 3 && row->units == 3 ? ONES
                 : counts(q, row->units)            ? COUNTING
                                                    : MORE;
}

static enum status search(const struct heap_moves *moves, struct row *row)
{
    /* The largest of these searches plays some hundred positions. */
    const struct quotient_limits limits = {.order = 4096, .effort = 1000000};
    struct quotient_search *s;
    struct quotient_effort effort;
    char why[QUOTIENT_WHY];
    bool finished = true;
    enum status st =
        quotient_search_open(moves, QUOTIENT_COALITION, &limits, &s);
    if (st)
        return st;
    for (unsigned h = 1; !st && finished && h <= row->heaps; h++) {
        st = quotient_raise(s, &finished);
        quotient_effort(s, &effort);
        row->played += effort.played;
    }
    const struct quotient *q = quotient_proved(s);
    if (!st)
        st = quotient_check(q, moves, why);
    if (st == STATUS_DISAGREE)
        log_error(st, "%s, heaps 1..%u: the checker refuses: %s", row->game,
                  q->top, why);
    row->verified = (uint8_t)q->top;
    row->shape = OPEN;
    row->zero = 1;
    if (!st && finished)
        describe(q, row);
    quotient_search_close(s);
    return st;
}

static enum status coalition_quotients_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct game game;
    struct heap_moves moves;
    const unsigned i = cell->point->size[0] - 1;
    name_game(i / HEAPS, row->game);
    row->heaps = (uint8_t)(i % HEAPS + 1);
    enum status st = game_open(rulesets, row->game, &game);
    if (st)
        return st;
    st = heap_moves_open(&moves, &game, row->heaps);
    if (!st) {
        st = search(&moves, row);
        heap_moves_close(&moves);
    }
    game_close(&game);
    return st;
}

const struct census census_coalition_quotients = {
    .name = "coalition-quotients",
    .summary = "one against two: exact quotients of 35 heap games, heaps to 12",
    .version = 1,
    .games = {{"nim:players=3", "coalition"}},
    .grid = "lists:parts=1,size=1..420",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = coalition_quotients_row,
};
