#include "engine/retrograde/set_table.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOW = 6, /* elements that differ within a block */
    BLOCK = 1 << LOW,
    TASK_LOW = 16,  /* and within a task, at least */
    TASKS_TOP = 12, /* elements that tell tasks apart, at most */
    NO_MOVE = 254,  /* as the value of moves that end a group: there are none */
};

/* The one or two groups of an element without it; all bits if there is none. */
struct element {
    uint64_t others[2];
    /* Of sets in a block, as bits: which have none of the low elements of
     * these. */
    uint64_t none[2];
};

struct set_table {
    uint32_t elements, low, top; /* low: within a task; top: the others */
    struct element element[SET_TABLE_ELEMENTS_MAX];
    uint32_t bit[256];  /* of each nimber; loony has none */
    uint64_t done, end; /* tops that are solved; in hand */
    /* Tops done..end-1 by their number of elements. */
    uint16_t *order;
    uint32_t first[TASKS_TOP + 2];
    uint8_t *value;
};

bool set_table_fits(const struct game *game, uint32_t rows, uint32_t columns)
{
    const struct set_slots *set = game->rules->set;
    const unsigned refused = GAME_PARTIZAN | GAME_MISERE;
    if (!set || !game->rules->board || game->traits & refused ||
        !(game->traits & GAME_OBLIGES))
        return false;
    const uint32_t n = set->elements(game->self, rows, columns);
    return n && n <= SET_TABLE_ELEMENTS_MAX;
}

/* The sets of low elements, as bits, that have none of `others`. */
static uint64_t none_of(uint64_t others)
{
    uint64_t none = 0;
    for (uint64_t low = 0; low < BLOCK; low++)
        none |= low & others ? 0 : UINT64_C(1) << low;
    return none;
}

static void add_groups(struct set_table *t, const uint64_t groups[], size_t n)
{
    for (uint32_t i = 0; i < t->elements; i++) {
        struct element *e = &t->element[i];
        size_t k = 0;
        e->others[0] = e->others[1] = UINT64_MAX;
        for (size_t g = 0; g < n; g++)
            if (groups[g] >> i & 1) {
                assert(k < 2); /* set_slots promises it */
                e->others[k++] = groups[g] & ~(UINT64_C(1) << i);
            }
        for (k = 0; k < 2; k++)
            e->none[k] = e->others[k] == UINT64_MAX ? 0 : none_of(e->others[k]);
    }
}

enum status set_table_open(const struct game *game, uint32_t rows,
                           uint32_t columns, struct set_table **out)
{
    const struct set_slots *set = game->rules->set;
    uint64_t groups[SET_GROUPS_MAX];
    struct set_table *t = calloc(1, sizeof *t);
    if (!t)
        return log_error(STATUS_NOMEM, "out of memory for a table of sets");
    t->elements = set->elements(game->self, rows, columns);
    t->low = t->elements;
    if (t->elements > TASK_LOW)
        t->low = t->elements - TASKS_TOP > TASK_LOW ? t->elements - TASKS_TOP
                                                    : TASK_LOW;
    t->top = t->elements - t->low;
    add_groups(t, groups, set->groups(game->self, rows, columns, groups));
    for (uint32_t v = 0; v < 32; v++)
        t->bit[v] = UINT32_C(1) << v;
    t->order = malloc(sizeof *t->order << t->top);
    t->value = malloc(set_table_count(t));
    if (!t->order || !t->value) {
        const uint64_t bytes = set_table_count(t);
        set_table_close(t);
        return log_error(STATUS_NOMEM,
                         "out of memory for a table of %llu bytes",
                         (unsigned long long)bytes);
    }
    pages_large(t->value, set_table_count(t));
    *out = t;
    return STATUS_OK;
}

void set_table_close(struct set_table *t)
{
    if (!t)
        return;
    free(t->order);
    free(t->value);
    free(t);
}

uint64_t set_table_count(const struct set_table *t)
{
    return UINT64_C(1) << t->elements;
}

