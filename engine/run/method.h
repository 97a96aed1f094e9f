/* method.h - the ways in which a run finds the values of its rows' states.
 *
 *   sets         games whose positions are all sets of a board: by number, in
 *                one byte each
 *   segments     segments of single heaps, each from the end of the one before
 *   sequence     nimbers of single heaps, one after the other, no positions
 *   retrograde   outcomes of heap games backward from the losses, layer by
 *                layer of the grid, no memo
 *   dense        heap games, and values that are small: all positions within
 *                the grid's bounds by rank, before the rows that need them, no
 *                memo
 *   sweep        grids closed under moves: layer after layer, every state of
 *                every point once, each option a lookup
 *   recursion    everything: rows by ascending measure, what is missing on the
 *                way
 *
 * A method is a constant descriptor at the foot of a file of its own,
 * engine/run/methods/method_<name>.c. It is chosen by what game, domain and
 * grid say of themselves, never by their names: of the methods that fit a plan,
 * the one of highest rank. Each hands the rows the values of their states
 * (cell.h), so that a row function need not know how they were found.
 *
 * solve is called by all workers of a job at once, each with rows of its own;
 * all else by one thread while the others wait.
 */
#ifndef ENGINE_RUN_METHOD_H
#define ENGINE_RUN_METHOD_H

#include "engine/run/plan.h"

struct job;
struct part_in_hand;

struct method_bytes {
    uint64_t memory, disk;
};

struct method {
    const char *name;
    unsigned rank;
    /* Rows layer by layer, each layer when all before it are solved; else in
     * any order, best by ascending measure. */
    bool layers;
    /* The values of all states of a point are found, and no other positions. */
    bool states_only;
    /* Values are kept in the solvers' memos: finished parts are read back into
     * them, and they outlive a stop. Else finished parts are solved again. */
    bool memo;
    const char *keeps; /* what it keeps, in a word; NULL: a memo */
    bool spills;   /* what it keeps, or some of it, may be in a file (run.h) */
    /* Rows need no others and cost little: each thread solves a chunk of them
     * and compresses it at once, and no more rows are held. */
    bool chunks;
    bool segments; /* serves grids of segments, and no others */
    unsigned shard_rows;      /* at most, in one call of solve */
    unsigned part_rows;       /* of each part; 0: many, as the first rows say */
    unsigned row_order_bytes; /* for each row of a part in hand */

    /* REQUIRED. Does it serve this plan? `memo`: a strategy was asked for. */
    bool (*fits)(const struct plan *, bool memo);
    /* OPTIONAL, both or none: job->found. NOMEM, IO; logged. */
    enum status (*open)(struct job *);
    void (*close)(struct job *);
    /* OPTIONAL. Before the rows of a part, on every thread: finds what they are
     * read from, as far as it is not found yet. Failures go to job_fail. */
    void (*prepare)(struct job *, const struct part_in_hand *, unsigned worker);
    /* REQUIRED. Solves rows from..to-1 of the part and calls the census's row
     * function for each; with part->rows NULL it only finds what later rows
     * need. Failures go to job_fail. */
    void (*solve)(struct job *, const struct part_in_hand *, uint64_t from,
                  uint64_t to, unsigned worker);
    /* OPTIONAL, without memo: a finished row tells what solve found. Called for
     * every row of the finished parts, in order, by one worker, if the census
     * has fact(); so finished parts are not solved again. FORMAT, logged. */
    enum status (*recall)(struct job *, const struct cell *, const void *row);
    /* OPTIONAL. All rows of the grid before this one are solved. */
    void (*reached)(struct job *, uint64_t index);
    /* OPTIONAL. The bytes of job->found. Any thread. */
    uint64_t (*bytes)(const struct job *);
    /* OPTIONAL. The most of them that a run will hold at a time in memory and,
     * if it is to spill, on the disk. NOMEM. */
    enum status (*bytes_needed)(const struct plan *, bool spill,
                                struct method_bytes *);
    /* OPTIONAL, REQUIRED with prepare. The positions that it solves. NOMEM. */
    enum status (*positions)(const struct plan *, uint64_t *positions);
};

extern const struct method *const methods[]; /* NULL at the end */

/* The method of highest rank that fits. recursion: the one that serves
 * everything. */
const struct method *method_choose(const struct plan *, bool memo,
                                   bool recursion);
/* Rows in memory at a time of a part of so many. */
uint64_t method_rows_held(const struct method *, unsigned threads,
                          uint64_t rows);

#endif
