#include "engine/solve/solve_inner.h"

static enum status push(struct solver *s, struct position p)
{
    enum status st = frame_open(s, p);
    if (st)
        return st;
    struct frame *f = &s->stack->frames[s->stack->depth - 1];
    if (s->in_progress)
        in_progress_begin(s->in_progress, p);
    st = frame_fill(s, f);
    frame_settle(s, f);
    return st ? st : solve_poll(s, frame_options(f));
}

/* Advances the top frame until an option must be solved first (true; *missing
 * is that option), or nothing is missing (false). Options in progress on other
 * threads are left to a second pass. */
static bool next_missing(struct solver *s, struct position *missing)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    const size_t n = frame_options(f), rounds = s->in_progress ? 2 : 1;
    for (; f->steps < rounds * n; f->steps++) {
        const size_t i = f->steps % n;
        uint64_t value;
        if (!frame_wants(k, f, i))
            continue;
        *missing = k->options[f->first + i];
        frame_look_up(s, missing, 1, &value);
        if (value != MEMO_MISS)
            frame_learn(s, f, i, value);
        else if (f->steps >= n || !s->in_progress ||
                 !in_progress_with(s->in_progress, *missing))
            return true;
    }
    return false;
}

/* Folds the top frame, stores its value in the memo and passes it to the frame
 * below. */
static enum status pop(struct solver *s, size_t base, uint64_t *value)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    enum status st = frame_fold(s, f, value);
    if (!st && !f->sum)
        st = memo_put(s->memo, s->worker, &f->position, value, 1);
    if (s->in_progress)
        in_progress_end(s->in_progress, f->position);
    k->used = f->first;
    k->depth--;
    if (!st && k->depth > base) {
        struct frame *parent = &k->frames[k->depth - 1];
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
    p = frame_position(s, p, &turned);
    frame_look_up(s, &p, 1, value);
    if (*value != MEMO_MISS) {
        *value = frame_turn(s, *value, turned);
        return STATUS_OK;
    }
    enum status st = frame_searchable(s, p);
    if (!st)
        st = push(s, p);
    while (!st && k->depth > base) {
        struct position missing;
        st = next_missing(s, &missing) ? push(s, missing) : pop(s, base, value);
    }
    if (st) {
        k->used = k->depth > base ? k->frames[base].first : k->used;
        k->depth = base;
        return st;
    }
    *value = frame_turn(s, *value, turned);
    return STATUS_OK;
}
