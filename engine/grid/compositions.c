#include "engine/grid/compositions.h"

#include "engine/base/log.h"
#include "engine/grid/choose.h"

#include <stdlib.h>

static uint32_t most(const struct compositions *c)
{
    return c->parts * c->hi;
}

static uint64_t *cell(const struct compositions *c, uint32_t n, uint32_t total)
{
    return &c->count[(size_t)n * (most(c) + 1) + total];
}

enum status compositions_open(struct compositions *c, uint32_t parts,
                              uint32_t lo, uint32_t hi)
{
    *c = (struct compositions){lo, hi, parts, NULL};
    c->count = calloc((size_t)(parts + 1) * (most(c) + 1), sizeof *c->count);
    if (!c->count)
        return log_error(STATUS_NOMEM, "grid: out of memory");
    *cell(c, 0, 0) = 1;
    for (uint32_t n = 1; n <= parts; n++)
        for (uint32_t total = n * lo; total <= n * hi; total++)
            for (uint32_t size = lo; size <= hi && size <= total; size++) {
                uint64_t *count = cell(c, n, total);
                *count = choose_plus(*count, *cell(c, n - 1, total - size));
            }
    return STATUS_OK;
}

void compositions_close(struct compositions *c)
{
    free(c->count);
    c->count = NULL;
}

uint64_t compositions_count(const struct compositions *c, uint32_t n,
                            uint32_t total)
{
    return n <= c->parts && total <= most(c) ? *cell(c, n, total) : 0;
}

uint64_t compositions_rank(const struct compositions *c, uint32_t n,
                           const uint32_t sizes[])
{
    uint32_t total = 0;
    uint64_t rank = 0;
    for (uint32_t i = 0; i < n; i++)
        total += sizes[i];
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t size = c->lo; size < sizes[i] && size <= total; size++)
            rank += *cell(c, n - 1 - i, total - size);
        total -= sizes[i];
    }
    return rank;
}

void compositions_unrank(const struct compositions *c, uint32_t n,
                         uint32_t total, uint64_t rank, uint32_t sizes[])
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t size = c->lo;
        uint64_t with;
        while (rank >= (with = *cell(c, n - 1 - i, total - size))) {
            rank -= with;
            size++;
        }
        sizes[i] = size;
        total -= size;
    }
}

bool compositions_next(const struct compositions *c, uint32_t n,
                       uint32_t sizes[])
{
    /* The rightmost part that can take one counter from the parts after it. */
    uint32_t behind = 0, i = n;
    while (i > 0) {
        i--;
        uint32_t after = n - 1 - i;
        if (sizes[i] < c->hi && after > 0 && behind > after * c->lo)
            break;
        if (i == 0)
            return false;
        behind += sizes[i];
    }
    if (n == 0)
        return false;
    sizes[i]++;
    behind--;
    for (uint32_t j = n - 1; j > i; j--) {
        uint32_t spare = behind - (j - i) * c->lo;
        uint32_t extra = c->hi - c->lo < spare ? c->hi - c->lo : spare;
        sizes[j] = c->lo + extra;
        behind -= sizes[j];
    }
    return true;
}
