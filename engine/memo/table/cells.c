#include "engine/memo/table/cells.h"

#include "engine/base/log.h"
#include "engine/memo/table/value.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Changes nothing if there is no memory. */
static enum status allocate(struct cells *c, size_t cells)
{
    unsigned char *cell = calloc(cells, c->key_bytes + c->value_bytes);
    if (!cell)
        return log_error(STATUS_NOMEM, "memo: no memory for %zu cells", cells);
    c->cell = cell;
    c->mask = cells - 1;
    c->used = 0;
    return STATUS_OK;
}

static unsigned key_bytes(const struct memo_spec *spec)
{
    return spec->key_bits <= 64 ? 8 : 16;
}

static size_t cells_for(uint64_t expect)
{
    size_t cells = 16;
    while (cells - cells / 4 <= expect)
        cells *= 2;
    return cells;
}

enum status cells_init(struct cells *c, const struct memo_spec *spec,
                       uint64_t expect)
{
    c->key_bytes = key_bytes(spec);
    c->value_bytes = spec->value_bytes;
    return allocate(c, cells_for(expect));
}

/* The most entries that fit in `cells` cells. */
static size_t room(size_t cells)
{
    return cells - 1 - (cells - 1) / 4;
}

/* The number of keys that fall to one table is binomial, for many keys nearly
 * normal. A table that got more than fit has doubled, which added as many cells
 * as it had. */
uint64_t cells_bytes_after(const struct memo_spec *spec, unsigned tables,
                           uint64_t entries)
{
    const double mean = (double)entries / tables;
    const double spread = sqrt(2 * mean * (1 - 1.0 / tables)) + 1e-9;
    size_t cells = cells_for(spec->expect / tables);
    double sum = (double)cells;
    for (; (double)room(cells) < mean + 8 * spread; cells *= 2)
        sum += (double)cells *
               erfc(((double)room(cells) + 0.5 - mean) / spread) / 2;
    return (uint64_t)(sum * tables) * (key_bytes(spec) + spec->value_bytes);
}

void cells_release(struct cells *c)
{
    free(c->cell);
}

static unsigned char *cell_at(const struct cells *c, size_t i)
{
    return c->cell + i * (c->key_bytes + c->value_bytes);
}

static uint64_t cell_value(const struct cells *c, const unsigned char *cell)
{
    return value_load(cell + c->key_bytes, c->value_bytes);
}

/* The cell of the key, or the empty one where it belongs. */
static unsigned char *cell_of(const struct cells *c, struct position key,
                              uint64_t hash)
{
    for (size_t i = hash & c->mask;; i = (i + 1) & c->mask) {
        unsigned char *cell = cell_at(c, i);
        if (!cell_value(c, cell) || !memcmp(cell, &key, c->key_bytes))
            return cell;
    }
}

static void fill(struct cells *c, unsigned char *cell, struct position key,
                 uint64_t stored)
{
    memcpy(cell, &key, c->key_bytes);
    value_store(cell + c->key_bytes, c->value_bytes, stored);
    c->used++;
}

uint64_t cells_get(const struct cells *c, struct position key, uint64_t hash)
{
    /* 0, an empty cell, becomes MEMO_MISS. */
    return cell_value(c, cell_of(c, key, hash)) - 1;
}

void cells_each(const struct cells *c, memo_visit *visit, void *context)
{
    for (size_t i = 0; i <= c->mask; i++) {
        const unsigned char *cell = cell_at(c, i);
        struct position key = {0, 0};
        memcpy(&key, cell, c->key_bytes);
        if (cell_value(c, cell))
            visit(context, key, cell_value(c, cell) - 1);
    }
}

static void move(void *context, struct position key, uint64_t value)
{
    struct cells *c = context;
    fill(c, cell_of(c, key, position_hash(key)), key, value + 1);
}

static enum status grow(struct cells *c)
{
    struct cells old = *c;
    enum status st = allocate(c, 2 * (old.mask + 1));
    if (st)
        return st;
    cells_each(&old, move, c);
    cells_release(&old);
    return STATUS_OK;
}

enum status cells_put(struct cells *c, struct position key, uint64_t hash,
                      uint64_t value)
{
    unsigned char *cell = cell_of(c, key, hash);
    assert(value < UINT64_MAX >> (64 - 8 * c->value_bytes));
    if (cell_value(c, cell)) {
        assert(cell_value(c, cell) == value + 1);
        return STATUS_OK;
    }
    if (c->used >= room(c->mask + 1)) {
        enum status st = grow(c);
        if (st)
            return st;
        cell = cell_of(c, key, hash);
    }
    fill(c, cell, key, value + 1);
    return STATUS_OK;
}
