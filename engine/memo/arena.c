#include "engine/memo/arena.h"

#include "engine/log.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const size_t huge_page = (size_t)2 << 20;

void arena_init(struct arena *a)
{
    *a = (struct arena){0};
}

void arena_release(struct arena *a)
{
    for (size_t i = 0; i < a->nsegments; i++) {
        int error = munmap(a->segments[i].at, a->segments[i].bytes);
        assert(!error);
    }
    free(a->segments);
    free(a->gaps);
}

/* Two more spans in either list: giving a piece back may add a gap, and a new
 * segment is a gap too. Kept ahead, so that giving back cannot fail. */
static enum status make_room(struct arena *a, size_t spans)
{
    if (spans <= a->room)
        return STATUS_OK;
    size_t room = 2 * spans;
    struct arena_span *s = realloc(a->segments, room * sizeof *s);
    if (s)
        a->segments = s;
    struct arena_span *g = realloc(a->gaps, room * sizeof *g);
    if (g)
        a->gaps = g;
    if (!s || !g)
        return log_error(STATUS_NOMEM, "memo: no memory for %zu spans", room);
    a->room = room;
    return STATUS_OK;
}

/* Puts a span among the gaps and joins it with its neighbours. */
static void add_gap(struct arena *a, struct arena_span s)
{
    size_t i = a->ngaps;
    while (i && a->gaps[i - 1].at > s.at)
        i--;
    assert(a->ngaps < a->room);
    memmove(a->gaps + i + 1, a->gaps + i, (a->ngaps - i) * sizeof s);
    a->gaps[i] = s;
    a->ngaps++;
    for (size_t k = i + 1; k-- > (i ? i - 1 : 0);) {
        struct arena_span *g = a->gaps + k;
        if (k + 1 < a->ngaps && g->at + g->bytes == g[1].at) {
            g->bytes += g[1].bytes;
            a->ngaps--;
            memmove(g + 1, g + 2, (a->ngaps - k - 1) * sizeof *g);
        }
    }
}

/* Memory on a huge-page boundary: one page too much is mapped, and what lies
 * outside the boundaries is given back. */
static unsigned char *map(size_t bytes)
{
    unsigned char *at = mmap(NULL, bytes + huge_page, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)at & (huge_page - 1);
    if (before)
        munmap(at, before);
    if (huge_page - before)
        munmap(at + before + bytes, huge_page - before);
    return at + before;
}

enum status arena_reserve(struct arena *a, size_t bytes)
{
    enum status st = make_room(a, a->nsegments + a->ngaps + 2);
    if (st)
        return st;
    bytes = (bytes + huge_page - 1) & -huge_page;
    unsigned char *at = map(bytes);
    if (!at)
        return log_error(STATUS_NOMEM, "memo: no memory for a table of %zu MiB",
                         bytes >> 20);
    /* Not getting huge pages is not an error; statistics will say. */
    madvise(at, bytes, MADV_HUGEPAGE);
    a->segments[a->nsegments++] = (struct arena_span){at, bytes};
    add_gap(a, a->segments[a->nsegments - 1]);
    atomic_fetch_add(&a->bytes, bytes);
    return STATUS_OK;
}

enum status arena_take(struct arena *a, size_t bytes, unsigned char **piece)
{
    size_t i = 0;
    enum status st = make_room(a, a->nsegments + a->ngaps + 2);
    if (st)
        return st;
    assert(bytes && bytes % 64 == 0);
    while (i < a->ngaps && a->gaps[i].bytes < bytes)
        i++;
    if (i == a->ngaps) {
        /* A sixteenth more each time: few segments, little kept idle. */
        size_t more = atomic_load(&a->bytes) / 16;
        st = arena_reserve(a, bytes > more ? bytes : more);
        if (st)
            return st;
        i = 0;
        while (a->gaps[i].bytes < bytes)
            i++;
    }
    struct arena_span *g = &a->gaps[i];
    *piece = g->at;
    g->at += bytes;
    g->bytes -= bytes;
    if (!g->bytes) {
        a->ngaps--;
        memmove(g, g + 1, (a->ngaps - i) * sizeof *g);
    }
    memset(*piece, 0, bytes);
    return STATUS_OK;
}

void arena_give(struct arena *a, unsigned char *piece, size_t bytes)
{
    add_gap(a, (struct arena_span){piece, bytes});
}

static size_t overlap(const struct arena *a, uintptr_t from, uintptr_t to)
{
    size_t sum = 0;
    for (size_t i = 0; i < a->nsegments; i++) {
        uintptr_t lo = (uintptr_t)a->segments[i].at;
        uintptr_t hi = lo + a->segments[i].bytes;
        lo = lo > from ? lo : from;
        hi = hi < to ? hi : to;
        sum += hi > lo ? hi - lo : 0;
    }
    return sum;
}

/* The kernel lists for each mapping how much of it is huge. A mapping may hold
 * more than our segment, so never count more than its part of the segment. */
size_t arena_huge(const struct arena *a)
{
    FILE *f = fopen("/proc/self/smaps", "r");
    char line[512];
    size_t ours = 0, sum = 0;
    if (!f)
        return 0;
    while (fgets(line, sizeof line, f)) {
        unsigned long from, to, kb;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            ours = overlap(a, from, to);
        else if (sscanf(line, "AnonHugePages: %lu kB", &kb) == 1)
            sum += ours < kb << 10 ? ours : kb << 10;
    }
    fclose(f);
    return sum;
}
