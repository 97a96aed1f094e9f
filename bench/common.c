#include "bench/common.h"

#include "engine/game/position.h"

#include <assert.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static double clock_of(clockid_t id)
{
    struct timespec t;
    int error = clock_gettime(id, &t);
    assert(!error);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_wall(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

double bench_cpu(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_cpu_thread(void)
{
    return clock_of(CLOCK_THREAD_CPUTIME_ID);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double x[], size_t n)
{
    qsort(x, n, sizeof *x, ascending);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

void *bench_take(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        perror("bench: mmap");
        exit(3);
    }
    madvise(p, bytes, MADV_HUGEPAGE);
    memset(p, 0, bytes);
    return p;
}

void bench_give(void *buffer, size_t bytes)
{
    int error = munmap(buffer, bytes);
    assert(!error);
}

/* The line of access number i, any of them. */
static inline void *line_at(unsigned char *buffer, uint64_t lines, uint64_t i)
{
    return buffer + ((position_mix(i) >> 32) * lines >> 32) * 64;
}

static inline __attribute__((always_inline)) void *
ask(unsigned char *buffer, uint64_t lines, uint64_t i, bool far)
{
    void *line = line_at(buffer, lines, i);
    if (far)
        __builtin_prefetch(line, 0, 2);
    else
        __builtin_prefetch(line);
    return line;
}

/* `order` and `swap` are constants where it is inlined. Returns what was read,
 * which is 0: so that the compiler believes that it matters. The addresses of
 * lines that are on their way are kept: to work them out again costs more than
 * a tenth of the rate. */
static inline __attribute__((always_inline)) uint64_t
access_lines(unsigned char *buffer, uint64_t lines, enum bench_order order,
             bool swap, uint64_t seed, uint64_t accesses)
{
    enum { AHEAD_MOST = 128 };
    const uint64_t ahead = order == BENCH_FAR       ? AHEAD_MOST
                           : order == BENCH_FETCHED ? 32
                                                    : 0;
    void *ring[AHEAD_MOST];
    uint64_t zero = 0, total = 0;
    for (uint64_t i = 0; i < ahead; i++)
        ring[i] = ask(buffer, lines, seed + i, order == BENCH_FAR);
    for (uint64_t i = 0; i < accesses; i++) {
        _Atomic uint64_t *line =
            ahead ? ring[i % ahead] : line_at(buffer, lines, seed + i + zero);
        uint64_t seen = 1;
        if (swap)
            total += atomic_compare_exchange_strong_explicit(
                line, &seen, 2, memory_order_relaxed, memory_order_relaxed);
        else
            seen = atomic_load_explicit(line, memory_order_relaxed);
        if (!swap)
            total += seen;
        if (order == BENCH_DEPENDENT)
            zero = seen;
        if (ahead)
            ring[i % ahead] =
                ask(buffer, lines, seed + i + ahead, order == BENCH_FAR);
    }
    return total;
}

static uint64_t access_any(unsigned char *buffer, uint64_t lines,
                           enum bench_order order, bool swap, uint64_t seed,
                           uint64_t n)
{
#define X(o, s)                                                                \
    if (order == o && swap == s)                                               \
        return access_lines(buffer, lines, o, s, seed, n);
    X(BENCH_DEPENDENT, false)
    X(BENCH_DEPENDENT, true)
    X(BENCH_INDEPENDENT, false)
    X(BENCH_INDEPENDENT, true)
    X(BENCH_FETCHED, false)
    X(BENCH_FETCHED, true)
    X(BENCH_FAR, false)
    X(BENCH_FAR, true)
#undef X
    assert(false);
}

double bench_limit(void *buffer, size_t bytes, enum bench_order order,
                   bool swap, unsigned threads, uint64_t accesses)
{
    double sum = 0;
    uint64_t n = accesses / threads;
#pragma omp parallel num_threads((int)threads) reduction(+ : sum)
    {
        uint64_t seed = (uint64_t)omp_get_thread_num() << 40;
        double start = bench_cpu_thread();
        uint64_t read = access_any(buffer, bytes / 64, order, swap, seed, n);
        assert(!read);
        sum += (double)n / (bench_cpu_thread() - start) / 1e6;
    }
    return sum;
}

uint64_t bench_huge(void)
{
    FILE *in = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    unsigned long kb = 0;
    while (in && fgets(line, sizeof line, in) &&
           sscanf(line, "AnonHugePages: %lu kB", &kb) != 1)
        ;
    if (in)
        fclose(in);
    return (uint64_t)kb << 10;
}
