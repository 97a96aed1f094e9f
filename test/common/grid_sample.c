#include "test/common/grid_sample.h"
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Small grids, counted by other means: 6 + 36 + 216 lists; multisets of m out
 * of s are C(s + m - 1, m); 1, 1, 2, 3, 5, 7, 11, 15, 22 partitions; 2^n
 * fillings of n cells; 1, 2, 6, 19, 63, 216, 760 fixed polyominoes (OEIS
 * A001168), and 108 and 369 free ones of 7 and 8 squares (A000105). */
static const struct {
    const char *spec;
    uint64_t count;
} small[] = {
    {"lists:parts=1..3,size=1..6", 258},
    {"lists:parts=2,size=1..6", 36},
    {"multisets:parts=1..3,size=1..6", 83},
    {"multisets:parts=2..4,size=2..4", 6 + 10 + 15},
    {"partitions:total=0..8", 67},
    {"partitions:total=5..6", 18},
    {"partitions:total=8", 22},
    {"sums:parts=2..3,heaps=1..7,nim=1..4,least=1", 322},
    {"sums:parts=1..2,heaps=1..2,nim=1,top=2..3,one=4", 6 + 21},
    {"sums:parts=2,heaps=1..3,nim=1..2,leastnim=1", 6 + 3},
    {"rows:heaps=1..6,size=1..4", 5460},
    {"palindromes:heaps=1..6,size=1..4", 168},
    {"boards:rows=1..2,columns=1..3", 2 + 4 + 8 + 4 + 16 + 64},
    {"strips:length=1..4", 2 + 4 + 8 + 16},
    {"sets", 32},
    {"regions:squares=1..7", 1 + 2 + 6 + 19 + 63 + 216 + 760},
    {"regions:squares=7..8,up-to=symmetry", 108 + 369},
};

enum { SPECS_MAX = 64 };

struct specs {
    size_t n;
    struct {
        char text[PARAM_SPEC_MAX];
        uint64_t count; /* 0: not known */
    } at[SPECS_MAX];
};

/* A spec for a grid that this file does not know. */
static void make_spec(const struct grid_kind *kind, char out[PARAM_SPEC_MAX])
{
    size_t used = (size_t)snprintf(out, PARAM_SPEC_MAX, "%s", kind->name);
    char separator = ':';
    for (size_t i = 0; i < kind->nparams; i++) {
        const struct param *p = &kind->params[i];
        long long lo = p->lo > 1 ? p->lo : 1, hi = p->hi < 3 ? p->hi : 3;
        if (p->def)
            continue;
        cr_assert_lt(used, PARAM_SPEC_MAX);
        if (p->type == PARAM_RANGE && lo < hi)
            used +=
                (size_t)snprintf(out + used, PARAM_SPEC_MAX - used,
                                 "%c%s=%lld..%lld", separator, p->name, lo, hi);
        else
            used += (size_t)snprintf(out + used, PARAM_SPEC_MAX - used,
                                     "%c%s=%lld", separator, p->name, lo);
        separator = ',';
    }
}

static void collect_specs(struct specs *specs)
{
    specs->n = 0;
    for (size_t i = 0; grid_kinds[i]; i++) {
        const char *name = grid_kinds[i]->name;
        size_t before = specs->n;
        for (size_t j = 0; j < sizeof small / sizeof small[0]; j++) {
            size_t length = strcspn(small[j].spec, ":");
            if (strlen(name) != length || strncmp(name, small[j].spec, length))
                continue;
            cr_assert_lt(specs->n, SPECS_MAX);
            snprintf(specs->at[specs->n].text, PARAM_SPEC_MAX, "%s",
                     small[j].spec);
            specs->at[specs->n++].count = small[j].count;
        }
        if (specs->n == before) {
            cr_assert_lt(specs->n, SPECS_MAX);
            make_spec(grid_kinds[i], specs->at[specs->n].text);
            specs->at[specs->n++].count = 0;
        }
    }
    cr_assert_gt(specs->n, 0);
}

static bool open_with(const char *rules, const char *spec, struct game *game,
                      struct grid *g)
{
    if (game_open(rulesets, rules, game))
        return false;
    if (grid_open(grid_kinds, spec, game, g) == STATUS_OK)
        return true;
    game_close(game);
    return false;
}

/* The counts of boards are those of Domineering, the sets those of five
 * strings. */
bool grid_sample_open(const char *spec, struct game *game, struct grid *g)
{
    if (open_with("domineering", spec, game, g) ||
        open_with("strings-and-coins:graph=0abc0/bd", spec, game, g))
        return true;
    for (size_t i = 0; rulesets[i]; i++)
        if (open_with(rulesets[i]->name, spec, game, g))
            return true;
    return false;
}

void grid_sample_each(void (*check)(const struct grid *, uint64_t count))
{
    struct specs specs;
    collect_specs(&specs);
    for (size_t i = 0; i < specs.n; i++) {
        struct grid g;
        struct game game;
        cr_assert(grid_sample_open(specs.at[i].text, &game, &g),
                  "%s: give it a line in the table", specs.at[i].text);
        check(&g, specs.at[i].count);
        grid_close(&g);
        game_close(&game);
    }
}

uint64_t grid_sample_stride(const struct grid *g)
{
    return g->count / GRID_SAMPLE_POINTS + 1;
}
