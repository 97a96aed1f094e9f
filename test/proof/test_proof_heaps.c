/* Proofs of single heaps by loops over what the file claims of smaller ones. */
#include "engine/proof/proof.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Loony heaps of Top Entails with empty=lose are 1 and 3, and 2403 is the next;
 * with strict entailing Nim, all are. Heaps of more than 64 are beyond those
 * that the oracle proves, too. */
static const struct whole_case games[] = {
    {NULL, NULL, "octal:0.77", "nimber", "multisets:parts=1..1,size=1..400"},
    {NULL, NULL, "octal:0.6", "nimber", "multisets:parts=0..1,size=1..400"},
    {NULL, NULL, "octal:4.0007", "nimber", "lists:parts=1,size=1..300"},
    {NULL, NULL, "subtraction:1,3,4", "nimber", "lists:parts=1,size=1..200"},
    {NULL, NULL, "nim", "nimber", "lists:parts=1,size=1..300"},
    {NULL, NULL, "top-entails:empty=lose", "loony",
     "lists:parts=1,size=1..500"},
    {NULL, NULL, "top-entails:empty=illegal", "loony",
     "multisets:parts=0..1,size=1..300"},
    {NULL, NULL, "top-entails", "loony", "lists:parts=1,size=1..300"},
    {NULL, NULL, "entailing-nim", "loony", "lists:parts=1,size=1..200"},
    {.name = "top-entails-stacks", .param = "400"},
};

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

/* Whatever is claimed instead of a row's value, it and no other is named. */
static void alter(struct request *r, const struct whole_place *p,
                  const char *column, uint64_t row, uint64_t value)
{
    struct proof_report report;
    char heard[400], number[32];
    whole_forge(r, p->reference, p->path, row, column, value);
    store_listen();
    enum status st = prove(r, p->path, 2, &report);
    store_heard(heard, sizeof heard);
    snprintf(number, sizeof number, ": row %llu ", (unsigned long long)row);
    cr_expect_eq(st, STATUS_DISAGREE, "%s: %s of %llu", r->plan.rules, column,
                 (unsigned long long)row);
    cr_expect(
        store_one_line(heard, (const char *const[]){number, column, NULL}),
        "%s: %s", r->plan.rules, heard);
}

static uint64_t value_of(const char *path, uint64_t row)
{
    struct archive *a;
    size_t column = 0;
    uint32_t value;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    while (strcmp(archive_column(a, column)->name, "value"))
        column++;
    cr_assert_eq(archive_column(a, column)->width, sizeof value);
    cr_assert_eq(archive_read(a, column, row, 1, &value), STATUS_OK);
    archive_close(a);
    return value;
}

Test(proof_heaps, claims_of_single_heaps_are_proved_and_nothing_else)
{
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct request *r = whole_open(&games[i]);
        struct proof_report report;
        struct run_report run;
        whole_archive(&games[i], p.reference, (struct runner_options){0}, &run);
        cr_expect_eq(prove(r, p.reference, 2, &report), STATUS_OK, "%s",
                     r->plan.rules);
        cr_expect_eq(report.silent, 0);
        const uint64_t rows[] = {3, 70, run.rows / 2 + 7, run.rows - 1};
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            const uint64_t value = value_of(p.reference, rows[k]);
            alter(r, &p, "value", rows[k], value ? 0 : 1);
            alter(r, &p, "value", rows[k], value + 1);
        }
        alter(r, &p, "value", 100, (1 << 14) + 5);
        whole_close(r);
    }
    store_folder_remove(p.folder);
}

/* What a heap is worth to a player who must move in it is no row's value, and
 * is proved; how many nimbers its splits have is compared, and not proved. */
Test(proof_heaps, all_columns_of_stacks_are_compared)
{
    const struct whole_case stacks = {.name = "top-entails-stacks",
                                      .param = "300"};
    struct whole_place p;
    struct run_report run;
    struct proof_report report;
    whole_place_quick(&p);
    struct request *r = whole_open(&stacks);
    whole_archive(&stacks, p.reference, (struct runner_options){0}, &run);
    cr_assert_eq(prove(r, p.reference, 1, &report), STATUS_OK);
    cr_expect_eq(report.columns, 1 << 1 | 1 << 2 | 1 << 3);
    alter(r, &p, "compelled", 200, OUTCOME_L);
    alter(r, &p, "loony", 200, 2);
    alter(r, &p, "splits", 200, 999);
    whole_close(r);
    store_folder_remove(p.folder);
}
