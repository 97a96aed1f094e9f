#include "engine/theory/quotient/quotient_play.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 12 };

enum status quotient_play_init(struct quotient_play *p,
                               const struct heap_moves *moves,
                               enum quotient_rule rule,
                               const struct quotient *known, unsigned top,
                               const struct quotient_limits *limits)
{
    *p = (struct quotient_play){.moves = moves,
                                .clauses = &quotient_clauses[rule],
                                .known = known,
                                .top = top,
                                .limits = limits,
                                .slots = FIRST_SLOTS};
    p->slot = calloc(p->slots, sizeof *p->slot);
    if (!p->slot)
        return log_error(STATUS_NOMEM, "playing sums of heaps to %u", top);
    return STATUS_OK;
}

void quotient_play_release(struct quotient_play *p)
{
    free(p->slot);
    free(p->entry);
    *p = (struct quotient_play){0};
}

static uint8_t *entry_at(const struct quotient_play *p, size_t i)
{
    return p->entry + i * (p->top + 1);
}

/* Eight counts at a time through the mixer of position.h. */
static uint64_t hash_counts(const uint8_t count[], unsigned top)
{
    uint64_t hash = top;
    for (unsigned h = 1; h <= top; h += 8) {
        uint64_t word = 0;
        unsigned n = top + 1 - h < 8 ? top + 1 - h : 8;
        memcpy(&word, count + h, n);
        hash = position_mix(hash ^ word);
    }
    return hash;
}

/* The slot that holds count[] or, if none does, where it belongs. */
static uint32_t *find_slot(const struct quotient_play *p, const uint8_t count[])
{
    size_t at = hash_counts(count, p->top) & (p->slots - 1);
    while (p->slot[at] &&
           memcmp(entry_at(p, p->slot[at] - 1) + 1, count + 1, p->top))
        at = (at + 1) & (p->slots - 1);
    return &p->slot[at];
}

static enum status grow(struct quotient_play *p)
{
    if (p->played == p->room) {
        size_t room = p->room ? 2 * p->room : FIRST_SLOTS;
        void *more = realloc(p->entry, room * (p->top + 1));
        if (!more)
            return log_error(STATUS_NOMEM, "%zu sums of heaps", room);
        p->entry = more;
        p->room = room;
    }
    if (2 * p->played < p->slots)
        return STATUS_OK;
    uint32_t *more = calloc(2 * p->slots, sizeof *more);
    if (!more)
        return log_error(STATUS_NOMEM, "%zu sums of heaps", p->slots);
    free(p->slot);
    p->slot = more;
    p->slots *= 2;
    for (size_t i = 0; i < p->played; i++)
        *find_slot(p, entry_at(p, i)) = (uint32_t)(i + 1);
    return STATUS_OK;
}

static enum status keep(struct quotient_play *p, const uint8_t count[],
                        uint8_t value)
{
    const uint64_t most = p->limits->effort;
    if (p->played == UINT32_MAX - 1 || (most && p->played >= most) ||
        quotient_stops(p->limits, p->played))
        return STATUS_RANGE;
    enum status st = grow(p);
    if (st)
        return st;
    uint8_t *entry = entry_at(p, p->played++);
    entry[0] = value;
    memcpy(entry + 1, count + 1, p->top);
    *find_slot(p, count) = (uint32_t)p->played;
    return STATUS_OK;
}

static bool look_up(const struct quotient_play *p, const uint8_t count[],
                    uint8_t *value)
{
    unsigned h = p->top;
    while (h && !count[h])
        h--;
    if (h <= p->known->top) {
        unsigned x = 0;
        for (; h; h--)
            for (unsigned k = count[h]; k; k--)
                x = quotient_times(p->known, x, p->known->image[h]);
        *value = p->known->outcome[x];
        return true;
    }
    uint32_t found = *find_slot(p, count);
    if (found)
        *value = entry_at(p, found - 1)[0];
    return found;
}

static bool put_heap(const struct quotient_play *p, uint8_t count[],
                     unsigned size)
{
    unsigned h = p->moves->isomorphic[size];
    return !h || ++count[h];
}

