#include "engine/proof/proof_cover.h"

#include <string.h>

/* Which lies are the options of each, for Left and Right. */
static const struct {
    size_t from[2], n[2];
} options[PROOF_LIES] = {
    {{0, 0}, {0, 0}}, {{0, 0}, {1, 1}}, {{0, 0}, {2, 2}},
    {{0, 0}, {1, 0}}, {{0, 3}, {1, 1}},
};

enum status proof_cover_init(struct proof_cover *c, const struct plan *plan,
                             const struct domain domains[])
{
    enum status st = STATUS_OK;
    *c = (struct proof_cover){.plan = plan, .domains = domains};
    for (size_t g = 0; g < plan->ngames && !st; g++)
        for (size_t i = 0; i < PROOF_LIES && !st; i++)
            st = domains[g].kind->fold(
                domains[g].self, 0, c->lies[g] + options[i].from[LEFT],
                options[i].n[LEFT], c->lies[g] + options[i].from[RIGHT],
                options[i].n[RIGHT], &c->lies[g][i]);
    return st;
}

static enum status lie(void *context, struct position p, uint64_t *value)
{
    (void)p;
    *value = *(const uint64_t *)context;
    return STATUS_OK;
}

void proof_cover_row(const struct proof_cover *c, const struct cell *cell,
                     const void *row, void *scratch, uint64_t *columns)
{
    const struct census *census = c->plan->census;
    for (size_t i = 0; i < PROOF_LIES; i++) {
        struct solver solvers[CENSUS_GAMES_MAX];
        struct cell told = *cell;
        told.solvers = solvers;
        told.states = NULL;
        for (size_t g = 0; g < c->plan->ngames; g++) {
            solvers[g] = cell->solvers[g];
            solvers[g].answer = lie;
            solvers[g].context = (void *)&c->lies[g][i];
        }
        memset(scratch, 0, census->row_size);
        /* Not every row can be made of values that its games do not have. */
        if (census->row(&told, scratch))
            continue;
        for (size_t k = 0; k < census->ncolumns; k++) {
            const struct column *column = &census->columns[k];
            if (column->role == COLUMN_FACT &&
                memcmp((char *)scratch + column->offset,
                       (const char *)row + column->offset, column->width))
                *columns |= (uint64_t)1 << k;
        }
    }
}
