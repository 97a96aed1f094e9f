#include "engine/memo/table/arena.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t huge_page = (size_t)2 << 20;

size_t arena_bytes(size_t bytes)
{
    return (bytes + huge_page - 1) & -huge_page;
}

/* Addresses on a huge-page boundary, not memory: one page too much is reserved,
 * and what lies outside the boundaries is unmapped. */
static unsigned char *reserve(size_t bytes)
{
    unsigned char *at =
        mmap(NULL, bytes + huge_page, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)at & (huge_page - 1);
    if (before)
        munmap(at, before);
    munmap(at + before + bytes, huge_page - before);
    return at + before;
}

enum status arena_init(struct arena *a)
{
    size_t pages = (size_t)sysconf(_SC_PHYS_PAGES);
    *a = (struct arena){.reserved =
                            arena_bytes(pages * (size_t)sysconf(_SC_PAGESIZE))};
    /* The address space may be limited, or shared by many tables: reserve
     * less. */
    while (!a->base && a->reserved >= huge_page) {
        a->base = reserve(a->reserved);
        if (!a->base)
            a->reserved = a->reserved / 2 & -huge_page;
    }
    if (!a->base)
        return log_error(STATUS_NOMEM, "memo: no addresses for a table");
    return STATUS_OK;
}

void arena_release(struct arena *a)
{
    int error = munmap(a->base, a->reserved);
    assert(!error);
    free(a->gaps);
}

/* Allocates list entries ahead, so that arena_free cannot fail. */
static enum status make_room(struct arena *a)
{
    if (a->ngaps + 2 <= a->room)
        return STATUS_OK;
    size_t room = 2 * a->ngaps + 16;
    struct arena_gap *gaps = realloc(a->gaps, room * sizeof *gaps);
    if (!gaps)
        return log_error(STATUS_NOMEM, "memo: no memory for %zu gaps", room);
    a->gaps = gaps;
    a->room = room;
    return STATUS_OK;
}

static void remove_gap(struct arena *a, size_t i)
{
    a->ngaps--;
    memmove(a->gaps + i, a->gaps + i + 1, (a->ngaps - i) * sizeof *a->gaps);
}

static void join(struct arena *a, size_t i)
{
    struct arena_gap *g = a->gaps + i;
    if (i + 1 >= a->ngaps || g->at + g->bytes != g[1].at)
        return;
    g->bytes += g[1].bytes;
    remove_gap(a, i + 1);
}

void arena_free(struct arena *a, unsigned char *piece, size_t bytes)
{
    size_t i = a->ngaps;
    while (i && a->gaps[i - 1].at > piece)
        i--;
    assert(a->ngaps < a->room);
    memmove(a->gaps + i + 1, a->gaps + i, (a->ngaps - i) * sizeof *a->gaps);
    a->gaps[i] = (struct arena_gap){piece, bytes};
    a->ngaps++;
    join(a, i);
    if (i)
        join(a, i - 1);
}

enum status arena_extend(struct arena *a, size_t bytes)
{
    size_t used = atomic_load(&a->bytes);
    enum status st = make_room(a);
    bytes = arena_bytes(bytes);
    if (st)
        return st;
    if (bytes > a->reserved - used ||
        mprotect(a->base + used, bytes, PROT_READ | PROT_WRITE))
        return log_error(STATUS_NOMEM, "memo: no memory for a table of %zu MiB",
                         (used + bytes) >> 20);
    /* Not getting huge pages is not an error; statistics will say. */
    madvise(a->base + used, bytes, MADV_HUGEPAGE);
    arena_free(a, a->base + used, bytes);
    atomic_store(&a->bytes, used + bytes);
    return STATUS_OK;
}

/* The smallest gap that is large enough; ngaps if there is none. */
static size_t best_gap(const struct arena *a, size_t bytes)
{
    size_t best = a->ngaps;
    for (size_t i = 0; i < a->ngaps; i++)
        if (a->gaps[i].bytes >= bytes &&
            (best == a->ngaps || a->gaps[i].bytes < a->gaps[best].bytes))
            best = i;
    return best;
}

/* Bytes to take into use so that the last gap can hold a piece. */
static size_t missing(const struct arena *a, size_t bytes)
{
    const struct arena_gap *last = a->ngaps ? a->gaps + a->ngaps - 1 : NULL;
    unsigned char *end = a->base + atomic_load(&a->bytes);
    return last && last->at + last->bytes == end ? bytes - last->bytes : bytes;
}

enum status arena_take(struct arena *a, size_t bytes, unsigned char **piece)
{
    enum status st = make_room(a);
    assert(bytes && bytes % 64 == 0);
    if (!st && best_gap(a, bytes) == a->ngaps)
        st = arena_extend(a, missing(a, bytes));
    if (st)
        return st;
    size_t i = best_gap(a, bytes);
    struct arena_gap *g = &a->gaps[i];
    *piece = g->at;
    g->at += bytes;
    g->bytes -= bytes;
    if (!g->bytes)
        remove_gap(a, i);
    memset(*piece, 0, bytes);
    return STATUS_OK;
}
