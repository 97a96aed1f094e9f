#include "census/named/censuses.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(cli_run, run_status_resume_verify)
{
    static const char *const keys[] = {"file",      "rows",
                                       "recalled",  "warm",
                                       "evaluated", "positions",
                                       "memo",      "memo_bytes",
                                       "seconds",   "cpu_seconds",
                                       "threads",   "method",
                                       "barriers",  "waiting_cpu_seconds",
                                       NULL};
    char folder[64];
    store_folder_make(folder);
    json_t *run =
        program_json(folder, 0,
                     WORDS("run", "--rules", "nim", "--ask", "nimber", "--grid",
                           "multisets:parts=1..3,size=1..5", "--threads", "2",
                           "-o", "nim.h5", "--quiet", "--json"));
    program_has_fields(run, keys);
    cr_assert_eq(program_field_number(run, "rows"), 5 + 15 + 35);
    json_decref(run);

    json_t *status =
        program_json(folder, 0, WORDS("status", "nim.h5", "--json"));
    program_has_fields(
        status, WORDS("state", "census", "rows", "rows_done", "coverage"));
    cr_assert_str_eq(program_field_text(status, "state"), "finished");
    json_decref(status);

    json_t *verify =
        program_json(folder, 0, WORDS("verify", "nim.h5", "--json"));
    program_has_fields(verify, WORDS("file", "verified", "rows", "bytes",
                                     "chunks", "values", "solved_again"));
    cr_assert(json_is_true(json_object_get(verify, "verified")));
    /* All, since there are fewer than a sample has: each once. */
    cr_assert_eq(program_field_number(verify, "solved_again"), 5 + 15 + 35);
    json_decref(verify);
    store_folder_remove(folder);
}

/* A run that has come to nothing yet: its folder is there, all is missing. */
static void begin_run(const char *folder, struct parts **parts,
                      struct request **r)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "9"};
    char path[96];
    *r = whole_open(&c);
    const struct run_identity id = plan_identity(&(*r)->plan, (*r)->params);
    snprintf(path, sizeof path, "%s/half.h5", folder);
    cr_assert_eq(parts_open(path, &id, 20, true, parts), STATUS_OK);
}

Test(cli_run, one_run_at_a_time)
{
    static const char *const keys[] = {
        "state", "census",     "rules", "grid",       "rows",   "rows_done",
        "parts", "parts_done", "bad",   "memo_bytes", "holder", NULL};
    struct parts *parts;
    struct request *r;
    char folder[64], process[32];
    store_folder_make(folder);
    begin_run(folder, &parts, &r);
    snprintf(process, sizeof process, "process %ld", (long)getpid());
    struct program_call call = program_call(
        folder, WORDS("resume", "half.h5", "--quiet"), PROGRAM_CAUGHT);
    cr_assert_eq(call.status, 3);
    cr_assert_eq(call.err_lines, 1);
    cr_assert_not_null(strstr(call.err, process), "%s", call.err);
    program_release(&call);
    json_t *status =
        program_json(folder, 0, WORDS("status", "half.h5", "--json"));
    program_has_fields(status, keys);
    cr_assert_str_eq(program_field_text(status, "state"), "running");
    json_decref(status);

    parts_close(parts);
    status = program_json(folder, 0, WORDS("status", "half.h5", "--json"));
    cr_assert_str_eq(program_field_text(status, "state"), "interrupted");
    json_decref(status);
    json_t *resume = program_json(
        folder, 0, WORDS("resume", "half.h5", "--quiet", "--json"));
    cr_assert_eq(program_field_number(resume, "rows"), 97);
    json_decref(resume);
    whole_close(r);
    store_folder_remove(folder);
}

Test(cli_run, reproduce)
{
    static const char *const keys[] = {"id",     "claim", "printed", "computed",
                                       "agrees", "note",  NULL};
    char folder[64];
    store_folder_make(folder);
    struct program_call call = program_call(
        folder, WORDS("reproduce", "-o", "r", "--json"), PROGRAM_CAUGHT);
    cr_assert_eq(call.status, 0, "%s", call.err);
    json_t *found = json_loads(call.out, 0, NULL);
    const json_t *list = json_object_get(found, "claims");
    cr_assert_geq(json_array_size(list), 9);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *claim = json_array_get(list, i);
        program_has_fields(claim, keys);
        if (!strncmp(program_field_text(claim, "id"), "E1.", 3)) {
            cr_assert(json_is_true(json_object_get(claim, "agrees")));
            cr_assert_eq(atoi(program_field_text(claim, "id") + 3), (int)i + 1);
        }
    }
    json_decref(found);
    program_release(&call);
    store_folder_remove(folder);
}

Test(cli_run, check_agrees)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "8",
                            "-o", "te.h5", "--quiet")));
    json_t *check = program_json(
        folder, 0, WORDS("check", "te.h5", "three-clause", "--json"));
    program_has_fields(check,
                       WORDS("rule", "column", "rows", "agree", "disagree",
                             "silent", "first", "confusion"));
    cr_assert_eq(program_field_number(check, "agree"), 67);
    cr_assert_eq(program_field_number(check, "disagree"), 0);
    json_decref(check);
    store_folder_remove(folder);
}

/* The census as it is, but for one row with the other outcome. */
static enum status lie(const struct cell *cell, void *row)
{
    const struct census *honest = census_find("top-entails-partitions");
    enum status st = honest->row(cell, row);
    for (size_t i = 0; i < honest->ncolumns && cell->index == 10; i++)
        if (!strcmp(honest->columns[i].name, "outcome"))
            column_set(&honest->columns[i], row,
                       column_get(&honest->columns[i], row) == OUTCOME_N
                           ? OUTCOME_P
                           : OUTCOME_N);
    return st;
}

