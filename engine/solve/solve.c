#include "engine/solve/solve.h"

#include "engine/base/log.h"
#include "engine/solve/solve_frame.h"

#include <stdlib.h>

enum status solver_init(struct solver *s, const struct game *game,
                        const struct domain *domain, struct memo *memo,
                        unsigned worker)
{
    *s = (struct solver){
        .game = game, .domain = domain, .memo = memo, .worker = worker};
    s->stack = calloc(1, sizeof *s->stack);
    if (!s->stack)
        return log_error(STATUS_NOMEM, "solver: out of memory");
    return STATUS_OK;
}

void solver_release(struct solver *s)
{
    if (s->stack) {
        free(s->stack->frames);
        free(s->stack->options);
        free(s->stack->values);
        free(s->stack->turned);
    }
    free(s->stack);
    s->stack = NULL;
}

uint64_t solver_bytes(const struct solver *s)
{
    return atomic_load_explicit(&s->stack->bytes, memory_order_relaxed);
}

static enum status push(struct solver *s, struct position p, bool is_part)
{
    enum status st = frame_open(s, p);
    if (st)
        return st;
    struct frame *f = &s->stack->frames[s->stack->depth - 1];
    f->is_part = is_part;
    if (s->in_progress)
        in_progress_begin(s->in_progress, p);
    st = frame_fill(s, f);
    frame_settle(s, f);
    return st ? st : solve_poll(s, frame_options(f));
}

/* What must be solved before the top frame. */
struct missing {
    bool any;
    struct position position;
    bool is_part; /* of a bound of an option; or it is the option */
};

/* Advances the top frame until an option must be solved first, or a part of
 * what bounds one; or nothing is missing. Options in progress on other threads
 * are left to a second pass. */
static enum status next_missing(struct solver *s, struct missing *m)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    const size_t n = frame_options(f), rounds = s->in_progress ? 2 : 1;
    m->any = false;
    for (; f->steps < rounds * n; f->steps++) {
        const size_t i = f->steps % n;
        const struct position option = k->options[f->first + i];
        enum frame_verdict verdict;
        uint64_t value;
        if (!frame_wants(k, f, i))
            continue;
        frame_look_up(s, &option, 1, &value);
        if (value != MEMO_MISS) {
            f->bound = (struct frame_bound){.solved = MEMO_MISS};
            frame_learn(s, f, i, value);
            continue;
        }
        if (f->steps < n && s->in_progress &&
            in_progress_with(s->in_progress, option)) {
            f->bound = (struct frame_bound){.solved = MEMO_MISS};
            continue;
        }
        enum status st = frame_bound(s, f, i, &m->position, &verdict);
        if (st)
            return st;
        if (verdict == FRAME_DROPPED)
            continue;
        m->any = true;
        m->is_part = verdict == FRAME_PART;
        if (!m->is_part)
            m->position = option;
        return STATUS_OK;
    }
    return STATUS_OK;
}

/* Folds the top frame, stores its value in the memo and passes it to the frame
 * below. */
static enum status pop(struct solver *s, size_t base, uint64_t *value)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    const bool is_part = f->is_part;
    enum status st = frame_fold(s, f, value);
    if (!st && !f->sum)
        st = memo_put(s->memo, s->worker, &f->position, value, 1);
    if (s->in_progress)
        in_progress_end(s->in_progress, f->position);
    k->used = f->first;
    k->depth--;
    if (!st && k->depth > base) {
        struct frame *parent = &k->frames[k->depth - 1];
        if (is_part) {
            parent->bound.solved = *value;
            return st;
        }
        frame_learn(s, parent, parent->steps % frame_options(parent), *value);
        parent->steps++;
    }
    return st;
}

