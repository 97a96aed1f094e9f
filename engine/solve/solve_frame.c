#include "engine/solve/solve_frame.h"

#include "engine/base/log.h"
#include "engine/base/memory.h"

#include <stdlib.h>

/* Lists from which on the memory in use is looked at; options that are looked
 * up before a request to stop is. */
enum { ROOM_BYTES = 1 << 24, LOOK_UP_OPTIONS = 1 << 20 };

/* Of a position and its mirror the lesser one is solved and remembered. */
struct position solve_remembered(const struct game *game,
                                 const struct domain_kind *domain,
                                 struct position p, bool *turned)
{
    *turned = false;
    if (!game->rules->partizan || !domain->negate)
        return p;
    struct position q = game->rules->partizan->mirror(game->self, p);
    *turned = q.hi != p.hi ? q.hi < p.hi : q.lo < p.lo;
    return *turned ? q : p;
}

struct position frame_position(const struct solver *s, struct position p,
                               bool *turned)
{
    struct position parts[POINT_PARTS_MAX];
    if (frame_adds(s) && s->game->rules->split(s->game->self, p, parts) == 1)
        p = parts[0];
    return solve_remembered(s->game, s->domain->kind, p, turned);
}

bool solve_key(const struct game *game, const struct domain_kind *domain,
               struct position p, struct position *key)
{
    struct position parts[POINT_PARTS_MAX];
    bool turned;
    size_t n = 0;
    if (solve_adds(game, domain))
        n = game->rules->split(game->self, p, parts);
    *key = solve_remembered(game, domain, n == 1 ? parts[0] : p, &turned);
    return n <= 1;
}

uint64_t frame_turn(const struct solver *s, uint64_t value, bool turned)
{
    return turned && value != MEMO_MISS
               ? s->domain->kind->negate(s->domain->self, value)
               : value;
}

/* Looks up n keys and counts. */
void frame_look_up(struct solver *s, const struct position keys[], size_t n,
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
        if (values[i] < FRAME_LEFT_OUT &&
            kind->decides(s->domain->self, mover, values[i]))
            return true;
    return false;
}

bool solve_adds(const struct game *game, const struct domain_kind *domain)
{
    return domain->sum && game->rules->split && game->traits & GAME_SUMS;
}

bool frame_adds(const struct solver *s)
{
    return solve_adds(s->game, s->domain->kind);
}

bool frame_bounds(const struct solver *s)
{
    const struct partizan_slots *slots = s->game->rules->partizan;
    return slots && slots->bound && s->domain->kind->le && frame_adds(s);
}

/* Positions as they are remembered. */
static void remember_all(const struct solver *s, struct position p[], size_t n,
                         bool turned[])
{
    for (size_t i = 0; i < n; i++)
        p[i] = solve_remembered(s->game, s->domain->kind, p[i], &turned[i]);
}

/* The most promising first, where options may be left out. keys[n]: room. */
static void sort_options(const struct solver *s, enum mover mover,
                         struct position p[], size_t n, uint64_t keys[])
{
    const struct game *game = s->game;
    if (!frame_bounds(s))
        return;
    for (size_t i = 0; i < n; i++) {
        const struct position own = p[i];
        const int32_t promise =
            game->rules->partizan->promise(game->self, own, mover);
        const uint64_t key = (uint64_t)((int64_t)INT32_MAX - promise);
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) {
            p[at] = p[at - 1];
            keys[at] = keys[at - 1];
        }
        p[at] = own;
        keys[at] = key;
    }
}

