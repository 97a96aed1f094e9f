/* One version everywhere: the Makefile's. Reads it, CHANGELOG.md and
 * CITATION.cff in the folder that the tests are called in, and asks what was
 * built. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_MAX = 32 };

/* The digits and dots behind the first line that begins with `mark`. */
static void version_behind(const char *text, const char *mark,
                           char version[VERSION_MAX])
{
    const char *at = text;
    while (at && strncmp(at, mark, strlen(mark)) != 0) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    cr_assert_not_null(at, "no line begins with '%s'", mark);
    at += strlen(mark);
    const size_t n = strspn(at, "0123456789.");
    cr_assert(n > 0 && n < VERSION_MAX, "no version behind '%s'", mark);
    snprintf(version, VERSION_MAX, "%.*s", (int)n, at);
}

static void version_in(const char *path, const char *mark,
                       char version[VERSION_MAX])
{
    size_t size;
    char *text = store_slurp(path, &size);
    text[size] = 0;
    version_behind(text, mark, version);
    free(text);
}

static void has_version(const char *path, const char *mark)
{
    char wanted[VERSION_MAX], found[VERSION_MAX];
    version_in("Makefile", "VERSION := ", wanted);
    version_in(path, mark, found);
    cr_expect_str_eq(found, wanted, "%s: %s, but the Makefile has %s", path,
                     found, wanted);
}

Test(version, the_texts_repeat_it)
{
    has_version("CHANGELOG.md", "## [");
    has_version("CITATION.cff", "version: ");
}

/* What the build hands to others lies beside the program. */
Test(version, pkg_config_has_it)
{
    char path[PATH_MAX];
    const char *program = getenv("CENSUS");
    cr_assert_not_null(realpath(program ? program : "build/census", path));
    strcpy(strrchr(path, '/'), "/census-uninstalled.pc");
    has_version(path, "Version: ");
    strcpy(strrchr(path, '/'), "/census.1");
    has_version(path, ".Os census ");
}

/* "census 0.2.0 (b6249ef)", and no commit outside of git. */
Test(version, the_program_says_it)
{
    char wanted[VERSION_MAX], found[VERSION_MAX];
    version_in("Makefile", "VERSION := ", wanted);
    char *said = program_text(".", 0, WORDS("--version"));
    version_behind(said, "census ", found);
    cr_expect_str_eq(found, wanted, "%s", said);
    const char *rest = said + strlen("census ") + strlen(found);
    const char *commit = rest + strlen(" (");
    if (strcmp(rest, "\n") != 0) {
        cr_assert(strncmp(rest, " (", 2) == 0 && isxdigit(commit[0]), "%s",
                  said);
        cr_expect_str_eq(commit + strcspn(commit, ")"), ")\n", "%s", said);
    }
    free(said);
}

/* It is what an archive says of the program that wrote it. */
Test(version, an_archive_says_it)
{
    char folder[64], path[PATH_MAX], software[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "e1-heaps", "-o", "x.h5", "--quiet")));
    char *said = program_text(".", 0, WORDS("--version"));
    said[strcspn(said, "\n")] = 0;
    snprintf(path, sizeof path, "%s/x.h5", folder);
    struct archive *archive;
    cr_assert_eq(archive_open(path, &archive), STATUS_OK);
    cr_assert_eq(
        archive_attribute(archive, "run/software", software, sizeof software),
        STATUS_OK);
    cr_expect_str_eq(software, said + strlen("census "));
    archive_close(archive);
    free(said);
    store_folder_remove(folder);
}
