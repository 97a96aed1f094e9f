#include "census/run/classes_archive.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 48, COLUMNS_MAX = 6 };

struct row {
    uint32_t heaps, counters;
    uint32_t class, representative, size;
    char position[TEXT_MAX];
};

static const struct column columns[COLUMNS_MAX] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "parts", "parts of the position"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "sizes of all parts added up"),
    COLUMN(struct row, class, COLUMN_FACT, "class",
           "number of the class, from 0, in the order of first positions"),
    COLUMN(struct row, representative, COLUMN_FACT, "row",
           "row, from 0, of the first position of the class"),
    COLUMN(struct row, size, COLUMN_FACT, "positions",
           "number of positions in the class"),
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the position in the ruleset's notation"),
};

struct pair {
    uint32_t class_a, class_b;
    uint64_t test;
    char test_text[TEXT_MAX];
};

static const struct column pair_columns[] = {
    COLUMN(struct pair, class_a, COLUMN_KEY, "class", "a class"),
    COLUMN(struct pair, class_b, COLUMN_KEY, "class", "a later class"),
    COLUMN(struct pair, test, COLUMN_FACT, "test",
           "the least test that separates them: a point of the tests, from 0"),
    COLUMN(struct pair, test_text, COLUMN_FACT, "",
           "that test in the ruleset's notation; empty if longer than 48 "
           "bytes"),
};

/* The longest notation of a position. */
static size_t longest(const struct classes_sums *s)
{
    size_t most = 1;
    for (uint64_t i = 0; i < s->positions.count; i++) {
        const size_t n = classes_sums_print(s, &s->positions, i, NULL, 0);
        most = n > most ? n : most;
    }
    return most;
}

/* A notation filled up with zeros, not ended by one; none if it is too long. */
static void put_text(const struct classes_sums *s, const struct grid *grid,
                     uint64_t index, char out[TEXT_MAX])
{
    char text[TEXT_MAX + 1];
    const size_t n = classes_sums_print(s, grid, index, text, sizeof text);
    memset(out, 0, TEXT_MAX);
    if (n <= TEXT_MAX)
        memcpy(out, text, n);
}

static void fill_row(const struct classes_sums *s, uint64_t index,
                     struct row *row)
{
    const struct classes *c = &s->classes;
    struct point point;
    grid_unrank(&s->positions, index, &point);
    row->heaps = point.n;
    for (uint32_t i = 0; i < point.n; i++)
        row->counters += point.size[i];
    row->class = c->class[index];
    row->representative = c->first[row->class];
    row->size = c->size[row->class];
    put_text(s, &s->positions, index, row->position);
}

static enum status write_part(const struct classes_sums *s, struct parts *parts,
                              uint64_t number, size_t ncolumns)
{
    const uint64_t size = parts_rows_per_part(parts), first = number * size;
    const uint64_t left = s->positions.count - first;
    const uint64_t n = left < size ? left : size;
    struct row *rows = calloc(n, sizeof *rows);
    struct part *part;
    if (!rows)
        return cli_no_memory();
    for (uint64_t i = 0; i < n; i++)
        fill_row(s, first + i, &rows[i]);
    enum status st = part_begin(parts, number, &part);
    if (!st) {
        for (size_t c = 0; c < ncolumns && !st; c++)
            for (uint64_t k = 0; k < part_chunks(part) && !st; k++)
                st = part_encode(part, c, k, rows);
        if (st)
            part_abort(part);
        else
            st = part_commit(part);
    }
    free(rows);
    return st;
}

static enum status put_pairs(const struct classes_sums *s, uint64_t npairs,
                             const uint64_t tests[], struct parts *parts)
{
    struct book book = {.columns = pair_columns,
                        .ncolumns =
                            sizeof pair_columns / sizeof pair_columns[0],
                        .row_size = sizeof(struct pair),
                        .n = npairs};
    struct pair *pairs = calloc(npairs + 1, sizeof *pairs);
    uint64_t a = 0, b = 1;
    if (!pairs)
        return cli_no_memory();
    for (uint64_t k = 0; k < npairs; k++) {
        pairs[k].class_a = (uint32_t)a;
        pairs[k].class_b = (uint32_t)b;
        pairs[k].test = tests[k];
        put_text(s, &s->tests, tests[k], pairs[k].test_text);
        classes_sums_next(&a, &b);
    }
    book.rows = pairs;
    enum status st = parts_set_book(parts, &book, NULL);
    book_release(&book);
    return st;
}

static enum status write_all(const struct classes_sums *s, uint64_t npairs,
                             const uint64_t tests[], size_t ncolumns,
                             const struct runner_options *options,
                             struct parts *parts)
{
    const struct run_report report = {.threads = s->report.threads,
                                      .seconds = s->report.seconds,
                                      .cpu_seconds = s->report.cpu_seconds,
                                      .evaluated = s->report.evaluated};
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < parts_count(parts) && !st; i++)
        st = write_part(s, parts, i, ncolumns);
    if (!st && npairs)
        st = put_pairs(s, npairs, tests, parts);
    return st ? st : runner_archive(parts, options, &report, s->report.started);
}

/* Other tests give other classes, so the tests are part of `ask`. */
enum status classes_archive(const struct classes_sums *s, uint64_t npairs,
                            const uint64_t tests[],
                            const struct runner_options *options)
{
    char ask[PARAM_SPEC_MAX + 64];
    struct column kept[COLUMNS_MAX];
    struct parts *parts;
    const size_t width = longest(s);
    memcpy(kept, columns, sizeof kept);
    kept[COLUMNS_MAX - 1].width = width <= TEXT_MAX ? width : TEXT_MAX;
    snprintf(ask, sizeof ask, "%s over %s", s->domain.kind->name,
             s->tests.spec);
    const struct run_identity identity = {
        .census = "classes",
        .version = 1,
        .title = "positions that no test tells apart",
        .rules = s->game.spec,
        .ask = ask,
        .grid = s->positions.spec,
        .rows = s->positions.count,
        .columns = kept,
        .ncolumns = width <= TEXT_MAX ? COLUMNS_MAX : COLUMNS_MAX - 1,
        .row_size = sizeof(struct row)};
    enum status st = runner_open(&identity, options, &parts);
    if (st)
        return st;
    st = write_all(s, npairs, tests, identity.ncolumns, options, parts);
    return runner_close(parts, st, options);
}
