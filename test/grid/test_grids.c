/* The contract of every registered grid. */
#include "rules/kinds.h"
#include "rules/rules.h"
#include "test/common/grid_sample.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_point(const struct point *a, const struct point *b)
{
    return a->whole == b->whole && a->n == b->n &&
           (!a->whole || position_equal(a->position, b->position)) &&
           !memcmp(a->size, b->size, a->n * sizeof a->size[0]) &&
           !memcmp(a->kind, b->kind, a->n * sizeof a->kind[0]);
}

static void check_rank(const struct grid *g, uint64_t count)
{
    cr_assert_gt(g->count, 0);
    cr_assert_eq(g->count, g->kind->count(g->self));
    if (count)
        cr_expect_eq(g->count, count, "%s: %llu points", g->spec,
                     (unsigned long long)g->count);
    for (uint64_t i = 0; i < g->count; i += grid_sample_stride(g)) {
        struct point p;
        uint64_t index = UINT64_MAX;
        grid_unrank(g, i, &p);
        cr_assert(g->kind->rank(g->self, &p, &index), "%s: point %llu", g->spec,
                  (unsigned long long)i);
        cr_assert_eq(index, i, "%s: point %llu", g->spec,
                     (unsigned long long)i);
    }
}

Test(grids, rank_is_the_inverse_of_unrank)
{
    grid_sample_each(check_rank);
}

static void check_next(const struct grid *g, uint64_t count)
{
    struct point next, p;
    (void)count;
    if (!g->kind->next)
        return;
    grid_unrank(g, 0, &next);
    for (uint64_t i = 1; i < g->count && i < GRID_SAMPLE_POINTS; i++) {
        g->kind->next(g->self, &next);
        grid_unrank(g, i, &p);
        cr_assert(same_point(&next, &p), "%s: point %llu", g->spec,
                  (unsigned long long)i);
    }
}

Test(grids, next_follows_unrank)
{
    grid_sample_each(check_next);
}

static void check_bounds(const struct grid *g, uint64_t count)
{
    struct grid_bounds bounds, seen = {0};
    (void)count;
    if (grid_of_positions(g))
        return;
    g->kind->bounds(g->self, &bounds);
    for (uint64_t i = 0; i < g->count; i += grid_sample_stride(g)) {
        struct point p;
        uint64_t total = 0;
        grid_unrank(g, i, &p);
        seen.parts = p.n > seen.parts ? p.n : seen.parts;
        for (uint32_t j = 0; j < p.n; j++) {
            seen.size = p.size[j] > seen.size ? p.size[j] : seen.size;
            seen.mixed = seen.mixed || p.kind[j] != PART_OWN;
            total += p.size[j];
        }
        seen.total = total > seen.total ? total : seen.total;
    }
    cr_expect_leq(seen.parts, bounds.parts, "%s", g->spec);
    cr_expect_leq(seen.size, bounds.size, "%s", g->spec);
    cr_expect_leq(seen.total, bounds.total, "%s", g->spec);
    cr_expect(bounds.mixed || !seen.mixed, "%s", g->spec);
    /* Of mixed sums the bounds need not be reached: they say nothing of which
     * kinds may stand together. */
    if (grid_sample_stride(g) > 1 || bounds.mixed)
        return;
    cr_expect_eq(seen.parts, bounds.parts, "%s", g->spec);
    cr_expect_eq(seen.size, bounds.size, "%s", g->spec);
    cr_expect_eq(seen.total, bounds.total, "%s", g->spec);
}

Test(grids, bounds_are_never_passed)
{
    grid_sample_each(check_bounds);
}

/* Every list of parts within the bounds, in every order: which of them does
 * the grid call its own? */
struct sieve {
    const struct grid *g;
    struct grid_bounds bounds;
    struct point p;
    unsigned char *hit;
    uint64_t tried;
};

