#include "census/named/shared/archive_sums.h"

#include "census/named/shared/claims.h"
#include "engine/base/log.h"
#include "engine/grid/grid.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>

static bool wanted(const struct point *p, unsigned parts, unsigned largest)
{
    bool fits = !parts || p->n <= parts;
    for (uint32_t i = 0; i < p->n; i++)
        fits = fits && (!largest || p->size[i] <= largest);
    return fits && p->n > 0;
}

static enum status take(struct archive_sums *e, const char *path,
                        const struct point *p, int64_t outcome)
{
    struct assign_sum *sum = &e->sums[e->n++];
    *sum = (struct assign_sum){.parts = (uint8_t)p->n,
                               .lost = outcome == OUTCOME_P};
    if (outcome != OUTCOME_N && outcome != OUTCOME_P)
        return log_error(STATUS_USAGE,
                         "%s: only N and P can be explained by "
                         "nimbers",
                         path);
    if (p->n > ASSIGN_PARTS_MAX)
        return log_error(STATUS_RANGE, "%s: sums of more than %d heaps", path,
                         ASSIGN_PARTS_MAX);
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->kind[i] != PART_OWN || p->size[i] == 0 ||
            p->size[i] > ASSIGN_HEAPS_MAX)
            return log_error(STATUS_RANGE,
                             "%s: only heaps of one kind, of 1 to %d counters",
                             path, ASSIGN_HEAPS_MAX);
        sum->heap[i] = (uint8_t)p->size[i];
        e->heaps = p->size[i] > e->heaps ? p->size[i] : e->heaps;
    }
    return STATUS_OK;
}

static enum status read_sums(struct archive *a, const struct grid *grid,
                             const int64_t outcomes[], unsigned parts,
                             unsigned largest, struct archive_sums *e)
{
    enum status st = STATUS_OK;
    struct point point;
    e->sums = calloc(grid->count + 1, sizeof *e->sums);
    if (!e->sums)
        return log_error(STATUS_NOMEM, "out of memory");
    for (uint64_t i = 0; i < grid->count && !st; i++) {
        grid_walk(grid, i > 0, i, &point);
        if (wanted(&point, parts, largest))
            st = take(e, archive_path(a), &point, outcomes[i]);
    }
    if (st)
        archive_sums_release(e);
    return st;
}

/* The game itself may be unknown here. */
static enum status open_grid(struct archive *a, uint64_t rows,
                             struct grid *grid)
{
    char spec[PARAM_SPEC_MAX];
    enum status st = archive_attribute(a, "grid", spec, sizeof spec);
    if (!st)
        st = grid_open(grid_kinds, spec, NULL, grid);
    if (!st && grid->count != rows) {
        st = log_error(STATUS_FORMAT,
                       "%s: %llu rows, but the grid %s has %llu points",
                       archive_path(a), (unsigned long long)rows, spec,
                       (unsigned long long)grid->count);
        grid_close(grid);
    }
    return st;
}

enum status archive_sums_read(struct archive *a, const char *column,
                              unsigned parts, unsigned largest,
                              struct archive_sums *e)
{
    int64_t *outcomes;
    uint64_t n;
    struct grid grid;
    *e = (struct archive_sums){0};
    enum status st = claims_column(a, column, &outcomes, &n);
    if (st)
        return st;
    st = open_grid(a, n, &grid);
    if (!st) {
        st = read_sums(a, &grid, outcomes, parts, largest, e);
        grid_close(&grid);
    }
    claims_free(outcomes);
    return st;
}

void archive_sums_release(struct archive_sums *e)
{
    free(e->sums);
    e->sums = NULL;
}

void archive_sums_print(const struct assign_sum *sum, char out[], size_t cap)
{
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; i < sum->parts && used < cap; i++)
        used += (size_t)snprintf(out + used, cap - used, "%s%u", i ? "+" : "",
                                 sum->heap[i]);
}
