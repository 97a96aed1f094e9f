#include "engine/theory/quotient/quotient_learn.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = UINT16_MAX };

static uint8_t *word_of(const struct learner *l, unsigned x)
{
    return l->word + (size_t)x * l->stride;
}

static uint8_t *test_of(const struct learner *l, int32_t test)
{
    return l->test + (size_t)test * l->stride;
}

/* into += sum */
static enum status put(const struct learner *l, uint8_t into[],
                       const uint8_t sum[])
{
    for (unsigned h = 1; h <= l->top; h++) {
        if (into[h] + sum[h] > UINT8_MAX)
            return STATUS_RANGE;
        into[h] = (uint8_t)(into[h] + sum[h]);
    }
    return STATUS_OK;
}

static enum status outcome_of_two(struct learner *l, const uint8_t a[],
                                  const uint8_t b[], uint8_t *value)
{
    uint8_t sum[HEAP_MOVES_TOP + 1];
    memcpy(sum, a, l->stride);
    enum status st = put(l, sum, b);
    return st ? st : quotient_play_outcome(l->play, sum, value);
}

/* Doubles all arrays: tests and nodes are bounded by the elements, see
 * add_element. */
static enum status enlarge(struct learner *l)
{
    unsigned room = l->room ? 2 * l->room : 64;
    size_t cells = (size_t)room * l->stride;
    struct {
        void **at;
        size_t bytes;
    } grow[] = {
        {(void **)&l->word, cells},
        {(void **)&l->test, cells},
        {(void **)&l->step, cells * sizeof *l->step},
        {(void **)&l->outcome, room},
        {(void **)&l->last, room},
        {(void **)&l->parent, room * sizeof *l->parent},
        {(void **)&l->leaf_node, room * sizeof *l->leaf_node},
        {(void **)&l->node, 2 * room * sizeof *l->node},
    };
    for (size_t i = 0; i < sizeof grow / sizeof *grow; i++) {
        void *more = realloc(*grow[i].at, grow[i].bytes);
        if (!more)
            return log_error(STATUS_NOMEM, "quotient of order %u", room);
        *grow[i].at = more;
    }
    l->room = room;
    return STATUS_OK;
}

static enum status reserve(struct learner *l)
{
    return l->order < l->room ? STATUS_OK : enlarge(l);
}

static int32_t add_leaf(struct learner *l, int32_t parent, unsigned x)
{
    int32_t node = l->nodes++;
    l->node[node] = (struct learn_node){parent, -1, (int32_t)x, {0}};
    l->leaf_node[x] = node;
    return node;
}

/* A new element with the word of `from` and one heap, at a leaf below node.
 * Every inner node has at least two elements below it in the end, so there are
 * fewer tests than elements and fewer nodes than twice that. */
static enum status add_element(struct learner *l, unsigned from, unsigned heap,
                               int32_t node, uint8_t value)
{
    if (l->order >= l->order_limit)
        return STATUS_RANGE;
    enum status st = reserve(l);
    if (st)
        return st;
    unsigned x = l->order++;
    uint8_t *word = word_of(l, x);
    memcpy(word, word_of(l, from), l->stride);
    if (++word[heap] == 0)
        return STATUS_RANGE;
    l->parent[x] = (uint16_t)from;
    l->last[x] = (uint8_t)heap;
    for (unsigned h = 0; h < l->stride; h++)
        l->step[(size_t)x * l->stride + h] = UNKNOWN;
    int32_t leaf = add_leaf(l, node, x);
    l->node[node].child[value] = leaf;
    return quotient_play_outcome(l->play, word, &l->outcome[x]);
}

enum status learner_init(struct learner *l, const struct heap_moves *moves,
                         unsigned order_limit, uint8_t end)
{
    *l = (struct learner){.moves = moves,
                          .stride = moves->top + 1,
                          .order_limit = order_limit && order_limit < UNKNOWN
                                             ? order_limit
                                             : UNKNOWN,
                          .order = 0};
    enum status st = reserve(l);
    if (st)
        return st;
    memset(l->word, 0, l->stride);
    memset(l->test, 0, l->stride); /* test 0: the empty sum */
    l->tests = 1;
    l->order = 1;
    l->outcome[0] = end;
    l->node[0] = (struct learn_node){.parent = -1, .test = 0, .leaf = -1};
    for (int v = 0; v < QUOTIENT_VALUES; v++)
        l->node[0].child[v] = -1;
    l->nodes = 1;
    l->node[0].child[end] = add_leaf(l, 0, 0);
    for (unsigned h = 0; h < l->stride; h++)
        l->step[h] = UNKNOWN;
    return STATUS_OK;
}

