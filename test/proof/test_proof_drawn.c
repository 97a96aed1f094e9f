/* Proofs of drawn combinations of game, domain and grid: what can be solved is
 * proved, or said not to be provable; and whatever is altered in a row, under
 * digests that fit, is found. PROOF_DRAWS in the environment is the number of
 * combinations, SEED where they start. */
#include "census/run/built_in.h"
#include "engine/proof/proof.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 40, SPECS_MAX = 64, ALTERED = 3 };

/* Beside every ruleset with its defaults. */
static const char *const variants[] = {
    "top-entails:empty=lose",
    "top-entails:empty=illegal",
    "top-entails:reply=elsewhere",
    "top-entails:reply=elsewhere,alone=lapse",
    "top-entails:reply=any",
    "top-entails:play=misere",
    "entailing-nim:empty=lose",
    "entailing-nim:reply=elsewhere",
    "nim:players=3",
    "nim:play=misere",
    "octal:0.77",
    "octal:0.77,players=3",
    "octal:4.7",
    "subtraction:1,3,4",
    "end-nim:players=impartial",
    NULL,
};

static const char *const grids[] = {
    "lists:parts=1..2,size=1..5",
    "lists:parts=2..3,size=2..4",
    "multisets:parts=1..3,size=1..5",
    "multisets:parts=2..4,size=2..4",
    "partitions:total=0..9",
    "partitions:total=5..8",
    "rows:heaps=1..3,size=1..3",
    "palindromes:heaps=1..4,size=1..3",
    "sums:parts=1..2,heaps=1..4,nim=1..3",
    "sums:parts=2,heaps=1..3,nim=1..2,top=1..3,one=1..2",
};

struct specs {
    const char *at[SPECS_MAX];
    size_t n;
};

static void collect(struct specs *s)
{
    s->n = 0;
    for (size_t i = 0; rulesets[i]; i++) {
        bool defaults = true;
        for (size_t j = 0; j < rulesets[i]->nparams; j++)
            defaults = defaults && rulesets[i]->params[j].def;
        if (defaults)
            s->at[s->n++] = rulesets[i]->name;
    }
    for (size_t i = 0; variants[i]; i++)
        s->at[s->n++] = variants[i];
    cr_assert_lt(s->n, SPECS_MAX);
}

/* Can the game be asked for this? Nothing is logged. */
static bool suits(const char *spec, const struct domain_kind *kind)
{
    struct game game;
    if (game_open(rulesets, spec, &game))
        return false;
    const bool fits = !(kind->needs & ~game.traits) &&
                      !(kind->refuses & game.traits) &&
                      (!kind->players || kind->players == game.players);
    game_close(&game);
    return fits;
}

/* Draws a game, a domain that suits it, and a grid. */
static struct whole_case draw_case(uint64_t *seed, const struct specs *specs)
{
    struct whole_case c = {.name = NULL};
    size_t ndomains = 0;
    while (domain_kinds[ndomains])
        ndomains++;
    do {
        c.rules = specs->at[draw(seed, specs->n)];
        const struct domain_kind *kind = domain_kinds[draw(seed, ndomains)];
        c.ask = kind->name;
        if (!suits(c.rules, kind))
            c.ask = NULL;
    } while (!c.ask);
    c.grid = grids[draw(seed, sizeof grids / sizeof *grids)];
    return c;
}

/* The archive; false if this combination cannot be run: what is said of it is
 * not printed. */
static bool solve(const struct whole_case *c, const char *path, bool recursion)
{
    struct runner_options options = {.command = "test",
                                     .path = path,
                                     .replace = true,
                                     .quiet = true,
                                     .recursion = recursion,
                                     .threads = 2};
    struct request *r = malloc(sizeof *r);
    struct run_report report;
    char heard[400];
    store_listen();
    enum status st =
        request_open_custom(c->rules, c->ask, c->grid, &built_in, r);
    if (!st) {
        st = runner_run(r, &options, &report);
        request_close(r);
    }
    store_heard(heard, sizeof heard);
    free(r);
    return !st;
}

