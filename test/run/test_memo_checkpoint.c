/* Memos that outlive the run that filled them. */
#include "engine/run/memo_checkpoint.h"
#include "engine/store/write/memo_file.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART_ROWS = 64 };

/* Whose finished parts do not say all that later rows need to know. */
static const struct whole_case partitions = {
    NULL, NULL, "top-entails:empty=lose", "outcome", "partitions:total=0..17"};

/* Stops at the end of the part in which so many shards are done. `blocked`: a
 * folder will stand where the memo is to be written. */
struct stopper {
    atomic_int left;
    const char *blocked;
};

static bool stop_soon(void *context)
{
    struct stopper *s = context;
    const bool now = atomic_fetch_sub(&s->left, 1) <= 0;
    if (now && s->blocked && access(s->blocked, F_OK))
        cr_assert_eq(mkdir(s->blocked, 0755), 0);
    return now;
}

/* How one run goes. */
struct way {
    const char *memo;
    unsigned threads;
    bool recursion, resume;
    int shards; /* until it stops; 0: it does not */
    double keep;
    const char *blocked;
};

static enum status go(const struct whole_case *c, const char *path,
                      struct way way, struct run_report *report)
{
    struct request *r = whole_open(c);
    const struct run_identity id = plan_identity(&r->plan, r->params);
    struct stopper stopper = {way.shards, way.blocked};
    const struct run_options options = {.threads = way.threads,
                                        .memo = memo_find(way.memo),
                                        .recursion = way.recursion,
                                        .keep = way.keep,
                                        .quiet = true,
                                        .stop = way.shards ? stop_soon : NULL,
                                        .context = &stopper};
    struct parts *parts;
    cr_assert_eq(parts_open(path, &id, PART_ROWS, !way.resume, &parts),
                 STATUS_OK);
    enum status st = run_census(&r->plan, parts, &options, report);
    if (!st)
        st = parts_archive(parts, &store_record, true, NULL);
    parts_close(parts);
    whole_close(r);
    return st;
}

static const struct way half = {
    .memo = "striped", .threads = 1, .shards = 12, .keep = 1e-9};

static void stop_halfway(const struct whole_case *c, const char *path,
                         struct way way)
{
    struct run_report report;
    cr_assert_eq(go(c, path, way, &report), STATUS_STOPPED);
    cr_assert_eq(report.warm, 0);
}

/* Goes on to the archive, which must have the facts of the reference. */
static struct run_report finish(const struct whole_case *c,
                                const struct whole_place *p, struct way way)
{
    struct run_report report;
    way.resume = true;
    way.shards = 0;
    cr_assert_eq(go(c, p->path, way, &report), STATUS_OK);
    whole_same_facts(p->path, p->reference);
    return report;
}

static void memo_path(const struct whole_place *p, char path[160])
{
    snprintf(path, 160, "%s.parts/memo-0.bin", p->path);
}

static bool kept(const struct whole_place *p)
{
    char path[160];
    memo_path(p, path);
    return access(path, F_OK) == 0;
}

/* As `census status` says. */
static uint64_t kept_bytes(const struct whole_place *p)
{
    struct parts_info info;
    cr_assert_eq(parts_inspect(p->path, &info), STATUS_OK);
    const uint64_t bytes = info.memo_bytes;
    parts_info_release(&info);
    return bytes;
}

static void forget(const struct whole_place *p)
{
    char path[160];
    memo_path(p, path);
    cr_assert_eq(unlink(path), 0);
}

static void start(const struct whole_case *c, struct whole_place *p,
                  struct run_report *report)
{
    whole_place_quick(p);
    whole_archive(c, p->reference,
                  (struct runner_options){.threads = 1, .memo = "mutex"},
                  report);
}

/* What a strategy wrote is read by itself and by another, on any number of
 * threads. */
static void hand_over(const struct whole_place *p, const char *from,
                      const char *to, unsigned threads)
{
    struct way way = half;
    way.memo = from;
    way.threads = threads;
    stop_halfway(&partitions, p->path, way);
    cr_assert(kept(p));
    cr_expect_gt(kept_bytes(p), 1000);
    way.memo = to;
    way.threads = 4 - threads;
    cr_assert_gt(finish(&partitions, p, way).warm, 0, "%s to %s", from, to);
    cr_assert_eq(unlink(p->path), 0);
}

Test(memo_checkpoint, every_memo_goes_on_where_another_stopped)
{
    struct run_report whole;
    struct whole_place p;
    const char *previous = "striped";
    unsigned tried = 0;
    start(&partitions, &p, &whole);
    for (size_t i = 0; memo_kinds[i]; i++) {
        const char *name = memo_kinds[i]->name;
        if (memo_kinds[i]->forgets)
            continue;
        hand_over(&p, name, name, 1 + 2 * (tried % 2));
        hand_over(&p, previous, name, 3 - 2 * (tried % 2));
        previous = name;
        tried++;
    }
    cr_assert_geq(tried, 7);
    store_folder_remove(p.folder);
}

