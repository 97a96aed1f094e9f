/* Values told by one process to others that number them otherwise: domains
 * opened one for each process, as if each ran on a machine of its own. */
#include "engine/value/dictionary/games_told.h"
#include "engine/value/domain.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <string.h>

enum { PROCESSES = 3, ROUNDS = 12, VALUES = 400, TEXT = 512 };

/* A process: its domain, the values it has, and what has been told. */
struct process {
    struct domain domain;
    void *known;
    uint64_t value[VALUES];
    bool obliged[VALUES];
    size_t n;
};

static void open_process(struct process *p, const char *name,
                         const struct game *game)
{
    *p = (struct process){0};
    cr_assert_eq(solved_domain(name, game, 1, &p->domain), STATUS_OK);
}

static void close_process(struct process *p)
{
    if (p->domain.kind->tell_end)
        p->domain.kind->tell_end(p->known);
    domain_close(&p->domain);
}

/* A value from those that the process has; each process makes others. */
static void make_value(struct process *p, bool partizan, uint64_t *seed)
{
    const struct domain_kind *kind = p->domain.kind;
    uint64_t left[4], right[4];
    const size_t nleft = p->n ? draw(seed, 4) : 0,
                 nright = p->n && partizan ? draw(seed, 4) : 0;
    for (size_t i = 0; i < nleft; i++)
        left[i] = p->value[draw(seed, p->n)];
    for (size_t i = 0; i < nright; i++)
        right[i] = p->value[draw(seed, p->n)];
    const bool obliged = kind->fold_obliged && draw(seed, 2);
    cr_assert_lt(p->n, VALUES);
    cr_assert_eq((obliged ? kind->fold_obliged
                          : kind->fold)(p->domain.self, 0, left, nleft, right,
                                        nright, &p->value[p->n]),
                 STATUS_OK);
    p->n++;
}

static void print(const struct process *p, uint64_t value, char text[TEXT])
{
    memset(text, 0, TEXT);
    if (p->domain.kind->name_value)
        p->domain.kind->name_value(p->domain.self, value, text);
    else
        p->domain.kind->print(p->domain.self, value, text, TEXT);
}

/* All hear what each has told; then each has the same values, in names. */
static void hear_all(struct process p[], const struct message said[],
                     const size_t first[], const size_t told[])
{
    char own[TEXT], other[TEXT];
    uint64_t heard[VALUES];
    for (size_t to = 0; to < PROCESSES; to++)
        for (size_t from = 0; from < PROCESSES; from++) {
            cr_assert_eq(p[to].domain.kind->hear(
                             p[to].domain.self, &p[to].known, said[from].at,
                             said[from].n, heard, told[from]),
                         STATUS_OK);
            for (size_t i = 0; i < told[from]; i++) {
                const uint64_t value = p[from].value[first[from] + i];
                print(&p[from], value, own);
                print(&p[to], heard[i], other);
                cr_assert_str_eq(own, other);
                cr_assert(from != to || heard[i] == value);
            }
        }
}

static void converse(const char *rules, const char *ask)
{
    struct game game;
    struct process p[PROCESSES];
    uint64_t seed = draw_seed(17);
    cr_assert_eq(game_open(rulesets, rules, &game), STATUS_OK);
    for (size_t i = 0; i < PROCESSES; i++)
        open_process(&p[i], ask, &game);
    for (int round = 0; round < ROUNDS; round++) {
        struct message said[PROCESSES] = {{0}};
        size_t first[PROCESSES], told[PROCESSES];
        for (size_t i = 0; i < PROCESSES; i++) {
            first[i] = p[i].n;
            told[i] = draw(&seed, 12);
            for (size_t k = 0; k < told[i]; k++)
                make_value(&p[i], game.traits & GAME_PARTIZAN, &seed);
            cr_assert_eq(p[i].domain.kind->tell(p[i].domain.self, &p[i].known,
                                                p[i].value + first[i], told[i],
                                                &said[i]),
                         STATUS_OK);
        }
        hear_all(p, said, first, told);
        for (size_t i = 0; i < PROCESSES; i++)
            free(said[i].at);
    }
    for (size_t i = 0; i < PROCESSES; i++)
        close_process(&p[i]);
    game_close(&game);
}

Test(told, partizan_values)
{
    converse("end-nim", "partizan");
}

Test(told, loony_values_and_sets)
{
    converse("top-entails", "loony");
}

/* No domain numbers its values by itself and cannot tell them. */
Test(told, all_that_must_be_told_can_be)
{
    for (size_t i = 0; domain_kinds[i]; i++)
        cr_expect(!domain_kinds[i]->own_numbers ||
                      (domain_kinds[i]->tell && domain_kinds[i]->hear),
                  "%s", domain_kinds[i]->name);
}

/* What was cut, or changed in a bit, is refused or is a value; nothing else
 * happens. */
static void damage(const char *rules, const char *ask)
{
    struct game game;
    struct process p;
    struct message said = {0};
    uint64_t seed = draw_seed(18), heard[VALUES];
    cr_assert_eq(game_open(rulesets, rules, &game), STATUS_OK);
    open_process(&p, ask, &game);
    for (size_t i = 0; i < 40; i++)
        make_value(&p, game.traits & GAME_PARTIZAN, &seed);
    cr_assert_eq(
        p.domain.kind->tell(p.domain.self, &p.known, p.value, p.n, &said),
        STATUS_OK);
    for (size_t bit = 0; bit < 32 * said.n; bit += 1 + draw(&seed, 8)) {
        void *known = NULL;
        const bool cut = draw(&seed, 4) == 0;
        const size_t length = cut ? bit / 32 : said.n;
        said.at[bit / 32] ^= UINT32_C(1) << bit % 32;
        const enum status st = p.domain.kind->hear(p.domain.self, &known,
                                                   said.at, length, heard, p.n);
        said.at[bit / 32] ^= UINT32_C(1) << bit % 32;
        cr_expect(st == STATUS_OK || st == STATUS_FORMAT, "bit %zu: %d", bit,
                  st);
        cr_expect(!cut || st == STATUS_FORMAT);
        if (p.domain.kind->tell_end)
            p.domain.kind->tell_end(known);
    }
    free(said.at);
    close_process(&p);
    game_close(&game);
}

Test(told, damaged_partizan_values, .init = cr_redirect_stderr)
{
    damage("end-nim", "partizan");
}

Test(told, damaged_sets, .init = cr_redirect_stderr)
{
    damage("top-entails", "loony");
}
