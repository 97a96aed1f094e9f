#include "engine/solve/solve_inner.h"

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
    if (frame_adds(s) || s->game->rules->mirror) {
        for (size_t i = 0; i < n && !st; i++)
            st = solve_value(s, p[i], &values[i]);
        return st;
    }
    for (size_t m, from = 0; from < n && !st; from += m) {
        m = n - from < BULK_POSITIONS ? n - from : BULK_POSITIONS;
        frame_look_up(s, p + from, m, values + from);
        for (size_t done = 0; done < m && !st;)
            st = solve_some(s, p + from + done, values + from + done, m - done,
                            &done);
    }
    return st;
}
