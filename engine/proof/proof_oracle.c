#include "engine/proof/proof_oracle.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum { POLL_OPTIONS = 1 << 14, FOLDED_OPTIONS = 8 };

/* A position in hand. Its options, or components, stand in the oracle's arrays
 * from `first` on. */
struct proof_frame {
    struct position position;
    size_t first, n[2];
    size_t next;     /* the first whose value may be missing */
    bool settled[2]; /* an option decides: the mover's others do not matter */
    bool sum;        /* components to be added, not options to be folded */
    bool has_row;
};

void proof_oracle_init(struct proof_oracle *o, struct proof_reader *reader,
                       size_t game, const struct domain *domain,
                       unsigned worker, struct proof_table *table)
{
    *o = (struct proof_oracle){.reader = reader,
                               .game = game,
                               .domain = domain,
                               .worker = worker,
                               .table = table,
                               .limits = table->limits,
                               .row = UINT64_MAX};
}

void proof_oracle_release(struct proof_oracle *o)
{
    free(o->frames);
    free(o->options);
    free(o->values);
}

static const struct game *game_of(const struct proof_oracle *o)
{
    return &o->reader->facts->plan->games[o->game];
}

static enum status no_memory(const struct proof_oracle *o)
{
    return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                     game_of(o)->spec);
}

static enum status reserve_frame(struct proof_oracle *o)
{
    if (o->depth < o->frames_cap)
        return STATUS_OK;
    const size_t cap = 2 * o->frames_cap + 64;
    enum status st =
        proof_limits_take(o->limits, (cap - o->frames_cap) * sizeof *o->frames);
    if (st)
        return st;
    void *frames = realloc(o->frames, cap * sizeof *o->frames);
    if (!frames)
        return no_memory(o);
    o->frames = frames;
    o->frames_cap = cap;
    return STATUS_OK;
}

static enum status reserve(struct proof_oracle *o, size_t more)
{
    if (o->used + more <= o->cap)
        return reserve_frame(o);
    const size_t cap = o->cap + o->cap / 2 + more + 256;
    enum status st = proof_limits_take(
        o->limits, (cap - o->cap) * (sizeof *o->options + sizeof *o->values));
    if (st)
        return st;
    void *options = realloc(o->options, cap * sizeof *o->options);
    if (options)
        o->options = options;
    void *values = options ? realloc(o->values, cap * sizeof *o->values) : NULL;
    if (!values)
        return no_memory(o);
    o->values = values;
    o->cap = cap;
    return reserve_frame(o);
}

static enum status poll(struct proof_oracle *o, size_t options)
{
    o->unpolled += options + 1;
    if (o->unpolled < POLL_OPTIONS)
        return STATUS_OK;
    o->unpolled = 0;
    return proof_limits_poll(o->limits);
}

/* Are sums of this game worth the sum of their components? */
static bool adds(const struct proof_oracle *o)
{
    const struct game *game = game_of(o);
    return game->traits & GAME_SUMS && game->rules->split &&
           o->domain->kind->sum;
}

static enum mover mover_of(const struct proof_frame *f, size_t i)
{
    return i < f->n[LEFT] ? LEFT : RIGHT;
}

/* Notes the value of option number i. */
static void learn(const struct proof_oracle *o, struct proof_frame *f, size_t i,
                  uint64_t value)
{
    const struct domain_kind *kind = o->domain->kind;
    o->values[f->first + i] = value;
    if (!f->sum && kind->decides &&
        kind->decides(o->domain->self, mover_of(f, i), value))
        f->settled[mover_of(f, i)] = true;
}

/* In the row of a position, or in that of its mirror. */
static uint64_t from_file(struct proof_oracle *o, struct position p)
{
    const struct game *game = game_of(o);
    const struct domain_kind *kind = o->domain->kind;
    uint64_t row;
    uint64_t value = proof_facts_value(o->reader, kind, o->game, p, &row);
    if (value == PROOF_UNKNOWN && game->rules->partizan && kind->negate) {
        value = proof_facts_value(o->reader, kind, o->game,
                                  game->rules->partizan->mirror(game->self, p),
                                  &row);
        if (value != PROOF_UNKNOWN)
            value = kind->negate(o->domain->self, value);
    }
    o->counts.read_from_file += value != PROOF_UNKNOWN;
    return value;
}

