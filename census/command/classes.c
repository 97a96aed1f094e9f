/* classes.c - `census classes`: which positions no test tells apart. */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/classes_archive.h"
#include "census/run/limits.h"
#include "census/run/promises.h"
#include "census/run/watch.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/survey/classes_sums.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT = 256, COLUMNS = 4 };

static const struct cli_usage usage = {
    .name = "classes",
    .words = "RULESET",
    .summary = "Puts positions into classes: two are in one class if no test "
               "that is added to\nboth gives sums of different values.",
    .details =
        "  census classes nim:players=3 --ask coalition \\\n"
        "      --grid multisets:parts=0..4,size=1..6 \\\n"
        "      --tests multisets:parts=0..3,size=1..6 --separate\n\n"
        "Classes are numbered from 0 in the order of their first positions, "
        "which\nrepresent them; rows and tests are points of their grids, "
        "from 0. Signatures\nare hashed, and every position is compared with "
        "its representative, test by\ntest: no answer rests on a hash.\n\n"
        "An archive is checked by making another and `census diff`.\n",
    .renamed = CLI_RENAMED({"--first", "--limit"}),
};

struct arguments {
    char *ask, *grid, *tests, **files;
    struct limits limits;
    int separate, force, quiet, json;
    long long first, pairs;
    struct runner_options archive; /* path NULL: none */
};

/* What is shown: of the classes and of the pairs the first ones.
 */
struct shown {
    const struct classes_sums *sums;
    uint64_t classes, pairs;
    const uint64_t *tests; /* of each pair */
};

static uint64_t all_pairs(const struct classes_sums *s)
{
    const uint64_t n = s->classes.n;
    return n ? n * (n - 1) / 2 : 0;
}

static uint32_t largest(const struct classes *c)
{
    uint32_t most = 0;
    for (uint64_t k = 0; k < c->n; k++)
        most = c->size[k] > most ? c->size[k] : most;
    return most;
}

static json_t *classes_json(const struct shown *shown)
{
    const struct classes *c = &shown->sums->classes;
    json_t *list = json_array();
    for (uint64_t k = 0; k < shown->classes; k++) {
        char text[TEXT];
        classes_sums_print(shown->sums, &shown->sums->positions, c->first[k],
                           text, sizeof text);
        cli_json_add(
            &list, json_pack("{s:I, s:I, s:I, s:s}", "class", (json_int_t)k,
                             "size", (json_int_t)c->size[k], "row",
                             (json_int_t)c->first[k], "representative", text));
    }
    return list;
}

static json_t *pairs_json(const struct shown *shown)
{
    json_t *list = json_array();
    uint64_t a = 0, b = 1;
    for (uint64_t k = 0; k < shown->pairs; k++, classes_sums_next(&a, &b)) {
        char text[TEXT];
        classes_sums_print(shown->sums, &shown->sums->tests, shown->tests[k],
                           text, sizeof text);
        cli_json_add(&list,
                     json_pack("{s:I, s:I, s:I, s:s}", "a", (json_int_t)a, "b",
                               (json_int_t)b, "row",
                               (json_int_t)shown->tests[k], "test", text));
    }
    return list;
}

static enum status print_json(const struct shown *shown, bool separate)
{
    const struct classes_sums *s = shown->sums;
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o}", "ruleset",
        s->game.spec, "ask", s->domain.kind->name, "grid", s->positions.spec,
        "tests", s->tests.spec, "positions", (json_int_t)s->positions.count,
        "tested", (json_int_t)s->tests.count, "classes",
        (json_int_t)s->classes.n, "largest", (json_int_t)largest(&s->classes),
        "table", classes_json(shown));
    if (separate)
        cli_json_set(&json, "separate", pairs_json(shown));
    return cli_json(json);
}

