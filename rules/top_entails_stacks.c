#include "rules/top_entails_stacks.h"

#include "engine/base/log.h"
#include "engine/base/pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Nimbers stay below LIMIT. A loony heap is a mark above them, a different one
 * in each array, so that its exclusive-or with any heap, loony or not, is a
 * number that no nimber reaches. */
enum { LIMIT = 0x4000, LOONY_HEAD = 0x8000, LOONY_TAIL = 0xc000 };
enum { STAMPS = 255, MARKS = 0x10000 };

struct top_entails_stacks {
    enum stacks_empty empty;
    uint32_t most, size;
    uint32_t largest;    /* nimber so far */
    uint16_t *head;      /* head[n]: value of a heap of n */
    uint16_t *tail;      /* tail[most - n]: the same, backwards */
    uint16_t *splits;    /* |S(n)| */
    uint8_t *compelled;  /* compelled_wins */
    int32_t last[LIMIT]; /* the last m with k in S(m) */
    uint8_t
        marks[MARKS]; /* by nimber: the stamp of the last pass that saw it */
};

enum status top_entails_stacks_open(enum stacks_empty empty, uint32_t most,
                                    struct top_entails_stacks **out)
{
    struct top_entails_stacks *s = calloc(1, sizeof *s);
    if (s) {
        s->empty = empty;
        s->most = most;
        s->head = calloc(most + 1, sizeof *s->head);
        s->tail = calloc(most + 1, sizeof *s->tail);
        s->splits = calloc(most + 1, sizeof *s->splits);
        s->compelled = calloc(most + 1, sizeof *s->compelled);
    }
    if (!s || !s->head || !s->tail || !s->splits || !s->compelled) {
        if (s)
            top_entails_stacks_close(s);
        return log_error(STATUS_NOMEM, "out of memory for heaps of %u", most);
    }
    /* Sent into an empty heap, a player has lost beside any nimber: E(0) is
     * all of them. Otherwise there is no E(0), that is, it is empty. */
    for (uint32_t k = 0; k < LIMIT; k++)
        s->last[k] = empty == STACKS_LOSE ? -1 : 0;
    *out = s;
    return STATUS_OK;
}

void top_entails_stacks_close(struct top_entails_stacks *s)
{
    free(s->head);
    free(s->tail);
    free(s->splits);
    free(s->compelled);
    free(s);
}

/* A number above every nimber that the splits of the next heap can have. */
static uint32_t reach(const struct top_entails_stacks *s)
{
    uint32_t end = 2;
    while (end <= s->largest)
        end *= 2;
    return end;
}

/* last[] for a heap of n; returns |S(n)|. */
static uint32_t note_splits(struct top_entails_stacks *s, uint32_t n,
                            uint32_t end)
{
    const uint8_t stamp = (uint8_t)(n % STAMPS + 1);
    uint32_t found = 0;
    if (stamp == 1)
        memset(s->marks, 0, sizeof s->marks);
    pairs_mark(&s->head[1], &s->tail[s->most - n + 1], n / 2, s->marks, stamp);
    if (n == 1 && s->empty == STACKS_FREE)
        s->marks[0] = stamp; /* taking the only counter is a free move to 0 */
    for (uint32_t k = 0; k < end; k++)
        if (s->marks[k] == stamp) {
            s->last[k] = (int32_t)n;
            found++;
        }
    return found;
}

static void solve_next(struct top_entails_stacks *s)
{
    const uint32_t n = s->size + 1, end = reach(s);
    uint32_t least = 0;
    s->splits[n] = (uint16_t)note_splits(s, n, end);
    /* Nimbers from `end` on have been in no S: one of them stands for all. */
    while (least <= end && ((int32_t)n - s->last[least]) % 2 == 0)
        least++;
    assert(end < LIMIT);
    s->compelled[n] = ((int32_t)n - s->last[0]) % 2 == 0;
    s->head[n] = least > end ? LOONY_HEAD : (uint16_t)least;
    s->tail[s->most - n] = least > end ? LOONY_TAIL : (uint16_t)least;
    if (least <= end && least > s->largest)
        s->largest = least;
    s->size = n;
}

void top_entails_stacks_extend(struct top_entails_stacks *s, uint32_t size)
{
    assert(size <= s->most);
    while (s->size < size)
        solve_next(s);
}

struct stack top_entails_stacks_get(const struct top_entails_stacks *s,
                                    uint32_t size)
{
    assert(size >= 1 && size <= s->size);
    const bool loony = s->head[size] == LOONY_HEAD;
    return (struct stack){.loony = loony,
                          .nimber = loony ? 0 : s->head[size],
                          .splits = s->splits[size],
                          .compelled_wins = s->compelled[size]};
}
