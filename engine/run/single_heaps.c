#include "engine/run/single_heaps.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 65536 };

struct single_heaps {
    const struct plan *plan;
    struct archive *archive;
    struct sequence *sequence;
    char *rows, *values;   /* of the window; of a column of it */
    uint64_t first, nrows; /* rows of the grid in the window */
};

bool single_heaps_fit(const struct plan *plan)
{
    struct grid_bounds bounds;
    plan->grid.kind->bounds(plan->grid.self, &bounds);
    return plan->ngames == 1 && !plan->census->beyond && bounds.parts == 1 &&
           !bounds.mixed && !grid_of_positions(&plan->grid) &&
           plan->domains[0]->is_mex &&
           (plan->census->free_only ||
            !(plan->games[0].traits & GAME_OBLIGES)) &&
           sequence_fits(&plan->games[0]);
}

uint32_t single_heaps_most(const struct plan *plan)
{
    struct grid_bounds bounds;
    plan->grid.kind->bounds(plan->grid.self, &bounds);
    return bounds.size;
}

uint32_t single_heaps_of(const struct point *point)
{
    return point->n ? point->size[0] : 0;
}

uint64_t single_heaps_value(const struct plan *plan, uint32_t value)
{
    return value == SEQUENCE_LOONY ? plan->domains[0]->loony : value;
}

uint32_t single_heaps_nimber(const struct plan *plan, uint64_t value)
{
    const uint64_t loony = plan->domains[0]->loony;
    return (loony && value == loony) || value >= SEQUENCE_LOONY
               ? SEQUENCE_LOONY
               : (uint32_t)value;
}

enum status single_heaps_open(const struct plan *plan, struct archive *archive,
                              struct single_heaps **out)
{
    struct single_heaps *s = calloc(1, sizeof *s);
    size_t width = 1;
    if (!s)
        return log_error(STATUS_NOMEM, "out of memory");
    for (size_t c = 0; c < plan->census->ncolumns; c++)
        if (plan->census->columns[c].width > width)
            width = plan->census->columns[c].width;
    s->plan = plan;
    s->archive = archive;
    s->rows = calloc(WINDOW, plan->census->row_size);
    s->values = malloc(WINDOW * width);
    enum status st =
        s->rows && s->values
            ? sequence_open(&plan->games[0], single_heaps_most(plan), NULL,
                            &s->sequence)
            : log_error(STATUS_NOMEM, "out of memory for rows");
    if (st)
        single_heaps_close(s);
    else
        *out = s;
    return st;
}

void single_heaps_close(struct single_heaps *s)
{
    if (s->sequence)
        sequence_close(s->sequence);
    free(s->rows);
    free(s->values);
    free(s);
}

/* The facts of the rows from `first` on that fact() reads. */
static enum status read_window(struct single_heaps *s, uint64_t first)
{
    const struct census *census = s->plan->census;
    const uint64_t left = s->plan->grid.count - first;
    enum status st = STATUS_OK;
    s->first = first;
    s->nrows = left < WINDOW ? left : WINDOW;
    for (size_t c = 0; c < census->ncolumns && !st; c++) {
        const struct column *column = &census->columns[c];
        if (column->role != COLUMN_FACT || column->type == COLUMN_TEXT)
            continue;
        st = archive_read(s->archive, c, first, s->nrows, s->values);
        for (uint64_t i = 0; i < s->nrows && !st; i++)
            memcpy(s->rows + i * census->row_size + column->offset,
                   s->values + i * column->width, column->width);
    }
    return st;
}

/* The next heap: as the archive has it, or solved if it has no row. */
static enum status learn(struct single_heaps *s)
{
    const struct plan *plan = s->plan;
    const uint32_t heap = sequence_known(s->sequence) + 1;
    const struct point point = {.n = 1, .size = {heap}, .kind = {PART_OWN}};
    uint64_t index, value;
    enum status st = STATUS_OK;
    if (!plan->grid.kind->rank(plan->grid.self, &point, &index))
        return sequence_extend(s->sequence, heap, NULL, NULL);
    if (index < s->first || index >= s->first + s->nrows)
        st = read_window(s, index);
    if (st)
        return st;
    const char *row = s->rows + (index - s->first) * plan->census->row_size;
    if (!plan->census->fact(row, 0, 0, &value))
        return sequence_extend(s->sequence, heap, NULL, NULL);
    st = sequence_put(s->sequence, single_heaps_nimber(plan, value));
    if (st != STATUS_FORMAT)
        return st;
    return log_error(STATUS_DISAGREE,
                     "%s: row %llu: solved again, it is another value",
                     archive_path(s->archive), (unsigned long long)index);
}

enum status single_heaps_solve(struct single_heaps *s,
                               const struct point *point, uint64_t *value)
{
    const uint32_t heap = single_heaps_of(point);
    enum status st = STATUS_OK;
    while (!st && sequence_known(s->sequence) + 1 < heap)
        st = learn(s);
    if (!st && sequence_known(s->sequence) < heap)
        st = sequence_extend(s->sequence, heap, NULL, NULL);
    if (!st)
        *value = single_heaps_value(s->plan, sequence_get(s->sequence, heap));
    return st;
}
