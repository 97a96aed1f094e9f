#include "engine/theory/quotient/quotient_play.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* AHEAD: how many options before it is looked up an entry is fetched, and twice
 * as many its slot. One million positions of misere 0.07 with heaps to 25, CPU
 * seconds on a busy machine: 3.5 without tags, hashes of moves and fetching,
 * 2.7 without fetching, 1.8 so (census quotient octal:0.07 --ask misere
 * --size 25 --effort 1000000). */
enum { FIRST_SLOTS = 1 << 12, POWERS = UINT8_MAX + 1, AHEAD = 3 };

/* A sum and its hash, the sum of its heaps' weights modulo 2^64: so a move
 * costs an addition for each heap that it takes or leaves. */
struct sum {
    uint64_t hash;
    uint16_t folded; /* heaps 1..fold->top, and their count is 0 */
    uint8_t count[HEAP_MOVES_TOP + 1];
};

enum status quotient_play_init(struct quotient_play *p,
                               const struct heap_moves *moves,
                               enum quotient_rule rule,
                               const struct quotient *known, unsigned top,
                               unsigned fold,
                               const struct quotient_limits *limits)
{
    *p = (struct quotient_play){.moves = moves,
                                .clauses = &quotient_clauses[rule],
                                .known = known,
                                .top = top,
                                .limits = limits,
                                .slots = FIRST_SLOTS};
    enum status st = quotient_fold_open(&p->fold, known, moves, fold);
    if (st)
        return st;
    p->width = 1 + sizeof(uint16_t) + top - p->fold.top;
    p->slot = calloc(p->slots, sizeof *p->slot);
    p->power = calloc((size_t)(known->top + 1) * POWERS, sizeof *p->power);
    p->folded_weight = calloc(known->order, sizeof *p->folded_weight);
    if (!p->slot || !p->power || !p->folded_weight)
        return log_error(STATUS_NOMEM, "playing sums of heaps to %u", top);
    for (unsigned h = 1; h <= top; h++)
        p->weight[h] = position_mix(h);
    for (unsigned x = 1; x < known->order; x++)
        p->folded_weight[x] = position_mix(HEAP_MOVES_TOP + x);
    for (unsigned h = 1; h <= known->top; h++)
        for (unsigned k = 1; k < POWERS; k++)
            p->power[h * POWERS + k] = (uint16_t)quotient_times(
                known, p->power[h * POWERS + k - 1], known->image[h]);
    return STATUS_OK;
}

void quotient_play_release(struct quotient_play *p)
{
    free(p->slot);
    free(p->entry);
    free(p->power);
    free(p->folded_weight);
    quotient_fold_close(&p->fold);
    *p = (struct quotient_play){0};
}

static uint8_t *entry_at(const struct quotient_play *p, size_t i)
{
    return p->entry + i * p->width;
}

/* An entry is its value and the bytes that name its sum. */
static void write_name(const struct quotient_play *p, const struct sum *sum,
                       uint8_t name[])
{
    memcpy(name, &sum->folded, sizeof sum->folded);
    memcpy(name + sizeof sum->folded, sum->count + p->fold.top + 1,
           p->top - p->fold.top);
}

static bool same_name(const struct quotient_play *p, const struct sum *sum,
                      const uint8_t name[])
{
    return !memcmp(name, &sum->folded, sizeof sum->folded) &&
           !memcmp(name + sizeof sum->folded, sum->count + p->fold.top + 1,
                   p->top - p->fold.top);
}

static uint64_t hash_name(const struct quotient_play *p, const uint8_t name[])
{
    uint16_t folded;
    memcpy(&folded, name, sizeof folded);
    uint64_t hash = p->folded_weight[folded];
    for (unsigned h = p->fold.top + 1; h <= p->top; h++)
        hash += name[sizeof folded + h - p->fold.top - 1] * p->weight[h];
    return hash;
}

static uint64_t tag_of(uint64_t hash)
{
    return hash & ~(uint64_t)UINT32_MAX;
}

/* The entry that a slot's word names. */
static uint8_t *entry_of(const struct quotient_play *p, uint64_t word)
{
    return entry_at(p, (uint32_t)word - 1);
}

static uint64_t *first_slot(const struct quotient_play *p, uint64_t hash)
{
    return &p->slot[hash & (p->slots - 1)];
}

/* The slot that holds the sum or, if none does, where it belongs. */
static uint64_t *find_slot(const struct quotient_play *p, const struct sum *sum)
{
    uint64_t *slot = first_slot(p, sum->hash);
    while (*slot && (tag_of(*slot ^ sum->hash) ||
                     !same_name(p, sum, entry_of(p, *slot) + 1)))
        if (++slot == p->slot + p->slots)
            slot = p->slot;
    return slot;
}

