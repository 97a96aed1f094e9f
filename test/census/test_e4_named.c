/* e4-named-pairs and e4-named-sums against the oracle of compelled replies. */
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 8, PAIR_SIZE = 6 };

static const struct named {
    const char *column;
    enum oracle_kind own;
    struct oracle_rules rules;
} games[GAMES] = {
    {"top_largest_strict", ORACLE_TOP, {ORACLE_LARGEST, 0, ORACLE_STRICT, 0}},
    {"top_largest_lapse", ORACLE_TOP, {ORACLE_LARGEST, 0, ORACLE_LAPSE, 0}},
    {"top_smallest_strict", ORACLE_TOP, {ORACLE_SMALLEST, 0, ORACLE_STRICT, 0}},
    {"top_smallest_lapse", ORACLE_TOP, {ORACLE_SMALLEST, 0, ORACLE_LAPSE, 0}},
    {"one_largest_strict", ORACLE_ONE, {ORACLE_LARGEST, 0, ORACLE_STRICT, 0}},
    {"one_largest_lapse", ORACLE_ONE, {ORACLE_LARGEST, 0, ORACLE_LAPSE, 0}},
    {"one_smallest_strict", ORACLE_ONE, {ORACLE_SMALLEST, 0, ORACLE_STRICT, 0}},
    {"one_smallest_lapse", ORACLE_ONE, {ORACLE_SMALLEST, 0, ORACLE_LAPSE, 0}},
};

/* "3+*2": own heaps, and Nim heaps with a star. */
static struct oracle_state state_of(const char *text, enum oracle_kind own)
{
    struct oracle_state s = oracle_empty_board;
    for (char *end; *text; text = end + (*end == '+')) {
        const bool nim = *text == '*';
        oracle_add(&s, nim ? ORACLE_NIM : own,
                   (int)strtol(text + nim, &end, 10));
    }
    return s;
}

/* By the definition: the nim-sum of what the oracle finds beside Nim heaps. */
static bool predicted_win(struct oracle *o, const char *text,
                          enum oracle_kind own)
{
    int sum = 0;
    bool loony = false;
    for (char *end; *text; text = end + (*end == '+')) {
        const bool nim = *text == '*';
        int value = (int)strtol(text + nim, &end, 10);
        if (!nim)
            value = oracle_pair_value(o, own, value);
        loony = loony || value < 0;
        sum ^= value;
    }
    return loony || sum;
}

static void run(const char *folder, const char *const words[])
{
    free(program_text(folder, 0, words));
}

Test(e4_named, pairs)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, WORDS("run", "e4-named-pairs", "--size", "6", "-q", "-o", "p"));
    json_t *rows =
        program_rows(folder, 0, WORDS("query", "p", "--rows", "9", "--json"));
    cr_assert_eq(json_array_size(rows), PAIR_SIZE);
    for (size_t g = 0; g < GAMES; g++) {
        struct oracle o;
        oracle_init(&o, games[g].rules);
        for (int heap = 1; heap <= PAIR_SIZE; heap++) {
            const int value = oracle_pair_value(&o, games[g].own, heap);
            cr_expect_eq(
                program_field_number(json_array_get(rows, (size_t)heap - 1),
                                     games[g].column),
                value < 0 ? 255 : value, "%s, heap %d", games[g].column, heap);
        }
        oracle_release(&o);
    }
    json_decref(rows);
    store_folder_remove(folder);
}

Test(e4_named, sums)
{
    char folder[64], predicted[64];
    size_t i;
    json_t *row;
    store_folder_make(folder);
    run(folder, WORDS("run", "e4-named-sums", "--size", "4", "--nim", "3", "-q",
                      "-o", "s"));
    json_t *rows =
        program_rows(folder, 0, WORDS("query", "s", "--rows", "999", "--json"));
    /* Of 84 multisets of at most 3 of 4 + 3 heaps, none: those without an own
     * heap, 1 + 3 + 6 + 10 with the empty one. */
    cr_expect_eq(json_array_size(rows), 120 - 20);
    for (size_t g = 0; g < GAMES; g++) {
        struct oracle o;
        oracle_init(&o, games[g].rules);
        snprintf(predicted, sizeof predicted, "%s_predicted", games[g].column);
        json_array_foreach(rows, i, row)
        {
            const char *text = program_field_text(row, "position");
            const struct oracle_state s = state_of(text, games[g].own);
            cr_expect_str_eq(program_field_text(row, games[g].column),
                             oracle_wins(&o, &s) ? "N" : "P", "%s of %s",
                             games[g].column, text);
            cr_expect_str_eq(program_field_text(row, predicted),
                             predicted_win(&o, text, games[g].own) ? "N" : "P",
                             "%s of %s", predicted, text);
        }
        oracle_release(&o);
    }
    json_decref(rows);
    store_folder_remove(folder);
}
