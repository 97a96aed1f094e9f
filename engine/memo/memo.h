/* memo.h - shared tables from solved positions to values.
 *
 * The whole contract, for every strategy:
 *   get either misses or returns exactly what put stored for an equal key; a
 *   wrong hit never happens. A miss is always legal: the key may be in flight
 *   on another thread, or forgotten, and the caller computes the value again.
 *   Values of a key never change: two puts of one key carry the same value.
 *   What a thread wrote before it put a key is seen by the threads that get its
 *   value: a value may be the number of something kept elsewhere (a set, a
 *   canonical form).
 * So strategies differ in speed and memory only, and no fact depends on which
 * one is chosen. get and put may run at the same time on any number of
 * threads; `worker` is the caller's own number, 0..threads-1, and two threads
 * never use the same one at once. settle runs alone.
 *
 * One file engine/memo/<name>.c with a constant memo_<name> at its foot, and a
 * second one there if it differs in little (line, spin).
 */
#ifndef ENGINE_MEMO_MEMO_H
#define ENGINE_MEMO_MEMO_H

#include "engine/base/status.h"
#include "engine/game/position.h"

#include <stdbool.h>
#include <stddef.h>

#define MEMO_MISS UINT64_MAX

struct memo_spec {
    unsigned key_bits;    /* 1..128: every key < 2^key_bits; to 64, hi is 0 */
    unsigned value_bytes; /* 1, 2, 4, 8: every value < 2^(8 n) - 1 */
    unsigned value_bits;  /* every value < 2^n - 1; 0: as value_bytes says */
    unsigned threads;
    uint64_t expect;   /* entries expected; 0: unknown */
    /* Entries that there will be at least, if all goes to its end; 0: unknown.
     * No room is made for them before there are some. */
    uint64_t foretold;
    uint64_t universe; /* keys have ranks 0..universe-1; 0: they have none */
    /* The rank of a key, and back; a key of rank `universe` is never kept.
     * NULL: the keys are the ranks. Any thread; as long as the memo is open. */
    uint64_t (*rank)(const void *ranking, struct position key);
    struct position (*unrank)(const void *ranking, uint64_t rank);
    const void *ranking;
    const char *why; /* reason why keys have no rank; NULL: not known */
};

struct memo_stats {
    uint64_t entries;   /* keys held now; exact when quiet */
    uint64_t forgotten; /* keys dropped; 0 for a strategy that never does */
    uint64_t growths;   /* times a table grew */
    uint64_t bytes;     /* memory held now */
};

typedef void memo_visit(void *context, struct position key, uint64_t value);

struct memo_kind {
    const char *name, *summary;
    /* The default for keys of at most so many bits, where no other default is
     * for fewer; 0: no default. */
    unsigned default_bits;
    bool forgets; /* a thread may miss what it put itself */
    bool apart;   /* a thread sees only what it put itself */

    /* REQUIRED. NOMEM; USAGE if the strategy cannot serve keys or values of
     * this kind. Logged. */
    enum status (*open)(const struct memo_spec *, void **self);
    void (*close)(void *self);
    /* REQUIRED. Looks up n keys; values[i] is the value of keys[i] or
     * MEMO_MISS. Returns the number of hits. Any n; a strategy that can
     * prefetches inside. */
    size_t (*get)(void *self, unsigned worker, const struct position keys[],
                  size_t n, uint64_t values[]);
    /* REQUIRED. Stores n keys. NOMEM if the table cannot grow; then nothing
     * is lost but keys of this call. */
    enum status (*put)(void *self, unsigned worker,
                       const struct position keys[], const uint64_t values[],
                       size_t n);
    /* REQUIRED. */
    void (*stats)(const void *self, struct memo_stats *);
    /* OPTIONAL. The memory that a table opened so will hold after `entries`
     * keys were put, one by one; 0: not known. */
    uint64_t (*bytes)(const struct memo_spec *, uint64_t entries);
    /* OPTIONAL. A quiescent point: no other call is running. The place to
     * grow. NOMEM. */
    enum status (*settle)(void *self);
    /* OPTIONAL. Calls visit for every entry, in any order; with `apart`, once
     * for each thread that has it. A quiescent point. */
    void (*each)(const void *self, memo_visit *visit, void *context);
    /* OPTIONAL. These keys will be looked up soon: prefetch, do not wait. */
    void (*hint)(void *self, unsigned worker, const struct position keys[],
                 size_t n);
};

/* One opened table: which strategy, and its state. */
struct memo {
    const struct memo_kind *kind;
    void *self;
};

extern const struct memo_kind *const memo_kinds[]; /* NULL at the end */

const struct memo_kind *memo_find(const char *name); /* NULL: none */
/* The default for such keys: the fastest that needs to know nothing else of
 * them (bench/memo). Without any default, the first strategy. */
const struct memo_kind *memo_best(unsigned key_bits);
enum status memo_open(const struct memo_kind *, const struct memo_spec *,
                      struct memo *) MUST_CHECK;
void memo_close(struct memo *);

static inline size_t memo_get(struct memo *m, unsigned worker,
                              const struct position keys[], size_t n,
                              uint64_t values[])
{
    return m->kind->get(m->self, worker, keys, n, values);
}

static inline enum status memo_put(struct memo *m, unsigned worker,
                                   const struct position keys[],
                                   const uint64_t values[], size_t n)
{
    return m->kind->put(m->self, worker, keys, values, n);
}

static inline void memo_hint(struct memo *m, unsigned worker,
                             const struct position keys[], size_t n)
{
    if (m->kind->hint)
        m->kind->hint(m->self, worker, keys, n);
}

static inline enum status memo_settle(struct memo *m)
{
    return m->kind->settle ? m->kind->settle(m->self) : STATUS_OK;
}

#endif
