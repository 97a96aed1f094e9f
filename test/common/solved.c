#include "test/common/solved.h"

#include "rules/rules.h"

#include <criterion/criterion.h>

enum status solved_domain(const char *name, const struct game *game,
                          unsigned threads, struct domain *domain)
{
    const struct domain_kind *kind;
    enum status st = domain_find(domain_kinds, name, &kind);
    return st ? st : domain_open(kind, game, threads, domain);
}

void solved_open(struct solved *s, const char *rules, const char *ask)
{
    cr_assert_eq(game_open(rulesets, rules, &s->game), STATUS_OK);
    cr_assert_eq(solved_domain(ask, &s->game, 1, &s->domain), STATUS_OK);
    const struct memo_spec spec = {.key_bits = 128,
                                   .value_bytes = s->domain.kind->value_bytes,
                                   .threads = 1};
    cr_assert_eq(memo_open(memo_find("striped"), &spec, &s->memo), STATUS_OK);
    cr_assert_eq(solver_init(&s->solver, &s->game, &s->domain, &s->memo, 0),
                 STATUS_OK);
}

void solved_close(struct solved *s)
{
    solver_release(&s->solver);
    memo_close(&s->memo);
    domain_close(&s->domain);
    game_close(&s->game);
}

uint64_t solved_value(struct solved *s, struct position p)
{
    uint64_t value;
    cr_assert_eq(solve_value(&s->solver, p, &value), STATUS_OK);
    return value;
}

struct position solved_parse(const struct solved *s, const char *position)
{
    struct position p;
    cr_assert_eq(s->game.rules->parse(s->game.self, position, &p), STATUS_OK,
                 "%s", position);
    return p;
}

uint64_t solved_text(struct solved *s, const char *position)
{
    return solved_value(s, solved_parse(s, position));
}
