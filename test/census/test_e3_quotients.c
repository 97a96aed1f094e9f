/* e3-quotients: the orders that are published or known otherwise, and that the
 * limit on elements is where a row ends. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *game, *convention, *orders;
} known[] = {
    /* Misere Nim, heaps to 2^n - 1: 2^n + 2 (Plambeck and Siegel 2008). */
    {"nim", "misere", "2 6 6 10 10 10"},
    /* E3: heaps of one modulo three, large heaps up to two. */
    {"nim", "last-wins", "3 7 7 7 7 7"},
    {"subtraction:1", "last-wins", "3 3 3 3 3 3"},
    {"octal:0.0", "last-loses", NULL},
    /* Not a move but those of single counters: three classes at most. */
    {"octal:0.1", "stuck-loses", "3 3 3 3 3 3"},
    {"octal:0.1", "upstream", "3 3 3 3 3 3"},
    {"octal:0.1", "misere", "2 2 2 2 2 2"},
};

static const json_t *find(const json_t *rows, const char *game,
                          const char *convention)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        if (!strcmp(program_field_text(row, "game"), game) &&
            !strcmp(program_field_text(row, "convention"), convention))
            return row;
    }
    return NULL;
}

/* The last of the orders is the row's, and they end where they should. */
static void check_row(const json_t *row)
{
    const char *orders = program_field_text(row, "orders");
    const unsigned verified = (unsigned)program_field_number(row, "verified");
    const bool finished = !strcmp(program_field_text(row, "finished"), "yes");
    unsigned n = 0, last = 0;
    for (const char *at = orders; *at; at += strcspn(at, " ")) {
        at += *at == ' ';
        last = (unsigned)atoi(at);
        cr_expect_leq(last, 12u, "%s", orders);
        n++;
    }
    cr_expect_eq(n, verified, "%s", orders);
    cr_expect_eq(last, program_field_number(row, "order"), "%s", orders);
    cr_expect_eq(finished, verified == 6, "%s", orders);
}

Test(e3_quotients, orders_that_are_known)
{
    char folder[64];
    size_t i;
    json_t *row;
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "e3-quotients", "--heaps", "6", "--order",
                            "12", "--selves", "12", "-o", "q.h5", "--quiet")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "q.h5", "--rows", "1000", "--json"));
    cr_assert_eq(json_array_size(rows), 762u);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        const json_t *found = find(rows, known[k].game, known[k].convention);
        cr_assert_eq(found == NULL, known[k].orders == NULL, "%s",
                     known[k].game);
        if (found)
            cr_expect_str_eq(program_field_text(found, "orders"),
                             known[k].orders, "%s %s", known[k].game,
                             known[k].convention);
    }
    json_array_foreach(rows, i, row) check_row(row);
    json_decref(rows);
    store_folder_remove(folder);
}
