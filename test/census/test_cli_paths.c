/* Outputs that are no regular files, links, pipes, and names that are not
 * UTF-8. Called in the source folder. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SMALL                                                                  \
    "run", "--rules=nim", "--ask=outcome",                                     \
        "--grid=multisets:parts=1..2,size=1..3", "-q"

static char *at(const char *folder, const char *name)
{
    char *path;
    cr_assert_gt(asprintf(&path, "%s/%s", folder, name), 0);
    return path;
}

static void link_to(const char *folder, const char *target, const char *name)
{
    char *path = at(folder, name);
    cr_assert_eq(symlink(target, path), 0);
    free(path);
}

static void make_pipe(const char *folder, const char *name)
{
    char *path = at(folder, name);
    cr_assert_eq(mkfifo(path, 0600), 0);
    free(path);
}

/* Refused in one line that has these words, and nothing comes or goes. */
static void refused(const char *folder, int status, const char *words,
                    const char *const call[])
{
    char *before = program_listing(folder);
    struct program_call c = program_call(folder, call, PROGRAM_CAUGHT);
    char *after = program_listing(folder);
    cr_expect_eq(c.status, status, "%s: %d %s", words, c.status, c.err);
    cr_expect_eq(c.err_lines, 1, "%s: %s", words, c.err);
    cr_expect(strstr(c.err, words), "%s: %s", words, c.err);
    cr_expect_str_eq(before, after, "%s", words);
    free(before);
    free(after);
    program_release(&c);
}

Test(cli_paths, outputs_that_are_no_files, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, WORDS(SMALL, "-o", "true.h5")));
    link_to(folder, "none", "nowhere.h5");
    link_to(folder, "true.h5", "link.h5");
    link_to(folder, "none", "nowhere.csv");
    link_to(folder, "true.h5", "s.h5.parts");
    make_pipe(folder, "pipe.h5");
    refused(folder, 3, "nowhere.h5: a link to nowhere",
            WORDS(SMALL, "-o", "nowhere.h5"));
    refused(folder, 3, "nowhere.h5: a link to nowhere",
            WORDS(SMALL, "--force", "-o", "nowhere.h5"));
    refused(folder, 3, "link.h5: a link",
            WORDS(SMALL, "--force", "-o", "link.h5"));
    refused(folder, 3, "pipe.h5: not a regular file",
            WORDS(SMALL, "--force", "-o", "pipe.h5"));
    refused(folder, 3, "s.h5.parts: must be a folder",
            WORDS(SMALL, "-o", "s.h5"));
    refused(folder, 3, "nowhere.csv: a link to nowhere",
            WORDS("export", "true.h5", "-o", "nowhere.csv", "--force"));
    refused(folder, 3, "not a regular file", WORDS("status", "pipe.h5"));
    refused(folder, 3, "not a regular file", WORDS("campaign", "pipe.h5"));
    refused(folder, 3, "not a regular file",
            WORDS("solve", "nim", "1", "--plugin=./pipe.h5"));
    store_folder_remove(folder);
}

Test(cli_paths, a_database_is_no_uri, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, WORDS(SMALL, "-o", "true.h5")));
    free(
        program_text(folder, 0, WORDS("export", "true.h5", "-o", "file:x.db")));
    char *listing = program_listing(folder), *path = at(folder, "file:x.db");
    cr_expect_eq(access(path, R_OK), 0);
    cr_expect_not(strstr(listing, ".tmp"), "%s", listing);
    free(path);
    free(listing);
    store_folder_remove(folder);
}

Test(cli_paths, names_that_are_not_utf_8, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    json_t *run =
        program_json(folder, 0, WORDS(SMALL, "--json", "-o", "\xff.h5"));
    cr_expect_str_eq(program_field_text(run, "file"), "\\xff.h5");
    json_t *verify =
        program_json(folder, 0, WORDS("verify", "--json", "\xff.h5"));
    cr_expect_str_eq(program_field_text(verify, "file"), "\\xff.h5");
    json_decref(run);
    json_decref(verify);
    store_folder_remove(folder);
}

static void write_campaign(const char *folder, const char *a, const char *b)
{
    char *path = at(folder, "c.json");
    FILE *out = fopen(path, "w");
    cr_assert_not_null(out);
    fprintf(out,
            "{\"campaign\": 1, \"censuses\": [\n"
            "{\"rules\": \"nim\", \"grid\": \"multisets:parts=1..2,size=1..3\","
            " \"output\": \"%s\"},\n"
            "{\"rules\": \"nim\", \"grid\": \"multisets:parts=1..2,size=1..2\","
            " \"output\": \"%s\"}]}\n",
            a, b);
    fclose(out);
    free(path);
}

Test(cli_paths, one_output_however_it_is_written, .timeout = 60)
{
    static const char *const ways[] = {"./w.h5", ".//w.h5", "none/../w.h5",
                                       "link.h5"};
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, WORDS(SMALL, "-o", "w.h5")));
    link_to(folder, "w.h5", "link.h5");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        write_campaign(folder, "w.h5", ways[i]);
        refused(folder, 2, "both write", WORDS("campaign", "c.json", "-q"));
    }
    /* The archive of another census is not the campaign's. */
    write_campaign(folder, "v.h5", "w.h5");
    struct program_call call =
        program_call(folder, WORDS("status", "c.json"), PROGRAM_CAUGHT);
    cr_expect(strstr(call.out, "0 of 2 finished"), "%s", call.out);
    cr_expect(strstr(call.err, "of another census"), "%s", call.err);
    program_release(&call);
    store_folder_remove(folder);
}

Test(cli_paths, reproduce_replaces_only_by_force, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    char *inner = at(folder, "r");
    cr_assert_eq(mkdir(inner, 0700), 0);
    free(program_text(folder, 0,
                      WORDS("run", "e1-heaps", "-q", "-o", "r/e1-heaps.h5")));
    refused(folder, 3, "exists already", WORDS("reproduce", "-o", "r"));
    free(inner);
    store_folder_remove(folder);
}
