#include "census/answer/decision.h"

#include "census/cli/cli.h"

#include <stdlib.h>
#include <string.h>

void decision_init(struct decision *d, size_t features)
{
    *d = (struct decision){.features = features};
}

void decision_release(struct decision *d)
{
    free(d->feature);
    free(d->value);
    free(d->rows);
    free(d->first);
    free(d->slots);
    *d = (struct decision){0};
}

static const uint32_t *features_of(const struct decision *d, size_t class)
{
    return d->feature + class * d->features;
}

/* Multiplied by 2^64 over the golden ratio, word by word. */
static uint64_t hash(const uint32_t feature[], size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ feature[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static uint64_t *slot_of(const struct decision *d, const uint32_t feature[])
{
    size_t at = (size_t)hash(feature, d->features) & (d->nslots - 1);
    while (d->slots[at] && d->features &&
           memcmp(features_of(d, (size_t)d->slots[at] - 1), feature,
                  d->features * sizeof *feature))
        at = (at + 1) & (d->nslots - 1);
    return &d->slots[at];
}

/* False: out of memory, and what was there is as it was. */
static bool widen(void *array, size_t cap, size_t width)
{
    void *old, *more = NULL;
    memcpy(&old, array, sizeof old);
    if (cap <= SIZE_MAX / width)
        more = realloc(old, cap * width);
    if (more)
        memcpy(array, &more, sizeof more);
    return more;
}

/* Room for one more class, at most half of the slots taken. */
static enum status grow(struct decision *d)
{
    if (d->n == d->cap) {
        const size_t cap = d->cap ? 2 * d->cap : 64;
        const size_t width = (d->features ? d->features : 1) * sizeof(uint32_t);
        if (!widen(&d->feature, cap, width) ||
            !widen(&d->value, cap, sizeof *d->value) ||
            !widen(&d->rows, cap, sizeof *d->rows) ||
            !widen(&d->first, cap, sizeof *d->first))
            return cli_no_memory();
        d->cap = cap;
    }
    if (2 * (d->n + 1) <= d->nslots)
        return STATUS_OK;
    const size_t nslots = d->nslots ? 2 * d->nslots : 128;
    uint64_t *slots = calloc(nslots, sizeof *slots);
    if (!slots)
        return cli_no_memory();
    free(d->slots);
    d->slots = slots;
    d->nslots = nslots;
    for (size_t i = 0; i < d->n; i++)
        *slot_of(d, features_of(d, i)) = i + 1;
    return STATUS_OK;
}

enum status decision_add(struct decision *d, const uint32_t feature[],
                         uint32_t value, uint64_t row, uint64_t rows,
                         size_t *at)
{
    enum status st = grow(d);
    if (st)
        return st;
    uint64_t *slot = slot_of(d, feature);
    if (*slot) {
        *at = (size_t)*slot - 1;
        if (d->value[*at] != value)
            return STATUS_DISAGREE;
        d->rows[*at] += rows;
        return STATUS_OK;
    }
    *at = d->n++;
    *slot = d->n;
    if (d->features)
        memcpy(d->feature + *at * d->features, feature,
               d->features * sizeof *feature);
    d->value[*at] = value;
    d->rows[*at] = rows;
    d->first[*at] = row;
    return STATUS_OK;
}

static unsigned size_of(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

/* The features in which a class differs from the one whose first row is
 * given. */
static uint32_t difference(const struct decision *d, size_t class,
                           uint64_t first)
{
    size_t other = 0;
    uint32_t mask = 0;
    while (d->first[other] != first)
        other++;
    for (size_t i = 0; i < d->features; i++)
        if (features_of(d, class)[i] != features_of(d, other)[i])
            mask |= (uint32_t)1 << i;
    return mask;
}

/* Classes between two questions. */
enum { STOP_EVERY = 4096 };

static bool is_stopped(const struct decision *d, size_t class)
{
    return d->stop && class % STOP_EVERY == 0 && d->stop(d->context);
}

enum status decision_project(const struct decision *d, uint32_t mask,
                             struct decision *out, uint32_t *apart)
{
    enum status st = STATUS_OK;
    decision_init(out, size_of(mask));
    for (size_t class = 0; class < d->n && !st; class ++) {
        uint32_t feature[DECISION_FEATURES_MAX];
        size_t n = 0, at;
        for (size_t i = 0; i < d->features; i++)
            if (mask >> i & 1)
                feature[n++] = features_of(d, class)[i];
        st = decision_add(out, feature, d->value[class], d->first[class],
                          d->rows[class], &at);
        if (!st && is_stopped(d, class))
            st = STATUS_STOPPED;
        if (st == STATUS_DISAGREE)
            *apart = difference(d, class, out->first[at]);
    }
    return st;
}

/* Sets that every determining set meets. */
struct needed {
    uint32_t *mask;
    size_t n;
};

static bool meets_all(const struct needed *needed, uint32_t mask)
{
    for (size_t i = 0; i < needed->n; i++)
        if (!(mask & needed->mask[i]))
            return false;
    return true;
}

static enum status try_set(const struct decision *d, uint32_t mask,
                           struct needed *needed, struct decision_sets *sets)
{
    struct decision classes;
    uint32_t apart;
    if (!meets_all(needed, mask))
        return STATUS_OK;
    enum status st = decision_project(d, mask, &classes, &apart);
    decision_release(&classes);
    if (st == STATUS_DISAGREE) {
        needed->mask[needed->n++] = apart;
        return STATUS_OK;
    }
    if (!st && sets->n < DECISION_SETS_MAX)
        sets->mask[sets->n] = mask;
    sets->n += !st;
    return st;
}

enum status decision_smallest(const struct decision *d,
                              struct decision_sets *sets)
{
    const uint32_t end = (uint32_t)1 << d->features;
    struct needed needed = {.mask = malloc(end * sizeof *needed.mask)};
    enum status st = needed.mask ? STATUS_OK : cli_no_memory();
    *sets = (struct decision_sets){0};
    for (unsigned size = 0; size <= d->features && !st && !sets->n; size++) {
        sets->size = size;
        for (uint32_t mask = 0; mask < end && !st; mask++)
            if (size_of(mask) == size)
                st = try_set(d, mask, &needed, sets);
    }
    free(needed.mask);
    return st;
}
