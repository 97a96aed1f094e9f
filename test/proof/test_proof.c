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
         true},
        {{NULL, NULL, "domineering", "partizan", "regions:squares=1..6"}, true},
        {{NULL, NULL, "domineering", "partizan",
          "regions:squares=1..7,up-to=symmetry"},
         true},
        {{NULL, NULL, "toads-and-frogs", "partizan", "strips:length=1..5"},
         true},
        {{NULL, NULL, "clobber", "partizan", "boards:rows=2,columns=1..3"},
         true},
        {{NULL, NULL, "end-nim", "partizan", "rows:heaps=1..3,size=1..4"},
         true},
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

/* Rows of heaps on a grid of multisets: 1 2 1 is an option of 1 2 3, and the
 * row of the same heaps, 1 1 2, is another position. */
Test(proof, rows_are_found_in_their_order)
{
    static const struct whole_case cases[] = {
        {NULL, NULL, "end-nim:players=impartial", "downstream",
         "multisets:parts=1..3,size=1..5"},
        {NULL, NULL, "end-nim", "outcome", "multisets:parts=1..4,size=1..4"},
        {NULL, NULL, "end-nim", "outcome", "palindromes:heaps=1..5,size=1..3"},
    };
    struct proof_report report;
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        run_and_prove(&cases[i], p.path, &report);
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

/* Names of values are read through /values: no option of a closed grid is
 * solved again, but for the empty row, which has none. */
Test(proof, values_are_proved_by_their_rows)
{
    static const struct {
        struct whole_case c;
        uint64_t outside;
    } cases[] = {
        {{NULL, NULL, "end-nim", "partizan", "rows:heaps=1..5,size=1..4"}, 1},
        {{NULL, NULL, "end-nim", "partizan", "rows:heaps=0..4,size=1..5"}, 0},
        /* No parts(), and sums of equal cakes. */
        {{NULL, NULL, "maundy-cake", "partizan", "lists:parts=2,size=1..12"},
         0},
        {{.name = "e2-rows"}, 1},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proof_report report;
        run_and_prove(&cases[i].c, p.path, &report);
        cr_expect_geq(report.read_from_file, report.rows, "case %zu", i);
        cr_expect_eq(report.outside, cases[i].outside, "case %zu: %llu", i,
                     (unsigned long long)report.outside);
    }
    store_folder_remove(p.folder);
}

static void refuted(struct request *r, const char *path,
                    const char *const words[])
{
    struct proof_report report;
    char heard[600];
    store_listen();
    enum status st = prove(r, path, 2, &report);
    store_heard(heard, sizeof heard);
    cr_expect_eq(st, STATUS_DISAGREE, "%s", heard);
    cr_expect(store_one_line(heard, words), "%s", heard);
}

/* 2 1 is worth {0 | *2}; that 1 2 is, too, is refuted by its options, though
 * it is a value of the file; and so is a name of no value. */
Test(proof, altered_value_is_named)
{
    const struct whole_case c = {NULL, NULL, "end-nim", "partizan",
                                 "rows:heaps=1..4,size=1..4"};
    struct request *r = whole_open(&c);
    struct run_report run;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 2}, &run);
    const uint64_t row = row_of(r, 2, (const uint32_t[]){1, 2});
    const uint64_t other = row_of(r, 2, (const uint32_t[]){2, 1});
    whole_forge_as(r, p.reference, p.path, row, "value", other);
    refuted(
        r, p.path,
        (const char *const[]){"(1 2)", "column value", "= ^*3", "= v*3", NULL});
    whole_forge(r, p.reference, p.path, row, "value", 1);
    refuted(r, p.path,
            (const char *const[]){"(1 2)", "column value", "= v*3", NULL});
    whole_forge_as(r, p.reference, p.path, row, "value", row);
    struct proof_report report;
    cr_expect_eq(prove(r, p.path, 2, &report), STATUS_OK);
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

/* A census whose rows come from no position is said not to be provable; so is a
 * proof that does not fit in its limits. */
