#include "engine/memo/memo.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/redirect.h>

enum { TINY = 1, RANKED = 2 };

/* Sweeps and recursions, one game and several, every kind of column. The tiny
 * ones can do without a memo; the ranked ones without keys. */
static const struct {
    struct whole_case c;
    unsigned has;
} cases[] = {
    {{.name = "top-entails-partitions", .param = "19"}, RANKED},
    {{.name = "top-entails-partitions", .param = "6"}, TINY | RANKED},
    {{.name = "e1-heaps"}, 0},
    {{.name = "e1-readings"}, TINY},
    {{.name = "e1-rule"}, 0},
    {{.name = "e1-sums"}, TINY},
    {{NULL, NULL, "nim", "nimber", "multisets:parts=0..4,size=1..6"}, 0},
    {{NULL, NULL, "nim:play=misere", "outcome", "partitions:total=0..7"},
     TINY | RANKED},
    {{NULL, NULL, "nim", "outcome", "partitions:total=3..15"}, 0},
    {{NULL, NULL, "top-entails:empty=lose", "outcome",
      "lists:parts=1..3,size=1..4"},
     0},
    {{NULL, NULL, "entailing-nim:reply=elsewhere,alone=lapse", "outcome",
      "sums:parts=1..3,heaps=1..4,nim=1..3"},
     0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* One run against the reference; a sweep with a memo that keeps everything
 * evaluates every position exactly once. */
static void compare(const struct whole_case *c, const struct whole_place *p,
                    struct runner_options options)
{
    struct run_report report;
    whole_archive(c, p->path, options, &report);
    const struct memo_kind *memo = report.memo ? memo_find(report.memo) : NULL;
    whole_same_facts(p->path, p->reference);
    cr_assert_eq(report.threads, options.threads);
    if (report.method->layers &&
        (!memo || (!memo->forgets && !memo->apart)))
        cr_assert_eq(report.evaluated, report.positions);
}

#define EACH_CASE(name, before)                                                \
    ParameterizedTestParameters(run, name)                                     \
    {                                                                          \
        static int numbers[CASES];                                             \
        for (int i = 0; i < CASES; i++)                                        \
            numbers[i] = i;                                                    \
        return cr_make_param_array(int, numbers, CASES);                       \
    }                                                                          \
    ParameterizedTest(int *number, run, name, .init = before)

static const int teams[] = {1, 2, 5};
enum { TEAMS = sizeof teams / sizeof *teams };

EACH_CASE(same_facts_for_threads_and_part_sizes, NULL)
{
    static const long long sizes[] = {1, 45, 131072};
    const struct whole_case *c = &cases[*number].c;
    struct run_report report;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(c, p.reference, (struct runner_options){.threads = 1},
                  &report);
    cr_assert_geq(report.rows, 1);
    cr_assert(report.method->layers || *number != 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i] == 1 && report.rows > 100)
            continue; /* a file for every row */
        for (int k = 0; k < TEAMS; k++)
            for (int recursion = 0; recursion < 2; recursion++)
                compare(c, &p,
                        (struct runner_options){.threads = teams[k],
                                                .part_rows = sizes[i],
                                                .recursion = recursion});
    }
    store_folder_remove(p.folder);
}

/* Some memos cannot serve every game; they say so and leave nothing behind. */
static bool serves(const struct whole_case *c, const struct whole_place *p,
                   const char *memo)
{
    struct run_report report;
    const struct runner_options options = {
        .path = p->path, .memo = memo, .threads = 1, .replace = true};
    enum status st = whole_run(c, options, &report);
    cr_assert(st == STATUS_OK || st == STATUS_USAGE);
    cr_assert(st == STATUS_OK || !runner_resumable(p->path));
    return st == STATUS_OK;
}

EACH_CASE(same_facts_for_memos, cr_redirect_stderr)
{
    const struct whole_case *c = &cases[*number].c;
    struct run_report report;
    struct whole_place p;
    size_t served = 0;
    whole_place_quick(&p);
    whole_archive(c, p.reference, (struct runner_options){.threads = 1},
                  &report);
    for (size_t i = 0; memo_kinds[i]; i++) {
        const char *memo = memo_kinds[i]->name;
        if ((memo_kinds[i]->forgets && !(cases[*number].has & TINY)) ||
            !serves(c, &p, memo)) {
            cr_assert(strcmp(memo, "dense") || !(cases[*number].has & RANKED));
            continue;
        }
        served++;
        for (int k = 0; k < TEAMS; k++) {
            compare(c, &p,
                    (struct runner_options){.threads = teams[k], .memo = memo});
            compare(c, &p,
                    (struct runner_options){.threads = teams[k],
                                            .memo = memo,
                                            .part_rows = 40,
                                            .recursion = true});
        }
    }
    cr_assert_geq(served, 2, "at least mutex and striped");
    store_folder_remove(p.folder);
}
