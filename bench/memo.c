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
 * longest_ms is the longest call of a batched insert in processor time: the
 * time for which growth stopped the other threads is less.
 */
#include "engine/memo.h"
#include "bench/common.h"

#include <omp.h>
#include <popt.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { INSERT, HIT, MISS, GROW, OPS };
enum mode { DEPENDENT, INDEPENDENT, BATCHED, MODES };
enum { BATCH_MOST = 1 << 16, REPEATS_MOST = 25 };

static const char *const op_names[] = {"insert", "hit", "miss", "grow"};
static const char *const mode_names[] = {"dependent", "independent", "batched"};

struct plan {
    const char *only;
    int log2_keys, threads, repeats, batch, log2_ops, value_bytes, wide;
    double load;
    int census_order, full;
};

/* Of each measurement M operations per second, bytes per entry of the table
 * that it left, and the longest call in milliseconds. */
struct rates {
    double rate[OPS][MODES][REPEATS_MOST];
    double bytes[OPS], huge[OPS], longest[OPS];
    uint64_t growths[OPS];
};

/* What all threads of a measurement came to. */
struct sums {
    double rate, longest;
};

static uint64_t keys_of(const struct plan *plan)
{
    return 1ull << plan->log2_keys;
}

/* The i-th key of a table of 2^log2_keys; i from there on are never put. In
 * census order keys are ranks, asked for one after the other. */
static struct position key_at(const struct plan *plan, uint64_t i)
{
    uint64_t mask = keys_of(plan) - 1;
    uint64_t at =
        plan->census_order ? i : (i * 0x9e3779b97f4a7c15u & mask) | (i & ~mask);
    struct position p = {at, 0};
    if (plan->wide)
        p.hi = at * 0xd6e8feb86659fd93u;
    return p;
}

static uint64_t value_at(struct position p)
{
    return p.lo % 251;
}

static void *must(void *p)
{
    if (p)
        return p;
    perror("bench");
    exit(3);
}

static void wrong(const char *what)
{
    fprintf(stderr, "bench: wrong answer: %s\n", what);
    exit(1);
}

/* One thread's share of an operation: keys from..to-1. */
static double batches(struct memo *m, const struct plan *plan, enum op op,
                      unsigned worker, uint64_t from, uint64_t to, size_t batch)
{
    double longest = 0;
    struct position *keys = must(malloc(batch * sizeof *keys));
    uint64_t *values = must(malloc(batch * sizeof *values));
    for (uint64_t i = from; i < to; i += batch) {
        size_t n = to - i < batch ? to - i : batch;
        for (size_t k = 0; k < n; k++) {
            keys[k] = key_at(plan, i + k);
            values[k] = value_at(keys[k]);
        }
        if (op == INSERT || op == GROW) {
            double start = batch > 1 ? bench_cpu_thread() : 0;
            if (memo_put(m, worker, keys, values, n))
                exit(3);
            double took = batch > 1 ? bench_cpu_thread() - start : 0;
            longest = took > longest ? took : longest;
        } else {
            size_t hits = memo_get(m, worker, keys, n, values);
            if (hits != (op == HIT ? n : 0) && !m->kind->forgets &&
                !m->kind->apart)
                wrong(m->kind->name);
            if (op == HIT && hits && values[n - 1] != MEMO_MISS &&
                values[n - 1] != value_at(keys[n - 1]))
                wrong(m->kind->name);
        }
    }
    free(keys);
    free(values);
    return longest;
}

/* Each key depends on the value before it, by a number that is always 0. */
static void chain(struct memo *m, const struct plan *plan, unsigned worker,
                  uint64_t from, uint64_t to)
{
    uint64_t zero = 0;
    for (uint64_t i = from; i < to; i++) {
        struct position key = key_at(plan, i + zero);
        uint64_t value;
        memo_get(m, worker, &key, 1, &value);
        zero = value == MEMO_MISS - 1;
    }
}

static struct sums run(struct memo *m, const struct plan *plan, enum op op,
                       enum mode mode, unsigned threads, uint64_t ops)
{
    uint64_t n = keys_of(plan);
    double sum = 0, longest = 0;
    bool fill = op == INSERT || op == GROW;
#pragma omp parallel num_threads((int)threads) reduction(+ : sum) reduction(max : longest)
    {
        unsigned worker = (unsigned)omp_get_thread_num();
        /* Lookups start in each thread's own part of all keys. */
        uint64_t share = ops / threads, part = fill ? share : n / threads;
        uint64_t from = worker * part + (op == MISS ? n : 0);
        double start = bench_cpu_thread();
        if (mode == DEPENDENT)
            chain(m, plan, worker, from, from + share);
        else
            longest = batches(m, plan, op, worker, from, from + share,
                              mode == BATCHED ? (size_t)plan->batch : 1);
        sum += (double)share / (bench_cpu_thread() - start) / 1e6;
    }
    return (struct sums){sum, longest * 1e3};
}

/* A miss is the same whatever the line holds, so the processor guesses it and
 * goes on: nothing depends on it. */
