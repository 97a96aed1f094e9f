/* loony.c - values of impartial games with entailing moves: nimbers, LOONY,
 * and for components in which the player must move, sets of nimbers (loony.h).
 *
 * For normal play with obligations that name the component to be moved in, so
 * that a position is the sum of its components. The mex rule: with F the
 * nimbers of the free options, and E1..Er the sets of the entailing ones, let M
 * be all nimbers outside F u E1 u .. u Er. The position is worth the least of M
 * if the player is free, LOONY if M is empty; and M itself if compelled.
 * (Berlekamp, Conway, Guy, Winning Ways, ch. 12.)
 *
 * Top Entails, where emptying a heap compels nothing: odd heaps above one are
 * worth 0 and even heaps are loony.
 */
#include "engine/value/loony.h"
#include "engine/base/log.h"
#include "engine/value/domain.h"
#include "engine/value/loony/loony_pool.h"
#include "engine/value/nimber_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 }; /* of the set that most positions need */

/* A set that is being made. */
struct scratch {
    struct loony_set set;
    uint64_t small[WORDS];
};

static enum status scratch_open(struct scratch *s, size_t words)
{
    s->set = (struct loony_set){.word = s->small, .n = words};
    if (words > WORDS) {
        s->set.word = calloc(words, sizeof *s->set.word);
        return s->set.word
                   ? STATUS_OK
                   : log_error(STATUS_NOMEM, "domain loony: out of memory");
    }
    for (size_t i = 0; i < words; i++)
        s->small[i] = 0;
    return STATUS_OK;
}

static void scratch_close(struct scratch *s)
{
    if (s->set.word != s->small)
        free(s->set.word);
}

static bool is_set(uint64_t value)
{
    return value > LOONY;
}

static uint64_t value_of(uint32_t number)
{
    return LOONY + 1 + number;
}

static const struct loony_set *set_of(const struct loony_pool *pool,
                                      uint64_t value)
{
    return loony_pool_get(pool, (uint32_t)(value - LOONY - 1));
}

/* All nimbers that are neither among the free options nor in the sets of the
 * others. A move to a free loony option loses, so it excludes nothing. */
static enum status exclude(const struct loony_pool *pool,
                           const uint64_t options[], size_t n,
                           struct scratch *s)
{
    size_t words = 0;
    for (size_t i = 0; i < n; i++) {
        size_t needs = is_set(options[i])    ? set_of(pool, options[i])->n
                       : options[i] == LOONY ? 0
                                             : options[i] / 64 + 1;
        words = needs > words ? needs : words;
    }
    enum status st = scratch_open(s, words);
    if (st)
        return st;
    for (size_t i = 0; i < n; i++)
        if (is_set(options[i]))
            loony_set_join(&s->set, set_of(pool, options[i]));
        else if (options[i] != LOONY)
            loony_set_add(&s->set, options[i]);
    loony_set_complement(&s->set);
    return STATUS_OK;
}

static enum status loony_open(const struct game *game, unsigned threads,
                              void **self)
{
    struct loony_pool *pool;
    (void)game;
    (void)threads;
    enum status st = loony_pool_open(&pool);
    *self = st ? NULL : pool;
    return st;
}

static void loony_close(void *self)
{
    loony_pool_close(self);
}

static enum status loony_fold(void *self, unsigned worker,
                              const uint64_t left[], size_t nleft,
                              const uint64_t right[], size_t nright,
                              uint64_t *value)
{
    struct scratch s;
    (void)worker;
    (void)right;
    (void)nright;
    enum status st = exclude(self, left, nleft, &s);
    if (st)
        return st;
    const uint64_t least = loony_set_least(&s.set);
    assert(least < LOONY || least == LOONY_SET_EMPTY);
    *value = least == LOONY_SET_EMPTY ? LOONY : least;
    scratch_close(&s);
    return STATUS_OK;
}

static enum status loony_fold_obliged(void *self, unsigned worker,
                                      const uint64_t left[], size_t nleft,
                                      const uint64_t right[], size_t nright,
                                      uint64_t *value)
{
    struct scratch s;
    uint32_t number = 0;
    (void)worker;
    (void)right;
    (void)nright;
    enum status st = exclude(self, left, nleft, &s);
    if (st)
        return st;
    st = loony_pool_put(self, s.set, &number);
    *value = value_of(number);
    scratch_close(&s);
    return st;
}

/* A component that is obliged, and free ones beside it. */
static enum status sum_obliged(struct loony_pool *pool, uint64_t set,
                               uint64_t free_value, uint64_t *value)
{
    const struct loony_set *e = set_of(pool, set);
    struct scratch s;
    uint32_t number = 0;
    if (free_value == LOONY) {
        *value = value_of(e->rest ? LOONY_POOL_ALL : LOONY_POOL_NONE);
        return STATUS_OK;
    }
    enum status st = scratch_open(&s, loony_set_shifted(e, free_value));
    if (st)
        return st;
    loony_set_shift(e, free_value, &s.set);
    st = loony_pool_put(pool, s.set, &number);
    *value = value_of(number);
    scratch_close(&s);
    return st;
}

static enum status loony_sum(void *self, unsigned worker, uint64_t a,
                             uint64_t b, uint64_t *value)
{
    (void)worker;
    assert(!is_set(a) || !is_set(b));
    if (is_set(a))
        return sum_obliged(self, a, b, value);
    if (is_set(b))
        return sum_obliged(self, b, a, value);
    *value = a == LOONY || b == LOONY ? LOONY : a ^ b;
    return STATUS_OK;
}

