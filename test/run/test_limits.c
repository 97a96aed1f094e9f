#include "census/cli/cli.h"
#include "census/run/budget.h"
#include "census/run/machine.h"
#include "engine/memo/memo.h"
#include "test/common/memo_keys.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct whole_case partitions = {.name = "top-entails-partitions",
                                             .param = "26"};

static void near(uint64_t found, uint64_t expected, unsigned per_cent,
                 const char *what)
{
    const uint64_t more =
        found > expected ? found - expected : expected - found;
    cr_expect_leq(100 * more, per_cent * expected, "%s: %llu, not %llu", what,
                  (unsigned long long)found, (unsigned long long)expected);
}

/* What memo.h promises of bytes(), for keys of both widths. */
Test(limits, tables_are_as_large_as_foretold)
{
    unsigned told = 0;
    for (size_t i = 0; memo_kinds[i]; i++)
        for (unsigned bits = 64; bits <= 128 && memo_kinds[i]->bytes;
             bits += 64) {
            const struct memo_spec spec = {
                .key_bits = bits, .value_bytes = 2, .threads = 1};
            struct memo memo;
            struct memo_stats stats;
            uint64_t n = 0;
            if (keys_refusable(memo_kinds[i], &spec))
                continue;
            cr_assert_eq(memo_open(memo_kinds[i], &spec, &memo), STATUS_OK);
            for (uint64_t until = 0; until < 300000; until = until * 3 + 700) {
                for (; n < until; n++) {
                    const struct position key = {position_mix(n), bits > 64};
                    const uint64_t value = n % 1000;
                    cr_assert_eq(memo_put(&memo, 0, &key, &value, 1),
                                 STATUS_OK);
                }
                memo_kinds[i]->stats(memo.self, &stats);
                const uint64_t bytes = memo_kinds[i]->bytes(&spec, n);
                if (bytes)
                    near(bytes, stats.bytes, 3, memo_kinds[i]->name);
                told += bytes > 0;
            }
            memo_close(&memo);
        }
    cr_expect_geq(told, 2 * 6);
}

/* A table for so many keys holds what is foretold from the start until they
 * are in, and no more than one that grew. */
static void presized(const struct memo_kind *kind, uint64_t n)
{
    const struct memo_spec spec = {.key_bits = 64,
                                   .value_bytes = 1,
                                   .value_bits = 2,
                                   .threads = 1,
                                   .expect = n,
                                   .universe = 2 * n};
    struct memo memo;
    struct memo_stats before, after;
    cr_assert_eq(memo_open(kind, &spec, &memo), STATUS_OK);
    kind->stats(memo.self, &before);
    for (uint64_t i = 0; i < n; i++) {
        const struct position key = {2 * i, 0};
        const uint64_t value = i % 3;
        cr_assert_eq(memo_put(&memo, 0, &key, &value, 1), STATUS_OK);
    }
    kind->stats(memo.self, &after);
    near(kind->bytes(&spec, n), after.bytes, 3, kind->name);
    cr_expect_eq(before.bytes, after.bytes, "%s", kind->name);
    cr_expect_eq(after.growths, 0, "%s", kind->name);
    memo_close(&memo);
}

Test(limits, presized_tables_do_not_grow)
{
    unsigned told = 0;
    for (size_t i = 0; memo_kinds[i]; i++)
        /* Stripes fill up one by one, and some must double. */
        if (memo_kinds[i]->bytes && strcmp(memo_kinds[i]->name, "striped")) {
            presized(memo_kinds[i], 1000);
            presized(memo_kinds[i], 400000);
            told++;
        }
    cr_expect_geq(told, 6);
}

static struct estimate estimated(const struct whole_case *c, const char *memo,
                                 double seconds)
{
    struct request *r = whole_open(c);
    const struct run_options options = {
        .threads = 2, .memo = memo ? memo_find(memo) : NULL, .quiet = true};
    struct pilots pilots = {0};
    struct estimate e;
    if (seconds > 0)
        cr_assert_eq(pilots_fly(&r->plan, &options, seconds, &pilots),
                     STATUS_OK);
    cr_assert_eq(estimate_run(&r->plan, &options,
                              run_part_rows(r->plan.grid.count), &pilots, &e),
                 STATUS_OK);
    whole_close(r);
    return e;
}

/* Estimates against what is then used. A pilot that is given time enough tries
 * every row. */