static enum status prove(struct request *r, const char *path, char heard[400],
                         struct proof_report *report)
{
    const struct proof_options options = {.threads = 2, .quiet = true};
    struct archive *a;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    store_listen();
    enum status st = proof_check(a, &r->plan, &options, report);
    store_heard(heard, 400);
    archive_close(a);
    return st;
}

/* Another value of a column of a row than the file has: a legal label, or a
 * number or text with some bit changed. */
static uint64_t draw_value(uint64_t *seed, const struct column *column,
                           const char *path, size_t number, uint64_t row)
{
    uint64_t value = 0;
    if (column->type == COLUMN_TEXT)
        return 1 + draw(seed, 255);
    struct archive *a;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(archive_read(a, number, row, 1, &value), STATUS_OK);
    archive_close(a);
    if (column->labels) {
        size_t n = 0;
        while (column->labels[n])
            n++;
        return 1 + (value + draw(seed, n - 2)) % (n - 1);
    }
    const size_t bits = 8 * column->width;
    return value ^ (uint64_t)1 << draw(seed, draw(seed, 2) ? 3 : bits);
}

/* Alters a cell and wants it found. */
static void alter(uint64_t *seed, const struct whole_case *c, struct request *r,
                  const struct whole_place *p)
{
    const struct census *census = r->plan.census;
    struct proof_report report;
    char heard[400];
    size_t number;
    do
        number = draw(seed, census->ncolumns);
    while (census->columns[number].role == COLUMN_COST);
    const struct column *column = &census->columns[number];
    const uint64_t row = draw(seed, r->plan.grid.count);
    const uint64_t value = draw_value(seed, column, p->path, number, row);
    whole_forge(r, p->path, p->reference, row, column->name, value);
    cr_expect_eq(prove(r, p->reference, heard, &report), STATUS_DISAGREE,
                 "%s %s %s: row %llu, column %s altered (%llx): %s", c->rules,
                 c->ask, c->grid, (unsigned long long)row, column->name,
                 (unsigned long long)value, heard);
}

/* Numbers for the last line. */
struct tally {
    unsigned tried, unsolvable, proved, refused, altered;
};

static void one(uint64_t *seed, const struct specs *specs,
                const struct whole_place *p, struct tally *t)
{
    const struct whole_case c = draw_case(seed, specs);
    struct proof_report report;
    char heard[400];
    t->tried++;
    if (!solve(&c, p->path, draw(seed, 2))) {
        t->unsolvable++;
        return;
    }
    struct request *r = whole_open(&c);
    const enum status st = prove(r, p->path, heard, &report);
    cr_expect(st == STATUS_OK || st == STATUS_NO_ANSWER || st == STATUS_STOPPED,
              "%s %s %s: %s", c.rules, c.ask, c.grid, heard);
    t->proved += st == STATUS_OK;
    t->refused += st != STATUS_OK;
    if (st)
        fprintf(stderr, "test: %s %s %s: %s", c.rules, c.ask, c.grid, heard);
    for (int i = 0; i < ALTERED && !st; i++, t->altered++)
        alter(seed, &c, r, p);
    whole_close(r);
}

Test(proof_drawn, whatever_is_solved_is_proved_and_nothing_else,
     .timeout = 3600)
{
    const char *text = getenv("PROOF_DRAWS");
    const int draws = text ? atoi(text) : DRAWS;
    uint64_t seed = draw_seed(20260);
    struct tally t = {0};
    struct whole_place p;
    struct specs specs;
    collect(&specs);
    whole_place_quick(&p);
    for (int i = 0; i < draws; i++)
        one(&seed, &specs, &p, &t);
    store_folder_remove(p.folder);
    fprintf(stderr,
            "test: %u combinations: %u cannot be run, %u proved, %u not "
            "provable; %u rows altered\n",
            t.tried, t.unsolvable, t.proved, t.refused, t.altered);
    cr_expect_gt(2 * t.proved, t.tried / 2);
}
