/* quotient.c - `census quotient`: exact quotients, found or checked. */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "census/run/promises.h"
#include "census/run/watch.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/theory/quotient/quotient_check.h"
#include "engine/theory/quotient/quotient_file.h"
#include "engine/theory/quotient/quotient_search.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 5 million positions take about 200 MB and half a minute of misere Kayles;
 * octal:4.7 in misere play reaches 810 elements with 45 heaps in 6 s. */
enum { EFFORT_DEFAULT = 5000000, ORDER_DEFAULT = 2000, ORDER_MAX = 65535 };
/* Of numbers on the command line; and the largest heap then. */
enum { NOT_GIVEN = INT_MIN, SIZE_DEFAULT = 12 };

static const struct cli_usage usage = {
    .name = "quotient",
    .words = "RULESET | --check FILE",
    .summary = "Finds the exact quotient of all sums of heaps 1..H: the finite "
               "table that\ndecides every one of them. Or checks such a table.",
    .details =
        "  census quotient octal:0.77 --ask misere --size 20\n"
        "  census quotient nim --ask coalition --size 9 -o nim9.json\n"
        "  census quotient --check nim9.json\n\n"
        "Each quotient printed has been proved, and checked again by code "
        "that\n"
        "shares nothing with the search. If a limit ends the search, the\n"
        "quotients up to there stand, nothing is said of larger heaps, and "
        "the exit\nstatus is 130.\n",
    .renamed = CLI_RENAMED({"--to", "--size"}, {"--seconds", "--time-limit"}),
};

struct task {
    struct game game;
    struct heap_moves moves;
    enum quotient_rule rule;
    unsigned top;
    struct quotient_limits limits;
    struct watch watch;
    uint64_t due; /* the next note of progress, ns of the clock */
    bool quiet;
    const struct quotient *proved;
    const struct catalogue *known;
    const char *file; /* NULL: none */
    bool json;
    json_t *list;
};

static bool interrupted(void *context)
{
    static const uint64_t every = 10 * CLOCK_SECOND;
    struct task *task = context;
    const uint64_t now = clock_now();
    const bool due = !task->quiet && now >= task->due;
    if (watch_show(&task->watch) || due) {
        log_note("%s: heaps 1..%u: order %u; at heaps 1..%u", task->game.spec,
                 task->proved->top, task->proved->order, task->proved->top + 1);
        task->due = now + every;
    }
    return watch_stop(&task->watch);
}

static enum status check_one(const struct task *task, const struct quotient *q)
{
    char why[QUOTIENT_WHY];
    enum status st = quotient_check(q, &task->moves, why);
    if (st == STATUS_DISAGREE)
        return log_error(st, "%s, heaps 1..%u: the checker refuses: %s",
                         task->game.spec, q->top, why);
    return st;
}

static enum status add_line(struct task *task, const struct quotient *q)
{
    json_t *line =
        json_pack("{s:i, s:i, s:b, s:b}", "heaps", (int)q->top, "order",
                  (int)q->order, "zero", q->zero >= 0, "certified", 1);
    return json_array_append_new(task->list, line) ? cli_no_memory()
                                                   : STATUS_OK;
}

static enum status search(struct task *task, struct quotient_search *s)
{
    bool finished = true;
    enum status st = STATUS_OK;
    const struct quotient *q = task->proved = quotient_proved(s);
    while (!st && finished && q->top < task->top) {
        st = quotient_raise(s, &finished);
        st = st == STATUS_STOPPED ? STATUS_OK : st;
        if (st || !finished)
            break;
        st = check_one(task, q);
        if (!st)
            st = add_line(task, q);
    }
    if (!st && task->file)
        st = quotient_write(task->file, task->game.spec, q);
    if (!st && !finished)
        st = log_error(STATUS_STOPPED,
                       "%s: heaps 1..%u: not finished within the limits; "
                       "verified so far: heaps 1..%u, order %u",
                       task->game.spec, q->top + 1, q->top, q->order);
    return st;
}

