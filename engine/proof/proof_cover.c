#include "engine/proof/proof_cover.h"

#include <string.h>

enum status proof_cover_init(struct proof_cover *c, const struct plan *plan,
                             const struct domain domains[])
{
    enum status st = STATUS_OK;
    *c = (struct proof_cover){.plan = plan, .domains = domains};
    for (size_t g = 0; g < plan->ngames && !st; g++)
        for (size_t i = 0; i < PROOF_LIES && !st; i++)
            st = domains[g].kind->fold(domains[g].self, 0, c->lies[g], i,
                                       c->lies[g], i, &c->lies[g][i]);
    return st;
}

static enum status lie(void *context, struct position p, uint64_t *value)
{
    (void)p;
    *value = *(const uint64_t *)context;
    return STATUS_OK;
}

enum status proof_cover_row(const struct proof_cover *c,
                            const struct cell *cell, const void *row,
                            void *scratch, uint64_t *columns)
{
    const struct census *census = c->plan->census;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < PROOF_LIES && !st; i++) {
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
        st = census->row(&told, scratch);
        for (size_t k = 0; k < census->ncolumns && !st; k++) {
            const struct column *column = &census->columns[k];
            if (column->role == COLUMN_FACT &&
                memcmp((char *)scratch + column->offset,
                       (const char *)row + column->offset, column->width))
                *columns |= (uint64_t)1 << k;
        }
    }
    return st;
}
