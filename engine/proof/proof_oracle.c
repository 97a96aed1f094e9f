#include "engine/proof/proof_oracle.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum { KEPT = 1 << 16, DEPTH_MAX = 10000 };

static const uint64_t UNKNOWN = UINT64_MAX; /* no value of any domain */

struct proof_kept {
    struct position position;
    uint64_t value;
    bool used;
};

void proof_oracle_init(struct proof_oracle *o, struct proof_reader *reader,
                       size_t game, const struct domain *domain,
                       unsigned worker)
{
    *o = (struct proof_oracle){
        .reader = reader, .game = game, .domain = domain, .worker = worker};
}

void proof_oracle_release(struct proof_oracle *o)
{
    free(o->options);
    free(o->values);
    free(o->kept);
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

static enum status reserve(struct proof_oracle *o, size_t more)
{
    if (o->used + more <= o->cap)
        return STATUS_OK;
    size_t cap = 2 * o->cap + more;
    void *options = realloc(o->options, cap * sizeof *o->options);
    if (options)
        o->options = options;
    void *values = options ? realloc(o->values, cap * sizeof *o->values) : NULL;
    if (!values)
        return no_memory(o);
    o->values = values;
    o->cap = cap;
    return STATUS_OK;
}

static bool decides(const struct proof_oracle *o, enum mover mover,
                    uint64_t value)
{
    const struct domain_kind *kind = o->domain->kind;
    return kind->decides && kind->decides(o->domain->self, mover, value);
}

static enum status fold(struct proof_oracle *o, struct position p,
                        unsigned depth, uint64_t *value);

/* The value of a position without a row. */
static enum status outside(struct proof_oracle *o, struct position p,
                           unsigned depth, uint64_t *value)
{
    if (!o->kept)
        o->kept = calloc(KEPT, sizeof *o->kept);
    if (!o->kept)
        return no_memory(o);
    struct proof_kept *kept = &o->kept[position_hash(p) % KEPT];
    if (kept->used && position_equal(kept->position, p)) {
        *value = kept->value;
        return STATUS_OK;
    }
    if (depth == DEPTH_MAX)
        return log_error(STATUS_RANGE,
                         "%s: too deep outside of the archive for a proof: "
                         "%d moves",
                         game_of(o)->spec, DEPTH_MAX);
    o->outside++;
    enum status st = fold(o, p, depth + 1, value);
    if (!st)
        *kept = (struct proof_kept){p, *value, true};
    return st;
}

/* Finds the values of `mover`'s options at[0..n-1], the archive's first, and
 * moves those it found to the front; returns their number. */
static enum status find_values(struct proof_oracle *o, enum mover mover,
                               size_t at, size_t n, unsigned depth,
                               size_t *known)
{
    bool enough = false;
    enum status st = STATUS_OK;
    for (size_t i = at; i < at + n; i++) {
        uint64_t value;
        o->values[i] = UNKNOWN;
        if (!enough &&
            proof_facts_value(o->reader, o->game, o->options[i], &value)) {
            o->read_from_file++;
            o->values[i] = value;
            enough = decides(o, mover, value);
        }
    }
    for (size_t i = at; i < at + n && !enough && !st; i++) {
        uint64_t value = o->values[i];
        if (value != UNKNOWN)
            continue;
        st = outside(o, o->options[i], depth, &value);
        o->values[i] = value; /* the array may have moved */
        enough = !st && decides(o, mover, value);
    }
    *known = 0;
    for (size_t i = at; i < at + n; i++)
        if (o->values[i] != UNKNOWN)
            o->values[at + (*known)++] = o->values[i];
    return st;
}

static enum status fold(struct proof_oracle *o, struct position p,
                        unsigned depth, uint64_t *value)
{
    const struct game *game = game_of(o);
    const struct ruleset *rules = game->rules;
    const size_t at = o->used;
    size_t n[2] = {0, 0}, known[2] = {0, 0};
    enum status st = reserve(o, 2 * rules->options_max(game->self, p));
    if (st)
        return st;
    n[LEFT] = rules->options(game->self, p, LEFT, o->options + at);
    if (game->traits & GAME_PARTIZAN)
        n[RIGHT] =
            rules->options(game->self, p, RIGHT, o->options + at + n[LEFT]);
    o->used += n[LEFT] + n[RIGHT];
    o->folded++;
    st = find_values(o, LEFT, at, n[LEFT], depth, &known[LEFT]);
    if (!st)
        st =
            find_values(o, RIGHT, at + n[LEFT], n[RIGHT], depth, &known[RIGHT]);
    o->used = at;
    if (st)
        return st;
    return o->domain->kind->fold(o->domain->self, o->worker, o->values + at,
                                 known[LEFT], o->values + at + n[LEFT],
                                 known[RIGHT], value);
}

enum status proof_oracle_value(void *oracle, struct position p, uint64_t *value)
{
    struct proof_oracle *o = oracle;
    const struct game *game = game_of(o);
    if (game->rules->searchable && !game->rules->searchable(game->self, p))
        return log_error(STATUS_RANGE,
                         "%s: a search from this position would meet positions "
                         "that do not fit in 128 bits",
                         game->spec);
    return fold(o, p, 0, value);
}