uint64_t set_table_bytes(const struct set_table *t)
{
    return set_table_count(t) + sizeof *t + (sizeof *t->order << t->top);
}

size_t set_table_begin(struct set_table *t, uint64_t last)
{
    const uint64_t end = (last >> t->low) + 1;
    uint32_t n = 0;
    if (end <= t->done)
        return 0;
    t->end = end;
    for (uint32_t k = 0; k <= t->top; k++) {
        t->first[k] = n;
        for (uint64_t top = t->done; top < end; top++)
            if (__builtin_popcountll(top) == (int)k)
                t->order[n++] = (uint16_t)top;
    }
    t->first[t->top + 1] = n;
    return t->top + 1;
}

uint64_t set_table_tasks(const struct set_table *t, size_t layer)
{
    return t->first[layer + 1] - t->first[layer];
}

void set_table_end(struct set_table *t)
{
    t->done = t->end;
}

const uint8_t *set_table_values(const struct set_table *t)
{
    return t->value;
}

/* What is known of the sets of a block. */
struct block {
    uint32_t ordinary[BLOCK]; /* nimbers of the moves that end no group */
    uint8_t again[BLOCK];     /* the one value of those that do; NO_MOVE,
                                 SET_TABLE_LOONY */
};

static void move_again(uint8_t *again, uint8_t value)
{
    *again = *again == NO_MOVE || *again == value ? value : SET_TABLE_LOONY;
}

/* Does the move to `after` end a group of this element? */
static bool ends_group(const struct element *e, uint64_t after)
{
    return !(after & e->others[0]) || !(after & e->others[1]);
}

/* The moves that take an element which all sets of the block have. */
static void take_high(const struct set_table *t, uint64_t high, uint32_t i,
                      struct block *b)
{
    const struct element *e = &t->element[i];
    const uint64_t after = high ^ UINT64_C(1) << i;
    const uint8_t *value = &t->value[after];
    uint64_t ends = (after & e->others[0] ? 0 : e->none[0]) |
                    (after & e->others[1] ? 0 : e->none[1]);
    if (!ends) {
        for (uint32_t low = 0; low < BLOCK; low++)
            b->ordinary[low] |= t->bit[value[low]];
        return;
    }
    for (uint32_t low = 0; low < BLOCK; low++, ends >>= 1)
        if (ends & 1)
            move_again(&b->again[low], value[low]);
        else
            b->ordinary[low] |= t->bit[value[low]];
}

/* Ascending: the moves that take one of the low elements, and the value. */
static uint8_t value_of(const struct set_table *t, uint64_t set,
                        uint32_t ordinary, uint8_t again)
{
    for (uint64_t rest = set & (BLOCK - 1); rest; rest &= rest - 1) {
        const uint64_t after = set ^ (rest & -rest);
        const uint8_t v = t->value[after];
        if (ends_group(&t->element[__builtin_ctzll(rest)], after))
            move_again(&again, v);
        else
            ordinary |= t->bit[v];
    }
    if (again == NO_MOVE) /* fewer than 32 moves: some nimber is none of them */
        return (uint8_t)__builtin_ctz(~ordinary);
    return ordinary & t->bit[again] ? SET_TABLE_LOONY : again;
}

static void solve_block(const struct set_table *t, uint64_t high, uint32_t n)
{
    struct block b = {{0}, {0}};
    memset(b.again, NO_MOVE, sizeof b.again);
    for (uint64_t rest = high; rest; rest &= rest - 1)
        take_high(t, high, (uint32_t)__builtin_ctzll(rest), &b);
    for (uint32_t low = 0; low < n; low++)
        t->value[high + low] =
            value_of(t, high + low, b.ordinary[low], b.again[low]);
}

uint64_t set_table_task(struct set_table *t, size_t layer, uint64_t task)
{
    const uint64_t top = t->order[t->first[layer] + task];
    const uint64_t sets = UINT64_C(1) << t->low;
    for (uint64_t set = 0; set < sets; set += BLOCK)
        solve_block(t, (top << t->low) + set,
                    sets < BLOCK ? (uint32_t)sets : BLOCK);
    return sets;
}
