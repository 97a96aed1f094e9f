#include "engine/proof/proof_table.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum { CAP_FIRST = 64 };

void proof_table_init(struct proof_table *t, struct proof_limits *limits)
{
    t->limits = limits;
    for (size_t i = 0; i < PROOF_SHARDS; i++) {
        t->shards[i] = (struct proof_shard){.cap = 0};
        pthread_mutex_init(&t->shards[i].lock, NULL);
    }
}

void proof_table_release(struct proof_table *t)
{
    for (size_t i = 0; i < PROOF_SHARDS; i++) {
        free(t->shards[i].at);
        pthread_mutex_destroy(&t->shards[i].lock);
    }
}

/* The place of p in a shard that is not full: its own, or a free one. */
static struct proof_entry *find(const struct proof_shard *s, struct position p,
                                uint64_t hash)
{
    size_t i = hash & (s->cap - 1);
    while (s->at[i].value != PROOF_UNKNOWN &&
           !position_equal(s->at[i].position, p))
        i = (i + 1) & (s->cap - 1);
    return &s->at[i];
}

static struct proof_shard *shard_of(struct proof_table *t, uint64_t hash)
{
    return &t->shards[hash >> 58];
}

uint64_t proof_table_get(struct proof_table *t, struct position p)
{
    const uint64_t hash = position_hash(p);
    struct proof_shard *s = shard_of(t, hash);
    pthread_mutex_lock(&s->lock);
    const uint64_t value = s->cap ? find(s, p, hash)->value : PROOF_UNKNOWN;
    pthread_mutex_unlock(&s->lock);
    return value;
}

static enum status grow(struct proof_table *t, struct proof_shard *s)
{
    struct proof_shard larger = {.cap = s->cap ? 2 * s->cap : CAP_FIRST,
                                 .n = s->n};
    enum status st =
        proof_limits_take(t->limits, larger.cap * sizeof *larger.at);
    if (st)
        return st;
    larger.at = malloc(larger.cap * sizeof *larger.at);
    if (!larger.at)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         t->limits->path);
    for (size_t i = 0; i < larger.cap; i++)
        larger.at[i].value = PROOF_UNKNOWN;
    for (size_t i = 0; i < s->cap; i++)
        if (s->at[i].value != PROOF_UNKNOWN)
            *find(&larger, s->at[i].position,
                  position_hash(s->at[i].position)) = s->at[i];
    free(s->at);
    proof_limits_give(t->limits, s->cap * sizeof *s->at);
    s->at = larger.at;
    s->cap = larger.cap;
    return STATUS_OK;
}

enum status proof_table_put(struct proof_table *t, struct position p,
                            uint64_t value)
{
    const uint64_t hash = position_hash(p);
    struct proof_shard *s = shard_of(t, hash);
    enum status st = STATUS_OK;
    pthread_mutex_lock(&s->lock);
    if (4 * (s->n + 1) > 3 * s->cap)
        st = grow(t, s);
    if (!st) {
        struct proof_entry *e = find(s, p, hash);
        s->n += e->value == PROOF_UNKNOWN;
        *e = (struct proof_entry){p, value};
    }
    pthread_mutex_unlock(&s->lock);
    return st;
}
