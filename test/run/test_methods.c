/* One grid by every method: by rank or backward from the losses, by a sweep
 * with a memo, and by recursion: equal facts, with every obligation.
 */
#include "engine/run/run.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

struct game_case {
    const char *rules, *ask;
};

static const struct game_case games[] = {
    {"top-entails:empty=free", "outcome"},
    {"top-entails:empty=lose", "outcome"},
    {"top-entails:reply=elsewhere,alone=lapse", "outcome"},
    {"top-entails:reply=elsewhere,play=misere", "outcome"},
    {"entailing-nim:empty=illegal", "outcome"},
    {"entailing-nim:reply=elsewhere", "outcome"},
    {"entailing-nim:play=misere", "outcome"},
    {"nim", "outcome"},
    {"nim:play=misere", "outcome"},
    {"nim", "nimber"},
    {"nim:players=3", "coalition"},
    {"octal:0.77", "outcome"},
    {"octal:0.77", "nimber"},
    {"octal:0.137,players=3", "upstream"},
    {"subtraction:1,3,4", "outcome"},
    {"subtraction:1,3,4,players=3", "forcible"},
};
enum { GAMES = sizeof games / sizeof *games };

static const struct {
    const char *spec;
    bool sweeps;
} grids[] = {
    {"multisets:parts=1..3,size=1..5", false},
    {"lists:parts=1..2,size=2..6", false},
    {"partitions:total=0..10", true},
    {"partitions:total=6..9", true},
};

static const struct method *solve(const struct whole_case *c, const char *path,
                                  const char *memo, bool recursion,
                                  unsigned threads)
{
    struct run_report report;
    whole_archive(c, path,
                  (struct runner_options){.threads = threads,
                                          .memo = memo,
                                          .recursion = recursion,
                                          .part_rows = 64},
                  &report);
    return report.method;
}

ParameterizedTestParameters(methods, equal_facts_by_every_method)
{
    static int numbers[GAMES];
    for (int i = 0; i < GAMES; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, GAMES);
}

ParameterizedTest(int *number, methods, equal_facts_by_every_method)
{
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        const struct whole_case c = {NULL, NULL, games[*number].rules,
                                     games[*number].ask, grids[i].spec};
        const struct method *slow = solve(&c, p.reference, NULL, true, 1);
        cr_expect(slow->memo && !slow->layers, "%s", slow->name);
        const struct method *quick = solve(&c, p.path, NULL, false, 1);
        cr_expect_not(quick->memo, "%s on %s by %s", c.rules, c.grid,
                      quick->name);
        whole_same_facts(p.path, p.reference);
        solve(&c, p.path, NULL, false, 2);
        whole_same_facts(p.path, p.reference);
        const struct method *sweep = solve(&c, p.path, "line", false, 1);
        cr_expect_eq(sweep->layers, grids[i].sweeps);
        whole_same_facts(p.path, p.reference);
    }
    store_folder_remove(p.folder);
}

/* All sets of a board by number: boards one after the other, and a graph. */
Test(methods, sets_by_number)
{
    static const struct whole_case cases[] = {
        {NULL, NULL, "strings-and-coins", "loony",
         "boards:rows=1..2,columns=1..2"},
        {NULL, NULL, "strings-and-coins", "outcome",
         "boards:rows=1..2,columns=1..2"},
        {NULL, NULL, "strings-and-coins:graph=0abcda/bd0", "loony", "sets"},
        {NULL, NULL, "strings-and-coins:graph=abcdefghijkl0a", "loony", "sets"},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        solve(&cases[i], p.reference, NULL, true, 1);
        for (unsigned threads = 1; threads <= 2; threads++) {
            const struct method *quick =
                solve(&cases[i], p.path, NULL, false, threads);
            cr_expect_str_eq(quick->name, "sets");
            whole_same_facts(p.path, p.reference);
        }
    }
    store_folder_remove(p.folder);
}
