/* `census quotient` as a script sees it. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_lines(const char *const words[], const int orders[],
                        const bool zeros[], size_t n)
{
    static const char *const fields[] = {"heaps", "order", "zero", "certified",
                                         NULL};
    json_t *found = program_json(".", 0, words);
    const json_t *list = json_object_get(found, "quotients");
    program_has_fields(found, WORDS("game", "ask", "finished", "quotients"));
    cr_assert(json_is_true(json_object_get(found, "finished")));
    cr_assert_eq(json_array_size(list), n);
    for (size_t i = 0; i < n; i++) {
        const json_t *line = json_array_get(list, i);
        program_has_fields(line, fields);
        cr_assert_eq(program_field_number(line, "heaps"), (int)i + 1);
        cr_assert_eq(program_field_number(line, "order"), orders[i]);
        cr_assert_eq(json_is_true(json_object_get(line, "zero")), zeros[i]);
        cr_assert(json_is_true(json_object_get(line, "certified")));
    }
    json_decref(found);
}

Test(cli_quotient, lists_every_heap_size)
{
    check_lines(
        WORDS("quotient", "nim", "--ask", "coalition", "--size", "4", "--json"),
        (const int[]){3, 7, 7, 7}, (const bool[]){false, true, true, true}, 4);
    check_lines(WORDS("quotient", "octal:0.07", "--ask", "misere", "--size",
                      "5", "--json"),
                (const int[]){1, 2, 2, 6, 6},
                (const bool[]){false, false, false, false, false}, 5);
}

Test(cli_quotient, checks_what_it_has_written)
{
    char folder[64], path[128], text[4096] = "";
    store_folder_make(folder);
    free(program_text(
        folder, 0,
        WORDS("quotient", "subtraction:1,3", "--size", "5", "-o", "q.json")));
    struct program_call again = program_call(
        folder, WORDS("quotient", "nim", "--size", "2", "-o", "q.json"),
        PROGRAM_CAUGHT);
    cr_assert_eq(again.status, 3, "%s", again.err);
    program_release(&again);
    json_t *answer = program_json(
        folder, 0, WORDS("quotient", "--check", "q.json", "--json"));
    cr_assert_eq(program_field_number(answer, "order"), 22);
    cr_assert_eq(program_field_number(answer, "heaps"), 5);
    json_decref(answer);

    /* One outcome altered: 4 is the empty board's. */
    snprintf(path, sizeof path, "%s/q.json", folder);
    FILE *f = fopen(path, "r+");
    cr_assert_not_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    char *outcome = strstr(text, "\"outcome\":[4");
    cr_assert_not_null(outcome);
    fseek(f, outcome - text + 11, SEEK_SET);
    fputc('2', f);
    fclose(f);
    struct program_call call = program_call(
        folder, WORDS("quotient", "--check", "q.json"), PROGRAM_CAUGHT);
    cr_assert_eq(call.status, 1);
    cr_assert_eq(call.err_lines, 1);
    cr_assert_eq(call.out_lines, 0);
    program_release(&call);
    store_folder_remove(folder);
}

/* What was verified is printed; what was not is an error, not an answer. */
Test(cli_quotient, says_how_far_it_got)
{
    struct program_call call =
        program_call(".",
                     WORDS("quotient", "octal:0.77", "--ask", "misere",
                           "--size", "9", "--order", "11", "--json"),
                     PROGRAM_CAUGHT);
    json_t *found = json_loads(call.out, 0, NULL);
    cr_assert_eq(call.status, 130);
    cr_assert_eq(call.err_lines, 1);
    cr_assert_not_null(strstr(call.err, "not finished"));
    cr_assert_not_null(strstr(call.err, "verified so far: heaps 1..4"));
    cr_assert_eq(json_array_size(json_object_get(found, "quotients")), 4);
    cr_assert(json_is_false(json_object_get(found, "finished")));
    json_decref(found);
    program_release(&call);
}

Test(cli_quotient, refuses_bad_requests_in_one_line)
{
    static const struct {
        int status;
        const char *words[8];
    } bad[] = {
        {2, {"quotient", NULL}},
        {2, {"quotient", "nim", "--check", "x.json", NULL}},
        {2, {"quotient", "nim", "--ask", "nimber", NULL}},
        {2, {"quotient", "top-entails", NULL}},
        {2, {"quotient", "octal:0.8", NULL}},
        {2, {"quotient", "nim", "--size", "251", NULL}},
        {2, {"quotient", "nim", "--size", "-1", NULL}},
        {2, {"quotient", "nim", "--effort", "0", NULL}},
        {3, {"quotient", "--check", "/nowhere/q.json", NULL}},
        {3, {"quotient", "--check", "Makefile", NULL}},
        {3, {"quotient", "nim", "--size", "2", "-o", "/nowhere/q.json", NULL}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct program_call call =
            program_call(".", bad[i].words, PROGRAM_CAUGHT);
        cr_assert_eq(call.status, bad[i].status, "call %zu: %d", i,
                     call.status);
        cr_assert_eq(call.err_lines, 1, "call %zu", i);
        cr_assert_eq(call.out_lines, 0, "call %zu", i);
        program_release(&call);
    }
}
