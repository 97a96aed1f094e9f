#include "engine/run/method.h"

#include "engine/store/write/parts.h"

#include <stddef.h>

#define X(object) extern const struct method object;
#include "methods.inc"
#undef X

const struct method *const methods[] = {
#define X(object) &object,
#include "methods.inc"
#undef X
    NULL};

const struct method *method_choose(const struct plan *plan, bool memo,
                                   bool recursion)
{
    const struct method *best = NULL;
    for (size_t i = 0; methods[i]; i++) {
        const struct method *m = methods[i];
        if (m->segments != (grid_segments_of(&plan->grid) != NULL))
            continue;
        if (!m->segments &&
            (!m->fits(plan, memo) || (recursion && (m->layers || m->prepare))))
            continue;
        if (!best || m->rank > best->rank)
            best = m;
    }
    return best;
}

uint64_t method_rows_held(const struct method *method, unsigned threads,
                          uint64_t rows)
{
    const uint64_t most = (uint64_t)threads * STORE_CHUNK_ROWS;
    return method->chunks && rows > most ? most : rows;
}
