/* One word for one thing on the command line, and the words of the version
 * before. */
#include "engine/game/ruleset.h"
#include "rules/rules.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(cli_words, help_of_a_command)
{
    char *help = program_text(".", 0, WORDS("help", "run"));
    char *same = program_text(".", 0, WORDS("run", "--help"));
    cr_expect_str_eq(help, same);
    free(help);
    free(same);
}

static void call(const char *folder, int status, const char *note,
                 const char *const words[])
{
    struct program_call c = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(c.status, status, "%s: %d, %s", words[0], c.status, c.err);
    cr_expect(strstr(c.err, note), "%s: %s", words[0], c.err);
    program_release(&c);
}

/* Accepted, with a note that names the new one. */
Test(cli_words, old_spellings)
{
    char folder[64];
    store_folder_make(folder);
    const char *small = "multisets:parts=1..2,size=1..4";
    free(program_text(
        folder, 0,
        WORDS("run", "--rules", "nim", "--grid", small, "-q", "-o", "n.h5")));
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--grid", small, "-q",
                            "--slice", "0/1", "-o", "s.h5")));
    call(folder, 0, "--output", WORDS("export", "n.h5", "--to", "n.csv"));
    call(folder, 0, "--output", WORDS("export", "n.h5", "--to=m.csv"));
    free(program_text(folder, 0, WORDS("merge", "s.h5", "s.h5.parts")));
    call(folder, 0, "--size",
         WORDS("quotient", "nim", "--to", "2", "--seconds", "100"));
    call(folder, 0, "--limit",
         WORDS("classes", "nim", "--ask", "nimber", "--grid", small, "--tests",
               small, "--first", "3", "-q"));
    call(folder, 1, "--limit",
         WORDS("check", "n.h5", "--says", "'N'", "--column", "outcome",
               "--first", "1"));
    call(folder, 0, "--format=csv",
         WORDS("bench", "--rules", "nim", "--grid", small, "-t1", "--runs=1",
               "--csv"));
    call(folder, 3, "--output", WORDS("reproduce", "--dir", "n.csv"));
    store_folder_remove(folder);
}

/* The commands that made the archives of results/. */
Test(cli_words, archived_command_lines)
{
    char folder[64], line[1000], command[4096];
    FILE *in = fopen("results/MANIFEST", "r");
    size_t n = 0;
    store_folder_make(folder);
    cr_assert_not_null(in);
    while (fgets(line, sizeof line, in)) {
        const char *words[40] = {NULL};
        char *text = strrchr(line, '\t');
        size_t k = 0;
        if (!text || !strstr(text, "census run "))
            continue;
        snprintf(command, sizeof command, "%s", text + 1 + strlen("census "));
        command[strcspn(command, "\n")] = 0;
        for (char *w = strtok(command, " "); w && k < 36; w = strtok(NULL, " "))
            words[k++] = w;
        words[k++] = "--time-limit=0.001";
        struct program_call c = program_call(folder, words, PROGRAM_CAUGHT);
        cr_expect(c.status == 0 || c.status == 130, "%s: %d, %s", text,
                  c.status, c.err);
        program_release(&c);
        n++;
    }
    fclose(in);
    cr_expect_geq(n, 20);
    store_folder_remove(folder);
}

Test(cli_words, a_ruleset_is_no_census)
{
    call(".", 2, "write --rules nim --ask outcome --grid multisets:",
         WORDS("run", "nim"));
    call(".", 2, "--rules octal:.77 ", WORDS("estimate", "octal"));
    call(".", 2, "no census 'nimm'", WORDS("run", "nimm"));
}

Test(cli_words, threads_have_one_range)
{
    static const char *const commands[] = {"run",     "resume",  "query",
                                           "verify",  "merge",   "bench",
                                           "classes", "estimate"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        call(".", 2, "within 1..1024", WORDS(commands[i], "x", "-t", "0"));
        call(".", 2, "within 1..1024", WORDS(commands[i], "x", "-t1025"));
    }
}

