/* e4_games.c - which games have what Nim has: no winning reply to a move from
 * a P position is in the heap just moved.
 *
 * Normal play, sums of heaps 1..H. In a P position the other heaps have
 * together the value of the heap that is moved, whatever they are; so a reply
 * in what is left of it wins if and only if it has that value again. For each
 * heap there is such a position, the heap twice. One row therefore decides all
 * sums of heaps to H, and says nothing of larger heaps.
 *
 * Row 0 is Nim, then the octal games 0.d1d2 in the order of their digits, then
 * the subtraction games that take 1..4.
 */
#include "engine/base/log.h"
#include "engine/run/census.h"
#include "engine/theory/heap_moves.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 64, TAKE_MAX = 4, GAMES = 1 + DIGITS + (1 << TAKE_MAX) - 1 };
_Static_assert(GAMES == 80, "the grid below has so many points");

enum { TEXT = 24 };

struct row {
    char game[TEXT], move[TEXT], reply[TEXT];
    uint8_t heaps, elsewhere, heap;
    uint16_t largest;
    uint32_t moves, again, at_home;
};

static const char *const yes_no[] = {"UNSET", "no", "yes", NULL};
enum { NO = 1, YES };

static const struct column columns[] = {
    COLUMN(struct row, game, COLUMN_KEY, "", "ruleset"),
    COLUMN(struct row, heaps, COLUMN_KEY, "counters", "largest heap H"),
    COLUMN_ENUM(struct row, elsewhere, COLUMN_FACT, yes_no,
                "is no winning reply to a move from a P position of heaps 1..H "
                "in the heap just moved"),
    COLUMN(struct row, moves, COLUMN_FACT, "moves", "from single heaps 1..H"),
    COLUMN(struct row, again, COLUMN_FACT, "moves",
           "how many of them leave something to move in; 0: nothing can be "
           "replied in the same heap"),
    COLUMN(struct row, at_home, COLUMN_FACT, "moves",
           "how many have a reply in what they leave that wins if they are "
           "made from a P position"),
    COLUMN(struct row, heap, COLUMN_FACT, "counters",
           "the least heap with such a move; 0: none"),
    COLUMN(struct row, move, COLUMN_FACT, "", "what the first of them leaves"),
    COLUMN(struct row, reply, COLUMN_FACT, "",
           "what a winning reply leaves of that"),
    COLUMN(struct row, largest, COLUMN_FACT, "nimber",
           "largest value of a heap"),
};

/* Game g as a ruleset text; no zero at its end. */
static void name_game(unsigned g, char out[TEXT])
{
    memset(out, 0, TEXT);
    if (g == 0) {
        snprintf(out, TEXT, "nim");
    } else if (g <= DIGITS) {
        const unsigned first = (g - 1) / 8, second = (g - 1) % 8;
        if (second)
            snprintf(out, TEXT, "octal:0.%u%u", first, second);
        else
            snprintf(out, TEXT, "octal:0.%u", first);
    } else {
        size_t used = (size_t)snprintf(out, TEXT, "subtraction:");
        for (unsigned k = 1; k <= TAKE_MAX; k++)
            if ((g - DIGITS) >> (k - 1) & 1)
                used += (size_t)snprintf(out + used, TEXT - used, "%s%u",
                                         out[used - 1] == ':' ? "" : ",", k);
    }
}

/* Values of heaps 0..top; those of two heaps are below 2 * 256. */
struct values {
    const struct heap_moves *moves;
    uint16_t of[HEAP_MOVES_TOP + 1];
};

static unsigned value_of(const struct values *v, const uint8_t left[2])
{
    return v->of[left[0]] ^ v->of[left[1]];
}

