/* How fast are the memo strategies, and how far from what the machine can do?
 *
 * Prints one CSV line per strategy, threads and operation. In the same run,
 * between the repetitions, it measures random accesses to cache lines of a
 * buffer of the same size: the limit that no table can beat by much.
 *
 *   dependent    the next key is known only when the last value is there
 *   independent  one key per call
 *   batched      --batch keys per call
 *
 * "grow" is "insert" into a table that was told nothing about its size.
 * longest_ms is its longest call in processor time: the time for which growth
 * stopped the other threads is less.
 */
#include "bench/common.h"
#include "bench/memo_ops.h"

#include <omp.h>
#include <popt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MOST = 25 };

static const char *const op_names[] = {"insert", "hit", "miss", "grow"};
static const char *const mode_names[] = {"dependent", "independent", "batched"};

struct plan {
    struct keys keys;
    const char *only;
    int threads, repeats, log2_ops, value_bytes;
    double load;
    int batched, full;
};

/* Of each measurement M operations per second, bytes per entry of the table
 * that it left, and the longest call in milliseconds. */
struct rates {
    double rate[OPS][MODES][REPEATS_MOST];
    double bytes[OPS], huge[OPS], longest[OPS];
    uint64_t growths[OPS];
};

static uint64_t keys_of(const struct plan *plan)
{
    return 1ull << plan->keys.log2;
}

/* Is this part of the plan? */
static bool measured(const struct plan *plan, enum op op, enum mode mode)
{
    return ops_measured(op, mode) &&
           (!plan->batched || (mode == BATCHED && op != GROW));
}

static uint64_t ops_of(const struct plan *plan, enum op op, enum mode mode)
{
    uint64_t n = keys_of(plan), most = 1ull << plan->log2_ops;
    if (op == INSERT || op == GROW)
        return n;
    most = mode == DEPENDENT ? most / 4 : mode == BATCHED ? 4 * most : most;
    return most < n ? most : n;
}

static void measure_limit(const struct plan *plan, unsigned threads,
                          struct rates *out, int repeat)
{
    static const enum bench_order orders[MODES] = {
        BENCH_DEPENDENT, BENCH_INDEPENDENT, BENCH_FETCHED};
    size_t bytes = keys_of(plan) * 10;
    unsigned char *buffer = bench_take(bytes);
    for (enum op op = 0; op < OPS; op++)
        for (enum mode mode = 0; mode < MODES; mode++) {
            bool swap = op == INSERT || op == GROW;
            if (measured(plan, op, mode))
                out->rate[op][mode][repeat] =
                    bench_limit(buffer, bytes, orders[mode], swap, threads,
                                ops_of(plan, HIT, mode));
        }
    bench_give(buffer, bytes);
}

/* False if the strategy does not serve such keys. */
static bool open_memo(const struct memo_kind *kind, const struct plan *plan,
                      unsigned threads, enum op op, struct memo *m)
{
    double expect = (double)keys_of(plan) * 0.8 / plan->load;
    struct memo_spec spec = {
        .key_bits = plan->keys.wide ? 128 : 64,
        .value_bytes = (unsigned)plan->value_bytes,
        .threads = threads,
        .expect = op == GROW ? 0 : (uint64_t)expect,
        .universe = strcmp(kind->name, "dense") ? 0 : 2 * keys_of(plan),
    };
    return !memo_open(kind, &spec, m);
}

/* Fills a table, and measures what can be measured on it. */
static bool measure_one(const struct memo_kind *kind, const struct plan *plan,
                        unsigned threads, enum op fill, enum mode mode,
                        int repeat, struct rates *out)
{
    struct memo m;
    struct memo_stats stats;
    const uint64_t huge = bench_huge();
    if (!open_memo(kind, plan, threads, fill, &m))
        return false;
    struct speed speed =
        ops_run(&m, &plan->keys, fill, mode, threads, keys_of(plan));
    out->rate[fill][mode][repeat] = speed.mops;
    kind->stats(m.self, &stats);
    const double more = (double)bench_huge() - (double)huge;
    bool whole = fill == INSERT && mode == BATCHED;
    for (enum op op = fill; op <= (whole ? MISS : fill); op++) {
        if (speed.longest_ms > out->longest[op])
            out->longest[op] = speed.longest_ms;
        out->bytes[op] = (double)stats.bytes / (double)(stats.entries + 1);
        out->huge[op] = more > 0 ? more / (double)(stats.bytes + 1) : 0;
        out->growths[op] = stats.growths;
    }
    for (enum op op = HIT; whole && op <= MISS; op++)
        for (enum mode k = 0; k < MODES; k++)
            if (measured(plan, op, k))
                out->rate[op][k][repeat] = ops_run(&m, &plan->keys, op, k,
                                                   threads, ops_of(plan, op, k))
                                               .mops;
    memo_close(&m);
    return true;
}

static bool measure(const struct memo_kind *kind, const struct plan *plan,
                    unsigned threads, struct rates *out, int repeat)
{
    static const struct {
        enum op fill;
        enum mode mode;
    } ways[] = {{INSERT, INDEPENDENT}, {GROW, BATCHED}, {INSERT, BATCHED}};
    bool served = true;
    for (size_t i = 0; served && i < sizeof ways / sizeof *ways; i++)
        if (measured(plan, ways[i].fill, ways[i].mode))
            served = measure_one(kind, plan, threads, ways[i].fill,
                                 ways[i].mode, repeat, out);
    return served;
}

