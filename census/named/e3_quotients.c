/* e3_quotients.c - the exact quotients of Nim, the 63 octal games 0.d1d2 and
 * the 63 subtraction games that take at most six, under every convention: one
 * against two, three for themselves, and misere play of two beside them.
 *
 * Row (i - 1) / 6 is the game, (i - 1) % 6 the convention. Heaps are added one
 * by one, up to the limit or until the quotient has more elements than allowed;
 * so what a row says does not depend on how the quotients are found.
 */
#include "engine/base/log.h"
#include "engine/run/census.h"
#include "engine/theory/quotient/quotient_check.h"
#include "engine/theory/quotient/quotient_search.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 64,
    TAKE_MAX = 6,
    TEXT = 24,
    ORDERS_TEXT = 200,
    HEAPS_MAX = 40
};
enum { GAMES = DIGITS + (1 << TAKE_MAX) - 1, CONVENTIONS = 6 };
_Static_assert(GAMES *CONVENTIONS == 762, "the grid below has so many points");

static const enum quotient_rule conventions[CONVENTIONS] = {
    QUOTIENT_COALITION, QUOTIENT_COALITION_MISERE, QUOTIENT_COALITION_LOSER,
    QUOTIENT_UPSTREAM,  QUOTIENT_DOWNSTREAM,       QUOTIENT_MISERE,
};

static const char *const convention_labels[] = {
    "UNSET",    "last-wins",  "last-loses", "stuck-loses",
    "upstream", "downstream", "misere",     NULL};
static const char *const yes_no[] = {"UNSET", "no", "yes", NULL};
enum { NO = 1, YES };

struct row {
    char game[TEXT];
    uint8_t convention, heaps, verified, finished, since, zero_from, zeros_from;
    uint32_t order;
    char orders[ORDERS_TEXT];
};

static const struct column columns[] = {
    COLUMN(struct row, game, COLUMN_KEY, "", "ruleset"),
    COLUMN_ENUM(struct row, convention, COLUMN_KEY, convention_labels,
                "one against two, the last move wins, or loses, or only who is "
                "stuck loses; three who prefer the next, or the previous "
                "player to win; two, and the last move loses"),
    COLUMN(struct row, heaps, COLUMN_KEY, "counters", "largest heap asked for"),
    COLUMN(struct row, verified, COLUMN_FACT, "counters",
           "heaps 1..this have a quotient within the limit, proved; what "
           "follows is about these"),
    COLUMN_ENUM(struct row, finished, COLUMN_FACT, yes_no,
                "is that all that was asked for"),
    COLUMN(struct row, order, COLUMN_FACT, "classes", "of the last quotient"),
    COLUMN(struct row, since, COLUMN_FACT, "counters",
           "the order has been that since the quotient of heaps 1..this"),
    COLUMN(struct row, zero_from, COLUMN_FACT, "counters",
           "there is an absorbing class besides the empty board's since the "
           "quotient of heaps 1..this; 0: there is none"),
    COLUMN(struct row, zeros_from, COLUMN_FACT, "counters",
           "each heap from this on is in it by itself; 0: the last is not"),
    COLUMN(struct row, orders, COLUMN_FACT, "",
           "the orders of all of them, from heap 1 on"),
};

/* Game g as a ruleset text: Nim, octal codes from 0.01 on, sets. */
static void name_game(unsigned g, char out[TEXT])
{
    memset(out, 0, TEXT);
    if (g == 0) {
        snprintf(out, TEXT, "nim");
    } else if (g < DIGITS) {
        if (g % 8)
            snprintf(out, TEXT, "octal:0.%u%u", g / 8, g % 8);
        else
            snprintf(out, TEXT, "octal:0.%u", g / 8);
    } else {
        size_t used = (size_t)snprintf(out, TEXT, "subtraction:");
        for (unsigned k = 1; k <= TAKE_MAX; k++)
            if ((g - DIGITS + 1) >> (k - 1) & 1)
                used += (size_t)snprintf(out + used, TEXT - used, "%s%u",
                                         out[used - 1] == ':' ? "" : ",", k);
    }
}

