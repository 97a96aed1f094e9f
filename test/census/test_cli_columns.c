/* census run --columns: what rows hold, and who they are. */
#include "census/run/built_in.h"
#include "engine/store/read/archive.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN(rules, ask, grid, columns, path)                                   \
    WORDS("run", "--rules", rules, "--ask", ask, "--grid", grid, "--columns",  \
          columns, "-o", path, "--quiet", "--force")

/* Boards of dominoes: width by height of the grid's point, {2 | -1/2} of two
 * by three. */
Test(cli_columns, hot_games)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      RUN("domineering", "partizan", "lists:parts=2,size=1..3",
                          "position,parts,temperature,left-stop,mean,value",
                          "d.h5")));
    program_wants(
        folder, 0,
        WORDS("query", "d.h5", "--where", "parts < '3 1'", "--format", "csv",
              "--rows", "9"),
        "position,parts,temperature,left_stop,mean,value\r\n"
        ".,1 1,-1,0,0,0\r\n..,1 2,-1,-1,-1,-1\r\n...,1 3,-1,-1,-1,-1\r\n"
        "./.,2 1,-1,1,1,1\r\n../..,2 2,1,1,0,+-1\r\n"
        ".../...,2 3,1.25,2,0.75,{2 | -1/2}\r\n");
    store_folder_remove(folder);
}

static uint64_t sum(const char *folder, const char *column, const char *where)
{
    char *text = program_text(
        folder, 0, WORDS("query", "n.h5", "--sum", column, "--where", where));
    const uint64_t n = strtoull(text, NULL, 10);
    free(text);
    return n;
}

/* Nim: the longest play takes one counter at a time; a heap of n has n moves,
 * equal heaps share theirs; a move wins if it leaves nim-sum 0. */
Test(cli_columns, facts_of_positions)
{
    static const char *const asks[] = {"outcome", "nimber"};
    for (size_t i = 0; i < 2; i++) {
        char folder[64];
        store_folder_make(folder);
        free(program_text(folder, 0,
                          RUN("nim", asks[i], "partitions:total=0..9",
                              "total,value,longest,moves,winning,largest,heaps",
                              "n.h5")));
        cr_expect_eq(sum(folder, "longest", "heaps>=0"),
                     sum(folder, "total", "heaps>=0"));
        cr_expect_eq(sum(folder, "moves", "heaps = 1"), 45);
        cr_expect_eq(sum(folder, "winning", "heaps = 1"), 9);
        /* Of two heaps the larger one is made equal; of three with six
         * counters 1+2+3 is lost. */
        cr_expect_eq(sum(folder, "winning", "heaps = 2"), 16);
        cr_expect_eq(sum(folder, "winning", "heaps = 3 and total = 6"), 2);
        program_wants(folder, 0,
                      WORDS("query", "n.h5", "--where",
                            i ? "winning = 0 and value != 0"
                              : "winning = 0 and outcome != P",
                            "--distinct", "heaps"),
                      "0\n");
        char *text =
            program_text(folder, 0, WORDS("verify", "-q", "--proof", "n.h5"));
        cr_expect_not_null(strstr(text, "proved by its rows: 97 rows"), "%s",
                           text);
        cr_expect_not_null(strstr(text, "winning"), "%s", text);
        free(text);
        store_folder_remove(folder);
    }
}

/* The columns are part of what a run is; without any it is what it was. */
Test(cli_columns, identity)
{
    static const char *const runs[][2] = {{"a.h5", "value,mean"},
                                          {"b.h5", "value,temperature"},
                                          {"c.h5", "value,mean"}};
    char folder[64], text[3][65], path[96];
    struct archive *a;
    store_folder_make(folder);
    for (size_t i = 0; i < 3; i++) {
        free(
            program_text(folder, 0,
                         RUN("end-nim", "partizan", "rows:heaps=1..3,size=1..3",
                             runs[i][1], runs[i][0])));
        snprintf(path, sizeof path, "%s/%s", folder, runs[i][0]);
        cr_assert_eq(archive_open(path, &a), STATUS_OK);
        cr_assert_eq(archive_attribute(a, "run", text[i], 65), STATUS_OK);
        archive_close(a);
    }
    cr_expect_str_neq(text[0], text[1]);
    cr_expect_str_eq(text[0], text[2]);
    free(program_text(folder, 0, WORDS("diff", "a.h5", "c.h5")));
    store_folder_remove(folder);
}

