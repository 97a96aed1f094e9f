#include "bench/common.h"

#include <assert.h>
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
