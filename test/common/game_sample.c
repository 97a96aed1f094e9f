#include "test/common/game_sample.h"

#include "rules/rules.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Which variants to open, and where to start, beside what every game is asked:
 * its defaults, from small boards. */
static const struct {
    const char *spec, *position; /* position NULL: small boards */
} variants[] = {
    {"top-entails:empty=lose", NULL},
    {"top-entails:empty=illegal", "5+3+e4+*3"},
    {"top-entails:reply=elsewhere", "6+e3+*3+1"},
    {"top-entails:reply=elsewhere,alone=lapse", NULL},
    {"top-entails:reply=any", "6+3+*3"},
    {"top-entails:reply=largest", "5+e3+*3+1"},
    {"top-entails:reply=smallest,alone=lapse", "5+3+e2"},
    {"entailing-nim:reply=largest,alone=lapse", "4+4+t3"},
    {"entailing-nim:empty=lose", "5+t4+*3"},
    {"entailing-nim:reply=elsewhere", "4+4+t3+*2"},
    {"nim:players=3", NULL},
    {"octal:0.77", NULL},
    {"subtraction:1,3,4", NULL},
};

static void check_variant(const char *spec, const char *position,
                          enum status (*promise)(const struct contract_sample *,
                                                 char broken[]))
{
    const char *const starts[] = {position, NULL};
    char broken[CONTRACT_TEXT] = "";
    struct contract_sample *s = malloc(sizeof *s);
    struct game game;
    cr_assert_not_null(s);
    cr_assert_eq(game_open(rulesets, spec, &game), STATUS_OK,
                 "%s: give it a line in the table", spec);
    cr_assert_eq(contract_gather(&game, position ? starts : NULL, s, broken),
                 STATUS_OK, "%s", broken);
    cr_expect_eq(promise(s, broken), STATUS_OK, "%s", broken);
    game_close(&game);
    free(s);
}

void game_sample_each(enum status (*promise)(const struct contract_sample *,
                                             char broken[]))
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
                check_variant(spec, variants[j].position, promise);
                given++;
            }
        }
        if (defaults || !given)
            check_variant(name, NULL, promise);
    }
}
