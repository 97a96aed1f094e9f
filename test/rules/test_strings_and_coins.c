/* Nimstring against play: a position is worth *k if and only if whoever moves
 * loses with a Nim heap of k beside it, and loony if no k does. The oracle
 * knows lines as numbers of the boxes on their two sides. */
#include "engine/value/loony.h"
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NIM = 10, LINES = 12, LOONY_HEAP = NIM, LINES_MOST = 119 };

struct play {
    unsigned rows, columns, lines;
    int box[LINES][2];     /* -1: outside */
    signed char *won[NIM]; /* by set of lines; -1: not known */
};

static void add_line(struct play *p, int row, int column, int row2, int column2)
{
    const int rows = (int)p->rows, columns = (int)p->columns;
    const bool in = row >= 0 && row < rows && column >= 0 && column < columns;
    const bool in2 =
        row2 >= 0 && row2 < rows && column2 >= 0 && column2 < columns;
    p->box[p->lines][0] = in ? row * columns + column : -1;
    p->box[p->lines++][1] = in2 ? row2 * columns + column2 : -1;
}

/* Lines in the order of the notation. */
static void play_open(struct play *p, unsigned rows, unsigned columns)
{
    *p = (struct play){.rows = rows, .columns = columns};
    for (int r = 0; r <= (int)rows; r++) {
        for (int c = 0; c < (int)columns; c++)
            add_line(p, r - 1, c, r, c);
        for (int c = 0; c <= (int)columns && r < (int)rows; c++)
            add_line(p, r, c - 1, r, c);
    }
    for (unsigned k = 0; k < NIM; k++) {
        p->won[k] = malloc(1u << p->lines);
        cr_assert_not_null(p->won[k]);
        memset(p->won[k], -1, 1u << p->lines);
    }
}

static void play_close(struct play *p)
{
    for (unsigned k = 0; k < NIM; k++)
        free(p->won[k]);
}

static bool complete(const struct play *p, unsigned set, int box)
{
    for (unsigned i = 0; i < p->lines; i++)
        if (set >> i & 1 && (p->box[i][0] == box || p->box[i][1] == box))
            return false;
    return box >= 0;
}

/* Does the player to move win with these lines and a Nim heap? */
static bool wins(struct play *p, unsigned set, unsigned heap)
{
    signed char *won = &p->won[heap][set];
    if (*won >= 0)
        return *won;
    bool w = false;
    for (unsigned k = 0; k < heap && !w; k++)
        w = !wins(p, set, k);
    for (unsigned i = 0; i < p->lines && !w; i++) {
        const unsigned after = set & ~(1u << i);
        if (set == after)
            continue;
        const bool again = complete(p, after, p->box[i][0]) ||
                           complete(p, after, p->box[i][1]);
        w = again ? wins(p, after, heap) : !wins(p, after, heap);
    }
    *won = w;
    return w;
}

static void check_board(unsigned rows, unsigned columns,
                        const unsigned counts[NIM + 1])
{
    struct play play;
    struct solved s;
    unsigned seen[NIM + 1] = {0};
    play_open(&play, rows, columns);
    solved_open(&s, "strings-and-coins", "loony");
    for (unsigned set = 0; set < 1u << play.lines; set++) {
        const struct position p =
            s.game.rules->board->unrank(s.game.self, rows, columns, set);
        char text[32], wanted[32] = "loony";
        unsigned k = 0;
        while (k < NIM && wins(&play, set, k))
            k++;
        seen[k]++;
        if (k < NIM)
            snprintf(wanted, sizeof wanted, k ? "*%u" : "%u", k);
        s.domain.kind->print(s.domain.self, solved_value(&s, p), text,
                             sizeof text);
        cr_assert_str_eq(text, wanted, "%u x %u, lines %x", rows, columns, set);
    }
    for (unsigned k = 0; k <= NIM; k++)
        cr_expect_eq(seen[k], counts[k], "%u x %u: %u worth %u", rows, columns,
                     seen[k], k);
    solved_close(&s);
    play_close(&play);
}