Test(limits, estimates_come_true)
{
    static const struct {
        struct whole_case c;
        const char *memo;
        enum estimate_basis basis;
    } cases[] = {
        {{.name = "top-entails-partitions", .param = "26"},
         NULL,
         ESTIMATE_COUNTED},
        {{.name = "top-entails-partitions", .param = "30"},
         "striped",
         ESTIMATE_SAMPLED},
        {{NULL, NULL, "top-entails:reply=elsewhere", "outcome",
          "partitions:total=0..20"},
         "mutex",
         ESTIMATE_COUNTED},
        {{NULL, NULL, "nim", "nimber", "multisets:parts=1..3,size=1..9"},
         NULL,
         ESTIMATE_COUNTED},
        {{NULL, NULL, "top-entails", "outcome",
          "multisets:parts=1..3,size=1..9"},
         NULL,
         ESTIMATE_COUNTED},
        {{NULL, NULL, "nim", "nimber", "multisets:parts=1..3,size=1..9"},
         "striped",
         ESTIMATE_TRIED},
        {{NULL, NULL, "end-nim", "outcome", "rows:heaps=1..4,size=1..4"},
         NULL,
         ESTIMATE_COUNTED},
    };
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct estimate e = estimated(&cases[i].c, cases[i].memo, 60);
        struct run_report report;
        struct stat file;
        whole_archive(
            &cases[i].c, p.path,
            (struct runner_options){.threads = 2, .memo = cases[i].memo},
            &report);
        cr_assert_eq(stat(p.path, &file), 0);
        cr_expect_eq(e.rows, report.rows);
        cr_expect_eq(e.method, report.method);
        cr_expect_eq(e.basis, cases[i].basis, "case %zu: %d", i, (int)e.basis);
        near(e.positions, report.positions, 2, "positions");
        near(e.memo_bytes, report.memo_bytes, 3, "memo");
        near(e.archive_bytes, (uint64_t)file.st_size, 20, "archive");
        cr_expect_gt(e.memory_bytes, e.memo_bytes + e.part_bytes);
    }
    store_folder_remove(p.folder);
}

Test(limits, archive_without_a_pilot_is_an_upper_bound)
{
    const struct estimate with = estimated(&partitions, NULL, 60);
    const struct estimate without = estimated(&partitions, NULL, 0);
    cr_expect_eq(without.pilot_rows, 0);
    cr_expect_eq(with.pilot_rows, with.rows);
    cr_expect_gt(without.archive_bytes, with.archive_bytes);
    cr_expect_eq(without.positions, with.positions);
}

/* Of two short pilots with ten times the values for four times the rows. */
Test(limits, values_grow_no_faster_than_rows)
{
    static const struct whole_case regions = {
        NULL, NULL, "domineering", "partizan", "regions:squares=1..9"};
    const struct pilots pilots = {
        .last = {{.rows = 0},
                 {.rows = 256, .positions = 256, .value_bytes = 1000},
                 {.rows = 1024, .positions = 1024, .value_bytes = 10000}}};
    const struct run_options options = {.threads = 1, .quiet = true};
    struct request *r = whole_open(&regions);
    struct estimate e;
    cr_assert_eq(estimate_run(&r->plan, &options, 1024, &pilots, &e),
                 STATUS_OK);
    cr_expect_gt(e.value_bytes, 10000);
    cr_expect_leq(e.value_bytes, 5 * 10000 * (r->plan.grid.count / 1024 + 1));
    const struct pilots tiny = {
        .last = {{.rows = 0},
                 {.rows = 4, .positions = 4, .value_bytes = 9000},
                 {.rows = 16, .positions = 16, .value_bytes = 10000}}};
    cr_assert_eq(estimate_run(&r->plan, &options, 1024, &tiny, &e), STATUS_OK);
    cr_expect_eq(e.value_bytes, 0);
    cr_expect(e.more, "at least: that of values is not known");
    whole_close(r);
}

/* Tables that are not solved in the time of the pilots have an estimate from
 * what was solved, and rows by recursion. */
Test(limits, a_pilot_that_is_cut_says_how_long)
{
    static const struct whole_case elsewhere = {
        NULL, NULL, "top-entails:reply=elsewhere", "outcome",
        "multisets:parts=1..6,size=1..12"};
    const struct estimate e = estimated(&elsewhere, NULL, 0.1);
    cr_expect_str_eq(e.method->name, "dense");
    cr_expect_eq(e.positions, 84136285);
    cr_expect_gt(e.seconds, 0.2);
    cr_expect_float_eq(e.cpu_seconds, 2 * e.seconds, 1e-9);
    cr_expect_gt(e.pilot_rows, 0);
    cr_expect_lt(e.archive_bytes, 400000);
}

