#include "engine/solve.h"

#include "engine/log.h"
#include "engine/solve_stack.h"

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
    enum status st = solve_stack_reserve(s, 2 * most + POINT_PARTS_MAX);
    if (st)
        return st;
    struct frame *f = &k->frames[k->depth++];
    *f = (struct frame){.position = p, .first = k->used};
    if (s->busy)
        busy_begin(s->busy, p);
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

static size_t options_of(const struct frame *f)
{
    return f->n[LEFT] + f->n[RIGHT];
}

/* Goes on with the top frame until an option must be solved first, which is
 * then pushed (true), or until nothing is missing (false). Options that others
 * are busy with are left for a second round. */
static bool next_missing(struct solver *s, struct position *missing)
{
    struct solver_stack *k = s->stack;
    struct frame *f = &k->frames[k->depth - 1];
    const size_t n = options_of(f), rounds = s->busy ? 2 : 1;
    for (; f->steps < rounds * n; f->steps++) {
        const size_t i = f->steps % n;
        uint64_t value = k->values[f->first + i];
        if (value != MEMO_MISS || f->settled[i < f->n[LEFT] ? LEFT : RIGHT])
            continue;
        *missing = k->options[f->first + i];
        look_up(s, missing, 1, &value);
        if (value != MEMO_MISS)
            learn(s, f, i, value);
        else if (f->steps >= n || !s->busy || !busy_with(s->busy, *missing))
            return true;
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
    if (s->busy)
        busy_end(s->busy, f->position);
    k->used = f->first;
    k->depth--;
    if (!st && k->depth > base) {
        struct frame *parent = &k->frames[k->depth - 1];
        learn(s, parent, parent->steps % options_of(parent), *value);
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
