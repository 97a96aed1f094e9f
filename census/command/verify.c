/* verify.c - `census verify`: is an archive what it claims to be? */
#include "engine/store/read/verify.h"

#include "census/answer/prove.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/proof/segment_check.h"
#include "engine/run/run.h"
#include "engine/run/single_heaps.h"
#include "engine/run/team.h"
#include "engine/segments/segment.h"
#include "engine/store/file/schema.h"
#include "engine/survey/dictionary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "verify",
    .words = "FILE",
    .summary =
        "Checks an archive against its digests, its schema, its grid and "
        "its rules.",
    .details =
        "--fast      the digest over the whole file, and the schema\n"
        "(default)   also every chunk's checksum, every column's digest,\n"
        "            legal enumeration values, each value of /values built "
        "again\n"
        "            from its options, and a random sample of rows, keys and\n"
        "            facts solved again from scratch; single heaps from what\n"
        "            the file says of the smaller ones; two segments, from\n"
        "            their windows, unless --sample says how many\n"
        "--proof     also every row: it must be what the game's rule makes of\n"
        "            the rows of its options (options outside of the file are\n"
        "            found by the same rule); no solver and no memo is used.\n"
        "            'proved by its rows' is said only if every row passed, "
        "of the\n"
        "            columns of which that says something, and if rows "
        "answered for\n"
        "            options; 'solved again' if none did; else the first row "
        "that\n"
        "            fails is named. Exit status 4 if the file cannot be "
        "proved,\n"
        "            130 at a limit. Holds all facts in memory. Of segments,\n"
        "            each is found again alone.\n",
};

/* Rows solved again where none are asked for: some segments take minutes. */
enum { SAMPLE = 100, SEGMENTS = 2 };

struct arguments {
    char *schema, **files;
    struct limits limits;
    const struct catalogue *known; /* built in and loaded */
    int fast, proof, json, quiet, threads;
    int sample;
    bool drawn; /* sample was given */
    long long seed;
};

struct findings {
    struct verify_report file;
    json_t *proof; /* NULL: none, or not as JSON */
    struct watch *watch;
    uint64_t values; /* of /values, built again */
    uint64_t solved; /* rows, solved again */
};

/* The columns of the file against what this program writes for the census. */
static enum status compare_schemas(struct archive *a, const struct plan *plan)
{
    const struct census *census = plan->census;
    const size_t n = archive_columns(a);
    struct column *columns = calloc(n + 1, sizeof *columns);
    enum status st = STATUS_OK;
    for (size_t i = 0; columns && i < n; i++)
        columns[i] = *archive_column(a, i);
    char *found =
        columns ? schema_text(census->name, census->version, columns, n) : NULL;
    char *wanted = schema_text(census->name, census->version, census->columns,
                               census->ncolumns);
    if (!found || !wanted) {
        st = cli_no_memory();
    } else if (strcmp(found, wanted)) {
        size_t at = 0, line = 0;
        while (found[at] == wanted[at])
            line = found[at++] == '\n' ? at : line;
        st = log_error(STATUS_FORMAT,
                       "%s: the schema differs: the file has '%.*s', the "
                       "census '%.*s'",
                       archive_path(a), (int)strcspn(found + line, "\n"),
                       found + line, (int)strcspn(wanted + line, "\n"),
                       wanted + line);
    }
    free(columns);
    free(found);
    free(wanted);
    return st;
}

/* One row solved again against the row in the file; COST columns may differ.
 * heaps: NULL, or what solves rows of single heaps. */
