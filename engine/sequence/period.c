#include "engine/sequence/period.h"

/* The first n from which on v(n + p) = v(n), as far as is known. */
static uint32_t first_equal(const struct sequence *s, uint32_t p)
{
    uint32_t n = sequence_known(s) - p + 1;
    while (n > 0 && sequence_get(s, n - 1) == sequence_get(s, n - 1 + p))
        n--;
    return n;
}

bool period_find(const struct sequence *s, const struct game *game,
                 struct period *out)
{
    struct heap_code code;
    const uint64_t known = sequence_known(s);
    const struct heap_slots *heap = game->rules->heap;
    if (!heap || !heap->code || !heap->code(game->self, &code) || code.rest ||
        game->traits & GAME_OBLIGES)
        return false;
    out->taken = code.n - 1;
    while (out->taken && !code.digit[out->taken])
        out->taken--;
    for (uint32_t p = 1; p <= known / 2; p++) {
        const uint64_t n0 = first_equal(s, p);
        if (2 * n0 + 2 * (uint64_t)p + out->taken > known + 1)
            continue;
        out->period = p;
        out->preperiod = (uint32_t)n0;
        return true;
    }
    return false;
}
