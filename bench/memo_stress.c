/* Do the memo strategies keep their promises when many threads race?
 *
 * More threads than processors put and get the same keys in an unsized table,
 * which grows while they do. Counted are values that are not those of their
 * keys (wrong), keys that the thread which put them does not find, or that
 * nobody finds at the end (lost), and keys that are held twice (double: the
 * table says that it holds more keys than were put). One CSV line a strategy;
 * exit status 1 if a count is not 0.
 *
 * Each key has a note in plain memory, written before the key is put and read
 * by threads that get its value but never put it: the race detector reports a
 * strategy that does not publish what was written before (make check-tsan).
 */
#include "bench/common.h"
#include "engine/memo/memo.h"

#include <popt.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 };

struct plan {
    const char *only;
    long long ops;
    int log2_keys, threads, wide;
};

struct outcome {
    uint64_t wrong, lost, put;
};

static struct position key_at(const struct plan *plan,
                              const struct memo_kind *kind, uint64_t i)
{
    struct position p = {i, 0};
    if (strcmp(kind->name, "dense"))
        p.lo = position_mix(i);
    if (plan->wide)
        p.hi = position_mix(i / 3); /* often the same */
    return p;
}

static uint64_t value_at(uint64_t i)
{
    return position_mix(i ^ 0x1234) % 255;
}

/* Of every key whether it was put, and its note: its value, once it was. */
struct notes {
    atomic_uchar *set; /* NOBODY, WRITING or WRITTEN */
    unsigned char *note;
};

enum { NOBODY, WRITING, WRITTEN };

/* The first one writes the note; who comes second waits for it. */
static void take_note(const struct notes *notes, uint64_t i)
{
    unsigned char seen = NOBODY;
    if (atomic_compare_exchange_strong_explicit(&notes->set[i], &seen, WRITING,
                                                memory_order_relaxed,
                                                memory_order_relaxed)) {
        notes->note[i] = (unsigned char)value_at(i);
        atomic_store_explicit(&notes->set[i], WRITTEN, memory_order_release);
    }
    while (atomic_load_explicit(&notes->set[i], memory_order_acquire) !=
           WRITTEN)
        sched_yield();
}

/* The keys of a round. Neighbouring rounds of all threads share most of them:
 * four have the same, those after them others. */
static void keys_of(const struct memo *m, const struct plan *plan,
                    uint64_t seed, uint64_t number[BATCH],
                    struct position keys[BATCH])
{
    const uint64_t mask = (1ull << plan->log2_keys) - 1;
    for (size_t k = 0; k < BATCH; k++) {
        number[k] = position_mix(seed / 4 * BATCH + (k + seed) % BATCH) & mask;
        keys[k] = key_at(plan, m->kind, number[k]);
    }
}

/* One call to put and one to get of the same numbers, and one to get those of
 * the round after it, which other threads may have put. */
static void round_of(struct memo *m, const struct plan *plan, unsigned worker,
                     uint64_t seed, const struct notes *notes,
                     struct outcome *o)
{
    struct position keys[BATCH];
    uint64_t number[BATCH], values[BATCH];
    keys_of(m, plan, seed, number, keys);
    for (size_t k = 0; k < BATCH; k++) {
        take_note(notes, number[k]);
        values[k] = value_at(number[k]);
    }
    if (memo_put(m, worker, keys, values, BATCH))
        exit(3);
    memo_get(m, worker, keys, BATCH, values);
    for (size_t k = 0; k < BATCH; k++) {
        o->lost += values[k] == MEMO_MISS;
        o->wrong += values[k] != MEMO_MISS && values[k] != value_at(number[k]);
    }
    keys_of(m, plan, seed + 4, number, keys);
    memo_get(m, worker, keys, BATCH, values);
    for (size_t k = 0; k < BATCH; k++)
        o->wrong +=
            values[k] != MEMO_MISS && values[k] != notes->note[number[k]];
}

/* After the race, alone: every key that was put, and none that was not. */
static void look_through(struct memo *m, const struct plan *plan,
                         const atomic_uchar *set, struct outcome *o)
{
    for (uint64_t i = 0; i < 2ull << plan->log2_keys; i++) {
        struct position key = key_at(plan, m->kind, i);
        bool there = i < 1ull << plan->log2_keys && atomic_load(&set[i]);
        uint64_t value;
        memo_get(m, 0, &key, 1, &value);
        o->put += there;
        o->lost += there && value == MEMO_MISS;
        o->wrong += value != MEMO_MISS && (!there || value != value_at(i));
    }
}

