/* assign.c - `census assign`: do nimbers explain the outcomes of an archive?
 */
#include "engine/theory/assign.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/named/shared/archive_sums.h"
#include "engine/base/log.h"

#include <stdio.h>

static const struct cli_usage usage = {
    .name = "assign",
    .words = "FILE",
    .summary = "Looks for a nimber for each heap size such that the nim-sum "
               "explains\nevery outcome of an archive of heap sums.",
    .details =
        "It decides twice: with nimbers below the bound, by backtracking, and\n"
        "with nimbers of any size, by linear algebra. If there are none, it\n"
        "names the smallest sets of sums that already exclude them.\n",
};

enum { SHOWN_MAX = 20 };

struct sets {
    const struct archive_sums *e;
    json_t *list;
    uint64_t n;
    bool failed; /* out of memory */
};

static void add_set(void *context, const size_t set[], unsigned k)
{
    struct sets *s = context;
    if (++s->n > SHOWN_MAX)
        return;
    json_t *sums = json_array();
    for (unsigned i = 0; i < k; i++) {
        const struct assign_sum *sum = &s->e->sums[set[i]];
        char text[80];
        archive_sums_print(sum, text, sizeof text);
        cli_json_add(&sums, json_pack("{s:s, s:s}", "sum", text, "outcome",
                                      sum->lost ? "P" : "N"));
    }
    s->failed = json_array_append_new(s->list, sums) || s->failed;
}

static json_t *values_json(const struct archive_sums *e,
                           const struct assignment *a)
{
    if (!a->found)
        return json_null();
    json_t *list = json_array();
    for (unsigned h = 1; h <= e->heaps; h++)
        cli_json_add(&list, json_integer((json_int_t)a->value[h]));
    return list;
}

static void print_values(const char *what, const json_t *values)
{
    size_t i;
    json_t *value;
    printf("%s", what);
    if (json_is_null(values))
        printf(" none");
    json_array_foreach(values, i, value)
    {
        printf(" %lld", (long long)json_integer_value(value));
    }
    printf("\n");
}

static void print_sets(const json_t *sets, unsigned long long n, unsigned k)
{
    size_t i, j;
    json_t *set, *sum;
    printf("smallest contradictions: %llu of %u sum%s\n", n, k,
           k == 1 ? "" : "s");
    json_array_foreach(sets, i, set)
    {
        json_array_foreach(set, j, sum)
        {
            printf("%s%s is %s", j ? ", " : "  ",
                   json_string_value(json_object_get(sum, "sum")),
                   json_string_value(json_object_get(sum, "outcome")));
        }
        printf("\n");
    }
}

static enum status answer(const struct archive_sums *e, long long bound,
                          bool json)
{
    struct assignment below, any;
    struct sets sets = {.e = e, .list = json_array()};
    unsigned k = 0;
    enum status st =
        assign_search(e->sums, e->n, e->heaps, (uint64_t)bound, &below);
    assign_linear(e->sums, e->n, e->heaps, &any);
    if (!st && !any.found)
        st = assign_contradictions(e->sums, e->n, add_set, &sets, &k);
    json_t *object = json_pack(
        "{s:I, s:I, s:o, s:I, s:o, s:i, s:I, s:O}", "sums", (json_int_t)e->n,
        "bound", (json_int_t)bound, "below_bound", values_json(e, &below),
        "nodes", (json_int_t)below.nodes, "any_size", values_json(e, &any),
        "contradiction_size", (int)k, "contradictions", (json_int_t)sets.n,
        "first", sets.list);
    if (!st && (sets.failed || !object))
        st = cli_no_memory();
    if (!st && json) {
        st = cli_json(json_incref(object));
    } else if (!st) {
        printf("sums: %zu, heaps 1 to %u\n", e->n, e->heaps);
        printf("nimbers below %lld (%llu values tried):", bound,
               (unsigned long long)below.nodes);
        print_values("", json_object_get(object, "below_bound"));
        print_values("nimbers of any size:",
                     json_object_get(object, "any_size"));
        if (k)
            print_sets(sets.list, sets.n, k);
        else if (!any.found)
            printf("no three sums exclude them\n");
    }
    json_decref(object);
    json_decref(sets.list);
    return st;
}

static enum status assign_run(int argc, const char **argv)
{
    char *column = "outcome";
    long long bound = 32;
    int json = 0, parts = 0, largest = 0;
    const char *words[1];
    bool done;
    struct archive *archive;
    struct archive_sums e;
    struct poptOption options[] = {
        {"column", 0, POPT_ARG_STRING, &column, 0,
         "the outcomes to explain (outcome)", "COL"},
        {"bound", 0, POPT_ARG_LONGLONG, &bound, 0,
         "search nimbers below this (32)", "N"},
        {"parts", 0, POPT_ARG_INT, &parts, 0, "only sums of at most N heaps",
         "N"},
        {"largest", 0, POPT_ARG_INT, &largest, 0,
         "only heaps of at most N counters", "N"},
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    if (bound < 1 || bound > 1 << 20 || parts < 0 || largest < 0)
        return log_error(STATUS_USAGE, "assign: --bound must be within "
                                       "1..1048576, --parts and --largest not "
                                       "negative");
    st = archive_open(words[0], &archive);
    if (st)
        return st;
    st = archive_sums_read(archive, column, (unsigned)parts, (unsigned)largest,
                           &e);
    if (!st) {
        st = answer(&e, bound, json);
        archive_sums_release(&e);
    }
    archive_close(archive);
    return st ? st : cli_flush();
}

const struct command command_assign = {
    .name = "assign",
    .summary = "do nimbers explain the outcomes of an archive",
    .run = assign_run,
};
