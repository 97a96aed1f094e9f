#include "census/campaign/campaign_call.h"

#include "census/cli/cli.h"
#include "census/run/runner.h"
#include "census/run/watch.h"
#include "engine/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
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
        if (c->columns)
            add(w, "--columns=%s", c->columns);
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

/* A second SIGINT ends a census at once: in its own process group it receives
 * only what the campaign forwards. Signals stay blocked in the new program, so
 * that one that comes before it can poll stops it, too. */
static void exec_census(char *const words[], int out, pid_t parent)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(127);
    sigprocmask(SIG_UNBLOCK, &child, NULL);
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

/* Waits for one of the campaign's signals, and forwards those from outside. */
static void forward(pid_t pid, struct call *call)
{
    sigset_t set;
    watch_stops(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGCHLD);
    const int signal = sigwaitinfo(&set, NULL);
    if (signal <= 0 || signal == SIGCHLD)
        return;
    call->asked = call->asked || signal != SIGUSR1;
    kill(pid, signal == SIGINT ? SIGTERM : signal);
}

static enum status watch(pid_t pid, struct call *call)
{
    const double start = now();
    int status;
    pid_t ended;
    while (!(ended = wait4(pid, &status, WNOHANG, &call->usage)))
        forward(pid, call);
    if (ended < 0)
        return log_error(STATUS_IO, "wait4: %s", strerror(errno));
    call->seconds = now() - start;
    call->status =
        WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    /* Asked twice. */
    if (call->status == -SIGTERM && call->asked)
        call->status = status_exit(STATUS_STOPPED);
    return STATUS_OK;
}

static enum status start(char *const words[], struct call *call)
{
    const pid_t parent = getpid();
    int pipe[2];
    *call = (struct call){.status = 0};
    if (pipe2(pipe, O_CLOEXEC))
        return log_error(STATUS_IO, "pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid == 0)
        exec_census(words, pipe[1], parent);
    close(pipe[1]);
    enum status st = STATUS_OK;
    if (pid < 0) {
        st = log_error(STATUS_NOMEM, "fork: %s", strerror(errno));
    } else {
        setpgid(pid, pid);
        st = watch(pid, call);
        call->report = json_loadfd(pipe[0], 0, NULL);
    }
    close(pipe[0]);
    return st;
}

enum status call_census(const struct campaign *campaign,
                        const struct campaign_census *c, bool quiet,
                        struct call *call)
{
    struct words words;
    enum status st = words_make(&words, campaign, c, quiet)
                         ? start(words.at, call)
                         : cli_no_memory();
    release(&words);
    return st;
}

/* If the end of a child is ignored, as where the program was started, its exit
 * status is lost. */
void call_prepare(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t child;
    watch_block();
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    sigaction(SIGCHLD, &usual, NULL);
}

enum status call_print(const struct campaign *campaign,
                       const struct campaign_census *c)
{
    struct words words;
    const bool made = words_make(&words, campaign, c, true);
    for (size_t i = 0; i < words.n && made; i++) {
        const bool plain = !words.at[i][strcspn(words.at[i], " \t\n'\"\\$`*?[]"
                                                             "(){}<>|&;~#!")];
        const char *quote = plain ? "" : "'";
        printf("%s%s", i ? " " : "", quote);
        for (const char *t = words.at[i]; *t; t++)
            if (*t == '\'')
                fputs("'\\''", stdout);
            else
                putchar(*t);
        printf("%s", quote);
    }
    if (made)
        putchar('\n');
    release(&words);
    return made ? STATUS_OK : cli_no_memory();
}

void call_shell(const char *command, const char *campaign, int exit_status)
{
    char number[16];
    int status;
    snprintf(number, sizeof number, "%d", exit_status);
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        setenv("CENSUS_CAMPAIGN", campaign, 1);
        setenv("CENSUS_STATUS", number, 1);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0)
        log_note("%s: \"then\": %s", campaign, strerror(errno));
    else if (status)
        log_note("%s: \"then\": '%s' has failed", campaign, command);
}
