/* Plug-ins that lie, test/game/plugins/lies.c: `contract` names the promise,
 * and nothing that plays a game plays theirs. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct lie {
    const char *rules, *promise, *words;
} lies[] = {
    {"lie-bits", "bits", "more bits"},
    {"lie-bits-64", "bits", "more bits"},
    {"lie-obliging", "obliging", "heap->obliging has not"},
    {"lie-heaps", "heaps", "heap->options has not"},
    {"lie-movable", "movable", "not movable"},
    {"lie-any-movable", "movable", "ends the program"},
    {"lie-searchable", "searchable", "not searchable"},
    {"lie-states", "states", "its own states"},
    {"lie-split", "split", "pieces' moves"},
    {"lie-repeated", "moves", "listed twice"},
    {"lie-unsorted", "moves", "does not lower the measure"},
    {"lie-past", "options", "more options than options_max"},
    {"lie-far-past", "options", "ends the program"},
    {"lie-cycle", "moves", "does not lower the measure"},
    {"lie-shrinks", "shrinks", "GAME_SHRINKS"},
    {"lie-parts", "parts", "another position"},
    {"lie-notation", "notation", "another position"},
    {"lie-mirror", "mirror", "mirror's mirror"},
    {"lie-aborts", "options", "ends the program"},
    {"lie-unwritten", "options", "does not write"},
    {"lie-traits", "traits", "GAME_OBLIGES"},
};
enum { LIES = sizeof lies / sizeof lies[0] };

/* `edit`: what sed makes of the text first. */
static void compile(const char *folder, const char *edit, const char *name)
{
    char build[PATH_MAX], command[3 * PATH_MAX];
    const char *program = getenv("CENSUS");
    cr_assert_not_null(realpath(program ? program : "build/census", build));
    *strrchr(build, '/') = 0;
    snprintf(command, sizeof command,
             "PKG_CONFIG_PATH=%s && export PKG_CONFIG_PATH && "
             "sed '%s' test/game/plugins/lies.c | cc -shared -fPIC "
             "$(pkg-config --cflags census) -x c - -o %s/%s",
             build, edit, folder, name);
    cr_assert_eq(system(command), 0, "%s", command);
}

static void lies_compile(char folder[64])
{
    store_folder_make(folder);
    compile(folder, "", "lies.so");
}

#define PLUGIN "--plugin", "./lies.so"

static json_t *found(const json_t *list, const char *promise)
{
    size_t i;
    json_t *f;
    json_array_foreach(list, i, f) if (!strcmp(program_field_text(f, "promise"),
                                               promise)) return f;
    return NULL;
}

Test(lies, contract_names_each, .timeout = 60)
{
    char folder[64];
    lies_compile(folder);
    for (size_t i = 0; i < LIES; i++) {
        const struct lie *l = &lies[i];
        json_t *said = program_json(
            folder, 1, WORDS("contract", PLUGIN, l->rules, "--json"));
        cr_expect(json_is_false(json_object_get(said, "kept")));
        const json_t *list = json_object_get(said, "promises");
        const json_t *f = found(list, l->promise);
        cr_assert_not_null(f, "%s: nothing of %s", l->rules, l->promise);
        cr_expect_str_eq(program_field_text(f, "answer"), "broken", "%s",
                         l->rules);
        cr_expect(strstr(program_field_text(f, "because"), l->words), "%s: %s",
                  l->rules, program_field_text(f, "because"));
        json_decref(said);
    }
    store_folder_remove(folder);
}

static void refused(const char *folder, const char *rules,
                    const char *const words[])
{
    char *before = program_listing(folder);
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3, "%s %s: %d", words[0], rules, call.status);
    cr_expect(store_one_line(call.err, WORDS(rules, "breaks its promise")),
              "%s: %s", rules, call.err);
    cr_expect_str_empty(call.out);
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after, "%s leaves something", words[0]);
    free(before);
    free(after);
    program_release(&call);
}

Test(lies, none_is_played, .timeout = 60)
{
    char folder[64];
    lies_compile(folder);
    for (size_t i = 0; i < LIES; i++) {
        refused(folder, lies[i].rules,
                WORDS("run", PLUGIN, "--rules", lies[i].rules, "--grid",
                      "multisets:parts=1..2,size=1..4", "-o", "x.h5"));
        refused(folder, lies[i].rules,
                WORDS("solve", PLUGIN, lies[i].rules, "3+2"));
        refused(folder, lies[i].rules,
                WORDS("classes", PLUGIN, lies[i].rules, "--ask", "nimber",
                      "--grid", "multisets:parts=1,size=1..4", "--tests",
                      "multisets:parts=1,size=1..4"));
        refused(folder, lies[i].rules,
                WORDS("quotient", PLUGIN, lies[i].rules, "--size", "3"));
    }
    store_folder_remove(folder);
}

/* Commands that read an archive play its game, too: here it is of the honest
 * one, and then read with another of the same name. */
Test(lies, none_is_read_with, .timeout = 60)
{
    char folder[64];
    lies_compile(folder);
    compile(folder, "s/\"honest\"/\"truth\"/; s/\"lie-past\"/\"honest\"/",
            "past.so");
#define PAST "--plugin", "./past.so"
    static const char grid[] = "multisets:parts=1..2,size=1..4";
    free(program_text(folder, 0,
                      WORDS("run", "-q", PLUGIN, "--rules", "honest", "--grid",
                            grid, "-o", "x.h5")));
    free(program_text(folder, 0,
                      WORDS("run", "-q", PLUGIN, "--rules", "honest", "--grid",
                            grid, "--slice", "0/1", "-o", "y.h5")));
    free(program_text(folder, 0, WORDS("verify", PLUGIN, "x.h5")));
    refused(folder, "honest", WORDS("verify", PAST, "x.h5"));
    refused(folder, "honest", WORDS("verify", PAST, "--proof", "x.h5"));
    refused(folder, "honest", WORDS("check", PAST, "x.h5", "two-heap"));
    refused(folder, "honest", WORDS("show", PAST, "x.h5", "1+1"));
    refused(folder, "honest", WORDS("merge", PAST, "y.h5", "y.h5.parts"));
    refused(folder, "honest",
            WORDS("estimate", PAST, "--rules", "honest", "--grid", grid));
    store_folder_remove(folder);
}

/* What has no slot for a promise cannot break it; one that is slow is warned
 * of. */
Test(lies, the_third_answer_and_a_warning)
{
    char folder[64];
    lies_compile(folder);
    json_t *said =
        program_json(folder, 0, WORDS("contract", PLUGIN, "honest", "--json"));
    cr_expect(json_is_true(json_object_get(said, "kept")));
    const json_t *list = json_object_get(said, "promises");
    cr_expect_str_eq(program_field_text(found(list, "mirror"), "answer"),
                     "not applicable");
    cr_expect_str_eq(program_field_text(found(list, "mirror"), "because"),
                     "it has no mirror()");
    cr_expect_str_eq(program_field_text(found(list, "split"), "answer"),
                     "kept");
    json_decref(said);
    free(program_text(folder, 0,
                      WORDS("run", "-q", PLUGIN, "--rules", "honest", "--grid",
                            "multisets:parts=1..2,size=1..4", "-o", "x.h5")));
    struct program_call call = program_call(
        folder, WORDS("contract", PLUGIN, "lie-whole"), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 0);
    cr_expect(store_one_line(call.err, WORDS("warning", "heaps_slot_split")),
              "%s", call.err);
    cr_expect(strstr(call.out, "split       not applicable, because it has no "
                               "split()"),
              "%s", call.out);
    program_release(&call);
    store_folder_remove(folder);
}
