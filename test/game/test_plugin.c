/* Games from shared objects: the example of rules/README.md, built and run as
 * it says there, and everything that is no plug-in. Reads that page in the
 * folder that the tests are called in. */
#include "engine/plugin.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C example, allocated; it must fit in 60 lines. */
static char *readme_example(void)
{
    size_t size, lines = 0;
    char *text = store_slurp("rules/README.md", &size), *start = text,
         *end = NULL;
    text = realloc(text, size + 1);
    cr_assert_not_null(text);
    text[size] = 0;
    for (start = text; (start = strstr(start, "```c\n")); start = end) {
        start += strlen("```c\n");
        end = strstr(start, "```\n");
        cr_assert_not_null(end);
        *end++ = 0;
        if (strstr(start, "CENSUS_PLUGIN("))
            break;
    }
    cr_assert_not_null(start, "rules/README.md has no example of a plug-in");
    for (const char *c = start; *c; c++)
        lines += *c == '\n';
    cr_assert_leq(lines, 60);
    char *example = strdup(start);
    free(text);
    return example;
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    store_spill(path, text, strlen(text));
}

/* As the page compiles it; the build folder has a census-uninstalled.pc. */
static void compile(const char *folder, const char *name, const char *options)
{
    char build[PATH_MAX], command[3 * PATH_MAX];
    const char *program = getenv("CENSUS");
    cr_assert_not_null(realpath(program ? program : "build/census", build));
    *strrchr(build, '/') = 0;
    snprintf(command, sizeof command,
             "cd %s && PKG_CONFIG_PATH=%s && export PKG_CONFIG_PATH && "
             "cc -shared -fPIC %s $(pkg-config --cflags census) %s.c -o %s.so",
             folder, build, options, name, name);
    cr_assert_eq(system(command), 0, "%s", command);
}

static void make_grundy(char folder[64])
{
    char *example = readme_example();
    store_folder_make(folder);
    write_file(folder, "grundy.c", example);
    free(example);
    compile(folder, "grundy", "-Wall -Wextra -Wno-unused-parameter -Werror");
}

static void run_grundy(const char *folder)
{
    free(program_text(folder, 0,
                      WORDS("run", "--plugin", "./grundy.so", "--rules",
                            "grundy", "--ask", "nimber", "--grid",
                            "multisets:parts=1..1,size=1..20", "-o", "g.h5",
                            "--quiet")));
}

Test(plugin, grundys_game_of_the_readme)
{
    /* Guy and Smith, Proc. Cambridge Philos. Soc. 52 (1956). */
    static const json_int_t values[] = {0, 0, 1, 0, 2, 1, 0, 2, 1, 0,
                                        2, 1, 3, 2, 1, 3, 2, 4, 3, 0};
    char folder[64];
    make_grundy(folder);
    run_grundy(folder);
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "g.h5", "--rows", "100", "--json"));
    cr_assert_eq(json_array_size(rows), 20);
    for (size_t i = 0; i < 20; i++)
        cr_expect_eq(program_field_number(json_array_get(rows, i), "value"),
                     values[i], "a heap of %zu", i + 1);
    json_decref(rows);
    free(program_text(folder, 0,
                      WORDS("verify", "g.h5", "--plugin", "grundy.so")));
    store_folder_remove(folder);
}

Test(plugin, contract_solve_and_list)
{
    char folder[64];
    make_grundy(folder);
    json_t *said = program_json(
        folder, 0, WORDS("contract", "--plugin", "./grundy.so", "--json"));
    const json_t *kept = json_object_get(said, "promises");
    cr_assert_geq(json_array_size(kept), 10);
    for (size_t i = 0; i < json_array_size(kept); i++) {
        json_t *found = json_array_get(kept, i);
        cr_expect_str_neq(program_field_text(found, "answer"), "broken");
        cr_expect_eq(!strcmp(program_field_text(found, "answer"), "kept"),
                     !*program_field_text(found, "because"));
    }
    json_decref(said);
    json_t *solved = program_json(
        folder, 0,
        WORDS("solve", "--plugin", "./grundy.so", "grundy", "5+3", "--json"));
    cr_expect_str_eq(program_field_text(solved, "value"), "*3");
    json_decref(solved);
    char *names = program_text(
        folder, 0,
        WORDS("list", "rulesets", "--names", "--plugin", "grundy.so"));
    cr_expect(strstr(names, "\ngrundy\n"), "%s", names);
    free(names);
    names = program_text(folder, 0, WORDS("list", "rulesets", "--names"));
    cr_expect_not(strstr(names, "grundy"));
    free(names);
    store_folder_remove(folder);
}