static enum status grow(struct quotient_play *p)
{
    if (p->played == p->room) {
        size_t room = p->room ? 2 * p->room : FIRST_SLOTS;
        void *more = realloc(p->entry, room * p->width);
        if (!more)
            return log_error(STATUS_NOMEM, "%zu sums of heaps", room);
        p->entry = more;
        p->room = room;
    }
    if (3 * p->played < 2 * p->slots)
        return STATUS_OK;
    uint64_t *more = calloc(2 * p->slots, sizeof *more);
    if (!more)
        return log_error(STATUS_NOMEM, "%zu sums of heaps", p->slots);
    free(p->slot);
    p->slot = more;
    p->slots *= 2;
    for (size_t i = 0; i < p->played; i++) {
        const uint64_t hash = hash_name(p, entry_at(p, i) + 1);
        uint64_t *slot = first_slot(p, hash);
        while (*slot)
            if (++slot == p->slot + p->slots)
                slot = p->slot;
        *slot = tag_of(hash) | (i + 1);
    }
    return STATUS_OK;
}

static enum status keep(struct quotient_play *p, const struct sum *sum,
                        uint8_t value)
{
    const uint64_t most = p->limits->effort;
    if (p->played == UINT32_MAX - 1 || (most && p->played >= most))
        return STATUS_RANGE;
    if (quotient_stops(p->limits, p->played))
        return STATUS_STOPPED;
    enum status st = grow(p);
    if (st)
        return st;
    uint8_t *entry = entry_at(p, p->played++);
    entry[0] = value;
    write_name(p, sum, entry + 1);
    *find_slot(p, sum) = tag_of(sum->hash) | p->played;
    return STATUS_OK;
}

static bool look_up(const struct quotient_play *p, const struct sum *sum,
                    uint8_t *value)
{
    const uint8_t *count = sum->count;
    unsigned h = p->top;
    while (h > p->fold.top && !count[h])
        h--;
    if (h <= p->known->top) {
        unsigned x = sum->folded;
        for (; h > p->fold.top; h--)
            if (count[h])
                x = quotient_times(p->known, x,
                                   p->power[h * POWERS + count[h]]);
        *value = p->known->outcome[x];
        return true;
    }
    const uint64_t found = *find_slot(p, sum);
    if (found)
        *value = entry_of(p, found)[0];
    return found;
}

static void fold_into(const struct quotient_play *p, struct sum *sum,
                      unsigned x)
{
    const uint16_t then = (uint16_t)quotient_times(p->known, sum->folded, x);
    sum->hash += p->folded_weight[then] - p->folded_weight[sum->folded];
    sum->folded = then;
}

/* False if a count passes its byte. */
static bool put_heap(const struct quotient_play *p, struct sum *sum,
                     unsigned size)
{
    unsigned h = p->moves->isomorphic[size];
    if (h <= p->fold.top) {
        fold_into(p, sum, p->known->image[h]);
        return true;
    }
    sum->hash += p->weight[h];
    return ++sum->count[h];
}

/* Takes off what put_heap counted; what it folded is for the caller to put
 * back. */
