/* Writes that fail or are forgotten, one at a time, and parts that are damaged
 * when the archive is made of them. */
#include "engine/store/file/digest.h"
#include "engine/store/file/h5.h"
#include "engine/store/read/verify.h"
#include "test/common/store_disk.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 300 };

/* All of a run with one bad write; STATUS_OK if there were fewer writes. */
static enum status run_failing(const char *path, uint64_t part_rows,
                               const struct store_disk *how, char heard[],
                               size_t cap)
{
    struct run_identity id = store_identity(ROWS);
    struct parts *p;
    store_listen();
    store_disk = *how;
    enum status st = parts_open(path, &id, part_rows, true, &p);
    if (st == STATUS_OK) {
        st = store_write_missing(p, ROWS);
        if (st == STATUS_OK)
            st = parts_archive(p, &store_record, false, NULL);
        parts_close(p);
    }
    store_heard(heard, cap);
    return st;
}

/* The same undisturbed, from where it was left. */
static void go_on(const char *path, uint64_t part_rows, const char *after)
{
    struct run_identity id = store_identity(ROWS);
    struct parts_info info = {0};
    struct parts *p;
    char run_json[128];
    snprintf(run_json, sizeof run_json, "%s.parts/run.json", path);
    const bool create = access(run_json, F_OK) != 0;
    if (!create)
        cr_assert_eq(parts_inspect(path, &info), STATUS_OK);
    const uint64_t promised = info.rows_done;
    parts_info_release(&info);
    cr_assert_eq(parts_open(path, &id, part_rows, create, &p), STATUS_OK, "%s",
                 after);
    cr_assert_eq(parts_rows_done(p), promised, "%s", after);
    cr_assert_eq(store_write_missing(p, ROWS), STATUS_OK, "%s", after);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK, "%s",
                 after);
    parts_close(p);
}

static void compare(const char *path, const char *other, const char *after)
{
    size_t n, m;
    char *found = store_slurp(path, &n), *wanted = store_slurp(other, &m);
    cr_assert(n == m && !memcmp(found, wanted, n), "%s", after);
    free(found);
    free(wanted);
    cr_assert_eq(unlink(path), 0);
}

/* Every write in turn; returns how many a run has. */
static unsigned fail_each(uint64_t part_rows, bool forgets)
{
    char folder[64], path[96], other[96], heard[2048], name[2200];
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(other, sizeof other, "%s/quiet.h5", folder);
    store_make_archive(other, ROWS, part_rows);
    for (unsigned i = 1;; i++) {
        const struct store_disk how = {.in = i, .forgets = forgets};
        const char *const reason[] = {forgets ? "" : "No space left on device",
                                      NULL};
        enum status st =
            run_failing(path, part_rows, &how, heard, sizeof heard);
        const bool over = store_disk.in != 0;
        store_disk = (struct store_disk){0};
        snprintf(name, sizeof name, "write %u: %s", i, heard);
        if (st != STATUS_OK) {
            cr_assert(st == STATUS_IO || st == STATUS_FORMAT, "%s", name);
            cr_assert(store_one_line(heard, reason), "%s", name);
            go_on(path, part_rows, name);
        } else {
            cr_assert(over || forgets, "write %u: silent", i);
        }
        compare(path, other, name);
        if (over) {
            store_folder_remove(folder);
            return i - 1;
        }
    }
}

Test(store_writes, any_write_may_fail_and_the_run_goes_on)
{
    cr_assert_gt(fail_each(ROWS, false), 20);
    cr_assert_gt(fail_each(100, false), 60);
}

/* The same with a disk that says that all is well. */
Test(store_writes, any_write_may_be_forgotten_and_the_run_goes_on)
{
    fail_each(ROWS, true);
    fail_each(100, true);
}

/* Writes all parts of 100 rows and leaves them. */
static struct parts *written(const char *path)
{
    struct run_identity id = store_identity(ROWS);
    struct parts *p;
    cr_assert_eq(parts_open(path, &id, 100, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, ROWS), STATUS_OK);
    return p;
}

static void flip_in(const char *path)
{
    size_t n;
    char *bytes = store_slurp(path, &n);
    bytes[n - 20] ^= 1;
    store_spill(path, bytes, n);
    free(bytes);
}

