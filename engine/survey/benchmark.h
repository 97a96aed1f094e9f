/* benchmark.h - one census solved in many ways, in memory: memo strategies,
 * orders, threads. What `census bench` prints.
 *
 * Main thread. Times are of the whole process, so nothing else should run in
 * it meanwhile.
 */
#ifndef ENGINE_SURVEY_BENCHMARK_H
#define ENGINE_SURVEY_BENCHMARK_H

#include "engine/run/plan.h"
#include "engine/run/run.h"

/* How a census is solved. */
enum benchmark_order {
    BENCHMARK_BEST,       /* as `census run` does by itself; no memo named */
    BENCHMARK_SWEEP,      /* layer by layer, where the grid allows it */
    BENCHMARK_ASCENDING,  /* recursion, small positions first */
    BENCHMARK_DESCENDING, /* recursion, large positions first */
    BENCHMARK_ORDERS
};

struct benchmark_way {
    const char *memo; /* NULL with BENCHMARK_BEST */
    enum benchmark_order order;
    unsigned threads;
    /* Per cent to which a sweep fills the tables that it is opened with; 0: as
     * census run opens them. */
    unsigned load;
};

struct benchmark_result {
    const char *method;
    double seconds, cpu_seconds;
    uint64_t rows, evaluated, positions, lookups, memo_bytes;
};

const char *benchmark_order_name(enum benchmark_order);

/* Every way that makes sense for a plan, with 1..threads threads, and sweeps
 * with each of `loads` as well, a 0 at the end; at most cap.
 * Strategies that forget are left out, and those that cannot serve the census,
 * which log why. */
size_t benchmark_ways(const struct plan *, unsigned threads,
                      const unsigned loads[], struct benchmark_way ways[],
                      size_t cap);

/* The median, by CPU seconds, of `runs` runs of each of n ways, taken in turn:
 * way after way, then all again. Unless quiet, notes every ten seconds how many
 * are done. Errors of run_pilot. */
enum status benchmark_run(const struct plan *,
                          const struct benchmark_way ways[], size_t n,
                          unsigned runs, bool quiet,
                          struct benchmark_result results[]) MUST_CHECK;

#endif
