#include "engine/survey/benchmark.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/run/estimate.h"
#include "engine/run/team.h"

#include <stdlib.h>
#include <string.h>

const char *benchmark_order_name(enum benchmark_order order)
{
    static const char *const names[BENCHMARK_ORDERS] = {
        "best", "sweep", "ascending", "descending"};
    return names[order];
}

/* Does the strategy open for every game of the plan? If not, it says why. */
static bool serves(const struct plan *plan, const struct memo_kind *kind)
{
    for (size_t i = 0; i < plan->ngames; i++) {
        struct memo memo;
        struct ranking ranking;
        const struct memo_spec spec =
            team_memo_spec(plan, i, plan->domains[i], 1, 0, &ranking);
        if (memo_open(kind, &spec, &memo))
            return false;
        memo_close(&memo);
    }
    return true;
}

static bool makes_sense(const struct plan *plan, enum benchmark_order order)
{
    return order != BENCHMARK_SWEEP || plan_sweeps(plan);
}

/* A strategy in one order, for each number of threads. */
static size_t add_ways(struct benchmark_way way, unsigned threads,
                       struct benchmark_way ways[], size_t cap)
{
    size_t n = 0;
    for (way.threads = 1; way.threads <= threads && n < cap; way.threads++)
        ways[n++] = way;
    return n;
}

size_t benchmark_ways(const struct plan *plan, unsigned threads,
                      const unsigned loads[], struct benchmark_way ways[],
                      size_t cap)
{
    size_t n = add_ways((struct benchmark_way){.order = BENCHMARK_BEST},
                        threads, ways, cap);
    for (size_t m = 0; memo_kinds[m]; m++) {
        if (memo_kinds[m]->forgets || !serves(plan, memo_kinds[m]))
            continue;
        struct benchmark_way way = {.memo = memo_kinds[m]->name};
        for (int o = BENCHMARK_SWEEP; o < BENCHMARK_ORDERS; o++) {
            way.order = (enum benchmark_order)o;
            if (makes_sense(plan, way.order))
                n += add_ways(way, threads, ways + n, cap - n);
        }
        way.order = BENCHMARK_SWEEP;
        for (size_t i = 0; loads[i] && makes_sense(plan, way.order); i++) {
            way.load = loads[i];
            n += add_ways(way, threads, ways + n, cap - n);
        }
    }
    return n;
}

/* The load, per cent, of a table that holds what it was opened for (memo.h). */
enum { MADE_FOR = 80 };

static enum status run_once(const struct plan *plan,
                            const struct benchmark_way *way, void *rows,
                            struct benchmark_result *result)
{
    const uint64_t n = plan->grid.count;
    struct run_options options = {
        .threads = way->threads,
        .memo = way->memo ? memo_find(way->memo) : NULL,
        .recursion = way->order >= BENCHMARK_ASCENDING,
        .descending = way->order == BENCHMARK_DESCENDING,
        .quiet = true,
    };
    struct run_report report;
    struct estimate estimate;
    enum status st = estimate_run(plan, &options, n, NULL, &estimate);
    if (st)
        return st;
    for (size_t g = 0; g < plan->ngames; g++)
        options.expect[g] = way->load
                                ? estimate.expect[g] * MADE_FOR / way->load
                                : estimate.expect[g];
    memset(rows, 0, n * plan->census->row_size);
    const double before = clock_cpu_seconds();
    st = run_pilot(plan, &options, n, n, rows, &report);
    *result = (struct benchmark_result){
        .method = report.method ? report.method->name : "",
        .seconds = report.seconds,
        .cpu_seconds = clock_cpu_seconds() - before,
        .rows = n,
        .evaluated = report.evaluated,
        .positions = report.positions,
        .lookups = report.hits + report.misses,
        .memo_bytes = report.memo_bytes,
    };
    return st;
}

static int by_cpu(const void *a, const void *b)
{
    const struct benchmark_result *x = a, *y = b;
    return (x->cpu_seconds > y->cpu_seconds) -
           (x->cpu_seconds < y->cpu_seconds);
}

/* Of long work, every ten seconds: what has been done of it. */
static void say_progress(const char *census, size_t done, size_t all,
                         uint64_t *due)
{
    const uint64_t now = clock_now();
    if (now < *due)
        return;
    if (*due)
        log_note("%s: %zu of %zu runs done", census, done, all);
    *due = now + 10 * CLOCK_SECOND;
}

enum status benchmark_run(const struct plan *plan,
                          const struct benchmark_way ways[], size_t n,
                          unsigned runs, bool quiet,
                          struct benchmark_result results[])
{
    uint64_t due = 0;
    void *rows = malloc(plan->grid.count * plan->census->row_size);
    struct benchmark_result *all = calloc(n * runs, sizeof *all);
    enum status st = STATUS_OK;
    if (!rows || !all)
        st = log_error(STATUS_NOMEM, "out of memory for %llu rows",
                       (unsigned long long)plan->grid.count);
    for (unsigned r = 0; r < runs && !st; r++)
        for (size_t i = 0; i < n && !st; i++) {
            if (!quiet)
                say_progress(plan->census->name, r * n + i, n * runs, &due);
            st = run_once(plan, &ways[i], rows, &all[i * runs + r]);
        }
    for (size_t i = 0; i < n && !st; i++) {
        qsort(&all[i * runs], runs, sizeof *all, by_cpu);
        results[i] = all[i * runs + runs / 2];
    }
    free(rows);
    free(all);
    return st;
}
