#include "engine/store/read/verify.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS = 200000 };

Test(store_archive, says_what_it_is)
{
    struct store_file f;
    char text[100];
    static const char *const attributes[][2] = {
        {"census", "made-up"},
        {"census_version", "3"},
        {"rules", "nim"},
        {"ask", "outcome"},
        {"grid", "none:at=all"},
        {"params", "{\"total\":60}"},
        {"format", "census-archive"},
        {"format_version", "1"},
        {"rows", "200000"},
        {"title", "Rows that mean nothing \xe2\x80\x93 for tests"},
        {"run/software", "census 0"},
        {"run/compiler", "cc"},
        {"run/command", "census run made-up"},
        {"run/host", "here"},
        {"run/memo", "none"},
        {"run/started", "2000-01-01T00:00:00Z"},
        {"run/ended", "2000-01-01T00:00:01Z"},
        {"run/threads", "2"},
        {"run/evaluated", "77"},
        {"run/seconds", "1.5"},
        {"run/cpu_seconds", "2.25"},
    };
    store_file_make(&f, ROWS);
    cr_assert_str_eq(archive_path(f.archive), f.path);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        cr_assert_eq(
            archive_attribute(f.archive, attributes[i][0], text, sizeof text),
            STATUS_OK);
        cr_assert_str_eq(text, attributes[i][1]);
    }
    cr_assert_eq(archive_attribute(f.archive, "census", text, 5), STATUS_OK);
    cr_assert_str_eq(text, "made");
    cr_assert_eq(archive_attribute(f.archive, "none", text, 5), STATUS_FORMAT);
    cr_assert_eq(archive_attribute(f.archive, "none/none", text, 5),
                 STATUS_FORMAT);
    store_file_drop(&f);
}

Test(store_archive, columns_are_as_declared)
{
    struct store_file f;
    store_file_make(&f, ROWS);
    cr_assert_eq(archive_columns(f.archive), STORE_COLUMNS);
    for (size_t c = 0; c < STORE_COLUMNS; c++) {
        const struct column *found = archive_column(f.archive, c);
        const struct column *want = &store_columns[c];
        cr_assert_str_eq(found->name, want->name);
        cr_assert_eq(found->type, want->type);
        cr_assert_eq(found->role, want->role);
        cr_assert_eq(found->width, want->width);
        cr_assert_eq(found->offset, 0);
        cr_assert_str_eq(found->unit, want->unit);
        cr_assert_str_eq(found->help, want->help);
        cr_assert_eq(!found->labels, !want->labels);
        for (size_t v = 0; want->labels && v < 6; v++) {
            if (want->labels[v])
                cr_assert_str_eq(found->labels[v], want->labels[v]);
            else
                cr_assert_null(found->labels[v]);
        }
        cr_assert_eq(archive_find(f.archive, want->name), c);
    }
    cr_assert_eq(archive_find(f.archive, "none"), STORE_COLUMNS);
    store_file_drop(&f);
}

/* Ranges of every kind: within a chunk, over its edge, whole ones, the ragged
 * last, none at all; each column by itself. */
Test(store_archive, any_range_can_be_read)
{
    struct store_file f;
    static const uint64_t ranges[][2] = {
        {0, 1},      {5, 100},    {65530, 12},    {65536, 65536},
        {1, 199999}, {131072, 1}, {196608, 3392}, {196607, 3393},
        {199999, 1}, {200000, 0}, {0, 0},         {65535, 131073},
    };
    struct store_row row;
    char *bytes = malloc(ROWS * 8);
    int64_t *wide = malloc(ROWS * sizeof *wide);
    store_file_make(&f, ROWS);
    for (size_t c = 0; c < STORE_COLUMNS; c++)
        for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
            const struct column *column = &store_columns[c];
            bool whole = column->type <= COLUMN_I64;
            uint64_t first = ranges[r][0], n = ranges[r][1];
            cr_assert_eq(archive_read(f.archive, c, first, n, bytes),
                         STATUS_OK);
            if (whole)
                cr_assert_eq(archive_read_i64(f.archive, c, first, n, wide),
                             STATUS_OK);
            for (uint64_t i = 0; i < n; i += 1 + n / 500) {
                store_row_make(first + i, &row);
                cr_assert(!memcmp(bytes + i * column->width,
                                  (char *)&row + column->offset,
                                  column->width));
                if (whole)
                    cr_assert_eq(wide[i], column_get(column, &row));
            }
        }
    free(wide);
    free(bytes);
    store_file_drop(&f);
}

