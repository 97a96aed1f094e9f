#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A folder with te.h5: the 67 Top Entails positions to eight counters. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "8",
                            "-o", "te.h5", "--quiet")));
}

/* "command_query": every command there is. */
static const char *const commands_there[] = {
#define X(object) #object,
#include "commands.inc"
#undef X
};
enum { COMMANDS = sizeof commands_there / sizeof *commands_there };

Test(cli, every_command_has_help)
{
    static const char *const wanted[] = {"list",      "run",   "resume",
                                         "status",    "solve", "query",
                                         "reproduce", "check", "verify"};
    char word[64];
    char *help = program_text(".", 0, WORDS("--help"));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        snprintf(word, sizeof word, "\n  %s ", wanted[i]);
        cr_assert_not_null(strstr(help, word), "%s", wanted[i]);
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        const char *name = commands_there[i] + strlen("command_");
        snprintf(word, sizeof word, "\n  %s ", name);
        cr_assert_not_null(strstr(help, word), "%s", name);
        char *text = program_text(".", 0, WORDS(name, "--help"));
        snprintf(word, sizeof word, "Usage: census %s [OPTION]...", name);
        cr_assert_not_null(strstr(text, word), "%s", name);
        free(text);
    }
    free(help);
    char *run =
        program_text(".", 0, WORDS("run", "top-entails-partitions", "--help"));
    cr_assert_not_null(strstr(run, "--total"));
    free(run);
}

Test(cli, list)
{
    static const char *const kinds[] = {"censuses", "rulesets", "domains",
                                        "grids",    "memos",    "checks",
                                        "commands", "columns",  NULL};
    json_t *all = program_json(".", 0, WORDS("list", "--json"));
    program_has_fields(all, kinds);
    for (size_t i = 0; kinds[i]; i++) {
        const json_t *list = json_object_get(all, kinds[i]);
        cr_assert_geq(json_array_size(list), 1, "%s", kinds[i]);
        if (!strcmp(kinds[i], "rulesets"))
            program_has_fields(
                json_array_get(list, 0),
                WORDS("name", "summary", "parameters", "positions", "example"));
        else if (strcmp(kinds[i], "columns"))
            program_has_fields(json_array_get(list, 0),
                               WORDS("name", "summary", "parameters"));
    }
    json_decref(all);
}

Test(cli, solve)
{
    static const struct {
        const char *rules, *outcome;
    } readings[] = {{"top-entails:empty=free", "P"},
                    {"top-entails:empty=lose", "N"},
                    {"top-entails:empty=illegal", "P"}};
    static const char *const keys[] = {"position", "by",      "outcome",
                                       "value",    "winning", NULL};
    for (int i = 0; i < 3; i++) {
        json_t *ones = program_json(
            ".", 0, WORDS("solve", readings[i].rules, "1+1", "--json"));
        program_has_fields(ones, keys);
        cr_assert_str_eq(program_field_text(ones, "outcome"),
                         readings[i].outcome);
        json_decref(ones);
    }
    json_t *twos = program_json(
        ".", 0, WORDS("solve", "top-entails:empty=free", "2+2", "--json"));
    const json_t *winning = json_object_get(twos, "winning");
    program_has_fields(twos, keys);
    cr_assert_str_eq(program_field_text(twos, "position"), "2+2");
    cr_assert_str_eq(program_field_text(twos, "outcome"), "N");
    cr_assert_geq(json_array_size(winning), 1);
    for (size_t i = 0; i < json_array_size(winning); i++)
        cr_assert_not_null(
            strchr(json_string_value(json_array_get(winning, i)), '['));
    json_decref(twos);
    json_t *nim = program_json(".", 0, WORDS("solve", "nim", "3+5", "--json"));
    cr_assert_str_eq(program_field_text(nim, "value"), "*6");
    cr_assert_str_eq(
        json_string_value(json_array_get(json_object_get(nim, "winning"), 0)),
        "3+3");
    json_decref(nim);
}

Test(cli, query)
{
    char folder[64];
    folder_make(folder);
    json_t *by = program_rows(
        folder, 0, WORDS("query", "te.h5", "--by", "outcome", "--json"));
    json_int_t rows = 0;
    for (size_t i = 0; i < json_array_size(by); i++) {
        program_has_fields(json_array_get(by, i), WORDS("outcome", "rows"));
        rows += program_field_number(json_array_get(by, i), "rows");
    }
    cr_assert_eq(json_array_size(by), 2);
    /* 1 + 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22 partitions of 0..8 */
    cr_assert_eq(rows, 67);
    json_decref(by);

    json_t *where = program_rows(folder, 0,
                                 WORDS("query", "te.h5", "--by", "heaps",
                                       "--where", "outcome=P", "--where",
                                       "counters<=2", "--format", "json"));
    /* 0 and 1+1 */
    cr_assert_eq(json_array_size(where), 2);
    cr_assert_eq(program_field_number(json_array_get(where, 1), "heaps"), 2);
    cr_assert_eq(program_field_number(json_array_get(where, 1), "rows"), 1);
    json_decref(where);

    json_t *distinct = program_json(
        folder, 0, WORDS("query", "te.h5", "--distinct", "heaps", "--json"));
    program_has_fields(distinct, WORDS("distinct"));
    cr_assert_eq(program_field_number(distinct, "distinct"), 9);
    json_decref(distinct);

    json_t *max = program_json(
        folder, 0, WORDS("query", "te.h5", "--max", "largest", "--json"));
    cr_assert_eq(program_field_number(max, "max"), 8);
    json_decref(max);

    json_t *list = program_rows(
        folder, 0,
        WORDS("query", "te.h5", "--rows", "3", "--where", "heaps=2", "--json"));
    cr_assert_eq(json_array_size(list), 3);
    program_has_fields(json_array_get(list, 0),
                       WORDS("row", "position", "counters", "heaps", "largest",
                             "outcome", "sizes", "compelled"));
    cr_assert_str_eq(program_field_text(json_array_get(list, 0), "position"),
                     "1+1");
    json_decref(list);
    store_folder_remove(folder);
}

Test(cli, query_formats)
{
    char folder[64];
    folder_make(folder);
    char *csv = program_text(folder, 0,
                             WORDS("query", "te.h5", "--by", "heaps", "--where",
                                   "counters=2", "--format", "csv"));
    cr_assert_str_eq(csv, "heaps,rows\r\n1,1\r\n2,1\r\n");
    free(csv);
    char *table = program_text(
        folder, 0,
        WORDS("query", "te.h5", "--by", "heaps", "--where", "counters=2"));
    cr_assert_str_eq(table, "heaps  rows\n    1     1\n    2     1\n");
    free(table);
    store_folder_remove(folder);
}
