#include "engine/store/write/parts.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

/* The book of an archive: /values as any reader sees it. */

struct entry {
    uint32_t number;
    uint16_t half;
};

static const struct column columns[] = {
    COLUMN(struct entry, number, COLUMN_FACT, "", "a number"),
    COLUMN(struct entry, half, COLUMN_FACT, "", "a smaller number"),
};

static struct book make_book(size_t n, size_t noptions)
{
    struct entry *rows = calloc(n + 1, sizeof *rows);
    uint32_t *options = calloc(noptions + 1, sizeof *options);
    cr_assert(rows && options);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (struct entry){3 * i, (uint16_t)(i / 2)};
    for (uint32_t i = 0; i < noptions; i++)
        options[i] = i ^ 5;
    return (struct book){columns, 2, sizeof *rows, rows, n, options, noptions};
}

/* A dataset of u32 or narrower numbers, widened; allocated. */
static uint32_t *read_numbers(hid_t file, const char *path, size_t n)
{
    uint32_t *numbers = malloc((n + 1) * sizeof *numbers);
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset);
    cr_assert_not_null(numbers);
    cr_assert_geq(dataset, 0, "%s", path);
    cr_assert_eq(H5Sget_simple_extent_npoints(space), (hssize_t)n, "%s", path);
    cr_assert_geq(H5Dread(dataset, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL,
                          H5P_DEFAULT, numbers),
                  0);
    H5Sclose(space);
    H5Dclose(dataset);
    return numbers;
}

static void check_book(size_t n, size_t noptions)
{
    struct store_file f;
    struct run_identity id = store_identity(10);
    struct parts *p;
    struct book book = make_book(n, noptions);
    store_folder_make(f.folder);
    snprintf(f.path, sizeof f.path, "%s/x.h5", f.folder);
    cr_assert_eq(parts_open(f.path, &id, 10, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, 10), STATUS_OK);
    cr_assert_eq(parts_set_book(p, &book, NULL), STATUS_OK);
    book_release(&book);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
    hid_t file = H5Fopen(f.path, H5F_ACC_RDONLY, H5P_DEFAULT);
    cr_assert_geq(file, 0);
    uint32_t *numbers = read_numbers(file, "/values/number", n);
    uint32_t *halves = read_numbers(file, "/values/half", n);
    uint32_t *options = read_numbers(file, "/values/options", noptions);
    for (uint32_t i = 0; i < n; i++) {
        cr_assert_eq(numbers[i], 3 * i);
        cr_assert_eq(halves[i], (uint16_t)(i / 2));
    }
    for (uint32_t i = 0; i < noptions; i++)
        cr_assert_eq(options[i], i ^ 5);
    free(numbers);
    free(halves);
    free(options);
    H5Fclose(file);
    cr_assert_eq(archive_open(f.path, &f.archive), STATUS_OK);
    cr_expect_eq(archive_rows(f.archive), 10);
    store_file_drop(&f);
}

Test(store_values, a_few)
{
    check_book(3, 7);
}

Test(store_values, more_than_a_chunk)
{
    check_book(STORE_CHUNK_ROWS + 1, 2 * STORE_CHUNK_ROWS);
}

Test(store_values, none)
{
    char folder[64], path[96];
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    store_make_archive(path, 10, STORE_CHUNK_ROWS);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    cr_assert_geq(file, 0);
    cr_expect_eq(H5Lexists(file, "/values", H5P_DEFAULT), 0);
    H5Fclose(file);
    store_folder_remove(folder);
}
