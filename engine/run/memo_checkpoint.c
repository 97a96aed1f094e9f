#include "engine/run/memo_checkpoint.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/store/write/memo_file.h"

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

struct loading {
    struct team *team;
    size_t game;
    uint64_t limit, loaded;
};

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
    for (unsigned w = 0; w < workers && !st; w++)
        st = memo_put(memo, w, keys, values, n);
    l->loaded += st ? 0 : n;
    return st;
}

uint64_t memo_checkpoint_load(struct team *t, struct parts *parts,
                              uint64_t memory, bool quiet)
{
    struct loading l = {.team = t, .limit = memory};
    const char *name = t->plan->census->name;
    for (l.game = 0; l.game < t->nmemos; l.game++) {
        struct memo_file m;
        const char *why;
        if (!describe(t, l.game, &m))
            continue;
        enum status st = memo_file_read(parts, &m, put_entries, &l, &why);
        if (st)
            log_note("%s: the memo of %s that was kept is not read%s: %s", name,
                     m.rules, why ? "" : " to its end",
                     why ? why : "it would take too much memory");
    }
    if (l.loaded && !quiet)
        log_note("%s: goes on with %llu positions solved before", name,
                 (unsigned long long)l.loaded);
    return l.loaded;
}
