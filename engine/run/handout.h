/* handout.h - which parts this process solves, one after another.
 *
 *   handout_alone   those of its share that are missing, in ascending order
 *   ranks.h         what rank 0 hands out, where several processes are one run
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
    /* OPTIONAL. Before the first call of next. With `layers`, a part needs all
     * before number needs[part]; the array lives to the end of the run. */
    enum status (*begin)(void *self, const struct parts *, bool layers,
                         const uint64_t needs[]);
};

struct handout_alone {
    const struct parts *parts;
    uint64_t at, end;
    struct handout handout;
};
/* Must not be moved. */
void handout_alone(struct handout_alone *, const struct parts *);

/* How many parts, counted from the first, hold the rows that each part needs:
 * those before its layer. 0 for a part of several layers: if layers are short,
 * to wait for them would leave nobody but one at work, and what others have in
 * hand is solved twice instead. (top-entails-partitions --total 44 --memo line
 * has 0.5 million rows in 1035 layers; two ranks evaluated 1.07 times the
 * positions, four 1.30 times.) Allocated: a number for each part. For methods
 * with layers. NOMEM, logged. */
enum status handout_needs(const struct plan *, const struct parts *,
                          uint64_t **needs) MUST_CHECK;

#endif
