/* The contract of every registered ruleset. */
#include "rules/rules.h"
#include "test/common/game_sample.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>

/* Every promise of engine/game/contract.h; a new one needs a line here. */
#define PROMISES(X)                                                            \
    X(traits)                                                                  \
    X(moves)                                                                   \
    X(notation)                                                                \
    X(refusals)                                                                \
    X(states)                                                                  \
    X(parts)                                                                   \
    X(split)                                                                   \
    X(bits)                                                                    \
    X(searchable)                                                              \
    X(movable)                                                                 \
    X(shrinks)                                                                 \
    X(heaps)                                                                   \
    X(obliging)                                                                \
    X(code)                                                                    \
    X(mirror)                                                                  \
    X(boards)                                                                  \
    X(sets)

#define X(promise)                                                             \
    Test(rulesets, promise, .init = cr_redirect_stderr)                        \
    {                                                                          \
        game_sample_each(contract_##promise);                                  \
    }
PROMISES(X)
#undef X

Test(rulesets, every_promise_is_tested)
{
    size_t n = 0, listed = 0;
#define X(promise)                                                             \
    cr_expect_str_eq(contract_promises[n].name, #promise);                     \
    cr_expect_eq(contract_promises[n++].check, contract_##promise);
    PROMISES(X)
#undef X
    while (contract_promises[listed].name)
        listed++;
    cr_expect_eq(n, listed);
}

Test(rulesets, slots_are_filled_and_names_differ)
{
    char broken[CONTRACT_TEXT];
    for (size_t i = 0; rulesets[i]; i++) {
        const struct ruleset *r = rulesets[i];
        cr_expect_eq(contract_slots(r, broken), STATUS_OK, "%s: %s", r->name,
                     broken);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(r->name, rulesets[j]->name);
    }
}

Test(rulesets, bad_parameters, .init = cr_redirect_stderr)
{
    struct game g;
    cr_expect_eq(game_open(rulesets, "no-such-game", &g), STATUS_UNKNOWN);
    cr_expect_eq(game_open(rulesets, "", &g), STATUS_UNKNOWN);
    for (size_t i = 0; rulesets[i]; i++) {
        char spec[PARAM_SPEC_MAX];
        snprintf(spec, sizeof spec, "%s:nonsense=1", rulesets[i]->name);
        cr_expect_eq(game_open(rulesets, spec, &g), STATUS_USAGE, "%s", spec);
    }
}
