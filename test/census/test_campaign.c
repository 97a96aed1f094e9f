/* Campaigns, run by the program as people run them. */
#include "test/common/draw.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_campaign(const char *folder, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/night.json", folder);
    store_spill(path, text, strlen(text));
}

/* State, rows done and calls of census i. */
static void expect(const json_t *status, size_t i, const char *state,
                   json_int_t rows_done, json_int_t calls)
{
    const json_t *c = json_array_get(json_object_get(status, "censuses"), i);
    cr_expect_str_eq(program_field_text(c, "state"), state, "census %zu is %s",
                     i, program_field_text(c, "state"));
    if (rows_done >= 0)
        cr_expect_eq(program_field_number(c, "rows_done"), rows_done,
                     "census %zu", i);
    cr_expect_eq(program_field_number(c, "calls"), calls, "census %zu", i);
}

static json_t *status_of(const char *folder)
{
    return program_json(folder, 0, WORDS("status", "night.json", "--json"));
}

/* Two that end and one that cannot: it has no memory. */
static const char three[] =
    "{\"campaign\": 1, \"folder\": \"out\", \"note\": \"a test\",\n"
    " \"defaults\": {\"threads\": 1},\n"
    " \"censuses\": [\n"
    "  {\"census\": \"top-entails-partitions\", \"params\": {\"total\": 8}},\n"
    "  {\"rules\": \"nim\", \"grid\": \"partitions:total=0..6\",\n"
    "   \"output\": \"nim.h5\", \"memory\": \"1K\"},\n"
    "  {\"rules\": \"nim\", \"ask\": \"nimber\", \"output\": \"nimber.h5\",\n"
    "   \"grid\": \"multisets:parts=1..2,size=1..3\"}]}\n";

Test(campaign, one_failure_leaves_the_others)
{
    char folder[64];
    store_folder_make(folder);
    write_campaign(folder, three);
    json_t *status = status_of(folder);
    for (size_t i = 0; i < 3; i++)
        expect(status, i, "waiting", 0, 0);
    json_decref(status);

    struct program_call call = program_call(
        folder, WORDS("campaign", "night.json", "--quiet", "--json"),
        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3, "%d", call.status);
    cr_expect(store_one_line(call.err, WORDS("MB of memory")), "%s", call.err);
    json_t *told = json_loads(call.out, 0, NULL);
    expect(told, 0, "finished", 67, 1);
    expect(told, 1, "failed", 0, 1);
    expect(told, 2, "finished", 9, 1);
    cr_expect_eq(program_field_number(told, "finished"), 2);
    status = status_of(folder);
    cr_expect(json_equal(told, status), "status tells another story");
    json_decref(status);
    json_decref(told);
    program_release(&call);

    /* Called again: only the one that failed is called again. */
    call = program_call(folder, WORDS("campaign", "night.json", "-q"),
                        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3);
    cr_expect(strstr(call.out, "2 of 3 finished"), "%s", call.out);
    program_release(&call);
    status = status_of(folder);
    expect(status, 0, "finished", 67, 1);
    expect(status, 1, "failed", 0, 2);
    json_decref(status);
    store_folder_remove(folder);
}

/* A census that takes far longer than its two seconds, and one after it. */
static const char slow[] =
    "{\"campaign\": 1, \"defaults\": {\"threads\": 1}, \"censuses\": [\n"
    "  {\"census\": \"top-entails-partitions\", \"params\": {\"total\": 75},\n"
    "   \"output\": \"te.h5\", \"time_limit\": \"2s\", \"part_rows\": 500},\n"
    "  {\"census\": \"e1-heaps\"}]}\n";

