/* ranks_mpi.c - ranks that mpirun or srun has started (MPI 3.0).
 *
 * Messages are bytes: the ranks of a run are the same program on the same kind
 * of machine. A thread of rank 0 answers while the others solve. MPI spins
 * while it waits, which takes the processor from a rank that works: so all that
 * may take long is tested, with a sleep in between. One thread of a process at
 * a time is in MPI.
 */
#include "engine/ranks/dealer.h"
#include "engine/ranks/ranks_protocol.h"

#include "engine/base/log.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG_ASK = 1, TAG_ORDER = 2, SLEEP_NS = 200000, SHORT_NS = 20000 };

/* What rank 0 knows of another. */
struct peer {
    bool asking, ended;
    struct ranks_result result;
};

struct ranks_mpi {
    unsigned rank, count;
    const struct handout *handout;
    int *at, *bytes;      /* of each rank, while rows are exchanged */
    pthread_mutex_t lock; /* of MPI, the dealer and the peers */
    /* Rank 0 only. */
    pthread_t server;
    bool serves;
    struct dealer dealer;
    struct peer *peers;
    uint64_t parts;
    _Atomic bool ending; /* some rank has failed or was stopped */
};

static void doze(long ns)
{
    const struct timespec sleep = {.tv_nsec = ns};
    nanosleep(&sleep, NULL);
}

/* Waits for a request of this process. */
static void finish(struct ranks_mpi *m, MPI_Request *request)
{
    for (int done = 0; !done;) {
        pthread_mutex_lock(&m->lock);
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&m->lock);
        if (!done)
            doze(SLEEP_NS);
    }
}

static void send_ask(struct ranks_mpi *m, const struct ranks_ask *ask)
{
    MPI_Request request;
    pthread_mutex_lock(&m->lock);
    MPI_Isend(ask, sizeof *ask, MPI_BYTE, 0, TAG_ASK, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&m->lock);
    finish(m, &request);
}

static void receive_order(struct ranks_mpi *m, struct ranks_order *order)
{
    MPI_Request request;
    pthread_mutex_lock(&m->lock);
    MPI_Irecv(order, sizeof *order, MPI_BYTE, 0, TAG_ORDER, MPI_COMM_WORLD,
              &request);
    pthread_mutex_unlock(&m->lock);
    finish(m, &request);
}

/* Locked. */
static void answer(struct ranks_mpi *m, unsigned rank,
                   struct ranks_order *order)
{
    *order = (struct ranks_order){.what = ORDER_STOP};
    if (atomic_load(&m->ending))
        return;
    const bool found = dealer_next(&m->dealer, rank, &order->part);
    order->what = found ? ORDER_SOLVE : ORDER_END;
}

/* Locked. A message of one of the others, if there is any. */
static bool take_ask(struct ranks_mpi *m)
{
    struct ranks_ask ask;
    MPI_Status from;
    int there;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_ASK, MPI_COMM_WORLD, &there, &from);
    if (!there)
        return false;
    MPI_Recv(&ask, sizeof ask, MPI_BYTE, from.MPI_SOURCE, TAG_ASK,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    struct peer *peer = &m->peers[from.MPI_SOURCE];
    peer->asking = ask.what == ASK_PART;
    if (ask.what == ASK_ENDED) {
        peer->ended = true;
        peer->result = ask.result;
        if (ask.result.status)
            atomic_store(&m->ending, true);
    }
    return true;
}

/* Locked. Answers all who ask; true if every rank has ended. */
static bool serve_once(struct ranks_mpi *m)
{
    unsigned ended = 1;
    while (take_ask(m))
        ;
    for (unsigned r = 1; r < m->count; r++) {
        struct ranks_order order;
        if (m->peers[r].asking) {
            answer(m, r, &order);
            MPI_Send(&order, sizeof order, MPI_BYTE, (int)r, TAG_ORDER,
                     MPI_COMM_WORLD);
            m->peers[r].asking = false;
        }
        ended += m->peers[r].ended;
    }
    return ended == m->count;
}

static void *serve(void *context)
{
    struct ranks_mpi *m = context;
    for (bool all = false; !all; doze(SLEEP_NS)) {
        pthread_mutex_lock(&m->lock);
        all = serve_once(m);
        pthread_mutex_unlock(&m->lock);
    }
    return NULL;
}

static enum status begin(void *self, const struct parts *parts, bool ascending)
{
    struct ranks_mpi *m = self;
    m->parts = parts_count(parts);
    if (m->rank)
        return STATUS_OK;
    bool *has = malloc((m->parts + 1) * sizeof *has);
    if (!has)
        return log_error(STATUS_NOMEM, "out of memory for the parts");
    for (uint64_t i = 0; i < m->parts; i++)
        has[i] = parts_has(parts, i);
    enum status st =
        dealer_init(&m->dealer, m->count, m->parts, has, ascending);
    free(has);
    m->serves = !st && !pthread_create(&m->server, NULL, serve, m);
    if (!st && !m->serves)
        st = log_error(STATUS_NOMEM, "no thread that deals the parts");
    return st;
}

