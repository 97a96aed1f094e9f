/* dense_inner.h - the tables of dense.h and a position among them; for
 * dense*.c only.
 */
#ifndef ENGINE_RETROGRADE_DENSE_INNER_H
#define ENGINE_RETROGRADE_DENSE_INNER_H

#include "engine/retrograde/bit_table.h"
#include "engine/retrograde/block_file.h"
#include "engine/retrograde/dense.h"
#include "engine/retrograde/heap_table.h"
#include "engine/retrograde/numbering.h"

/* Masks have at most 64 bits. */
enum { DENSE_SIZES = 64, DENSE_WORDS = 16 };

/* Lines from `base` on: word k of the i-th at number i * step + k * plane. */
struct dense_view {
    struct bit_table bits;
    uint64_t base;
    _Atomic bool marked; /* in a window: it must be written back */
    uint64_t block, blocks;
};

/* Sets of values, one bit each; of outcomes only losses. In words of their own
 * if there are more than 64 values.
 *
 * In memory they are one table. In a file (dense_lines.c) the lines of each
 * total begin at a block of their own. Positions of one total and a range of
 * largest heaps, less a heap of h, are a range of the lines of one total: the
 * window of such positions holds one for each h, all lines in the order of
 * their ranks, so that every line is read once for each total. */
struct dense_lines {
    uint64_t count;
    size_t words;         /* of a line; narrow ones: 1 number of the table */
    uint64_t step, plane; /* first words, second words, ... of all lines in
                             memory; line by line in a file */
    _Atomic size_t used;  /* words that are not zero in every line: the caches
                             hold the planes of these alone */
    struct bit_table all; /* in memory */
    /* By size: of the positions without a heap of it; 0: the positions. */
    struct dense_view *view;
    bool spilled;
    struct block_file file;
    uint64_t per_block, blocks;
    uint64_t *start; /* blocks of lines of smaller totals */
    void *window;
    uint64_t window_bytes;
};

struct dense {
    struct numbering m;
    struct heap_table moves;
    struct dense_fold fold;
    struct bit_table points;
    struct dense_lines lines;
    struct dense_blocks *blocks; /* NULL: each position on its own */
    /* With splits, a layer is the points of one total and number of heaps. */
    struct {
        uint32_t total, parts;
    } * layer;
    size_t layers;
    /* The grid's points ascend by total, and of the table of points a window is
     * in use: from `back` totals before the one in hand to `on` behind it. */
    bool ascends;
    bool ordered; /* as partitions.h says */
    uint32_t back, on;
    uint32_t low;  /* smaller totals are forgotten */
    size_t solved; /* layers */
};

/* One size of a position: so many heaps, and the weight of all heaps up to and
 * below it. line: the terms from here on of the line without one of the heaps,
 * and its offset; DENSE_LATER: not found yet. */
#define DENSE_LATER UINT64_MAX
struct dense_run {
    uint32_t size, count, x, below;
    uint64_t line;
};

/* A position: runs at[base..DENSE_SIZES - 1] by ascending size. */
struct dense_walk {
    struct dense *d;
    uint64_t states;
    uint32_t total, parts; /* of all heaps */
    unsigned base;
    struct dense_run at[DENSE_SIZES];
    /* The terms of the rank from here on, and what they would be if all weights
     * were one less. */
    uint64_t from[DENSE_SIZES + 1], less[DENSE_SIZES + 1];
};

/* How many there are, and their form. */
void dense_lines_prepare(struct dense *);
/* Can they be in a file? */
bool dense_lines_spill(const struct dense *);
/* Bytes of the first n. */
uint64_t dense_lines_bytes(const struct dense *, uint64_t n);
/* They are going to be in a file; the bytes of that, and of the window. */
void dense_lines_plan(struct dense *);
uint64_t dense_lines_disk(const struct dense *);
uint64_t dense_lines_window(const struct dense *);
/* folder: NULL for memory. NOMEM, IO; logged. */
enum status dense_lines_open(struct dense *, bool shared,
                             const char *folder) MUST_CHECK;
void dense_lines_close(struct dense_lines *);
/* All zero again. */
void dense_lines_clear(struct dense *);
/* The window of the positions of a total with a largest heap from..*end - 1,
 * of at most `most`, after what is in the last one is written back. */
enum status dense_lines_move(struct dense *, uint32_t total, uint32_t from,
                             uint32_t most, uint32_t *end) MUST_CHECK;

/* Solves one position. */
void dense_solve(struct dense_walk *);
/* The terms of its rank from run i on, with all weights less by `less`. */
uint64_t dense_above(const struct dense_walk *, unsigned i, uint32_t less);
/* The line of what is left without a heap of run i, smaller heaps that are not
 * put yet, if any, being 0 terms. */
uint64_t dense_line(struct dense_walk *, unsigned i);

/* Positions that follow each other solved together (dense_blocks.c), in games
 * where that can be. NOMEM, logged. */
enum status dense_blocks_open(struct dense *) MUST_CHECK;
void dense_blocks_close(struct dense *);
/* All that a position becomes by smaller heaps than it has, which make up
 * `rest`: how many, if they can be solved together; else 0. */
unsigned dense_block_size(const struct dense *, uint32_t rest, uint32_t most);
/* Solves them; most: of those heaps. */
void dense_block(struct dense_walk *, uint32_t rest, uint32_t most);

#endif
