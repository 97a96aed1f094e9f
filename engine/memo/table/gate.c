#include "engine/memo/table/gate.h"

#include "engine/base/log.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#if defined __linux__ && __has_include(<linux/membarrier.h>)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool barrier_ready(void)
{
    return !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED,
                    0, 0);
}

static void barrier_everywhere(void)
{
    long error =
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    assert(!error);
}
#else
static bool barrier_ready(void)
{
    return false;
}

static void barrier_everywhere(void)
{
}
#endif

enum status gate_init(struct gate *g, unsigned threads)
{
    size_t bytes = threads * sizeof *g->seats;
    g->seats = aligned_alloc(_Alignof(struct gate_seat), bytes);
    if (!g->seats)
        return log_error(STATUS_NOMEM, "memo: no memory for %u threads",
                         threads);
    memset(g->seats, 0, bytes);
    g->threads = threads;
    g->plain = barrier_ready();
    atomic_init(&g->shut, 0);
    int error = pthread_mutex_init(&g->lock, NULL);
    assert(!error);
    return STATUS_OK;
}

void gate_release(struct gate *g)
{
    pthread_mutex_destroy(&g->lock);
    free(g->seats);
}

void gate_shut(struct gate *g)
{
    int error = pthread_mutex_lock(&g->lock);
    assert(!error);
    atomic_store(&g->shut, 1);
    if (g->plain)
        barrier_everywhere();
    for (unsigned i = 0; i < g->threads; i++)
        while (atomic_load(&g->seats[i].inside))
            sched_yield();
}

void gate_open(struct gate *g)
{
    atomic_store(&g->shut, 0);
    int error = pthread_mutex_unlock(&g->lock);
    assert(!error);
}

void gate_wait(struct gate *g)
{
    int error = pthread_mutex_lock(&g->lock);
    assert(!error);
    error = pthread_mutex_unlock(&g->lock);
    assert(!error);
}