static void print_table(const json_t *list)
{
    size_t i;
    json_t *line;
    printf("heaps  order  zero  certified\n");
    json_array_foreach(list, i, line)
    {
        printf("%5lld  %5lld  %-4s  yes\n",
               (long long)json_integer_value(json_object_get(line, "heaps")),
               (long long)json_integer_value(json_object_get(line, "order")),
               json_is_true(json_object_get(line, "zero")) ? "yes" : "no");
    }
}

/* What has been verified is printed even if the search did not finish. */
static enum status find(struct task *task)
{
    struct quotient_search *s;
    task->due = clock_now() + 10 * CLOCK_SECOND;
    enum status st =
        quotient_search_open(&task->moves, task->rule, &task->limits, &s);
    if (st)
        return st;
    task->list = json_array();
    st = task->list ? search(task, s) : cli_no_memory();
    if (!st || st == STATUS_STOPPED) {
        enum status printed = STATUS_OK;
        if (task->json)
            printed = cli_json(
                json_pack("{s:s, s:s, s:b, s:O}", "game", task->game.spec,
                          "ask", quotient_rule_names[task->rule], "finished",
                          !st, "quotients", task->list));
        else
            print_table(task->list);
        st = printed ? printed : st;
    }
    json_decref(task->list);
    quotient_search_close(s);
    return st;
}

static enum status find_game(struct task *task, const char *spec)
{
    enum status st = game_open(task->known->rulesets, spec, &task->game);
    if (st)
        return st;
    st = promises_of_game(&task->game, NULL);
    if (!st)
        st = heap_moves_open(&task->moves, &task->game, task->top);
    if (!st) {
        st = find(task);
        heap_moves_close(&task->moves);
    }
    game_close(&task->game);
    return st;
}

static enum status check_table(struct task *task, const struct quotient *q)
{
    enum status st = heap_moves_open(&task->moves, &task->game, q->top);
    if (st)
        return st;
    st = check_one(task, q);
    heap_moves_close(&task->moves);
    if (st)
        return st;
    if (task->json)
        return cli_json(json_pack(
            "{s:s, s:s, s:i, s:i, s:b, s:b}", "game", task->game.spec, "ask",
            quotient_rule_names[q->rule], "heaps", (int)q->top, "order",
            (int)q->order, "zero", q->zero >= 0, "certified", 1));
    printf("%s, %s, heaps 1..%u: the quotient has %u elements\n",
           task->game.spec, quotient_rule_names[q->rule], q->top, q->order);
    return STATUS_OK;
}

static enum status check_file(struct task *task, const char *path)
{
    char spec[PARAM_SPEC_MAX];
    struct quotient q;
    enum status st = quotient_read(path, spec, &q);
    if (st)
        return st;
    st = game_open(task->known->rulesets, spec, &task->game);
    if (!st) {
        st = promises_of_game(&task->game, NULL);
        if (!st)
            st = check_table(task, &q);
        game_close(&task->game);
    }
    quotient_release(&q);
    return st;
}

static enum status read_rule(const char *ask, enum quotient_rule *rule)
{
    *rule = 0;
    if (!strcmp(ask, "outcome"))
        ask = "normal";
    while (*rule < QUOTIENT_RULES && strcmp(ask, quotient_rule_names[*rule]))
        (*rule)++;
    if (*rule == QUOTIENT_RULES)
        return log_error(STATUS_USAGE, "quotient: --ask must be coalition, "
                                       "coalition-misere, coalition-loser, "
                                       "upstream, downstream, outcome (normal "
                                       "play) or misere");
    return STATUS_OK;
}

struct arguments {
    char *ask, *file, *check, **files;
    int to, order, force, quiet, json;
    long long effort;
    struct limits limits;
};

/* Refuses what contradicts itself or is too large, and fills in the defaults.
 */