/* How many positions the last rows reach beyond the grid the first ones do not
 * tell: so what is carried on from them is no more than a floor. */
Test(limits, a_closure_that_is_not_counted_has_no_estimate_but_a_floor)
{
    static const struct whole_case elsewhere = {
        NULL, NULL, "top-entails:reply=elsewhere", "outcome",
        "multisets:parts=1..4,size=1..12"};
    struct request *r = whole_open(&elsewhere);
    const struct run_options options = {
        .threads = 1, .quiet = true, .recursion = true};
    struct run_report report;
    struct pilots pilots = {0};
    struct estimate e;
    char *rows;
    for (size_t i = 0; i < PILOTS; i++) {
        const uint64_t n = UINT64_C(16) << 2 * i;
        rows = calloc(n, r->plan.census->row_size);
        cr_assert_eq(run_pilot(&r->plan, &options, n, n, rows, &report),
                     STATUS_OK);
        free(rows);
        pilots.last[i] = (struct pilot){.rows = n,
                                        .positions = report.positions,
                                        .memo_bytes = report.memo_bytes,
                                        .seconds = 0.01 * (double)(i + 1)};
    }
    cr_assert_eq(estimate_run(&r->plan, &options, 1024, &pilots, &e),
                 STATUS_OK);
    cr_expect_eq(e.basis, ESTIMATE_CARRIED);
    cr_expect(e.open);
    cr_expect(e.more);
    cr_expect_leq(e.positions, 616965, "%llu positions",
                  (unsigned long long)e.positions);
    whole_close(r);
    /* Where each row is a position of the grid, it is an estimate. */
    static const struct whole_case regions = {
        NULL, NULL, "domineering", "partizan", "regions:squares=1..9"};
    r = whole_open(&regions);
    for (size_t i = 0; i < PILOTS; i++)
        pilots.last[i].positions = pilots.last[i].rows;
    cr_assert_eq(estimate_run(&r->plan, &options, 1024, &pilots, &e),
                 STATUS_OK);
    cr_expect_eq(e.basis, ESTIMATE_CARRIED);
    cr_expect_not(e.open);
    whole_close(r);
}

Test(limits, what_is_not_known_is_null)
{
    json_t *list = json_pack("[o, o, o, o, o]", cli_json_seconds(0),
                             cli_json_count(0), cli_json_limit(UINT64_MAX),
                             cli_json_limit(0), cli_json_seconds(0.5));
    char *text = json_dumps(list, 0);
    cr_expect_str_eq(text, "[null, null, null, 0, 0.5]");
    free(text);
    json_decref(list);
}

Test(limits, what_cannot_fit_is_refused_with_the_numbers)
{
    struct run_report report;
    struct whole_place p;
    char heard[600];
    whole_place_quick(&p);
    const struct runner_options options = {
        .path = p.path, .threads = 1, .memory = 1 << 20};
    store_listen();
    cr_expect_eq(whole_run(&partitions, options, &report), STATUS_NOMEM);
    store_heard(heard, sizeof heard);
    cr_expect(
        store_one_line(heard, (const char *const[]){"x.h5", " MB of memory",
                                                    "1 MB", NULL}),
        "%s", heard);
    cr_expect_not(runner_resumable(p.path));
    store_folder_remove(p.folder);
}

/* More than any disk has. */
Test(limits, full_disk_is_foreseen)
{
    struct budget b = {.memory = 1, .disk = 1000, .needed = 1001};
    b.estimate.pilot_rows = 5;
    char heard[300];
    store_listen();
    cr_expect_eq(budget_refuse(&b, "x.h5"), STATUS_IO);
    store_heard(heard, sizeof heard);
    cr_expect(
        store_one_line(heard, (const char *const[]){"x.h5", "disk", NULL}));
    b.disk = 1001;
    cr_expect_eq(budget_refuse(&b, "x.h5"), STATUS_OK);
}