/* Looks up the options of a new frame: in the file; and where none of those
 * decides, in the table. */
static void look_up(struct proof_oracle *o, struct proof_frame *f)
{
    const size_t n = f->n[LEFT] + f->n[RIGHT];
    for (size_t i = 0; i < n; i++) {
        o->values[f->first + i] = PROOF_UNKNOWN;
        if (f->settled[mover_of(f, i)])
            continue;
        const uint64_t value = from_file(o, o->options[f->first + i]);
        if (value != PROOF_UNKNOWN)
            learn(o, f, i, value);
    }
    for (size_t i = 0; i < n; i++) {
        if (o->values[f->first + i] != PROOF_UNKNOWN ||
            f->settled[mover_of(f, i)])
            continue;
        const uint64_t value =
            proof_table_get(o->table, o->options[f->first + i]);
        if (value != PROOF_UNKNOWN)
            learn(o, f, i, value);
    }
}

static enum status not_movable(const struct proof_oracle *o, struct position p)
{
    const struct game *game = game_of(o);
    char text[200];
    game->rules->print(game->self, p, text, sizeof text);
    return log_error(STATUS_NO_ANSWER,
                     "%s: not provable, because the options of %s do not fit "
                     "in 128 bits (%s)",
                     o->limits->path, text, game->spec);
}

/* An option of one component becomes what stands for that. Behind the options
 * is room for components. */
static void replace_single(const struct proof_oracle *o,
                           struct position options[], size_t n)
{
    const struct game *game = game_of(o);
    struct position *parts = options + n;
    for (size_t i = 0; i < n; i++)
        if (game->rules->split(game->self, options[i], parts) == 1)
            options[i] = parts[0];
}

/* Lists the components of a frame's position if there are several and they can
 * and may be added, else its options. */
static enum status expand(struct proof_oracle *o, struct proof_frame *f,
                          bool add)
{
    const struct game *game = game_of(o);
    const struct ruleset *rules = game->rules;
    const struct position p = f->position;
    struct position *out = o->options + f->first;
    if (add && adds(o)) {
        f->n[LEFT] = rules->split(game->self, p, out);
        f->sum = f->n[LEFT] > 1;
        if (f->sum)
            return STATUS_OK;
    }
    if (rules->movable && !rules->movable(game->self, p))
        return not_movable(o, p);
    f->n[LEFT] = rules->options(game->self, p, LEFT, out);
    if (game->traits & GAME_PARTIZAN)
        f->n[RIGHT] = rules->options(game->self, p, RIGHT, out + f->n[LEFT]);
    if (adds(o))
        replace_single(o, out, f->n[LEFT] + f->n[RIGHT]);
    return STATUS_OK;
}

static enum status push(struct proof_oracle *o, struct position p, bool has_row,
                        bool add)
{
    const struct game *game = game_of(o);
    const size_t most = game->rules->options_max(game->self, p);
    enum status st = reserve(o, 2 * most + POINT_PARTS_MAX);
    if (st)
        return st;
    struct proof_frame *f = &o->frames[o->depth];
    *f = (struct proof_frame){
        .position = p, .first = o->used, .has_row = has_row};
    st = expand(o, f, add);
    if (st)
        return st;
    o->depth++;
    o->used += f->n[LEFT] + f->n[RIGHT];
    look_up(o, f);
    return poll(o, f->n[LEFT] + f->n[RIGHT]);
}

/* Moves the known values to the front; returns their number. */
static size_t keep_known(uint64_t values[], size_t n)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (values[i] != PROOF_UNKNOWN)
            values[known++] = values[i];
    return known;
}

