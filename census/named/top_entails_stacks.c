/* top_entails_stacks.c - Top Entails heaps by themselves, where emptying a heap
 * loses: value or loony, for sizes far past any search.
 *
 * The rows share one table, which grows with the largest heap asked for; so
 * rows may come in any order, and cost least in ascending order.
 */
#include "rules/top_entails_stacks.h"
#include "engine/base/log.h"
#include "engine/run/census.h"
#include "engine/value/loony.h"

#include <pthread.h>
#include <stdlib.h>

struct row {
    uint32_t heap, value;
    uint8_t loony, compelled;
    uint16_t splits;
};

static const char *const answers[] = {"UNSET", "no", "yes", NULL};
enum { NO = 1, YES };

static const struct column columns[] = {
    COLUMN(struct row, heap, COLUMN_KEY, "counters", "size of the heap"),
    COLUMN(struct row, value, COLUMN_FACT, "nimber",
           "k of the Nim heap *k of equal value; 2147483647 for loony"),
    COLUMN_ENUM(struct row, loony, COLUMN_FACT, answers,
                "does the heap win for the player to move whatever free heaps "
                "stand beside it"),
    COLUMN_ENUM(struct row, compelled, COLUMN_FACT, outcome_labels,
                "outcome of the heap alone, compelled to move in it"),
    COLUMN(struct row, splits, COLUMN_FACT, "nimbers",
           "different nimbers among the values of its splits"),
};

struct shared {
    pthread_mutex_t lock;
    struct top_entails_stacks *stacks;
};

static enum status stacks_open(const int64_t params[], void **out)
{
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return log_error(STATUS_NOMEM, "out of memory");
    enum status st = top_entails_stacks_open(STACKS_LOSE, (uint32_t)params[0],
                                             &shared->stacks);
    if (st) {
        free(shared);
        return st;
    }
    pthread_mutex_init(&shared->lock, NULL);
    *out = shared;
    return STATUS_OK;
}

static void stacks_close(void *context)
{
    struct shared *shared = context;
    top_entails_stacks_close(shared->stacks);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

/* Takes value and outcome from whoever answers for positions (solve.h), if
 * anybody does: so a proof is one of these, though not of the splits. */
static enum status take_answers(const struct cell *cell, struct row *row)
{
    const struct solver *solver = &cell->solvers[0];
    uint64_t room[POINT_PARTS_MAX];
    const uint64_t *values;
    size_t n;
    if (!solver->answer)
        return STATUS_OK;
    enum status st = cell_values(cell, 0, room, &values, &n);
    if (st)
        return st;
    row->value = (uint32_t)values[0];
    row->loony = values[0] == LOONY ? YES : NO;
    row->compelled = (uint8_t)solver->domain->kind->outcome(
        solver->domain->self, values[1]);
    return STATUS_OK;
}

static enum status stacks_row(const struct cell *cell, void *out)
{
    struct shared *shared = cell->shared;
    struct row *row = out;
    row->heap = cell->point->size[0];
    pthread_mutex_lock(&shared->lock);
    top_entails_stacks_extend(shared->stacks, row->heap);
    const struct stack stack =
        top_entails_stacks_get(shared->stacks, row->heap);
    pthread_mutex_unlock(&shared->lock);
    row->value = stack.loony ? (uint32_t)LOONY : stack.nimber;
    row->loony = stack.loony ? YES : NO;
    row->compelled = stack.compelled_wins ? OUTCOME_N : OUTCOME_P;
    row->splits = (uint16_t)stack.splits;
    return take_answers(cell, row);
}

static bool stacks_fact(const void *in, size_t game, size_t state,
                        uint64_t *value)
{
    const struct row *row = in;
    (void)game;
    *value = row->value;
    return state == 0;
}

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 1000000,
     .def = "40000",
     .help = "largest heap"},
};

const struct census census_top_entails_stacks = {
    .name = "top-entails-stacks",
    .summary = "single Top Entails heaps where emptying a heap loses: values",
    .version = 1,
    .games = {{"top-entails:reply=same,empty=lose", "loony"}},
    .grid = "lists:parts=1,size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = stacks_open,
    .close = stacks_close,
    .row = stacks_row,
    .fact = stacks_fact,
};
