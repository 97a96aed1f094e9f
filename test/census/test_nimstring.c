/* The census nimstring against the values of single positions. */
#include "engine/store/file/digest.h"
#include "engine/value/loony.h"
#include "test/common/program.h"
#include "test/common/solved.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 12, VALUES = 16 };

/* 2 x 2 boxes: each set by recursion. */
Test(nimstring, two_by_two_boxes)
{
    static uint8_t values[LINES + 1][1 << LINES];
    size_t n[LINES + 1] = {0};
    char folder[64];
    struct solved s;
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "nimstring", "--high", "2", "--wide", "2",
                            "-q", "-o", "n.h5")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "n.h5", "--rows", "40", "--json"));
    cr_assert_eq(json_array_size(rows), 32);
    solved_open(&s, "strings-and-coins", "loony");
    for (unsigned set = 0; set < 1u << LINES; set++) {
        const uint64_t v = solved_value(
            &s, s.game.rules->board->unrank(s.game.self, 2, 2, set));
        const int k = __builtin_popcount(set);
        values[k][n[k]++] = v == LOONY ? 255 : (uint8_t)v;
    }
    solved_close(&s);
    for (size_t k = 0; k <= LINES; k++) {
        const json_t *row = json_array_get(rows, k);
        size_t count[256] = {0};
        char hex[DIGEST_HEX], name[16];
        for (size_t i = 0; i < n[k]; i++)
            count[values[k][i]]++;
        cr_expect_eq(program_field_number(row, "positions"), (json_int_t)n[k]);
        cr_expect_eq(program_field_number(row, "loony"),
                     (json_int_t)count[255]);
        for (int v = 0; v < VALUES; v++) {
            snprintf(name, sizeof name, "worth_%d", v);
            cr_expect_eq(program_field_number(row, name), (json_int_t)count[v]);
        }
        digest_bytes(values[k], n[k], hex);
        cr_expect_str_eq(program_field_text(row, "digest"), hex);
    }
    json_decref(rows);
    program_wants(folder, 0, WORDS("query", "n.h5", "--sum", "loony"), "732\n");
    program_refuses(folder, 2,
                    WORDS("run", "nimstring", "--high", "4", "--wide", "4",
                          "-q", "-o", "x.h5"),
                    "more than 31 lines");
    store_folder_remove(folder);
}

/* One, two and six boxes as anybody runs them; six are proved by their rows. */
Test(nimstring, boards_and_proof)
{
    static const struct {
        const char *grid, *counts;
    } boards[] = {
        {"boards:rows=1,columns=1", "value  rows\n    0     9\n    1     7\n"},
        {"boards:rows=1,columns=2",
         "value  rows\n    0    61\n    1    61\nloony     6\n"},
        {"boards:rows=2,columns=3",
         "value   rows\n    0  31160\n    1  30784\n    2  15426\n"
         "    3  13808\n    4   1348\n    5    344\n    6    104\n"
         "loony  38098\n"},
    };
    char folder[64];
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        free(program_text(folder, 0,
                          WORDS("run", "--rules", "strings-and-coins", "--ask",
                                "loony", "--grid", boards[i].grid, "-o", "b.h5",
                                "-q", "--force")));
        program_wants(folder, 0, WORDS("query", "b.h5", "--by", "value"),
                      boards[i].counts);
    }
    char *text = program_text(folder, 0, WORDS("verify", "--proof", "b.h5"));
    cr_expect_not_null(strstr(text, "131072 rows are what their options make"));
    free(text);
    store_folder_remove(folder);
}
