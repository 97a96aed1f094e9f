#include "engine/run/memo_checkpoint.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/store/write/memo_file.h"

#include <stdlib.h>
#include <string.h>

/* How game g's memo is written; false if it is not. */
static bool describe(const struct team *t, size_t g, struct memo_file *m)
{
    const struct plan *plan = t->plan;
    const struct domain_kind *domain = t->domains[g].kind;
    struct ranking ranking;
    const struct memo_spec spec =
        team_memo_spec(plan, g, domain, t->threads, 0, &ranking);
    *m = (struct memo_file){
        .game = g,
        .rules = plan->games[g].spec,
        .ask = domain->name,
        .key_bits = spec.key_bits,
        .value_bits = spec.value_bits ? spec.value_bits : 8 * spec.value_bytes,
    };
    return !domain->own_numbers && t->memos[g].kind->each;
}

static uint64_t entries_of(const struct memo *memo)
{
    struct memo_stats stats;
    memo->kind->stats(memo->self, &stats);
    return stats.entries;
}

uint64_t memo_checkpoint_write(const struct team *t, struct parts *parts)
{
    uint64_t written = 0;
    for (size_t g = 0; g < t->nmemos; g++) {
        struct memo_file m;
        const char *why;
        const uint64_t entries = entries_of(&t->memos[g]);
        if (!entries || !describe(t, g, &m))
            continue;
        if (memo_file_write(parts, &m, &t->memos[g], &why))
            log_note("%s: the memo of %s is not kept: %s; a resumed run solves "
                     "these positions again",
                     t->plan->census->name, m.rules, why);
        else
            written += entries;
    }
    return written;
}

enum { SEEN = 1 << 15 }; /* a power of two, above twice the keys of a call */

struct loading {
    struct team *team;
    size_t game;
    uint64_t limit, loaded;
    const char *fault;
    uint32_t seen[SEEN]; /* numbers of keys plus 1, by their hashes */
    uint64_t before[SEEN / 2];
};

/* No key has two values. */
static bool agree(struct loading *l, const struct position keys[],
                  const uint64_t values[], size_t n)
{
    struct memo *memo = &l->team->memos[l->game];
    if (n >= SEEN / 2)
        return false;
    memo_get(memo, 0, keys, n, l->before);
    memset(l->seen, 0, sizeof l->seen);
    for (size_t i = 0; i < n; i++) {
        size_t at = position_hash(keys[i]) % SEEN;
        while (l->seen[at] && !position_equal(keys[l->seen[at] - 1], keys[i]))
            at = (at + 1) % SEEN;
        if ((l->seen[at] && values[l->seen[at] - 1] != values[i]) ||
            (l->before[i] != MEMO_MISS && l->before[i] != values[i]))
            return false;
        l->seen[at] = (uint32_t)i + 1;
    }
    return true;
}

/* What is wrong with entries of a file, or NULL. That their values are true
 * cannot be seen. */
static const char *find_fault(struct loading *l, const struct position keys[],
                              const uint64_t values[], size_t n)
{
    const struct domain_kind *domain = l->team->domains[l->game].kind;
    const struct ranking *ranking = &l->team->rankings[l->game];
    for (size_t i = 0; i < n; i++) {
        if (domain->legal && !domain->legal(values[i]))
            return "it holds numbers that are no values";
        if (ranking->universe && !ranking_takes(ranking, keys[i]))
            return "it holds positions that cannot be reached";
    }
    return agree(l, keys, values, n) ? NULL : "it holds a position twice";
}

/* With `apart`, a thread sees only its own entries: put them for each. */
static enum status put_entries(void *context, const struct position keys[],
                               const uint64_t values[], size_t n)
{
    struct loading *l = context;
    struct memo *memo = &l->team->memos[l->game];
    const unsigned workers = memo->kind->apart ? l->team->threads : 1;
    struct memo_stats stats;
    enum status st = STATUS_OK;
    team_stats(l->team, &stats);
    if (l->limit && stats.bytes > l->limit / 2)
        return STATUS_STOPPED;
    l->fault = find_fault(l, keys, values, n);
    if (l->fault)
        return STATUS_FORMAT;
    for (unsigned w = 0; w < workers && !st; w++)
        st = memo_put(memo, w, keys, values, n);
    l->loaded += st ? 0 : n;
    return st;
}

uint64_t memo_checkpoint_load(struct team *t, struct parts *parts,
                              uint64_t memory, bool quiet)
{
    const char *name = t->plan->census->name;
    struct loading *l = calloc(1, sizeof *l);
    if (!l) {
        log_note("%s: the memos that were kept are not read: out of memory",
                 name);
        return 0;
    }
    l->team = t;
    l->limit = memory;
    for (l->game = 0; l->game < t->nmemos; l->game++) {
        struct memo_file m;
        const char *why;
        if (!describe(t, l->game, &m))
            continue;
        l->fault = NULL;
        enum status st = memo_file_read(parts, &m, put_entries, l, &why);
        if (st)
            log_note("%s: the memo of %s that was kept is not read%s: %s", name,
                     m.rules, why ? "" : " to its end",
                     why        ? why
                     : l->fault ? l->fault
                                : "it would take too much memory");
    }
    if (l->loaded && !quiet)
        log_note("%s: goes on with %llu positions solved before", name,
                 (unsigned long long)l->loaded);
    const uint64_t loaded = l->loaded;
    free(l);
    return loaded;
}
