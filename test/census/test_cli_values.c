/* Values and positions as all commands show them and read them back. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* End-Nim to four heaps of five, whose longest texts fill a page; loony values
 * of Top Entails; Nim in lists, where two rows may be one position. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "end-nim", "--ask", "partizan",
                            "--grid", "rows:heaps=1..4,size=1..5", "-o",
                            "en.h5", "--quiet")));
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "top-entails:empty=lose", "--ask",
                            "loony", "--grid", "partitions:total=0..6", "-o",
                            "te.h5", "--quiet")));
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--ask", "nimber",
                            "--grid", "lists:parts=1..2,size=1..3", "-o",
                            "nim.h5", "--quiet")));
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "9",
                            "-o", "tp.h5", "--quiet")));
}

Test(cli_values, texts_instead_of_names)
{
    char folder[64];
    folder_make(folder);
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--rows", "7", "--format", "csv"),
                  "heaps,counters,position,value,outcome\r\n"
                  "1,1,1,*,N\r\n1,2,2,*2,N\r\n2,2,1 1,0,P\r\n1,3,3,*3,N\r\n"
                  "2,3,1 2,v*3,R\r\n2,3,2 1,^*3,L\r\n3,3,1 1 1,*,N\r\n");
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--where", "counters < 4", "--by",
                        "value", "--format", "csv"),
                  "value,rows\r\n*3,1\r\nv*3,1\r\n^*3,1\r\n*,2\r\n*2,1\r\n"
                  "0,1\r\n");
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--rows", "1", "--format", "csv",
                        "--values", "name"),
                  "heaps,counters,position,value,outcome\r\n"
                  "1,1,1,96fca557e3c845dd4a8978a07be3b4a3,N\r\n");
    json_t *row =
        program_json(folder, 0, WORDS("show", "en.h5", "2 1", "--json"));
    cr_expect_str_eq(program_field_text(row, "value"), "^*3");
    json_decref(row);
    program_wants(folder, 1,
                  WORDS("check", "en.h5", "--column=value", "--says='0'",
                        "--where=counters = 1", "--values=name"),
                  "says: 0 rows agree, 1 disagree\n  {\"row\":0,\"position\":"
                  "\"1\",\"predicted\":\"0\",\"found\":"
                  "\"96fca557e3c845dd4a8978a07be3b4a3\"}\n");
    program_wants(folder, 1,
                  WORDS("check", "en.h5", "--column=value", "--says='0'",
                        "--where=counters = 1"),
                  "says: 0 rows agree, 1 disagree\n  {\"row\":0,\"position\":"
                  "\"1\",\"predicted\":\"0\",\"found\":\"*\"}\n");
    program_wants(folder, 1,
                  WORDS("check", "te.h5", "--column=value", "--says=7",
                        "--where=value = loony", "--limit=0"),
                  "says: 0 rows agree, 22 disagree\n"
                  "found  predicted  rows\nloony          7    22\n");
    store_folder_remove(folder);
}

/* A long value is cut and named, whole on request, and the same everywhere; the
 * name, the cut text and the whole one all find it again. */
Test(cli_values, long_texts)
{
    static const char *const forms[] = {"text", "whole", "name"};
    static const char ellipsis[] = "\u2026 ";
    char folder[64], where[2000];
    folder_make(folder);
    for (size_t i = 0; i < 3; i++) {
        json_t *row = program_json(
            folder, 0,
            WORDS("show", "en.h5", "3 4 5 5", "--json", "--values", forms[i]));
        json_t *solved = program_json(folder, 0,
                                      WORDS("solve", "end-nim", "3 4 5 5",
                                            "--json", "--values", forms[i]));
        const char *text = program_field_text(row, "value");
        cr_expect_str_eq(text, program_field_text(solved, "value"));
        cr_expect_eq(strlen(text) <= 80, i != 1, "%s: %s", forms[i], text);
        cr_expect_eq(strstr(text, ellipsis) != NULL, i == 0, "%s", text);
        snprintf(where, sizeof where, "value = '%s'", text);
        json_t *found = program_rows(
            folder, 0,
            WORDS("query", "en.h5", "--where", where, "--rows", "1", "--json"));
        cr_expect_str_eq(
            program_field_text(json_array_get(found, 0), "position"),
            "3 4 5 5");
        json_decref(found);
        json_decref(solved);
        json_decref(row);
    }
    store_folder_remove(folder);
}