/* All nimbers in an option's set: beside each of them the opponent loses
 * there. */
static bool loony_decides(const void *self, enum mover mover, uint64_t option)
{
    (void)self;
    (void)mover;
    return option == value_of(LOONY_POOL_ALL);
}

static size_t loony_print(const void *self, uint64_t value, char out[],
                          size_t cap)
{
    if (is_set(value))
        return loony_set_print(set_of(self, value), out, cap);
    if (value == LOONY)
        return (size_t)snprintf(out, cap, "loony");
    return nimber_text_print(value, out, cap);
}

static const char *loony_stored_text(uint64_t stored)
{
    return stored == LOONY ? "loony" : NULL;
}

/* Sets are not read. */
static enum status loony_parse(void *self, unsigned worker, const char *text,
                               uint64_t *value)
{
    (void)self;
    (void)worker;
    *value = LOONY;
    return !strcmp(text, "loony") || nimber_text_parse(text, LOONY, value)
               ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "value '%s': neither loony nor a nimber: 0, *, *2, "
                           "...",
                           text);
}

static unsigned loony_outcome(const void *self, uint64_t value)
{
    if (is_set(value))
        return loony_set_has(set_of(self, value), 0) ? OUTCOME_P : OUTCOME_N;
    return value ? OUTCOME_N : OUTCOME_P;
}

/* Numbers of sets are the pool's. */
static bool loony_legal(uint64_t value)
{
    return value <= LOONY;
}

static bool among(uint64_t value, const uint64_t values[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* A number is one word, a set a word that is none, how many words follow and
 * whether all beyond them are in it. */
static const uint32_t A_SET = (uint32_t)(LOONY + 1);

static enum status no_room(void)
{
    return log_error(STATUS_NOMEM, "domain loony: out of memory");
}

static enum status loony_tell(void *self, void **known, const uint64_t values[],
                              size_t n, struct message *words)
{
    (void)known;
    for (size_t i = 0; i < n; i++) {
        const struct loony_set *s =
            is_set(values[i]) ? set_of(self, values[i]) : NULL;
        if (message_reserve(words, s ? 2 + 2 * s->n : 1))
            return no_room();
        message_put(words, s ? A_SET : (uint32_t)values[i]);
        if (s)
            message_put(words, (uint32_t)s->n << 1 | s->rest);
        for (size_t k = 0; s && k < s->n; k++)
            message_put_long(words, s->word[k]);
    }
    return STATUS_OK;
}

/* The set that is told from *at on. */
static enum status hear_set(struct loony_pool *pool, const uint32_t **at,
                            const uint32_t *end, uint64_t *value)
{
    struct scratch s;
    uint32_t number = 0;
    const size_t n = *at < end ? **at >> 1 : SIZE_MAX / 4;
    if (2 * n + 1 > (size_t)(end - *at))
        return log_error(STATUS_FORMAT, "domain loony: no set that was told");
    enum status st = scratch_open(&s, n);
    if (st)
        return st;
    s.set.rest = **at & 1;
    for (size_t k = 0; k < n; k++)
        s.set.word[k] = message_long(*at + 1 + 2 * k);
    *at += 1 + 2 * n;
    st = loony_pool_put(pool, s.set, &number);
    *value = value_of(number);
    scratch_close(&s);
    return st;
}

static enum status loony_hear(void *self, void **known, const uint32_t words[],
                              size_t length, uint64_t values[], size_t n)
{
    const uint32_t *at = words, *end = words + length;
    enum status st = STATUS_OK;
    (void)known;
    for (size_t i = 0; i < n && !st; i++) {
        if (at == end)
            return log_error(STATUS_FORMAT, "domain loony: too few values");
        values[i] = *at++;
        if (is_set(values[i]))
            st = hear_set(self, &at, end, &values[i]);
    }
    return st;
}

uint64_t loony_complimenting(const uint64_t ordinary[], size_t n,
                             const uint64_t complimenting[], size_t m)
{
    uint64_t mex = 0;
    for (size_t i = 0; i < m; i++)
        if (complimenting[i] == LOONY || complimenting[i] != complimenting[0])
            return LOONY;
    if (m)
        return among(complimenting[0], ordinary, n) ? LOONY : complimenting[0];
    while (among(mex, ordinary, n))
        mex++;
    return mex;
}

const struct domain_kind domain_loony = {
    .name = "loony",
    .summary = "nimbers, loony, and sets of nimbers where the reply must be in "
               "the same part",
    .needs = GAME_OBLIGES | GAME_SUMS,
    .refuses = GAME_PARTIZAN | GAME_MISERE,
    .players = 2,
    .value_bytes = 4,
    .is_mex = true,
    .loony = LOONY,
    .own_numbers = true,
    .tells_value = true,
    .column = {.name = "value",
               .type = COLUMN_U32,
               .role = COLUMN_FACT,
               .width = 4,
               .unit = "nimber",
               .help = "k of the Nim heap *k of equal value; 2147483647 for "
                       "loony"},
    .open = loony_open,
    .close = loony_close,
    .fold = loony_fold,
    .fold_obliged = loony_fold_obliged,
    .print = loony_print,
    .parse = loony_parse,
    .stored_text = loony_stored_text,
    .outcome = loony_outcome,
    .decides = loony_decides,
    .legal = loony_legal,
    .sum = loony_sum,
    .tell = loony_tell,
    .hear = loony_hear,
};