/* One game, one text for it. */
Test(cli_words, octal_codes_of_the_literature)
{
    struct game a, b;
    cr_assert_eq(game_open(rulesets, "octal:.137", &a), STATUS_OK);
    cr_assert_eq(game_open(rulesets, "octal:0.137", &b), STATUS_OK);
    cr_expect_str_eq(a.spec, b.spec);
    game_close(&a);
    game_close(&b);
    call(".", 2, ".77, 0.77 or 4.7", WORDS("solve", "octal:.", "3"));
    call(".", 2, ".77, 0.77 or 4.7", WORDS("solve", "octal:5.7", "3"));
}

/* What `list rulesets` shows is what the game reads and prints. */
Test(cli_words, example_positions)
{
    size_t n = 0;
    for (size_t i = 0; rulesets[i]; i++) {
        struct game game;
        char texts[200], found[200];
        const char *spec = rulesets[i]->example;
        if (!rulesets[i]->positions)
            continue;
        cr_assert_eq(
            game_open(rulesets, spec ? spec : rulesets[i]->name, &game),
            STATUS_OK);
        snprintf(texts, sizeof texts, "%s", rulesets[i]->positions);
        for (char *t = strtok(texts, ","); t; t = strtok(NULL, ",")) {
            struct position p;
            t += strspn(t, " ");
            cr_assert_eq(rulesets[i]->parse(game.self, t, &p), STATUS_OK);
            rulesets[i]->print(game.self, p, found, sizeof found);
            cr_expect_str_eq(found, t, "%s: %s", rulesets[i]->name, found);
            n++;
        }
        game_close(&game);
    }
    cr_expect_geq(n, 10);
}

/* Of a text of 5,000 characters a message keeps what is wrong with it. */
Test(cli_words, long_texts_keep_their_reason)
{
    enum { LONG = 5000 };
    static const char grid[] = "lists:parts=1,size=1";
    char x[LONG + 1], nim[LONG + 1] = "nim:", sql[LONG + 1] = "select ";
    memset(x, 'x', LONG);
    x[LONG] = 0;
    memcpy(nim + 4, x + 4, LONG - 3);
    memcpy(sql + 7, x + 7, LONG - 6);
    call(".", 2, "(has: players, play)", WORDS("solve", nim, "1"));
    call(".", 2, "(has: players, play)",
         WORDS("run", "--rules", nim, "--grid", grid));
    call(".", 2, "name too long", WORDS("contract", x));
    call(".", 2, "no heap at", WORDS("solve", "nim", x));
    call(".", 2, "no value domain", WORDS("solve", "nim", "1", "--ask", x));
    call(".", 2, "there are: ",
         WORDS("run", "--rules=nim", "--grid", grid, "--columns", x));
    call(".", 2, "digits only", WORDS("run", "e1-sums", "--threads", x));
    call(".", 2, "unknown option",
         WORDS("run", "--no", "e1-sums", "--threads", x));
    call(".", 2, "I/N with I of 0..N-1", WORDS("run", "e1-sums", "--slice", x));
    call(".", 2, "(census --help)", WORDS(x));
    call(".", 3, "File name too long", WORDS("verify", x));
    call(".", 3, "File name too long", WORDS("run", "e1-sums", "-o", x));
    call(".", 3, "File name too long",
         WORDS("solve", "nim", "1", "--plugin", x));
    char folder[64];
    store_folder_make(folder);
    free(program_text(
        folder, 0,
        WORDS("run", "--rules=nim", "--grid", grid, "-q", "-o", "x.h5")));
    call(folder, 2, "not of the form", WORDS("query", "x.h5", "--where", x));
    call(folder, 2, "there are: ", WORDS("query", "x.h5", "--by", x));
    call(folder, 2, "no such column", WORDS("sql", "x.h5", sql));
    memset(sql + 7, '(', 1);
    call(folder, 2, "incomplete", WORDS("sql", "x.h5", sql));
    memset(x + LONG - 2, '=', 1);
    call(folder, 2, "there are: ", WORDS("query", "x.h5", "--where", x));
    memset(sql, 'y', 7);
    call(folder, 2, ": syntax error", WORDS("sql", "x.h5", sql));
    store_folder_remove(folder);
}
