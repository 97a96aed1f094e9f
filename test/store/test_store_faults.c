#include "engine/store/read/verify.h"
#include "test/common/draw.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 24000, PART_ROWS = 2000 };

/* Goes on with a run as far as it gets; does not return. */
static void run_on(const char *path)
{
    struct run_identity id = store_identity(ROWS);
    struct parts_info info;
    struct parts *p;
    bool begun = parts_inspect(path, &info) == STATUS_OK;
    if (begun)
        parts_info_release(&info);
    else if (!access(path, F_OK))
        _exit(0); /* killed when the archive was there and its parts went */
    if (parts_open(path, &id, PART_ROWS, !begun, &p) != STATUS_OK)
        _exit(1);
    if (store_write_missing(p, ROWS) != STATUS_OK ||
        parts_archive(p, &store_record, false, NULL) != STATUS_OK)
        _exit(2);
    parts_close(p);
    _exit(0);
}

/* Runs it in a process of its own, killed after some time. True if it had
 * finished by then. */
static bool run_for(const char *path, long microseconds)
{
    const struct timespec pause = {.tv_nsec = microseconds * 1000};
    int status;
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        /* What it says about run.json is of no interest here. */
        if (!freopen("/dev/null", "w", stderr))
            _exit(3);
        run_on(path);
    }
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    cr_assert_eq(waitpid(child, &status, 0), child);
    if (WIFEXITED(status))
        cr_assert_eq(WEXITSTATUS(status), 0);
    return WIFEXITED(status);
}

Test(store_faults, killed_runs_go_on)
{
    char folder[64], path[96], other[96];
    size_t n, m;
    unsigned kills = 0;
    uint64_t seed = draw_seed(5);
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/killed.h5", folder);
    snprintf(other, sizeof other, "%s/quiet.h5", folder);
    store_make_archive(other, ROWS, PART_ROWS);
    while (
        !run_for(path, kills < 15 ? 1000 + (long)draw(&seed, 40000) : 900000))
        kills++;
    printf("%u kills\n", kills);
    char *a = store_slurp(path, &n), *b = store_slurp(other, &m);
    cr_assert(n == m && !memcmp(a, b, n));
    free(a);
    free(b);
    store_folder_remove(folder);
}

/* What is there when a run is killed after its archive has its name and before
 * the parts are gone: both, and the note of the digest. */
static void kill_before_the_parts_are_gone(const char *path)
{
    char copy[128], command[800];
    struct run_identity id = store_identity(300);
    struct parts *p;
    snprintf(copy, sizeof copy, "%s.copy", path);
    cr_assert_eq(parts_open(path, &id, 100, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, 300), STATUS_OK);
    parts_close(p);
    snprintf(command, sizeof command, "cp -r %s.parts %s.parts", path, copy);
    cr_assert_eq(system(command), 0);
    cr_assert_eq(parts_open(path, &id, 0, false, &p), STATUS_OK);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
    snprintf(command, sizeof command,
             "mv %s.parts %s.parts && head -5 %s | tail -1 | cut -c8- | "
             "tr -d '\\n' > %s.parts/archived",
             copy, path, path, path);
    cr_assert_eq(system(command), 0);
}

/* The next run sees that all is done. */
Test(store_faults, killed_before_the_parts_are_gone)
{
    char folder[64], path[96], parts[128];
    struct run_identity id = store_identity(300);
    struct parts *p;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    kill_before_the_parts_are_gone(path);
    cr_assert_eq(parts_open(path, &id, 0, false, &p), STATUS_OK);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
    snprintf(parts, sizeof parts, "%s.parts", path);
    cr_assert_eq(access(parts, F_OK), -1);
    store_folder_remove(folder);
}

/* But an archive that has come in its place is not the one that the parts
 * became: it stays, and so do they. */