static enum status next(void *self, uint64_t *part)
{
    struct ranks_mpi *m = self;
    const struct ranks_ask ask = {.what = ASK_PART};
    struct ranks_order order;
    if (m->rank) {
        send_ask(m, &ask);
        receive_order(m, &order);
    } else {
        pthread_mutex_lock(&m->lock);
        answer(m, 0, &order);
        pthread_mutex_unlock(&m->lock);
    }
    *part = order.what == ORDER_SOLVE ? order.part : m->parts;
    return order.what == ORDER_STOP ? STATUS_STOPPED : STATUS_OK;
}

/* Waits for what all other ranks are about to ask for, too: briefly without
 * sleep, then in sleeps that get longer with the wait, as each of them takes
 * some of the processor from a rank that works. (To yield would be to wait for
 * all other programs on a machine that has more of them than processors.) */
static void finish_soon(struct ranks_mpi *m, MPI_Request request[], int n)
{
    enum { TESTS = 256 };
    long ns = SHORT_NS;
    for (int done = 0, turn = 0; !done; turn++) {
        pthread_mutex_lock(&m->lock);
        MPI_Testall(n, request, &done, MPI_STATUSES_IGNORE);
        pthread_mutex_unlock(&m->lock);
        if (!done && turn >= TESTS) {
            doze(ns);
            ns += ns < SLEEP_NS ? ns / 4 : 0;
        }
    }
}

static enum status exchange(void *self, void *rows, uint64_t n, size_t size,
                            unsigned owner, enum status st)
{
    struct ranks_mpi *m = self;
    MPI_Request request[2];
    int mine = (int)st, worst;
    assert(n * size <= INT_MAX); /* a part's rows: 2^20 of some hundred bytes */
    for (unsigned r = 0; n && r < m->count; r++) {
        const uint64_t first = handout_first(m->handout, n, owner, r),
                       end = handout_first(m->handout, n, owner, r + 1);
        m->at[r] = (int)(first * size);
        m->bytes[r] = (int)((end - first) * size);
    }
    pthread_mutex_lock(&m->lock);
    MPI_Iallreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD,
                   &request[0]);
    if (n)
        MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, rows, m->bytes,
                        m->at, MPI_BYTE, MPI_COMM_WORLD, &request[1]);
    pthread_mutex_unlock(&m->lock);
    finish_soon(m, request, n ? 2 : 1);
    return (enum status)worst;
}

static bool started(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") ||
           getenv("PMI_RANK");
}

/* Ranks that share memory, as those of one machine do. */
static unsigned ranks_near(void)
{
    MPI_Comm machine;
    int count;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return (unsigned)count;
}

static enum status open_mpi(struct ranks *ranks)
{
    int level, rank, count;
    struct ranks_mpi *m = calloc(1, sizeof *m);
    if (!m)
        return log_error(STATUS_NOMEM, "MPI: out of memory");
    pthread_mutex_init(&m->lock, NULL);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    m->rank = (unsigned)rank;
    m->count = (unsigned)count;
    ranks->self = m;
    ranks->rank = m->rank;
    ranks->count = m->count;
    ranks->near = ranks_near();
    ranks->handout = (struct handout){.self = m,
                                      .next = next,
                                      .begin = begin,
                                      .process = m->rank,
                                      .processes = m->count,
                                      .exchange = exchange};
    m->handout = &ranks->handout;
    m->peers = calloc(m->count, sizeof *m->peers);
    m->at = calloc(m->count, sizeof *m->at);
    m->bytes = calloc(m->count, sizeof *m->bytes);
    if (!m->peers || !m->at || !m->bytes)
        return log_error(STATUS_NOMEM, "MPI: out of memory");
    if (level < MPI_THREAD_SERIALIZED)
        return log_error(STATUS_IO, "MPI: this library is for one thread only");
    return STATUS_OK;
}

static void close_mpi(struct ranks *ranks)
{
    struct ranks_mpi *m = ranks->self;
    MPI_Finalize();
    dealer_release(&m->dealer);
    pthread_mutex_destroy(&m->lock);
    free(m->peers);
    free(m->at);
    free(m->bytes);
    free(m);
}

static enum status agree(struct ranks *ranks, enum status st)
{
    return exchange(ranks->self, NULL, 0, 0, 0, st);
}

static void end(struct ranks *ranks, const struct ranks_result *mine,
                struct ranks_result results[])
{
    struct ranks_mpi *m = ranks->self;
    const struct ranks_ask ask = {.what = ASK_ENDED, .result = *mine};
    if (m->rank) {
        send_ask(m, &ask);
        return;
    }
    if (mine->status)
        atomic_store(&m->ending, true);
    if (m->serves)
        pthread_join(m->server, NULL);
    else
        serve(m);
    for (unsigned r = 0; r < m->count; r++)
        results[r] = r ? m->peers[r].result : *mine;
}

static bool ending(const struct ranks *ranks)
{
    const struct ranks_mpi *m = ranks->self;
    return atomic_load_explicit(&m->ending, memory_order_relaxed);
}

const struct ranks_kind ranks_mpi = {
    .name = "mpi",
    .started = started,
    .open = open_mpi,
    .close = close_mpi,
    .agree = agree,
    .end = end,
    .ending = ending,
};
