/* ranks.h - the processes that are one run, if there are several.
 *
 * A kind is a way to start them and to talk: a constant descriptor at the foot
 * of a file of its own, engine/ranks/ranks_<name>.c. Which are built says the
 * Makefile (MPI=1: ranks_mpi.c); a program without any runs alone. Rank 0 deals
 * the parts (dealer.h), or all solve each layer together (handout.h); every
 * rank writes some of the parts, and rank 0 makes the archive when all have
 * ended.
 *
 * Called by the main thread, by all ranks in the same order.
 */
#ifndef ENGINE_RANKS_RANKS_H
#define ENGINE_RANKS_RANKS_H

#include "engine/run/handout.h"

/* What a rank has done. */
struct ranks_result {
    int status; /* enum status */
    uint64_t rows, evaluated;
    double cpu_seconds;
};

struct ranks {
    const struct ranks_kind *kind; /* NULL: alone */
    unsigned rank, count;
    unsigned near;          /* of them on the machine of this one, with it */
    struct handout handout; /* alone: empty */
    void *self;
};

struct ranks_kind {
    const char *name;
    /* Was the program started in this way? */
    bool (*started)(void);
    /* rank, count, near, handout, self. NOMEM, IO; logged. */
    enum status (*open)(struct ranks *);
    void (*close)(struct ranks *);
    /* The greatest status of all ranks; waits for them. */
    enum status (*agree)(struct ranks *, enum status);
    /* Waits until all ranks call it; then rank 0 has results[] of all. */
    void (*end)(struct ranks *, const struct ranks_result *mine,
                struct ranks_result results[]);
    /* What run_options.stop is asked, too: does the run end? Any thread. */
    bool (*ending)(const struct ranks *);
};

extern const struct ranks_kind *const ranks_kinds[]; /* NULL at the end */

/* Alone (count 1), if no kind was the way. */
enum status ranks_open(struct ranks *) MUST_CHECK;
void ranks_close(struct ranks *);

#endif
