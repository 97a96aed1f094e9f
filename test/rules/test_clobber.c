/* Clobber against published values. */
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
