/* dense_lines.c - where the lines of dense.h are: in memory, or in a file. */
#include "engine/retrograde/dense_inner.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* About so many bits make a block: 16 KB. Of the windows of Nim to 90 counters,
 * 90 of them, blocks at their ends that belong to the next one, too, are 0.7
 * of 3.2 MB. */
enum { BLOCK_BITS = 1 << 17 };
/* A window is no larger than this part of all lines and than so many bytes,
 * unless the positions with one largest heap need it. */
enum { SHARE = 16 };
static const uint64_t window_bytes = 8 << 20;

static unsigned line_bits(const struct dense *d)
{
    return d->fold.is_outcome ? 1 : (unsigned)d->fold.most + 1;
}

/* Numbers of the table for n lines, and the bits of one. */
static unsigned number_bits(const struct dense *d)
{
    return d->lines.words > 1 ? 64 : line_bits(d);
}

/* In a box a line's heaps are one fewer than a position's; else it has a
 * counter less. */
static uint64_t count_lines(const struct dense *d)
{
    const struct numbering *m = &d->m;
    if (!d->moves.takes)
        return 0;
    return m->by_total
               ? m->offset[m->total]
               : numbering_ways(m, m->parts ? m->parts - 1 : 0, m->size);
}

void dense_lines_prepare(struct dense *d)
{
    struct dense_lines *l = &d->lines;
    unsigned bits = 1;
    l->words = (size_t)(d->fold.most / 64 + 1);
    l->count = count_lines(d);
    l->step = 1;
    l->plane = l->count;
    l->file.file = -1;
    while (bits < number_bits(d))
        bits *= 2;
    l->per_block = BLOCK_BITS / (bits * l->words) / 64 * 64;
    l->per_block = l->per_block ? l->per_block : 64;
}

bool dense_lines_spill(const struct dense *d)
{
    return d->ascends && d->moves.takes && !d->moves.splits;
}

uint64_t dense_lines_bytes(const struct dense *d, uint64_t n)
{
    if (!d->moves.takes)
        return 0;
    n = n < d->lines.count ? n : d->lines.count;
    return bit_table_bytes(n * d->lines.words, number_bits(d));
}

static size_t block_bytes(const struct dense *d)
{
    const uint64_t numbers = d->lines.per_block * d->lines.words;
    /* Without the word at the end of a table. */
    return bit_table_bytes(numbers, number_bits(d)) - sizeof(uint64_t);
}

/* The lines of the positions of total t with a largest heap from..to, less a
 * heap of h; among those of their total. */
static void range_of(const struct dense *d, uint32_t t, uint32_t h,
                     uint32_t from, uint32_t to, uint64_t *lo, uint64_t *hi)
{
    const uint32_t s = t - h;
    *lo = h >= from ? 0 : numbering_ways(&d->m, s, from - 1);
    *hi = s < d->m.total ? numbering_ways(&d->m, s, to) : *lo;
}

/* The same in blocks, *first among those of their total. */
static uint64_t blocks_of(const struct dense *d, uint32_t t, uint32_t h,
                          uint32_t from, uint32_t to, uint64_t *first)
{
    uint64_t lo, hi;
    range_of(d, t, h, from, to, &lo, &hi);
    *first = lo / d->lines.per_block;
    return lo == hi ? 0 : (hi - 1) / d->lines.per_block + 1 - *first;
}

static uint64_t window_blocks(const struct dense *d, uint32_t t, uint32_t from,
                              uint32_t to)
{
    uint64_t blocks = 0, first;
    for (uint32_t h = 0; h <= to && h <= t; h++)
        blocks += blocks_of(d, t, h, from, to, &first);
    return blocks;
}

static uint64_t blocks_of_total(const struct dense *d, uint32_t t)
{
    const uint64_t n = d->m.offset[t + 1] - d->m.offset[t];
    return (n + d->lines.per_block - 1) / d->lines.per_block;
}

static uint64_t all_blocks(const struct dense *d)
{
    uint64_t blocks = 0;
    for (uint32_t t = 0; t < d->m.total; t++)
        blocks += blocks_of_total(d, t);
    return blocks;
}

/* The most that positions with one largest heap need. */
static uint64_t fewest_blocks(const struct dense *d)
{
    uint64_t most = 0;
    for (uint32_t t = 0; t <= d->m.total; t++)
        for (uint32_t g = t ? 1 : 0; g <= t; g++) {
            const uint64_t blocks = window_blocks(d, t, g, g);
            most = blocks > most ? blocks : most;
        }
    return most;
}