/* Fills in the frame's options, or its components if it has several. */
static size_t expand(const struct solver *s, struct frame *f,
                     struct position out[])
{
    const struct game *game = s->game;
    const struct position p = f->position;
    if (frame_adds(s)) {
        f->n[LEFT] = game->rules->split(game->self, p, out);
        f->sum = f->n[LEFT] > 1;
        if (f->sum) {
            remember_all(s, out, f->n[LEFT], &s->stack->turned[f->first]);
            return f->n[LEFT];
        }
    }
    f->n[LEFT] = game->rules->options(game->self, p, LEFT, out);
    sort_options(s, LEFT, out, f->n[LEFT], &s->stack->values[f->first]);
    if (game->traits & GAME_PARTIZAN) {
        f->n[RIGHT] =
            game->rules->options(game->self, p, RIGHT, out + f->n[LEFT]);
        sort_options(s, RIGHT, out + f->n[LEFT], f->n[RIGHT],
                     &s->stack->values[f->first]);
    }
    /* Those of sums are taken apart when they are looked up. */
    if (!frame_adds(s))
        remember_all(s, out, frame_options(f), &s->stack->turned[f->first]);
    return frame_options(f);
}

/* The sum of the components' values. */
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

/* The most options whose parts are looked up in one call. */
enum { SUMS_AT_ONCE = 64 };

/* Writes the parts of options number i and following, as they are remembered,
 * to the stack's arrays from `room` on; counts[]: of each option, which may be
 * its own only part. Returns the number of options, and that of parts in *n. */
static size_t split_some(const struct solver *s, size_t i, size_t end,
                         size_t room, size_t counts[], size_t *n)
{
    const struct solver_stack *k = s->stack;
    size_t m = 0;
    for (*n = 0; i + m < end && m < SUMS_AT_ONCE && *n < POINT_PARTS_MAX; m++) {
        const struct position p = k->options[i + m];
        struct position *parts = &k->options[room + *n];
        counts[m] = s->game->rules->split(s->game->self, p, parts);
        if (!counts[m]) {
            parts[0] = p;
            counts[m] = 1;
        }
        remember_all(s, parts, counts[m], &k->turned[room + *n]);
        *n += counts[m];
    }
    return m;
}

/* The value of option i from its parts, from `at` on. An option of one part
 * becomes what stands for it. */
static enum status join_parts(const struct solver *s, size_t i, size_t at,
                              size_t n)
{
    struct solver_stack *k = s->stack;
    k->turned[i] = n == 1 && k->turned[at];
    k->values[i] = k->values[at];
    if (n == 1) {
        k->options[i] = k->options[at];
        return STATUS_OK;
    }
    for (size_t j = at; j < at + n; j++) {
        if (k->values[j] == MEMO_MISS) {
            k->values[i] = MEMO_MISS;
            return STATUS_OK;
        }
        k->values[j] = frame_turn(s, k->values[j], k->turned[j]);
    }
    return add_up(s, &k->values[at], n, &k->values[i]);
}

/* Looks up the options of the top frame by their parts. Sums are not stored,
 * since they are quickly added up from their components and are far more: a
 * heap of 2403 that splits has a million below it. */
static enum status look_up_sums(struct solver *s, const struct frame *f)
{
    struct solver_stack *k = s->stack;
    const size_t end = f->first + frame_options(f);
    enum status st = STATUS_OK;
    size_t counts[SUMS_AT_ONCE], parts;
    for (size_t i = f->first; i < end && !st;) {
        const size_t n = split_some(s, i, end, end, counts, &parts);
        frame_look_up(s, &k->options[end], parts, &k->values[end]);
        for (size_t j = 0, at = end; j < n && !st; at += counts[j++])
            st = join_parts(s, i + j, at, counts[j]);
        i += n;
        if (!st && end - f->first > LOOK_UP_OPTIONS)
            st = solve_poll(s, n);
    }
    return st;
}