static enum status compare_row(struct archive *a, const struct plan *plan,
                               const struct team *team,
                               struct single_heaps *heaps, uint64_t index,
                               void *row)
{
    const struct census *census = plan->census;
    char found[256];
    struct point point;
    uint64_t value;
    const struct cell_states states = {&value, 1};
    const struct cell cell = {.index = index,
                              .point = &point,
                              .solvers = team_solvers(team, 0),
                              .games = plan->games,
                              .states = heaps ? &states : NULL,
                              .shared = team->shared,
                              .census = census};
    memset(row, 0, census->row_size);
    grid_unrank(&plan->grid, index, &point);
    enum status st = STATUS_OK;
    if (heaps)
        st = single_heaps_solve(heaps, &point, &value);
    if (!st)
        st = census->row(&cell, row);
    for (size_t c = 0; c < census->ncolumns && !st; c++) {
        const struct column *column = &census->columns[c];
        if (column->role == COLUMN_COST || column->width > sizeof found)
            continue;
        st = archive_read(a, c, index, 1, found);
        if (!st && memcmp(found, (char *)row + column->offset, column->width))
            st = log_error(STATUS_DISAGREE,
                           "%s: row %llu, column %s: solved again, it is "
                           "another value",
                           archive_path(a), (unsigned long long)index,
                           column->name);
    }
    return st;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static enum status compare_rows(struct archive *a, const struct plan *plan,
                                const struct team *team, const uint64_t at[],
                                size_t n)
{
    struct single_heaps *heaps = NULL;
    void *row = malloc(plan->census->row_size);
    enum status st = row ? STATUS_OK : cli_no_memory();
    if (!st && plan->census->fact && single_heaps_fit(plan))
        st = single_heaps_open(plan, a, &heaps);
    for (size_t i = 0; i < n && !st; i++)
        st = compare_row(a, plan, team, heaps, at[i], row);
    if (heaps)
        single_heaps_close(heaps);
    free(row);
    return st;
}

/* Different rows, ascending: all if there are at most `sample`, else those that
 * as many random numbers name. Returns how many; at has room for sample. */
static size_t draw_rows(uint64_t at[], size_t sample, uint64_t state,
                        uint64_t rows)
{
    size_t n = 0;
    for (size_t i = 0; i < sample && (rows > sample || i < rows); i++) {
        state += 0x9e3779b97f4a7c15u;
        at[n++] = rows > sample ? position_mix(state) % rows : i;
    }
    qsort(at, n, sizeof *at, ascending);
    size_t different = 0;
    for (size_t i = 0; i < n; i++)
        if (!i || at[i] != at[different - 1])
            at[different++] = at[i];
    return different;
}

static enum status compare_sample(struct archive *a, const struct plan *plan,
                                  const struct arguments *args,
                                  uint64_t *solved)
{
    struct team team;
    uint64_t *at = calloc((size_t)args->sample + 1, sizeof *at);
    if (!at)
        return cli_no_memory();
    const size_t n = draw_rows(at, (size_t)args->sample, (uint64_t)args->seed,
                               archive_rows(a));
    enum status st = team_open(plan, team_memo(plan), 1, NULL, &team);
    if (!st) {
        st = compare_rows(a, plan, &team, at, n);
        team_close(&team);
    }
    free(at);
    *solved = n;
    return st;
}

static enum status limit_segments(const struct plan *plan,
                                  const struct arguments *args,
                                  struct findings *found)
{
    const uint64_t needed =
        segment_bytes(&plan->games[0], grid_segments_of(&plan->grid)) *
        run_threads((unsigned)args->threads);
    uint64_t memory;
    double seconds;
    enum status st = limits_read(&args->limits, &seconds, &memory);
    if (!st && seconds > 0)
        watch_deadline(found->watch, seconds);
    return st || needed <= memory
               ? st
               : log_error(STATUS_NO_ANSWER,
                           "verify: %llu MB of memory are needed",
                           (unsigned long long)(needed >> 20));
}

/* Some segments, or all of them. */
static enum status check_segments(struct archive *a, const struct plan *plan,
                                  const struct arguments *args,
                                  struct findings *found)
{
    const size_t rows = (size_t)archive_rows(a);
    const size_t sample = args->proof   ? rows
                          : args->drawn ? (size_t)args->sample
                                        : SEGMENTS;
    const struct segment_check check = {.threads = (unsigned)args->threads,
                                        .stop = args->proof ? watch_stop : NULL,
                                        .context = found->watch};
    uint64_t *at = calloc(sample + 1, sizeof *at);
    enum status st = at ? limit_segments(plan, args, found) : cli_no_memory();
    const size_t n = st ? 0 : draw_rows(at, sample, (uint64_t)args->seed, rows);
    if (!st)
        st = segment_check(a, plan, at, n, &check);
    free(at);
    found->solved = n;
    if (st == STATUS_STOPPED)
        return log_error(st, "%s: stopped: nothing is proved", archive_path(a));
    if (!st && args->proof && args->json)
        found->proof =
            json_pack("{s:I, s:s}", "rows", (json_int_t)n, "by", "windows");
    else if (!st && args->proof)
        printf("%s: proved: %zu segments found again, each from the window of "
               "the one before, by other pairs in another order\n",
               archive_path(a), n);
    return st;
}

/* Proves the archive; the report as it is going to be printed is made while the
 * census is open. */
static enum status prove_contents(struct archive *a, const struct plan *plan,
                                  const struct arguments *args,
                                  struct findings *found)
{
    struct proof_report report;
    enum status st = prove(a, plan, &args->limits, found->watch,
                           (unsigned)args->threads, args->quiet, &report);
    if (!st && args->json)
        found->proof = prove_json(plan->census, &report);
    else if (!st)
        prove_print(archive_path(a), plan->census, &report);
    return st;
}

static enum status verify_contents(struct archive *a,
                                   const struct arguments *args,
                                   struct findings *found)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = request_of_archive(a, args->known, request);
    if (!st) {
        st = compare_schemas(a, &request->plan);
        if (!st)
            st = request_compare(a, request);
        if (!st && !args->fast)
            st = dictionary_check(a, &request->plan, &found->values);
        if (!st && !args->fast && grid_segments_of(&request->plan.grid))
            st = check_segments(a, &request->plan, args, found);
        else if (!st && args->proof)
            st = prove_contents(a, &request->plan, args, found);
        else if (!st && !args->fast)
            st = compare_sample(a, &request->plan, args, &found->solved);
        request_close(request);
    }
    free(request);
    return st;
}