/* Values other than the ones that are digested, in a file that is whole. */
static void forge(const char *path)
{
    struct digest_head head;
    const char *why;
    uint8_t digests[DIGEST_BYTES] = {0};
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    cr_assert_geq(H5Pset_file_locking(list, 0, 1), 0);
    cr_assert_geq(H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110),
                  0);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, list);
    hid_t set = H5Dopen2(file, "sha256/heaps", H5P_DEFAULT);
    cr_assert_geq(
        H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, digests),
        0);
    H5Dclose(set);
    cr_assert_geq(H5Fclose(file), 0);
    H5Pclose(list);
    cr_assert_eq(digest_check(path, false, &head, &why), STATUS_OK);
    cr_assert_eq(digest_seal(path, &head), STATUS_OK);
}

/* A part is damaged after the run has checked it: it is set aside with a line
 * that says so, and the same run solves it again. */
static void damage_one(uint64_t part_rows, void (*damage)(const char *path),
                       size_t lines)
{
    char folder[64], path[96], part[128], heard[2048];
    struct run_identity id = store_identity(ROWS);
    struct archive *a;
    struct parts *p;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(part, sizeof part, "%s.parts/part-000000.h5", path);
    cr_assert_eq(parts_open(path, &id, part_rows, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, ROWS), STATUS_OK);
    damage(part);
    store_listen();
    enum status st = parts_archive(p, &store_record, false, NULL);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_FORMAT);
    size_t found = 0;
    for (const char *at = heard; *at; at++)
        found += *at == '\n';
    cr_assert_eq(found, lines, "%s", heard);
    cr_assert_not_null(strstr(heard, "part-000000.h5: damaged"), "%s", heard);
    cr_assert_eq(access(path, F_OK), -1);
    cr_assert(!parts_has(p, 0));
    cr_assert_eq(parts_rows_done(p), ROWS - part_rows);
    strcat(part, ".bad");
    cr_assert_eq(access(part, F_OK), 0);
    cr_assert_eq(store_write_missing(p, ROWS), STATUS_OK);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(store_count_wrong(a, ROWS), 0);
    archive_close(a);
    store_folder_remove(folder);
}

Test(store_writes, a_part_damaged_meanwhile_is_solved_again)
{
    damage_one(100, flip_in, 1);
    /* The archive does not fit first: the part's chunks are copied. */
    damage_one(ROWS, flip_in, 2);
}

/* What a resume would set aside is not counted as done. */
Test(store_writes, a_damaged_part_is_not_counted)
{
    char folder[64], path[96], part[128];
    struct parts_info info;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(part, sizeof part, "%s.parts/part-000001.h5", path);
    parts_close(written(path));
    flip_in(part);
    cr_assert_eq(parts_inspect(path, &info), STATUS_OK);
    cr_expect_eq(info.rows_done, ROWS - 100);
    cr_expect_eq(info.bad, 1);
    parts_info_release(&info);
    store_folder_remove(folder);
}

/* Such parts were written once, after a write that failed: what the archive's
 * check says, and what is done about it. */
Test(store_writes, a_part_that_does_not_fit_its_digests_is_solved_again)
{
    damage_one(ROWS, forge, 2);
}

/* A crew that works alone and makes a file where the archive is to be, which is
 * called for when its chunks are checked. */
static const char *appears_at;
static enum status each_with_intruder(unsigned threads, uint64_t jobs,
                                      crew_task *job, void *context)
{
    (void)threads;
    store_spill(appears_at, "mine", 4);
    return crew_each(NULL, jobs, job, context);
}

Test(store_writes, what_appears_meanwhile_is_not_replaced)
{
    static const char *const words[] = {"x.h5: exists already", NULL};
    const struct crew crew = {1, each_with_intruder};
    char folder[64], path[96], heard[2048];
    size_t n;
    struct archive *a;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    struct parts *p = written(path);
    appears_at = path;
    store_listen();
    enum status st = parts_archive(p, &store_record, false, &crew);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_EXISTS);
    cr_assert(store_one_line(heard, words), "%s", heard);
    char *text = store_slurp(path, &n);
    cr_assert(n == 4 && !memcmp(text, "mine", 4));
    free(text);
    /* Nothing is lost, and it may be replaced if that is asked for. */
    cr_assert_eq(parts_rows_done(p), ROWS);
    cr_assert_eq(parts_archive(p, &store_record, true, &crew), STATUS_OK);
    parts_close(p);
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(store_count_wrong(a, ROWS), 0);
    archive_close(a);
    store_folder_remove(folder);
}
