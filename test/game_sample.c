#include "test/game_sample.h"

#include "rules/rules.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Which variants to open, and where to start, beside what every game is asked:
 * its defaults, from the grid points below. */
static const struct {
    const char *spec, *position; /* position NULL: the points below */
} variants[] = {
    {"top-entails:empty=lose", NULL},
    {"top-entails:empty=illegal", "5+3+e4+*3"},
    {"top-entails:reply=elsewhere", "6+e3+*3+1"},
    {"top-entails:reply=elsewhere,alone=lapse", NULL},
    {"top-entails:reply=any", "6+3+*3"},
    {"entailing-nim:empty=lose", "5+t4+*3"},
    {"entailing-nim:reply=elsewhere", "4+4+t3+*2"},
    {"nim:players=3", NULL},
    {"octal:0.77", NULL},
    {"subtraction:1,3,4", NULL},
};

/* Boards without obligation, as part sizes; 0 ends. */
static const uint32_t boards[][6] = {
    {1},       {2},       {3},       {6},       {1, 1},       {2, 1},    {3, 3},
    {4, 2, 1}, {2, 2, 3}, {1, 3, 2}, {5, 1, 1}, {1, 1, 2, 2}, {9, 5, 2},
};

unsigned game_sample_movers(const struct game *g)
{
    return g->traits & GAME_PARTIZAN ? 2 : 1;
}

static void add(struct game_sample *s, struct position p)
{
    for (size_t i = 0; i < s->n; i++)
        if (position_equal(s->at[i], p))
            return;
    if (s->n < GAME_SAMPLE_MAX)
        s->at[s->n++] = p;
}

struct position *game_sample_options(const struct game *g, struct position p,
                                     enum mover mover, size_t *n)
{
    size_t most = g->rules->options_max(g->self, p);
    /* Nothing is ever written behind the last place. */
    struct position *out = malloc((most + 1) * sizeof *out);
    const struct position guard = {0x5555, 0xaaaa};
    cr_assert_not_null(out);
    out[most] = guard;
    *n = g->rules->options(g->self, p, mover, out);
    cr_assert_leq(*n, most, "%s", g->spec);
    cr_assert(position_equal(out[most], guard), "%s", g->spec);
    return out;
}

static void add_boards(struct game_sample *s)
{
    static const struct point no_point;
    const struct game *g = &s->game;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct point point = no_point;
        struct position p;
        while (point.n < 6 && boards[i][point.n]) {
            point.size[point.n] = boards[i][point.n];
            point.n++;
        }
        /* Not every board is one of every game. */
        if (g->rules->start(g->self, &point, &p) == STATUS_OK)
            add(s, p);
    }
    cr_assert_gt(s->n, 0, "%s takes none of the boards: give it a position",
                 g->spec);
}

static void check_variant(const char *spec, const char *position,
                          void (*check)(const struct game_sample *))
{
    struct game_sample *s = calloc(1, sizeof *s);
    struct position start;
    cr_assert_not_null(s);
    const struct game *g = &s->game;
    cr_assert_eq(game_open(rulesets, spec, &s->game), STATUS_OK,
                 "%s: give it a line in the table", spec);
    if (position) {
        cr_assert_eq(g->rules->parse(g->self, position, &start), STATUS_OK,
                     "%s: %s", spec, position);
        add(s, start);
    } else {
        add_boards(s);
    }
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < game_sample_movers(g); mover++) {
            size_t n;
            struct position *out =
                game_sample_options(g, s->at[i], (enum mover)mover, &n);
            for (size_t j = 0; j < n; j++)
                add(s, out[j]);
            free(out);
        }
    check(s);
    game_close(&s->game);
    free(s);
}

void game_sample_each(void (*check)(const struct game_sample *))
{
    for (size_t i = 0; rulesets[i]; i++) {
        const char *name = rulesets[i]->name;
        bool defaults = true;
        for (size_t j = 0; j < rulesets[i]->nparams; j++)
            defaults = defaults && rulesets[i]->params[j].def;
        size_t given = 0;
        for (size_t j = 0; j < sizeof variants / sizeof variants[0]; j++) {
            const char *spec = variants[j].spec;
            if (strcspn(spec, ":") == strlen(name) &&
                !strncmp(spec, name, strlen(name))) {
                check_variant(spec, variants[j].position, check);
                given++;
            }
        }
        if (defaults || !given)
            check_variant(name, NULL, check);
    }
}

const char *game_sample_text(const struct game *g, struct position p,
                             char text[GAME_SAMPLE_TEXT])
{
    size_t n = g->rules->print(g->self, p, text, GAME_SAMPLE_TEXT);
    cr_assert_lt(n, GAME_SAMPLE_TEXT);
    cr_assert_eq(strlen(text), n);
    return text;
}