static enum status print_json(const char *path, const struct arguments *args,
                              const struct findings *found)
{
    const struct verify_report *r = &found->file;
    json_t *json = json_pack(
        "{s:o, s:b, s:I, s:I, s:I, s:I, s:I}", "file", cli_json_text(path),
        "verified", 1, "rows", (json_int_t)r->rows, "bytes",
        (json_int_t)r->bytes, "chunks", (json_int_t)r->chunks, "values",
        (json_int_t)found->values, "solved_again", (json_int_t)found->solved);
    if (args->proof)
        cli_json_set(&json, "proof", found->proof);
    return cli_json(json);
}

static void print_text(const char *path, const struct arguments *args,
                       const struct findings *found)
{
    const struct verify_report *r = &found->file;
    printf("%s: verified: %llu rows, %llu bytes", path,
           (unsigned long long)r->rows, (unsigned long long)r->bytes);
    if (!args->fast)
        printf(", %llu chunks", (unsigned long long)r->chunks);
    if (found->values)
        printf(", %llu values built again", (unsigned long long)found->values);
    if (!args->fast && !args->proof)
        printf(", %llu rows solved again", (unsigned long long)found->solved);
    printf("\n");
}

static enum status verify(const char *path, const struct arguments *args)
{
    struct watch watch;
    struct findings found = {.watch = &watch};
    struct archive *a;
    const struct crew crew = run_crew((unsigned)args->threads);
    /* Before the first threads are made. */
    if (args->proof)
        watch_begin(&watch, 0);
    enum status st = verify_file(path, !args->fast, &crew, &found.file);
    if (!st)
        st = archive_open_as(path, &found.file.stamp, &a);
    if (st)
        return st;
    if (args->schema)
        st = verify_schema(a, args->schema);
    if (!st)
        st = verify_contents(a, args, &found);
    archive_close(a);
    if (!st && args->json)
        st = print_json(path, args, &found);
    else if (!st)
        print_text(path, args, &found);
    return st;
}

/* A sample is what is done where neither the digest alone nor every row is. */
static enum status check_arguments(struct arguments *a)
{
    if (a->fast && a->proof)
        return log_error(STATUS_USAGE, "verify: --fast or --proof, not both");
    if (a->sample >= 0 && (a->fast || a->proof))
        return log_error(STATUS_USAGE, "verify: --sample or %s, not both",
                         a->fast ? "--fast" : "--proof");
    a->drawn = a->sample >= 0;
    if (a->seed >= 0 && (a->fast || a->proof))
        return log_error(STATUS_USAGE, "verify: --seed or %s, not both",
                         a->fast ? "--fast" : "--proof");
    if ((a->limits.memory || a->limits.time) && !a->proof)
        return log_error(STATUS_USAGE, "verify: %s goes with --proof",
                         a->limits.memory ? "--memory" : "--time-limit");
    if (a->sample < 0)
        a->sample = SAMPLE;
    if (a->seed < 0)
        a->seed = 1;
    return STATUS_OK;
}

static enum status verify_run(int argc, const char **argv)
{
    struct arguments a = {.sample = -1, .seed = -1};
    struct plugins plugins;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"fast", 0, POPT_ARG_NONE, &a.fast, 0, "digest and schema only", NULL},
        {"proof", 0, POPT_ARG_NONE, &a.proof, 0,
         "every row against the rows of its options", NULL},
        CLI_THREADS(a.threads),
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress", NULL},
        {"sample", 0, POPT_ARG_INT, &a.sample, 0, "rows to solve again (100)",
         "N"},
        {"seed", 0, POPT_ARG_LONGLONG, &a.seed, 0, "chooses the sample (1)",
         "N"},
        {"schema", 0, POPT_ARG_STRING, &a.schema, 0,
         "a published schema text to compare with", "PATH"},
        {"memory", 0, POPT_ARG_STRING, &a.limits.memory, 0,
         "most memory of a proof: 512M, 8G (three quarters of what there is)",
         "BYTES"},
        {"time-limit", 0, POPT_ARG_STRING, &a.limits.time, 0,
         "give a proof up after so long: 90s, 30m, 12h", "TIME"},
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    st = check_arguments(&a);
    if (st)
        return st;
    st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    a.known = &plugins.catalogue;
    st = verify(words[0], &a);
    plugins_close(&plugins);
    return st ? st : cli_flush();
}

const struct command command_verify = {
    .name = "verify",
    .summary = "is an archive what it claims to be",
    .run = verify_run,
};
