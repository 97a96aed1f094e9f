/* common.h - what the benchmarks share: clocks, medians, options.
 *
 * Rates are operations per second of a thread's own processor time, so that
 * other work on the machine disturbs them little. Every figure is the median
 * of repeated runs.
 */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double bench_wall(void);       /* seconds */
double bench_cpu(void);        /* of the whole process, all threads */
double bench_cpu_thread(void); /* of the calling thread */

/* The median; sorts x. n >= 1. */
double bench_median(double x[], size_t n);

/* A buffer in huge pages where the system has them, touched and zero. Ends
 * the program if there is no memory. Given back by bench_give. */
void *bench_take(size_t bytes);
void bench_give(void *buffer, size_t bytes);

/* The bytes of this process that are in huge pages; 0 where the system does not
 * say. */
uint64_t bench_huge(void);

/* What the machine can do: random accesses to the cache lines of a buffer of
 * zeros, in M per second of all threads together. With `swap` each is a
 * compare-and-swap, else a read. DEPENDENT: the address depends on what was
 * read before; FETCHED: asked for 32 accesses ahead; FAR: 128 ahead, but for
 * the second cache only. */
enum bench_order {
    BENCH_DEPENDENT,
    BENCH_INDEPENDENT,
    BENCH_FETCHED,
    BENCH_FAR
};

double bench_limit(void *buffer, size_t bytes, enum bench_order, bool swap,
                   unsigned threads, uint64_t accesses);

#endif