static void print_classes(const struct shown *shown)
{
    const struct classes_sums *s = shown->sums;
    const struct classes *c = &s->classes;
    printf("%s, %s: %llu positions, %llu tests: %llu classes, the largest has "
           "%u positions\n\n",
           s->game.spec, s->domain.kind->name,
           (unsigned long long)s->positions.count,
           (unsigned long long)s->tests.count, (unsigned long long)c->n,
           largest(c));
    printf("%10s  %10s  %10s  %s\n", "class", "size", "row", "representative");
    for (uint64_t k = 0; k < shown->classes; k++) {
        char text[TEXT];
        classes_sums_print(s, &s->positions, c->first[k], text, sizeof text);
        printf("%10llu  %10u  %10u  %s\n", (unsigned long long)k, c->size[k],
               c->first[k], text);
    }
    if (shown->classes < c->n)
        printf("... and %llu more\n",
               (unsigned long long)(c->n - shown->classes));
}

static void print_pairs(const struct shown *shown)
{
    const uint64_t pairs = all_pairs(shown->sums);
    printf("\n%10s  %10s  %10s  %s\n", "class", "class", "row",
           "least test that separates them");
    uint64_t a = 0, b = 1;
    for (uint64_t k = 0; k < shown->pairs; k++, classes_sums_next(&a, &b)) {
        char text[TEXT];
        classes_sums_print(shown->sums, &shown->sums->tests, shown->tests[k],
                           text, sizeof text);
        printf("%10llu  %10llu  %10llu  %s\n", (unsigned long long)a,
               (unsigned long long)b, (unsigned long long)shown->tests[k],
               text);
    }
    if (shown->pairs < pairs)
        printf("... and %llu more pairs\n",
               (unsigned long long)(pairs - shown->pairs));
}

static uint64_t at_most(uint64_t n, long long most)
{
    return n < (uint64_t)most ? n : (uint64_t)most;
}

static void log_report(const struct classes_sums *s)
{
    const struct classes_sums_report *r = &s->report;
    log_note("classes: %llu positions, %llu tests in %.2f s, %.2f CPU s on %u "
             "threads; %llu sums evaluated, %llu MB held",
             (unsigned long long)s->positions.count,
             (unsigned long long)s->tests.count, r->seconds, r->cpu_seconds,
             r->threads, (unsigned long long)r->evaluated,
             (unsigned long long)r->bytes >> 20);
}

/* An archive holds every pair; without one, only those shown are separated. */
static enum status show(struct classes_sums *s, const struct arguments *a)
{
    const char *path = a->archive.path;
    const uint64_t pairs = all_pairs(s);
    struct shown shown = {.sums = s,
                          .classes = at_most(s->classes.n, a->first),
                          .pairs = a->separate ? at_most(pairs, a->pairs) : 0};
    const uint64_t wanted = !a->separate ? 0 : path ? pairs : shown.pairs;
    if (wanted > CLASSES_ARCHIVE_PAIRS)
        return log_error(STATUS_RANGE,
                         "classes: %llu pairs of classes: %d at most are "
                         "written (leave --separate out)",
                         (unsigned long long)wanted, CLASSES_ARCHIVE_PAIRS);
    uint64_t *tests = calloc(wanted + 1, sizeof *tests);
    if (!tests)
        return cli_no_memory();
    enum status st = classes_sums_separate(s, wanted, tests);
    if (!st && path)
        st = classes_archive(s, wanted, tests, &a->archive);
    shown.tests = tests;
    if (!st && a->json)
        st = print_json(&shown, a->separate);
    else if (!st)
        print_classes(&shown);
    if (!st && a->separate && !a->json)
        print_pairs(&shown);
    free(tests);
    return st;
}

/* Before it is played. */
static enum status examine(const struct classes_sums_question *q)
{
    struct game game;
    enum status st = game_open(q->known->rulesets, q->rules, &game);
    if (st)
        return st;
    st = promises_of_game(&game, NULL);
    game_close(&game);
    return st;
}

static enum status find_and_show(const struct classes_sums_question *q,
                                 const struct arguments *a)
{
    struct classes_sums sums;
    enum status st =
        a->archive.path ? runner_check_path(&a->archive) : STATUS_OK;
    if (!st)
        st = examine(q);
    if (!st)
        st = classes_sums_open(&sums, q);
    if (st)
        return st;
    if (!a->quiet)
        log_report(&sums);
    st = show(&sums, a);
    classes_sums_close(&sums);
    return st;
}

