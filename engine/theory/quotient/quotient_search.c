#include "engine/theory/quotient/quotient_search.h"

#include "engine/theory/quotient/quotient_learn.h"
#include "engine/theory/quotient/quotient_proof.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Positions played, and as many pairs in a proof, that one attempt may take: of
 * the first one, and how many times as many in each round. */
enum { FIRST_BUDGET = 1 << 14, MORE = 8 };

struct quotient_search {
    const struct heap_moves *moves;
    struct quotient_limits limits;
    struct quotient proved;
    struct quotient_effort effort;
    struct learner learner; /* of `proved` */
    /* Heaps to fold, fold[0] = 0 < fold[1] < ...: where an order of quotients
     * ended. At the heap size at hand the first `open` are left to try. */
    uint8_t fold[HEAP_MOVES_TOP];
    unsigned folds, open;
    bool stopped;
};

/* One try to find the quotient of one heap more. */
struct attempt {
    struct quotient_limits limits;
    struct learner learner;
    struct quotient_play play;
    struct quotient q;
    bool proved, spent; /* its budget */
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
    s->folds = 1; /* nothing folded */
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

/* Does some z tell x and y apart, for any x != y? So it is where all outcomes
 * played are true; with a fold it is seen to. */
static bool is_reduced(const struct quotient *q)
{
    for (unsigned x = 1; x < q->order; x++)
        for (unsigned y = 0; y < x; y++) {
            unsigned z = 0;
            while (z < q->order && q->outcome[quotient_times(q, x, z)] ==
                                       q->outcome[quotient_times(q, y, z)])
                z++;
            if (z == q->order)
                return false;
        }
    return true;
}

/* Proves the guess, or learns from the counterexample. DISAGREE, not logged: no
 * outcome played explains the counterexample, so the fold is wrong. */
static enum status round_of(struct quotient_search *s, struct attempt *a)
{
    struct learner *l = &a->learner;
    enum status st = learner_settle(l);
    if (!st)
        st = tabulate(l, s->proved.rule, &a->q);
    if (st)
        return st;
    uint8_t *words = cut_words(l);
    struct quotient_flaw flaw = {0};
    if (words)
        st =
            quotient_prove(&(struct quotient_candidate){&a->q, s->moves, words},
                           &a->limits, &flaw);
    else
        st = log_error(STATUS_NOMEM, "quotient of order %u", a->q.order);
    free(words);
    s->effort.pairs += flaw.pairs;
    a->spent = flaw.pairs >= a->limits.effort;
    if (!st && flaw.found)
        st = learner_correct(l, flaw.sum);
    else if (!st && a->play.fold.top && !is_reduced(&a->q))
        st = STATUS_DISAGREE;
    else
        a->proved = !st;
    if (!a->proved)
        quotient_release(&a->q);
    return st;
}

static enum status begin_attempt(struct quotient_search *s, struct attempt *a,
                                 unsigned fold, uint64_t budget)
{
    *a = (struct attempt){.limits = s->limits};
    a->limits.effort = budget;
    enum status st = learner_copy(&s->learner, &a->learner);
    if (!st)
        st = quotient_play_init(&a->play, s->moves, s->proved.rule, &s->proved,
                                s->proved.top + 1, fold, &a->limits);
    a->play.guess = learner_guess;
    a->play.guesser = &a->learner;
    a->learner.play = &a->play;
    return st ? st : learner_raise(&a->learner);
}

static void end_attempt(struct quotient_search *s, struct attempt *a)
{
    s->effort.played += a->play.played;
    s->effort.tests = a->learner.tests;
    quotient_play_release(&a->play);
    if (a->proved) {
        learner_release(&s->learner);
        quotient_release(&s->proved);
        s->learner = a->learner;
        s->proved = a->q;
    } else {
        learner_release(&a->learner);
    }
}

/* RANGE, not logged, within a limit; *spent if that was the budget. */
static enum status try_fold(struct quotient_search *s, unsigned fold,
                            uint64_t budget, bool *spent)
{
    struct attempt a;
    enum status st = begin_attempt(s, &a, fold, budget);
    while (!st && !a.proved)
        st = round_of(s, &a);
    *spent = a.spent || a.play.played >= budget;
    end_attempt(s, &a);
    return st;
}

/* One round of attempts, from the largest fold, which makes the play shortest,
 * to none, which is right for certain. What a fold has wrong a larger one has
 * wrong, too. The two largest that are not refuted get the budget, the others
 * ever less, but for the last round. More elements than are wanted are most
 * likely true: then without a fold at once. RANGE, not logged, if none is
 * proved; *spent if a larger budget may change that. */
static enum status try_folds(struct quotient_search *s, uint64_t budget,
                             bool last, bool *spent)
{
    unsigned spending = 0;
    for (unsigned i = s->open; i-- > 0 && budget;) {
        enum status st = try_fold(s, s->fold[i], budget, spent);
        if (st == STATUS_DISAGREE) {
            s->open = i;
        } else if (st != STATUS_RANGE || (i == 0 && !*spent)) {
            return st;
        } else if (!*spent) {
            s->open = i; /* and stays so with any budget */
            i = 1;
        } else if (!last && ++spending > 1) {
            budget /= MORE;
        }
    }
    *spent = true;
    return STATUS_RANGE;
}

enum status quotient_raise(struct quotient_search *s, bool *finished)
{
    const unsigned order = s->proved.order;
    const uint64_t most = s->limits.effort ? s->limits.effort : UINT64_MAX;
    uint64_t budget = most < FIRST_BUDGET ? most : FIRST_BUDGET;
    bool spent = true;
    *finished = false;
    if (s->stopped)
        return STATUS_OK;
    assert(s->proved.top < s->moves->top);
    s->effort = (struct quotient_effort){0};
    s->open = s->folds;
    enum status st = try_folds(s, budget, budget == most, &spent);
    while (st == STATUS_RANGE && spent && budget < most) {
        budget = budget > most / MORE ? most : budget * MORE;
        st = try_folds(s, budget, budget == most, &spent);
    }
    s->stopped = st != STATUS_OK;
    if (st)
        return st == STATUS_RANGE ? STATUS_OK : st;
    if (s->proved.order != order && s->proved.top > 1)
        s->fold[s->folds++] = (uint8_t)(s->proved.top - 1);
    *finished = true;
    return STATUS_OK;
}