Test(plugin, a_broken_promise_is_named)
{
    char folder[64];
    store_folder_make(folder);
    char *example = readme_example(), changed[8192];
    char *at = strstr(example, "move, &out[n++]);");
    cr_assert_not_null(at);
    at += strlen("move, &out[n++]);");
    snprintf(changed, sizeof changed, "%.*s out[n] = out[n - 1]; n++; %s",
             (int)(at - example), example, at);
    write_file(folder, "grundy.c", changed);
    free(example);
    compile(folder, "grundy", "");
    char *told =
        program_text(folder, 1, WORDS("contract", "--plugin", "./grundy.so"));
    cr_expect(strstr(told, "moves       BROKEN"), "%s", told);
    cr_expect(strstr(told, "listed twice"), "%s", told);
    free(told);
    store_folder_remove(folder);
}

/* Loading FILE must fail with one line that has all the words. */
static void refuse(const char *folder, const char *file, int status,
                   const char *const words[])
{
    struct program_call call = program_call(
        folder, WORDS("list", "rulesets", "--plugin", file), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, status, "%s: %d", file, call.status);
    cr_expect(store_one_line(call.err, words), "%s: %s", file, call.err);
    cr_expect_str_empty(call.out);
    program_release(&call);
}

static void compile_text(const char *folder, const char *name,
                         const char *format, const char *text)
{
    char source[8192], file[64];
    snprintf(source, sizeof source, format, text);
    snprintf(file, sizeof file, "%s.c", name);
    write_file(folder, file, source);
    compile(folder, name, "");
}

Test(plugin, what_is_no_plugin)
{
    char folder[64];
    store_folder_make(folder);
    refuse(folder, "./none.so", 3, WORDS("none.so", "No such file"));
    write_file(folder, "text.so", "this is no shared object at all\n");
    refuse(folder, "text.so", 3, WORDS("plug-in text.so"));
    refuse(folder, ".", 3, WORDS("plug-in ."));
    compile_text(folder, "other", "int %s = 1;\n", "other");
    refuse(folder, "./other.so", 3, WORDS("other.so", "census_plugin"));
    compile_text(folder, "lost",
                 "int %s(void); int f(void) "
                 "{ return not_there(); }\n",
                 "not_there");
    refuse(folder, "./lost.so", 3, WORDS("lost.so", "not_there"));
    compile_text(folder, "old",
                 "#include <engine/plugin.h>\n"
                 "const struct plugin census_plugin = {%s, "
                 "sizeof(struct plugin), PLUGIN_SIZES, {0}};\n",
                 "4711");
    refuse(folder, "./old.so", 3, WORDS("old.so", "4711", "compile it again"));
    /* As version 2 laid it out. */
    compile_text(folder, "two",
                 "const struct { unsigned n[6]; const void *rules; } %s = "
                 "{{2, 32, 192, 152, 2564, 320}, 0};\n",
                 "census_plugin");
    refuse(folder, "./two.so", 3, WORDS("two.so", "version 2", "again"));
    compile_text(folder, "sizes",
                 "#include <engine/plugin.h>\n"
                 "const struct plugin census_plugin = {%s, "
                 "sizeof(struct plugin), {0}, {0}};\n",
                 "PLUGIN_VERSION");
    refuse(folder, "./sizes.so", 3, WORDS("sizes.so", "other sizes"));
    compile_text(folder, "nothing", "#include <engine/plugin.h>\n%s({0});\n",
                 "CENSUS_PLUGIN_LISTS");
    refuse(folder, "./nothing.so", 3, WORDS("nothing.so", "nothing"));
    compile_text(folder, "empty",
                 "#include <engine/plugin.h>\n"
                 "static const struct ruleset r = {.name = \"%s\"};\n"
                 "CENSUS_PLUGIN(r);\n",
                 "empty");
    refuse(folder, "./empty.so", 3, WORDS("empty.so", "slot", "summary"));
    store_folder_remove(folder);
}

