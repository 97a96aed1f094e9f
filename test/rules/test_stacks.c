/* Single Top Entails heaps by one array against the values found by folding,
 * and against the loony heaps that are known. CENSUS_LONG=1 in the environment
 * goes on to the fifth of them (0.1 CPU seconds per 40,000 counters squared).
 */
#include "engine/solve/solve.h"
#include "engine/value/loony.h"
#include "rules/rules.h"
#include "rules/top_entails_stacks.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void compare(enum stacks_empty empty, const char *spec, uint32_t most)
{
    struct top_entails_stacks *stacks;
    struct solved loony;
    cr_assert_eq(top_entails_stacks_open(empty, most, &stacks), STATUS_OK);
    solved_open(&loony, spec, "loony");
    for (uint32_t n = 1; n <= most; n++) {
        const struct domain *d = &loony.domain;
        char text[16];
        top_entails_stacks_extend(stacks, n);
        const struct stack s = top_entails_stacks_get(stacks, n);
        snprintf(text, sizeof text, "%u", n);
        cr_assert_eq(s.loony ? LOONY : s.nimber, solved_text(&loony, text),
                     "%s: %s", spec, text);
        snprintf(text, sizeof text, "[%u]", n);
        cr_assert_eq(s.compelled_wins ? OUTCOME_N : OUTCOME_P,
                     d->kind->outcome(d->self, solved_text(&loony, text)),
                     "%s: %s", spec, text);
    }
    solved_close(&loony);
    top_entails_stacks_close(stacks);
}

Test(stacks, values_are_those_of_the_recursion)
{
    compare(STACKS_FREE, "top-entails:empty=free", 120);
    compare(STACKS_ILLEGAL, "top-entails:empty=illegal", 400);
    compare(STACKS_LOSE, "top-entails:empty=lose", 600);
}

/* Compelling nothing, emptying a heap makes every even heap loony. */
Test(stacks, free_reading)
{
    enum { MOST = 3000 };
    struct top_entails_stacks *stacks;
    cr_assert_eq(top_entails_stacks_open(STACKS_FREE, MOST, &stacks),
                 STATUS_OK);
    top_entails_stacks_extend(stacks, MOST);
    for (uint32_t n = 1; n <= MOST; n++) {
        const struct stack s = top_entails_stacks_get(stacks, n);
        cr_assert_eq(s.loony, n % 2 == 0, "%u", n);
        cr_assert_eq(s.nimber, n == 1, "%u", n);
    }
    top_entails_stacks_close(stacks);
}

Test(stacks, loony_heaps_where_emptying_loses)
{
    static const uint32_t known[] = {1, 3, 2403, 2505, 33243};
    const char *text = getenv("CENSUS_LONG");
    const bool longer = text && !strcmp(text, "1");
    const uint32_t most = longer ? 40000 : 5000;
    struct top_entails_stacks *stacks;
    size_t found = 0;
    cr_assert_eq(top_entails_stacks_open(STACKS_LOSE, most, &stacks),
                 STATUS_OK);
    top_entails_stacks_extend(stacks, most);
    for (uint32_t n = 1; n <= most; n++)
        if (top_entails_stacks_get(stacks, n).loony) {
            cr_assert_lt(found, 5);
            cr_expect_eq(n, known[found]);
            found++;
        }
    cr_expect_eq(found, longer ? 5 : 4);
    top_entails_stacks_close(stacks);
}
