#include "engine/run/rounds.h"

#include <sched.h>
#include <time.h>

/* About a microsecond: longer than two equally loaded threads differ at the
 * end of a layer, shorter than it takes to be scheduled again. After some
 * hundred microseconds of giving way, a nap costs the round little. */
enum { LOOKS = 256, YIELDS = 1024, NAP_NS = 50000 };

static void give_way(int turn)
{
    const struct timespec nap = {.tv_nsec = NAP_NS};
    if (turn >= LOOKS + YIELDS)
        nanosleep(&nap, NULL);
    else if (turn >= LOOKS)
        sched_yield();
}

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
    for (int i = 0; atomic_load(&g->round) == round; i += i < LOOKS + YIELDS)
        give_way(i);
}