/* One box, two, and four: the counts are a separate program's. */
Test(strings_and_coins, every_position_of_small_boards)
{
    check_board(1, 1, (const unsigned[NIM + 1]){9, 7});
    check_board(1, 2, (const unsigned[NIM + 1]){61, 61, [LOONY_HEAP] = 6});
    check_board(2, 1, (const unsigned[NIM + 1]){61, 61, [LOONY_HEAP] = 6});
    check_board(
        2, 2,
        (const unsigned[NIM + 1]){1372, 1468, 396, 128, [LOONY_HEAP] = 732});
}

static void check_text(struct solved *s, const char *position,
                       const char *wanted)
{
    char text[64];
    s->domain.kind->print(s->domain.self, solved_text(s, position), text,
                          sizeof text);
    cr_expect_str_eq(text, wanted, "%s", position);
}

/* A long chain is worth 0, and loony once it is opened up for the taking
 * (Winning Ways, ch. 16); to hand the
 * turn back wins beside all nimbers but one. */
Test(strings_and_coins, chains_loops_and_again)
{
    struct solved s;
    solved_open(&s, "strings-and-coins", "loony");
    check_text(&s, ".../||||/...", "0");     /* a chain of three */
    check_text(&s, ".../.|||/...", "loony"); /* its first box offered */
    check_text(&s, "../.||/..", "loony");    /* two boxes offered */
    check_text(&s, "./.|/.", "0");           /* one box, taken and lost */
    check_text(&s, "./../.+", "all but {0}");
    check_text(&s, "_/||/_+", "all but {1}");
    check_text(&s, "../.||/..+", "all");
    solved_close(&s);
}

