/* A ruleset that promises fewer bits than its positions have: the memo would
 * take one for another, so the run is refused. */
#include "census/run/built_in.h"
#include "rules/rules.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>

static unsigned few_bits(const void *self, const struct grid_bounds *bounds)
{
    (void)self;
    (void)bounds;
    return 64;
}

Test(narrow, too_few_bits_are_refused, .init = cr_redirect_stderr)
{
    static const char *const memos[] = {NULL, "line", "striped"};
    struct request *r = malloc(sizeof *r);
    struct catalogue known = built_in;
    struct whole_place place;
    struct ruleset lying;
    const struct ruleset *list[2] = {&lying, NULL};
    size_t i = 0;
    while (strcmp(rulesets[i]->name, "toads-and-frogs"))
        i++;
    lying = *rulesets[i];
    lying.bits = few_bits;
    known.rulesets = list;
    whole_place_quick(&place);
    cr_assert_eq(request_open_custom("toads-and-frogs", "outcome",
                                     "lists:parts=3..3,size=11..11", &known, r),
                 STATUS_OK);
    for (size_t m = 0; m < sizeof memos / sizeof *memos; m++)
        for (int recursion = 0; recursion < 2; recursion++) {
            const struct runner_options options = {.command = "test",
                                                   .path = place.path,
                                                   .memo = memos[m],
                                                   .threads = 2,
                                                   .recursion = recursion,
                                                   .quiet = true,
                                                   .replace = true};
            struct run_report report;
            cr_expect_eq(runner_run(r, &options, &report), STATUS_RANGE);
        }
    request_close(r);
    free(r);
    store_folder_remove(place.folder);
}