enum status learner_copy(const struct learner *from, struct learner *l)
{
    *l = *from;
    l->word = l->test = l->outcome = l->last = NULL;
    l->step = l->parent = NULL;
    l->leaf_node = NULL;
    l->node = NULL;
    l->room = 0;
    enum status st = STATUS_OK;
    while (!st && l->room < from->room)
        st = enlarge(l);
    if (st)
        return st;
    const size_t cells = (size_t)l->order * l->stride;
    memcpy(l->word, from->word, cells);
    memcpy(l->test, from->test, (size_t)l->tests * l->stride);
    memcpy(l->step, from->step, cells * sizeof *l->step);
    memcpy(l->outcome, from->outcome, l->order);
    memcpy(l->last, from->last, l->order);
    memcpy(l->parent, from->parent, l->order * sizeof *l->parent);
    memcpy(l->leaf_node, from->leaf_node, l->order * sizeof *l->leaf_node);
    memcpy(l->node, from->node, (size_t)l->nodes * sizeof *l->node);
    return STATUS_OK;
}

void learner_release(struct learner *l)
{
    free(l->word);
    free(l->test);
    free(l->step);
    free(l->outcome);
    free(l->last);
    free(l->parent);
    free(l->leaf_node);
    free(l->node);
    *l = (struct learner){0};
}

/* Sets the step from x by a heap to the leaf that the tests lead it to. */
static enum status sift(struct learner *l, unsigned x, unsigned heap)
{
    uint8_t sum[HEAP_MOVES_TOP + 1] = {0};
    sum[heap] = 1;
    enum status st = put(l, sum, word_of(l, x));
    int32_t node = 0;
    while (!st && l->node[node].test >= 0) {
        uint8_t value = 0;
        st = outcome_of_two(l, sum, test_of(l, l->node[node].test), &value);
        if (!st && l->node[node].child[value] < 0)
            st = add_element(l, x, heap, node, value);
        if (!st)
            node = l->node[node].child[value];
    }
    if (!st)
        l->step[(size_t)x * l->stride + heap] = (uint16_t)l->node[node].leaf;
    return st;
}

/* The step from x by a heap. The heaps commute in the end, so the step is first
 * guessed from the other order; a wrong guess is corrected like any other. */
static enum status find_step(struct learner *l, unsigned x, unsigned heap)
{
    unsigned from = l->parent[x], aside;
    uint16_t *step = &l->step[(size_t)x * l->stride + heap];
    if (*step != UNKNOWN)
        return STATUS_OK;
    if (x == 0 || l->last[x] == heap)
        return sift(l, x, heap);
    aside = learner_step(l, from, heap);
    if (aside != UNKNOWN)
        *step = (uint16_t)learner_step(l, aside, l->last[x]);
    return *step == UNKNOWN ? sift(l, x, heap) : STATUS_OK;
}

static enum status fill(struct learner *l)
{
    enum status st = STATUS_OK;
    for (; !st && l->filled < l->order; l->filled++)
        for (unsigned h = 1; !st && h <= l->top; h++)
            if (l->moves->isomorphic[h] == h)
                st = find_step(l, l->filled, h);
    return st;
}

enum status learner_raise(struct learner *l)
{
    l->top++;
    assert(l->top < l->stride);
    l->filled = 0;
    return fill(l);
}

/* Replaces the leaf of x by a test, and sifts again every step that was held to
 * lead to x. */
static enum status split(struct learner *l, unsigned x, const uint8_t test[])
{
    uint8_t value = 0;
    enum status st = outcome_of_two(l, word_of(l, x), test, &value);
    if (st)
        return st;
    /* There is a step that will leave x: room for its element, this test and
     * the two nodes. */
    st = reserve(l);
    if (st)
        return st;
    int32_t inner = l->leaf_node[x];
    memcpy(test_of(l, (int32_t)l->tests), test, l->stride);
    l->node[inner].test = (int32_t)l->tests++;
    for (int v = 0; v < QUOTIENT_VALUES; v++)
        l->node[inner].child[v] = -1;
    l->node[inner].child[value] = add_leaf(l, inner, x);
    for (unsigned y = 0; !st && y < l->filled; y++)
        for (unsigned h = 1; !st && h <= l->top; h++)
            if (l->moves->isomorphic[h] == h && learner_step(l, y, h) == x)
                st = sift(l, y, h);
    return st ? st : fill(l);
}

/* The test distinguishes x and a heap from the element that the step leads
 * to. */
static enum status refute(struct learner *l, unsigned x, unsigned heap,
                          const uint8_t test[])
{
    unsigned held = learner_step(l, x, heap);
    enum status st = sift(l, x, heap);
    if (st || learner_step(l, x, heap) != held)
        return st ? st : fill(l);
    return split(l, held, test);
}

/* A counterexample: x with these heaps and the test has another outcome than
 * the element that the heaps lead to with the test. Finds the step at which the
 * outcome changes, and refutes it. */
static enum status walk(struct learner *l, unsigned x, const uint8_t heap[],
                        unsigned n, const uint8_t test[])
{
    uint8_t rest[HEAP_MOVES_TOP + 1], before = 0, after = 0;
    memcpy(rest, test, l->stride);
    for (unsigned i = 0; i < n; i++)
        if (++rest[heap[i]] == 0)
            return STATUS_RANGE;
    enum status st = outcome_of_two(l, word_of(l, x), rest, &before);
    for (unsigned i = 0; !st && i < n; i++) {
        unsigned next = learner_step(l, x, heap[i]);
        rest[heap[i]]--;
        st = outcome_of_two(l, word_of(l, next), rest, &after);
        if (!st && after != before)
            return refute(l, x, heap[i], rest);
        x = next;
    }
    assert(st && "the outcomes differ, so some step changes them");
    return st;
}

