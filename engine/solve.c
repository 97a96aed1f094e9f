#include "engine/solve.h"

#include "engine/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A position being solved. Its options stand in the stack's arrays from
 * `first` on: Left's, then Right's; or, if it is a sum, its parts. */
struct frame {
    struct position position;
    size_t first, n[2];
    size_t steps;    /* of the second pass, done so far */
    bool settled[2]; /* an option decides: the mover's others do not matter */
    bool sum;        /* parts to be added up, not options to be folded */
};

struct solver_stack {
    struct frame *frames;
    size_t depth, frames_cap;
    struct position *options; /* as they are remembered, see remembered() */
    uint64_t *values;         /* of options; MEMO_MISS: not known yet */
    bool *turned;             /* the mirror of the option is remembered */
    size_t used, options_cap;
};

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

static enum status reserve_options(struct solver *s, size_t more)
{
    struct solver_stack *k = s->stack;
    if (k->used + more <= k->options_cap)
        return STATUS_OK;
    size_t cap = 2 * k->options_cap + more + 256;
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
    return STATUS_OK;
}

/* Of a position and its mirror the lesser one is solved and remembered. */
struct position solve_remembered(const struct game *game,
                                 const struct domain_kind *domain,
                                 struct position p, bool *turned)
{
    *turned = false;
    if (!game->rules->mirror || !domain->negate)
        return p;
    struct position q = game->rules->mirror(game->self, p);
    *turned = q.hi != p.hi ? q.hi < p.hi : q.lo < p.lo;
    return *turned ? q : p;
}

static struct position remembered(const struct solver *s, struct position p,
                                  bool *turned)
{
    return solve_remembered(s->game, s->domain->kind, p, turned);
}

static uint64_t turn(const struct solver *s, uint64_t value, bool turned)
{
    return turned && value != MEMO_MISS
               ? s->domain->kind->negate(s->domain->self, value)
               : value;
}

/* Looks up n keys and counts. */
static void look_up(struct solver *s, const struct position keys[], size_t n,
                    uint64_t values[])
{
    size_t hits = memo_get(s->memo, s->worker, keys, n, values);
    s->counts.hits += hits;
    s->counts.misses += n - hits;
}

static bool any_decides(const struct solver *s, enum mover mover,
                        const uint64_t values[], size_t n)
{
    const struct domain_kind *kind = s->domain->kind;
    if (!kind->decides)
        return false;
    for (size_t i = 0; i < n; i++)
        if (values[i] != MEMO_MISS &&
            kind->decides(s->domain->self, mover, values[i]))
            return true;
    return false;
}

bool solve_adds(const struct game *game, const struct domain_kind *domain)
{
    return domain->sum && game->rules->split && game->traits & GAME_SUMS;
}

static bool solves_sums(const struct solver *s)
{
    return solve_adds(s->game, s->domain->kind);
}

/* Fills in the frame's options, or its parts if it has several. */
static size_t expand(const struct solver *s, struct frame *f,
                     struct position out[])
{
    const struct game *game = s->game;
    const struct position p = f->position;
    if (solves_sums(s)) {
        f->n[LEFT] = game->rules->split(game->self, p, out);
        f->sum = f->n[LEFT] > 1;
        if (f->sum)
            return f->n[LEFT];
    }
    f->n[LEFT] = game->rules->options(game->self, p, LEFT, out);
    if (game->traits & GAME_PARTIZAN)
        f->n[RIGHT] =
            game->rules->options(game->self, p, RIGHT, out + f->n[LEFT]);
    return f->n[LEFT] + f->n[RIGHT];
}

/* The sum of the values of parts. */
static enum status add_up(const struct solver *s, const uint64_t parts[],
                          size_t n, uint64_t *value)
{
    enum status st = STATUS_OK;
    *value = parts[0];
    for (size_t i = 1; i < n && !st; i++)
        st = s->domain->kind->sum(s->domain->self, s->worker, *value, parts[i],
                                  value);
    return st;
}

/* Looks up n positions. Sums are not remembered, as they are quickly added up
 * from their parts, and are many more: a heap of 2403 that splits has a million
 * below it. room[] is for the parts of one. */
static enum status look_up_sums(struct solver *s, const struct position keys[],
                                size_t n, uint64_t values[],
                                struct position room[])
{
    uint64_t parts[POINT_PARTS_MAX];
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && !st; i++) {
        size_t m = s->game->rules->split(s->game->self, keys[i], room), j = 0;
        look_up(s, m > 1 ? room : &keys[i], m > 1 ? m : 1, parts);
        while (j < m && parts[j] != MEMO_MISS)
            j++;
        if (m > 1 && j == m)
            st = add_up(s, parts, m, &values[i]);
        else
            values[i] = m > 1 ? MEMO_MISS : parts[0];
    }
    return st;
}

/* Puts the n options of a frame in the form in which they are remembered, and
 * looks them up. */
static enum status look_up_options(struct solver *s, const struct frame *f,
                                   size_t n)
{
    struct solver_stack *k = s->stack;
    struct position *options = &k->options[f->first];
    uint64_t *values = &k->values[f->first];
    bool *turned = &k->turned[f->first];
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n; i++)
        options[i] = remembered(s, options[i], &turned[i]);
    if (f->sum || !solves_sums(s))
        look_up(s, options, n, values);
    else
        st = look_up_sums(s, options, n, values, options + n);
    for (size_t i = 0; i < n && !st; i++)
        values[i] = turn(s, values[i], turned[i]);
    return st;
}

