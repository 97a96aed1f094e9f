/* `census verify --proof` as a user and a script meet it. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *text_at(const json_t *list, size_t i)
{
    const char *text = json_string_value(json_array_get(list, i));
    return text ? text : "nothing";
}

Test(proof_cli, says_what_was_covered)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "12",
                            "-o", "te.h5", "--quiet")));
    char *text =
        program_text(folder, 0, WORDS("verify", "--proof", "-q", "te.h5"));
    cr_expect(strstr(text, "proved by its rows: 272 rows") != NULL, "%s", text);
    cr_expect(strstr(text, "in outcome, compelled\n") != NULL, "%s", text);
    cr_expect(strstr(text, "not covered, since no other values of positions "
                           "change them: sizes\n") != NULL,
              "%s", text);
    free(text);
    json_t *json = program_json(
        folder, 0, WORDS("verify", "--proof", "-q", "--json", "te.h5"));
    const json_t *proof = json_object_get(json, "proof");
    program_has_fields(proof, WORDS("columns", "columns_not_covered", "rows",
                                    "rows_not_covered", "positions", "sums",
                                    "sums_folded", "options_read", "outside",
                                    "by_rows", "from_losses", "bytes",
                                    "seconds", "cpu_seconds", "threads"));
    cr_expect_eq(program_field_number(proof, "rows"), 272);
    cr_expect_eq(program_field_number(proof, "rows_not_covered"), 0);
    cr_expect_str_eq(text_at(json_object_get(proof, "columns"), 1),
                     "compelled");
    cr_expect_str_eq(text_at(json_object_get(proof, "columns_not_covered"), 0),
                     "sizes");
    json_decref(json);
    store_folder_remove(folder);
}

Test(proof_cli, no_answer_has_a_status_of_its_own)
{
    static const char *const calls[][6] = {
        {"verify", "--proof", "-q", "periods.h5"},
        {"verify", "--proof", "-q", "nim.h5", "--memory=10K"},
        {"verify", "--proof", "-q", "nim.h5", "--time-limit=0.000001"},
    };
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "octal-periods", "--heaps", "40", "-o",
                            "periods.h5", "--quiet")));
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--grid",
                            "multisets:parts=3,size=8..12", "-o", "nim.h5",
                            "--quiet")));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct program_call call =
            program_call(folder, calls[i], PROGRAM_CAUGHT);
        cr_expect_eq(call.status, i ? 130 : 4, "case %zu: %s", i, call.err);
        cr_expect_eq(call.out_lines, 0, "case %zu: %s", i, call.out);
        cr_expect_eq(call.err_lines, 1, "case %zu: %s", i, call.err);
        program_release(&call);
    }
    store_folder_remove(folder);
}
