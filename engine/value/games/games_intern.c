/* Hash-consing: one record for each canonical form and its negative. */
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECORD_BLOCK = 64, /* records and arena ids a worker takes at once */
    OPTION_BLOCK = 1024,
};

uint32_t games_fail(struct games_worker *w, enum status st, const char *what)
{
    w->failure = st;
    if (what)
        log_error(st, "partizan games: %s", what);
    return GAMES_NONE;
}

static uint32_t out_of_space(struct games_worker *w, const char *what)
{
    w->failure = STATUS_NOMEM;
    log_error(STATUS_NOMEM, "no room for more partizan games (%s)", what);
    return GAMES_NONE;
}

enum status games_failure(const struct games_worker *w)
{
    return w->failure ? w->failure : STATUS_NOMEM;
}

/* A free record in the worker's block: its index, or GAMES_NONE. */
static uint32_t free_record(struct games_worker *w)
{
    struct games *g = w->store;
    if (w->record == w->record_end) {
        uint64_t at = atomic_fetch_add(&g->next_record, RECORD_BLOCK);
        if (at + RECORD_BLOCK > g->record_cap) {
            atomic_fetch_sub(&g->next_record, RECORD_BLOCK);
            return out_of_space(w, "records");
        }
        w->record = (uint32_t)at;
        w->record_end = (uint32_t)at + RECORD_BLOCK;
    }
    return w->record;
}

/* Room for n options in the worker's block: its place, or GAMES_NONE. */
static uint32_t free_run(struct games_worker *w, size_t n)
{
    struct games *g = w->store;
    if (w->option_end - w->option < n) {
        uint64_t block = n > OPTION_BLOCK ? n : OPTION_BLOCK;
        uint64_t at = atomic_fetch_add(&g->next_option, block);
        if (at + block > g->option_cap) {
            atomic_fetch_sub(&g->next_option, block);
            return out_of_space(w, "options");
        }
        w->option = (uint32_t)at;
        w->option_end = (uint32_t)(at + block);
    }
    return w->option;
}

static void sort(uint32_t list[], size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t x = list[i];
        size_t j = i;
        for (; j > 0 && list[j - 1] > x; j--)
            list[j] = list[j - 1];
        list[j] = x;
    }
}