Test(campaign, a_limit_stops_one_and_the_next_begins)
{
    char folder[64];
    store_folder_make(folder);
    write_campaign(folder, slow);
    struct program_call call =
        program_call(folder, WORDS("campaign", "night.json", "-q", "--json"),
                     PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
    json_t *told = json_loads(call.out, 0, NULL);
    expect(told, 0, "interrupted", -1, 1);
    expect(told, 1, "finished", 20, 1);
    json_int_t before = program_field_number(
        json_array_get(json_object_get(told, "censuses"), 0), "rows_done");
    json_decref(told);
    program_release(&call);

    /* It goes on from where it was. */
    call = program_call(folder, WORDS("campaign", "night.json", "-q", "--json"),
                        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 130);
    told = json_loads(call.out, 0, NULL);
    expect(told, 0, "interrupted", -1, 2);
    expect(told, 1, "finished", 20, 1);
    cr_expect_geq(
        program_field_number(
            json_array_get(json_object_get(told, "censuses"), 0), "rows_done"),
        before);
    json_decref(told);
    program_release(&call);
    store_folder_remove(folder);
}

/* `ignored`: a signal that it is started to ignore, or 0. */
static pid_t start_campaign(const char *folder, int ignored)
{
    char path[PATH_MAX];
    const char *program = getenv("CENSUS");
    cr_assert_not_null(realpath(program ? program : "build/census", path));
    pid_t pid = fork();
    cr_assert_geq(pid, 0);
    if (pid)
        return pid;
    if (ignored)
        signal(ignored, SIG_IGN);
    if (!chdir(folder) && freopen("/dev/null", "w", stdout) &&
        freopen("/dev/null", "w", stderr))
        execl(path, "census", "campaign", "night.json", "-q", (char *)NULL);
    _exit(99);
}

/* A census that takes far longer than a test, and one after it. */
static const char endless[] =
    "{\"campaign\": 1, \"defaults\": {\"threads\": 1}, \"censuses\": [\n"
    "  {\"census\": \"top-entails-partitions\", \"params\": {\"total\": "
    "75},\n   \"output\": \"te.h5\", \"part_rows\": 500},\n"
    "  {\"census\": \"e1-heaps\"}]}\n";

/* Waits for its second part. */
static void await_part(const char *folder, pid_t pid)
{
    char part[PATH_MAX];
    int status;
    snprintf(part, sizeof part, "%s/te.h5.parts/part-000001.h5", folder);
    while (access(part, F_OK)) {
        cr_assert_eq(waitpid(pid, &status, WNOHANG), 0, "it ended");
        usleep(5000);
    }
}

/* Ends with 130, the first census begun and the second one not. */
static void expect_stopped(const char *folder, pid_t pid)
{
    int status;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 130, "%x", status);
    json_t *told = status_of(folder);
    expect(told, 0, "interrupted", -1, 1);
    expect(told, 1, "waiting", 0, 0);
    json_decref(told);
}

Test(campaign, an_interruption_stops_all_of_it, .timeout = 60)
{
    char folder[64];
    store_folder_make(folder);
    write_campaign(folder, endless);
    pid_t pid = start_campaign(folder, 0);
    await_part(folder, pid);
    json_t *told = status_of(folder);
    expect(told, 0, "running", -1, 0);
    json_decref(told);
    /* A second campaign of the same file is refused. */
    struct program_call call = program_call(
        folder, WORDS("campaign", "night.json", "-q"), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3);
    cr_expect(strstr(call.err, "in use by another run"), "%s", call.err);
    program_release(&call);

    /* This one only shows how far it is. */
    cr_assert_eq(kill(pid, SIGUSR1), 0);
    usleep(100000);
    cr_assert_eq(kill(pid, SIGINT), 0);
    expect_stopped(folder, pid);
    store_folder_remove(folder);
}

/* Signals that come together, as at the end of a session, are one request. */
Test(campaign, a_closed_terminal_stops_it, .timeout = 60)
{
    static const int sent[][2] = {{SIGHUP, SIGHUP}, {SIGXCPU, SIGTERM}};
    for (int i = 0; i < 2; i++) {
        char folder[64];
        store_folder_make(folder);
        write_campaign(folder, endless);
        pid_t pid = start_campaign(folder, 0);
        await_part(folder, pid);
        cr_assert_eq(kill(pid, sent[i][0]), 0);
        cr_assert_eq(kill(pid, sent[i][1]), 0);
        expect_stopped(folder, pid);
        store_folder_remove(folder);
    }
}

