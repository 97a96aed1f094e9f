/* campaign_run.c - the censuses of a campaign, one after another. */
#include "census/campaign/campaign.h"

#include "census/campaign/campaign_call.h"
#include "census/cli/cli.h"
#include "census/run/runner.h"
#include "census/run/watch.h"
#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void add_real(json_t *record, const char *key, double more)
{
    json_object_set_new(
        record, key,
        json_real(json_number_value(json_object_get(record, key)) + more));
}

static void note_call(json_t *record, const struct call *call)
{
    const json_int_t peak = call->usage.ru_maxrss / 1024;
    const json_int_t before =
        json_integer_value(json_object_get(record, "peak_mb"));
    add_real(record, "seconds", call->seconds);
    add_real(record, "cpu_seconds",
             seconds_of(call->usage.ru_utime) +
                 seconds_of(call->usage.ru_stime));
    json_object_set_new(record, "peak_mb",
                        json_integer(peak > before ? peak : before));
    json_object_set_new(
        record, "calls",
        json_integer(json_integer_value(json_object_get(record, "calls")) + 1));
    json_object_set_new(record, "exit", json_integer(call->status));
}

static enum status write_state(const struct campaign *c)
{
    char *folder = disk_folder(c->path);
    char *text = json_dumps(c->state, JSON_INDENT(2) | JSON_SORT_KEYS);
    const char *slash = strrchr(c->path, '/');
    char *name = disk_path("%s.state", slash ? slash + 1 : c->path);
    enum status st = folder && text && name ? disk_write(folder, name, text)
                                            : cli_no_memory();
    free(folder);
    free(text);
    free(name);
    return st;
}

static enum status make_folder(const char *path)
{
    char *folder = disk_folder(path);
    enum status st = STATUS_OK;
    if (!folder)
        return cli_no_memory();
    if (mkdir(folder, 0777) && errno != EEXIST)
        st = log_error(STATUS_IO, "%s: %s", folder, strerror(errno));
    free(folder);
    return st;
}

static enum status failure_of(int exit)
{
    if (exit == status_exit(STATUS_STOPPED))
        return STATUS_STOPPED;
    if (exit == status_exit(STATUS_USAGE))
        return STATUS_USAGE;
    return exit ? STATUS_IO : STATUS_OK;
}

/* One census: nothing if it is finished, else one call. */
static enum status run_one(struct campaign *campaign, size_t i, bool quiet,
                           bool *asked)
{
    struct campaign_census *c = &campaign->censuses[i];
    struct call call;
    if (!runner_resumable(c->output) && disk_exists(c->output))
        return STATUS_OK;
    if (!quiet)
        log_note("campaign: census %zu of %zu: %s", i + 1, campaign->n,
                 c->output);
    enum status st = make_folder(c->output);
    if (!st)
        st = call_census(campaign, c, quiet, &call);
    if (st)
        return st;
    *asked = call.asked;
    note_call(c->record, &call);
    json_decref(call.report);
    st = write_state(campaign);
    if (st)
        return st;
    if (call.status < 0)
        log_note("campaign: %s: ended by signal %d", c->output, -call.status);
    return failure_of(call.status);
}

enum status campaign_run(struct campaign *c, bool quiet)
{
    enum status failed = STATUS_OK, stopped = STATUS_OK;
    struct watch asking;
    bool asked = false;
    int lock;
    call_prepare();
    watch_begin(&asking, 0);
    char *path = disk_path("%s.lock", c->path);
    enum status st = path ? campaign_check(c) : cli_no_memory();
    if (!st)
        st = lock_take(path, &lock);
    if (st) {
        free(path);
        return st;
    }
    for (size_t i = 0; i < c->n; i++) {
        if (asked || watch_stop(&asking)) {
            stopped = STATUS_STOPPED;
            break;
        }
        st = run_one(c, i, quiet, &asked);
        if (st == STATUS_STOPPED)
            stopped = st;
        else if (st && !failed)
            failed = st;
    }
    lock_drop(lock);
    unlink(path);
    free(path);
    return failed ? failed : stopped;
}

enum status campaign_dry_run(const struct campaign *c)
{
    enum status st = campaign_check(c);
    for (size_t i = 0; i < c->n && !st; i++) {
        const char *output = c->censuses[i].output;
        if (runner_resumable(output) || !disk_exists(output))
            st = call_print(c, &c->censuses[i]);
    }
    return st;
}

void campaign_then(const struct campaign *c, enum status outcome)
{
    const int status = status_exit(outcome);
    if (outcome && c->then_failure)
        call_shell(c->then_failure, c->path, status);
    if (c->then_end)
        call_shell(c->then_end, c->path, status);
}