static enum status push(struct solver *s, struct position p)
{
    struct solver_stack *k = s->stack;
    const size_t most = s->game->rules->options_max(s->game->self, p);
    enum status st = reserve_frame(s);
    if (!st)
        st = reserve_options(s, 2 * most + POINT_PARTS_MAX);
    if (st)
        return st;
    struct frame *f = &k->frames[k->depth++];
    *f = (struct frame){.position = p, .first = k->used};
    uint64_t *values = &k->values[k->used];
    const size_t n = expand(s, f, &k->options[k->used]);
    st = look_up_options(s, f, n);
    k->used += n;
    if (!f->sum) {
        f->settled[LEFT] = any_decides(s, LEFT, values, f->n[LEFT]);
        f->settled[RIGHT] =
            any_decides(s, RIGHT, values + f->n[LEFT], f->n[RIGHT]);
    }
    return st;
}

/* Notes the value of option number i of a frame, as it is remembered. */
static void learn(const struct solver *s, struct frame *f, size_t i,
                  uint64_t value)
{
    enum mover mover = i < f->n[LEFT] ? LEFT : RIGHT;
    value = turn(s, value, s->stack->turned[f->first + i]);
    s->stack->values[f->first + i] = value;
    if (!f->sum && any_decides(s, mover, &value, 1))
        f->settled[mover] = true;
}

/* The option that step number `steps` of the second pass looks at. Worker 0
 * keeps the ruleset's order; the others start elsewhere in it. */
static size_t rotated(const struct solver *s, const struct frame *f)
{
    size_t n = f->n[LEFT] + f->n[RIGHT];
    uint64_t start =
        s->worker ? position_mix(f->position.lo ^ s->worker) % n : 0;
    return (f->steps + start) % n;
}

/* Goes on with the top frame until an option must be solved first, which is
 * then pushed (true), or until nothing is missing (false). */
static bool next_missing(struct solver *s, struct position *missing)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    const size_t n = f->n[LEFT] + f->n[RIGHT];
    for (; f->steps < n; f->steps++) {
        const size_t i = rotated(s, f);
        uint64_t value = k->values[f->first + i];
        if (value != MEMO_MISS || f->settled[i < f->n[LEFT] ? LEFT : RIGHT])
            continue;
        *missing = k->options[f->first + i];
        look_up(s, missing, 1, &value);
        if (value == MEMO_MISS)
            return true;
        learn(s, f, i, value);
    }
    return false;
}

/* Moves the known values to the front; returns their number. */
static size_t keep_known(uint64_t values[], size_t n)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (values[i] != MEMO_MISS)
            values[known++] = values[i];
    return known;
}

/* Is p a position with an obligation, and is that something to the domain? */
static bool obliges(const struct solver *s, struct position p)
{
    const struct game *game = s->game;
    return s->domain->kind->fold_obliged && game->rules->obliged &&
           game->rules->obliged(game->self, p);
}

static enum status fold(struct solver *s, const struct frame *f,
                        uint64_t *value)
{
    const struct domain_kind *kind = s->domain->kind;
    uint64_t *left = &s->stack->values[f->first];
    uint64_t *right = left + f->n[LEFT];
    if (f->sum)
        return add_up(s, left, f->n[LEFT], value);
    s->counts.evaluated++;
    return (obliges(s, f->position) ? kind->fold_obliged : kind->fold)(
        s->domain->self, s->worker, left, keep_known(left, f->n[LEFT]), right,
        keep_known(right, f->n[RIGHT]), value);
}

/* Folds the top frame, remembers its value and hands it to the frame below. */
static enum status pop(struct solver *s, size_t base, uint64_t *value)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    enum status st = fold(s, f, value);
    if (!st && !f->sum)
        st = memo_put(s->memo, s->worker, &f->position, value, 1);
    k->used = f->first;
    k->depth--;
    if (!st && k->depth > base) {
        struct frame *parent = &k->frames[k->depth - 1];
        learn(s, parent, rotated(s, parent), *value);
        parent->steps++;
    }
    return st;
}

enum status solve_value(struct solver *s, struct position p, uint64_t *value)
{
    if (s->answer)
        return s->answer(s->context, p, value);
    const struct ruleset *rules = s->game->rules;
    struct solver_stack *k = s->stack;
    const size_t base = k->depth;
    bool turned;
    p = remembered(s, p, &turned);
    look_up(s, &p, 1, value);
    if (*value != MEMO_MISS) {
        *value = turn(s, *value, turned);
        return STATUS_OK;
    }
    if (rules->searchable && !solves_sums(s) &&
        !rules->searchable(s->game->self, p))
        return log_error(STATUS_RANGE,
                         "%s: a search from this position would meet positions "
                         "that do not fit in 128 bits",
                         s->game->spec);
    enum status st = push(s, p);
    while (!st && k->depth > base) {
        struct position missing;
        st = next_missing(s, &missing) ? push(s, missing) : pop(s, base, value);
    }
    if (st) {
        k->used = k->depth > base ? k->frames[base].first : k->used;
        k->depth = base;
        return st;
    }
    *value = turn(s, *value, turned);
    return STATUS_OK;
}