static enum status check_arguments(struct arguments *a, bool ruleset)
{
    if (!a->check != ruleset)
        return log_error(STATUS_USAGE,
                         "quotient: give either a ruleset or --check FILE");
    if (a->check &&
        (a->ask || a->file || a->limits.time || a->limits.memory ||
         a->to != NOT_GIVEN || a->order != NOT_GIVEN || a->effort != NOT_GIVEN))
        return log_error(STATUS_USAGE,
                         "quotient: --check FILE goes without --ask, --size, "
                         "--output, --order, --effort, --time-limit and "
                         "--memory");
    if (a->force && !a->file)
        return log_error(STATUS_USAGE, "quotient: --force goes with --output");
    a->ask = a->ask ? a->ask : "coalition";
    a->to = a->to == NOT_GIVEN ? SIZE_DEFAULT : a->to;
    a->order = a->order == NOT_GIVEN ? ORDER_DEFAULT : a->order;
    a->effort = a->effort == NOT_GIVEN ? EFFORT_DEFAULT : a->effort;
    if (a->to < 0 || a->to > HEAP_MOVES_TOP || a->order < 1 ||
        a->order > ORDER_MAX || a->effort < 1)
        return log_error(STATUS_USAGE,
                         "quotient: --size must be within 0..%d, --order "
                         "within 1..%d, --effort at least 1",
                         HEAP_MOVES_TOP, ORDER_MAX);
    if (a->file && !a->force && access(a->file, F_OK) == 0)
        return log_error(STATUS_EXISTS,
                         "%s exists already (--force replaces it)", a->file);
    return STATUS_OK;
}

static enum status find_or_check(const struct arguments *a, const char *ruleset)
{
    struct plugins plugins;
    struct task task = {.top = (unsigned)a->to,
                        .limits = {(unsigned)a->order, (uint64_t)a->effort},
                        .known = &plugins.catalogue,
                        .file = a->file,
                        .json = a->json,
                        .quiet = a->quiet};
    double seconds = 0;
    uint64_t bytes;
    task.limits.stop = interrupted;
    task.limits.context = &task;
    enum status st = read_rule(a->ask, &task.rule);
    if (!st)
        st = limits_read(&a->limits, &seconds, &bytes);
    if (!st)
        st = plugins_open(&built_in, a->files, &plugins);
    if (st)
        return st;
    if (a->check) {
        st = check_file(&task, a->check);
    } else {
        watch_begin(&task.watch, seconds);
        watch_memory(&task.watch, bytes);
        st = find_game(&task, ruleset);
    }
    plugins_close(&plugins);
    return st;
}

static enum status quotient_run(int argc, const char **argv)
{
    struct arguments a = {
        .to = NOT_GIVEN, .order = NOT_GIVEN, .effort = NOT_GIVEN};
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"ask", 0, POPT_ARG_STRING, &a.ask, 0,
         "coalition, coalition-misere, coalition-loser, upstream, downstream, "
         "outcome (normal play) or misere (coalition)",
         "DOMAIN"},
        {"size", 0, POPT_ARG_INT, &a.to, 0, "largest heap (12)", "H"},
        {"output", 'o', POPT_ARG_STRING, &a.file, 0,
         "write the last quotient found to FILE", "FILE"},
        {"force", 0, POPT_ARG_NONE, &a.force, 0, "replace FILE", NULL},
        {"check", 0, POPT_ARG_STRING, &a.check, 0, "check the quotient in FILE",
         "FILE"},
        {"order", 0, POPT_ARG_INT, &a.order, 0,
         "give up past this many elements (2000)", "N"},
        {"effort", 0, POPT_ARG_LONGLONG, &a.effort, 0,
         "give up past this many positions in an attempt at a size (5000000)",
         "N"},
        LIMITS(a.limits),
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress", NULL},
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 0, 1, &done);
    if (st || done)
        return st;
    st = check_arguments(&a, words[0] != NULL);
    if (st)
        return st;
    st = find_or_check(&a, words[0]);
    enum status flushed = cli_flush();
    return st ? st : flushed;
}

const struct command command_quotient = {
    .name = "quotient",
    .summary = "exact quotients of heap games, found or checked",
    .run = quotient_run,
};