/* A value domain (the longest play), a grid (two equal heaps) and a check of
 * the one on the other, for built-in Nim. */
static const char mine[] =
    "#include <engine/plugin.h>\n"
    "#include <stdio.h>\n"
    "static enum status fold(void *self, unsigned worker, const uint64_t l[],\n"
    "    size_t n, const uint64_t r[], size_t m, uint64_t *value) {\n"
    "    *value = 0;\n"
    "    for (size_t i = 0; i < n; i++)\n"
    "        if (l[i] + 1 > *value) *value = l[i] + 1;\n"
    "    return STATUS_OK; }\n"
    "static size_t print(const void *self, uint64_t v, char out[], size_t "
    "cap)\n"
    "{ return (size_t)snprintf(out, cap, \"%%llu\", (unsigned long long)v); }\n"
    "static unsigned outcome(const void *self, uint64_t v) { return 0; }\n"
    "static const struct domain_kind longest = {.name = \"longest\",\n"
    "    .summary = \"moves of the longest play\", .value_bytes = 2,\n"
    "    .players = 3, .column = {.name = \"value\", .type = COLUMN_U16,\n"
    "    .role = COLUMN_FACT, .width = 2, .unit = \"moves\", .help = "
    "\"longest\"},\n"
    "    .fold = fold, .print = print, .outcome = outcome};\n"
    "static enum status open(const struct param_value v[], void **self)\n"
    "{ *self = (void *)(uintptr_t)param_of(v, \"size\")->lo; return STATUS_OK; "
    "}\n"
    "static void close(void *self) {}\n"
    "static uint64_t count(const void *self) { return (uintptr_t)self; }\n"
    "static void unrank(const void *self, uint64_t i, struct point *p)\n"
    "{ *p = (struct point){.n = 2, .size = {(uint32_t)i + 1, (uint32_t)i + "
    "1}}; }\n"
    "static bool rank(const void *self, const struct point *p, uint64_t *i)\n"
    "{ *i = p->size[0] - 1;\n"
    "  return p->n == 2 && p->size[0] == p->size[1] && *i < (uintptr_t)self; "
    "}\n"
    "static void bounds(const void *self, struct grid_bounds *b)\n"
    "{ *b = (struct grid_bounds){.parts = 2, .size = "
    "(uint32_t)(uintptr_t)self,\n"
    "    .total = 2 * (uintptr_t)self}; }\n"
    "static const struct param params[] = {{.name = \"size\",\n"
    "    .type = PARAM_INTEGER, .lo = 1, .hi = 99, .help = \"largest\"}};\n"
    "static const struct grid_kind pairs = {.name = \"pairs\",\n"
    "    .summary = \"two equal heaps\", .params = params, .nparams = 1,\n"
    "    .open = open, .close = close, .count = count, .unrank = unrank,\n"
    "    .rank = rank, .bounds = bounds};\n"
    "static bool fits(const struct game *game) { return true; }\n"
    "static bool predict(const struct game *g, const struct point *p, int64_t "
    "*v)\n"
    "{ *v = 0;\n"
    "  for (uint32_t i = 0; i < p->n; i++) *v += p->size[i];\n"
    "  return true; }\n"
    "static const struct check counters = {.name = \"counters\",\n"
    "    .summary = \"one move for each counter\", .column = \"value\",\n"
    "    .fits = fits, .predict = predict};\n"
    "CENSUS_PLUGIN_LISTS(%s"
    ".grids = PLUGIN_LIST(struct grid_kind, &pairs),\n"
    ".checks = PLUGIN_LIST(struct check, &counters));\n";

