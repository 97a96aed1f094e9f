#include "engine/proof/segment_check.h"

#include "engine/base/log.h"
#include "engine/run/run.h"
#include "engine/segments/segment.h"

#include <stdlib.h>
#include <string.h>

struct checker {
    struct archive *archive; /* one of its own */
    struct segment_solver *solver;
    struct segment_row *row, *found, *before; /* before: for the solver */
    const struct checking *checking;
};

struct checking {
    struct archive *archive;
    const struct plan *plan;
    const struct segment_check *options;
    const uint64_t *at;
    uint32_t *largest; /* value of all heaps to the end of each segment */
    struct checker *checkers;
};

static enum status read_row(struct checker *c, uint64_t index,
                            struct segment_row *row)
{
    const struct census *census = c->checking->plan->census;
    enum status st = STATUS_OK;
    memset(row, 0, census->row_size);
    for (size_t i = 0; i < census->ncolumns && !st; i++)
        st = archive_read(c->archive, i, index, 1,
                          (char *)row + census->columns[i].offset);
    return st;
}

static enum status read_before(void *context, uint64_t index,
                               const struct segment_row **row,
                               uint32_t *largest)
{
    struct checker *c = context;
    *row = c->before;
    *largest = c->checking->largest[index];
    return read_row(c, index, c->before);
}

static enum status open_checker(const struct checking *k, struct checker *c)
{
    const size_t size = k->plan->census->row_size;
    if (c->solver)
        return STATUS_OK;
    c->checking = k;
    c->row = malloc(size);
    c->found = malloc(size);
    c->before = malloc(size);
    if (!c->row || !c->found || !c->before)
        return log_error(STATUS_NOMEM, "out of memory for segments");
    enum status st = archive_open_again(k->archive, &c->archive);
    return st ? st
              : segment_open(&k->plan->games[0],
                             grid_segments_of(&k->plan->grid), true,
                             k->options->stop, k->options->context, &c->solver);
}

static void close_checker(struct checker *c)
{
    if (c->solver)
        segment_close(c->solver);
    if (c->archive)
        archive_close(c->archive);
    free(c->row);
    free(c->found);
    free(c->before);
}

static enum status compare(const struct checker *c, uint64_t index)
{
    const struct census *census = c->checking->plan->census;
    for (size_t i = 0; i < census->ncolumns; i++) {
        const struct column *column = &census->columns[i];
        if (memcmp((const char *)c->row + column->offset,
                   (const char *)c->found + column->offset, column->width))
            return log_error(STATUS_DISAGREE,
                             "%s: row %llu, column %s: found again from the "
                             "window before, it is another value",
                             archive_path(c->archive),
                             (unsigned long long)index, column->name);
    }
    return STATUS_OK;
}

static enum status check_one(void *context, unsigned worker, uint64_t job)
{
    const struct checking *k = context;
    struct checker *c = &k->checkers[worker];
    const uint64_t index = k->at[job];
    enum status st = open_checker(k, c);
    if (!st)
        st = read_row(c, index, c->row);
    memset(c->found, 0, k->plan->census->row_size);
    if (!st)
        st = segment_solve(c->solver, read_before, c, index, c->found);
    return st ? st : compare(c, index);
}

/* Column by column the same as in the row of a segment. */
static enum status read_largest(const struct checking *k)
{
    size_t column;
    const uint64_t rows = archive_rows(k->archive);
    enum status st = archive_require(k->archive, "largest", &column);
    if (!st)
        st = archive_read(k->archive, column, 0, rows, k->largest);
    for (uint64_t i = 1; i < rows && !st; i++)
        if (k->largest[i] < k->largest[i - 1])
            k->largest[i] = k->largest[i - 1];
    return st;
}

enum status segment_check(struct archive *archive, const struct plan *plan,
                          const uint64_t at[], size_t n,
                          const struct segment_check *options)
{
    const unsigned threads = run_threads(options->threads);
    struct checking k = {archive,
                         plan,
                         options,
                         at,
                         calloc(archive_rows(archive) + 1, sizeof(uint32_t)),
                         calloc(threads, sizeof(struct checker))};
    enum status st =
        k.largest && k.checkers
            ? read_largest(&k)
            : log_error(STATUS_NOMEM, "out of memory for segments");
    if (!st)
        st = run_parallel(threads, n, check_one, &k);
    for (unsigned i = 0; k.checkers && i < threads; i++)
        close_checker(&k.checkers[i]);
    free(k.checkers);
    free(k.largest);
    return st;
}
