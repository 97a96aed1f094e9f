#include "test/oracle/oracle_replies.h"

#include <assert.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct oracle_state oracle_empty_board = {.bound = ORACLE_UNBOUND};

/* What is known of one state. */
struct fact {
    char *text;
    signed char wins; /* -1: not known */
    int grundy;       /* -1: not known */
};

int oracle_add(struct oracle_state *s, enum oracle_kind kind, int size)
{
    assert(s->n < ORACLE_HEAPS_MAX);
    s->heap[s->n] =
        (struct oracle_heap){(unsigned char)kind, (unsigned char)size};
    return s->n++;
}

int oracle_total(const struct oracle_state *s)
{
    int total = 0;
    for (int i = 0; i < s->n; i++)
        total += s->heap[i].size;
    return total;
}

static void remove_heap(struct oracle_state *s, int i)
{
    for (s->n--; i < s->n; i++)
        s->heap[i] = s->heap[i + 1];
}

static bool comes_before(const struct oracle_state *s, int i, int j)
{
    if (s->heap[i].kind != s->heap[j].kind)
        return s->heap[i].kind < s->heap[j].kind;
    if (s->heap[i].size != s->heap[j].size)
        return s->heap[i].size < s->heap[j].size;
    return i == s->bound; /* of equal heaps the named one stands first */
}

/* Insertion sort, so that states of equal meaning are equal arrays. */
static void sort_heaps(struct oracle_state *s)
{
    for (int i = 1; i < s->n; i++)
        for (int j = i; j > 0 && comes_before(s, j, j - 1); j--) {
            struct oracle_heap swap = s->heap[j];
            s->heap[j] = s->heap[j - 1];
            s->heap[j - 1] = swap;
            if (s->bound == j)
                s->bound = j - 1;
            else if (s->bound == j - 1)
                s->bound = j;
        }
}

/* Adds a state to a list unless it is there. */
static void keep(struct oracle_state next, struct oracle_state out[], size_t *n)
{
    sort_heaps(&next);
    memset(next.heap + next.n, 0,
           sizeof next.heap - (size_t)next.n * sizeof *next.heap);
    for (size_t i = 0; i < *n; i++)
        if (!memcmp(&out[i], &next, sizeof next))
            return;
    assert(*n < ORACLE_MOVES_MAX);
    out[(*n)++] = next;
}

/* May the player move in heap i? */
static bool may_move_in(const struct oracle_rules *r,
                        const struct oracle_state *s, int i)
{
    if (s->bound == ORACLE_UNBOUND)
        return true;
    if (r->reply != ORACLE_ELSEWHERE)
        return i == s->bound;
    if (s->n == 1 && r->alone == ORACLE_LAPSE)
        return true;
    return i != s->bound;
}

/* Names the largest (smallest) heap beside heap i; an empty one if there is
 * none and that means no move. Of heaps of one kind only. */
static void name_other(const struct oracle_rules *r, struct oracle_state *s,
                       int i)
{
    s->bound = ORACLE_UNBOUND;
    for (int k = 0; k < s->n; k++) {
        if (k == i)
            continue;
        const int size = s->heap[k].size;
        const int best =
            s->bound == ORACLE_UNBOUND ? -1 : s->heap[s->bound].size;
        if (best < 0 ||
            (r->reply == ORACLE_LARGEST ? size > best : size < best))
            s->bound = k;
    }
    if (s->n == 1 && r->alone == ORACLE_STRICT)
        s->bound = oracle_add(s, s->heap[0].kind, 0);
}

static void take(const struct oracle_rules *r, const struct oracle_state *s,
                 int i, int count, struct oracle_state out[], size_t *n)
{
    struct oracle_state next = *s;
    bool entailing =
        count == 1 && s->heap[i].kind != ORACLE_NIM && r->reply != ORACLE_ANY;
    bool last = count == s->heap[i].size;
    enum oracle_empty empty = r->reply == ORACLE_SAME ? r->empty : ORACLE_FREE;

    if (entailing && last && empty == ORACLE_ILLEGAL)
        return;
    next.heap[i].size = (unsigned char)(s->heap[i].size - count);
    next.bound = entailing ? i : ORACLE_UNBOUND;
    if (last && !(entailing && empty == ORACLE_LOSE)) {
        remove_heap(&next, i);
        next.bound = ORACLE_UNBOUND;
    } else if (entailing &&
               (r->reply == ORACLE_LARGEST || r->reply == ORACLE_SMALLEST)) {
        name_other(r, &next, i);
    }
    keep(next, out, n);
}