Test(cli_values, conditions_on_values)
{
    char folder[64];
    folder_make(folder);
    /* All that is worth 0 is lost by who moves, and the other way round. */
    char *zero = program_text(folder, 0,
                              WORDS("query", "en.h5", "--where", "value = 0",
                                    "--distinct", "position"));
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--where", "outcome = P",
                        "--distinct", "position"),
                  zero);
    free(zero);
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--where", "value = {0,0 | *2,*2}",
                        "--by", "position", "--format", "csv"),
                  "position,rows\r\n1 2 1 1,1\r\n2 1,1\r\n");
    program_wants(
        folder, 0,
        WORDS("query", "te.h5", "--where",
              "value = loony and counters < 4 and not position = 1", "--by",
              "position,value", "--max", "value", "--format", "csv"),
        "position,value,rows,max_value\r\n"
        "1+1,loony,1,loony\r\n1+1+1,loony,1,loony\r\n1+2,loony,1,loony\r\n"
        "3,loony,1,loony\r\n");
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--where", "value = *2 or value = 2",
                        "--by", "value", "--format", "csv"),
                  "value,rows\r\n2,1\r\n");
    program_refuses(folder, 2, WORDS("query", "en.h5", "--where", "value < 0"),
                    "no order");
    program_refuses(folder, 2,
                    WORDS("query", "en.h5", "--where", "value = {0|"), "'{0|'");
    program_refuses(folder, 2,
                    WORDS("query", "te.h5", "--where", "value = lonny"),
                    "'lonny'");
    program_refuses(folder, 2, WORDS("query", "te.h5", "--values", "long"),
                    "--values");
    store_folder_remove(folder);
}

Test(cli_values, conditions_on_positions)
{
    char folder[64];
    folder_make(folder);
    /* A column of the file, in any order of the heaps. */
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--where", "position = 3+1+2", "--by",
                        "position", "--format", "csv"),
                  "position,rows\r\n1+2+3,1\r\n");
    program_wants(folder, 0,
                  WORDS("query", "nim.h5", "--where", "position = 2+1", "--by",
                        "position", "--format", "csv"),
                  "position,rows\r\n1+2,2\r\n");
    /* Where there is none, in lists, groups and exports. */
    program_wants(folder, 0,
                  WORDS("query", "tp.h5", "--where", "position = 3+1+2",
                        "--rows", "9", "--format", "csv"),
                  "position,counters,heaps,largest,outcome,sizes,compelled\r\n"
                  "1+2+3,6,3,3,N,3,2\r\n");
    program_wants(folder, 0,
                  WORDS("query", "tp.h5", "--where",
                        "counters = 2 and (position = 1+1 or position != 2)",
                        "--distinct", "heaps"),
                  "1\n");
    program_wants(folder, 0,
                  WORDS("query", "tp.h5", "--where", "position != 5", "--by",
                        "counters", "--threads", "2", "--sort", "-counters",
                        "--limit", "5", "--format", "csv"),
                  "counters,rows\r\n9,30\r\n8,22\r\n7,15\r\n6,11\r\n5,6\r\n");
    program_wants(
        folder, 0,
        WORDS("export", "tp.h5", "-o", "p.csv", "--where", "position = 2+2"),
        "p.csv: 1 rows\n");
    program_refuses(folder, 2,
                    WORDS("query", "tp.h5", "--where", "position = 2+x"),
                    "'2+x'");
    program_refuses(folder, 2,
                    WORDS("query", "te.h5", "--where", "position = 2+x"),
                    "'2+x'");
    program_refuses(folder, 2,
                    WORDS("query", "tp.h5", "--where", "position < 2"),
                    "no order");
    store_folder_remove(folder);
}

/* Games that cannot take a position apart have rows, too; and rows of heaps are
 * not found under the same heaps in another order. */