static void copy(uint32_t run[], const uint32_t from[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        run[i] = from[i];
}

/* The negative's options: those of the other side, negated, ascending. */
static void write_negated(uint32_t run[], const uint32_t from[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        run[i] = games_negate(from[i]);
    sort(run, n);
}

static bool all(const struct games *g, const uint32_t list[], size_t n,
                enum games_flag flag)
{
    for (size_t i = 0; i < n; i++)
        if (!(games_record(g, list[i])->flags & flag))
            return false;
    return true;
}

static unsigned max_birthday(const struct games *g, const uint32_t list[],
                             size_t n)
{
    unsigned most = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned b = games_record(g, list[i])->birthday + 1u;
        most = b > most ? b : most;
    }
    return most;
}

/* A canonical form is a number iff its options are and Left's is less; and a
 * nimber iff it is self-negative and all its options are nimbers: as it is
 * canonical, they are then exactly *0 .. *(k-1). */
static unsigned flags_of(struct games_worker *w, const struct games_record *r)
{
    const struct games *g = w->store;
    const uint32_t *left = g->arena + r->run, *right = left + r->nleft;
    unsigned flags = 0;
    size_t n = (size_t)r->nleft + r->nright;
    if (r->nleft <= 1 && r->nright <= 1 && all(g, left, n, GAMES_NUMBER) &&
        (n < 2 || !games_le(w, right[0], left[0])))
        flags |= GAMES_NUMBER;
    if (!r->not_self_negative && all(g, left, r->nleft, GAMES_NIMBER))
        flags |= GAMES_NIMBER;
    if (!r->nleft == !r->nright && all(g, left, n, GAMES_ALL_SMALL))
        flags |= GAMES_ALL_SMALL;
    return flags;
}

static bool name_less(struct games_name a, struct games_name b)
{
    return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static bool name_equal(struct games_name a, struct games_name b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

/* No slot: as if two games had one name, which would be a wrong answer. */
static const uint64_t CLASH = UINT64_MAX;

static uint32_t clash(struct games_worker *w)
{
    return games_refuse(w, "two games of one name, which cannot be told apart "
                           "in an archive");
}

static uint32_t positive_id(uint64_t index, bool is_signed)
{
    return (uint32_t)index << 2 | (uint32_t)is_signed << 1;
}

/* The index of a record equal to r, or GAMES_NONE; *slot is then the first
 * empty word it met, or CLASH: another game has the name. */
static uint32_t find(const struct games *g, struct games_table *t,
                     const struct games_record *r, uint64_t *slot)
{
    uint64_t at = r->name.lo & t->mask;
    for (;; at = (at + 1) & t->mask) {
        uint64_t word =
            atomic_load_explicit(&t->words[at], memory_order_acquire);
        if (!word)
            break;
        if (word >> 32 != (r->name.hi & UINT32_MAX))
            continue;
        uint32_t index = (uint32_t)word - 1;
        const struct games_record *s = &g->records[index];
        if (!name_equal(s->name, r->name))
            continue;
        if (s->nleft == r->nleft && s->nright == r->nright &&
            !memcmp(g->arena + s->run, g->arena + r->run,
                    ((size_t)r->nleft + r->nright) * sizeof *g->arena))
            return index;
        *slot = CLASH;
        return GAMES_NONE;
    }
    *slot = at;
    return GAMES_NONE;
}

/* Doubles a stripe's table. Called with its lock held. */
static bool grow(const struct games *g, struct games_stripe *stripe)
{
    struct games_table *old = atomic_load(&stripe->table);
    uint64_t words = (old->mask + 1) * 2;
    struct games_table *t =
        calloc(1, sizeof *t + words * sizeof(_Atomic uint64_t));
    if (!t)
        return false;
    t->mask = words - 1;
    t->older = old;
    for (uint64_t i = 0; i <= old->mask; i++) {
        uint64_t word =
            atomic_load_explicit(&old->words[i], memory_order_relaxed);
        if (!word)
            continue;
        uint64_t at = g->records[(uint32_t)word - 1].name.lo & t->mask;
        while (atomic_load_explicit(&t->words[at], memory_order_relaxed))
            at = (at + 1) & t->mask;
        atomic_store_explicit(&t->words[at], word, memory_order_relaxed);
    }
    atomic_store_explicit(&stripe->table, t, memory_order_release);
    return true;
}

/* Stores r at the worker's free record unless another thread just did. Called
 * with the lock held. */
static uint32_t insert(struct games_worker *w, struct games_stripe *stripe,
                       const struct games_record *r)
{
    struct games *g = w->store;
    uint64_t slot;
    struct games_table *t = atomic_load(&stripe->table);
    uint32_t index = find(g, t, r, &slot);
    if (index != GAMES_NONE)
        return index;
    if (slot == CLASH)
        return clash(w);
    if (stripe->used + stripe->used / 2 > t->mask) {
        if (!grow(g, stripe))
            return out_of_space(w, "table");
        t = atomic_load(&stripe->table);
        find(g, t, r, &slot);
    }
    index = w->record++;
    w->option += r->nleft + r->nright;
    w->stats.games += 1 + r->not_self_negative;
    g->records[index] = *r;
    atomic_store_explicit(&t->words[slot],
                          (r->name.hi & UINT32_MAX) << 32 | (index + 1),
                          memory_order_release);
    stripe->used++;
    return index;
}

uint32_t games_intern(struct games_worker *w, const uint32_t left[],
                      size_t nleft, const uint32_t right[], size_t nright,
                      struct games_probes probes)
{
    struct games *g = w->store;
    if (nleft > GAMES_SIDE_MAX || nright > GAMES_SIDE_MAX)
        return games_refuse(
            w, "a game with more than 65535 options of one player");
    struct games_record r = {.probes = probes};
    games_name_of(g, left, nleft, right, nright, &r.name, &r.negative);
    r.run = free_run(w, nleft + nright);
    if (r.run == GAMES_NONE)
        return GAMES_NONE;
    bool turned = name_less(r.negative, r.name);
    r.not_self_negative = !name_equal(r.negative, r.name);
    r.nleft = (uint16_t)(turned ? nright : nleft);
    r.nright = (uint16_t)(turned ? nleft : nright);
    uint32_t *run = g->arena + r.run;
    if (turned) {
        struct games_name name = r.name;
        r.name = r.negative;
        r.negative = name;
        r.probes = games_probes_negative(probes);
        write_negated(run, right, nright);
        write_negated(run + nright, left, nleft);
    } else {
        copy(run, left, nleft);
        copy(run + nleft, right, nright);
    }

    struct games_stripe *stripe = &g->stripes[r.name.hi >> 56];
    uint64_t slot;
    struct games_table *t =
        atomic_load_explicit(&stripe->table, memory_order_acquire);
    uint32_t index = find(g, t, &r, &slot);
    if (index == GAMES_NONE && slot == CLASH)
        return clash(w);
    if (index == GAMES_NONE) {
        unsigned birthday = max_birthday(g, run, nleft + nright);
        if (birthday > UINT16_MAX)
            return games_refuse(w, "a game with a birthday above 65535");
        if (free_record(w) == GAMES_NONE)
            return GAMES_NONE;
        r.birthday = (uint16_t)birthday;
        r.flags = (uint8_t)flags_of(w, &r);
        pthread_mutex_lock(&stripe->lock);
        index = insert(w, stripe, &r);
        pthread_mutex_unlock(&stripe->lock);
        if (index == GAMES_NONE)
            return GAMES_NONE;
    }
    return positive_id(index, r.not_self_negative) | (turned ? 1u : 0u);
}