Test(cli_run, a_false_row_is_found)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "9"};
    char folder[64], path[96];
    struct run_report report;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/lie.h5", folder);
    struct request *r = whole_open(&c);
    struct census liar = *r->plan.census;
    const struct runner_options options = {
        .path = path, .command = "test", .threads = 1, .quiet = true};
    liar.row = lie;
    r->plan.census = &liar;
    cr_assert_eq(runner_run(r, &options, &report), STATUS_OK);
    whole_close(r);

    json_t *check = program_json(
        folder, 1, WORDS("check", "lie.h5", "three-clause", "--json"));
    const json_t *first = json_object_get(check, "first");
    cr_assert_eq(program_field_number(check, "agree"), 96);
    cr_assert_eq(program_field_number(check, "disagree"), 1);
    cr_assert_eq(json_array_size(first), 1);
    cr_assert_eq(program_field_number(json_array_get(first, 0), "row"), 10);
    program_has_fields(json_array_get(first, 0),
                       WORDS("row", "position", "predicted", "found"));
    json_decref(check);

    struct program_call call = program_call(
        folder, WORDS("verify", "lie.h5", "--sample", "97"), PROGRAM_CAUGHT);
    cr_assert_eq(call.status, 1);
    cr_assert_eq(call.err_lines, 1);
    cr_assert_not_null(strstr(call.err, "row 10, column outcome"), "%s",
                       call.err);
    cr_assert_str_empty(call.out);
    program_release(&call);
    store_folder_remove(folder);
}

/* A notation that is longer than that of heaps is kept whole. */
Test(cli_run, positions_are_not_cut)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "domineering", "--grid",
                            "lists:parts=2..2,size=2..4", "-o", "d.h5", "-q")));
    char *text = program_text(
        folder, 0,
        WORDS("query", "d.h5", "--rows", "9", "--where", "counters=8"));
    cr_expect(strstr(text, "..../..../..../...."), "%s", text);
    free(text);
    store_folder_remove(folder);
}

/* A run with `less` bytes less than it would take in memory, which says `what`
 * and has the same facts; and one that is killed and resumed. */
static void spill(const char *rules, const char *ask, const char *grid,
                  long long less, const char *what)
{
#define SPILLED "--rules", rules, "--ask", ask, "--grid", grid, "-t", "2"
    char folder[64], memory[32];
    store_folder_make(folder);
    json_t *estimate =
        program_json(folder, 0, WORDS("estimate", SPILLED, "--json"));
    snprintf(memory, sizeof memory, "%lld",
             (long long)program_field_number(estimate, "memory_bytes") - less);
    json_decref(estimate);
    free(program_text(folder, 0, WORDS("run", SPILLED, "-q", "-o", "in.h5")));
    struct program_call out = program_call(
        folder, WORDS("run", SPILLED, "-o", "out.h5", "--memory", memory),
        PROGRAM_CAUGHT);
    cr_assert_eq(out.status, 0, "%s", out.err);
#ifdef __SANITIZE_ADDRESS__ /* whose memory is in the estimate, too */
    (void)what;
#else
    cr_expect(strstr(out.err, what), "%s", out.err);
#endif
    program_release(&out);
    free(program_text(folder, 0, WORDS("diff", "in.h5", "out.h5")));
    const struct program run = program_start(
        folder, WORDS("run", SPILLED, "-q", "-o", "k.h5", "--memory", memory),
        PROGRAM_CAUGHT);
    usleep(100000);
    kill(run.pid, SIGKILL);
    out = program_wait(&run);
    program_release(&out);
    /* The machine decides how far it came. */
    char *left = program_listing(folder);
    free(program_text(
        folder, 0,
        strstr(left, "k.h5.parts/run.json")
            ? WORDS("resume", "-q", "k.h5", "--memory", memory)
            : WORDS("run", SPILLED, "-q", "-o", "k.h5", "--memory", memory)));
    free(left);
    free(program_text(folder, 0, WORDS("diff", "in.h5", "k.h5")));
    left = program_listing(folder);
    cr_expect_not(strstr(left, ".parts"), "%s", left);
    free(left);
    store_folder_remove(folder);
#undef SPILLED
}

/* 1,295,971 positions have 2.6 MB of masks, since entailing Nim reaches all
 * totals; they may take half of what they need in memory. */
Test(cli_run, masks_that_do_not_fit_go_to_a_file)
{
    spill("entailing-nim", "outcome", "partitions:total=0..50", 1295971,
          "masks 2.5 MB on the disk");
}

/* Sets of 64 values for each of 552,767 lines. */
Test(cli_run, tables_that_do_not_fit_go_to_a_file)
{
    spill("nim", "nimber", "partitions:total=0..46", 2 << 20, "MB on the disk");
}

/* A parameter that the grid does not tell makes another census, too: it is not
 * taken for finished, nor are its parts for those of the other. */
Test(cli_run, every_parameter_is_a_part_of_identity)
{
    char folder[64];
    store_folder_make(folder);
#define PERIODS(heaps, ...)                                                    \
    WORDS("run", "octal-periods", "--digits=1", "--heaps=" heaps, "-q",        \
          __VA_ARGS__)
    program_wants(folder, 0, PERIODS("100", "-o", "x.h5"), "");
    program_wants(folder, 0, PERIODS("100", "-o", "x.h5"), "");
    program_refuses(folder, 3, PERIODS("200", "-o", "x.h5"), "exists already");
    program_wants(folder, 0, PERIODS("100", "-o", "y.h5", "--slice=0/2"), "");
    program_refuses(folder, 3, PERIODS("200", "-o", "y.h5", "--slice=1/2"),
                    "other parameters");
    free(program_text(folder, 0, WORDS("verify", "-q", "x.h5")));
    store_folder_remove(folder);
}
