/* Clobber against published values. */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void expect(struct solved *s, const char *position, const char *value)
{
    char text[1000];
    games_print(s->domain.self, GAMES_ASCII, (uint32_t)solved_text(s, position),
                text, sizeof text);
    cr_expect_str_eq(text, value, "%s", position);
}

/* Albert, Nowakowski, Wolfe, Lessons in Play (2007): BW is *, BBW
 * up, BBBW double up star. */
Test(clobber, strips)
{
    struct solved s;
    solved_open(&s, "clobber", "partizan");
    expect(&s, "BBBB", "0");
    expect(&s, "BW", "*");
    expect(&s, "BW/..", "*");
    expect(&s, ".B/.W", "*");
    expect(&s, "BBW", "^");
    expect(&s, "WBB", "^");
    expect(&s, "W/W/B", "v");
    expect(&s, "BW.BW", "0");
    expect(&s, "BBBW", "^^*");
    solved_close(&s);
}

/* The value that the tests of CGSuite 2 (GameGridTest) hold its Clobber to. */
Test(clobber, board_of_CGSuite)
{
    struct solved s;
    solved_open(&s, "clobber", "partizan");
    expect(&s, "BWB/WB.", "{^^* | *, v}");
    solved_close(&s);
}

/* Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber (2005):
 * (BW)^n is a win for the first player, but for n = 3. */
Test(clobber, alternating_strips)
{
    struct solved s;
    char text[32] = "";
    solved_open(&s, "clobber", "partizan");
    for (int n = 1; n <= 8; n++) {
        strcat(text, "BW");
        const unsigned outcome =
            s.domain.kind->outcome(s.domain.self, solved_text(&s, text));
        cr_expect_eq(outcome, n == 3 ? OUTCOME_P : OUTCOME_N, "%s", text);
    }
    solved_close(&s);
}

enum { SIDE = 3, CELLS = SIDE * SIDE };

static unsigned beside(unsigned cell)
{
    const unsigned row = cell / SIDE, column = cell % SIDE;
    return (row ? 1u << (cell - SIDE) : 0) |
           (row + 1 < SIDE ? 1u << (cell + SIDE) : 0) |
           (column ? 1u << (cell - 1) : 0) |
           (column + 1 < SIDE ? 1u << (cell + 1) : 0);
}

/* The lengths of play that the one stone of Right's can make, as a set. */
static unsigned lengths(unsigned others, unsigned stone)
{
    const unsigned to = beside(stone) & others;
    unsigned all = to ? 0 : 1;
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (to >> cell & 1)
            all |= lengths(others & ~(1u << cell), cell) << 1;
    return all;
}

/* The least number of moves of the stone until none is left, or until it may
 * end the game by one move and by two. */
static int moves_until_settled(unsigned others, unsigned stone)
{
    const unsigned can = lengths(others, stone);
    int least = CELLS;
    if (can & 1 || (can & 6) == 6)
        return 0;
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (beside(stone) & others & 1u << cell) {
            const int n = moves_until_settled(others & ~(1u << cell), cell);
            least = n + 1 < least ? n + 1 : least;
        }
    return least;
}

static bool connected(unsigned cells)
{
    unsigned part = cells & -cells;
    for (unsigned before = 0; part != before;) {
        before = part;
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (part >> cell & 1)
                part |= beside(cell) & cells;
    }
    return part == cells;
}

static void check_weight(struct solved *s, unsigned others, unsigned stone)
{
    struct games *games = s->domain.self;
    struct games_worker *w = games_worker(games, 0);
    char text[CELLS + SIDE] = "";
    for (unsigned cell = 0; cell < CELLS; cell++) {
        strcat(text, cell && cell % SIDE == 0 ? "/" : "");
        strcat(text, cell == stone ? "W" : others >> cell & 1 ? "B" : ".");
    }
    const uint32_t weight =
        games_atomic_weight(w, (uint32_t)solved_text(s, text));
    cr_expect_eq(weight,
                 games_number(w, moves_until_settled(others, stone) - 1, 0),
                 "%s", text);
}

/* J. P. Grossman, in the solutions of his Clobber problems (2002): if Right has
 * one stone in a connected position, and moves_until_settled is k, the atomic
 * weight is k - 1. That of BBWB is -1, that of BBBBW 3. */
Test(clobber, atomic_weights_of_one_stone)
{
    struct solved s;
    unsigned checked = 0;
    solved_open(&s, "clobber", "partizan");
    for (unsigned cells = 1; cells < 1u << CELLS; cells++)
        for (unsigned stone = 0; stone < CELLS; stone++)
            if (cells >> stone & 1 && connected(cells) &&
                cells != 1u << stone) {
                check_weight(&s, cells & ~(1u << stone), stone);
                checked++;
            }
    cr_expect_eq(checked, 1072);
    solved_close(&s);
}
