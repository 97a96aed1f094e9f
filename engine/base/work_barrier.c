#include "engine/base/work_barrier.h"

#include "engine/base/clock.h"

#include <sched.h>
#include <time.h>

/* About a microsecond: longer than two equally loaded threads differ at the
 * end of a layer, shorter than it takes to be scheduled again. After some
 * hundred microseconds of yielding, a sleep costs the loop little. Each
 * sleep is a 16th of the first longer than the one before, so that a thread that
 * waits for seconds wakes 500 times a second and not 20,000 times. */
enum { SPINS = 256, YIELDS = 1024, SLEEP_NS = 50000, SLEEP_MOST_NS = 2000000 };
enum { TURNS = SPINS + YIELDS + 16 * (SLEEP_MOST_NS / SLEEP_NS) };

static void wait_a_turn(int turn)
{
    const int slept = turn - SPINS - YIELDS;
    const long ns = (long)SLEEP_NS + SLEEP_NS / 16L * slept;
    const struct timespec sleep = {
        .tv_nsec = ns < SLEEP_MOST_NS ? ns : SLEEP_MOST_NS};
    if (slept >= 0)
        nanosleep(&sleep, NULL);
    else if (turn >= SPINS)
        sched_yield();
}

void work_barrier_init(struct work_barrier *g, unsigned threads)
{
    g->threads = threads;
    atomic_init(&g->waiting, 0);
    atomic_init(&g->round, 0);
    atomic_init(&g->next, 0);
    atomic_init(&g->waited_ns, 0);
}

void work_barrier_wait(struct work_barrier *g)
{
    const uint64_t round = atomic_load(&g->round);
    if (atomic_fetch_add(&g->waiting, 1) + 1 == g->threads) {
        atomic_store(&g->waiting, 0);
        atomic_store(&g->next, 0);
        atomic_store(&g->round, round + 1);
        return;
    }
    const uint64_t before = clock_cpu_thread();
    for (int i = 0; atomic_load(&g->round) == round; i += i < TURNS)
        wait_a_turn(i);
    atomic_fetch_add_explicit(&g->waited_ns, clock_cpu_thread() - before,
                              memory_order_relaxed);
}
