/* dense.h - values of all multisets of heaps up to a bound, by rank: no
 * position is packed, hashed or listed.
 *
 * For games whose moves change one heap into at most two, and oblige, if at
 * all, to answer in what is left of that heap or anywhere else (heap_table.h);
 * on any grid, closed under moves or not, since everything within its bounds is
 * solved (numbering.h). What is kept are two tables of a few bits:
 *
 *   points   the value of each; of outcomes a bit, set if some move wins; in
 *            games that oblige bit i, if moving in the i-th smallest heap size
 *            wins
 *   lines    of games that take any number of counters: which values the
 *            positions have that are made of one multiset and a further heap,
 *            up to the largest solved so far: the options of the next one
 *
 *     R+0  R+1  R+2  R+3 ...         heap by heap
 *      v0   v1   v2                  line R = {v0, v1, v2}: the options of R+3
 *                                    in its last heap
 *
 * So a position of a game like Nim costs a lookup for each of its heap sizes,
 * however large they are. In other games losses, which are few, mark the
 * positions with a move to them; for values that are no outcomes each option is
 * a lookup by its rank. Ranks of neighbours are found by what changes.
 * Backward induction by layers: Thompson, ICCA Journal 9 (1986).
 *
 * On a grid whose points ascend by total (partitions) they can be read as soon
 * as the layers up to theirs are solved, and the values of totals that neither
 * later points nor later layers need are forgotten:
 *
 *       forgotten   |  back   |  read now  |   on: marked by losses
 *    0 ........... low ..... first ...... last ..................... total
 *
 * There the lines, which every later total needs, may be in a file, of which a
 * window is in memory.
 *
 * dense_task: any number of threads, each with its own number of a task of one
 * layer; layers in ascending order, each after the one before. dense_need,
 * dense_solved, dense_window: one thread, while no other reads or solves. All
 * else reads only.
 */
#ifndef ENGINE_RETROGRADE_DENSE_H
#define ENGINE_RETROGRADE_DENSE_H

#include "engine/game/ruleset.h"
#include "engine/grid/grid.h"

/* A value that depends on nothing but which values the options have. */
struct dense_fold {
    /* Values are 0..most. */
    uint64_t most;
    /* The value is an outcome (column.h): losses alone decide. */
    bool is_outcome;
    /* Values below 64 of which one option settles the value; bits. */
    uint64_t deciding;
    /* The value of a position whose options have the values in the set, of
     * most / 64 + 1 words. Any thread. */
    uint64_t (*value)(const void *context, const uint64_t set[]);
    const void *context;
};

struct dense;

/* The most moves of a play within the grid's bounds. RANGE, not logged, or
 * NOMEM, as dense_measure. */
enum status dense_moves(const struct grid *, const struct game *,
                        uint64_t *moves) MUST_CHECK;

/* bytes: of all tables; window: the most that is in use at a time if points are
 * read in the order of the grid, no total together with the next; disk: of the
 * lines in a file. */
struct dense_size {
    uint64_t points, states, bytes, window, disk;
};

/* What it would take, with lines in a file, where that can be, if `spill`.
 * RANGE, not logged, if the game or the grid's bounds are not of this kind or
 * there are too many points. NOMEM, logged. */
enum status dense_measure(const struct grid *, const struct game *,
                          const struct dense_fold *, bool spill,
                          struct dense_size *) MUST_CHECK;
/* As dense_measure. folder: NULL, or where lines go to a file (scratch.h); IO
 * then, logged. The fold's context must live as long. */
enum status dense_open(const struct grid *, const struct game *,
                       const struct dense_fold *, unsigned threads,
                       const char *folder, struct dense **) MUST_CHECK;
void dense_close(struct dense *);
/* In use now. */
uint64_t dense_bytes(const struct dense *);

size_t dense_layers(const struct dense *);
uint64_t dense_tasks(const struct dense *, size_t layer);
/* Before tasks from `from` on, and once those before are done: how far what
 * they need is in memory, from + 1 at least. All of them if no lines are in a
 * file. IO, FORMAT: of the file; logged. */
enum status dense_window(struct dense *, size_t layer, uint64_t from,
                         uint64_t *end) MUST_CHECK;
/* Returns the states solved. */
uint64_t dense_task(struct dense *, size_t layer, uint64_t task);

/* Points of the grid from `first` to `last` will be read next, none before
 * them: forgets what is not needed for that. Returns how many layers must be
 * solved before they are read, of which those before *solved are. Where they
 * are not kept any more, all begins anew. */
size_t dense_need(struct dense *, const struct point *first,
                  const struct point *last, size_t *solved);
/* So many layers are solved. */
void dense_solved(struct dense *, size_t layers);

/* Reads points one after the other: quickest where each shares its first parts
 * with the one before. One thread each. */
struct dense_reader {
    const struct dense *dense;
    /* Of the last point, if its parts ascend: the first n of them, with the
     * weight and the terms of the rank (numbering.h) of those before each. */
    uint32_t n;
    uint32_t size[POINT_PARTS_MAX], weight[POINT_PARTS_MAX + 1];
    uint64_t terms[POINT_PARTS_MAX + 1];
    /* Which of the sizes each is, and the how many-th of it. */
    uint16_t place[POINT_PARTS_MAX], count[POINT_PARTS_MAX];
    struct point_run run[POINT_PARTS_MAX];
};

void dense_read_begin(const struct dense *, struct dense_reader *);
/* The values of all states of a point of the grid, of a layer that is solved,
 * in the order of the ruleset's states(); returns their number. values[]: as
 * many as the point has parts and 2. */
size_t dense_read(struct dense_reader *, const struct point *,
                  uint64_t values[]);

/* The values, without obligation, of a point and of those after it in the order
 * of the grid that differ from it in their last three parts alone: of the same
 * total and number of parts. At most `most` of them, 1 or more; makes the point
 * the last one. On other grids than `partitions`, of one point. */
size_t dense_read_run(struct dense_reader *, struct point *, size_t most,
                      uint64_t values[]);

#endif