Test(store_faults, another_archive_in_its_place)
{
    char folder[64], path[96], other[96], parts[128];
    struct run_identity id = store_identity(300);
    struct parts *p;
    size_t n, m;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(other, sizeof other, "%s/other.h5", folder);
    kill_before_the_parts_are_gone(path);
    store_make_archive(other, 200, 100);
    char *want = store_slurp(other, &n);
    cr_assert_eq(rename(other, path), 0);
    store_listen();
    cr_assert_eq(parts_open(path, &id, 0, false, &p), STATUS_OK);
    cr_expect_eq(parts_archive(p, &store_record, false, NULL), STATUS_EXISTS);
    parts_close(p);
    char heard[400];
    store_heard(heard, sizeof heard);
    char *now = store_slurp(path, &m);
    cr_expect(n == m && !memcmp(want, now, n), "%s", heard);
    snprintf(parts, sizeof parts, "%s.parts", path);
    cr_expect_eq(access(parts, F_OK), 0);
    free(want);
    free(now);
    store_folder_remove(folder);
}

/* A small file system of our own, gone with this process. */
static void mount_small(const char *folder, const char *size)
{
    if (unshare(CLONE_NEWNS) < 0 ||
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("tmpfs", folder, "tmpfs", 0, size) < 0)
        cr_skip_test("no right to mount a small file system: %s",
                     strerror(errno));
}

/* Fills the file system but for some bytes. */
static void fill_disk(const char *path, long leave)
{
    char block[4096] = "";
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    long size = 0;
    cr_assert(fd >= 0);
    for (ssize_t n; (n = write(fd, block, sizeof block)) > 0;)
        size += n;
    cr_assert_eq(errno, ENOSPC);
    cr_assert_eq(ftruncate(fd, size > leave ? size - leave : 0), 0);
    close(fd);
}

static unsigned parts_and_leftovers(const char *path)
{
    unsigned n = 0;
    char folder[160];
    snprintf(folder, sizeof folder, "%s.parts", path);
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        n += strstr(e->d_name, "part-") || strstr(e->d_name, ".tmp");
    if (dir)
        closedir(dir);
    return n;
}

static const char *const no_space[] = {"No space left on device", NULL};

Test(store_faults, a_full_disk_loses_nothing)
{
    char folder[64], path[96], ballast[96], heard[2048];
    struct run_identity id = store_identity(ROWS);
    struct parts *p;
    struct archive *a;
    enum status st;
    unsigned refused = 0;
    store_folder_make(folder);
    mount_small(folder, "size=1m");
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(ballast, sizeof ballast, "%s/ballast", folder);
    /* No room for run.json. */
    fill_disk(ballast, 0);
    store_listen();
    st = parts_open(path, &id, PART_ROWS, true, &p);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_IO);
    cr_assert(store_one_line(heard, no_space), "%s", heard);
    unlink(ballast);
    cr_assert_eq(parts_open(path, &id, PART_ROWS, true, &p), STATUS_OK);
    cr_assert_eq(store_write_part(p, 0, ROWS), STATUS_OK);
    /* Room for every part of a part but the last. */
    for (long room = 0;; room += 4096) {
        fill_disk(ballast, room);
        store_listen();
        st = store_write_part(p, 1, ROWS);
        store_heard(heard, sizeof heard);
        unlink(ballast);
        if (st == STATUS_OK)
            break;
        refused++;
        cr_assert_eq(st, STATUS_IO);
        cr_assert(store_one_line(heard, no_space), "%ld: %s", room, heard);
        cr_assert_eq(parts_and_leftovers(path), 1);
        cr_assert(!parts_has(p, 1));
    }
    cr_assert(refused > 5);
    cr_assert_eq(store_write_missing(p, ROWS), STATUS_OK);
    cr_assert_eq(parts_and_leftovers(path), ROWS / PART_ROWS);
    /* The same for the archive. */
    refused = 0;
    for (long room = 0;; room += 16384) {
        fill_disk(ballast, room);
        store_listen();
        st = parts_archive(p, &store_record, false, NULL);
        store_heard(heard, sizeof heard);
        unlink(ballast);
        if (st == STATUS_OK)
            break;
        refused++;
        cr_assert_eq(st, STATUS_IO);
        cr_assert(store_one_line(heard, no_space), "%ld: %s", room, heard);
        cr_assert_eq(parts_and_leftovers(path), ROWS / PART_ROWS);
        cr_assert_eq(access(path, F_OK), -1);
        parts_close(p);
        cr_assert_eq(parts_open(path, &id, 0, false, &p), STATUS_OK);
    }
    cr_assert(refused > 5);
    parts_close(p);
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(store_count_wrong(a, ROWS), 0);
    archive_close(a);
    cr_assert_eq(umount(folder), 0);
    store_folder_remove(folder);
}

