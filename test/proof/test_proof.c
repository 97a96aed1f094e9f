#include "engine/proof/proof.h"
#include "engine/store/read/archive.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status prove(struct request *r, const char *path, unsigned threads,
                         struct proof_report *report)
{
    struct archive *a;
    const struct proof_options options = {.threads = threads, .quiet = true};
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    enum status st = proof_check(a, &r->plan, &options, report);
    archive_close(a);
    return st;
}

/* Makes the archive of a census and proves it. */
static void run_and_prove(const struct whole_case *c, const char *path,
                          struct proof_report *report)
{
    struct run_report run;
    struct request *r = whole_open(c);
    whole_archive(c, path, (struct runner_options){.threads = 2}, &run);
    cr_assert_eq(prove(r, path, 2, report), STATUS_OK, "%s", r->plan.rules);
    cr_assert_eq(report->rows, run.rows);
    whole_close(r);
}

/* Every state of every row is in the archive: each is folded once, nothing is
 * solved beside it. */
Test(proof, closed_census_is_proved_by_its_rows_alone)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "22"};
    struct proof_report report;
    struct run_report run;
    struct whole_place p;
    whole_place_quick(&p);
    run_and_prove(&c, p.path, &report);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 1}, &run);
    cr_expect_eq(report.folded, run.evaluated);
    cr_expect_eq(report.outside, 0);
    cr_expect(report.losses);
    cr_expect_gt(report.read_from_file, 0);
    /* Facts, and masks. */
    cr_expect_eq(report.bytes, (6 + 2) * report.rows);
    store_folder_remove(p.folder);
}

/* Options outside of the grid, obligations without a column, rows without a
 * value that means something elsewhere, several games, partizan games, keys of
 * every kind. */
Test(proof, other_censuses_are_proved_with_recursion)
{
    static const struct {
        struct whole_case c;
        bool reads; /* some options are in the file */
    } cases[] = {
        {{.name = "e1-heaps"}, false},
        {{.name = "e1-readings"}, false},
        {{.name = "e4-mixed", .param = "4"}, false},
        {{NULL, NULL, "top-entails", "outcome", "partitions:total=0..10"},
         true},
        {{NULL, NULL, "top-entails", "outcome", "lists:parts=1..2,size=1..5"},
         true},
        {{NULL, NULL, "nim", "nimber", "multisets:parts=1..3,size=1..6"}, true},
        {{NULL, NULL, "nim:play=misere", "outcome", "partitions:total=5..9"},
         true},
        {{NULL, NULL, "octal:0.77", "nimber", "multisets:parts=1..2,size=1..9"},
         true},
        {{NULL, NULL, "toads-and-frogs", "partizan",
          "lists:parts=3..3,size=1..2"},
         false},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proof_report report;
        run_and_prove(&cases[i].c, p.path, &report);
        cr_expect_gt(report.folded, 0);
        cr_expect_eq(report.read_from_file > 0, cases[i].reads, "case %zu", i);
    }
    store_folder_remove(p.folder);
}

/* Which row of the total-18 archive holds these heaps. */
static uint64_t row_of(const struct request *r, uint32_t n,
                       const uint32_t sizes[])
{
    struct point point = {.n = n};
    uint64_t index;
    memcpy(point.size, sizes, n * sizeof *sizes);
    cr_assert(r->plan.grid.kind->rank(r->plan.grid.self, &point, &index));
    return index;
}

Test(proof, altered_row_is_named)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "18"};
    static const struct {
        uint32_t n, sizes[3];
        const char *column;
        uint64_t value;
        const char *position;
    } cases[] = {
        {2, {3, 5}, "outcome", OUTCOME_N, "(3+5)"},
        {3, {3, 3, 4}, "outcome", OUTCOME_P, "(3+3+4)"},
        {3, {1, 2, 4}, "compelled", 0, "(1+2+4)"},
        {3, {1, 2, 4}, "compelled", 1 << 20 | 6, "(1+2+4)"},
        {3, {2, 2, 4}, "sizes", 3, "(2+2+4)"},
        {3, {2, 2, 4}, "largest", 5, "(2+2+4)"},
    };
    struct request *r = whole_open(&c);
    struct proof_report report;
    struct run_report run;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 2}, &run);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t row = row_of(r, cases[i].n, cases[i].sizes);
        char heard[400], number[32];
        snprintf(number, sizeof number, "row %llu ", (unsigned long long)row);
        whole_forge(r, p.reference, p.path, row, cases[i].column,
                    cases[i].value);
        store_listen();
        enum status st = prove(r, p.path, 2, &report);
        store_heard(heard, sizeof heard);
        cr_expect_eq(st, STATUS_DISAGREE, "case %zu", i);
        cr_expect(store_one_line(
                      heard, (const char *const[]){number, cases[i].position,
                                                   cases[i].column, NULL}),
                  "case %zu: %s", i, heard);
    }
    whole_close(r);
    store_folder_remove(p.folder);
}

/* Untouched rows forged in the same way pass, and so does the last row only if
 * it is right: the proof goes to the end. */
Test(proof, every_row_is_looked_at)
{
    const struct whole_case c = {NULL, NULL, "nim", "nimber",
                                 "multisets:parts=1..3,size=1..30"};
    struct request *r = whole_open(&c);
    struct proof_report report;
    struct run_report run;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 2}, &run);
    const uint64_t last = run.rows - 1; /* 30+30+30 has the value 30 */
    cr_assert_gt(run.rows, 2 * 2048);
    whole_forge(r, p.reference, p.path, last, "value", 30);
    cr_expect_eq(prove(r, p.path, 3, &report), STATUS_OK);
    whole_forge(r, p.reference, p.path, last, "value", 29);
    store_listen();
    cr_expect_eq(prove(r, p.path, 3, &report), STATUS_DISAGREE);
    char heard[400];
    store_heard(heard, sizeof heard);
    cr_expect(store_one_line(
                  heard, (const char *const[]){"(30+30+30)", "29", "30", NULL}),
              "%s", heard);
    whole_close(r);
    store_folder_remove(p.folder);
}