Test(strings_and_coins, what_is_no_position, .init = cr_redirect_stderr)
{
    static const char *const bad[] = {
        "",       "+",   "_",    "_/||", "_/|/_", "_/||/__", "x/||/_",
        "_/_|/_", "0x2", "20x1", "8x8",  "2x",    "_/||/_/", "_/||/_++"};
    struct game game;
    struct position p;
    cr_assert_eq(game_open(rulesets, "strings-and-coins", &game), STATUS_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_expect_neq(game.rules->parse(game.self, bad[i], &p), STATUS_OK, "%s",
                      bad[i]);
    cr_assert_eq(game.rules->parse(game.self, "2x3", &p), STATUS_OK);
    char text[64];
    game.rules->print(game.self, p, text, sizeof text);
    cr_expect_str_eq(text, "___/||||/___/||||/___");
    game_close(&game);
}

/* A row of n boxes above and below which all lines are drawn; opened: the first
 * upright one, too. */
static uint64_t chain(struct solved *s, size_t n, bool opened)
{
    char text[64], *at = text;
    memset(at, '.', n);
    at += n;
    *at++ = '/';
    memset(at, '|', n + 1);
    *at = opened ? '.' : '|';
    at += n + 1;
    *at++ = '/';
    memset(at, '.', n);
    at[n] = 0;
    return solved_text(s, text);
}

/* Who opens a long chain or a loop loses there: no move in it is worth a
 * nimber. A chain of one or two boxes has one that is. */
Test(strings_and_coins, chains_and_loops)
{
    struct solved s;
    solved_open(&s, "strings-and-coins", "loony");
    for (size_t n = 1; n <= 12; n++) {
        cr_expect_eq(chain(&s, n, false), n < 3, "%zu", n);
        cr_expect_eq(chain(&s, n, true), n < 2 ? 0 : LOONY, "%zu", n);
    }
    static const char *const loops[] = {"../.|./__/.|./..",
                                        ".../.||./_._/.||./...",
                                        "..../.|||./_.._/.|||./...."};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        cr_expect_eq(solved_text(&s, loops[i]), 0, "%s", loops[i]);
    /* A loop that was opened, and another beside it. */
    cr_expect_eq(solved_text(&s, "../.|./._/.|./.."), LOONY);
    cr_expect_eq(solved_text(&s, "..../.|.|./____/.|.|./...."), 0);
    /* * + *, and loony beside whatever there is. */
    cr_expect_eq(solved_text(&s, "../|||/../|||/.."), 0);
    cr_expect_eq(solved_text(&s, "../||./../|||/.."), LOONY);
    solved_close(&s);
}

/* A line drawn at a box, x to the right, y down. */
struct drawn {
    unsigned x, y;
    char side; /* top, bottom, left, right */
};

/* The board with these lines drawn, allocated. */
static char *board_text(unsigned rows, unsigned columns,
                        const struct drawn drawn[])
{
    const unsigned width = 2 * columns + 3; /* a row of each kind, '/' twice */
    char *text = malloc(width * (rows + 1));
    cr_assert_not_null(text);
    for (unsigned r = 0; r <= rows; r++) {
        char *row = text + width * r;
        memset(row, '_', columns);
        memset(row + columns + 1, '|', columns + 1);
        row[columns] = row[width - 1] = '/';
    }
    text[width * rows + columns] = 0;
    for (const struct drawn *d = drawn; d->side; d++) {
        char *row = text + width * (d->y + (d->side == 'b'));
        if (d->side == 't' || d->side == 'b')
            row[d->x] = '.';
        else
            row[columns + 1 + d->x + (d->side == 'r')] = '.';
    }
    return text;
}

/* The value, and how many moves leave 0. */
static uint64_t board_value(struct solved *s, unsigned rows, unsigned columns,
                            const struct drawn drawn[], unsigned *to_zero)
{
    struct position out[LINES_MOST];
    char *text = board_text(rows, columns, drawn);
    const struct position p = solved_parse(s, text);
    const size_t n = s->game.rules->options(s->game.self, p, LEFT, out);
    *to_zero = 0;
    for (size_t i = 0; i < n; i++)
        *to_zero += !solved_value(s, out[i]);
    free(text);
    return solved_value(s, p);
}

#define VALUE(rows, columns, ...)                                              \
    board_value(&s, rows, columns, (const struct drawn[]){__VA_ARGS__, {0}},   \
                &to_zero)

/* Values that another program's tests have: github.com/amdw/dotsandboxes, A.
 * Medworth, engine/src/nimstring.rs and examples.rs. Its positions p50 are *1,
 * *4 and *2, together *7, with three moves to 0 in the part that is worth *4.
 */
Test(strings_and_coins, values_of_another_program)
{
    struct solved s;
    unsigned to_zero;
    solved_open(&s, "strings-and-coins", "loony");
    /* Chains of 7 and 5 boxes with a line more at one of them. */
    const char *const seven = "..._.../||||||||/.......";
    check_text(&s, seven, "*1");
    check_text(&s, "...../||||||/.....", "0");
    check_text(&s, "..._./||||||/.....", "*1");
    check_text(&s, "..._./|||||./.....", "0");
    /* A chain of three open at both ends. */
    check_text(&s, ".../.||./...", "0");
    cr_expect_eq(VALUE(2, 5, {0, 0, 't'}, {1, 0, 't'}, {0, 0, 'l'}, {0, 1, 'l'},
                       {1, 0, 'b'}, {2, 0, 'b'}, {3, 0, 'b'}, {3, 0, 'r'},
                       {0, 1, 'b'}, {1, 1, 'b'}, {2, 1, 'b'}, {3, 1, 'b'},
                       {4, 1, 'b'}),
                 1);
    cr_expect_eq(VALUE(2, 3, {0, 0, 't'}, {1, 0, 't'}, {2, 0, 't'}, {2, 0, 'r'},
                       {2, 1, 'r'}, {1, 0, 'b'}),
                 4);
    cr_expect_eq(
        VALUE(2, 2, {0, 0, 't'}, {1, 0, 't'}, {0, 0, 'l'}, {0, 1, 'l'}), 2);
    cr_expect_eq(VALUE(4, 5, {0, 0, 't'}, {0, 0, 'l'}, {1, 0, 't'}, {1, 0, 'b'},
                       {2, 0, 'b'}, {3, 0, 'b'}, {3, 0, 'r'}, {0, 1, 'l'},
                       {0, 1, 'b'}, {1, 1, 'b'}, {2, 1, 'b'}, {3, 1, 'b'},
                       {4, 1, 'b'}, {1, 2, 'b'}, {2, 2, 'r'}, {2, 3, 'r'}),
                 7);
    cr_expect_eq(to_zero, 3);
    solved_close(&s);
}