static void take_heap(const struct quotient_play *p, struct sum *sum,
                      unsigned size)
{
    unsigned h = p->moves->isomorphic[size];
    if (h > p->fold.top) {
        sum->count[h]--;
        sum->hash -= p->weight[h];
    }
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
static bool is_likely(const struct quotient_play *p, const struct sum *sum,
                      const struct tally *t)
{
    struct tally then = *t;
    struct sum whole = *sum;
    uint8_t value;
    memcpy(whole.count + 1,
           p->fold.word + (size_t)sum->folded * (p->fold.top + 1) + 1,
           p->fold.top);
    if (!p->guess || !p->guess(p->guesser, whole.count, &value))
        return false;
    count_witness(p, &then, value);
    return then.hold != t->hold;
}

static enum status play(struct quotient_play *, struct sum *, uint8_t *);

static enum status play_option(struct quotient_play *p, struct sum *sum,
                               struct tally *t)
{
    uint8_t value = 0;
    bool known = look_up(p, sum, &value);
    if (!known && (t->pass == PASS_ALL ||
                   (t->pass == PASS_LIKELY && is_likely(p, sum, t)))) {
        enum status st = play(p, sum, &value);
        if (st)
            return st;
        known = true;
    }
    if (known)
        count_witness(p, t, value);
    return STATUS_OK;
}

/* The hash of a sum with one more move's heaps; what heaps of 0 weigh is 0. */
static uint64_t hash_after(const struct quotient_play *p, const struct sum *sum,
                           const uint8_t left[2])
{
    uint64_t hash = sum->hash - p->folded_weight[sum->folded];
    unsigned folded = sum->folded;
    for (int k = 0; k < 2; k++) {
        const unsigned h = p->moves->isomorphic[left[k]];
        if (h > p->fold.top)
            hash += p->weight[h];
        else
            folded = quotient_times(p->known, folded, p->known->image[h]);
    }
    return hash + p->folded_weight[folded];
}

/* Fetches the slot of an option, and later the entry that its slot seems to
 * name. */
static void fetch_slot(const struct quotient_play *p, const struct sum *sum,
                       uint32_t i)
{
    __builtin_prefetch(first_slot(p, hash_after(p, sum, p->moves->option[i])));
}

static void fetch_entry(const struct quotient_play *p, const struct sum *sum,
                        uint32_t i)
{
    const uint64_t then = hash_after(p, sum, p->moves->option[i]);
    const uint64_t word = *first_slot(p, then);
    if (word && !tag_of(word ^ then))
        __builtin_prefetch(entry_of(p, word));
}

/* The options of heap h, which has been taken off the sum. Options that leave
 * small heaps come first. */
static enum status play_heap(struct quotient_play *p, struct sum *sum,
                             unsigned h, struct tally *t)
{
    const struct heap_moves *m = p->moves;
    const uint32_t end = m->first[h + 1];
    enum status st = STATUS_OK;
    for (uint32_t i = m->first[h]; i < end; i++) {
        if (i + 2 * AHEAD < end)
            fetch_slot(p, sum, i + 2 * AHEAD);
        if (i + AHEAD < end)
            fetch_entry(p, sum, i + AHEAD);
        const uint16_t folded = sum->folded;
        const uint64_t hash = sum->hash;
        bool fits = put_heap(p, sum, m->option[i][0]);
        fits &= put_heap(p, sum, m->option[i][1]);
        st = fits ? play_option(p, sum, t) : STATUS_RANGE;
        take_heap(p, sum, m->option[i][1]);
        take_heap(p, sum, m->option[i][0]);
        sum->folded = folded;
        sum->hash = hash;
        if (st || t->hold == t->all)
            break;
    }
    return st;
}

/* The options of the folded heaps. */
static enum status play_folded(struct quotient_play *p, struct sum *sum,
                               struct tally *t)
{
    const struct quotient_fold *f = &p->fold;
    const uint16_t folded = sum->folded;
    const uint64_t hash = sum->hash;
    enum status st = STATUS_OK;
    for (uint32_t i = f->first[folded];
         !st && i < f->first[folded + 1] && t->hold != t->all; i++) {
        sum->folded = f->option[i];
        sum->hash =
            hash - p->folded_weight[folded] + p->folded_weight[sum->folded];
        st = play_option(p, sum, t);
    }
    sum->folded = folded;
    sum->hash = hash;
    return st;
}

/* Plays out a sum that is not in the table, and keeps it. The sum is changed on
 * the way and left as it was. Each level is a move, so the depth is at most the
 * number of counters in the sum. Large heaps are moved first: the other way
 * round, misere Kayles to 25 heaps plays 25 times the positions. */
static enum status play(struct quotient_play *p, struct sum *sum,
                        uint8_t *value)
{
    struct tally t = {.all = (1u << p->clauses->clauses) - 1};
    enum status st = STATUS_OK;
    for (; !st && t.hold != t.all && t.pass < PASSES; t.pass++) {
        for (unsigned h = p->top; !st && h > p->fold.top && t.hold != t.all;
             h--)
            if (sum->count[h]) {
                take_heap(p, sum, h);
                st = play_heap(p, sum, h, &t);
                put_heap(p, sum, h);
            }
        if (!st && t.hold != t.all)
            st = play_folded(p, sum, &t);
    }
    *value = (uint8_t)(t.hold ^ p->clauses->flip);
    return st ? st : keep(p, sum, *value);
}

enum status quotient_play_outcome(struct quotient_play *p,
                                  const uint8_t count[], uint8_t *value)
{
    struct sum sum = {.hash = 0};
    for (unsigned h = 1; h <= p->top; h++) {
        unsigned like = p->moves->isomorphic[h];
        if (like <= p->fold.top) {
            fold_into(p, &sum, p->power[like * POWERS + count[h]]);
        } else if (like) {
            if (count[h] + sum.count[like] > UINT8_MAX)
                return STATUS_RANGE;
            sum.count[like] = (uint8_t)(sum.count[like] + count[h]);
            sum.hash += count[h] * p->weight[like];
        }
    }
    return look_up(p, &sum, value) ? STATUS_OK : play(p, &sum, value);
}
