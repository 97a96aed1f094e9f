/* busy.h - which positions are being solved now, for threads that share a memo.
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
#ifndef ENGINE_SOLVE_BUSY_H
#define ENGINE_SOLVE_BUSY_H

#include "engine/game/position.h"

#include <stdatomic.h>

enum { BUSY_PLACES = 1 << 12 };

/* All zero: nothing is being solved. */
struct busy {
    atomic_uint_least64_t place[BUSY_PLACES];
};

/* Never 0. */
static inline uint64_t busy_mark(struct position p)
{
    return position_hash(p) | 1;
}

static inline atomic_uint_least64_t *busy_place(struct busy *b, uint64_t mark)
{
    return &b->place[mark >> 52];
}

static inline void busy_begin(struct busy *b, struct position p)
{
    const uint64_t mark = busy_mark(p);
    atomic_store_explicit(busy_place(b, mark), mark, memory_order_relaxed);
}

static inline bool busy_with(struct busy *b, struct position p)
{
    const uint64_t mark = busy_mark(p);
    return atomic_load_explicit(busy_place(b, mark), memory_order_relaxed) ==
           mark;
}

static inline void busy_end(struct busy *b, struct position p)
{
    if (busy_with(b, p))
        atomic_store_explicit(busy_place(b, busy_mark(p)), 0,
                              memory_order_relaxed);
}

#endif