/* A run that was begun is gone on with, with its columns, and an archive's
 * columns are made again by verify. */
Test(cli_columns, resumed)
{
    char folder[64], path[96];
    struct request *r = malloc(sizeof *r);
    struct parts *parts;
    store_folder_make(folder);
    cr_assert_eq(request_open_columns("nim", "outcome", "partitions:total=0..9",
                                      "winning,longest,outcome", &built_in, r),
                 STATUS_OK);
    const struct run_identity id = plan_identity(&r->plan, r->params);
    snprintf(path, sizeof path, "%s/half.h5", folder);
    cr_assert_eq(parts_open(path, &id, 20, true, &parts), STATUS_OK);
    parts_close(parts);
    whole_close(r);
    free(program_text(folder, 0, WORDS("resume", "half.h5", "--quiet")));
    free(program_text(folder, 0,
                      RUN("nim", "outcome", "partitions:total=0..9",
                          "winning,longest,outcome", "whole.h5")));
    free(program_text(folder, 0, WORDS("diff", "half.h5", "whole.h5")));
    free(program_text(folder, 0, WORDS("verify", "half.h5", "-q")));
    store_folder_remove(folder);
}

Test(cli_columns, what_is_refused)
{
    char folder[64];
    store_folder_make(folder);
    program_refuses(
        folder, 2,
        RUN("end-nim", "partizan", "rows:heaps=1,size=1", "warmth", "x"),
        "no column 'warmth'");
    program_refuses(
        folder, 2,
        RUN("nim", "nimber", "rows:heaps=1,size=1", "temperature", "x"),
        "no column 'temperature'");
    program_refuses(
        folder, 2,
        RUN("nim", "outcome", "rows:heaps=1,size=1", "value,outcome", "x"),
        "twice");
    program_refuses(folder, 2,
                    RUN("nim", "nimber", "rows:heaps=1,size=1", "value,", "x"),
                    "no name");
    program_refuses(
        folder, 2,
        RUN("end-nim", "partizan", "rows:heaps=1,size=1", "winning", "x"),
        "does not suit");
    program_refuses(
        folder, 2,
        RUN("nim", "outcome", "partitions:total=0..300", "position", "x"),
        "255");
    program_refuses(folder, 2,
                    WORDS("run", "e1-heaps", "--columns", "value", "-o", "x"),
                    "--columns");
    store_folder_remove(folder);
}

Test(cli_columns, list)
{
    char *text = program_text(".", 0, WORDS("list", "columns"));
    cr_expect_not_null(strstr(text, "\n  temperature "), "%s", text);
    cr_expect_not_null(strstr(text, "\n      f64 moves, of partizan\n"), "%s",
                       text);
    free(text);
    json_t *json = program_json(".", 0, WORDS("list", "columns", "--json"));
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(json, "columns"), i, entry)
    {
        program_has_fields(entry, WORDS("name", "summary", "parameters", "type",
                                        "role", "unit", "domain"));
    }
    cr_expect_gt(i, 20);
    json_decref(json);
}

/* "0x10", "inf" and "nan" are no numbers, though the C library reads them. */
Test(cli_columns, real_numbers_are_decimal)
{
    static const char *const wrong[] = {"0x1", "inf", "nan", "1e999", "1 "};
    char folder[64], where[48];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      RUN("end-nim", "partizan", "rows:heaps=1..2,size=1..3",
                          "temperature", "e.h5")));
    /* Single heaps are integers, of temperature -1: n, for heaps of n. */
    program_wants(folder, 0,
                  WORDS("query", "e.h5", "--where",
                        "temperature = -1 and temperature < -5e-1",
                        "--distinct", "temperature"),
                  "1\n");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(where, sizeof where, "temperature = '%s'", wrong[i]);
        program_refuses(folder, 2, WORDS("query", "e.h5", "--where", where),
                        "numbers");
    }
    store_folder_remove(folder);
}