/* The quotient of one heap more than before. */
static void add(struct row *row, const struct quotient *q)
{
    const size_t used = strlen(row->orders);
    if (!row->verified || row->order != q->order)
        row->since = (uint8_t)q->top;
    if (q->zero < 0)
        row->zero_from = 0;
    else if (!row->zero_from)
        row->zero_from = (uint8_t)q->top;
    row->zeros_from = 0;
    for (unsigned h = q->top; h && (int)q->image[h] == q->zero; h--)
        row->zeros_from = (uint8_t)h;
    row->order = q->order;
    row->verified = (uint8_t)q->top;
    snprintf(row->orders + used, ORDERS_TEXT - used, "%s%u", used ? " " : "",
             q->order);
}

static enum status check(const struct row *row, const struct quotient *q,
                         const struct heap_moves *moves)
{
    char why[QUOTIENT_WHY];
    const enum status st = quotient_check(q, moves, why);
    if (st == STATUS_DISAGREE)
        return log_error(st, "%s, heaps 1..%u: the checker refuses: %s",
                         row->game, q->top, why);
    /* Plambeck and Siegel, JCTA 115 (2008). */
    if (!st && q->rule == QUOTIENT_MISERE && q->order > 1 && q->order % 2)
        return log_error(STATUS_DISAGREE,
                         "%s, heaps 1..%u: a misere quotient of odd order %u",
                         row->game, q->top, q->order);
    return st;
}

/* A row may take minutes: it stops where a solver would. */
static enum status search(const struct cell *cell,
                          const struct heap_moves *moves,
                          enum quotient_rule rule, unsigned order,
                          struct row *row)
{
    const struct quotient_limits limits = {.order = order,
                                           .stop = cell->solvers[0].interrupted,
                                           .context =
                                               cell->solvers[0].interrupter};
    struct quotient_search *s;
    bool finished = true;
    enum status st = quotient_search_open(moves, rule, &limits, &s);
    if (st)
        return st;
    for (unsigned h = 1; !st && h <= row->heaps; h++) {
        st = quotient_raise(s, &finished);
        if (st || !finished)
            break;
        st = check(row, quotient_proved(s), moves);
        if (!st)
            add(row, quotient_proved(s));
    }
    row->finished = finished ? YES : NO;
    quotient_search_close(s);
    return st;
}

struct limits {
    uint8_t heaps;
    unsigned order, selves;
};

static enum status e3_quotients_row(const struct cell *cell, void *out)
{
    const struct limits *limits = cell->shared;
    const unsigned i = cell->point->size[0] - 1;
    struct row *row = out;
    struct game game;
    struct heap_moves moves;
    const enum quotient_rule rule = conventions[i % CONVENTIONS];
    const bool three = rule == QUOTIENT_UPSTREAM || rule == QUOTIENT_DOWNSTREAM;
    name_game(i / CONVENTIONS, row->game);
    row->convention = (uint8_t)(1 + i % CONVENTIONS);
    row->heaps = limits->heaps;
    enum status st = game_open(rulesets, row->game, &game);
    if (st)
        return st;
    st = heap_moves_open(&moves, &game, row->heaps);
    if (!st) {
        st = search(cell, &moves, rule, three ? limits->selves : limits->order,
                    row);
        heap_moves_close(&moves);
    }
    game_close(&game);
    return st;
}

static enum status e3_quotients_open(const int64_t params[], void **out)
{
    struct limits *limits = malloc(sizeof *limits);
    if (!limits)
        return log_error(STATUS_NOMEM, "out of memory");
    *limits = (struct limits){(uint8_t)params[0], (unsigned)params[1],
                              (unsigned)params[2]};
    *out = limits;
    return STATUS_OK;
}

static const struct param params[] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = HEAPS_MAX,
     .def = "6",
     .help = "largest heap"},
    {.name = "order",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 2000,
     .def = "30",
     .help = "no quotient of more elements than this"},
    {.name = "selves",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 2000,
     .def = "15",
     .help = "the same where three play for themselves: these mostly grow with "
             "every heap"},
};

const struct census census_e3_quotients = {
    .name = "e3-quotients",
    .summary = "exact quotients of 127 heap games: one against two, three for "
               "themselves, misere",
    .version = 1,
    .games = {{"nim:players=3", "coalition"}},
    .grid = "lists:parts=1,size=1..762",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = e3_quotients_open,
    .close = free,
    .row = e3_quotients_row,
};
