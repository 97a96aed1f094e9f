/* What is typed has an effect, or is refused; and the same effect however its
 * numbers are written. */
#include "census/run/request.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include "census/run/built_in.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL                                                                  \
    "--rules=nim", "--ask=nimber", "--grid=multisets:parts=1..2,size=1..4"

static void call(const char *folder, int status, const char *note,
                 const char *const words[])
{
    struct program_call c = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(c.status, status, "%s: %d, %s", words[0], c.status, c.err);
    cr_expect(strstr(c.err, note), "%s %s: %s", words[0], words[1], c.err);
    program_release(&c);
}

Test(cli_effect, options_without_effect)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, WORDS("run", SMALL, "-q", "-o", "n.h5")));
    call(folder, 2, "--memory goes with --proof",
         WORDS("verify", "n.h5", "--memory=1G"));
    call(folder, 2, "--time-limit goes with --proof",
         WORDS("verify", "n.h5", "--fast", "--time-limit=9s"));
    call(folder, 2, "--seed or --fast",
         WORDS("verify", "n.h5", "--fast", "--seed=3"));
    call(folder, 2, "--seed or --proof",
         WORDS("verify", "n.h5", "--proof", "--seed=3"));
    call(folder, 2, "--values goes with --rows",
         WORDS("query", "n.h5", "--values=whole"));
    call(folder, 2, "--part-rows 0",
         WORDS("run", SMALL, "-o", "m.h5", "--part-rows=0"));
    call(folder, 2, "--part-rows 0", WORDS("estimate", SMALL, "--part-rows=0"));
    call(folder, 2, "--pairs goes with --separate",
         WORDS("classes", "nim", "--ask=nimber",
               "--grid=multisets:parts=1..2,size=1..3",
               "--tests=multisets:parts=1..1,size=1..3", "--pairs=3"));
    call(folder, 2, "--force goes with --output",
         WORDS("quotient", "nim", "--size=2", "--force"));
    free(program_text(
        folder, 0,
        WORDS("quotient", "nim", "--ask=misere", "--size=2", "-o", "q.json")));
    static const char *const finding[] = {
        "--ask=misere", "--size=2",    "--order=9",      "--effort=9",
        "-oq2.json",    "--memory=1G", "--time-limit=9s"};
    for (size_t i = 0; i < sizeof finding / sizeof *finding; i++)
        call(folder, 2, "--check FILE goes without",
             WORDS("quotient", "--check", "q.json", finding[i]));
    call(folder, 0, "", WORDS("quotient", "--check", "q.json"));
    store_folder_remove(folder);
}

/* One census, however its numbers are written. */
Test(cli_effect, leading_zeros)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0, WORDS("run", SMALL, "-q", "-o", "n.h5")));
    call(folder, 0, "already finished",
         WORDS("run", "--rules=nim:players=02", "--ask=nimber",
               "--grid=multisets:parts=01..2,size=001..04", "-o", "n.h5"));
    store_folder_remove(folder);
}

/* But an archive that was made with such a text keeps it, and its identity. */
Test(cli_effect, texts_of_files_stay)
{
    struct request r;
    cr_assert_eq(request_reopen("custom", CUSTOM_VERSION, "{}",
                                "nim:players=02,play=normal", "nimber",
                                "multisets:parts=01..2,size=1..4", &built_in,
                                &r),
                 STATUS_OK);
    cr_expect_str_eq(r.plan.grid.spec, "multisets:parts=01..2,size=1..4");
    cr_expect_str_eq(r.plan.rules, "nim:players=02,play=normal");
    request_close(&r);
}

/* The record of a slice is for people: without it the run is the same. */
Test(cli_effect, damaged_record_of_a_slice)
{
    static const char *const texts[] = {"", "{", "[1]", "{\"rows\": -1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char folder[64], path[128];
        store_folder_make(folder);
        snprintf(path, sizeof path, "%s/n.h5.parts/slice-0-of-2.json", folder);
        free(program_text(
            folder, 0, WORDS("run", SMALL, "-q", "-o", "n.h5", "--slice=0/2")));
        store_spill(path, texts[i], strlen(texts[i]));
        struct program_call c =
            program_call(folder, WORDS("status", "n.h5"), PROGRAM_CAUGHT);
        cr_expect_eq(c.status, 0, "%s", c.err);
        cr_expect(strstr(c.err, "slice-0-of-2.json: damaged"), "%s", c.err);
        cr_expect(strstr(c.out, "its record is damaged"), "%s", c.out);
        program_release(&c);
        call(folder, 0, "",
             WORDS("run", SMALL, "-q", "-o", "n.h5", "--slice=1/2"));
        call(folder, 0, "slice-0-of-2.json: damaged",
             WORDS("merge", "n.h5", "n.h5.parts"));
        call(folder, 0, "", WORDS("verify", "--proof", "-q", "n.h5"));
        store_folder_remove(folder);
    }
}
