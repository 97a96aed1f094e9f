/* in_progress.h - which positions are being solved now, for threads that share
 * a memo.
 *
 * A thread leaves an option that another one is solving for later, when it may
 * be in the memo already; so all threads keep to the ruleset's order of
 * options, and seldom solve one position twice. After T. Kerrigan, "Simplified
 * ABDADA" (2016), from J.-C. Weill, "The ABDADA distributed minimax search
 * algorithm" (ICCA Journal 19, 1996).
 *
 * It is a hint: positions share places and may be forgotten, and no value
 * depends on it. Any threads at the same time.
 */
#ifndef ENGINE_SOLVE_IN_PROGRESS_H
#define ENGINE_SOLVE_IN_PROGRESS_H

#include "engine/game/position.h"

#include <stdatomic.h>

enum { IN_PROGRESS_PLACES = 1 << 12 };

/* All zero: nothing is being solved. */
struct in_progress {
    atomic_uint_least64_t place[IN_PROGRESS_PLACES];
};

/* Never 0. */
static inline uint64_t in_progress_mark(struct position p)
{
    return position_hash(p) | 1;
}

static inline atomic_uint_least64_t *in_progress_place(struct in_progress *b,
                                                       uint64_t mark)
{
    return &b->place[mark >> 52];
}

static inline void in_progress_begin(struct in_progress *b, struct position p)
{
    const uint64_t mark = in_progress_mark(p);
    atomic_store_explicit(in_progress_place(b, mark), mark,
                          memory_order_relaxed);
}

static inline bool in_progress_with(struct in_progress *b, struct position p)
{
    const uint64_t mark = in_progress_mark(p);
    return atomic_load_explicit(in_progress_place(b, mark),
                                memory_order_relaxed) == mark;
}

static inline void in_progress_end(struct in_progress *b, struct position p)
{
    if (in_progress_with(b, p))
        atomic_store_explicit(in_progress_place(b, in_progress_mark(p)), 0,
                              memory_order_relaxed);
}

#endif