/* At the start, when the census's process is not there or is not ready. */
Test(campaign, it_stops_at_any_moment, .timeout = 60)
{
    char folder[64];
    uint64_t seed = draw_seed(80);
    for (int i = 0; i < 4; i++) {
        store_folder_make(folder);
        write_campaign(folder, endless);
        const struct program p = program_start(
            folder, WORDS("campaign", "night.json", "-q"), PROGRAM_CAUGHT);
        char lock[96];
        snprintf(lock, sizeof lock, "%s/night.json.lock", folder);
        while (access(lock, F_OK))
            cr_assert_eq(waitpid(p.pid, NULL, WNOHANG), 0, "it ended");
        usleep((useconds_t)draw(&seed, 50000));
        cr_assert_eq(kill(p.pid, SIGTERM), 0);
        struct program_call call = program_wait(&p);
        cr_expect_eq(call.status, 130, "%d: %s", call.status, call.err);
        program_release(&call);
        json_t *told = status_of(folder);
        expect(told, 1, "waiting", 0, 0);
        json_decref(told);
        store_folder_remove(folder);
    }
}

/* A program whose parent ignored the end of children inherits that. */
Test(campaign, ends_of_children_may_be_ignored, .timeout = 60)
{
    char folder[64];
    int status;
    store_folder_make(folder);
    write_campaign(folder, three);
    pid_t pid = start_campaign(folder, SIGCHLD);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 3, "%x", status);
    json_t *told = status_of(folder);
    expect(told, 0, "finished", 67, 1);
    expect(told, 1, "failed", 0, 1);
    json_decref(told);
    store_folder_remove(folder);
}

/* nohup: a closed terminal changes nothing for the census either. */
Test(campaign, a_closed_terminal_may_be_ignored, .timeout = 60)
{
    char folder[64];
    int status;
    store_folder_make(folder);
    write_campaign(folder, endless);
    pid_t pid = start_campaign(folder, SIGHUP);
    await_part(folder, pid);
    cr_assert_eq(kill(pid, SIGHUP), 0);
    usleep(300000);
    cr_expect_eq(waitpid(pid, &status, WNOHANG), 0, "it has ended");
    cr_assert_eq(kill(pid, SIGTERM), 0);
    expect_stopped(folder, pid);
    store_folder_remove(folder);
}

