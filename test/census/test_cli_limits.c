/* Limits that are reached within one row, and runs that are resumed until they
 * are done. No test depends on how fast the machine is. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void stopped(const char *folder, const char *const words[], long most_mb)
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    cr_expect(strstr(call.err, "0 of 1 rows done"), "%s", call.err);
#ifdef __SANITIZE_ADDRESS__ /* keeps what is freed for a while */
    most_mb = most_mb < LONG_MAX / 2 ? 2 * most_mb : most_mb;
#endif
    cr_expect_lt(call.peak_mb, most_mb, "%ld MB", call.peak_mb);
    program_release(&call);
}

/* Far more time than a second for the clock to be read in a row. */
Test(cli_limits, time_ends_within_a_row, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    stopped(folder,
            WORDS("run", "--rules=domineering", "--ask=outcome",
                  "--grid=lists:parts=2..2,size=7..7", "-t1", "--memory=100M",
                  "--time-limit=2s", "-q", "-o", "a.h5"),
            250);
    stopped(folder,
            WORDS("run", "--rules=nim", "--ask=nimber",
                  "--grid=multisets:parts=1..1,size=20000..20000", "-t2",
                  "--recursion", "--time-limit=1s", "-q", "-o", "b.h5"),
            LONG_MAX);
    stopped(folder,
            WORDS("run", "--rules=top-entails:empty=lose", "--ask=loony",
                  "--grid=multisets:parts=1..1,size=2000000..2000000", "-t2",
                  "--time-limit=1s", "-q", "-o", "c.h5"),
            LONG_MAX);
    store_folder_remove(folder);
}

Test(cli_limits, memory_ends_within_a_row, .timeout = 120)
{
    char folder[64];
    store_folder_make(folder);
    stopped(folder,
            WORDS("run", "--rules=octal:0.127", "--ask=nimber",
                  "--grid=multisets:parts=1..1,size=16000..16000", "-t1",
                  "--recursion", "--memory=100M", "-q", "-o", "x.h5"),
            250);
    /* The options of one position do not fit. */
    stopped(folder,
            WORDS("run", "--rules=nim", "--ask=nimber",
                  "--grid=multisets:parts=1..1,size=30000000..30000000", "-t1",
                  "--recursion", "--memory=100M", "-q", "-o", "y.h5"),
            100);
    store_folder_remove(folder);
}

/* 130, one line that says why, and no answer. */
static void no_answer_of(const char *folder, const char *why,
                         const char *const words[])
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    cr_expect(strstr(call.err, why), "%s", call.err);
    cr_expect_eq(call.out_lines, 0, "%s", call.out);
    program_release(&call);
}

static void no_answer(const char *why, const char *const words[])
{
    no_answer_of(".", why, words);
}

Test(cli_limits, commands_that_give_up, .timeout = 120)
{
    static const char full[] = "(--memory)";
    no_answer(full,
              WORDS("solve", "domineering", "7x7", "--search", "--memory=32M"));
    no_answer(full, WORDS("solve", "nim", "50000000", "--memory=500M"));
    no_answer("without an answer", WORDS("solve", "domineering", "7x7",
                                         "--search", "--time-limit=0.2s"));
    no_answer("without an answer",
              WORDS("classes", "nim", "--ask=nimber",
                    "--grid=multisets:parts=0..5,size=1..12",
                    "--tests=multisets:parts=0..5,size=1..12", "-q",
                    "--time-limit=0.2s"));
    char folder[64];
    store_folder_make(folder);
    program_wants(folder, 0,
                  WORDS("run", "top-entails-partitions", "--total=36", "-q",
                        "-o", "x.h5"),
                  "");
    no_answer_of(folder, "without an answer",
                 WORDS("explain", "x.h5", "--column=outcome",
                       "--from=heaps,position", "--time-limit=0.01s"));
    no_answer_of(folder, full,
                 WORDS("explain", "x.h5", "--column=outcome",
                       "--from=heaps,position", "--memory=2M"));
    no_answer_of(folder, "before all of the answer",
                 WORDS("sql", "x.h5", "select sum(heaps(position)) from rows",
                       "--time-limit=0.01s"));
    no_answer_of(folder, "without an answer",
                 WORDS("check", "x.h5", "--column=outcome",
                       "--says=iif(heaps(position) > 2, 'N', 'P')",
                       "--time-limit=0.01s"));
    no_answer_of(folder, "without an answer",
                 WORDS("check", "x.h5", "three-clause", "--time-limit=0.01s"));
    no_answer_of(folder, "stopped ", /* with 0 rows done, or before the first */
                 WORDS("reproduce", "-q", "-o", "r", "--time-limit=0.01s"));
    store_folder_remove(folder);
    struct program_call call =
        program_call(".",
                     WORDS("quotient", "octal:0.07", "--ask=misere",
                           "--size=40", "--memory=32M"),
                     PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    cr_expect(strstr(call.err, full), "%s", call.err);
    cr_expect(strstr(call.out, "certified\n    1 "), "%s", call.out);
    program_release(&call);
}

/* How far a run is that was stopped. */
struct progress {
    json_int_t rows, memo_bytes;
};

static struct progress progress_of(const char *folder)
{
    json_t *status = program_json(folder, 0, WORDS("status", "x.h5", "--json"));
    const json_t *memo = json_object_get(status, "memo_bytes");
    const struct progress p = {program_field_number(status, "rows_done"),
                               json_integer_value(memo)};
    json_decref(status);
    return p;
}

/* Each resumption has solved more, until it is done. On a machine that is so
 * slow that a second is not enough to recall what was there, it may take
 * several. */
Test(cli_limits, resumed_again_and_again, .timeout = 300)
{
    enum { PATIENCE = 10 };
    char folder[64];
    struct progress last = {0, 0};
    int idle = 0;
    store_folder_make(folder);
    struct program_call call =
        program_call(folder,
                     WORDS("run", "--rules=octal:0.127", "--ask=nimber",
                           "--grid=multisets:parts=1..1,size=1..6000", "-t2",
                           "--memo=striped", "--part-rows=2048",
                           "--time-limit=1s", "-q", "-o", "x.h5"),
                     PROGRAM_CAUGHT);
    while (call.status == 130) {
        const struct progress now = progress_of(folder);
        const bool more =
            now.rows > last.rows || now.memo_bytes > last.memo_bytes;
        cr_assert_geq(now.rows, last.rows);
        idle = more ? 0 : idle + 1;
        cr_assert_lt(idle, PATIENCE, "no further than %lld rows",
                     (long long)now.rows);
        last = now;
        program_release(&call);
        call = program_call(folder,
                            WORDS("resume", "x.h5", "-q", "-t2",
                                  "--memo=striped", "--time-limit=1s"),
                            PROGRAM_CAUGHT);
    }
    cr_expect_eq(call.status, 0, "%d: %s", call.status, call.err);
    program_release(&call);
    store_folder_remove(folder);
}

/* Partizan values are numbered anew by each run, so no memo is kept. */
Test(cli_limits, nothing_gained_is_said, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    struct program_call call =
        program_call(folder,
                     WORDS("run", "--rules=domineering", "--ask=partizan",
                           "--grid=lists:parts=2..2,size=7..7", "-t2",
                           "--time-limit=1s", "-q", "-o", "x.h5"),
                     PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    cr_expect(strstr(call.err, "no part of 1 rows was finished, and no memo"),
              "%s", call.err);
    cr_expect_not(strstr(call.err, "--part-rows"), "%s", call.err);
    program_release(&call);
    store_folder_remove(folder);
}
