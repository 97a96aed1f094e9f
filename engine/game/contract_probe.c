/* contract_probe.c - positions larger than those of a sample, for the functions
 * that check promises. */
#include "engine/game/contract.h"

/* Part i of a list is first + i * step. */
static const struct list {
    uint32_t first, step;
} lists[] = {
    {1, 0},    {2, 0},     {3, 0},       {7, 0},   {50, 0}, {255, 0},
    {1000, 0}, {65535, 0}, {1000000, 0}, {1, 1},   {1, 2},  {2, 5},
    {3, 17},   {1, 100},   {9, 1000},    {255, 1}, {50, 3}, {1000, 1},
};

static bool list_start(const struct game *g, const struct list *list,
                       uint32_t n, struct position *p)
{
    struct point point = {.n = n};
    for (uint32_t i = 0; i < n; i++) {
        point.size[i] = list->first + i * list->step;
        point.kind[i] = PART_OWN;
    }
    return !game_start(g, &point, p);
}

/* Calls check with lists of ever more parts, and the longest that is taken. */
static enum status probe_list(const struct game *g, const struct list *list,
                              enum status (*check)(const struct game *,
                                                   struct position p,
                                                   bool options, char broken[]),
                              char broken[])
{
    struct position p, longest;
    uint32_t taken = 0, refused = POINT_PARTS_MAX + 1, n = 1;
    enum status st = STATUS_OK;
    while (!st && n > taken && n < refused) {
        if (list_start(g, list, n, &p)) {
            st = check(g, p, !(n & (n - 1)), broken);
            longest = p;
            taken = n;
        } else {
            refused = n;
        }
        n = refused > POINT_PARTS_MAX && 2 * taken <= POINT_PARTS_MAX && taken
                ? 2 * taken
                : taken + (refused - taken) / 2;
    }
    if (taken > 1 && !st)
        st = check(g, longest, true, broken);
    return st;
}

enum status contract_probe(const struct game *g,
                           enum status (*check)(const struct game *,
                                                struct position p, bool options,
                                                char broken[]),
                           char broken[])
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && !st; i++)
        st = probe_list(g, &lists[i], check, broken);
    return st;
}
