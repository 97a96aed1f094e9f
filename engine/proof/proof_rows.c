#include "engine/base/log.h"
#include "engine/proof/proof_inner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status proof_worker_init(struct proof *p, unsigned number)
{
    struct worker *w = &p->workers[number];
    enum status st = proof_reader_init(&w->reader, &p->facts);
    if (st)
        return st;
    w->row = malloc(p->plan->census->row_size);
    w->scratch = malloc(p->plan->census->row_size);
    w->block = malloc(JOB_ROWS * p->width + 1);
    for (size_t g = 0; g < p->plan->ngames; g++) {
        proof_oracle_init(&w->oracles[g], &w->reader, g, &p->domains[g], number,
                          &p->tables[g]);
        w->solvers[g] = (struct solver){.game = &p->plan->games[g],
                                        .domain = &p->domains[g],
                                        .worker = number,
                                        .answer = proof_oracle_value,
                                        .context = &w->oracles[g]};
    }
    return w->row && w->scratch && w->block
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "out of memory for a proof");
}

void proof_worker_release(struct worker *w, size_t ngames)
{
    for (size_t g = 0; g < ngames; g++)
        proof_oracle_release(&w->oracles[g]);
    proof_reader_release(&w->reader);
    free(w->row);
    free(w->scratch);
    free(w->block);
}

static uint64_t asked_by(const struct proof *p, const struct worker *w)
{
    uint64_t sum = 0;
    for (size_t g = 0; g < p->plan->ngames; g++)
        sum += w->oracles[g].counts.asked;
    return sum;
}

/* Makes row number `index` as the census does. *asked: for the value of some
 * position. */
static enum status make_row(struct proof *p, struct worker *w, uint64_t index,
                            struct cell *cell, bool *asked)
{
    const struct census *census = p->plan->census;
    struct cell_states states = {.n = 0};
    *cell = (struct cell){.index = index,
                          .point = &w->point,
                          .solvers = w->solvers,
                          .games = p->plan->games,
                          .shared = p->shared,
                          .census = census};
    const uint64_t before = asked_by(p, w);
    memset(w->row, 0, census->row_size);
    grid_walk(&p->plan->grid, w->after && w->after == index, index, &w->point);
    w->after = index + 1;
    for (size_t g = 0; g < p->plan->ngames; g++)
        w->oracles[g].row = index;
    if (p->losses) {
        states.n = proof_losses_states(p->losses, index, &w->point, w->values);
        states.values = w->values;
        cell->states = &states;
        w->states += states.n;
    }
    if (p->closure) {
        w->values[0] = proof_closure_value(p->closure, &w->point);
        states = (struct cell_states){w->values, 1};
        cell->states = &states;
        w->states++;
    }
    enum status st = STATUS_OK;
    if (p->heaps)
        st = proof_heaps_states(p->heaps, (unsigned)(w - p->workers), index,
                                w->values, &states.n, &w->marks);
    const bool by_heaps =
        states.n && p->heaps && !proof_heaps_left(p->heaps, index);
    if (by_heaps) {
        states.values = w->values;
        cell->states = &states;
        w->states += states.n;
    }
    if (!st)
        st = census->row(cell, w->row);
    *asked = cell->states || asked_by(p, w) > before;
    cell->states = NULL;
    return st;
}

/* The first column in which row i of a block of n is not the worker's row. */
static size_t differs(const struct proof *p, const struct worker *w, uint64_t i,
                      uint64_t n)
{
    const struct census *census = p->plan->census;
    const uint8_t *values = w->block;
    size_t c = 0;
    for (; c < census->ncolumns; c++) {
        const struct column *column = &census->columns[c];
        if (column->role != COLUMN_COST &&
            memcmp(values + i * column->width, (char *)w->row + column->offset,
                   column->width))
            break;
        values += n * column->width;
    }
    return c;
}

enum status proof_read_block(struct proof *p, struct worker *w, uint64_t first,
                             uint64_t n)
{
    uint8_t *values = w->block;
    enum status st = STATUS_OK;
    for (size_t c = 0; c < p->plan->census->ncolumns && !st; c++) {
        st = archive_read(p->archive, c, first, n, values);
        values += n * p->plan->census->columns[c].width;
    }
    return st;
}

static void note_wrong(struct proof *p, uint64_t row)
{
    uint64_t wrong = atomic_load(&p->wrong);
    while (row < wrong && !atomic_compare_exchange_weak(&p->wrong, &wrong, row))
        ;
}

/* Row first + i, the i-th of a block of n. */
enum status proof_check_row(struct proof *p, struct worker *w, uint64_t first,
                            uint64_t i, uint64_t n)
{
    const uint64_t index = first + i;
    struct cell cell;
    bool asked;
    enum status st = make_row(p, w, index, &cell, &asked);
    if (st)
        return st;
    w->silent += !asked;
    if (differs(p, w, i, n) < p->plan->census->ncolumns)
        note_wrong(p, index);
    else if (asked && index % (p->plan->grid.count / COVER_ROWS + 1) == 0)
        proof_cover_row(&p->cover, &cell, w->row, w->scratch, &w->columns);
    return STATUS_OK;
}

/* The text of a value that a column names, behind its name: " = *2". */
static void add_text(const struct proof *p, const struct column *column,
                     const char *name, char out[], size_t cap)
{
    const struct domain *d = &p->domains[0];
    const size_t used = strlen(out);
    char own[DOMAIN_NAME_MAX], text[48];
    if (!p->facts.named || column->type != COLUMN_TEXT ||
        strcmp(column->name, d->kind->column.name))
        return;
    for (size_t i = 0; i < p->facts.nvalues; i++) {
        if (p->facts.values[i] == DOMAIN_UNKNOWN)
            continue;
        d->kind->name_value(d->self, p->facts.values[i], own);
        if (memcmp(own, name, d->kind->column.width))
            continue;
        d->kind->print(d->self, p->facts.values[i], text, sizeof text);
        snprintf(out + used, cap - used, " = %s", text);
        return;
    }
}

/* Makes the first wrong row once more, to report what is wrong with it. */
enum status proof_report_wrong(struct proof *p)
{
    const uint64_t row = atomic_load(&p->wrong);
    const struct game *game = &p->plan->games[0];
    struct worker *w = &p->workers[0];
    struct cell cell;
    bool asked;
    struct position position;
    char text[256], found[120], made[120];
    enum status st = proof_read_block(p, w, row, 1);
    if (!st)
        st = make_row(p, w, row, &cell, &asked);
    if (!st)
        st = game_start(game, &w->point, &position);
    if (st)
        return st;
    const size_t c = differs(p, w, 0, 1);
    const uint8_t *value = w->block;
    for (size_t i = 0; i < c; i++)
        value += p->plan->census->columns[i].width;
    assert(c < p->plan->census->ncolumns);
    const struct column *column = &p->plan->census->columns[c];
    game->rules->print(game->self, position, text, sizeof text);
    struct column stored = *column;
    stored.offset = 0;
    column_text(&stored, value, found, sizeof found);
    column_text(column, w->row, made, sizeof made);
    add_text(p, column, (const char *)value, found, sizeof found);
    add_text(p, column, (const char *)w->row + column->offset, made,
             sizeof made);
    return log_error(STATUS_DISAGREE,
                     "%s: not proved: row %llu (%s): column %s is %s, but by "
                     "its options it is %s",
                     archive_path(p->archive), (unsigned long long)row, text,
                     column->name, found, made);
}