/* Plain threads: the race detector understands those. */
struct racer {
    pthread_t thread;
    struct memo *m;
    const struct plan *plan;
    const struct notes *notes;
    uint64_t rounds;
    unsigned worker;
    struct outcome o;
};

static void *race(void *context)
{
    struct racer *r = context;
    for (uint64_t i = 0; i < r->rounds; i++)
        round_of(r->m, r->plan, r->worker, i * 4 + r->worker % 4, r->notes,
                 &r->o);
    return NULL;
}

static struct outcome race_all(struct memo *m, const struct plan *plan,
                               uint64_t rounds, const struct notes *notes)
{
    struct racer *racers = calloc((size_t)plan->threads, sizeof *racers);
    struct outcome sum = {0};
    for (int i = 0; racers && i < plan->threads; i++) {
        racers[i] = (struct racer){.m = m,
                                   .plan = plan,
                                   .notes = notes,
                                   .rounds = rounds,
                                   .worker = (unsigned)i};
        if (pthread_create(&racers[i].thread, NULL, race, &racers[i]))
            exit(3);
    }
    for (int i = 0; racers && i < plan->threads; i++) {
        pthread_join(racers[i].thread, NULL);
        sum.wrong += racers[i].o.wrong;
        sum.lost += racers[i].o.lost;
    }
    if (!racers)
        exit(3);
    free(racers);
    return sum;
}

static bool stress(const struct memo_kind *kind, const struct plan *plan)
{
    struct memo m;
    struct memo_spec spec = {
        .key_bits = plan->wide ? 128 : 64,
        .value_bytes = 1,
        .threads = (unsigned)plan->threads,
        .universe = strcmp(kind->name, "dense") ? 0 : 2ull << plan->log2_keys,
    };
    if (kind->forgets || kind->apart || memo_open(kind, &spec, &m))
        return true;
    size_t keys = (size_t)1 << plan->log2_keys;
    const struct notes notes = {bench_take(keys), bench_take(keys)};
    uint64_t rounds = (uint64_t)plan->ops / (2 * BATCH) / spec.threads;
    double start = bench_cpu();
    struct outcome o = race_all(&m, plan, rounds, &notes);
    double seconds = bench_cpu() - start;
    struct memo_stats stats;
    kind->stats(m.self, &stats);
    look_through(&m, plan, notes.set, &o);
    printf("%s,%d,%llu,%llu,%llu,%llu,%llu,%lld,%.1f\n", kind->name,
           plan->threads,
           (unsigned long long)(rounds * spec.threads * 2 * BATCH),
           (unsigned long long)o.put, (unsigned long long)stats.growths,
           (unsigned long long)o.wrong, (unsigned long long)o.lost,
           (long long)(stats.entries - o.put), seconds);
    fflush(stdout);
    memo_close(&m);
    bench_give(notes.set, keys);
    bench_give(notes.note, keys);
    return !o.wrong && !o.lost && stats.entries == o.put;
}

int main(int argc, const char **argv)
{
    struct plan plan = {.ops = 10000000, .log2_keys = 22, .threads = 8};
    struct poptOption options[] = {
        {"ops", 'o', POPT_ARG_LONGLONG, &plan.ops, 0,
         "operations per strategy; 1000000000 for the long run", "10000000"},
        {"keys", 'k', POPT_ARG_INT, &plan.log2_keys, 0, "log2 of keys", "22"},
        {"threads", 't', POPT_ARG_INT, &plan.threads, 0, "threads", "8"},
        {"wide", 'w', POPT_ARG_NONE, &plan.wide, 0, "128-bit keys", NULL},
        {"only", 0, POPT_ARG_STRING, &plan.only, 0, "strategies", "a,b"},
        POPT_AUTOHELP POPT_TABLEEND};
    poptContext context = poptGetContext("memo_stress", argc, argv, options, 0);
    int rc = poptGetNextOpt(context);
    bool good = true;
    if (rc < -1 || plan.threads < 1 || plan.log2_keys < 1 ||
        plan.log2_keys > 32) {
        fprintf(stderr, "memo_stress: bad option; try --help\n");
        return 2;
    }
    printf("strategy,threads,ops,keys,growths,wrong,lost,double,cpu_seconds\n");
    for (size_t k = 0; memo_kinds[k]; k++)
        if (!plan.only || strstr(plan.only, memo_kinds[k]->name))
            good &= stress(memo_kinds[k], &plan);
    poptFreeContext(context);
    return !good;
}
