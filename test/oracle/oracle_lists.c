/* The states that tests go through: which there are, not what they are worth.
 */
#include "test/oracle/oracle_replies.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct list {
    struct oracle_state *states;
    size_t n, room;
};

/* Lists `s` and everything that further heaps make of it. Heaps are added in
 * ascending order of kind and size, so that each multiset comes once. */
static void extend(struct list *l, struct oracle_state s, unsigned kinds,
                   int left)
{
    if (l->n == l->room) {
        l->room = 2 * l->room + 64;
        l->states = realloc(l->states, l->room * sizeof *l->states);
        assert(l->states);
    }
    l->states[l->n++] = s;
    struct oracle_heap top = s.n ? s.heap[s.n - 1] : (struct oracle_heap){0, 1};
    for (int kind = top.kind; kind < ORACLE_KINDS; kind++)
        for (int size = kind == top.kind ? top.size : 1; size <= left; size++) {
            struct oracle_state more = s;
            if (!(kinds >> kind & 1))
                break;
            oracle_add(&more, (enum oracle_kind)kind, size);
            extend(l, more, kinds, left - size);
        }
}

struct oracle_state *oracle_all(unsigned kinds, int total, size_t *count)
{
    struct list l = {0};
    extend(&l, oracle_empty_board, kinds, total);
    *count = l.n;
    return l.states;
}

static int count_heap(const struct oracle_state *s, struct oracle_heap heap)
{
    int count = 0;
    for (int i = 0; i < s->n; i++)
        count += s->heap[i].kind == heap.kind && s->heap[i].size == heap.size;
    return count;
}

static bool same_heaps(const struct oracle_state *a,
                       const struct oracle_state *b)
{
    bool same = oracle_total(a) == oracle_total(b);
    for (int i = 0; i < a->n && same; i++)
        same = !a->heap[i].size ||
               count_heap(a, a->heap[i]) == count_heap(b, a->heap[i]);
    return same;
}

/* What the moves that take one counter leave of s and one counter more. */
static size_t add_named(const struct oracle_rules *r,
                        const struct oracle_state *s,
                        struct oracle_state out[ORACLE_HEAPS_MAX + 2])
{
    struct oracle_state moves[ORACLE_MOVES_MAX];
    size_t n = 1;
    for (int i = 0; i < s->n; i++) {
        struct oracle_state before = *s;
        before.heap[i].size++;
        const size_t m = oracle_moves(r, &before, moves);
        for (size_t k = 0; k < m; k++) {
            bool new =
                moves[k].bound != ORACLE_UNBOUND &&same_heaps(&moves[k], s);
            for (size_t j = 1; j < n; j++)
                new = new &&memcmp(&moves[k], &out[j], sizeof out[j]);
            if (new)
                out[n++] = moves[k];
        }
    }
    return n;
}

size_t oracle_obliged(const struct oracle_rules *r,
                      const struct oracle_state *s,
                      struct oracle_state out[ORACLE_HEAPS_MAX + 2])
{
    size_t n = 1;
    out[0] = *s;
    if (r->reply == ORACLE_ANY)
        return n;
    if (r->reply == ORACLE_LARGEST || r->reply == ORACLE_SMALLEST)
        return add_named(r, s, out);
    for (int i = 0; i < s->n; i++) {
        if (s->heap[i].kind == ORACLE_NIM)
            continue;
        out[n] = *s;
        out[n++].bound = i;
    }
    if (r->reply == ORACLE_SAME && r->empty == ORACLE_LOSE) {
        out[n] = *s;
        out[n].bound = oracle_add(&out[n], ORACLE_TOP, 0);
        n++;
    }
    return n;
}

static void add_part(enum oracle_kind kind, int parts, int least, int size,
                     const struct oracle_state *s,
                     void (*visit)(void *, const struct oracle_state *),
                     void *context)
{
    for (int h = least; parts && h <= size; h++) {
        struct oracle_state more = *s;
        oracle_add(&more, kind, h);
        visit(context, &more);
        add_part(kind, parts - 1, h, size, &more, visit, context);
    }
}

void oracle_sums(enum oracle_kind kind, int parts, int size,
                 void (*visit)(void *, const struct oracle_state *),
                 void *context)
{
    add_part(kind, parts, 1, size, &oracle_empty_board, visit, context);
}