/* The test at the lowest common ancestor of two leaves. */
static const uint8_t *separating_test(const struct learner *l, unsigned x,
                                      unsigned y)
{
    for (int32_t a = l->node[l->leaf_node[x]].parent; a >= 0;
         a = l->node[a].parent)
        for (int32_t b = l->node[l->leaf_node[y]].parent; b >= 0;
             b = l->node[b].parent)
            if (a == b)
                return test_of(l, l->node[a].test);
    assert(!"two leaves of one tree");
    return NULL;
}

/* h and k from x lead to two elements, depending on the order: one of them is
 * wrong. */
static enum status make_commute(struct learner *l, unsigned x, unsigned h,
                                unsigned k)
{
    uint8_t one_way[2] = {(uint8_t)h, (uint8_t)k};
    uint8_t other_way[2] = {(uint8_t)k, (uint8_t)h};
    unsigned y = learner_step(l, learner_step(l, x, h), k);
    unsigned z = learner_step(l, learner_step(l, x, k), h);
    uint8_t test[HEAP_MOVES_TOP + 1], sum[HEAP_MOVES_TOP + 1];
    uint8_t truth = 0, first = 0;
    memcpy(test, separating_test(l, y, z), l->stride);
    memcpy(sum, test, l->stride);
    if (++sum[h] == 0 || ++sum[k] == 0)
        return STATUS_RANGE;
    enum status st = outcome_of_two(l, word_of(l, x), sum, &truth);
    if (!st)
        st = outcome_of_two(l, word_of(l, y), test, &first);
    if (st)
        return st;
    return walk(l, x, truth == first ? other_way : one_way, 2, test);
}

enum status learner_settle(struct learner *l)
{
    enum status st = STATUS_OK;
    bool changed = true;
    while (changed && !st) {
        changed = false;
        for (unsigned x = 0; x < l->order; x++)
            for (unsigned h = 1; h <= l->top; h++)
                for (unsigned k = 1; k < h; k++)
                    while (!st &&
                           learner_step(l, learner_step(l, x, h), k) !=
                               learner_step(l, learner_step(l, x, k), h)) {
                        st = make_commute(l, x, h, k);
                        changed = true;
                    }
    }
    return st;
}

/* Where the sum leads from x. */
static unsigned learner_follow(const struct learner *l, unsigned x,
                               const uint8_t sum[])
{
    for (unsigned h = 1; h <= l->top; h++)
        for (unsigned k = sum[h]; k; k--)
            x = learner_step(l, x, h);
    return x;
}

bool learner_guess(const void *learner, const uint8_t sum[], uint8_t *value)
{
    const struct learner *l = learner;
    unsigned x = 0;
    for (unsigned h = 1; h <= l->top; h++)
        for (unsigned k = sum[h]; k; k--) {
            x = learner_step(l, x, h);
            if (x == UNKNOWN)
                return false;
        }
    *value = l->outcome[x];
    return true;
}

/* Corrects a step on the way to `sum` if its outcome is wrong. */
static enum status check(struct learner *l, const uint8_t sum[],
                         bool *corrected)
{
    static const uint8_t nothing[HEAP_MOVES_TOP + 1];
    uint8_t heap[HEAP_MOVES_TOP * 4], truth = 0;
    unsigned n = 0;
    enum status st = quotient_play_outcome(l->play, sum, &truth);
    if (st || truth == l->outcome[learner_follow(l, 0, sum)])
        return st;
    *corrected = true;
    for (unsigned h = 1; h <= l->top; h++)
        for (unsigned k = sum[h]; k && l->moves->isomorphic[h]; k--) {
            if (n == sizeof heap)
                return STATUS_RANGE;
            heap[n++] = l->moves->isomorphic[h];
        }
    return walk(l, 0, heap, n, nothing);
}

enum status learner_correct(struct learner *l, const uint8_t sum[])
{
    const struct heap_moves *m = l->moves;
    bool corrected = false;
    enum status st = check(l, sum, &corrected);
    for (unsigned h = 1; h <= l->top; h++) {
        if (!sum[h])
            continue;
        for (uint32_t i = m->first[h]; i < m->first[h + 1]; i++) {
            if (st || corrected)
                return st;
            uint8_t option[HEAP_MOVES_TOP + 1];
            memcpy(option, sum, l->stride);
            option[h]--;
            option[m->option[i][0]]++;
            option[m->option[i][1]]++;
            st = check(l, option, &corrected);
        }
    }
    assert((st || corrected || l->play->fold.top) &&
           "a flaw in the rule comes from a wrong outcome");
    return st || corrected ? st : STATUS_DISAGREE;
}
