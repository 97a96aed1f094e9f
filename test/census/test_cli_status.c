/* `census status` of a run that is at work. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct timespec moment = {.tv_nsec = 50000000};

/* What status says once the run has noted its progress. */
static json_t *noted(const char *folder)
{
    for (int i = 0; i < 1200; i++, nanosleep(&moment, NULL)) {
        struct program_call call = program_call(
            folder, WORDS("status", "x.h5", "--json"), PROGRAM_CAUGHT);
        json_t *status = json_loads(call.out, 0, NULL);
        program_release(&call);
        if (json_object_get(status, "rate"))
            return status;
        json_decref(status);
    }
    cr_assert(false, "a minute without a word of its progress");
    return NULL;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static bool file_is_there(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/x.h5.parts/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* A time that lies before now, in the form of archives. */
static void expect_past(const char *started)
{
    char now[32];
    const time_t seconds = time(NULL);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
    cr_expect_eq(strlen(started), strlen(now), "%s", started);
    cr_expect_leq(strcmp(started, now), 0, "%s, now %s", started, now);
}

/* All rows are one part: only what is in hand changes. */
Test(cli_status, a_run_at_work, .timeout = 120)
{
    char folder[64];
    store_folder_make(folder);
    struct program run = program_start(
        folder,
        WORDS("run", "top-entails-partitions", "--total=60", "--memo=line",
              "-t1", "--part-rows=1048576", "-q", "-o", "x.h5"),
        PROGRAM_CAUGHT);
    json_t *status = noted(folder);
    cr_expect_str_eq(program_field_text(status, "state"), "running");
    expect_past(program_field_text(status, "started"));
    cr_expect_gt(number(status, "rate"), 0);
    cr_expect_gt(number(status, "memory_bytes"), 1 << 20);
    cr_expect_eq(number(status, "threads"), 1);
    cr_expect_eq(number(status, "rows_done"), 0);
    cr_expect_gt(number(status, "rows_in_hand"), 0);
    cr_expect_lt(number(status, "rows_in_hand"), number(status, "rows"));
    json_decref(status);
    char *text = program_text(folder, 0, WORDS("status", "x.h5"));
    cr_expect(strstr(text, " rows of the part in hand; started "), "%s", text);
    cr_expect(strstr(text, " rows/s, "), "%s", text);
    free(text);

    /* --watch ends when the run does. */
    struct program watch = program_start(
        folder, WORDS("status", "--watch", "x.h5"), PROGRAM_CAUGHT);
    cr_expect(file_is_there(folder, "progress.json"));
    kill(run.pid, SIGTERM);
    struct program_call call = program_wait(&run);
    cr_expect_eq(call.status, 130, "%s", call.err);
    program_release(&call);
    cr_expect(!file_is_there(folder, "progress.json"));
    call = program_wait(&watch);
    cr_expect_eq(call.status, 0, "%s", call.err);
    cr_expect(strstr(call.out, "interrupted"), "%s", call.out);
    program_release(&call);
    store_folder_remove(folder);
}
