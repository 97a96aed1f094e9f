#include "engine/memo/lines.h"

#include "engine/log.h"
#include "engine/memo/value.h"

#include <assert.h>
#include <stdlib.h>

/* Stores an entry in a shard that no other thread sees; it is larger than the
 * shard that the entry comes from, so there is a place. */
static void insert(const struct lines *l, const struct shard *shard,
                   struct position key, uint64_t stored)
{
    unsigned step = l->wide ? 2 : 1;
    struct search s = {.hi = key.hi};
    seek_start(shard, key, l->wide, &s);
    for (;;) {
        uint64_t *word = (uint64_t *)(void *)s.line;
        for (unsigned i = 0; i < l->slots; i++)
            if (!word[i * step] && !(l->wide && word[i * step + 1])) {
                word[i * step] = s.lo;
                if (l->wide)
                    word[i * step + 1] = s.hi;
                value_store(s.line + l->values_at + i * l->value_bytes,
                            l->value_bytes, stored);
                return;
            }
        s.line[LINES_META] |= (unsigned char)seek_class(&s, l->wide);
        bool more = seek_advance(&s, l->wide);
        assert(more);
    }
}

static enum status move(void *self, unsigned number, const struct shard *from,
                        struct shard *to)
{
    struct lines *l = self;
    (void)number;
    for (uint64_t at = 0; at < from->lines.n; at++) {
        const unsigned char *line = from->line + at * LINE_BYTES;
        for (unsigned i = 0; i < l->slots; i++) {
            struct position key = {0, 0};
            unsigned bytes = l->wide ? 16 : 8;
            memcpy(&key, line + i * bytes, bytes);
            uint64_t stored = value_load(
                line + l->values_at + i * l->value_bytes, l->value_bytes);
            if (!stored)
                break;
            insert(l, to, key, stored);
        }
    }
    return STATUS_OK;
}

static void layout(struct lines *l, const struct memo_spec *spec)
{
    unsigned key_bytes = spec->key_bits <= 64 ? 8 : 16;
    l->wide = key_bytes == 16;
    l->value_bytes = spec->value_bytes;
    l->slots = LINES_META / (key_bytes + l->value_bytes);
    l->values_at = l->slots * key_bytes;
    l->form = forms_best();
}

static enum status lines_init(struct lines *l, const struct memo_spec *spec)
{
    layout(l, spec);
    l->shards.slots = l->slots;
    l->shards.least = 5;
    l->shards.move = move;
    l->shards.self = l;
    return shards_init(&l->shards, spec);
}

enum status lines_open(const char *name, bool locks,
                       const struct memo_spec *spec, void **self)
{
    if (spec->key_bits > 64 && !locks)
        return log_error(STATUS_USAGE,
                         "memo %s: keys of %u bits do not fit; take spin, wide "
                         "or striped",
                         name, spec->key_bits);
    struct lines *l = aligned_alloc(_Alignof(struct lines), sizeof *l);
    if (!l)
        return log_error(STATUS_NOMEM, "memo %s: no memory", name);
    *l = (struct lines){.locks = locks};
    enum status st = lines_init(l, spec);
    if (st) {
        free(l);
        return st;
    }
    *self = l;
    return STATUS_OK;
}

void lines_close(void *self)
{
    struct lines *l = self;
    shards_release(&l->shards);
    free(l);
}

void lines_stats(const void *self, struct memo_stats *stats)
{
    const struct lines *l = self;
    *stats = (struct memo_stats){.entries = atomic_load(&l->zero) != 0};
    shards_stats(&l->shards, stats);
}

enum status lines_settle(void *self)
{
    struct lines *l = self;
    return shards_grow(&l->shards, 0);
}