static void print(const char *name, const struct plan *plan, unsigned threads,
                  struct rates *rates, const struct rates *limits)
{
    for (enum op op = 0; op < OPS; op++)
        for (enum mode mode = 0; mode < MODES; mode++) {
            struct rates top = *limits;
            size_t n = (size_t)plan->repeats;
            if (!measured(plan, op, mode))
                continue;
            double most = bench_median(top.rate[op][mode], n);
            double rate = bench_median(rates->rate[op][mode], n);
            printf(
                "%s,%d,%.2f,%s,%u,%s,%s,%.2f,%.2f,%.3f,%.2f,%.2f,%llu,%.2f\n",
                name, plan->keys.log2, plan->load,
                plan->keys.census_order ? "census" : "uniform", threads,
                op_names[op], mode_names[mode], rate, most, rate / most,
                rates->bytes[op], rates->huge[op],
                (unsigned long long)rates->growths[op], rates->longest[op]);
        }
    fflush(stdout);
}

/* All strategies with one number of threads, repetitions interleaved. */
static void compare(const struct plan *plan, unsigned threads)
{
    enum { KINDS_MOST = 32 };
    struct rates *rates = calloc(KINDS_MOST, sizeof *rates);
    struct rates *limits = calloc(1, sizeof *limits);
    bool served[KINDS_MOST] = {false};
    if (!rates || !limits) {
        perror("bench");
        exit(3);
    }
    for (int repeat = 0; repeat < plan->repeats; repeat++) {
        measure_limit(plan, threads, limits, repeat);
        for (size_t k = 0; memo_kinds[k] && k < KINDS_MOST; k++)
            if (!plan->only || strstr(plan->only, memo_kinds[k]->name))
                served[k] =
                    measure(memo_kinds[k], plan, threads, &rates[k], repeat);
    }
    struct rates same = *limits;
    print("limit", plan, threads, &same, limits);
    for (size_t k = 0; memo_kinds[k] && k < KINDS_MOST; k++)
        if (served[k])
            print(memo_kinds[k]->name, plan, threads, &rates[k], limits);
    free(rates);
    free(limits);
}

/* Every size, and at the last but one every load and both orders. */
static void compare_all(struct plan plan, unsigned threads)
{
    static const double loads[] = {0.5, 0.65};
    for (int k = 16; k <= plan.keys.log2; k += k < 24 ? 4 : 2) {
        struct plan one = plan;
        one.keys.log2 = k;
        compare(&one, threads);
        if (k != 24)
            continue;
        for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
            one.load = loads[i];
            compare(&one, threads);
        }
        one.load = plan.load;
        one.keys.census_order = 1;
        compare(&one, threads);
    }
}

static bool legal(const struct plan *p)
{
    return p->keys.log2 >= 10 && p->keys.log2 <= 32 && p->load >= 0.1 &&
           p->load <= 0.84 && p->threads >= 1 && p->repeats >= 1 &&
           p->repeats <= REPEATS_MOST && p->keys.batch >= 2 &&
           p->keys.batch <= BATCH_MOST && p->log2_ops >= 4 &&
           p->log2_ops <= 32 &&
           (p->value_bytes == 1 || p->value_bytes == 2 || p->value_bytes == 4 ||
            p->value_bytes == 8);
}

int main(int argc, const char **argv)
{
    struct plan plan = {.keys = {.batch = 1024},
                        .threads = omp_get_max_threads(),
                        .repeats = 3,
                        .log2_ops = 20,
                        .value_bytes = 1,
                        .load = 0.8};
    struct poptOption options[] = {
        {"keys", 'k', POPT_ARG_INT, &plan.keys.log2, 0,
         "log2 of the keys; 20, with --full up to 26", "N"},
        {"load", 'l', POPT_ARG_DOUBLE, &plan.load, 0, "0.1..0.84; 0.8", "X"},
        {"threads", 't', POPT_ARG_INT, &plan.threads, 0, "1..N; all", "N"},
        {"repeats", 'r', POPT_ARG_INT, &plan.repeats, 0, "1..25; 3", "N"},
        {"batch", 'b', POPT_ARG_INT, &plan.keys.batch, 0, "keys a call; 1024",
         "N"},
        {"ops", 'o', POPT_ARG_INT, &plan.log2_ops, 0,
         "log2 of the lookups of one key; four times that in batches; 20", "N"},
        {"value-bytes", 'v', POPT_ARG_INT, &plan.value_bytes, 0, "1..8", "N"},
        {"wide", 'w', POPT_ARG_NONE, &plan.keys.wide, 0, "128-bit keys", NULL},
        {"census-order", 'c', POPT_ARG_NONE, &plan.keys.census_order, 0,
         "keys are ranks, in order", NULL},
        {"only", 0, POPT_ARG_STRING, &plan.only, 0, "strategies", "a,b"},
        {"batched", 0, POPT_ARG_NONE, &plan.batched, 0,
         "only batches, in tables of known size", NULL},
        {"full", 0, POPT_ARG_NONE, &plan.full, 0,
         "all sizes, loads and orders: an hour", NULL},
        POPT_AUTOHELP POPT_TABLEEND};
    poptContext context = poptGetContext("memo", argc, argv, options, 0);
    int rc = poptGetNextOpt(context);
    plan.keys.log2 = plan.keys.log2 ? plan.keys.log2 : plan.full ? 26 : 20;
    if (rc < -1 || poptPeekArg(context) || !legal(&plan)) {
        fprintf(stderr, "memo: bad option or number; try --help\n");
        return 2;
    }
    printf("strategy,log2_keys,load,order,threads,op,mode,mops,limit,ratio,"
           "bytes_per_entry,huge,growths,longest_ms\n");
    for (int t = 1; t <= plan.threads; t *= 2)
        plan.full ? compare_all(plan, (unsigned)t)
                  : compare(&plan, (unsigned)t);
    poptFreeContext(context);
    return 0;
}