enum status frame_searchable(const struct solver *s, struct position p)
{
    const struct game *game = s->game;
    if (!game->rules->searchable || frame_adds(s) ||
        game->rules->searchable(game->self, p))
        return STATUS_OK;
    return log_error(STATUS_RANGE,
                     "%s: a search from this position would meet positions "
                     "that are too large for this game",
                     game->spec);
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

enum status solve_room(const struct solver *s, size_t bytes)
{
    if (!s->memory || bytes < ROOM_BYTES)
        return STATUS_OK;
    const uint64_t held = memory_resident();
    if (held <= s->memory && bytes <= s->memory - held)
        return STATUS_OK;
    return log_error(STATUS_STOPPED,
                     "%s: a list of options needs %llu MB of memory, %llu MB "
                     "are in use, and %llu MB is the limit (--memory)",
                     s->game->spec, (unsigned long long)(bytes >> 20),
                     (unsigned long long)(held >> 20),
                     (unsigned long long)(s->memory >> 20));
}

/* What `more` options take, of which only players who have some fill theirs. */
static enum status room_for(const struct solver *s, size_t more)
{
    const struct solver_stack *k = s->stack;
    const bool both = s->game->traits & GAME_PARTIZAN;
    return solve_room(
        s, (both ? more : more / 2) *
               (sizeof *k->options + sizeof *k->values + sizeof *k->turned));
}

static enum status reserve_options(struct solver *s, size_t more)
{
    struct solver_stack *k = s->stack;
    if (k->used + more <= k->options_cap)
        return STATUS_OK;
    enum status st = room_for(s, more);
    if (st)
        return st;
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

/* Room for one more frame and `options` more options. NOMEM, logged. */
static enum status reserve(struct solver *s, size_t options)
{
    enum status st = reserve_frame(s);
    return st ? st : reserve_options(s, options);
}

enum status frame_narrow(const struct solver *s, const struct position p[],
                         size_t n)
{
    const unsigned bits = s->key_bits;
    struct position all = {0, 0};
    if (!bits || bits >= 128)
        return STATUS_OK;
    for (size_t i = 0; i < n; i++) {
        all.lo |= p[i].lo;
        all.hi |= p[i].hi;
    }
    if (bits > 64 ? !(all.hi >> (bits - 64))
                  : !all.hi && !(bits < 64 && all.lo >> bits))
        return STATUS_OK;
    return log_error(STATUS_RANGE,
                     "%s: it has a position of more than the %u bits that the "
                     "ruleset promises",
                     s->game->spec, bits);
}

enum status frame_open(struct solver *s, struct position p)
{
    struct solver_stack *k = s->stack;
    const size_t most = s->game->rules->options_max(s->game->self, p);
    enum status st = reserve(s, 2 * most + 2 * POINT_PARTS_MAX);
    if (st)
        return st;
    struct frame *f = &k->frames[k->depth++];
    *f = (struct frame){
        .position = p, .first = k->used, .bound.solved = MEMO_MISS};
    struct position *options = &k->options[f->first];
    const size_t n = expand(s, f, options);
    k->used += n;
    st = frame_narrow(s, options, n);
    if (st) {
        k->used = f->first;
        k->depth--;
    }
    return st;
}

static enum status look_up_all(struct solver *s, const struct position keys[],
                               size_t n, uint64_t values[])
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && !st; i += LOOK_UP_OPTIONS) {
        const size_t left = n - i;
        const size_t m = left < LOOK_UP_OPTIONS ? left : LOOK_UP_OPTIONS;
        frame_look_up(s, keys + i, m, values + i);
        if (m < left)
            st = solve_poll(s, m);
    }
    return st;
}

enum status frame_fill(struct solver *s, const struct frame *f)
{
    struct solver_stack *k = s->stack;
    struct position *options = &k->options[f->first];
    uint64_t *values = &k->values[f->first];
    const size_t n = frame_options(f);
    enum status st = STATUS_OK;
    if (f->sum || !frame_adds(s))
        st = look_up_all(s, options, n, values);
    else
        st = look_up_sums(s, f);
    for (size_t i = 0; i < n && !st; i++)
        values[i] = frame_turn(s, values[i], k->turned[f->first + i]);
    return st;
}

void frame_settle(const struct solver *s, struct frame *f)
{
    const uint64_t *values = &s->stack->values[f->first];
    if (f->sum)
        return;
    f->settled[LEFT] = any_decides(s, LEFT, values, f->n[LEFT]);
    f->settled[RIGHT] = any_decides(s, RIGHT, values + f->n[LEFT], f->n[RIGHT]);
}