struct reading {
    struct archive *archive;
    uint64_t wrong;
};

static void *read_some(void *context)
{
    struct reading *r = context;
    struct store_row row;
    int64_t value;
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t at = i * 7919 % ROWS;
        size_t column = i % 3;
        at = at / 1000 * 1000 + i % 10; /* mostly the same chunks */
        store_row_make(at, &row);
        if (archive_read_i64(r->archive, column, at, 1, &value) != STATUS_OK ||
            value != column_get(&store_columns[column], &row))
            r->wrong++;
        i += i % 50 == 49 ? 20 : 0;
    }
    return NULL;
}

Test(store_archive, threads_may_share_it)
{
    struct store_file f;
    pthread_t threads[4];
    struct reading readings[4];
    store_file_make(&f, ROWS);
    for (size_t t = 0; t < 4; t++) {
        readings[t] = (struct reading){f.archive, 0};
        cr_assert_eq(pthread_create(&threads[t], NULL, read_some, &readings[t]),
                     0);
    }
    for (size_t t = 0; t < 4; t++) {
        pthread_join(threads[t], NULL);
        cr_assert_eq(readings[t].wrong, 0);
    }
    store_file_drop(&f);
}

/* One line, the right status, no crash. */
static void refuse(const char *file, enum status want, const char *word)
{
    struct archive *a = (struct archive *)1;
    char heard[4096];
    store_listen();
    enum status st = archive_open(file, &a);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, want, "%s: status %d: %s", file, st, heard);
    cr_assert_null(a);
    cr_assert(store_one_line(heard, (const char *[]){file, word, NULL}), "%s",
              heard);
}

Test(store_archive, bad_files_are_refused)
{
    struct store_file f;
    char bad[96];
    size_t size;
    store_file_make(&f, ROWS);
    char *bytes = store_slurp(f.path, &size);
    snprintf(bad, sizeof bad, "%s/bad.h5", f.folder);
    refuse(bad, STATUS_IO, "No such file");
    refuse(f.folder, STATUS_FORMAT, "folder");
    refuse("/dev/null", STATUS_FORMAT, "not a regular file");
    cr_assert_eq(mkfifo(bad, 0600), 0);
    refuse(bad, STATUS_FORMAT, "not a regular file");
    cr_assert_eq(unlink(bad), 0);
    store_spill(bad, "", 0);
    refuse(bad, STATUS_FORMAT, "empty");
    store_spill(bad, "a,b,c\n1,2,3\n", 12);
    refuse(bad, STATUS_FORMAT, "not a census archive");
    char zeros[2000] = "";
    store_spill(bad, zeros, sizeof zeros);
    refuse(bad, STATUS_FORMAT, "zeros");
    /* An HDF5 file of somebody else: ours without its head. */
    store_spill(bad, bytes + 512, size - 512);
    refuse(bad, STATUS_FORMAT, "an HDF5 file, but not");
    /* Cut anywhere, also within the head. */
    for (size_t cut = 1; cut < size; cut = cut * 2 + 33) {
        store_spill(bad, bytes, cut);
        refuse(bad, STATUS_FORMAT, cut < 15 ? "" : "the file is truncated");
    }
    store_spill(bad, bytes, size - 1);
    refuse(bad, STATUS_FORMAT, "the file is truncated");
    char *longer = malloc(size + 1);
    memcpy(longer, bytes, size);
    longer[size] = 0;
    store_spill(bad, longer, size + 1);
    refuse(bad, STATUS_FORMAT, "longer");
    free(longer);
    bytes[sizeof "census-archive " - 1] = '2';
    store_spill(bad, bytes, size);
    refuse(bad, STATUS_FORMAT, "newer");
    bytes[sizeof "census-archive " - 1] = '1';
    /* The right length, but no HDF5 behind the head. */
    memset(bytes + 512, 0, 4096);
    store_spill(bad, bytes, size);
    refuse(bad, STATUS_FORMAT, "");
    free(bytes);
    store_file_drop(&f);
}

Test(store_archive, a_part_is_no_archive)
{
    struct store_file f;
    char other[96], part[160];
    struct run_identity id = store_identity(300);
    struct parts *p;
    store_file_make(&f, ROWS);
    snprintf(other, sizeof other, "%s/y.h5", f.folder);
    snprintf(part, sizeof part, "%s.parts/part-000000.h5", other);
    cr_assert_eq(parts_open(other, &id, 300, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, 300), STATUS_OK);
    parts_close(p);
    refuse(part, STATUS_FORMAT, "a part of a run");
    store_file_drop(&f);
}

