#include "rules/end_rows.h"

#include <assert.h>
#include <string.h>

const struct param end_rows_params[END_ROWS_PARAMS] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 12,
     .def = "6",
     .help = "most heaps in a row"},
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 9,
     .def = "4",
     .help = "largest heap"},
};

bool end_rows_fit(const struct game *game)
{
    return !strcmp(game->spec, "end-nim:players=partizan,beside=0,play=normal");
}

bool end_rows_point(const struct point *p)
{
    uint64_t counters = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->kind[i] != PART_OWN || !p->size[i])
            return false;
        counters += p->size[i];
    }
    return counters <= END_ROWS_MAX;
}

bool end_rows_palindrome(const uint32_t heaps[], uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++)
        if (heaps[i] != heaps[n - 1 - i])
            return false;
    return true;
}

static enum outcome larger(uint32_t left, uint32_t right)
{
    return left > right ? OUTCOME_L : left < right ? OUTCOME_R : OUTCOME_P;
}

enum outcome end_rows_guess(const uint32_t heaps[], uint32_t n)
{
    assert(n >= 2);
    return larger(heaps[0], heaps[n - 1]);
}

/* X of a row with the heap m put to its right end, from X and Y of the row;
 * Y of a row with the heap put to its left end, from Y and X. */
static uint32_t step(uint32_t own, uint32_t other, uint32_t m)
{
    return m < other ? 1 : own + m - other + 1;
}

/* X and Y of the whole row: of all its intervals, the shorter ones first. */
static void thresholds(const uint32_t heaps[], uint32_t n, uint32_t *x,
                       uint32_t *y)
{
    uint32_t xs[END_ROWS_MAX + 1] = {0}, ys[END_ROWS_MAX + 1] = {0};
    assert(n <= END_ROWS_MAX);
    for (uint32_t length = 1; length <= n; length++)
        for (uint32_t i = 0; i + length <= n; i++) {
            /* xs[i], ys[i]: of the interval from i, one shorter so far. */
            uint32_t wider = step(xs[i], ys[i], heaps[i + length - 1]);
            ys[i] = step(ys[i + 1], xs[i + 1], heaps[i]);
            xs[i] = wider;
        }
    *x = xs[0];
    *y = ys[0];
}

enum outcome end_rows_threshold(const uint32_t heaps[], uint32_t n)
{
    uint32_t x, y;
    if (n < 2)
        return n ? OUTCOME_N : OUTCOME_P;
    thresholds(heaps + 1, n - 2, &x, &y);
    const uint32_t left = heaps[0], right = heaps[n - 1];
    if (left >= x && right >= y)
        return larger(left - x, right - y);
    return left >= x ? OUTCOME_L : right >= y ? OUTCOME_R : OUTCOME_N;
}

uint32_t end_rows_nimber(const uint32_t heaps[], uint32_t n)
{
    uint32_t x, y;
    if (n % 2 == 0)
        return 0;
    for (; n > 1; heaps++, n -= 2) {
        thresholds(heaps + 1, n - 2, &x, &y);
        if (heaps[0] >= x)
            return 0;
        if (heaps[0] == x - 1)
            return 1;
    }
    return heaps[0];
}
