#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct column store_columns[] = {
    COLUMN(struct store_row, point, COLUMN_KEY, "", "which point this is"),
    COLUMN(struct store_row, total, COLUMN_KEY, "counters", "in all heaps"),
    COLUMN(struct store_row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct store_row, byte, COLUMN_FACT, "", "noise"),
    COLUMN_ENUM(struct store_row, outcome, COLUMN_FACT, outcome_labels,
                "who wins"),
    COLUMN(struct store_row, balance, COLUMN_FACT, "points", "of either sign"),
    COLUMN(struct store_row, score, COLUMN_FACT, "points", "of the first"),
    COLUMN(struct store_row, word, COLUMN_FACT, "", "a text"),
    COLUMN(struct store_row, seconds, COLUMN_COST, "s", "how long it took"),
};
_Static_assert(sizeof store_columns / sizeof *store_columns == STORE_COLUMNS,
               "STORE_COLUMNS");

const struct run_record store_record = {
    .software = "census 0",
    .compiler = "cc",
    .command = "census run made-up",
    .host = "here",
    .started = "2000-01-01T00:00:00Z",
    .ended = "2000-01-01T00:00:01Z",
    .memo = "none",
    .threads = 2,
    .seconds = 1.5,
    .cpu_seconds = 2.25,
    .evaluated = 77,
};

/* splitmix64, Steele, Lea and Flood 2014. */
static uint64_t noise(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

void store_row_make(uint64_t i, struct store_row *row)
{
    static const char words[][6] = {"a", "bc", "def", "ghij", "klmno", ""};
    memset(row, 0, sizeof *row);
    row->point = i * i * 0x100000001ULL;
    row->total = (uint32_t)(i / 100);
    row->heaps = (uint16_t)(1 + noise(i) % 7);
    row->byte = (uint8_t)noise(i + 1);
    row->outcome = (uint8_t)(1 + noise(i + 2) % 4);
    row->balance = (int64_t)(noise(i + 3) % 2001) - 1000;
    row->score = (double)(noise(i + 4) % 100) / 3 - 10;
    memcpy(row->word, words[noise(i + 5) % 6], sizeof row->word);
    row->seconds = (uint32_t)(noise(i + 6) % 50);
}

struct run_identity store_identity(uint64_t rows)
{
    return (struct run_identity){
        .census = "made-up",
        .version = 3,
        .title = "Rows that mean nothing \xe2\x80\x93 for tests",
        .rules = "nim",
        .ask = "outcome",
        .grid = "none:at=all",
        .params = "{\"total\": 60}",
        .rows = rows,
        .columns = store_columns,
        .ncolumns = STORE_COLUMNS,
        .row_size = sizeof(struct store_row),
    };
}

void store_folder_make(char path[64])
{
    snprintf(path, 64, "/tmp/census-store-XXXXXX");
    cr_assert_not_null(mkdtemp(path));
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void store_folder_remove(const char *path)
{
    cr_assert_eq(nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

enum status store_write_part(struct parts *p, uint64_t part, uint64_t rows)
{
    uint64_t size = parts_rows_per_part(p), first = part * size;
    uint64_t n = rows - first < size ? rows - first : size;
    struct store_row *buffer = malloc(n * sizeof *buffer);
    struct part *out;
    for (uint64_t i = 0; i < n; i++)
        store_row_make(first + i, &buffer[i]);
    enum status st = part_begin(p, part, &out);
    for (size_t c = 0; c < STORE_COLUMNS && st == STATUS_OK; c++)
        for (uint64_t k = 0; k < part_chunks(out) && st == STATUS_OK; k++)
            st = part_encode(out, c, k, buffer);
    free(buffer);
    return st == STATUS_OK ? part_commit(out) : st;
}

enum status store_write_missing(struct parts *p, uint64_t rows)
{
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < parts_count(p) && st == STATUS_OK; i++)
        if (!parts_has(p, i))
            st = store_write_part(p, i, rows);
    return st;
}

void store_make_archive(const char *path, uint64_t rows, uint64_t part_rows)
{
    struct run_identity id = store_identity(rows);
    struct parts *p;
    cr_assert_eq(parts_open(path, &id, part_rows, true, &p), STATUS_OK);
    cr_assert_eq(store_write_missing(p, rows), STATUS_OK);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
}

void store_file_make(struct store_file *f, uint64_t rows)
{
    store_folder_make(f->folder);
    snprintf(f->path, sizeof f->path, "%s/x.h5", f->folder);
    store_make_archive(f->path, rows, STORE_CHUNK_ROWS);
    cr_assert_eq(archive_open(f->path, &f->archive), STATUS_OK);
}

void store_file_drop(struct store_file *f)
{
    archive_close(f->archive);
    store_folder_remove(f->folder);
}

uint64_t store_count_wrong(struct archive *a, uint64_t rows)
{
    uint64_t wrong = 0;
    cr_assert_eq(archive_rows(a), rows);
    for (size_t c = 0; c < STORE_COLUMNS; c++) {
        const struct column *column = &store_columns[c];
        size_t found = archive_find(a, column->name);
        if (found != c) {
            wrong++;
            continue;
        }
        char *values = malloc(rows * column->width);
        cr_assert_eq(archive_read(a, c, 0, rows, values), STATUS_OK);
        for (uint64_t i = 0; i < rows; i++) {
            struct store_row row;
            store_row_make(i, &row);
            wrong += memcmp(values + i * column->width,
                            (char *)&row + column->offset, column->width) != 0;
        }
        free(values);
    }
    return wrong;
}

/* Descriptors above all that the tests open by themselves. */
enum { KEPT_STDERR = 200, HEARD = 201 };

void store_listen(void)
{
    FILE *heard = tmpfile();
    cr_assert_not_null(heard);
    fflush(stderr);
    cr_assert(dup2(STDERR_FILENO, KEPT_STDERR) >= 0);
    cr_assert(dup2(fileno(heard), HEARD) >= 0);
    cr_assert(dup2(HEARD, STDERR_FILENO) >= 0);
    fclose(heard);
}

void store_heard(char text[], size_t cap)
{
    fflush(stderr);
    cr_assert(dup2(KEPT_STDERR, STDERR_FILENO) >= 0);
    ssize_t n = pread(HEARD, text, cap - 1, 0);
    cr_assert(n >= 0);
    text[n] = 0;
    close(HEARD);
    close(KEPT_STDERR);
}

bool store_one_line(const char *text, const char *const words[])
{
    const char *end = strchr(text, '\n');
    for (size_t i = 0; words[i]; i++)
        if (!strstr(text, words[i]))
            return false;
    return end && !end[1];
}

char *store_slurp(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    cr_assert_not_null(in, "%s", path);
    fseek(in, 0, SEEK_END);
    *size = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(*size + 1);
    cr_assert_eq(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}

void store_spill(const char *path, const char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    cr_assert_not_null(out, "%s", path);
    cr_assert_eq(fwrite(bytes, 1, size, out), size);
    cr_assert_eq(fclose(out), 0);
}