Test(cli_values, show_finds_what_is_printed)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "domineering", "--ask",
                            "partizan", "--grid", "lists:parts=2,size=1..3",
                            "-o", "d.h5", "--quiet")));
    json_t *row =
        program_json(folder, 0, WORDS("show", "d.h5", ".../...", "--json"));
    cr_expect_str_eq(program_field_text(row, "value"), "{2 | -1/2}");
    json_decref(row);
    program_wants(folder, 0,
                  WORDS("query", "d.h5", "--where", "position = '.../...'",
                        "--by", "value", "--format", "csv"),
                  "value,rows\r\n{2 | -1/2},1\r\n");
    program_refuses(folder, 2, WORDS("show", "d.h5", "....."),
                    "not in the grid");
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "end-nim", "--grid",
                            "multisets:parts=2,size=1..3", "-o", "m.h5",
                            "--quiet")));
    free(program_text(folder, 0, WORDS("show", "m.h5", "1 2")));
    program_refuses(folder, 2, WORDS("show", "m.h5", "2 1"), "not in the grid");
    store_folder_remove(folder);
}

/* Fails one allocation of the program, or of the library that makes its JSON:
 * number FAIL of them. */
static const char shim[] =
    "#define _GNU_SOURCE\n"
    "#include <dlfcn.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "static long left = -1;\n"
    "static int fails(void *from)\n{\n"
    "    Dl_info i;\n"
    "    if (left < 0) { const char *t = getenv(\"FAIL\");\n"
    "        left = t ? atol(t) : 0; }\n"
    "    if (!left || !dladdr(from, &i) || !i.dli_fname ||\n"
    "        (strstr(i.dli_fname, \".so\") &&\n"
    "         !strstr(i.dli_fname, \"jansson\"))) return 0;\n"
    "    return --left == 0;\n}\n"
    "extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);\n"
    "void *malloc(size_t n)\n{\n"
    "    return fails(__builtin_return_address(0)) ? 0 : __libc_malloc(n);\n}\n"
    "void *calloc(size_t n, size_t m)\n{\n"
    "    return fails(__builtin_return_address(0)) ? 0 : __libc_calloc(n, m);\n"
    "}\n";

enum { FAILURES_MOST = 3000, STRIDE = 17 };

/* Whichever allocation fails, the answer is whole or there is none. */
static void walk(const char *folder, const char *const words[])
{
    struct program_call whole = program_call(folder, words, PROGRAM_CAUGHT);
    int done = 0;
    cr_assert_eq(whole.status, 0, "%s", whole.err);
    for (int i = 1; i < FAILURES_MOST && done < 3; i += STRIDE) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        setenv("FAIL", number, 1);
        struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
        if (call.status == 0)
            cr_expect_str_eq(call.out, whole.out, "%s, allocation %d", words[0],
                             i);
        cr_expect(call.status >= 0, "%s, allocation %d: signal %d", words[0], i,
                  -call.status);
        done = call.status ? 0 : done + 1;
        program_release(&call);
    }
    unsetenv("FAIL");
    program_release(&whole);
}

Test(cli_values, no_column_is_dropped_when_memory_is_short, .timeout = 120)
{
    char folder[64], path[96], command[256];
    folder_make(folder);
    snprintf(path, sizeof path, "%s/shim.c", folder);
    FILE *f = fopen(path, "w");
    cr_assert_not_null(f);
    fputs(shim, f);
    fclose(f);
    snprintf(command, sizeof command,
             "cc -shared -fPIC -O1 -w -o %s/shim.so %s -ldl", folder, path);
    cr_assert_eq(system(command), 0);
    snprintf(path, sizeof path, "%s/shim.so", folder);
    setenv("LD_PRELOAD", path, 1);
    struct program_call call =
        program_call(folder, WORDS("--version"), PROGRAM_CAUGHT);
    const bool works = call.status == 0; /* a sanitizer must come first */
    program_release(&call);
    if (works) {
        walk(folder, WORDS("show", "tp.h5", "2+1"));
        walk(folder, WORDS("show", "en.h5", "2 1", "--json"));
        walk(folder, WORDS("query", "tp.h5", "--rows", "3"));
        walk(folder, WORDS("solve", "nim", "3+4+6", "--json"));
    }
    unsetenv("LD_PRELOAD");
    store_folder_remove(folder);
}
