#include "bench/memo_ops.h"

#include "bench/common.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* Keys made ready at a time: they stay in the second cache. */
enum { BLOCK = 1 << 13 };

/* What one thread works with. */
struct block {
    struct memo *memo;
    const struct keys *plan;
    unsigned worker;
    size_t n, cap;
    struct position *keys;
    uint64_t *values, *found;
    double seconds, longest;
};

/* The i-th key; those from 2^log2 on are never put. */
static struct position key_at(const struct keys *plan, uint64_t i)
{
    const uint64_t mask = (1ull << plan->log2) - 1;
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

static void block_open(struct block *b)
{
    b->cap = b->plan->batch > BLOCK ? b->plan->batch : BLOCK;
    b->keys = must(malloc(b->cap * sizeof *b->keys));
    b->values = must(malloc(b->cap * sizeof *b->values));
    b->found = must(malloc(b->cap * sizeof *b->found));
}

static void block_close(struct block *b)
{
    free(b->keys);
    free(b->values);
    free(b->found);
}

/* The number of the key for operation i. Lookups are spread over all keys: the
 * first ones put found an empty table and are quicker to find than the last. In
 * census order a block is a run of neighbours. */
static uint64_t number_of(const struct keys *plan, enum op op, uint64_t i)
{
    const uint64_t all = 1ull << plan->log2;
    if (op == INSERT || op == GROW || op == FORETOLD)
        return i;
    uint64_t at = plan->census_order ? position_mix(i / BLOCK) * BLOCK + i
                                     : position_mix(i);
    return (at & (all - 1)) + (op == MISS ? all : 0);
}

static void block_fill(struct block *b, enum op op, uint64_t from, uint64_t to)
{
    b->n = to - from < b->cap ? to - from : b->cap;
    for (size_t k = 0; k < b->n; k++) {
        b->keys[k] = key_at(b->plan, number_of(b->plan, op, from + k));
        b->values[k] = value_at(b->keys[k]);
    }
}

static void put(const struct block *b, size_t at, size_t n)
{
    if (memo_put(b->memo, b->worker, b->keys + at, b->values + at, n))
        exit(3);
}

static size_t most(const struct block *b, size_t at, size_t batch)
{
    return b->n - at < batch ? b->n - at : batch;
}

/* Reading the clock takes as long as some twenty keys, so that calls are timed
 * one by one only where their length is asked for. */
static void put_timed(struct block *b, size_t batch)
{
    for (size_t at = 0; at < b->n; at += batch) {
        double start = bench_cpu_thread();
        put(b, at, most(b, at, batch));
        double took = bench_cpu_thread() - start;
        b->longest = took > b->longest ? took : b->longest;
        b->seconds += took;
    }
}

static void put_block(struct block *b, size_t batch)
{
    double start = bench_cpu_thread();
    for (size_t at = 0; at < b->n; at += batch)
        put(b, at, most(b, at, batch));
    b->seconds += bench_cpu_thread() - start;
}

static void get_block(struct block *b, size_t batch)
{
    double start = bench_cpu_thread();
    for (size_t at = 0; at < b->n; at += batch)
        memo_get(b->memo, b->worker, b->keys + at, most(b, at, batch),
                 b->found + at);
    b->seconds += bench_cpu_thread() - start;
}

/* Each key depends on the value before it, by a number that is always 0. */
static void get_chain(struct block *b)
{
    uint64_t zero = 0;
    double start = bench_cpu_thread();
    for (size_t at = 0; at < b->n; at++) {
        struct position key = b->keys[at];
        key.lo += zero;
        memo_get(b->memo, b->worker, &key, 1, b->found + at);
        zero = b->found[at] == MEMO_MISS - 1;
    }
    b->seconds += bench_cpu_thread() - start;
}

/* A strategy that forgets, or keeps the threads apart, may miss. */
static void check(const struct block *b, enum op op)
{
    const struct memo_kind *kind = b->memo->kind;
    for (size_t k = 0; k < b->n; k++) {
        bool missed = b->found[k] == MEMO_MISS;
        if (missed ? op == MISS || kind->forgets || kind->apart
                   : op == HIT && b->found[k] == b->values[k])
            continue;
        fprintf(stderr, "bench: %s: wrong answer\n", kind->name);
        exit(1);
    }
}

static void work(struct block *b, enum op op, enum mode mode, uint64_t from,
                 uint64_t to)
{
    const size_t batch = mode == BATCHED ? b->plan->batch : 1;
    for (uint64_t i = from; i < to; i += b->n) {
        block_fill(b, op, i, to);
        if (op == GROW || op == FORETOLD)
            put_timed(b, batch);
        else if (op == INSERT)
            put_block(b, batch);
        else if (mode == DEPENDENT)
            get_chain(b);
        else
            get_block(b, batch);
        if (op == HIT || op == MISS)
            check(b, op);
    }
}

struct speed ops_run(struct memo *m, const struct keys *plan, enum op op,
                     enum mode mode, unsigned threads, uint64_t from,
                     uint64_t n)
{
    const uint64_t share = n / threads;
    double sum = 0, longest = 0;
#pragma omp parallel num_threads((int)threads) reduction(+ : sum) reduction(max : longest)
    {
        struct block b = {
            .memo = m, .plan = plan, .worker = (unsigned)omp_get_thread_num()};
        const uint64_t first = from + b.worker * share;
        block_open(&b);
        work(&b, op, mode, first, first + share);
        block_close(&b);
        sum += (double)share / b.seconds / 1e6;
        longest = b.longest;
    }
    return (struct speed){sum, longest * 1e3};
}