/* Of --limit and --pairs, and what they are then. */
enum { NOT_GIVEN = INT_MIN, CLASSES_SHOWN = 20, PAIRS_SHOWN = 100 };

static enum status check_arguments(struct arguments *a)
{
    if (!a->ask || !a->grid || !a->tests)
        return log_error(STATUS_USAGE,
                         "classes: --ask, --grid and --tests are needed");
    if (a->pairs != NOT_GIVEN && !a->separate)
        return log_error(STATUS_USAGE, "classes: --pairs goes with --separate");
    if ((a->first < 0 && a->first != NOT_GIVEN) ||
        (a->pairs < 0 && a->pairs != NOT_GIVEN))
        return log_error(STATUS_USAGE,
                         "classes: --limit and --pairs must be 0 or more");
    if (a->force && !a->archive.path)
        return log_error(STATUS_USAGE, "classes: --force goes with --output");
    a->first = a->first == NOT_GIVEN ? CLASSES_SHOWN : a->first;
    a->pairs = a->pairs == NOT_GIVEN ? PAIRS_SHOWN : a->pairs;
    return STATUS_OK;
}

static enum status answer(struct arguments *a, const char *given)
{
    char text[PARAM_SPEC_MAX];
    const char *rules;
    struct plugins plugins;
    struct watch watch;
    uint64_t memory;
    double seconds;
    enum status st = check_arguments(a);
    if (!st)
        st = limits_read(&a->limits, &seconds, &memory);
    if (!st)
        st = plugins_open(&built_in, a->files, &plugins);
    if (st)
        return st;
    st = game_given(plugins.catalogue.rulesets, given, text, &rules);
    watch_begin(&watch, seconds);
    const struct classes_sums_question q = {.rules = rules,
                                            .ask = a->ask,
                                            .positions = a->grid,
                                            .tests = a->tests,
                                            .known = &plugins.catalogue,
                                            .threads =
                                                (unsigned)a->archive.threads,
                                            .memory = memory,
                                            .quiet = a->quiet,
                                            .stop = watch_stop,
                                            .context = &watch};
    if (!st)
        st = find_and_show(&q, a);
    plugins_close(&plugins);
    return st ? st : cli_flush();
}

static enum status classes_run(int argc, const char **argv)
{
    struct arguments a = {.first = NOT_GIVEN, .pairs = NOT_GIVEN};
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"ask", 0, POPT_ARG_STRING, &a.ask, 0, "the value domain", "DOMAIN"},
        {"grid", 0, POPT_ARG_STRING, &a.grid, 0, "the positions", "GRID"},
        {"tests", 0, POPT_ARG_STRING, &a.tests, 0, "what is added to them",
         "GRID"},
        {"limit", 0, POPT_ARG_LONGLONG, &a.first, 0,
         "show so many classes (20)", "N"},
        {"separate", 0, POPT_ARG_NONE, &a.separate, 0,
         "the least test that separates each pair of classes", NULL},
        {"pairs", 0, POPT_ARG_LONGLONG, &a.pairs, 0, "show so many pairs (100)",
         "N"},
        {"output", 'o', POPT_ARG_STRING, &a.archive.path, 0,
         "write an archive: a row per position; with --separate every pair "
         "under /values",
         "FILE"},
        {"force", 0, POPT_ARG_NONE, &a.force, 0, "replace an archive", NULL},
        CLI_THREADS(a.archive.threads),
        LIMITS(a.limits),
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress", NULL},
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    char *command = runner_command_line(argc, argv);
    if (!command)
        return cli_no_memory();
    a.archive.command = command;
    a.archive.replace = a.force;
    st = answer(&a, words[0]);
    free(command);
    return st;
}

const struct command command_classes = {
    .name = "classes",
    .summary = "which positions no test tells apart",
    .run = classes_run,
};
