/* How fast are the memo strategies, and how far from what the machine can do?
 *
 * Prints one CSV line per strategy, threads and operation. Before and after
 * each, it measures random accesses to cache lines of a buffer of the same
 * size. For batches that is done in two ways, with lines fetched 32 ahead into
 * the first cache (limit) and 128 ahead into the second (far_limit), where the
 * processor can wait for more of them. A ratio is the median of the
 * repetitions' own ratios.
 *
 *   dependent    the next key is known only when the last value is there
 *   independent  one key per call
 *   batched      --batch keys per call
 *
 * "grow" is "insert" into a table that was told nothing about its size,
 * "foretold" into one that has no room yet either, but knows what is coming.
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

static const char *const op_names[] = {"insert", "hit", "miss", "grow",
                                       "foretold"};
static const char *const mode_names[] = {"dependent", "independent", "batched"};

struct plan {
    struct keys keys;
    const char *only;
    int threads, repeats, log2_ops, value_bytes;
    double load;
    int batched, full;
};

/* Of each repetition M operations per second, what the machine could do before
 * and after, the ratio of the two, and the same for the far limit. */
struct series {
    double mops[REPEATS_MOST], limit[REPEATS_MOST], ratio[REPEATS_MOST];
    double far[REPEATS_MOST], far_ratio[REPEATS_MOST];
};

/* Of one strategy also bytes per entry of the table that each operation found
 * or left, the part of them in huge pages, and the longest call. */
struct rates {
    struct series series[OPS][MODES];
    double bytes[OPS], huge[OPS], longest[OPS];
    uint64_t growths[OPS];
};

/* One repetition with one number of threads. */
struct bout {
    const struct plan *plan;
    unsigned threads;
    int repeat;
    unsigned char *buffer; /* for the limit */
    size_t bytes;
};

static uint64_t keys_of(const struct plan *plan)
{
    return 1ull << plan->keys.log2;
}

/* Is this part of the plan? */
static bool measured(const struct plan *plan, enum op op, enum mode mode)
{
    return ops_measured(op, mode) &&
           (!plan->batched ||
            (mode == BATCHED && op != GROW && op != FORETOLD));
}

/* All keys are put once; of small tables each is asked for many times. */
static uint64_t ops_of(const struct plan *plan, enum op op, enum mode mode)
{
    const uint64_t most = 1ull << plan->log2_ops;
    if (op == INSERT || op == GROW || op == FORETOLD)
        return keys_of(plan);
    return mode == DEPENDENT ? most / 4 : mode == BATCHED ? 4 * most : most;
}

/* Seconds for a million accesses as the machine can do them. */
static double limit(const struct bout *b, enum op op, enum mode mode, bool far)
{
    static const enum bench_order orders[MODES] = {
        BENCH_DEPENDENT, BENCH_INDEPENDENT, BENCH_FETCHED};
    const bool swap = op == INSERT || op == GROW || op == FORETOLD;
    return 1 / bench_limit(b->buffer, b->bytes, far ? BENCH_FAR : orders[mode],
                           swap, b->threads, ops_of(b->plan, HIT, mode));
}

/* Operation op in parts, with the limits between them: on a shared machine what
 * is possible changes from one second to the next. */
static double measure_parts(const struct bout *b, struct memo *m, enum op op,
                            enum mode mode, struct series *out)
{
    enum { PARTS = 4 };
    const uint64_t n = ops_of(b->plan, op, mode);
    double took = 0, least[2] = {0, 0}, longest = 0;
    for (uint64_t i = 0; i <= PARTS; i++) {
        const double weight = i % PARTS ? 1 : 0.5;
        const double near = weight * limit(b, op, mode, false);
        least[0] += near;
        least[1] += mode == BATCHED ? weight * limit(b, op, mode, true) : near;
        if (i == PARTS)
            break;
        struct speed speed = ops_run(m, &b->plan->keys, op, mode, b->threads,
                                     n / PARTS * i, n / PARTS);
        took += 1 / speed.mops;
        longest = speed.longest_ms > longest ? speed.longest_ms : longest;
    }
    out->mops[b->repeat] = PARTS / took;
    out->limit[b->repeat] = PARTS / least[0];
    out->ratio[b->repeat] = least[0] / took;
    out->far[b->repeat] = PARTS / least[1];
    out->far_ratio[b->repeat] = least[1] / took;
    return longest;
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
        .expect = op == GROW || op == FORETOLD ? 0 : (uint64_t)expect,
        .foretold = op == FORETOLD ? (uint64_t)expect : 0,
        .universe = strcmp(kind->name, "dense") ? 0 : 2 * keys_of(plan),
    };
    return !memo_open(kind, &spec, m);
}