Test(campaign, mistakes_come_to_light_before_anything_runs)
{
    static const struct {
        const char *text, *words[3];
        int status;
    } bad[] = {
        {"{\"campaign\": 1, \"censuses\": [", {"line 1", NULL}, 3},
        {"{\"censuses\": []}", {"\"campaign\" must be 1", NULL}, 3},
        {"{\"campaign\": 2}", {"\"campaign\" must be 1", NULL}, 3},
        {"{\"campaign\": 1, \"campaign\": 1}", {"duplicate", NULL}, 3},
        {"{\"campaign\": 1, \"censuses\": []}", {"censuses", NULL}, 2},
        {"{\"campaign\": 1, \"treads\": 2, \"censuses\": [{}]}",
         {"treads", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\", "
         "\"treads\": 2}]}",
         {"census 1", "treads", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"rules\": \"nim\"}]}",
         {"census 1", "grid", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"rules\": \"nim\", \"grid\": "
         "\"partitions:total=0..4\"}]}",
         {"output", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\", "
         "\"time_limit\": \"1w\"}]}",
         {"time_limit", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\", "
         "\"time_limit\": \"2 hours\"}]}",
         {"time_limit", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\", "
         "\"threads\": 0}]}",
         {"threads", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\"}, "
         "{\"census\": \"e1-heaps\"}]}",
         {"1 and 2", "output", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\"}, "
         "{\"census\": \"none-such\"}]}",
         {"none-such", "census 2", NULL},
         2},
        {"{\"campaign\": 1, \"censuses\": [{\"census\": \"e1-heaps\"}, "
         "{\"rules\": \"nim:no=1\", \"grid\": \"partitions:total=0..4\", "
         "\"output\": \"n.h5\"}]}",
         {"no=1", "census 2", NULL},
         2},
        {"{\"campaign\": 1, \"plugins\": [\"none.so\"], \"censuses\": "
         "[{\"census\": \"e1-heaps\"}]}",
         {"none.so", NULL},
         3},
    };
    char folder[64], path[PATH_MAX];
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_campaign(folder, bad[i].text);
        struct program_call call = program_call(
            folder, WORDS("campaign", "night.json"), PROGRAM_CAUGHT);
        cr_expect_eq(call.status, bad[i].status, "%s: %d", bad[i].text,
                     call.status);
        for (size_t k = 0; k < 3 && bad[i].words[k]; k++)
            cr_expect(strstr(call.err, bad[i].words[k]), "%s: %s", bad[i].text,
                      call.err);
        program_release(&call);
        snprintf(path, sizeof path, "%s/e1-heaps.h5", folder);
        cr_expect(access(path, F_OK), "%s: something ran", bad[i].text);
    }
    store_folder_remove(folder);
}

Test(campaign, an_archive_of_another_census_is_left_alone)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "7",
                            "-o", "te.h5", "-q")));
    write_campaign(folder, "{\"campaign\": 1, \"censuses\": [{\"census\": "
                           "\"top-entails-partitions\", \"params\": {\"total\":"
                           " 8}, \"output\": \"te.h5\"}]}");
    char *before = program_listing(folder);
    struct program_call call =
        program_call(folder, WORDS("campaign", "night.json"), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3);
    cr_expect(strstr(call.err, "total=0..7"), "%s", call.err);
    program_release(&call);
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    store_folder_remove(folder);
}

/* Every mistake, of the file and of what it asks for, before anything runs. */
Test(campaign, says_all_mistakes_at_once)
{
    static const char *const mistakes[] = {"treads",   "time_limit", "grid",
                                           "\"most\"", "no=1",       "memo"};
    char folder[64];
    store_folder_make(folder);
    write_campaign(
        folder,
        "{\"campaign\": 1, \"treads\": 2, \"censuses\": [\n"
        "{\"census\": \"e1-heaps\", \"time_limit\": \"1w\"},\n"
        "{\"rules\": \"nim\", \"output\": \"a.h5\"},\n"
        "{\"census\": \"top-entails-partitions\", \"params\": {\"most\": 3}},\n"
        "{\"rules\": \"nim:no=1\", \"grid\": \"partitions:total=0..4\",\n"
        " \"output\": \"b.h5\"},\n"
        "{\"census\": \"e1-rule\", \"memo\": \"wrong\"},\n"
        "{\"census\": \"e1-sums\"}]}");
    char *before = program_listing(folder);
    struct program_call call =
        program_call(folder, WORDS("campaign", "night.json"), PROGRAM_CAUGHT);
    char *after = program_listing(folder);
    cr_expect_eq(call.status, 2);
    cr_expect_eq(call.out_lines, 0);
    cr_expect_str_eq(before, after);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        cr_expect(strstr(call.err, mistakes[i]), "%s: %s", mistakes[i],
                  call.err);
    free(before);
    free(after);
    program_release(&call);
    store_folder_remove(folder);
}

Test(campaign, dry_run_prints_commands_that_a_shell_takes)
{
    char folder[64];
    store_folder_make(folder);
    write_campaign(folder,
                   "{\"campaign\": 1, \"censuses\": [{\"rules\": \"nim\",\n"
                   "\"grid\": \"multisets:parts=1..2,size=1..3\",\n"
                   "\"output\": \"it's mine.h5\"}]}");
    char *text =
        program_text(folder, 0, WORDS("campaign", "night.json", "--dry-run"));
    cr_expect_str_eq(text, "census run --rules=nim --ask=outcome "
                           "--grid=multisets:parts=1..2,size=1..3 "
                           "'--output=it'\\''s mine.h5' --json --quiet\n");
    free(text);
    store_folder_remove(folder);
}

/* "end" always, "failure" only then; both know file and exit status. */
Test(campaign, then_calls_commands)
{
    static const char *const wanted[] = {"end night.json 0\n",
                                         "failure 3\nend night.json 3\n"};
    char folder[64], text[600], path[200], found[200];
    store_folder_make(folder);
    for (int fails = 0; fails < 2; fails++) {
        snprintf(text, sizeof text,
                 "{\"campaign\": 1, \"then\": {\"end\": \"echo end "
                 "$CENSUS_CAMPAIGN $CENSUS_STATUS >>log\", \"failure\": "
                 "\"echo failure $CENSUS_STATUS >>log\"}, \"censuses\": ["
                 "{\"rules\": \"nim\", \"grid\": \"partitions:total=0..6\","
                 "\"output\": \"%s.h5\"%s}]}",
                 fails ? "b" : "a", fails ? ", \"memory\": \"1K\"" : "");
        write_campaign(folder, text);
        struct program_call call = program_call(
            folder, WORDS("campaign", "night.json", "-q"), PROGRAM_CAUGHT);
        cr_expect_eq(call.status, fails ? 3 : 0, "%s", call.err);
        snprintf(path, sizeof path, "%s/log", folder);
        FILE *in = fopen(path, "r");
        cr_assert_not_null(in);
        found[fread(found, 1, sizeof found - 1, in)] = 0;
        fclose(in);
        remove(path);
        cr_expect_str_eq(found, wanted[fails]);
        program_release(&call);
    }
    store_folder_remove(folder);
}

/* For make: what is there is not made again, and what is another stays. */
Test(campaign, a_finished_run_is_left_alone)
{
    char folder[64];
    store_folder_make(folder);
#define NIM(size)                                                              \
    WORDS("run", "--rules", "nim", "--grid",                                   \
          "multisets:parts=2,size=1.." size, "-o", "x.h5", "-q", "--json")
    json_decref(program_json(folder, 0, NIM("3")));
    char *before = program_listing(folder);
    json_t *again = program_json(folder, 0, NIM("3"));
    cr_expect_str_eq(program_field_text(again, "state"), "finished");
    cr_expect_eq(program_field_number(again, "rows"), 6);
    struct program_call other = program_call(folder, NIM("4"), PROGRAM_CAUGHT);
    cr_expect_eq(other.status, 3);
    cr_expect(store_one_line(other.err, WORDS("x.h5 exists already")), "%s",
              other.err);
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    json_decref(again);
    program_release(&other);
    store_folder_remove(folder);
}

/* Nothing is run; what is finished needs nothing. */
Test(campaign, check_adds_up)
{
    char folder[64];
    store_folder_make(folder);
    write_campaign(folder,
                   "{\"campaign\": 1, \"defaults\": {\"threads\": 1}, "
                   "\"censuses\": [{\"census\": \"e1-heaps\"}, {\"census\": "
                   "\"e1-sums\"}]}");
    free(program_text(folder, 0, WORDS("run", "e1-heaps", "-q")));
    char *before = program_listing(folder);
    json_t *told = program_json(
        folder, 0, WORDS("campaign", "night.json", "--check", "--json"));
    char *after = program_listing(folder);
    const json_t *list = json_object_get(told, "censuses");
    const json_t *two = json_array_get(list, 1);
    cr_assert_eq(json_array_size(list), 2);
    cr_expect(
        json_is_true(json_object_get(json_array_get(list, 0), "finished")));
    cr_expect_eq(program_field_number(two, "rows"), 36);
    cr_expect_eq(program_field_number(told, "memory_bytes"),
                 program_field_number(two, "memory_bytes"));
    cr_expect_gt(program_field_number(told, "disk_needed"), 0);
    cr_expect_gt(json_real_value(json_object_get(told, "seconds")), 0);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    json_decref(told);
    store_folder_remove(folder);
}