size_t oracle_moves(const struct oracle_rules *r, const struct oracle_state *s,
                    struct oracle_state out[ORACLE_MOVES_MAX])
{
    size_t n = 0;
    for (int i = 0; i < s->n; i++) {
        int size = s->heap[i].size;
        if (!may_move_in(r, s, i))
            continue;
        int most = s->heap[i].kind == ORACLE_TOP && size ? 1 : size;
        for (int count = 1; count <= most; count++)
            take(r, s, i, count, out, &n);
        if (s->heap[i].kind != ORACLE_TOP)
            continue;
        for (int part = 1; part < size; part++) {
            struct oracle_state next = *s;
            next.bound = ORACLE_UNBOUND;
            next.heap[i].size = (unsigned char)part;
            oracle_add(&next, ORACLE_TOP, size - part);
            keep(next, out, &n);
        }
    }
    return n;
}

void oracle_text(const struct oracle_rules *r, const struct oracle_state *s,
                 enum oracle_kind own, char out[ORACLE_TEXT_MAX])
{
    static const char marks[] = {
        [ORACLE_TOP] = 't', [ORACLE_ONE] = 'e', [ORACLE_NIM] = '*'};
    const char *brackets = r->reply == ORACLE_ELSEWHERE ? "()" : "[]";
    size_t at = 0;
    for (int i = 0; i < s->n; i++) {
        struct oracle_heap h = s->heap[i];
        assert(at + 8 < ORACLE_TEXT_MAX);
        if (i)
            out[at++] = '+';
        if (i == s->bound)
            out[at++] = brackets[0];
        if (h.kind != own && h.size)
            out[at++] = marks[h.kind];
        if (h.size >= 10)
            out[at++] = (char)('0' + h.size / 10);
        out[at++] = (char)('0' + h.size % 10);
        if (i == s->bound)
            out[at++] = brackets[1];
    }
    if (!s->n)
        out[at++] = '0';
    out[at] = 0;
}

static int compare_facts(const void *a, const void *b)
{
    const struct fact *x = a, *y = b;
    return strcmp(x->text, y->text);
}

/* The entry of a state, made if it is new. */
static struct fact *recall(struct oracle *o, const struct oracle_state *s)
{
    char text[ORACLE_TEXT_MAX];
    struct oracle_state sorted = *s;
    sort_heaps(&sorted);
    oracle_text(&o->rules, &sorted, ORACLE_KINDS, text);
    struct fact wanted = {.text = text};
    struct fact **found = tfind(&wanted, &o->solved, compare_facts);
    if (found)
        return *found;
    struct fact *fact = malloc(sizeof *fact);
    assert(fact);
    *fact = (struct fact){.text = strdup(text), .wins = -1, .grundy = -1};
    assert(fact->text);
    found = tsearch(fact, &o->solved, compare_facts);
    assert(found);
    return fact;
}

void oracle_init(struct oracle *o, struct oracle_rules rules)
{
    *o = (struct oracle){.rules = rules};
}

static void free_fact(void *entry)
{
    struct fact *fact = entry;
    free(fact->text);
    free(fact);
}

void oracle_release(struct oracle *o)
{
    tdestroy(o->solved, free_fact);
}

bool oracle_wins(struct oracle *o, const struct oracle_state *s)
{
    struct fact *fact = recall(o, s);
    if (fact->wins >= 0)
        return fact->wins;
    struct oracle_state moves[ORACLE_MOVES_MAX];
    size_t n = oracle_moves(&o->rules, s, moves);
    fact->wins = n == 0 && o->rules.misere;
    for (size_t i = 0; i < n && !fact->wins; i++)
        fact->wins = !oracle_wins(o, &moves[i]);
    return fact->wins;
}

size_t oracle_winning(struct oracle *o, const struct oracle_state *s,
                      struct oracle_state out[ORACLE_MOVES_MAX])
{
    size_t n = oracle_moves(&o->rules, s, out), kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!oracle_wins(o, &out[i]))
            out[kept++] = out[i];
    return kept;
}

int oracle_grundy(struct oracle *o, const struct oracle_state *s)
{
    struct fact *fact = recall(o, s);
    if (fact->grundy >= 0)
        return fact->grundy;
    struct oracle_state moves[ORACLE_MOVES_MAX];
    size_t n = oracle_moves(&o->rules, s, moves);
    bool seen[ORACLE_MOVES_MAX + 1] = {false};
    for (size_t i = 0; i < n; i++) {
        int value = oracle_grundy(o, &moves[i]);
        if (value <= ORACLE_MOVES_MAX)
            seen[value] = true;
    }
    for (fact->grundy = 0; seen[fact->grundy]; fact->grundy++)
        ;
    return fact->grundy;
}

int oracle_pair_value(struct oracle *o, enum oracle_kind kind, int size)
{
    for (int k = 0; k <= 40; k++) {
        struct oracle_state s = oracle_empty_board;
        oracle_add(&s, kind, size);
        if (k)
            oracle_add(&s, ORACLE_NIM, k);
        if (!oracle_wins(o, &s))
            return k;
    }
    return -1;
}
