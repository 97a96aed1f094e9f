/* Segments of single heaps: rows against values found heap by heap, found again
 * alone, killed and resumed, damaged. */
#include "engine/run/run.h"
#include "engine/segments/segment.h"
#include "engine/store/file/digest.h"
#include "rules/rules.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH = 70000, COUNT = 3, WINDOW = 40000 };

#define GRID "segments:length=70000,count=3,window=40000"
static const struct whole_case officers = {NULL, NULL, "octal:0.6", "nimber",
                                           GRID};

static json_t *rows_of(const char *path)
{
    return program_rows(
        ".", 0,
        WORDS("sql", path,
              "select first, last, digest, largest, largest_at, rare, "
              "last_rare, records, window from rows",
              "--json"));
}

static json_int_t number(const json_t *row, const char *name)
{
    return json_integer_value(json_object_get(row, name));
}

static const char *text(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

/* The SHA-256 of n values as bytes. */
static void digest_values(const struct sequence *s, uint32_t first, uint32_t n,
                          char hex[DIGEST_HEX])
{
    uint8_t *bytes = malloc(2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++) {
        bytes[2 * i] = (uint8_t)sequence_get(s, first + i);
        bytes[2 * i + 1] = (uint8_t)(sequence_get(s, first + i) >> 8);
    }
    digest_bytes(bytes, 2 * (size_t)n, hex);
    free(bytes);
}

static void check_row(const struct sequence *s, uint32_t i, const json_t *row,
                      uint32_t *before, char *records)
{
    const uint32_t first = i * LENGTH, last = first + LENGTH - 1;
    uint32_t largest = 0, at = first;
    char hex[DIGEST_HEX];
    *records = 0;
    for (uint32_t n = first; n <= last; n++) {
        const uint32_t v = sequence_get(s, n);
        if (v > largest) {
            largest = v;
            at = n;
        }
        if (v > *before) {
            *before = v;
            sprintf(records + strlen(records), "%s%u:%u", *records ? " " : "",
                    n, v);
        }
    }
    cr_expect_eq(number(row, "first"), first);
    cr_expect_eq(number(row, "last"), last);
    cr_expect_eq(number(row, "largest"), largest);
    cr_expect_eq(number(row, "largest_at"), at);
    cr_expect_str_eq(text(row, "records"), records);
    digest_values(s, first, LENGTH, hex);
    cr_expect_str_eq(text(row, "digest"), hex);
    digest_values(s, last + 1 - WINDOW, WINDOW, hex);
    cr_expect_str_eq(text(row, "window"), hex);
}

Test(run_segments, rows_are_those_of_the_sequence)
{
    struct game g;
    struct sequence *s;
    struct whole_place p;
    struct run_report report;
    uint32_t before = 0;
    char *records = malloc(SEGMENT_RECORDS);
    whole_place_quick(&p);
    whole_archive(&officers, p.path, (struct runner_options){.threads = 2},
                  &report);
    cr_expect_str_eq(report.method->name, "segments");
    json_t *rows = rows_of(p.path);
    cr_assert_eq(json_array_size(rows), COUNT);
    cr_assert_eq(game_open(rulesets, officers.rules, &g), STATUS_OK);
    cr_assert_eq(sequence_open(&g, COUNT * LENGTH, NULL, &s), STATUS_OK);
    cr_assert_eq(sequence_extend(s, COUNT * LENGTH, NULL, NULL), STATUS_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        check_row(s, i, json_array_get(rows, i), &before, records);
    cr_expect_eq(number(json_array_get(rows, 0), "rare"), 1583);
    cr_expect_eq(number(json_array_get(rows, 0), "last_rare"), 20627);
    cr_expect_eq(number(json_array_get(rows, 1), "rare"), 0);
    json_decref(rows);
    sequence_close(s);
    game_close(&g);
    free(records);
    store_folder_remove(p.folder);
}

Test(run_segments, found_twice_and_proved)
{
    struct whole_place p;
    struct run_report report;
    whole_place_quick(&p);
    whole_archive(&officers, p.path,
                  (struct runner_options){.threads = 1, .check = true},
                  &report);
    whole_archive(&officers, p.reference,
                  (struct runner_options){.threads = 3, .part_rows = 2},
                  &report);
    whole_same_facts(p.path, p.reference);
    char *out = program_text(".", 0, WORDS("verify", "--proof", p.path));
    cr_expect_not_null(strstr(out, "proved: 3 segments"), "%s", out);
    free(out);
    store_folder_remove(p.folder);
}

/* Wrong rows with digests that fit are named by their columns. */
Test(run_segments, verify_names_a_wrong_segment)
{
    static const struct {
        const char *column;
        uint64_t value;
    } wrong[] = {
        {"digest", 1}, {"rare", 5}, {"largest_at", 70001}, {"values", 1}};
    struct request *r = whole_open(&officers);
    struct whole_place p;
    struct run_report report;
    whole_place_quick(&p);
    whole_archive(&officers, p.reference, (struct runner_options){.threads = 2},
                  &report);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        whole_forge(r, p.reference, p.path, 1, wrong[i].column, wrong[i].value);
        struct program_call call = program_call(
            ".", WORDS("verify", "--proof", "-t", "1", p.path), PROGRAM_CAUGHT);
        cr_expect_eq(call.status, 1, "%s: %s", wrong[i].column, call.err);
        cr_expect_not_null(strstr(call.err, "row 1, column"), "%s", call.err);
        program_release(&call);
        remove(p.path);
    }
    whole_close(r);
    store_folder_remove(p.folder);
}

Test(run_segments, killed_and_resumed)
{
    const struct whole_case c = {NULL, NULL, "octal:0.6", "nimber",
                                 "segments:length=65536,count=24,window=32768"};
    struct runner_options o = {.threads = 2};
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
    whole_archive(&c, p.reference, (struct runner_options){.threads = 1},
                  &report);
    whole_same_facts(p.path, p.reference);
    store_folder_remove(p.folder);
}

static void flip(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    cr_assert(f && !fseek(f, at, SEEK_SET));
    const int byte = fgetc(f);
    cr_assert(!fseek(f, at, SEEK_SET));
    cr_assert(fputc(byte ^ 4, f) != EOF && !fclose(f));
}

/* One bit of the window that the next segment would begin with. */
Test(run_segments, flipped_bit_of_a_checkpoint_is_named)
{
    const struct whole_case c = {NULL, NULL, "octal:0.6", "nimber",
                                 "segments:length=65536,count=24,window=32768"};
    struct runner_options o = {.threads = 1};
    struct whole_place p;
    struct run_report report;
    char part[160];
    whole_place_quick(&p);
    o.path = p.path;
    const pid_t pid = whole_start(&c, &o);
    whole_wait_for_part(p.path);
    kill(pid, SIGKILL);
    whole_wait(pid);
    snprintf(part, sizeof part, "%s.parts/part-000000.h5", p.path);
    flip(part, 9000);
    struct program_call call =
        program_call(".", WORDS("resume", "-t", "1", p.path), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 0, "%s", call.err);
    cr_expect_not_null(strstr(call.err, "part-000000.h5"), "%s", call.err);
    program_release(&call);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 1},
                  &report);
    whole_same_facts(p.path, p.reference);
    store_folder_remove(p.folder);
}

Test(run_segments, refused)
{
    static const char *const out = "/tmp/none.h5";
    program_refuses(".", 2,
                    WORDS("run", "--rules", "octal:0.6", "--ask", "outcome",
                          "--grid", GRID, "-o", out),
                    "it is for nimbers");
    program_refuses(".", 2,
                    WORDS("run", "--rules", "nim", "--ask", "nimber", "--grid",
                          GRID, "-o", out),
                    "it is for nimbers");
    program_refuses(".", 2,
                    WORDS("run", "--rules", "octal:0.6", "--ask", "nimber",
                          "--grid", GRID, "--memo", "spin", "-o", out),
                    "no memo");
    program_refuses(".", 2,
                    WORDS("run", "--rules", "octal:0.6", "--ask", "nimber",
                          "--grid", "segments:count=2,length=9,window=10", "-o",
                          out),
                    "windows are longer");
    program_refuses(".", 2,
                    WORDS("run", "--rules", "octal:0.6", "--ask", "nimber",
                          "--grid", "multisets:parts=1..1,size=1..9",
                          "--double-check", "-o", out),
                    "--double-check");
}