enum status solve_value(struct solver *s, struct position p, uint64_t *value)
{
    if (s->answer)
        return s->answer(s->context, p, value);
    struct solver_stack *k = s->stack;
    const size_t base = k->depth;
    bool turned;
    enum status st = frame_narrow(s, &p, 1);
    if (st)
        return st;
    p = frame_position(s, p, &turned);
    frame_look_up(s, &p, 1, value);
    if (*value != MEMO_MISS) {
        *value = frame_turn(s, *value, turned);
        return STATUS_OK;
    }
    st = frame_searchable(s, p);
    if (!st)
        st = push(s, p, false);
    while (!st && k->depth > base) {
        struct missing m;
        st = next_missing(s, &m);
        if (!st)
            st = m.any ? push(s, m.position, m.is_part) : pop(s, base, value);
    }
    if (st) {
        k->used = k->depth > base ? k->frames[base].first : k->used;
        k->depth = base;
        return st;
    }
    *value = frame_turn(s, *value, turned);
    return STATUS_OK;
}

/* The most options looked up in one call, unless a single position has more;
 * and the most values stored in one. */
enum { BULK_OPTIONS = 1024, BULK_POSITIONS = 256 };

/* Values not yet in the memo. */
struct found {
    struct position keys[BULK_POSITIONS];
    uint64_t values[BULK_POSITIONS];
    size_t n;
};

static enum status remember(struct solver *s, struct found *found)
{
    enum status st =
        memo_put(s->memo, s->worker, found->keys, found->values, found->n);
    found->n = 0;
    return st;
}

static bool incomplete(const struct solver *s, const struct frame *f)
{
    for (size_t i = 0; i < frame_options(f); i++)
        if (frame_wants(s->stack, f, i))
            return true;
    return false;
}

/* The value of one frame; by recursion if an option is missing, which may be
 * among those that were found just now. */
static enum status settle(struct solver *s, size_t number, struct found *found,
                          uint64_t *value)
{
    struct frame f = s->stack->frames[number];
    enum status st = STATUS_OK;
    frame_settle(s, &f);
    if (incomplete(s, &f)) {
        st = remember(s, found);
        return st ? st : solve_value(s, f.position, value);
    }
    st = frame_fold(s, &f, value);
    if (!st) {
        found->keys[found->n] = f.position;
        found->values[found->n++] = *value;
    }
    return st;
}

/* The frames from number `base` on are those of the missing values, in order.
 */
static enum status settle_all(struct solver *s, size_t base, uint64_t values[],
                              size_t n)
{
    struct solver_stack *k = s->stack;
    const size_t first = k->frames[base].first;
    struct found found = {.n = 0};
    enum status st = STATUS_OK;
    frame_look_up(s, &k->options[first], k->used - first, &k->values[first]);
    for (size_t i = 0; i < n && !st; i++)
        if (values[i] == MEMO_MISS)
            st = settle(s, base++, &found, &values[i]);
    return st ? st : remember(s, &found);
}

/* Solves the next of n positions, as many as one call of the memo takes. */
static enum status solve_some(struct solver *s, const struct position p[],
                              uint64_t values[], size_t n, size_t *done)
{
    struct solver_stack *k = s->stack;
    const size_t base = k->depth, first = k->used;
    enum status st = STATUS_OK;
    size_t i = 0;
    while (i < n && k->used - first < BULK_OPTIONS && !st) {
        if (values[i] == MEMO_MISS) {
            st = frame_searchable(s, p[i]);
            st = st ? st : frame_open(s, p[i]);
            st = st ? st
                    : solve_poll(s, frame_options(&k->frames[k->depth - 1]));
        }
        i += !st;
    }
    if (!st && k->depth > base)
        st = settle_all(s, base, values, i);
    k->depth = base;
    k->used = first;
    *done += i;
    return st;
}

enum status solve_bulk(struct solver *s, const struct position p[], size_t n,
                       uint64_t values[])
{
    enum status st = STATUS_OK;
    /* Sums are looked up by their components, and mirrors share an entry. */
    if (frame_adds(s) || s->game->rules->partizan) {
        for (size_t i = 0; i < n && !st; i++)
            st = solve_value(s, p[i], &values[i]);
        return st;
    }
    for (size_t m, from = 0; from < n && !st; from += m) {
        m = n - from < BULK_POSITIONS ? n - from : BULK_POSITIONS;
        st = frame_narrow(s, p + from, m);
        if (st)
            return st;
        frame_look_up(s, p + from, m, values + from);
        for (size_t done = 0; done < m && !st;)
            st = solve_some(s, p + from + done, values + from + done, m - done,
                            &done);
    }
    return st;
}
