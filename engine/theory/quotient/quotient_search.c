#include "engine/theory/quotient/quotient_search.h"

#include "engine/theory/quotient/quotient_learn.h"
#include "engine/theory/quotient/quotient_proof.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct quotient_search {
    const struct heap_moves *moves;
    struct quotient_limits limits;
    struct quotient proved;
    struct quotient_effort effort;
    struct learner learner;
    bool stopped;
};

static enum status allocate(struct quotient *q, enum quotient_rule rule,
                            unsigned top, unsigned order)
{
    *q =
        (struct quotient){.rule = rule, .top = top, .order = order, .zero = -1};
    q->times = calloc((size_t)order * order, sizeof *q->times);
    q->outcome = calloc(order, sizeof *q->outcome);
    q->image = calloc(top + 1, sizeof *q->image);
    if (q->times && q->outcome && q->image)
        return STATUS_OK;
    quotient_release(q);
    return log_error(STATUS_NOMEM, "quotient of order %u", order);
}

static int find_zero(const struct quotient *q)
{
    for (unsigned x = 1; x < q->order; x++) {
        unsigned y = 0;
        while (y < q->order && quotient_times(q, x, y) == x)
            y++;
        if (y == q->order)
            return (int)x;
    }
    return -1;
}

/* The learner's steps as a multiplication table. */
static enum status tabulate(const struct learner *l, enum quotient_rule rule,
                            struct quotient *q)
{
    enum status st = allocate(q, rule, l->top, l->order);
    if (st)
        return st;
    memcpy(q->outcome, l->outcome, l->order);
    for (unsigned h = 1; h <= l->top; h++)
        q->image[h] = (uint16_t)learner_step(l, 0, h);
    for (unsigned x = 0; x < l->order; x++)
        for (unsigned y = 0; y < l->order; y++) {
            /* The word of x is its parent's word and one heap. */
            size_t at = (size_t)x * l->order + y;
            q->times[at] =
                x ? (uint16_t)learner_step(
                        l, q->times[(size_t)l->parent[x] * l->order + y],
                        l->last[x])
                  : (uint16_t)y;
        }
    q->zero = find_zero(q);
    return STATUS_OK;
}

enum status quotient_search_open(const struct heap_moves *moves,
                                 enum quotient_rule rule,
                                 const struct quotient_limits *limits,
                                 struct quotient_search **search)
{
    struct quotient_search *s = calloc(1, sizeof *s);
    if (!s)
        return log_error(STATUS_NOMEM, "search for a quotient");
    s->moves = moves;
    s->limits = *limits;
    s->proved.zero = -1;
    enum status st = learner_init(&s->learner, moves, limits->order,
                                  quotient_clauses[rule].end);
    if (!st)
        st = tabulate(&s->learner, rule, &s->proved);
    if (st) {
        quotient_search_close(s);
        return st;
    }
    *search = s;
    return STATUS_OK;
}

void quotient_search_close(struct quotient_search *s)
{
    learner_release(&s->learner);
    quotient_release(&s->proved);
    free(s);
}

const struct quotient *quotient_proved(const struct quotient_search *s)
{
    return &s->proved;
}

void quotient_effort(const struct quotient_search *s,
                     struct quotient_effort *effort)
{
    *effort = s->effort;
}

/* The words of the learner's elements, cut to heaps 1..top. */
static uint8_t *cut_words(const struct learner *l)
{
    uint8_t *words = malloc((size_t)l->order * (l->top + 1));
    for (unsigned x = 0; words && x < l->order; x++)
        memcpy(words + (size_t)x * (l->top + 1),
               l->word + (size_t)x * l->stride, l->top + 1);
    return words;
}

/* Proves the guess, or learns from the counterexample. */
static enum status round_of(struct quotient_search *s, struct quotient *q,
                            bool *proved)
{
    struct learner *l = &s->learner;
    enum status st = learner_settle(l);
    if (!st)
        st = tabulate(l, s->proved.rule, q);
    if (st)
        return st;
    uint8_t *words = cut_words(l);
    struct quotient_flaw flaw = {0};
    if (words)
        st = quotient_prove(&(struct quotient_candidate){q, s->moves, words},
                            &s->limits, &flaw);
    else
        st = log_error(STATUS_NOMEM, "quotient of order %u", q->order);
    free(words);
    if (!st)
        s->effort.pairs += flaw.pairs;
    *proved = !st && !flaw.found;
    if (*proved)
        return STATUS_OK;
    quotient_release(q);
    return st ? st : learner_correct(l, flaw.sum);
}

enum status quotient_raise(struct quotient_search *s, bool *finished)
{
    struct quotient q = {.zero = -1};
    struct quotient_play play;
    *finished = false;
    if (s->stopped)
        return STATUS_OK;
    assert(s->proved.top < s->moves->top);
    s->effort = (struct quotient_effort){0};
    enum status st =
        quotient_play_init(&play, s->moves, s->proved.rule, &s->proved,
                           s->proved.top + 1, &s->limits);
    play.guess = learner_guess;
    play.guesser = &s->learner;
    s->learner.play = &play;
    if (!st)
        st = learner_raise(&s->learner);
    while (!st && !*finished)
        st = round_of(s, &q, finished);
    s->effort.played = play.played;
    s->effort.tests = s->learner.tests;
    quotient_play_release(&play);
    s->stopped = st != STATUS_OK;
    if (st)
        return st == STATUS_RANGE ? STATUS_OK : st;
    quotient_release(&s->proved);
    s->proved = q;
    return STATUS_OK;
}