static enum status find_values(struct values *v)
{
    for (unsigned h = 1; h <= v->moves->top; h++) {
        const uint32_t end = v->moves->first[h + 1];
        const size_t n = end - v->moves->first[h];
        bool *there = calloc(n + 1, sizeof *there);
        if (!there)
            return log_error(STATUS_NOMEM, "out of memory");
        for (uint32_t i = v->moves->first[h]; i < end; i++) {
            const unsigned value = value_of(v, v->moves->option[i]);
            if (value <= n)
                there[value] = true;
        }
        while (there[v->of[h]]) /* of n values one of 0..n is missing */
            v->of[h]++;
        free(there);
    }
    return STATUS_OK;
}

/* A heap or two, as a position is written; 0 if nothing is left. */
static void print(const uint8_t left[], size_t n, char out[TEXT])
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        if (left[i])
            used += (size_t)snprintf(out + used, TEXT - used, "%s%u",
                                     used ? "+" : "", left[i]);
    if (!used)
        snprintf(out, TEXT, "0");
}

/* Is there a move in what is left that gives it this value? The first one as a
 * text. */
static bool can_become(const struct values *v, const uint8_t left[2],
                       unsigned value, char reply[TEXT])
{
    for (unsigned k = 0; k < 2; k++) {
        const unsigned rest = left[1 - k];
        const unsigned h = left[k];
        for (uint32_t i = h ? v->moves->first[h] : 0;
             h && i < v->moves->first[h + 1]; i++) {
            const uint8_t *become = v->moves->option[i];
            if ((value_of(v, become) ^ v->of[rest]) != value)
                continue;
            print((uint8_t[]){become[0], become[1], (uint8_t)rest}, 3, reply);
            return true;
        }
    }
    return false;
}

static bool can_move(const struct heap_moves *moves, unsigned h)
{
    return h && moves->first[h] < moves->first[h + 1];
}

static void look_at_heap(const struct values *v, unsigned h, struct row *row)
{
    for (uint32_t i = v->moves->first[h]; i < v->moves->first[h + 1]; i++) {
        const uint8_t *left = v->moves->option[i];
        char reply[TEXT] = "";
        row->moves++;
        row->again +=
            can_move(v->moves, left[0]) || can_move(v->moves, left[1]);
        if (!can_become(v, left, v->of[h], reply))
            continue;
        if (!row->at_home++) {
            row->heap = (uint8_t)h;
            print(left, 2, row->move);
            memcpy(row->reply, reply, TEXT);
        }
    }
    if (v->of[h] > row->largest)
        row->largest = v->of[h];
}

static enum status look(const struct heap_moves *moves, struct row *row)
{
    struct values v = {.moves = moves};
    enum status st = find_values(&v);
    for (unsigned h = 1; h <= moves->top && !st; h++)
        look_at_heap(&v, h, row);
    row->elsewhere = row->at_home ? NO : YES;
    return st;
}

static enum status e4_games_open(const int64_t params[], void **out)
{
    uint8_t *heaps = malloc(sizeof *heaps);
    if (!heaps)
        return log_error(STATUS_NOMEM, "out of memory");
    *heaps = (uint8_t)params[0];
    *out = heaps;
    return STATUS_OK;
}

static enum status e4_games_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct game game;
    struct heap_moves moves;
    name_game(cell->point->size[0] - 1, row->game);
    row->heaps = *(const uint8_t *)cell->shared;
    enum status st = game_open(rulesets, row->game, &game);
    if (st)
        return st;
    st = heap_moves_open(&moves, &game, row->heaps);
    if (!st) {
        st = look(&moves, row);
        heap_moves_close(&moves);
    }
    game_close(&game);
    return st;
}

static const struct param params[] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = HEAP_MOVES_TOP,
     .def = "100",
     .help = "largest heap"},
};

const struct census census_e4_games = {
    .name = "e4-games",
    .summary = "Nim, 64 octal and 15 subtraction games: is no winning reply in "
               "the heap just moved",
    .version = 1,
    .games = {{"nim", "nimber"}},
    .grid = "lists:parts=1,size=1..80",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = e4_games_open,
    .close = free,
    .row = e4_games_row,
};