/* Stops that leave a run to be resumed, to the facts of an undisturbed one. */
static void stop_and_resume(const struct whole_case *c,
                            struct runner_options options)
{
    struct run_report report;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(c, p.reference,
                  (struct runner_options){.threads = 2, .memo = options.memo},
                  &report);
    options.path = p.path;
    cr_assert_eq(whole_run(c, options, &report), STATUS_STOPPED);
    cr_assert(runner_resumable(p.path));
    options.memory = 0;
    options.seconds = 0;
    options.resume = true;
    cr_assert_eq(whole_run(c, options, &report), STATUS_OK);
    whole_same_facts(p.path, p.reference);
    store_folder_remove(p.folder);
}

/* Nobody knows how many positions a recursion meets: it is begun, and stops
 * when the limit is reached. */
Test(limits, memory_stops_a_recursion, .init = cr_redirect_stderr)
{
    static const struct whole_case c = {NULL, NULL, "top-entails:empty=lose",
                                        "outcome",
                                        "lists:parts=1..3,size=1..6"};
    stop_and_resume(
        &c, (struct runner_options){
                .threads = 2, .memo = "striped", .memory = 1, .part_rows = 50});
}

Test(limits, time_stops_a_run, .init = cr_redirect_stderr)
{
    static const struct whole_case c = {.name = "top-entails-partitions",
                                        .param = "30"};
    stop_and_resume(&c, (struct runner_options){.threads = 2,
                                                .memo = "striped",
                                                .seconds = 1e-6,
                                                .part_rows = 100});
}

struct stopper {
    atomic_int left;
};

static bool stop_soon(void *context)
{
    struct stopper *s = context;
    return atomic_fetch_sub(&s->left, 1) <= 0;
}

/* One part of a few milliseconds: a stop in the middle of it comes too late to
 * stop anything. */
Test(limits, part_that_is_nearly_done_is_finished)
{
    struct request *r = whole_open(&partitions);
    const struct run_identity id = plan_identity(&r->plan, r->params);
    struct stopper stopper = {3};
    const struct run_options options = {
        .threads = 1, .quiet = true, .stop = stop_soon, .context = &stopper};
    struct run_report report;
    struct parts *parts;
    struct whole_place p;
    whole_place_quick(&p);
    cr_assert_eq(parts_open(p.path, &id, STORE_CHUNK_ROWS, true, &parts),
                 STATUS_OK);
    cr_expect_eq(run_census(&r->plan, parts, &options, &report), STATUS_OK);
    cr_expect_lt(atomic_load(&stopper.left), 0);
    cr_expect_eq(parts_rows_done(parts), r->plan.grid.count);
    parts_close(parts);
    whole_close(r);
    store_folder_remove(p.folder);
}

Test(limits, signal_shows_progress, .timeout = 120)
{
    static const struct whole_case c = {.name = "top-entails-partitions",
                                        .param = "30"};
    const struct runner_options options = {
        .threads = 2, .memo = "striped", .part_rows = 100};
    struct runner_options here = options;
    struct whole_place p;
    char heard[4000];
    whole_place_make(&p);
    here.path = p.path;
    store_listen();
    pid_t pid = whole_start(&c, &here);
    whole_wait_for_part(p.path);
    kill(pid, SIGUSR1);
    const int ended = whole_wait(pid);
    store_heard(heard, sizeof heard);
    cr_expect_eq(ended, 0);
    cr_expect(strstr(heard, " rows/s"), "%s", heard);
    store_folder_remove(p.folder);
}

Test(limits, amounts_are_read, .init = cr_redirect_stderr)
{
    static const char *const bad[] = {"",    "M",   "-1",  "0",     "1Q",
                                      "1MM", "1 M", "nan", "1e400", "9e18T"};
    uint64_t bytes;
    double seconds;
    cr_expect_eq(machine_bytes("--memory", "65536", &bytes), STATUS_OK);
    cr_expect_eq(bytes, 65536);
    cr_expect_eq(machine_bytes("--memory", "1.5G", &bytes), STATUS_OK);
    cr_expect_eq(bytes, 3ull << 29);
    cr_expect_eq(machine_seconds("--time-limit", "90", &seconds), STATUS_OK);
    cr_expect_eq((int)seconds, 90);
    cr_expect_eq(machine_seconds("--time-limit", "1.5h", &seconds), STATUS_OK);
    cr_expect_eq((int)seconds, 5400);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(machine_bytes("--memory", bad[i], &bytes), STATUS_USAGE,
                     "%s", bad[i]);
    cr_expect_gt(machine_memory(), 0);
    cr_expect_gt(machine_disk("/tmp/x.h5"), 0);
    cr_expect_eq(machine_disk("/no/such/folder/x.h5"), UINT64_MAX);
}
