/* gate.h - lets one thread stop all others at a safe place.
 *
 * A thread is inside the gate while it works on a table, and leaves it after a
 * bounded number of keys. Shutting the gate waits until all are out and keeps
 * them out, so the thread that shut it has the table to itself. Entering costs
 * one write to a cache line of its own. Where the system can make other
 * processors order their accesses (membarrier), that is a plain write and
 * lookups of successive calls overlap in the processor; with a locked one,
 * calls of one key each were three times slower.
 *
 * enter and leave: any number of threads, each with its own worker number.
 * shut and open: any thread that is outside; others wait their turn.
 */
#ifndef ENGINE_MEMO_TABLE_GATE_H
#define ENGINE_MEMO_TABLE_GATE_H

#include "engine/base/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct gate_seat {
    _Alignas(128) atomic_uint inside;
};

struct gate {
    struct gate_seat *seats;
    unsigned threads;
    atomic_uint shut;
    bool plain;           /* membarrier orders what enter writes and reads */
    pthread_mutex_t lock; /* held while shut */
};

enum status gate_init(struct gate *, unsigned threads) MUST_CHECK;
void gate_release(struct gate *);
void gate_shut(struct gate *);
void gate_open(struct gate *);
void gate_wait(struct gate *); /* until it is open */

static inline void gate_leave(struct gate *g, unsigned worker)
{
    atomic_store_explicit(&g->seats[worker].inside, 0, memory_order_release);
}

/* Either this thread sees that the gate is shut, or the one that shuts it
 * sees this thread inside: the write comes before the read for both. */
static inline bool gate_tries(struct gate *g, unsigned worker)
{
    if (g->plain) {
        atomic_store_explicit(&g->seats[worker].inside, 1,
                              memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
    } else {
        atomic_store(&g->seats[worker].inside, 1);
    }
    return !atomic_load(&g->shut);
}

static inline void gate_enter(struct gate *g, unsigned worker)
{
    while (!gate_tries(g, worker)) {
        gate_leave(g, worker);
        gate_wait(g);
    }
}

#endif
