#include "engine/memo/gate.h"

#include "engine/log.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum status gate_init(struct gate *g, unsigned threads)
{
    size_t bytes = threads * sizeof *g->seats;
    g->seats = aligned_alloc(_Alignof(struct gate_seat), bytes);
    if (!g->seats)
        return log_error(STATUS_NOMEM, "memo: no memory for %u threads",
                         threads);
    memset(g->seats, 0, bytes);
    g->threads = threads;
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