Test(proof, says_why_there_is_no_answer)
{
    static const struct {
        struct whole_case c;
        struct proof_options options;
        const char *why;
    } cases[] = {
        {{.name = "octal-periods", .param = "1"}, {0}, "not provable"},
        {{NULL, NULL, "nim", "outcome", "multisets:parts=3,size=8..12"},
         {.memory = 1000},
         "not decided within"},
        {{NULL, NULL, "nim", "outcome", "multisets:parts=3,size=8..12"},
         {.memory = 20000},
         "not decided within"},
        {{NULL, NULL, "nim", "outcome", "multisets:parts=3,size=8..12"},
         {.seconds = 1e-9},
         "not decided within"},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct proof_options options = cases[i].options;
        struct request *r = whole_open(&cases[i].c);
        struct proof_report report;
        struct run_report run;
        struct archive *a;
        char heard[400];
        whole_archive(&cases[i].c, p.path, (struct runner_options){0}, &run);
        cr_assert_eq(archive_open(p.path, &a), STATUS_OK);
        options.threads = 2;
        options.quiet = true;
        store_listen();
        enum status st = proof_check(a, &r->plan, &options, &report);
        store_heard(heard, sizeof heard);
        cr_expect_eq(st, i ? STATUS_STOPPED : STATUS_NO_ANSWER, "case %zu", i);
        cr_expect(store_one_line(
                      heard, (const char *const[]){p.path, cases[i].why, NULL}),
                  "case %zu: %s", i, heard);
        archive_close(a);
        whole_close(r);
    }
    store_folder_remove(p.folder);
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

Test(proof, stops_on_request)
{
    const struct whole_case c = {NULL, NULL, "nim", "outcome",
                                 "multisets:parts=3,size=8..12"};
    const struct proof_options options = {.quiet = true, .stop = at_once};
    struct request *r = whole_open(&c);
    struct proof_report report;
    struct run_report run;
    struct whole_place p;
    struct archive *a;
    whole_place_quick(&p);
    whole_archive(&c, p.path, (struct runner_options){0}, &run);
    cr_assert_eq(archive_open(p.path, &a), STATUS_OK);
    cr_expect_eq(proof_check(a, &r->plan, &options, &report), STATUS_STOPPED);
    archive_close(a);
    whole_close(r);
    store_folder_remove(p.folder);
}

/* Options without a row are evaluated once each, whatever asks for them: here
 * the heaps of 0..125, and no sum of two. */
Test(proof, options_outside_are_evaluated_once)
{
    static const struct {
        const char *rules, *ask, *grid;
        uint64_t outside;
    } cases[] = {
        {"nim", "nimber", "lists:parts=2..2,size=120..125", 126},
        /* All sums of two heaps, less the rows. */
        {"nim", "outcome", "lists:parts=2..2,size=40..42", 43 * 44 / 2 - 6},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct whole_case c = {NULL, NULL, cases[i].rules, cases[i].ask,
                                     cases[i].grid};
        struct request *r = whole_open(&c);
        struct proof_report report;
        struct run_report run;
        whole_archive(&c, p.path, (struct runner_options){0}, &run);
        cr_expect_eq(prove(r, p.path, 1, &report), STATUS_OK);
        cr_expect_leq(report.outside, cases[i].outside);
        cr_expect_gt(report.outside, 0);
        whole_close(r);
    }
    store_folder_remove(p.folder);
}

/* Columns and rows that depend on no position's value are not said to be
 * proved. */
Test(proof, names_what_is_covered)
{
    static const struct {
        struct whole_case c;
        const char *covered; /* FACT columns, a blank before each */
        uint64_t silent;
    } cases[] = {
        {{.name = "top-entails-partitions", .param = "12"},
         " outcome compelled",
         0},
        {{.name = "e4-bouton"}, " strict lapse", 0},
        {{NULL, NULL, "end-nim", "partizan", "rows:heaps=1..3,size=1..3"},
         " value outcome",
         0},
        {{NULL, NULL, "top-entails", "loony", "multisets:parts=1..3,size=1..5"},
         " value outcome",
         0},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct request *r = whole_open(&cases[i].c);
        const struct census *census = r->plan.census;
        struct proof_report report;
        struct run_report run;
        char text[400] = "";
        whole_archive(&cases[i].c, p.path, (struct runner_options){0}, &run);
        cr_expect_eq(prove(r, p.path, 2, &report), STATUS_OK);
        for (size_t k = 0; k < census->ncolumns; k++)
            if (report.columns >> k & 1) {
                strcat(text, " ");
                strcat(text, census->columns[k].name);
            }
        cr_expect_str_eq(text, cases[i].covered);
        cr_expect_eq(report.silent, cases[i].silent);
        whole_close(r);
    }
    store_folder_remove(p.folder);
}

/* Periods are no values of positions: each of their rows is counted as one that
 * asks nothing, and no answer is given. */
Test(proof, counts_the_rows_that_ask_nothing)
{
    const struct whole_case periods = {.name = "octal-periods", .param = "1"};
    struct whole_place p;
    struct proof_report report;
    struct run_report run;
    whole_place_quick(&p);
    struct request *r = whole_open(&periods);
    whole_archive(&periods, p.path, (struct runner_options){0}, &run);
    cr_expect_eq(prove(r, p.path, 2, &report), STATUS_NO_ANSWER);
    cr_expect_gt(report.rows, 0);
    cr_expect_eq(report.silent, report.rows);
    whole_close(r);
    store_folder_remove(p.folder);
}

/* A number of no set is the value of no option: 2+2 is the only move from 4 to
 * 0, and the row of 2+2 is the one that is named. */
Test(proof, number_without_a_meaning_is_named_where_it_stands)
{
    const struct whole_case c = {NULL, NULL, "top-entails:empty=lose", "loony",
                                 "multisets:parts=1..2,size=1..4"};
    struct run_report run;
    struct whole_place p;
    struct request *r = whole_open(&c);
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 1}, &run);
    const uint64_t row = row_of(r, 2, (const uint32_t[]){2, 2});
    whole_forge(r, p.reference, p.path, row, "value", (1u << 31) + 3);
    refuted(r, p.path, (const char *const[]){"(2+2)", "column value", NULL});
    whole_close(r);
    store_folder_remove(p.folder);
}

/* That values add up is not taken on trust: sums of few options are folded,
 * too, and some of the others. */
Test(proof, sums_are_added_up_and_folded)
{
    const struct whole_case c = {NULL, NULL, "nim", "nimber",
                                 "multisets:parts=1..3,size=1..9"};
    struct proof_report report;
    struct whole_place p;
    whole_place_quick(&p);
    run_and_prove(&c, p.path, &report);
    /* Of two heaps 45, of three 165; these have at most 7 options: */
    uint64_t few = 0;
    for (unsigned a = 1; a <= 7; a++)
        for (unsigned b = a; a + b <= 7; b++) {
            few++;
            for (unsigned d = b; a + b + d <= 7; d++)
                few++;
        }
    cr_expect_eq(report.added, 45 + 165);
    cr_expect_geq(report.both, few);
    cr_expect_lt(report.both, report.added);
    store_folder_remove(p.folder);
}