static uint64_t window_size(const struct dense *d)
{
    const uint64_t bytes = block_bytes(d), fewest = bytes * fewest_blocks(d);
    uint64_t size = dense_lines_bytes(d, d->lines.count) / SHARE;
    size = size < window_bytes ? size : window_bytes;
    size = size / bytes * bytes;
    return size > fewest ? size : fewest;
}

void dense_lines_plan(struct dense *d)
{
    d->lines.spilled = true;
    d->lines.step = d->lines.words;
    d->lines.plane = 1;
    d->lines.window_bytes = window_size(d);
    d->lines.blocks = all_blocks(d);
}

uint64_t dense_lines_disk(const struct dense *d)
{
    return d->lines.spilled ? d->lines.blocks * block_bytes(d) : 0;
}

uint64_t dense_lines_window(const struct dense *d)
{
    return d->lines.window_bytes +
           d->lines.blocks * sizeof *d->lines.file.digest;
}

static enum status open_file(struct dense *d, bool shared, const char *folder)
{
    struct dense_lines *l = &d->lines;
    dense_lines_plan(d);
    l->window = malloc(l->window_bytes);
    l->start = calloc(d->m.total + 1, sizeof *l->start);
    if (!l->window || !l->start)
        return log_error(STATUS_NOMEM, "out of memory for values of options");
    for (uint32_t t = 0; t < d->m.total; t++)
        l->start[t + 1] = l->start[t] + blocks_of_total(d, t);
    for (uint32_t h = 0; h <= d->m.size; h++)
        l->view[h].bits = bit_table_form(number_bits(d), shared);
    return block_file_open(folder, "tables", l->blocks, block_bytes(d),
                           &l->file);
}

enum status dense_lines_open(struct dense *d, bool shared, const char *folder)
{
    struct dense_lines *l = &d->lines;
    if (!d->moves.takes)
        return STATUS_OK;
    l->view = calloc((size_t)d->m.size + 1, sizeof *l->view);
    if (!l->view)
        return log_error(STATUS_NOMEM, "out of memory for values of options");
    if (folder)
        return open_file(d, shared, folder);
    enum status st =
        bit_table_open(l->count * l->words, number_bits(d), shared, &l->all);
    for (uint32_t h = 0; !st && h <= d->m.size; h++)
        l->view[h].bits = l->all;
    return st;
}

void dense_lines_close(struct dense_lines *l)
{
    bit_table_close(&l->all);
    block_file_close(&l->file);
    free(l->start);
    free(l->window);
    free(l->view);
}

void dense_lines_clear(struct dense *d)
{
    struct dense_lines *l = &d->lines;
    if (!l->spilled) {
        bit_table_clear(&l->all);
        return;
    }
    block_file_clear(&l->file);
    for (uint32_t h = 0; h <= d->m.size; h++)
        l->view[h].marked = false;
}

static enum status write_back(struct dense *d)
{
    struct dense_lines *l = &d->lines;
    enum status st = STATUS_OK;
    for (uint32_t h = 0; h <= d->m.size && !st; h++) {
        struct dense_view *v = &l->view[h];
        if (v->marked)
            st = block_file_write(&l->file, v->block, v->blocks,
                                  (void *)v->bits.word);
        v->marked = false;
    }
    return st;
}

/* The lines without a heap of h, at `at`; returns its bytes. */
static uint64_t load(struct dense *d, uint32_t t, uint32_t h, uint32_t from,
                     uint32_t to, char *at, enum status *st)
{
    struct dense_lines *l = &d->lines;
    struct dense_view *v = &l->view[h];
    uint64_t first;
    v->blocks = blocks_of(d, t, h, from, to, &first);
    if (!v->blocks)
        return 0;
    v->block = l->start[t - h] + first;
    v->base = d->m.offset[t - h] + first * l->per_block;
    v->bits.word = (_Atomic uint64_t *)at;
    *st = block_file_read(&l->file, v->block, v->blocks, at);
    return v->blocks * l->file.bytes;
}

enum status dense_lines_move(struct dense *d, uint32_t t, uint32_t from,
                             uint32_t most, uint32_t *end)
{
    struct dense_lines *l = &d->lines;
    uint32_t to = from;
    char *at = l->window;
    while (to < most &&
           window_blocks(d, t, from, to + 1) * l->file.bytes <= l->window_bytes)
        to++;
    enum status st = write_back(d);
    for (uint32_t h = 0; h <= to && h <= t && !st; h++)
        at += load(d, t, h, from, to, at, &st);
    *end = to + 1;
    return st;
}
