#include "census/run/promises.h"

#include "census/run/built_in.h"
#include "engine/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Positions of a sample before a run, and points of the grid among them. */
enum { RUN_POSITIONS = 600, RUN_POINTS = 12 };

/* What the other process has to do. */
struct task {
    const struct game *game;
    const char *const *starts;
    bool small; /* a small sample, from the grid if there is one */
    const struct grid *grid;
    struct promises *report;
};

/* Rulesets log that they refuse bad notation; libraries log that they abort. */
static void hush(void)
{
    const struct rlimit none = {0, 0};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &none);
}

static enum status gather(const struct task *t, struct contract_sample *s,
                          char broken[])
{
    struct position at[RUN_POINTS];
    size_t n = 0;
    if (!t->small)
        return contract_gather(t->game, t->starts, s, broken);
    const uint64_t count = t->grid ? t->grid->count : 0;
    for (uint64_t i = 0; i < count && i < RUN_POINTS; i++) {
        struct point point = {.n = 0};
        grid_unrank(t->grid, i, &point);
        n += !game_start(t->game, &point, &at[n]);
    }
    return contract_gather_from(t->game, at, n, RUN_POSITIONS, s, broken);
}

static struct promise_found *begin(struct promises *r, const char *name)
{
    struct promise_found *f = &r->found[r->n];
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

/* Enters what was found of the promise in work; failures end the report. */
static bool enter(struct promises *r, enum status st)
{
    struct promise_found *f = &r->found[r->n];
    if (st && st != STATUS_DISAGREE) {
        snprintf(r->said, sizeof r->said, "%s",
                 *f->because ? f->because : status_text(st));
        r->status = st;
        return false;
    }
    if (st) {
        f->answer = PROMISE_BROKEN;
        r->status = st;
    }
    r->n++;
    return true;
}

static void examine(const struct task *t)
{
    struct promises *r = t->report;
    struct contract_sample *s = malloc(sizeof *s);
    struct promise_found *f = begin(r, "options");
    enum status st = s ? gather(t, s, f->because) : STATUS_NOMEM;
    bool goes_on = enter(r, st);
    for (const struct contract_promise *p = contract_promises;
         p->name && goes_on && r->n < PROMISES_MAX; p++) {
        const char *idle = p->idle ? p->idle(t->game) : NULL;
        f = begin(r, p->name);
        if (idle) {
            f->answer = PROMISE_NOT_APPLICABLE;
            snprintf(f->because, sizeof f->because, "%s", idle);
            r->n++;
            continue;
        }
        if (t->small && p->check == contract_refusals)
            continue;
        goes_on = enter(r, p->check(s, f->because));
        /* The others call slots that may be missing. */
        if (p->check == contract_traits && r->status)
            goes_on = false;
    }
    r->positions = s ? s->n : 0;
    r->ended = true;
    free(s);
}

/* The promise in work was the last that this ruleset did. */
static void note_end(struct promises *r, const char *spec, int status)
{
    struct promise_found *f = &r->found[r->n];
    r->status = STATUS_DISAGREE;
    r->n++;
    f->answer = PROMISE_BROKEN;
    if (WIFSIGNALED(status))
        snprintf(f->because, sizeof f->because,
                 "%.255s: it ends the program by signal %d (%s)", spec,
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(f->because, sizeof f->because, "%.255s: it ends the program",
                 spec);
}

static enum status apart(const struct task *t)
{
    struct promises *r = t->report;
    int status = 0;
    const pid_t child = fork();
    if (child < 0)
        return log_error(STATUS_NOMEM, "%s: no process to examine it: %s",
                         t->game->spec, strerror(errno));
    if (child == 0) {
        hush();
        examine(t);
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!r->ended)
        note_end(r, t->game->spec, status);
    return r->status && r->status != STATUS_DISAGREE
               ? log_error(r->status, "%s: %s", r->found[r->n].name, r->said)
               : r->status;
}

static enum status report_of(struct task *t, struct promises **out)
{
    struct promises *r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *out = malloc(sizeof **out);
    if (r == MAP_FAILED || !*out) {
        if (r != MAP_FAILED)
            munmap(r, sizeof *r);
        return log_error(STATUS_NOMEM, "%s: out of memory", t->game->spec);
    }
    t->report = r;
    enum status st = apart(t);
    **out = *r;
    munmap(r, sizeof *r);
    return st;
}

enum status promises_examine(const struct game *game,
                             const char *const starts[], struct promises **out)
{
    struct task t = {.game = game, .starts = starts};
    return report_of(&t, out);
}

static bool loaded(const struct ruleset *rules)
{
    const struct ruleset *const *list = built_in.rulesets;
    while (*list && *list != rules)
        list++;
    return !*list;
}

enum status promises_of_game(const struct game *game, const struct grid *grid)
{
    struct task t = {.game = game, .small = true, .grid = grid};
    struct promises *r = NULL;
    size_t k = 0;
    if (!loaded(game->rules))
        return STATUS_OK;
    enum status st = report_of(&t, &r);
    while (st == STATUS_DISAGREE && r->found[k].answer != PROMISE_BROKEN)
        k++;
    if (st == STATUS_DISAGREE)
        st = log_error(STATUS_FORMAT,
                       "a plug-in breaks its promise '%s': %s (census contract "
                       "examines all)",
                       r->found[k].name, r->found[k].because);
    free(r);
    return st;
}

enum status promises_of_plan(const struct plan *plan)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < plan->ngames && !st; i++)
        st = promises_of_game(&plan->games[i], &plan->grid);
    return st;
}
