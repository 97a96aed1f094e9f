#include "engine/retrograde/numbering.h"

#include "engine/base/log.h"
#include "engine/game/point.h"
#include "engine/grid/choose.h"

#include <stdlib.h>

/* The table has at most 32 MB. */
static const uint64_t count_max = 1ull << 40, table_max = 1ull << 22;

static void fill_table(struct numbering *m)
{
    for (uint32_t x = 0; x <= m->weight; x++)
        for (uint32_t d = 0; d <= m->size; d++) {
            const uint32_t w = numbering_weight(m, d);
            uint64_t ways = !m->by_total || x == 0;
            if (d) {
                ways = numbering_ways(m, x, d - 1);
                if (x >= w)
                    ways = choose_plus(ways, numbering_ways(m, x - w, d));
            }
            m->table[(size_t)x * (m->size + 1) + d] = ways;
        }
}

static void fill_offsets(struct numbering *m)
{
    for (uint32_t x = 0; x <= m->weight; x++)
        m->offset[x + 1] =
            m->by_total
                ? choose_plus(m->offset[x], numbering_ways(m, x, m->size))
                : 0;
    if (!m->by_total)
        m->offset[m->weight + 1] = numbering_ways(m, m->weight, m->size);
    m->count = m->offset[m->weight + 1];
}

enum status numbering_open(bool by_total, uint64_t parts, uint64_t size,
                           uint64_t total, struct numbering *m)
{
    const uint64_t weight = by_total ? total : parts;
    *m = (struct numbering){.by_total = by_total};
    if (size > table_max || weight > table_max ||
        (weight + 1) * (size + 1) > table_max || total > UINT32_MAX)
        return STATUS_RANGE;
    m->size = (uint32_t)size;
    m->total = (uint32_t)total;
    m->parts = (uint32_t)(by_total ? total : parts);
    m->weight = (uint32_t)weight;
    m->table = calloc((weight + 1) * (size + 1), sizeof *m->table);
    m->offset = calloc(weight + 2, sizeof *m->offset);
    if (!m->table || !m->offset) {
        numbering_close(m);
        return log_error(STATUS_NOMEM, "out of memory for numbers of heaps");
    }
    fill_table(m);
    fill_offsets(m);
    if (m->count < count_max)
        return STATUS_OK;
    numbering_close(m);
    return STATUS_RANGE;
}

void numbering_close(struct numbering *m)
{
    free(m->table);
    free(m->offset);
    *m = (struct numbering){.count = 0};
}

uint32_t numbering_sizes(const struct numbering *m)
{
    uint32_t k = 0;
    while (k < m->parts && k < m->size &&
           (k + 1) * (uint64_t)(k + 2) / 2 <= m->total)
        k++;
    return k;
}

/* The multisets that hold a size are those with one heap less of it. */
uint64_t numbering_pairs(const struct numbering *m)
{
    uint64_t pairs = 0;
    if (!m->by_total)
        return m->parts ? m->size * numbering_ways(m, m->parts - 1, m->size)
                        : 0;
    for (uint32_t d = 1; d <= m->size && d <= m->total; d++)
        pairs += m->offset[m->total - d + 1];
    return pairs;
}

bool numbering_holds(const struct numbering *m, const struct point_run run[],
                     uint32_t runs)
{
    uint64_t total = 0, parts = 0;
    for (uint32_t i = 0; i < runs; i++) {
        total += (uint64_t)run[i].size * run[i].count;
        parts += run[i].count;
    }
    return total <= m->total && parts <= m->parts &&
           (runs == 0 || run[runs - 1].size <= m->size);
}

uint64_t numbering_rank(const struct numbering *m, const struct point_run run[],
                        uint32_t runs)
{
    uint64_t rank = 0;
    uint32_t x = 0;
    if (!m->by_total) {
        x = m->parts;
        for (uint32_t i = 0; i < runs; i++)
            x -= run[i].count;
    }
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t d = run[i].size;
        const uint32_t y = x + run[i].count * numbering_weight(m, d);
        rank += numbering_ways(m, y, d) - numbering_ways(m, x, d);
        x = y;
    }
    return rank + m->offset[x];
}
