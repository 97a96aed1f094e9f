/* census/packaging/census.bash: what bash offers behind a half-written line.
 * Called in the source folder. */
#include "test/common/program.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *words, *offered; /* separated by blanks; the last is written */
} lines[] = {
    {"census camp", "campaign"},
    {"census run --reca", ""},
    {"census run --recu", "--recursion"},
    {"census run --rules entail", "entailing-nim"},
    {"census run --rules = entail", "entailing-nim"},
    {"census run --ask nimb", "nimber"},
    {"census run --grid multi", "multisets"},
    {"census run --memo none", "none"},
    {"census run e1-he", "e1-heaps"},
    {"census run top-entails-partitions --tot", "--total="},
    {"census check README.md three", "three-clause"},
    {"census check READ", "README.md"},
    {"census list ruleset", "rulesets"},
    {"census run --columns temp", "temperature"},
    {"census run --columns value,mea", "value,mean"},
    {"census query --values wh", "whole"},
    {"census solve top-ent", "top-entails"},
    {"census help camp", "campaign"},
    {"census run --rules nim : pla", "players= play=normal play=misere"},
    {"census run --rules = octal : 0.77,play = m", "misere"},
    {"census run --rules nim : players = 3,pla",
     "3,players= 3,play=normal 3,play=misere"},
    {"census run --grid multisets : si", "size="},
    {"census query results/archives/e1-sums.h5 --by outcome_in",
     "outcome_in_a"},
    {"census query results/archives/e1-sums.h5 --where outcome = P", "P"},
    {"census query --format c", "csv"},
    {"census value --ther", "--thermograph"},
    {"census value READ", ""},
};

Test(completion, bash_asks_the_program)
{
    char program[PATH_MAX], command[2 * PATH_MAX], found[256];
    const char *name = getenv("CENSUS");
    cr_assert_not_null(realpath(name ? name : "build/census", program));
    *strrchr(program, '/') = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(command, sizeof command,
                 "PATH=%s:$PATH bash -c '. census/packaging/census.bash; "
                 "COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                 "_census; echo \"${COMPREPLY[*]}\"'",
                 program, lines[i].words);
        FILE *in = popen(command, "r");
        cr_assert_not_null(in);
        cr_assert_not_null(fgets(found, sizeof found, in), "%s", command);
        cr_assert_eq(pclose(in), 0, "%s", command);
        found[strcspn(found, "\n")] = 0;
        cr_expect_str_eq(found, lines[i].offered, "%s: '%s'", lines[i].words,
                         found);
    }
}