/* A program whose disk was full still ends as it wants to. */
Test(store_faults, a_full_disk_lets_the_program_end)
{
    char folder[64], path[96], ballast[96];
    struct run_identity id = store_identity(ROWS);
    struct parts *p;
    int status;
    store_folder_make(folder);
    mount_small(folder, "size=1m");
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(ballast, sizeof ballast, "%s/ballast", folder);
    cr_assert_eq(parts_open(path, &id, PART_ROWS, true, &p), STATUS_OK);
    fill_disk(ballast, 8192);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(3);
        exit(store_write_part(p, 0, ROWS) == STATUS_IO ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status), "signal %d", WTERMSIG(status));
    cr_assert_eq(WEXITSTATUS(status), 0);
    parts_close(p);
    cr_assert_eq(umount(folder), 0);
    store_folder_remove(folder);
}

/* Reads everything. True if all of it is right; STATUS_OK in *st means that
 * nothing was reported. */
static bool data_right(const char *path, uint64_t rows, enum status *st)
{
    struct archive *a;
    bool right = true;
    char *values = malloc(rows * 8);
    *st = archive_open(path, &a);
    if (*st == STATUS_OK && archive_rows(a) != rows)
        right = false;
    for (size_t c = 0; *st == STATUS_OK && right && c < STORE_COLUMNS; c++) {
        const struct column *column = &store_columns[c];
        if (archive_find(a, column->name) != c ||
            archive_column(a, c)->width != column->width) {
            right = false;
            break;
        }
        *st = archive_read(a, c, 0, rows, values);
        for (uint64_t i = 0; *st == STATUS_OK && i < rows; i++) {
            struct store_row row;
            store_row_make(i, &row);
            right =
                right && !memcmp(values + i * column->width,
                                 (char *)&row + column->offset, column->width);
        }
    }
    archive_close(a);
    free(values);
    return right;
}

/* 60 flipped bits, 20 of them in the head, the others anywhere. None may be
 * silent: verify sees it or the bit does not matter, and a reader who does not
 * verify gets an error or the right values. */
Test(store_faults, flipped_bits_are_never_silent)
{
    char folder[64], path[96], heard[8192];
    enum { N = 3000 };
    size_t size;
    unsigned seen = 0, refused = 0;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    store_make_archive(path, N, 65536);
    char *bytes = store_slurp(path, &size);
    uint64_t seed = draw_seed(7);
    for (unsigned i = 0; i < 60; i++) {
        size_t at = draw(&seed, i < 20 ? 512 : size);
        char bit = (char)(1 << draw(&seed, 8));
        struct verify_report report;
        enum status st, read;
        bytes[at] ^= bit;
        store_spill(path, bytes, size);
        store_listen();
        st = verify_file(path, true, NULL, &report);
        bool right = data_right(path, N, &read);
        store_heard(heard, sizeof heard);
        cr_assert(st == STATUS_FORMAT, "byte %zu bit %d: verify says %d", at,
                  bit, st);
        cr_assert(right || read != STATUS_OK, "byte %zu bit %d: silent", at,
                  bit);
        seen += st != STATUS_OK;
        refused += read != STATUS_OK;
        bytes[at] ^= bit;
    }
    /* Else the flips would not have met anything. */
    cr_assert_eq(seen, 60);
    cr_assert(refused > 30, "%u", refused);
    free(bytes);
    store_folder_remove(folder);
}