static int compare_parts(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The parts as sorted numbers, kind above size. */
static void sorted_parts(const struct point *p, uint32_t out[])
{
    for (uint32_t i = 0; i < p->n; i++)
        out[i] = (uint32_t)p->kind[i] << 24 | p->size[i];
    qsort(out, p->n, sizeof out[0], compare_parts);
}

static void sift(struct sieve *s, uint64_t left)
{
    uint64_t index;
    if (s->g->kind->rank(s->g->self, &s->p, &index)) {
        static const struct point no_point;
        struct point own = no_point;
        uint32_t given[POINT_PARTS_MAX], kept[POINT_PARTS_MAX];
        cr_assert_lt(index, s->g->count);
        grid_unrank(s->g, index, &own);
        sorted_parts(&s->p, given);
        sorted_parts(&own, kept);
        cr_assert(own.n == s->p.n &&
                      !memcmp(given, kept, own.n * sizeof given[0]),
                  "%s: a point of other parts ranks as %llu", s->g->spec,
                  (unsigned long long)index);
        s->hit[index] = 1;
    }
    s->tried++;
    if (s->p.n == s->bounds.parts)
        return;
    uint32_t at = s->p.n++;
    for (uint8_t kind = 0; kind <= (s->bounds.mixed ? PART_ONE : 0); kind++)
        for (uint32_t size = 0; size <= s->bounds.size && size <= left;
             size++) {
            s->p.size[at] = size;
            s->p.kind[at] = kind;
            sift(s, left - size);
        }
    s->p.n--;
}

static void check_count(const struct grid *g, uint64_t count)
{
    struct sieve s = {.g = g};
    double lists = 1;
    uint64_t hits = 0;
    (void)count;
    g->kind->bounds(g->self, &s.bounds);
    for (uint32_t i = 0; i < s.bounds.parts; i++)
        lists *= (s.bounds.size + 1) * (s.bounds.mixed ? 4 : 1);
    /* Zeros make many lists: partitions of 8 as lists of 8 parts of 0..8, but
     * only those with at most 8 counters, are about 13,000. */
    if (lists > 1e8 || g->count > GRID_SAMPLE_POINTS || grid_of_positions(g))
        return;
    s.hit = calloc(g->count, 1);
    cr_assert_not_null(s.hit);
    sift(&s, s.bounds.total);
    for (uint64_t i = 0; i < g->count; i++)
        hits += s.hit[i];
    free(s.hit);
    cr_expect_eq(hits, g->count, "%s: %llu of %llu points found", g->spec,
                 (unsigned long long)hits, (unsigned long long)g->count);
}

/* rank() accepts every point of the grid and nothing else. */
Test(grids, count_by_brute_force)
{
    grid_sample_each(check_count);
}

static void check_refusal(const struct grid *g, uint64_t count)
{
    struct grid_bounds bounds;
    static const struct point no_point;
    struct point p = no_point;
    uint64_t index;
    (void)count;
    g->kind->bounds(g->self, &bounds);
    p.n = 1;
    p.size[0] = bounds.size + 1;
    cr_expect(!g->kind->rank(g->self, &p, &index), "%s", g->spec);
    p.n = bounds.parts + 1;
    if (p.n > POINT_PARTS_MAX)
        return;
    for (uint32_t i = 0; i < p.n; i++)
        p.size[i] = 1;
    cr_expect(!g->kind->rank(g->self, &p, &index), "%s", g->spec);
}

Test(grids, rank_refuses_points_beyond_the_bounds)
{
    grid_sample_each(check_refusal);
}

static void check_spec(const struct grid *g, uint64_t count)
{
    struct grid again;
    struct game game;
    (void)count;
    cr_assert(grid_sample_open(g->spec, &game, &again), "%s", g->spec);
    cr_expect_str_eq(again.spec, g->spec);
    cr_expect_eq(again.count, g->count);
    for (uint64_t i = 0; i < g->count; i += grid_sample_stride(g)) {
        struct point a, b;
        grid_unrank(g, i, &a);
        grid_unrank(&again, i, &b);
        cr_assert(same_point(&a, &b), "%s", g->spec);
    }
    grid_close(&again);
    game_close(&game);
}

Test(grids, canonical_text_opens_the_same_grid)
{
    grid_sample_each(check_spec);
}

static void check_layers(const struct grid *g, uint64_t count)
{
    (void)count;
    if (!g->kind->layer_end)
        return;
    for (uint64_t i = 0, end = 0; i < g->count; i++) {
        uint64_t this_end = g->kind->layer_end(g->self, i);
        if (i == end)
            end = this_end;
        cr_assert_eq(this_end, end, "%s: point %llu", g->spec,
                     (unsigned long long)i);
        cr_assert(end > i && end <= g->count, "%s: point %llu", g->spec,
                  (unsigned long long)i);
    }
}

Test(grids, layers_follow_one_another)
{
    grid_sample_each(check_layers);
}

/* Where a layered grid reaches down to the empty board, every move of a game
 * that only takes and splits leads to a point of an earlier layer. */
static void check_options(const struct grid *g, const struct game *game,
                          uint64_t i, uint64_t layer_start)
{
    struct point p;
    struct position from;
    grid_unrank(g, i, &p);
    cr_assert_eq(game_start(game, &p, &from), STATUS_OK);
    size_t room = game->rules->options_max(game->self, from);
    struct position *options = malloc((room + 1) * sizeof *options);
    cr_assert_not_null(options);
    size_t n = game->rules->options(game->self, from, LEFT, options);
    for (size_t j = 0; j < n; j++) {
        uint64_t index;
        game->rules->parts(game->self, options[j], &p);
        cr_assert(g->kind->rank(g->self, &p, &index), "%s: %s", g->spec,
                  game->spec);
        cr_assert_lt(index, layer_start, "%s: %s, point %llu", g->spec,
                     game->spec, (unsigned long long)i);
    }
    free(options);
}

static bool starts_empty(const struct grid *g)
{
    struct point p;
    grid_unrank(g, 0, &p);
    return p.n == 0;
}

static void check_closed(const struct grid *g, uint64_t count)
{
    (void)count;
    if (!g->kind->layer_end || !starts_empty(g))
        return;
    for (size_t r = 0; rulesets[r]; r++) {
        struct game game;
        uint64_t start = 0;
        if (!rulesets[r]->parts ||
            game_open(rulesets, rulesets[r]->name, &game))
            continue;
        for (uint64_t i = 0; i < g->count && game.traits & GAME_SHRINKS; i++) {
            if (i == g->kind->layer_end(g->self, start))
                start = i;
            check_options(g, &game, i, start);
        }
        game_close(&game);
    }
}

Test(grids, options_lie_in_earlier_layers)
{
    grid_sample_each(check_closed);
}

/* Bad texts: one status each, nothing opened. */
Test(grids, bad_specs, .init = cr_redirect_stderr)
{
    struct grid g;
    cr_expect_eq(grid_open(grid_kinds, "no-such-grid:a=1", NULL, &g),
                 STATUS_UNKNOWN);
    cr_expect_eq(grid_open(grid_kinds, "", NULL, &g), STATUS_UNKNOWN);
    for (size_t i = 0; grid_kinds[i]; i++) {
        char spec[PARAM_SPEC_MAX];
        snprintf(spec, sizeof spec, "%s:nonsense=1", grid_kinds[i]->name);
        cr_expect_eq(grid_open(grid_kinds, spec, NULL, &g), STATUS_USAGE, "%s",
                     spec);
        snprintf(spec, sizeof spec, "%s:,", grid_kinds[i]->name);
        cr_expect_eq(grid_open(grid_kinds, spec, NULL, &g), STATUS_USAGE, "%s",
                     spec);
    }
}