static void note_table(const struct memo *m, uint64_t huge_before, enum op op,
                       struct rates *out)
{
    struct memo_stats stats;
    m->kind->stats(m->self, &stats);
    const double huge = (double)bench_huge() - (double)huge_before;
    out->bytes[op] = (double)stats.bytes / (double)(stats.entries + 1);
    out->huge[op] = huge > 0 ? huge / (double)(stats.bytes + 1) : 0;
    out->growths[op] = stats.growths;
}

/* Fills a table, and measures what can be measured on it. */
static bool measure_one(const struct memo_kind *kind, const struct bout *b,
                        enum op fill, enum mode mode, struct rates *out)
{
    struct memo m;
    const uint64_t huge = bench_huge();
    if (!open_memo(kind, b->plan, b->threads, fill, &m))
        return false;
    double longest = measure_parts(b, &m, fill, mode, &out->series[fill][mode]);
    out->longest[fill] =
        longest > out->longest[fill] ? longest : out->longest[fill];
    bool whole = fill == INSERT && mode == BATCHED;
    for (enum op op = fill; op <= (whole ? MISS : fill); op++)
        note_table(&m, huge, op, out);
    for (enum op op = HIT; whole && op <= MISS; op++)
        for (enum mode k = 0; k < MODES; k++)
            if (measured(b->plan, op, k))
                measure_parts(b, &m, op, k, &out->series[op][k]);
    memo_close(&m);
    return true;
}

static bool measure(const struct memo_kind *kind, const struct bout *b,
                    struct rates *out)
{
    static const struct {
        enum op fill;
        enum mode mode;
    } ways[] = {{INSERT, INDEPENDENT},
                {GROW, BATCHED},
                {FORETOLD, BATCHED},
                {INSERT, BATCHED}};
    bool served = true;
    for (size_t i = 0; served && i < sizeof ways / sizeof *ways; i++)
        if (measured(b->plan, ways[i].fill, ways[i].mode))
            served = measure_one(kind, b, ways[i].fill, ways[i].mode, out);
    return served;
}

static void print(const char *name, const struct plan *plan, unsigned threads,
                  struct rates *rates)
{
    const size_t n = (size_t)plan->repeats;
    for (enum op op = 0; op < OPS; op++)
        for (enum mode mode = 0; mode < MODES; mode++) {
            struct series *s = &rates->series[op][mode];
            if (!measured(plan, op, mode))
                continue;
            printf("%s,%d,%.2f,%s,%u,%s,%s,%.2f,%.2f,%.3f,%.2f,%.2f,%llu,%.2f,"
                   "%.2f,%.3f\n",
                   name, plan->keys.log2, plan->load,
                   plan->keys.census_order ? "census" : "uniform", threads,
                   op_names[op], mode_names[mode], bench_median(s->mops, n),
                   bench_median(s->limit, n), bench_median(s->ratio, n),
                   rates->bytes[op], rates->huge[op],
                   (unsigned long long)rates->growths[op], rates->longest[op],
                   bench_median(s->far, n), bench_median(s->far_ratio, n));
        }
    fflush(stdout);
}

/* All strategies with one number of threads, repetitions interleaved. */
static void compare(const struct plan *plan, unsigned threads)
{
    enum { KINDS_MOST = 32 };
    struct rates *rates = calloc(KINDS_MOST, sizeof *rates);
    bool served[KINDS_MOST] = {false};
    struct bout b = {
        .plan = plan, .threads = threads, .bytes = keys_of(plan) * 10};
    if (!rates) {
        perror("bench");
        exit(3);
    }
    b.buffer = bench_take(b.bytes);
    for (b.repeat = 0; b.repeat < plan->repeats; b.repeat++)
        for (size_t k = 0; memo_kinds[k] && k < KINDS_MOST; k++)
            if (!plan->only || strstr(plan->only, memo_kinds[k]->name))
                served[k] = measure(memo_kinds[k], &b, &rates[k]);
    for (size_t k = 0; memo_kinds[k] && k < KINDS_MOST; k++)
        if (served[k])
            print(memo_kinds[k]->name, plan, threads, &rates[k]);
    bench_give(b.buffer, b.bytes);
    free(rates);
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
           p->keys.batch <= BATCH_MOST && p->log2_ops >= 10 &&
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
           "bytes_per_entry,huge,growths,longest_ms,far_limit,far_ratio\n");
    for (int t = 1; t <= plan.threads; t *= 2)
        plan.full ? compare_all(plan, (unsigned)t)
                  : compare(&plan, (unsigned)t);
    poptFreeContext(context);
    return 0;
}