static bool measured(enum op op, enum mode mode)
{
    if (op == GROW)
        return mode == BATCHED;
    return op == HIT || mode != DEPENDENT;
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
            if (measured(op, mode))
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
        .key_bits = plan->wide ? 128 : 64,
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
    struct sums sums = run(&m, plan, fill, mode, threads, keys_of(plan));
    out->rate[fill][mode][repeat] = sums.rate;
    kind->stats(m.self, &stats);
    const double more = (double)bench_huge() - (double)huge;
    bool whole = fill == INSERT && mode == BATCHED;
    for (enum op op = fill; op <= (whole ? MISS : fill); op++) {
        if (mode == BATCHED && sums.longest > out->longest[op])
            out->longest[op] = sums.longest;
        out->bytes[op] = (double)stats.bytes / (double)(stats.entries + 1);
        out->huge[op] = more > 0 ? more / (double)(stats.bytes + 1) : 0;
        out->growths[op] = stats.growths;
    }
    for (enum op op = HIT; whole && op <= MISS; op++)
        for (enum mode k = 0; k < MODES; k++)
            if (measured(op, k))
                out->rate[op][k][repeat] =
                    run(&m, plan, op, k, threads, ops_of(plan, op, k)).rate;
    memo_close(&m);
    return true;
}

static bool measure(const struct memo_kind *kind, const struct plan *plan,
                    unsigned threads, struct rates *out, int repeat)
{
    return measure_one(kind, plan, threads, INSERT, INDEPENDENT, repeat, out) &&
           measure_one(kind, plan, threads, GROW, BATCHED, repeat, out) &&
           measure_one(kind, plan, threads, INSERT, BATCHED, repeat, out);
}

static void print(const char *name, const struct plan *plan, unsigned threads,
                  struct rates *rates, const struct rates *limits)
{
    for (enum op op = 0; op < OPS; op++)
        for (enum mode mode = 0; mode < MODES; mode++) {
            struct rates top = *limits;
            size_t n = (size_t)plan->repeats;
            if (!measured(op, mode))
                continue;
            double most = bench_median(top.rate[op][mode], n);
            double rate = bench_median(rates->rate[op][mode], n);
            printf(
                "%s,%d,%.2f,%s,%u,%s,%s,%.2f,%.2f,%.3f,%.2f,%.2f,%llu,%.2f\n",
                name, plan->log2_keys, plan->load,
                plan->census_order ? "census" : "uniform", threads,
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
    struct rates *rates = must(calloc(KINDS_MOST, sizeof *rates));
    struct rates *limits = must(calloc(1, sizeof *limits));
    bool served[KINDS_MOST] = {false};
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
    for (int k = 16; k <= plan.log2_keys; k += k < 24 ? 4 : 2) {
        struct plan one = plan;
        one.log2_keys = k;
        compare(&one, threads);
        if (k != 24)
            continue;
        for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
            one.load = loads[i];
            compare(&one, threads);
        }
        one.load = plan.load;
        one.census_order = 1;
        compare(&one, threads);
    }
}

static bool legal(const struct plan *p)
{
    return p->log2_keys >= 10 && p->log2_keys <= 32 && p->load >= 0.1 &&
           p->load <= 0.84 && p->threads >= 1 && p->repeats >= 1 &&
           p->repeats <= REPEATS_MOST && p->batch >= 2 &&
           p->batch <= BATCH_MOST && p->log2_ops >= 4 && p->log2_ops <= 32 &&
           (p->value_bytes == 1 || p->value_bytes == 2 || p->value_bytes == 4 ||
            p->value_bytes == 8);
}

int main(int argc, const char **argv)
{
    struct plan plan = {.log2_keys = 0,
                        .threads = omp_get_max_threads(),
                        .repeats = 3,
                        .batch = 1024,
                        .log2_ops = 18,
                        .value_bytes = 1,
                        .load = 0.8};
    struct poptOption options[] = {
        {"keys", 'k', POPT_ARG_INT, &plan.log2_keys, 0,
         "log2 of the keys; 20, with --full up to 26", "N"},
        {"load", 'l', POPT_ARG_DOUBLE, &plan.load, 0, "0.1..0.84; 0.8", "X"},
        {"threads", 't', POPT_ARG_INT, &plan.threads, 0, "1..N; all", "N"},
        {"repeats", 'r', POPT_ARG_INT, &plan.repeats, 0, "1..25; 3", "N"},
        {"batch", 'b', POPT_ARG_INT, &plan.batch, 0, "keys a call; 1024", "N"},
        {"ops", 'o', POPT_ARG_INT, &plan.log2_ops, 0,
         "log2 of the lookups of one key; four times that in batches; 18", "N"},
        {"value-bytes", 'v', POPT_ARG_INT, &plan.value_bytes, 0, "1..8", "N"},
        {"wide", 'w', POPT_ARG_NONE, &plan.wide, 0, "128-bit keys", NULL},
        {"census-order", 'c', POPT_ARG_NONE, &plan.census_order, 0,
         "keys are ranks, in order", NULL},
        {"only", 0, POPT_ARG_STRING, &plan.only, 0, "strategies", "a,b"},
        {"full", 0, POPT_ARG_NONE, &plan.full, 0,
         "all sizes, loads and orders: an hour", NULL},
        POPT_AUTOHELP POPT_TABLEEND};
    poptContext context = poptGetContext("memo", argc, argv, options, 0);
    int rc = poptGetNextOpt(context);
    plan.log2_keys = plan.log2_keys ? plan.log2_keys : plan.full ? 26 : 20;
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