static enum status add_up(const struct proof_oracle *o, const uint64_t parts[],
                          size_t n, uint64_t *value)
{
    const struct domain *domain = o->domain;
    enum status st = STATUS_OK;
    *value = parts[0];
    for (size_t i = 1; i < n && !st; i++)
        st =
            domain->kind->sum(domain->self, o->worker, *value, parts[i], value);
    return st;
}

static enum status fold(const struct proof_oracle *o,
                        const struct proof_frame *f, uint64_t *value)
{
    const struct domain *domain = o->domain;
    const struct game *game = game_of(o);
    uint64_t *left = o->values + f->first, *right = left + f->n[LEFT];
    const size_t nleft = keep_known(left, f->n[LEFT]);
    const size_t nright = keep_known(right, f->n[RIGHT]);
    const bool obliged = game_obliged(game, f->position);
    if (obliged && domain->kind->fold_obliged)
        return domain->kind->fold_obliged(domain->self, o->worker, left, nleft,
                                          right, nright, value);
    return domain->kind->fold(domain->self, o->worker, left, nleft, right,
                              nright, value);
}

/* The value of the top frame, kept if nothing else holds it, and given to the
 * frame below. */
static enum status pop(struct proof_oracle *o, uint64_t *value)
{
    struct proof_frame *f = &o->frames[o->depth - 1];
    enum status st = f->sum ? add_up(o, o->values + f->first, f->n[LEFT], value)
                            : fold(o, f, value);
    o->counts.added += f->sum;
    o->counts.folded += !f->sum;
    o->counts.outside += !f->sum && !f->has_row;
    if (!st && !f->sum && !f->has_row)
        st = proof_table_put(o->table, f->position, *value);
    o->used = f->first;
    o->depth--;
    if (!st && o->depth) {
        struct proof_frame *below = &o->frames[o->depth - 1];
        learn(o, below, below->next++, *value);
    }
    return st;
}

/* Finds the next missing value of the top frame, or its own if none is. */
static enum status step(struct proof_oracle *o, uint64_t *value)
{
    struct proof_frame *f = &o->frames[o->depth - 1];
    for (; f->next < f->n[LEFT] + f->n[RIGHT]; f->next++) {
        const size_t i = f->next;
        if (o->values[f->first + i] != PROOF_UNKNOWN ||
            f->settled[mover_of(f, i)])
            continue;
        const struct position missing = o->options[f->first + i];
        const uint64_t found = proof_table_get(o->table, missing);
        if (found == PROOF_UNKNOWN)
            return push(o, missing, false, true);
        learn(o, f, i, found);
    }
    return pop(o, value);
}

static enum status run(struct proof_oracle *o, struct position p, bool has_row,
                       bool add, uint64_t *value)
{
    enum status st = push(o, p, has_row, add);
    while (!st && o->depth)
        st = step(o, value);
    if (st)
        o->depth = o->used = 0;
    return st;
}

/* Is this sum folded, too? All with few options; of the others so many that a
 * row has a few on average. */
static bool chosen(const struct proof_oracle *o, struct position p)
{
    const struct game *game = game_of(o);
    const struct ruleset *rules = game->rules;
    const size_t most = rules->options_max(game->self, p);
    return position_hash(p) % (most / FOLDED_OPTIONS + 1) == 0 &&
           (!rules->movable || rules->movable(game->self, p));
}

enum status proof_oracle_value(void *oracle, struct position p, uint64_t *value)
{
    struct proof_oracle *o = oracle;
    uint64_t row = UINT64_MAX;
    o->counts.asked++;
    *value = proof_facts_value(o->reader, o->domain->kind, o->game, p, &row);
    const bool has_row = *value != PROOF_UNKNOWN;
    if (has_row && row != o->row) {
        o->counts.read_from_file++;
        return STATUS_OK;
    }
    if (!has_row)
        *value = proof_table_get(o->table, p);
    if (!has_row && *value != PROOF_UNKNOWN)
        return STATUS_OK;
    const uint64_t added = o->counts.added;
    enum status st = run(o, p, has_row, true, value);
    if (!st && has_row && o->counts.added > added && chosen(o, p)) {
        o->counts.both++;
        st = run(o, p, has_row, false, value);
    }
    return st;
}
