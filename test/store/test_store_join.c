/* Several processes that write one folder, and what is gathered of several. */
#include "engine/store/file/disk.h"
#include "engine/store/write/gather.h"
#include "engine/store/write/slices.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 1000, PART_ROWS = 100, PARTS = 10 };

struct stage {
    struct run_identity id;
    char folder[64], path[96], other[96], out[96];
};

static struct stage stage(void)
{
    struct stage s = {.id = store_identity(ROWS)};
    store_folder_make(s.folder);
    snprintf(s.path, sizeof s.path, "%s/x.h5", s.folder);
    snprintf(s.other, sizeof s.other, "%s/y.h5", s.folder);
    snprintf(s.out, sizeof s.out, "%s/out.h5", s.folder);
    return s;
}

static struct parts *join(const struct stage *s, const char *path,
                          uint64_t index, uint64_t count)
{
    const struct parts_slice slice = {.index = index, .count = count};
    struct parts *p;
    cr_assert_eq(parts_join(path, &s->id, PART_ROWS, &slice, &p), STATUS_OK);
    return p;
}

/* The parts of its share that are missing. */
static void write_share(struct parts *p)
{
    uint64_t first, end;
    parts_share(p, &first, &end);
    for (uint64_t i = first; i < end; i++)
        if (!parts_has(p, i))
            cr_assert_eq(store_write_part(p, i, ROWS), STATUS_OK);
}

static void slice(const struct stage *s, const char *path, uint64_t index,
                  uint64_t count)
{
    struct parts *p = join(s, path, index, count);
    write_share(p);
    parts_close(p);
}

/* Calls gather_open and wants `st` and, if it fails, one line with the words.
 */
static struct parts *gather(const struct stage *s, const char *const folders[],
                            size_t n, enum status st, const char *const words[])
{
    char heard[1000];
    struct parts *p;
    store_listen();
    const enum status found = gather_open(s->out, &s->id, folders, n, &p);
    store_heard(heard, sizeof heard);
    cr_expect_eq(found, st, "%d: %s", found, heard);
    if (words)
        cr_expect(store_one_line(heard, words), "%s", heard);
    return p;
}

