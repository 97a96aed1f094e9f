/* campaign_run.c - the censuses of a campaign, each in a process of its own. */
#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MAX = 64 };

/* A command line being built. */
struct words {
    char *at[WORDS_MAX + 1]; /* allocated; NULL at the end */
    size_t n;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *w,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (w->n == WORDS_MAX || vasprintf(&w->at[w->n], format, args) < 0)
        w->failed = true;
    else
        w->n++;
    va_end(args);
    w->at[w->n] = NULL;
}

static void release(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free(w->at[i]);
}

static void add_census(struct words *w, const struct campaign_census *c)
{
    const char *key;
    json_t *value;
    add(w, "run");
    if (c->name) {
        add(w, "%s", c->name);
        json_object_foreach(c->params, key, value)
        {
            char *text = json_is_string(value)
                             ? strdup(json_string_value(value))
                             : json_dumps(value, JSON_ENCODE_ANY);
            add(w, "--%s=%s", key, text ? text : "");
            free(text);
        }
    } else {
        add(w, "--rules=%s", c->rules);
        add(w, "--ask=%s", c->ask ? c->ask : "outcome");
        add(w, "--grid=%s", c->grid);
    }
    if (c->part_rows)
        add(w, "--part-rows=%lld", (long long)c->part_rows);
    add(w, "--output=%s", c->output);
}

/* The command that begins or resumes a census. */
static bool words_make(struct words *w, const struct campaign *campaign,
                       const struct campaign_census *c, bool quiet)
{
    *w = (struct words){0};
    add(w, "census");
    if (runner_resumable(c->output)) {
        add(w, "resume");
        add(w, "%s", c->output);
    } else {
        add_census(w, c);
    }
    for (size_t i = 0; campaign->plugins[i]; i++)
        add(w, "--plugin=%s", campaign->plugins[i]);
    if (c->threads)
        add(w, "--threads=%lld", (long long)c->threads);
    if (c->memory)
        add(w, "--memory=%s", c->memory);
    if (c->time_limit)
        add(w, "--time-limit=%s", c->time_limit);
    if (c->memo)
        add(w, "--memo=%s", c->memo);
    add(w, "--json");
    if (quiet)
        add(w, "--quiet");
    return !w->failed;
}

/* A second signal ends a census at once: give it its own process group and
 * forward one SIGTERM. */
static void exec_census(char *const words[], int out, const sigset_t *signals)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_UNBLOCK, signals, NULL);
    if (dup2(out, STDOUT_FILENO) >= 0) {
        execv("/proc/self/exe", words);
        execvp(words[0], words); /* there may be no /proc */
    }
    log_error(STATUS_IO, "census cannot be started: %s", strerror(errno));
    _exit(127);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The result of one call. */
struct call {
    int status; /* exit status, or minus the signal */
    bool asked; /* the campaign was asked to stop */
    double seconds;
    struct rusage usage;
    json_t *report; /* NULL unless it finished */
};

/* Waits for the child, and forwards a request to stop. */
static void watch(pid_t pid, const sigset_t *signals, struct call *call)
{
    const double start = now();
    int status;
    while (wait4(pid, &status, WNOHANG, &call->usage) != pid) {
        const int signal = sigwaitinfo(signals, NULL);
        if (signal == SIGINT || signal == SIGTERM) {
            call->asked = true;
            kill(pid, SIGTERM);
        }
    }
    call->seconds = now() - start;
    call->status =
        WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    /* Stopped before it had blocked its signals. */
    if (call->status == -SIGTERM && call->asked)
        call->status = status_exit(STATUS_STOPPED);
}

static enum status start(char *const words[], struct call *call)
{
    sigset_t signals, before;
    int pipe[2];
    *call = (struct call){.status = 0};
    if (pipe2(pipe, O_CLOEXEC))
        return log_error(STATUS_IO, "pipe: %s", strerror(errno));
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t pid = fork();
    if (pid == 0)
        exec_census(words, pipe[1], &signals);
    close(pipe[1]);
    enum status st = STATUS_OK;
    if (pid < 0) {
        st = log_error(STATUS_NOMEM, "fork: %s", strerror(errno));
    } else {
        setpgid(pid, pid);
        watch(pid, &signals, call);
        call->report = json_loadfd(pipe[0], 0, NULL);
    }
    close(pipe[0]);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return st;
}

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
    struct words words;
    struct call call;
    if (!runner_resumable(c->output) && disk_exists(c->output))
        return STATUS_OK;
    if (!quiet)
        log_note("campaign: census %zu of %zu: %s", i + 1, campaign->n,
                 c->output);
    enum status st = make_folder(c->output);
    if (st)
        return st;
    st = words_make(&words, campaign, c, quiet) ? start(words.at, &call)
                                                : cli_no_memory();
    release(&words);
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
    bool asked = false;
    int lock;
    char *path = disk_path("%s.lock", c->path);
    enum status st = path ? campaign_check(c) : cli_no_memory();
    if (!st)
        st = lock_take(path, &lock);
    if (st) {
        free(path);
        return st;
    }
    for (size_t i = 0; i < c->n && !asked; i++) {
        st = run_one(c, i, quiet, &asked);
        if (st == STATUS_STOPPED)
            stopped = st;
        else if (st && !failed)
            failed = st;
    }
    lock_drop(lock);
    unlink(path);
    free(path);
    return failed ? failed : asked ? STATUS_STOPPED : stopped;
}
