#include "engine/base/log.h"
#include "engine/solve/solve_inner.h"

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

static enum status no_memory(const struct solver *s, size_t bytes)
{
    return log_error(STATUS_NOMEM,
                     "%s: out of memory: the stack needs %zu MB at %zu moves",
                     s->game->spec, bytes >> 20, s->stack->depth);
}

static void note_bytes(struct solver_stack *k)
{
    const size_t option =
        sizeof *k->options + sizeof *k->values + sizeof *k->turned;
    atomic_store_explicit(
        &k->bytes, k->options_cap * option + k->frames_cap * sizeof *k->frames,
        memory_order_relaxed);
}

uint64_t solver_bytes(const struct solver *s)
{
    return atomic_load_explicit(&s->stack->bytes, memory_order_relaxed);
}

static enum status reserve_options(struct solver *s, size_t more)
{
    struct solver_stack *k = s->stack;
    if (k->used + more <= k->options_cap)
        return STATUS_OK;
    size_t cap = k->options_cap + k->options_cap / 2 + more + 256;
    void *options = realloc(k->options, cap * sizeof *k->options);
    if (options)
        k->options = options;
    void *values = options ? realloc(k->values, cap * sizeof *k->values) : NULL;
    if (values)
        k->values = values;
    void *turned = values ? realloc(k->turned, cap * sizeof *k->turned) : NULL;
    if (!turned)
        return no_memory(s, cap * (sizeof *k->options + sizeof *k->values));
    k->turned = turned;
    k->options_cap = cap;
    note_bytes(k);
    return STATUS_OK;
}

static enum status reserve_frame(struct solver *s)
{
    struct solver_stack *k = s->stack;
    if (k->depth < k->frames_cap)
        return STATUS_OK;
    size_t cap = 2 * k->frames_cap + 64;
    void *frames = realloc(k->frames, cap * sizeof *k->frames);
    if (!frames)
        return no_memory(s, cap * sizeof *k->frames);
    k->frames = frames;
    k->frames_cap = cap;
    note_bytes(k);
    return STATUS_OK;
}

enum status solve_stack_reserve(struct solver *s, size_t options)
{
    enum status st = reserve_frame(s);
    return st ? st : reserve_options(s, options);
}
