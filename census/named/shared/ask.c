#include "census/named/shared/ask.h"

#include "engine/base/log.h"
#include "rules/kinds.h"

#include <stdlib.h>
#include <string.h>

enum status ask_start(const struct cell *cell, size_t g, struct position *p)
{
    const struct game *game = &cell->games[g];
    return game_start(game, cell->point, p);
}

enum status ask_position(const struct cell *cell, size_t g, char out[],
                         size_t width)
{
    const struct game *game = &cell->games[g];
    char text[256];
    struct position p;
    enum status st = ask_start(cell, g, &p);
    if (st)
        return st;
    game->rules->print(game->self, p, text, sizeof text);
    memset(out, 0, width);
    memcpy(out, text, strnlen(text, width));
    return STATUS_OK;
}

enum status ask_outcome(const struct cell *cell, size_t g, uint8_t *outcome)
{
    const struct domain *domain = cell->solvers[g].domain;
    uint64_t value;
    enum status st = cell_value(cell, g, &value);
    if (!st)
        *outcome = (uint8_t)domain->kind->outcome(domain->self, value);
    return st;
}

enum status ask_options(const struct cell *cell, size_t g, struct position p,
                        enum mover mover, uint64_t *n)
{
    const struct game *game = &cell->games[g];
    struct position *options =
        calloc(game->rules->options_max(game->self, p) + 1, sizeof *options);
    if (!options)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    *n = game->rules->options(game->self, p, mover, options);
    free(options);
    return STATUS_OK;
}

enum status ask_value(const struct cell *cell, size_t g, uint64_t *value)
{
    return cell_value(cell, g, value);
}

enum status ask_heap(const struct cell *cell, size_t g, uint32_t size,
                     uint64_t *value)
{
    const struct game *game = &cell->games[g];
    const struct point heap = {.n = 1, .size = {size}, .kind = {PART_OWN}};
    struct position p;
    enum status st = game_start(game, &heap, &p);
    return st ? st : solve_value(&cell->solvers[g], p, value);
}

enum status ask_pair(const struct cell *cell, size_t g, uint32_t size,
                     uint8_t *value)
{
    const struct game *game = &cell->games[g];
    struct point pair = {.n = 2, .size = {size}, .kind = {PART_OWN, PART_NIM}};
    for (uint32_t k = 0; k <= PAIR_NIM_MAX; k++) {
        struct position p;
        enum outcome outcome = OUTCOME_UNSET;
        pair.size[1] = k;
        enum status st = game_start(game, &pair, &p);
        if (!st)
            st = solve_outcome(&cell->solvers[g], p, &outcome);
        *value = (uint8_t)k;
        if (st || outcome == OUTCOME_P)
            return st;
    }
    *value = PAIR_LOONY;
    return STATUS_OK;
}

enum status ask_pair_sum(const struct cell *cell, size_t g, uint8_t *outcome)
{
    const struct point *p = cell->point;
    uint32_t sum = 0;
    bool loony = false;
    for (uint32_t i = 0; i < p->n; i++) {
        uint8_t value = (uint8_t)p->size[i];
        enum status st = STATUS_OK;
        if (p->kind[i] == PART_OWN)
            st = ask_pair(cell, g, p->size[i], &value);
        if (st)
            return st;
        loony = loony || value == PAIR_LOONY;
        sum ^= value;
    }
    *outcome = sum || loony ? OUTCOME_N : OUTCOME_P;
    return STATUS_OK;
}

static void count_winning(void *context, struct position p)
{
    struct ask_winning *w = context;
    w->moves++;
    if (game_obliged(w->game, p))
        w->obliging++;
}

enum status ask_winning(const struct cell *cell, size_t g,
                        struct ask_winning *w)
{
    struct position p;
    *w = (struct ask_winning){.game = &cell->games[g]};
    enum status st = ask_start(cell, g, &p);
    return st ? st
              : solve_winning(&cell->solvers[g], p, LEFT, count_winning, w);
}
