/* Proofs where answers are compelled elsewhere: of all that heaps can become.
 */
#include "engine/proof/proof.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>

static enum status prove(struct request *r, const char *path,
                         struct proof_report *report)
{
    struct archive *a;
    const struct proof_options options = {.threads = 2, .quiet = true};
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    enum status st = proof_check(a, &r->plan, &options, report);
    archive_close(a);
    return st;
}

/* What a recursion over positions has found, on every kind of grid; and of no
 * row that it is otherwise. */
Test(proof_closure, outcomes_and_no_others_are_proved)
{
    static const char *const rules[] = {
        "top-entails:reply=elsewhere,alone=strict",
        "top-entails:reply=elsewhere,alone=lapse",
        "entailing-nim:reply=elsewhere,alone=strict",
        "entailing-nim:reply=elsewhere,alone=lapse",
    };
    static const char *const grids[] = {
        "multisets:parts=1..3,size=1..5",
        "lists:parts=0..3,size=1..4",
        "partitions:total=2..8",
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < 12; i++) {
        const struct whole_case c = {NULL, NULL, rules[i % 4], "outcome",
                                     grids[i / 4]};
        struct request *r = whole_open(&c);
        struct proof_report report;
        struct run_report run;
        whole_archive(&c, p.reference,
                      (struct runner_options){.recursion = true}, &run);
        cr_expect_eq(prove(r, p.reference, &report), STATUS_OK, "%s, %s",
                     c.rules, c.grid);
        cr_expect_eq(report.silent, 0);
        cr_expect_gt(report.folded, report.rows);
        for (uint64_t row = 1; row < run.rows; row += 7) {
            struct archive *a;
            uint8_t outcome;
            cr_assert_eq(archive_open(p.reference, &a), STATUS_OK);
            size_t column = archive_columns(a) - 1;
            cr_assert_str_eq(archive_column(a, column)->name, "outcome");
            cr_assert_eq(archive_read(a, column, row, 1, &outcome), STATUS_OK);
            archive_close(a);
            whole_forge(r, p.reference, p.path, row, "outcome",
                        outcome == OUTCOME_N ? OUTCOME_P : OUTCOME_N);
            char heard[400], number[32];
            store_listen();
            enum status st = prove(r, p.path, &report);
            store_heard(heard, sizeof heard);
            snprintf(number, sizeof number, ": row %llu ",
                     (unsigned long long)row);
            cr_expect_eq(st, STATUS_DISAGREE);
            cr_expect(
                store_one_line(heard, (const char *const[]){number, NULL}),
                "%s", heard);
        }
        whole_close(r);
    }
    store_folder_remove(p.folder);
}