Test(plugin, a_domain_a_grid_and_a_check)
{
    char folder[64];
    store_folder_make(folder);
    compile_text(folder, "mine", mine,
                 ".domains = PLUGIN_LIST(struct domain_kind, &longest), ");
    free(program_text(folder, 0,
                      WORDS("run", "--plugin", "./mine.so", "--rules",
                            "nim:players=3", "--ask", "longest", "--grid",
                            "pairs:size=4", "-o", "m.h5", "--quiet")));
    char *told = program_text(
        folder, 0, WORDS("check", "--plugin", "./mine.so", "m.h5", "counters"));
    cr_expect(strstr(told, "4 rows agree, 0 disagree"), "%s", told);
    free(told);
    told = program_text(folder, 0,
                        WORDS("show", "--plugin", "./mine.so", "m.h5", "3+3"));
    cr_expect(strstr(told, "6"), "%s", told);
    free(told);
    free(program_text(folder, 0,
                      WORDS("verify", "--plugin", "./mine.so", "m.h5")));
    static const char *const kinds[][2] = {
        {"domains", "longest"}, {"grids", "pairs"}, {"checks", "counters"}};
    for (size_t i = 0; i < 3; i++) {
        told = program_text(
            folder, 0,
            WORDS("list", kinds[i][0], "--names", "--plugin", "./mine.so"));
        cr_expect(strstr(told, kinds[i][1]), "%s", told);
        free(told);
    }
    store_folder_remove(folder);
}

Test(plugin, names_are_taken_once)
{
    char folder[64];
    char *example = readme_example();
    store_folder_make(folder);
    char *name = strstr(example, ".name = \"grundy\"");
    cr_assert_not_null(name);
    memcpy(name, ".name = \"nim\"   ", strlen(".name = \"grundy\""));
    write_file(folder, "nim.c", example);
    compile(folder, "nim", "");
    refuse(folder, "./nim.so", 3, WORDS("nim.so", "'nim' already"));
    free(example);
    store_folder_remove(folder);

    make_grundy(folder);
    struct program_call call = program_call(
        folder,
        WORDS("list", "--plugin", "grundy.so", "--plugin", "./grundy.so"),
        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3);
    cr_expect(store_one_line(call.err, WORDS("'grundy' already")), "%s",
              call.err);
    program_release(&call);
    store_folder_remove(folder);
}

/* Calls that have to open a game say which one is missing. */
static void miss(const char *folder, int status, const char *const words[])
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, status, "%s: %d", words[0], call.status);
    cr_expect(store_one_line(call.err, WORDS("'grundy'", "--plugin")), "%s: %s",
              words[0], call.err);
    program_release(&call);
}

Test(plugin, an_archive_without_its_game)
{
    char folder[64];
    make_grundy(folder);
    run_grundy(folder);
    miss(folder, 2, WORDS("verify", "g.h5"));
    miss(folder, 2, WORDS("check", "g.h5", "three-clause"));
    char *text =
        program_text(folder, 0, WORDS("query", "g.h5", "--by", "outcome"));
    cr_expect(strstr(text, "P"), "%s", text);
    free(text);

    /* Long positions are not kept in the archive. */
    free(program_text(folder, 0,
                      WORDS("run", "--plugin", "./grundy.so", "--rules",
                            "grundy", "--grid", "partitions:total=0..25", "-o",
                            "long.h5", "--quiet")));
    struct program_call call = program_call(
        folder, WORDS("query", "long.h5", "--rows", "2"), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 0);
    cr_expect(store_one_line(call.err, WORDS("'grundy'", "--plugin")), "%s",
              call.err);
    cr_expect_eq(call.out_lines, 3, "%s", call.out);
    program_release(&call);
    text = program_text(
        folder, 0,
        WORDS("query", "long.h5", "--rows", "4", "--plugin", "./grundy.so"));
    cr_expect(strstr(text, "1+1"), "%s", text);
    free(text);
    store_folder_remove(folder);
}