static void take_heap(const struct quotient_play *p, uint8_t count[],
                      unsigned size)
{
    unsigned h = p->moves->isomorphic[size];
    if (h)
        count[h]--;
}

/* Up to three passes over the options of a sum, each only until every clause
 * has a witness: options whose outcome is known, then those guessed to be
 * witnesses, then all. Misere Kayles to 27 heaps plays 15.3 million positions
 * in a single pass, 4.0 without the second, 2.0 with all three. */
enum pass { PASS_KNOWN, PASS_LIKELY, PASS_ALL, PASSES };

/* The clauses that hold for a sum so far, of all. */
struct tally {
    enum pass pass;
    unsigned all, hold;
};

static void count_witness(const struct quotient_play *p, struct tally *t,
                          uint8_t value)
{
    for (unsigned k = 0; k < p->clauses->clauses; k++)
        if (quotient_in(p->clauses->witness[k], value))
            t->hold |= 1u << k;
}

/* Is the sum guessed to be a witness for a clause that has none yet? */
static bool is_likely(const struct quotient_play *p, const uint8_t count[],
                      const struct tally *t)
{
    struct tally then = *t;
    uint8_t value;
    if (!p->guess || !p->guess(p->guesser, count, &value))
        return false;
    count_witness(p, &then, value);
    return then.hold != t->hold;
}

static enum status play(struct quotient_play *, uint8_t count[], uint8_t *);

static enum status play_option(struct quotient_play *p, uint8_t count[],
                               struct tally *t)
{
    uint8_t value = 0;
    bool known = look_up(p, count, &value);
    if (!known && (t->pass == PASS_ALL ||
                   (t->pass == PASS_LIKELY && is_likely(p, count, t)))) {
        enum status st = play(p, count, &value);
        if (st)
            return st;
        known = true;
    }
    if (known)
        count_witness(p, t, value);
    return STATUS_OK;
}

/* The options of heap h, which has been taken off count[]. Options that leave
 * small heaps come first. */
static enum status play_heap(struct quotient_play *p, uint8_t count[],
                             unsigned h, struct tally *t)
{
    const struct heap_moves *m = p->moves;
    enum status st = STATUS_OK;
    for (uint32_t i = m->first[h]; i < m->first[h + 1]; i++) {
        bool fits = put_heap(p, count, m->option[i][0]);
        fits &= put_heap(p, count, m->option[i][1]);
        st = fits ? play_option(p, count, t) : STATUS_RANGE;
        take_heap(p, count, m->option[i][1]);
        take_heap(p, count, m->option[i][0]);
        if (st || t->hold == t->all)
            break;
    }
    return st;
}

/* count[] is changed on the way and left as it was. Each level is a move, so
 * the depth is at most the number of counters in the sum. Large heaps are moved
 * first: the other way round, misere Kayles to 25 heaps plays 25 times the
 * positions. */
static enum status play(struct quotient_play *p, uint8_t count[],
                        uint8_t *value)
{
    struct tally t = {.all = (1u << p->clauses->clauses) - 1};
    enum status st = STATUS_OK;
    if (look_up(p, count, value))
        return STATUS_OK;
    for (; !st && t.hold != t.all && t.pass < PASSES; t.pass++)
        for (unsigned h = p->top; !st && h && t.hold != t.all; h--)
            if (count[h]) {
                count[h]--;
                st = play_heap(p, count, h, &t);
                count[h]++;
            }
    *value = (uint8_t)(t.hold ^ p->clauses->flip);
    return st ? st : keep(p, count, *value);
}

enum status quotient_play_outcome(struct quotient_play *p,
                                  const uint8_t count[], uint8_t *value)
{
    uint8_t sum[HEAP_MOVES_TOP + 1] = {0};
    for (unsigned h = 1; h <= p->top; h++) {
        unsigned like = p->moves->isomorphic[h];
        if (count[h] + sum[like] > UINT8_MAX)
            return STATUS_RANGE;
        if (like)
            sum[like] = (uint8_t)(sum[like] + count[h]);
    }
    return play(p, sum, value);
}
