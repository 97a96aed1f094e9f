#include "engine/rounds.h"

#include <sched.h>

/* About a microsecond: longer than two equally loaded threads differ at the
 * end of a layer, shorter than it takes to be scheduled again. */
enum { LOOKS = 256 };

void rounds_init(struct rounds *g, unsigned threads)
{
    g->threads = threads;
    atomic_init(&g->waiting, 0);
    atomic_init(&g->round, 0);
    atomic_init(&g->next, 0);
}

void rounds_wait(struct rounds *g)
{
    const uint64_t round = atomic_load(&g->round);
    if (atomic_fetch_add(&g->waiting, 1) + 1 == g->threads) {
        atomic_store(&g->waiting, 0);
        atomic_store(&g->next, 0);
        atomic_store(&g->round, round + 1);
        return;
    }
    for (int i = 0; atomic_load(&g->round) == round; i++)
        if (i >= LOOKS)
            sched_yield();
}