/* The digest does not guard the head; what HDF5 holds does. */
Test(store_archive, a_head_of_another_file_is_noticed)
{
    struct store_file f;
    char other[96], heard[512];
    struct verify_report report;
    size_t n;
    store_file_make(&f, ROWS);
    snprintf(other, sizeof other, "%s/y.h5", f.folder);
    char *bytes = store_slurp(f.path, &n);
    char *rows = strstr(bytes, "rows 200000");
    cr_assert_not_null(rows);
    rows[10] = '1';
    store_spill(other, bytes, n);
    refuse(other, STATUS_FORMAT, "different things");
    rows[10] = '0';
    char *run = strstr(bytes, "run ");
    run[4] = run[4] == 'a' ? 'b' : 'a';
    store_spill(other, bytes, n);
    store_listen();
    cr_assert_eq(verify_file(other, false, NULL, &report), STATUS_FORMAT);
    store_heard(heard, sizeof heard);
    cr_assert(store_one_line(heard, (const char *[]){"different", NULL}));
    free(bytes);
    store_file_drop(&f);
}

/* Other people's programs read the same values. */
Test(store_archive, hdf5_tools_read_it)
{
    struct store_file f;
    char command[400], out[96];
    struct store_row row;
    size_t size;
    store_file_make(&f, ROWS);
    if (system("command -v h5dump h5ls >/dev/null 2>&1") != 0)
        cr_skip_test("no h5dump here");
    snprintf(command, sizeof command,
             "h5ls -r %s | grep -q 'rows/outcome .*{200000}'", f.path);
    cr_assert_eq(system(command), 0);
    int used = snprintf(command, sizeof command,
                        "h5dump -d /rows/outcome -s 70000 -c 8 %s | "
                        "grep -q '): ",
                        f.path);
    for (uint64_t i = 0; i < 8; i++) {
        store_row_make(70000 + i, &row);
        used += snprintf(command + used, sizeof command - (size_t)used, "%s%s",
                         i ? ", " : "", outcome_labels[row.outcome]);
    }
    snprintf(command + used, sizeof command - (size_t)used, "$'");
    cr_assert_eq(system(command), 0, "%s", command);
    for (size_t c = 0; c < STORE_COLUMNS; c++) {
        const struct column *column = &store_columns[c];
        if (column->type == COLUMN_TEXT || column->labels)
            continue; /* which h5dump cannot write as bytes */
        snprintf(out, sizeof out, "%s/column", f.folder);
        snprintf(command, sizeof command,
                 "h5dump -d /rows/%s -b LE -o %s %s >/dev/null", column->name,
                 out, f.path);
        cr_assert_eq(system(command), 0);
        char *bytes = store_slurp(out, &size);
        cr_assert_eq(size, ROWS * column->width);
        for (uint64_t i = 0; i < ROWS; i++) {
            store_row_make(i, &row);
            cr_assert(!memcmp(bytes + i * column->width,
                              (char *)&row + column->offset, column->width));
        }
        free(bytes);
    }
    store_file_drop(&f);
}

/* What was checked under a path is what is opened under it, or it is said. */
Test(store_archive, another_file_under_the_path_is_refused)
{
    static const char *const words[] = {"another file took its place", NULL};
    struct store_file f, other;
    struct verify_report report;
    struct archive *a;
    char heard[512];
    store_file_make(&f, 300);
    store_file_make(&other, 300);
    cr_assert_eq(verify_file(f.path, true, NULL, &report), STATUS_OK);
    cr_assert_eq(archive_open_as(f.path, &report.stamp, &a), STATUS_OK);
    archive_close(a);
    cr_assert_eq(rename(other.path, f.path), 0);
    store_listen();
    enum status st = archive_open_as(f.path, &report.stamp, &a);
    store_heard(heard, sizeof heard);
    cr_expect_eq(st, STATUS_IO);
    cr_expect(store_one_line(heard, words), "%s", heard);
    /* Without its path an archive can still be opened once more. */
    cr_assert_eq(archive_open_again(f.archive, &a), STATUS_OK);
    cr_expect_eq(store_count_wrong(a, 300), 0);
    archive_close(a);
    cr_expect_eq(store_count_wrong(f.archive, 300), 0);
    store_file_drop(&f);
    store_file_drop(&other);
}