void frame_learn(const struct solver *s, struct frame *f, size_t i,
                 uint64_t value)
{
    enum mover mover = i < f->n[LEFT] ? LEFT : RIGHT;
    value = frame_turn(s, value, s->stack->turned[f->first + i]);
    s->stack->values[f->first + i] = value;
    if (!f->sum && any_decides(s, mover, &value, 1))
        f->settled[mover] = true;
}

/* Moves the known values to the front; returns their number. */
static size_t keep_known(uint64_t values[], size_t n)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (values[i] < FRAME_LEFT_OUT)
            values[known++] = values[i];
    return known;
}

/* Does p carry an obligation that the domain distinguishes? */
static bool obliges(const struct solver *s, struct position p)
{
    const struct game *game = s->game;
    return s->domain->kind->fold_obliged && game_obliged(game, p);
}

/* Is an option of the mover that is worth `bound` at most, to the mover, no
 * better than one that is known? */
static bool is_dominated(const struct solver *s, const struct frame *f,
                         enum mover mover, uint64_t bound)
{
    const struct domain *domain = s->domain;
    const size_t first = f->first + (mover == LEFT ? 0 : f->n[LEFT]);
    for (size_t i = first; i < first + f->n[mover]; i++) {
        const uint64_t other = s->stack->values[i];
        if (other < FRAME_LEFT_OUT &&
            (mover == LEFT
                 ? domain->kind->le(domain->self, s->worker, bound, other)
                 : domain->kind->le(domain->self, s->worker, other, bound)))
            return true;
    }
    return false;
}

static bool any_known(const struct solver *s, const struct frame *f,
                      enum mover mover)
{
    const size_t first = f->first + (mover == LEFT ? 0 : f->n[LEFT]);
    for (size_t i = first; i < first + f->n[mover]; i++)
        if (s->stack->values[i] < FRAME_LEFT_OUT)
            return true;
    return false;
}

/* Adds up the parts of a bound; true if one of them must be solved first. */
static bool add_parts(struct solver *s, struct frame_bound *b,
                      const struct position parts[], size_t n,
                      struct position *missing, enum status *st)
{
    const struct domain *domain = s->domain;
    for (; b->part < n && !*st; b->part++) {
        bool turned;
        uint64_t value = b->solved;
        *missing =
            solve_remembered(s->game, domain->kind, parts[b->part], &turned);
        if (value == MEMO_MISS)
            frame_look_up(s, missing, 1, &value);
        b->solved = MEMO_MISS;
        if (value == MEMO_MISS)
            return true;
        value = frame_turn(s, value, turned);
        if (b->part)
            *st = domain->kind->sum(domain->self, s->worker, b->sum, value,
                                    &b->sum);
        else
            b->sum = value;
    }
    b->part = 0;
    return false;
}

enum status frame_bound(struct solver *s, struct frame *f, size_t i,
                        struct position *part, enum frame_verdict *verdict)
{
    const struct ruleset *rules = s->game->rules;
    const struct position option = s->stack->options[f->first + i];
    const bool turned = s->stack->turned[f->first + i];
    const enum mover mover = i < f->n[LEFT] ? LEFT : RIGHT;
    struct position parts[POINT_PARTS_MAX];
    struct frame_bound *b = &f->bound;
    enum status st = STATUS_OK;
    *verdict = FRAME_SOLVE;
    if (f->sum || !frame_bounds(s) || !any_known(s, f, mover))
        return STATUS_OK;
    for (; !st && *verdict == FRAME_SOLVE; b->number++) {
        const size_t n = rules->partizan->bound(
            s->game->self, option, turned == (mover == LEFT) ? RIGHT : LEFT,
            b->number, parts);
        if (!n)
            break;
        if (add_parts(s, b, parts, n, part, &st)) {
            *verdict = FRAME_PART;
            return STATUS_OK;
        }
        if (!st && is_dominated(s, f, mover, frame_turn(s, b->sum, turned)))
            *verdict = FRAME_DROPPED;
    }
    b->number = 0;
    if (*verdict == FRAME_DROPPED)
        s->stack->values[f->first + i] = FRAME_LEFT_OUT;
    return st;
}

enum status frame_fold(struct solver *s, const struct frame *f, uint64_t *value)
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
