/* handout.h - which parts this process solves, one after another, or with whom
 * it solves all of them.
 *
 *   handout_alone   those of its share that are missing, in ascending order
 *   ranks.h         what rank 0 hands out, where several processes are one run;
 *                   or, where there are layers and a memo, all of them
 *                   together, a share of each layer each (together.h)
 *
 * The threads of a process share the rows of the part in hand (job.h); a
 * hand-out is asked by one thread while the others are idle.
 */
#ifndef ENGINE_RUN_HANDOUT_H
#define ENGINE_RUN_HANDOUT_H

#include "engine/run/method.h"

struct handout {
    void *self;
    /* The next part, until *part is parts_count(). Whoever asks has committed
     * the one before. STOPPED if the run ends. NOMEM, IO; logged. */
    enum status (*next)(void *self, uint64_t *part);
    /* OPTIONAL. Before the first call of next. ascending: no process may get a
     * part before one that it has had. NOMEM; logged. */
    enum status (*begin)(void *self, const struct parts *, bool ascending);
    /* OPTIONAL. Instead of these, for processes that solve each layer together:
     * number `process` of `processes`, and how they tell each other what they
     * have found. Of rows[n], of `size` bytes each, every process brings its
     * share (handout_first), and has all of them afterwards. All call it, in
     * the same order and with the same numbers. `st`: has this one failed? The
     * worst of all is returned, to all the same; unless that is OK rows[] say
     * nothing. */
    unsigned process, processes;
    enum status (*exchange)(void *self, void *rows, uint64_t n, size_t size,
                            unsigned owner, enum status st);
};

/* Of n rows the first that process number `process` brings: all are `owner`'s,
 * or if that is no process, each brings about as many. */
static inline uint64_t handout_first(const struct handout *h, uint64_t n,
                                     unsigned owner, unsigned process)
{
    if (owner < h->processes)
        return process <= owner ? 0 : n;
    return n / h->processes * process +
           n % h->processes * process / h->processes;
}

struct handout_alone {
    const struct parts *parts;
    uint64_t at, end;
    struct handout handout;
};
/* Must not be moved. */
void handout_alone(struct handout_alone *, const struct parts *);

#endif
