/* Signals sent to the program, as people, terminals and systems send them. */
#include "test/common/draw.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A census of some tenths of a second on two threads. */
static const struct sample {
    const char *words[6], *memo;
} samples[] = {
    /* named; recursion */
    {{"e4-mixed", "--size=9", "--nim=1", NULL}, NULL},
    /* sweep */
    {{"--rules=top-entails", "--grid=partitions:total=0..24", NULL}, "striped"},
    /* recursion */
    {{"--rules=top-entails:empty=lose", "--grid=lists:parts=1..3,size=1..10",
      NULL},
     "mutex"},
    /* values that are kept beside the memo */
    {{"--rules=end-nim", "--ask=partizan", "--grid=rows:heaps=1..6,size=1..3",
      NULL},
     NULL},
    /* retrograde */
    {{"--rules=entailing-nim", "--grid=partitions:total=0..27", NULL}, NULL},
    /* few rows, long ones at the end */
    {{"--rules=octal:0.127", "--ask=nimber",
      "--grid=multisets:parts=1..1,size=1..1200", NULL},
     "spin"},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static const int stops[] = {SIGTERM, SIGHUP, SIGXCPU, SIGINT};

static size_t add(const char *words[], size_t n, const char *word)
{
    cr_assert_lt(n, PROGRAM_WORDS);
    words[n] = word;
    words[n + 1] = NULL;
    return n + 1;
}

/* The words that run or resume a sample at `path`; part_rows: NULL the usual
 * ones. */
static void call_of(const char *words[], const struct sample *s,
                    const char *path, const char *part_rows, bool resume)
{
    size_t n = add(words, 0, resume ? "resume" : "run");
    for (size_t i = 0; !resume && s->words[i]; i++)
        n = add(words, n, s->words[i]);
    if (resume)
        n = add(words, n, path);
    n = add(words, n, "-t2");
    n = add(words, n, "-q");
    if (s->memo) {
        n = add(words, n, "--memo");
        n = add(words, n, s->memo);
    }
    if (!resume && part_rows) {
        n = add(words, n, "--part-rows");
        n = add(words, n, part_rows);
    }
    if (!resume) {
        n = add(words, n, "-o");
        add(words, n, path);
    }
}

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The longest call counts, the first signal can come at once. */
static void pause_some(uint64_t *seed, uint64_t most)
{
    const uint64_t ns = most ? draw(seed, (size_t)most) : 0;
    const struct timespec t = {(time_t)(ns / 1000000000),
                               (long)(ns % 1000000000)};
    nanosleep(&t, NULL);
}

static bool resumable(const char *folder, const char *path)
{
    char file[128];
    snprintf(file, sizeof file, "%s/%s.parts/run.json", folder, path);
    return access(file, F_OK) == 0;
}

/* Sends a signal at some moment of a call that is under way. */
static struct program_call disturbed(const char *folder,
                                     const char *const words[], int signal,
                                     uint64_t *seed, uint64_t most)
{
    const struct program p = program_start(folder, words, PROGRAM_CAUGHT);
    if (program_blocks(&p, SIGTERM)) {
        pause_some(seed, most);
        kill(p.pid, signal);
    }
    return program_wait(&p);
}

/* Ended by the stop, with one line, or in time. True: there is something to
 * resume. */
static bool ended_well(const struct program_call *call, const char *folder,
                       int signal)
{
    cr_assert(call->status == 130 || call->status == 0,
              "signal %d: ended with %d: %s", signal, call->status, call->err);
    if (call->status == 0) {
        cr_assert_str_empty(call->err, "signal %d", signal);
        return false;
    }
    if (strstr(call->err, "nothing to resume")) {
        cr_assert_eq(call->err_lines, 1, "%s", call->err);
        cr_assert_not(resumable(folder, "x.h5"));
        return false;
    }
    cr_assert(strstr(call->err, "resume x.h5"), "signal %d: %s", signal,
              call->err);
    cr_assert(resumable(folder, "x.h5"), "%s", call->err);
    return true;
}

static void make_reference(const char *folder, const struct sample *s,
                           uint64_t *took)
{
    const char *words[PROGRAM_WORDS + 1];
    const uint64_t started = now_ns();
    call_of(words, s, "reference.h5", NULL, false);
    free(program_text(folder, 0, words));
    *took = now_ns() - started;
}

/* Stops a run and the first resumptions of it, and lets the next one end. */
static int stop_and_resume(const char *folder, const struct sample *s,
                           const char *part_rows, uint64_t *seed, uint64_t most)
{
    const char *words[PROGRAM_WORDS + 1];
    char path[128];
    int stopped = 0;
    snprintf(path, sizeof path, "%s/x.h5", folder);
    for (int i = 0; i < 2; i++) {
        const int signal = stops[draw(seed, 4)];
        call_of(words, s, "x.h5", part_rows, resumable(folder, "x.h5"));
        struct program_call call = disturbed(folder, words, signal, seed, most);
        const bool more = ended_well(&call, folder, signal);
        stopped += call.status == 130;
        program_release(&call);
        if (!more && access(path, F_OK) == 0)
            break;
    }
    if (access(path, F_OK)) {
        call_of(words, s, "x.h5", part_rows, resumable(folder, "x.h5"));
        free(program_text(folder, 0, words));
    }
    free(program_text(folder, 0, WORDS("diff", "x.h5", "reference.h5")));
    cr_assert_eq(unlink(path), 0);
    return stopped;
}

Test(cli_signals, stop_at_any_moment_and_resume, .timeout = 120)
{
    uint64_t seed = draw_seed(77), took;
    int stopped = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        char folder[64];
        store_folder_make(folder);
        make_reference(folder, &samples[i], &took);
        stopped += stop_and_resume(folder, &samples[i], NULL, &seed, took);
        stopped += stop_and_resume(folder, &samples[i], "50", &seed, took);
        store_folder_remove(folder);
    }
    cr_expect_geq(stopped, SAMPLES / 2);
}