/* Warm, a sweep evaluates every position once, both runs taken together. */
Test(memo_checkpoint, nothing_is_solved_twice)
{
    for (int recursion = 0; recursion < 2; recursion++) {
        struct run_report whole, first, cold, warm;
        struct whole_place p;
        struct way way = half;
        way.recursion = recursion;
        start(&partitions, &p, &whole);
        cr_assert_eq(go(&partitions, p.path, way, &first), STATUS_STOPPED);
        forget(&p);
        cold = finish(&partitions, &p, way);
        cr_assert_eq(unlink(p.path), 0);
        stop_halfway(&partitions, p.path, way);
        warm = finish(&partitions, &p, way);
        cr_expect_eq(cold.warm, 0);
        cr_expect_eq(warm.warm, first.positions);
        cr_expect_lt(warm.evaluated, cold.evaluated);
        if (!recursion)
            cr_expect_eq(first.evaluated + warm.evaluated, whole.positions);
        cr_expect_eq(warm.positions, warm.evaluated);
        store_folder_remove(p.folder);
    }
}

/* Several games, each with a file of its own; keys of 128 bits; and the folder
 * goes with its memos when the archive is made. */
Test(memo_checkpoint, one_file_for_each_game)
{
    static const struct whole_case cases[] = {
        {.name = "e3-sweep"},
        {NULL, NULL, "nim", "nimber", "multisets:parts=0..2,size=1..60"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run_report whole;
        struct whole_place p;
        char folder[200];
        struct way way = half;
        way.shards = 1;
        start(&cases[i], &p, &whole);
        cr_assert_gt(whole.rows, 2 * PART_ROWS);
        stop_halfway(&cases[i], p.path, way);
        snprintf(folder, sizeof folder, "%s.parts/memo-4.bin", p.path);
        cr_expect_eq(access(folder, F_OK) == 0, i == 0);
        cr_expect_gt(finish(&cases[i], &p, way).warm, 0, "case %zu", i);
        snprintf(folder, sizeof folder, "%s.parts", p.path);
        cr_expect_neq(access(folder, F_OK), 0);
        store_folder_remove(p.folder);
    }
}

/* Numbers that mean nothing to another run, few entries, retrograde analysis.
 */
Test(memo_checkpoint, what_does_not_pay_is_not_kept)
{
    static const struct whole_case loony = {NULL, NULL,
                                            "top-entails:empty=lose", "loony",
                                            "multisets:parts=1..3,size=1..9"};
    struct whole_place p;
    struct way way = half;
    whole_place_quick(&p);
    way.shards = 1;
    stop_halfway(&loony, p.path, way);
    cr_expect_not(kept(&p));
    cr_expect_eq(kept_bytes(&p), 0);
    cr_assert_eq(parts_discard(p.path), STATUS_OK);
    way = half;
    way.keep = 3600;
    stop_halfway(&partitions, p.path, way);
    cr_expect_not(kept(&p));
    cr_assert_eq(parts_discard(p.path), STATUS_OK);
    way = half;
    way.memo = "";
    stop_halfway(&partitions, p.path, way);
    cr_expect_not(kept(&p));
    store_folder_remove(p.folder);
}

/* Ways to spoil a file, and words of the note. */
static const struct spoiling {
    const char *words, *from, *to; /* NULL: see below */
} spoilings[] = {
    {"SHA-256", NULL, NULL},
    {"truncated", NULL, NULL},
    {"longer", NULL, NULL},
    {"truncated", NULL, NULL},
    {"not the memo", "census-memo", "census-part"},
    {"format version", "memo 2", "memo 1"},
    {"another run", "ask outcome", "ask nimbers"},
    {"another run", "empty=", "amply="},
    {"another run", "key 2", "key 3"},
    {"another run", "value 2", "value 3"},
    {"another run", "run ", "run f"},
    {"head of the file", "sha256", "sha257"},
};
enum { SPOILINGS = sizeof spoilings / sizeof *spoilings };

static size_t spoil(size_t which, char *bytes, size_t size)
{
    const struct spoiling *s = &spoilings[which];
    switch (which) {
    case 0:
        bytes[size - 1] ^= 1;
        return size;
    case 1:
        return size - 1;
    case 2:
        return size + 1;
    case 3:
        return MEMO_FILE_HEAD - 1;
    }
    char *at = strstr(bytes, s->from);
    cr_assert_not_null(at, "%s", s->from);
    memcpy(at, s->to, strlen(s->to));
    return size;
}

Test(memo_checkpoint, spoilt_files_are_refused_in_one_line)
{
    struct run_report whole;
    struct whole_place p;
    char path[160], heard[600];
    start(&partitions, &p, &whole);
    memo_path(&p, path);
    for (size_t i = 0; i < SPOILINGS; i++) {
        size_t size;
        stop_halfway(&partitions, p.path, half);
        char *bytes = store_slurp(path, &size);
        bytes = realloc(bytes, size + 1);
        cr_assert_gt(size, MEMO_FILE_HEAD);
        size = spoil(i, bytes, size);
        store_spill(path, bytes, size);
        free(bytes);
        store_listen();
        const struct run_report rest = finish(&partitions, &p, half);
        store_heard(heard, sizeof heard);
        cr_expect_eq(rest.warm, 0, "%zu", i);
        cr_expect(store_one_line(
                      heard, (const char *const[]){"custom", "not read",
                                                   spoilings[i].words, NULL}),
                  "%zu: %s", i, heard);
        cr_assert_eq(unlink(p.path), 0);
    }
    store_folder_remove(p.folder);
}

/* A file that lies, with its digest made good: entries first..first+n-1 are
 * filled with a byte, or hold the one before with another value. */
static void forge(char *bytes, size_t size, const char *how)
{
    unsigned key_bits = 0, value_bits = 0;
    const char *key = strstr(bytes, "\nkey "),
               *value = strstr(bytes, "\nvalue ");
    char *sha = strstr(bytes, "\nsha256 "), hex[DIGEST_HEX];
    cr_assert(key && value && sha);
    cr_assert_eq(sscanf(key, " key %u", &key_bits), 1);
    cr_assert_eq(sscanf(value, " value %u", &value_bits), 1);
    const size_t key_bytes = key_bits <= 64 ? 8 : 16;
    const size_t entry = key_bytes + (value_bits + 7) / 8;
    char *at = bytes + MEMO_FILE_HEAD;
    cr_assert_gt(size, MEMO_FILE_HEAD + 3 * entry);
    if (!strcmp(how, "values"))
        at[key_bytes] = 0;
    else if (!strcmp(how, "keys"))
        memset(at, 0x55, (key_bits - 1) / 8);
    else {
        memcpy(at + 2 * entry, at, entry);
        at[2 * entry + key_bytes] ^= 3; /* N and P */
    }
    digest_bytes(at, size - MEMO_FILE_HEAD, hex);
    memcpy(sha + strlen("\nsha256 "), hex, strlen(hex));
}

Test(memo_checkpoint, lies_are_refused, .init = cr_redirect_stderr)
{
    static const char *const memos[] = {"dense", "line", "packed", "mutex"};
    static const char *const ways[] = {"values", "keys", "twice"};
    struct run_report whole;
    struct whole_place p;
    char path[160];
    start(&partitions, &p, &whole);
    memo_path(&p, path);
    for (size_t m = 0; m < sizeof memos / sizeof *memos; m++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            size_t size;
            struct way way = half;
            way.memo = memos[m];
            stop_halfway(&partitions, p.path, way);
            char *bytes = store_slurp(path, &size);
            bytes = realloc(bytes, size + 1);
            bytes[size] = 0;
            forge(bytes, size, ways[w]);
            store_spill(path, bytes, size);
            free(bytes);
            const struct run_report rest = finish(&partitions, &p, way);
            cr_expect_eq(rest.warm, 0, "%s: %s", memos[m], ways[w]);
            cr_assert_eq(unlink(p.path), 0);
        }
    store_folder_remove(p.folder);
}

Test(memo_checkpoint, one_that_cannot_be_written_costs_a_note)
{
    struct run_report whole;
    struct whole_place p;
    char blocked[160], heard[600];
    struct way way = half;
    start(&partitions, &p, &whole);
    snprintf(blocked, sizeof blocked, "%s.parts/.memo-0.bin.tmp", p.path);
    way.blocked = blocked;
    store_listen();
    stop_halfway(&partitions, p.path, way);
    store_heard(heard, sizeof heard);
    cr_expect(store_one_line(
                  heard, (const char *const[]){"not kept", "exists", NULL}),
              "%s", heard);
    cr_expect_not(kept(&p));
    cr_assert_eq(rmdir(blocked), 0);
    cr_expect_eq(finish(&partitions, &p, half).warm, 0);
    store_folder_remove(p.folder);
}

Test(memo_checkpoint, memory_is_left_for_the_run, .init = cr_redirect_stderr)
{
    struct whole_place p;
    struct team team;
    struct parts *parts;
    whole_place_quick(&p);
    stop_halfway(&partitions, p.path, half);
    struct request *r = whole_open(&partitions);
    const struct run_identity id = plan_identity(&r->plan, r->params);
    cr_assert_eq(parts_open(p.path, &id, PART_ROWS, false, &parts), STATUS_OK);
    cr_assert_eq(team_open(&r->plan, memo_find("mutex"), 1, NULL, &team),
                 STATUS_OK);
    cr_expect_eq(memo_checkpoint_load(&team, parts, 1, true), 0);
    cr_expect_gt(memo_checkpoint_load(&team, parts, 1 << 30, true), 0);
    team_close(&team);
    parts_close(parts);
    whole_close(r);
    store_folder_remove(p.folder);
}