static void make_archive(const struct stage *s, struct parts *p)
{
    struct archive *a;
    cr_assert_eq(gather_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
    cr_assert_eq(archive_open(s->out, &a), STATUS_OK);
    cr_expect_eq(store_count_wrong(a, ROWS), 0);
    archive_close(a);
}

Test(store_join, shares_are_all_parts_once)
{
    for (uint64_t count = 0; count < 40; count++)
        for (uint64_t n = 1; n < 50; n++) {
            uint64_t at = 0;
            for (uint64_t i = 0; i < n; i++) {
                cr_expect_eq(parts_slice_first(count, i, n), at);
                at = parts_slice_first(count, i + 1, n);
                cr_expect_leq(at - parts_slice_first(count, i, n),
                              count / n + 1);
                if (count >= n)
                    cr_expect_gt(at, parts_slice_first(count, i, n));
            }
            cr_expect_eq(at, count);
        }
}

Test(store_join, three_at_once_in_one_folder)
{
    struct stage s = stage();
    struct parts *p[3], *alone;
    char folder[120], heard[600];
    const char *const folders[] = {folder};
    snprintf(folder, sizeof folder, "%s.parts", s.path);
    for (uint64_t i = 0; i < 3; i++)
        p[i] = join(&s, s.path, i, 3);
    store_listen();
    cr_expect_eq(parts_open(s.path, &s.id, PART_ROWS, false, &alone),
                 STATUS_LOCKED);
    store_heard(heard, sizeof heard);
    for (uint64_t i = 0; i < 3; i++) {
        cr_expect_eq(slices_begin(p[i]), STATUS_OK);
        write_share(p[i]);
        cr_expect_eq(slices_end(p[i], &store_record, 1), STATUS_OK);
        parts_close(p[i]);
    }
    struct parts *all = gather(&s, folders, 1, STATUS_OK, NULL);
    make_archive(&s, all);
    cr_expect_eq(parts_discard_folder(folder), STATUS_OK);
    cr_expect_not(disk_exists(folder));
    store_folder_remove(s.folder);
}

Test(store_join, a_run_alone_keeps_others_out, .init = cr_redirect_stderr)
{
    struct stage s = stage();
    const struct parts_slice slice = {.index = 0, .count = 2};
    struct parts *alone, *p;
    cr_assert_eq(parts_open(s.path, &s.id, PART_ROWS, true, &alone), STATUS_OK);
    cr_expect_eq(parts_join(s.path, &s.id, PART_ROWS, &slice, &p),
                 STATUS_LOCKED);
    parts_close(alone);
    const struct parts_slice any = {.index = 0, .count = 2, .any_size = true};
    cr_expect_eq(parts_join(s.path, &s.id, 2 * PART_ROWS, &slice, &p),
                 STATUS_FORMAT);
    cr_assert_eq(parts_join(s.path, &s.id, 2 * PART_ROWS, &any, &p), STATUS_OK);
    cr_expect_eq(parts_rows_per_part(p), PART_ROWS);
    parts_close(p);
    store_folder_remove(s.folder);
}

/* The same part by two that are at work at once; the second finds it there. */
Test(store_join, a_part_twice)
{
    struct stage s = stage();
    struct parts *p = join(&s, s.path, 0, 2), *q = join(&s, s.path, 0, 2);
    write_share(p);
    write_share(q);
    cr_expect(parts_peek(p, 4));
    cr_expect_not(parts_peek(p, 5));
    parts_close(p);
    parts_close(q);
    store_folder_remove(s.folder);
}

Test(store_join, temporaries_of_others_stay)
{
    struct stage s = stage();
    char name[4][200], host[65] = "";
    pid_t ended = fork();
    if (ended == 0)
        _exit(0);
    waitpid(ended, NULL, 0);
    gethostname(host, sizeof host - 1);
    struct parts *p = join(&s, s.path, 0, 2);
    parts_close(p);
    const struct {
        const char *host;
        long process;
        bool joined, alone; /* does it stay? */
    } cases[] = {
        {host, (long)ended, false, false},
        {host, (long)getppid(), true, true},
        {"elsewhere.example", (long)ended, true, true},
        {"", 0, true, false}, /* of an older program */
    };
    for (int alone = 0; alone < 2; alone++) {
        for (size_t i = 0; i < 4; i++) {
            if (*cases[i].host)
                snprintf(name[i], sizeof name[i],
                         "%s.parts/.part-000001.h5.%s.%ld.tmp", s.path,
                         cases[i].host, cases[i].process);
            else
                snprintf(name[i], sizeof name[i],
                         "%s.parts/.part-000001.h5.tmp", s.path);
            store_spill(name[i], "half", 4);
        }
        if (alone)
            cr_assert_eq(parts_open(s.path, &s.id, 0, false, &p), STATUS_OK);
        else
            p = join(&s, s.path, 0, 2);
        for (size_t i = 0; i < 4; i++)
            cr_expect_eq(disk_exists(name[i]),
                         alone ? cases[i].alone : cases[i].joined, "%s",
                         name[i]);
        parts_close(p);
    }
    store_folder_remove(s.folder);
}

Test(store_join, gaps_are_named)
{
    struct stage s = stage();
    char one[120], other[120], gone[160];
    const char *const folders[] = {one, other};
    snprintf(one, sizeof one, "%s.parts", s.path);
    snprintf(other, sizeof other, "%s.parts", s.other);
    slice(&s, s.path, 0, 3);  /* 0..2 */
    slice(&s, s.other, 2, 3); /* 6..9 */
    gather(&s, folders, 2, STATUS_FORMAT,
           (const char *[]){s.out, "3..5", NULL});
    slice(&s, s.other, 1, 3);
    snprintf(gone, sizeof gone, "%s/part-000004.h5", other);
    cr_assert_eq(unlink(gone), 0);
    snprintf(gone, sizeof gone, "%s/part-000007.h5", other);
    cr_assert_eq(unlink(gone), 0);
    gather(&s, folders, 2, STATUS_FORMAT,
           (const char *[]){s.out, "4, 7", NULL});
    slice(&s, s.path, 0, 1); /* all: most are there twice */
    struct parts *p = gather(&s, folders, 2, STATUS_OK, NULL);
    make_archive(&s, p);
    store_folder_remove(s.folder);
}

Test(store_join, others_are_refused)
{
    struct stage s = stage(), t = s;
    char one[120], other[120];
    const char *const folders[] = {one, other};
    struct parts *p;
    snprintf(one, sizeof one, "%s.parts", s.path);
    snprintf(other, sizeof other, "%s.parts", s.other);
    slice(&s, s.path, 0, 1);
    t.id.version++;
    slice(&t, s.other, 0, 2);
    gather(&s, folders, 2, STATUS_FORMAT,
           (const char *[]){other, "another version", NULL});
    cr_assert_eq(parts_discard(s.other), STATUS_OK);
    cr_assert_eq(parts_open(s.other, &s.id, 2 * PART_ROWS, true, &p),
                 STATUS_OK);
    parts_close(p);
    gather(&s, folders, 2, STATUS_FORMAT,
           (const char *[]){one, other, "200", "100", NULL});
    store_folder_remove(s.folder);
}

/* Rows of the other folder begin at another number. */
Test(store_join, a_disagreement_is_named)
{
    struct stage s = stage();
    char one[120], other[120];
    const char *const folders[] = {one, other};
    struct part *part;
    snprintf(one, sizeof one, "%s.parts", s.path);
    snprintf(other, sizeof other, "%s.parts", s.other);
    slice(&s, s.path, 0, 1);
    for (int costs = 1; costs >= 0; costs--) {
        struct store_row rows[PART_ROWS];
        struct parts *p = join(&s, s.other, 0, 0);
        for (uint64_t i = 0; i < PART_ROWS; i++) {
            store_row_make(3 * PART_ROWS + i, &rows[i]);
            rows[i].seconds += costs;
            rows[i].total += !costs && i == 5;
        }
        cr_assert_eq(part_begin(p, 3, &part), STATUS_OK);
        for (size_t c = 0; c < STORE_COLUMNS; c++)
            cr_assert_eq(part_encode(part, c, 0, rows), STATUS_OK);
        cr_assert_eq(part_commit(part), STATUS_OK);
        parts_close(p);
        if (costs) {
            parts_close(gather(&s, folders, 2, STATUS_OK, NULL));
            cr_assert_eq(parts_discard(s.other), STATUS_OK);
        } else {
            gather(&s, folders, 2, STATUS_FORMAT,
                   (const char *[]){one, other, "total", "000003", NULL});
        }
    }
    store_folder_remove(s.folder);
}