/* What never ends by itself in the time that a test has. */
#define LONG_RUN                                                               \
    "--rules=nim", "--ask=nimber", "--grid=lists:parts=1..7,size=1..12",       \
        "--recursion", "-t2"

/* From the first moment that the program has, with each of the signals, and
 * with a second one that follows at once. */
Test(cli_signals, each_signal_stops, .timeout = 120)
{
    char folder[64];
    uint64_t seed = draw_seed(78);
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        const char *const words[] = {"run",         LONG_RUN, "-q",
                                     "--force",     "-o",     "x.h5",
                                     "--part-rows", "1000",   NULL};
        const struct program p = program_start(folder, words, PROGRAM_CAUGHT);
        cr_assert(program_blocks(&p, SIGTERM));
        pause_some(&seed, i % 2 ? 300000000 : 0);
        kill(p.pid, stops[i]);
        /* A closed terminal and a system that ends a session send more. */
        if (stops[i] == SIGHUP || stops[i] == SIGXCPU)
            kill(p.pid, stops[i]);
        struct program_call call = program_wait(&p);
        cr_expect_eq(call.status, 130, "signal %d: %d: %s", stops[i],
                     call.status, call.err);
        cr_expect(ended_well(&call, folder, stops[i]), "%s", call.err);
        program_release(&call);
    }
    store_folder_remove(folder);
}

static void wait_for_part(const char *folder, const struct program *p)
{
    char part[128];
    snprintf(part, sizeof part, "%s/x.h5.parts/part-000000.h5", folder);
    while (access(part, F_OK)) {
        cr_assert_eq(kill(p->pid, 0), 0);
        usleep(1000);
    }
}

/* USR1 only shows progress, and what is ignored at the start stays so. */
Test(cli_signals, others_do_not_stop, .timeout = 120)
{
    char folder[64];
    const char *const words[] = {"run",  LONG_RUN,      "-q",   "-o",
                                 "x.h5", "--part-rows", "1000", NULL};
    store_folder_make(folder);
    signal(SIGHUP, SIG_IGN);
    const struct program p = program_start(folder, words, PROGRAM_CAUGHT);
    signal(SIGHUP, SIG_DFL);
    cr_assert(program_blocks(&p, SIGTERM));
    cr_assert(program_blocks(&p, SIGUSR1));
    kill(p.pid, SIGUSR1);
    kill(p.pid, SIGHUP);
    wait_for_part(folder, &p);
    kill(p.pid, SIGUSR1);
    kill(p.pid, SIGHUP);
    usleep(500000);
    cr_assert_eq(waitpid(p.pid, NULL, WNOHANG), 0, "it has ended");
    kill(p.pid, SIGTERM);
    struct program_call call = program_wait(&p);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    cr_expect(strstr(call.err, " rows/s"), "%s", call.err);
    program_release(&call);
    store_folder_remove(folder);
}

/* A board that takes all the time that a pilot has, seconds. */
Test(cli_signals, estimate_stops, .timeout = 120)
{
    char folder[64];
    uint64_t seed = draw_seed(79);
    store_folder_make(folder);
    for (size_t i = 0; i < 2; i++) {
        struct program_call call = disturbed(
            folder,
            WORDS("estimate", "--rules=domineering", "--ask=partizan",
                  "--grid=lists:parts=2..2,size=7..7", "-t2"),
            i ? SIGINT : SIGTERM, &seed, 300000000);
        cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
        cr_expect_str_empty(call.out);
        cr_expect_leq(call.err_lines, 1, "%s", call.err);
        program_release(&call);
    }
    store_folder_remove(folder);
}
