/* Archives that lie about what they are, with every digest made good again
 * (test/store/lying_archive.py): verify refuses each of them in one line.
 * Called in the source folder. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lie {
    const char *kind, *word; /* what it is, and what is said of it */
};

static void tell(const char *folder, const char *kind)
{
    const char *python = getenv("PYTHON");
    char command[600];
    snprintf(command, sizeof command,
             "script=$PWD/test/store/lying_archive.py && cd %s && rm -f lie.h5 "
             "&& %s -B $script '%s' true.h5 lie.h5",
             folder, python ? python : "/usr/bin/python3", kind);
    cr_assert_eq(system(command), 0, "%s", kind);
}

static void refuse(const char *folder, const struct lie *lie, const char *how)
{
    struct program_call call = program_call(
        folder, WORDS("verify", how, "lie.h5", "-q"), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3, "%s: %d %s", lie->kind, call.status, call.err);
    cr_expect_eq(call.err_lines, 1, "%s: %s", lie->kind, call.err);
    cr_expect(strstr(call.err, lie->word), "%s: %s", lie->kind, call.err);
    cr_expect_str_empty(call.out, "%s", lie->kind);
    program_release(&call);
}

static void refuse_all(const char *const run[], const struct lie lies[],
                       size_t n)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, run));
    free(program_text(folder, 0, WORDS("verify", "true.h5", "-q")));
    for (size_t i = 0; i < n; i++) {
        tell(folder, lies[i].kind);
        /* The values are not read then. */
        if (*lies[i].kind != '/')
            refuse(folder, &lies[i], "--fast");
        refuse(folder, &lies[i], "--sample=0");
        refuse(folder, &lies[i], "--proof");
    }
    store_folder_remove(folder);
}

#define REFUSE_ALL(lies, ...)                                                  \
    refuse_all(WORDS(__VA_ARGS__, "-q", "-o", "true.h5"), lies,                \
               sizeof lies / sizeof *lies)

Test(cli_lies, a_named_census)
{
    static const struct lie lies[] = {
        {"rules=top-entails:reply=same,empty=lose", "identity"},
        {"ask=nimber", "identity"},
        {"grid=lists:parts=1..3,size=1..5", "identity"},
        {"grid=lists:parts=1..3,size=1..6\\0x", "attribute grid"},
        {"census=e1-sums", "identity"},
        {"census_version=9", "identity"},
        {"census_version=4294967297", "identity"},
        {"order=row i answers nobody", "order"},
        {"format_version=2", "format_version"},
        {"title=something else", "its title is 'something else'"},
        {"params={\"total\":9}", "its params is '{\"total\":9}'"},
        {"outcome:long_name=income", "long_name"},
        {"outcome:flag_meanings=UNSET P N L R", "flag_meanings"},
        {"outcome:help=who loses", "the schema differs"},
        {"outcome:role=key", "identity"},
        {"soft", "/rows/heaps is a link"},
        {"external", "/rows is a link"},
        {"group", "/rows/more is no dataset"},
        {"virtual", "column heaps is not laid out"},
        {"stored-outside", "column heaps is not laid out"},
        {"many-rows", "more rows than fit in the file"},
        {"short-chunks", "is not laid out"},
        {"title=\\e]0;x", "attribute title"},
        {"heaps:help=\\e[2J", "attribute help"},
        {"heaps:units=\xc2\x9b", "attribute units"},
        {"as-text=outcome", "identity"},
    };
    REFUSE_ALL(lies, "run", "e1-rule");
}

/* Rules, domain and grid are what it is. */
Test(cli_lies, a_census_of_ones_own)
{
    static const struct lie lies[] = {
        {"rules=end-nim:play=misere", "identity"},
        {"grid=rows:heaps=0..3,size=1..2", "identity"},
        {"params={\"total\":9}", "its params is"},
        {"/values/text:help=a form", "help"},
    };
    REFUSE_ALL(lies, "run", "--rules", "end-nim", "--ask", "partizan", "--grid",
               "rows:heaps=1..3,size=1..2");
}

/* Nothing that a terminal would obey. */
static bool plain(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < ' ' && *text != '\n' && *text != '\r') ||
            *text == 0x7f)
            return false;
    return true;
}

static void bear(const char *folder, const char *kind,
                 const char *const words[])
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect(call.status >= 0 && call.status <= 4, "%s: %s: %d %s", kind,
              words[0], call.status, call.err);
    cr_expect(plain(call.out) && plain(call.err), "%s: %s", kind, words[0]);
    cr_expect(call.status < 2 || call.status == 4 || call.err_lines > 0,
              "%s: %s says nothing", kind, words[0]);
    program_release(&call);
}

/* Every command that reads an archive ends, with an answer or a message. */
static void bear_all(const char *const run[], const char *const kinds[],
                     size_t n)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, run));
    for (size_t i = 0; i < n; i++) {
        const char *const *const calls[] = {
            WORDS("query", "lie.h5"),
            WORDS("query", "lie.h5", "--by", "outcome"),
            WORDS("query", "lie.h5", "--rows=9", "--json"),
            WORDS("query", "lie.h5", "--where", "outcome = P", "--rows=9"),
            WORDS("show", "lie.h5", "--row=3"),
            WORDS("status", "lie.h5"),
            WORDS("diff", "lie.h5", "true.h5"),
            WORDS("check", "lie.h5", "three-clause"),
            WORDS("check", "lie.h5", "end-compare", "--json"),
            WORDS("assign", "lie.h5"),
            WORDS("export", "lie.h5", "-o", "x.csv", "--force"),
            WORDS("export", "lie.h5", "-o", "x.db", "--force"),
        };
        tell(folder, kinds[i]);
        for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
            bear(folder, kinds[i], calls[c]);
    }
    store_folder_remove(folder);
}

#define BEAR_ALL(kinds, ...)                                                   \
    bear_all(WORDS(__VA_ARGS__, "-q", "-o", "true.h5"), kinds,                 \
             sizeof kinds / sizeof *kinds)

Test(cli_lies, every_command_bears_a_named_census, .timeout = 120)
{
    static const char *const kinds[] = {
        "census=\\e]0;x",    "rules=\\e[2J",    "heaps:help=\\e[2J",
        "cells=outcome:200", "as-text=outcome", "short-chunks",
    };
    BEAR_ALL(kinds, "run", "e1-rule");
}

Test(cli_lies, every_command_bears_texts_and_values, .timeout = 120)
{
    static const char *const kinds[] = {
        "cells=position:27",
        "cells=value:255",
        "as-text=outcome",
    };
    BEAR_ALL(kinds, "run", "--rules", "end-nim", "--ask", "partizan", "--grid",
             "rows:heaps=1..3,size=1..2");
}
