/* `census value` as a user calls it, and against canoniser.py, which simplifies
 * by itself and reads what is printed as CGSuite does. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(value_command, agrees_with_an_independent_canoniser)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS"),
               *seed = getenv("SEED");
    char folder[64], command[512], told[128];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(command, sizeof command,
             "%s -B test/value/canoniser.py %s 400 %lld >%s 2>&1",
             python ? python : "/usr/bin/python3",
             program ? program : "build/census", seed ? atoll(seed) : 0, told);
    const int status = system(command);
    char *text = store_slurp(told, &size);
    cr_expect_eq(status, 0, "%.*s", (int)size, text);
    free(text);
    store_folder_remove(folder);
}

Test(value_command, a_hot_game_and_ups_as_json)
{
    const char *words[] = {"value", "{1|-1}+^3", "--json", NULL};
    json_t *json = program_json(".", 0, words);
    static const char *const fields[][2] = {
        {"text", "{1|-1}+^3"},
        {"value", "{1+^3 | -1+^3}"},
        {"outcome", "N"},
        {"left_stop", "1"},
        {"right_stop", "-1"},
        {"mean", "0"},
        {"temperature", "1"},
        {"reduced", "+-1"},
        {"name", "37484e715b29c047cd537eac83b560bf"}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        cr_expect_str_eq(program_field_text(json, fields[i][0]), fields[i][1]);
    cr_expect_eq(program_field_number(json, "birthday"), 6);
    cr_expect(json_is_null(json_object_get(json, "atomic_weight")));
    json_decref(json);
}

Test(value_command, comparisons_are_true_or_false)
{
    static const struct {
        const char *text;
        bool holds;
    } known[] = {
        {"^^ > *", true},
        {"^ <> *", true},
        {"0 <| ^*", true},
        {"* <= ^", false},
        {"*4:*5 == *9", true},
        {"{0|v*}=^<2>", true},
        {"^[2] = ^+^<2>", true},
        {"3*2 = 3+*2", true},
        {"3*(2) = 6", true},
        {"2*{2|-1} = 1", true},
        {"*:1 == ^*", true},
        {"3^ = 3+^", true},
        {"{3|-1}.Cool(1) = {2|0}", true},
        {"{3|-1}.Cool(2) = 1*", true},
        {"{3|-1}.Cool(3) = 1", true},
        {"{2|0}.Heat(1) = {3|-1}", true},
        {"50000 + 7/8 > 50000", true},
        {"tiny(1) |> tiny(2)", true},
        {"2.Tiny < 1.Tiny", true},
        {"^<3> > 0", true},
        {"^3 >= v", true},
        {"32767^32767 + 1/2v32766*2 = 65535/2^*2", true},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *words[] = {"value", known[i].text, NULL};
        char *text = program_text(".", 0, words);
        cr_expect_str_eq(text, known[i].holds ? "true\n" : "false\n", "%s",
                         known[i].text);
        free(text);
    }
}

/* The mean above the mast, the temperature beside it. */
Test(value_command, a_thermograph_is_drawn)
{
    const char *words[] = {"value", "{2|-1}", "--thermograph", NULL};
    char *text = program_text(".", 0, words);
    cr_expect(strstr(text, "\n       3/2 "));
    cr_expect(strstr(text, "   1/2\n"));
    free(text);
    const char *json_words[] = {"value", "{2|-1}", "--thermograph", "--json",
                                NULL};
    json_t *json = program_json(".", 0, json_words), *walls;
    walls = json_object_get(json, "thermograph");
    char *left = json_dumps(json_object_get(walls, "left"), JSON_COMPACT);
    cr_expect_str_eq(left, "[[\"-1\",\"3\"],[\"3/2\",\"1/2\"]]");
    free(left);
    json_decref(json);
}

Test(value_command, what_cannot_be_read_is_told_in_a_line)
{
    static const char *const wrong[] = {"{1|",
                                        "1/3",
                                        "70000",
                                        "40000 + 40000",
                                        "*4096",
                                        "3↑",
                                        "^ ^ >",
                                        "^ > ",
                                        "{1|2|3}",
                                        "9223372036854775808",
                                        "tiny tiny",
                                        "{0|||1|||2}",
                                        "1/9223372036854775808"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *words[] = {"value", wrong[i], NULL};
        struct program_call call = program_call(".", words, PROGRAM_CAUGHT);
        cr_expect_eq(call.status, 2, "%s: %d", wrong[i], call.status);
        cr_expect_eq(call.err_lines, 1, "%s: %s", wrong[i], call.err);
        cr_expect_eq(call.out_lines, 0, "%s: %s", wrong[i], call.out);
        program_release(&call);
    }
}
