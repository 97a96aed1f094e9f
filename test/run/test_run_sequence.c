/* Single heaps by sequences, and the same by recursion: equal facts. */
#include "engine/run/run.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct whole_case cases[] = {
    {NULL, NULL, "octal:0.77", "nimber", "multisets:parts=1..1,size=1..300"},
    {NULL, NULL, "octal:0.137", "nimber", "lists:parts=0..1,size=1..300"},
    {NULL, NULL, "octal:4.7", "nimber", "multisets:parts=1..1,size=7..90"},
    {NULL, NULL, "octal:0.6", "nimber", "rows:heaps=1..1,size=1..255"},
    {NULL, NULL, "subtraction:1,3,4", "nimber",
     "multisets:parts=0..1,size=1..200"},
    {NULL, NULL, "nim", "nimber", "multisets:parts=1..1,size=1..200"},
    {NULL, NULL, "top-entails:reply=any", "nimber",
     "lists:parts=1..1,size=1..120"},
    {NULL, NULL, "top-entails:empty=lose", "loony",
     "lists:parts=1..1,size=1..200"},
    {NULL, NULL, "top-entails", "loony", "multisets:parts=0..1,size=1..120"},
    {NULL, NULL, "entailing-nim", "loony", "lists:parts=0..1,size=1..120"},
    {NULL, NULL, "entailing-nim:empty=illegal", "loony",
     "lists:parts=0..1,size=1..120"},
};
enum { CASES = sizeof cases / sizeof cases[0] };

Test(run_sequence, facts_are_those_of_the_recursion)
{
    for (int i = 0; i < CASES; i++) {
        struct whole_place p;
        struct run_report report;
        whole_place_quick(&p);
        whole_archive(&cases[i], p.reference,
                      (struct runner_options){.threads = 1, .recursion = true},
                      &report);
        cr_expect_str_eq(report.method->name, "recursion");
        whole_archive(&cases[i], p.path,
                      (struct runner_options){.threads = 1 + i % 3,
                                              .part_rows = 1 + (i * 7) % 50},
                      &report);
        cr_expect_str_eq(report.method->name, "sequence", "%s", cases[i].rules);
        whole_same_facts(p.path, p.reference);
        store_folder_remove(p.folder);
    }
}

Test(run_sequence, killed_and_resumed)
{
    const struct whole_case c = {NULL, NULL, "top-entails:empty=lose", "loony",
                                 "lists:parts=1..1,size=1..9000"};
    const struct runner_options options = {.threads = 2, .part_rows = 500};
    struct runner_options o = options;
    struct whole_place p;
    struct run_report report;
    whole_place_quick(&p);
    o.path = p.path;
    const pid_t pid = whole_start(&c, &o);
    whole_wait_for_part(p.path);
    kill(pid, SIGKILL);
    whole_wait(pid);
    o.resume = true;
    cr_assert_eq(whole_run(&c, o, &report), STATUS_OK);
    cr_expect_gt(report.recalled, 0);
    cr_expect_lt(report.evaluated, 9000);
    whole_archive(&c, p.reference, options, &report);
    whole_same_facts(p.path, p.reference);
    store_folder_remove(p.folder);
}

/* A value that is wrong, with digests that fit. */
Test(run_sequence, verify_names_a_wrong_heap)
{
    const struct whole_case c = {NULL, NULL, "top-entails:empty=lose", "loony",
                                 "lists:parts=1..1,size=1..4000"};
    static const uint64_t wrong[] = {100, 3990};
    struct request *r = whole_open(&c);
    struct whole_place p;
    struct run_report report;
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 2},
                  &report);
    free(program_text(".", 0, WORDS("verify", p.reference)));
    for (size_t i = 0; i < 2; i++) {
        whole_forge(r, p.reference, p.path, wrong[i], "value", 3000);
        struct program_call call = program_call(
            ".", WORDS("verify", "--sample", "60000", p.path), PROGRAM_CAUGHT);
        cr_expect_eq(call.status, 1);
        cr_expect_not_null(strstr(call.err, "row "), "%s", call.err);
        program_release(&call);
        remove(p.path);
    }
    whole_close(r);
    store_folder_remove(p.folder);
}
