#include "engine/store/read/verify.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* rows, part_rows: one short part, several, a ragged last one, whole chunks,
 * more than one chunk per part, parts shorter than a chunk. */
struct shape {
    uint64_t rows, part_rows;
};

ParameterizedTestParameters(store_parts, round_trip)
{
    static const struct shape shapes[] = {
        {1, 65536},      {258, 65536},    {258, 100},      {258, 43},
        {65536, 65536},  {70000, 65536},  {200000, 65536}, {150000, 131072},
        {150000, 50000}, {131072, 131072}};
    return cr_make_param_array(struct shape, (struct shape *)shapes,
                               sizeof shapes / sizeof *shapes);
}

ParameterizedTest(struct shape *s, store_parts, round_trip)
{
    char folder[64], path[96];
    struct archive *a;
    struct verify_report report;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    store_make_archive(path, s->rows, s->part_rows);
    cr_assert_eq(verify_file(path, true, NULL, &report), STATUS_OK);
    cr_assert_eq(report.rows, s->rows);
    cr_assert_eq(report.chunks, STORE_COLUMNS * ((s->rows + 65535) / 65536));
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(archive_columns(a), STORE_COLUMNS);
    cr_assert_eq(store_count_wrong(a, s->rows), 0);
    archive_close(a);
    store_folder_remove(folder);
}

/* A folder, an archive path in it and the parts of a run there. */
struct stage {
    char folder[64], path[96];
    struct run_identity id;
    struct parts *parts;
};

static void stage_open(struct stage *s, uint64_t rows, uint64_t part_rows)
{
    store_folder_make(s->folder);
    snprintf(s->path, sizeof s->path, "%s/x.h5", s->folder);
    s->id = store_identity(rows);
    cr_assert_eq(parts_open(s->path, &s->id, part_rows, true, &s->parts),
                 STATUS_OK);
}

static void stage_reopen(struct stage *s)
{
    parts_close(s->parts);
    cr_assert_eq(parts_open(s->path, &s->id, 0, false, &s->parts), STATUS_OK);
}

static void stage_close(struct stage *s)
{
    parts_close(s->parts);
    store_folder_remove(s->folder);
}

static void part_path(const struct stage *s, unsigned part, char path[160])
{
    snprintf(path, 160, "%s.parts/part-%06u.h5", s->path, part);
}

Test(store_parts, rows_come_back)
{
    struct stage s;
    struct store_row *rows = malloc(70000 * sizeof *rows), want;
    stage_open(&s, 200000, 65536);
    for (uint64_t part = 0; part < 4; part += 3)
        cr_assert_eq(store_write_part(s.parts, part, 200000), STATUS_OK);
    for (uint64_t part = 0; part < 4; part += 3) {
        uint64_t n = part == 3 ? 200000 - 3 * 65536 : 65536;
        memset(rows, 0xee, 70000 * sizeof *rows);
        cr_assert_eq(parts_read(s.parts, part, rows), STATUS_OK);
        for (uint64_t i = 0; i < n; i++) {
            store_row_make(part * 65536 + i, &want);
            cr_assert(!memcmp(&rows[i], &want, sizeof want), "row %llu",
                      (unsigned long long)i);
        }
        cr_assert_eq(*(unsigned char *)&rows[n], 0xee);
    }
    free(rows);
    stage_close(&s);
}

Test(store_parts, resume_sees_what_is_committed)
{
    struct stage s;
    struct parts_info info;
    stage_open(&s, 250, 100);
    cr_assert_eq(parts_count(s.parts), 3);
    cr_assert_eq(store_write_part(s.parts, 2, 250), STATUS_OK);
    cr_assert_eq(store_write_part(s.parts, 0, 250), STATUS_OK);
    cr_assert_eq(parts_inspect(s.path, &info), STATUS_OK);
    cr_assert_str_eq(info.census, "made-up");
    cr_assert_str_eq(info.params, "{\"total\":60}");
    cr_assert_str_eq(info.grid, s.id.grid);
    cr_assert_eq(info.version, 3);
    cr_assert_eq(info.rows, 250);
    cr_assert_eq(info.part_rows, 100);
    cr_assert_eq(info.parts, 3);
    cr_assert_eq(info.parts_done, 2);
    cr_assert_eq(info.rows_done, 150);
    cr_assert_eq(info.bad, 0);
    cr_assert(info.locked);
    cr_assert_not_null(strstr(info.holder, ", process "));
    parts_info_release(&info);
    stage_reopen(&s);
    cr_assert_eq(parts_rows_per_part(s.parts), 100);
    cr_assert(parts_has(s.parts, 0) && parts_has(s.parts, 2));
    cr_assert(!parts_has(s.parts, 1));
    cr_assert_eq(parts_rows_done(s.parts), 150);
    parts_close(s.parts);
    s.parts = NULL;
    cr_assert_eq(parts_inspect(s.path, &info), STATUS_OK);
    cr_assert(!info.locked);
    cr_assert_str_eq(info.holder, "");
    parts_info_release(&info);
    stage_close(&s);
}

/* Whatever happens to a part under its final name, it is set aside, solved
 * again, and never in the archive. */
static void damage_flip(const char *path, const char *other)
{
    size_t size;
    (void)other;
    char *bytes = store_slurp(path, &size);
    bytes[size / 2] ^= 4;
    store_spill(path, bytes, size);
    free(bytes);
}

static void damage_cut(const char *path, const char *other)
{
    struct stat st;
    (void)other;
    cr_assert_eq(stat(path, &st), 0);
    cr_assert_eq(truncate(path, st.st_size - 1), 0);
}

static void damage_empty(const char *path, const char *other)
{
    (void)other;
    cr_assert_eq(truncate(path, 0), 0);
}

static void damage_head(const char *path, const char *other)
{
    size_t size;
    (void)other;
    char *bytes = store_slurp(path, &size);
    bytes[500] = 'x';
    store_spill(path, bytes, size);
    free(bytes);
}

static void damage_swap(const char *path, const char *other)
{
    size_t size;
    char *bytes = store_slurp(other, &size);
    store_spill(path, bytes, size);
    free(bytes);
}

Test(store_parts, damaged_parts_are_set_aside)
{
    static void (*const damages[])(const char *, const char *) = {
        damage_flip, damage_cut, damage_empty, damage_head, damage_swap};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct stage s;
        struct archive *a;
        char path[160], other[160], bad[170], heard[512];
        stage_open(&s, 300, 100);
        cr_assert_eq(store_write_missing(s.parts, 300), STATUS_OK);
        part_path(&s, 1, path);
        part_path(&s, 0, other);
        damages[i](path, other);
        store_listen();
        stage_reopen(&s);
        store_heard(heard, sizeof heard);
        cr_assert(store_one_line(heard, (const char *[]){path, ".bad", NULL}),
                  "%zu: %s", i, heard);
        cr_assert(!parts_has(s.parts, 1) && parts_has(s.parts, 0));
        cr_assert_eq(parts_rows_done(s.parts), 200);
        snprintf(bad, sizeof bad, "%s.bad", path);
        cr_assert_eq(access(bad, F_OK), 0);
        cr_assert_eq(access(path, F_OK), -1);
        cr_assert_eq(store_write_missing(s.parts, 300), STATUS_OK);
        cr_assert_eq(parts_archive(s.parts, &store_record, false, NULL),
                     STATUS_OK);
        cr_assert_eq(archive_open(s.path, &a), STATUS_OK);
        cr_assert_eq(store_count_wrong(a, 300), 0);
        archive_close(a);
        stage_close(&s);
    }
}

/* A part of another run, even of the same number and length; and one of the
 * same run with parts of another size, where part 1 holds as many rows but not
 * the same ones. */
Test(store_parts, parts_of_another_run_are_set_aside)
{
    static const struct {
        uint64_t rows, part_rows, other_rows, other_part_rows;
    } cases[] = {{300, 100, 301, 100}, {250, 150, 250, 100}};
    for (size_t i = 0; i < 2; i++) {
        struct stage s, t;
        char path[160], other[160], heard[512];
        stage_open(&s, cases[i].rows, cases[i].part_rows);
        stage_open(&t, cases[i].other_rows, cases[i].other_part_rows);
        cr_assert_eq(store_write_part(t.parts, 1, cases[i].other_rows),
                     STATUS_OK);
        part_path(&s, 1, path);
        part_path(&t, 1, other);
        damage_swap(path, other);
        store_listen();
        stage_reopen(&s);
        store_heard(heard, sizeof heard);
        cr_assert(
            store_one_line(heard, (const char *[]){path, "this run", NULL}),
            "%s", heard);
        cr_assert(!parts_has(s.parts, 1));
        stage_close(&t);
        stage_close(&s);
    }
}

Test(store_parts, leftovers_of_a_kill_are_removed)
{
    struct stage s;
    char tmp[160];
    stage_open(&s, 300, 100);
    snprintf(tmp, sizeof tmp, "%s.parts/.part-000001.h5.tmp", s.path);
    store_spill(tmp, "half", 4);
    stage_reopen(&s);
    cr_assert_eq(access(tmp, F_OK), -1);
    cr_assert_eq(store_write_missing(s.parts, 300), STATUS_OK);
    stage_close(&s);
}

/* One field of the identity after the other is another one's. */
Test(store_parts, another_run_is_refused)
{
    struct stage s;
    struct column columns[STORE_COLUMNS];
    char heard[512];
    stage_open(&s, 300, 100);
    parts_close(s.parts);
    memcpy(columns, store_columns, sizeof columns);
    columns[3].role = COLUMN_KEY;
    for (int i = 0; i < 7; i++) {
        static const char *const what[] = {
            "another census", "version",      "other rules",  "domain",
            "another grid",   "another grid", "other columns"};
        struct run_identity id = s.id;
        if (i == 0)
            id.census = "another";
        else if (i == 1)
            id.version++;
        else if (i == 2)
            id.rules = "nim:x=1";
        else if (i == 3)
            id.ask = "nimber";
        else if (i == 4)
            id.grid = "all";
        else if (i == 5)
            id.rows = 301;
        else
            id.columns = columns;
        store_listen();
        enum status st = parts_open(s.path, &id, 0, false, &s.parts);
        store_heard(heard, sizeof heard);
        cr_assert_eq(st, STATUS_FORMAT, "%d", i);
        cr_assert_null(s.parts);
        cr_assert(store_one_line(heard, (const char *[]){what[i], NULL}), "%s",
                  heard);
    }
    /* What people read may change with the program. */
    memcpy(columns, store_columns, sizeof columns);
    columns[3].help = "other words";
    s.id.columns = columns;
    s.id.title = "another title";
    cr_assert_eq(parts_open(s.path, &s.id, 0, false, &s.parts), STATUS_OK);
    stage_close(&s);
}

Test(store_parts, a_damaged_run_json_is_refused)
{
    struct stage s;
    struct parts_info info;
    char path[160], heard[512];
    size_t size;
    stage_open(&s, 300, 100);
    parts_close(s.parts);
    snprintf(path, sizeof path, "%s.parts/run.json", s.path);
    char *bytes = store_slurp(path, &size);
    bytes[size] = 0;
    char *rows = strstr(bytes, "\"part_rows\": 100");
    cr_assert_not_null(rows);
    rows[13] = '3';
    store_spill(path, bytes, size);
    store_listen();
    cr_assert_eq(parts_open(s.path, &s.id, 0, false, &s.parts), STATUS_FORMAT);
    store_heard(heard, sizeof heard);
    cr_assert(store_one_line(heard, (const char *[]){path, "damaged", NULL}));
    for (size_t cut = 0; cut < size; cut += 37) {
        store_spill(path, bytes, cut);
        store_listen();
        enum status st = parts_inspect(s.path, &info);
        store_heard(heard, sizeof heard);
        cr_assert_eq(st, STATUS_FORMAT);
        cr_assert(store_one_line(heard, (const char *[]){path, NULL}));
    }
    free(bytes);
    stage_close(&s);
}

Test(store_parts, create_and_resume_know_what_is_there)
{
    struct stage s;
    struct parts *p;
    struct parts_info info;
    char heard[512], path[160];
    stage_open(&s, 300, 100);
    cr_assert_eq(store_write_part(s.parts, 0, 300), STATUS_OK);
    parts_close(s.parts);
    store_listen();
    enum status st = parts_open(s.path, &s.id, 100, true, &p);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_EXISTS);
    cr_assert(store_one_line(heard, (const char *[]){s.path, NULL}));
    snprintf(path, sizeof path, "%s/none.h5", s.folder);
    store_listen();
    st = parts_open(path, &s.id, 100, false, &p);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_IO);
    cr_assert(store_one_line(heard, (const char *[]){path, "no run", NULL}));
    cr_assert_eq(parts_inspect(path, &info), STATUS_IO);
    snprintf(path, sizeof path, "%s/none/x.h5", s.folder);
    store_listen();
    st = parts_open(path, &s.id, 100, true, &p);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_IO);
    cr_assert(
        store_one_line(heard, (const char *[]){path, "No such file", NULL}));
    /* Without run.json what is there is left over, not a run. */
    snprintf(path, sizeof path, "%s.parts/run.json", s.path);
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(parts_open(s.path, &s.id, 150, true, &s.parts), STATUS_OK);
    cr_assert_eq(parts_rows_done(s.parts), 0);
    stage_close(&s);
}

Test(store_parts, empty_grids_are_refused)
{
    struct run_identity id = store_identity(0);
    struct parts *p;
    cr_assert_eq(parts_open("/tmp/none.h5", &id, 100, true, &p), STATUS_RANGE);
}

Test(store_parts, a_second_run_is_refused)
{
    struct stage s;
    int status, ready[2], done[2];
    char byte = 0, heard[512], holder[64];
    struct parts_info info;
    stage_open(&s, 300, 100);
    parts_close(s.parts);
    cr_assert(pipe(ready) == 0 && pipe(done) == 0);
    pid_t child = fork();
    if (child == 0) {
        if (parts_open(s.path, &s.id, 0, false, &s.parts) != STATUS_OK)
            _exit(1);
        if (write(ready[1], "x", 1) != 1 || read(done[0], &byte, 1) != 1)
            _exit(2);
        _exit(0);
    }
    cr_assert_eq(read(ready[0], &byte, 1), 1);
    snprintf(holder, sizeof holder, ", process %ld)", (long)child);
    store_listen();
    enum status st = parts_open(s.path, &s.id, 0, false, &s.parts);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_LOCKED);
    cr_assert(store_one_line(heard, (const char *[]){s.path, holder, NULL}),
              "%s", heard);
    cr_assert_eq(parts_inspect(s.path, &info), STATUS_OK);
    cr_assert(info.locked);
    parts_info_release(&info);
    /* Killed, it cannot give anything back, and need not. */
    cr_assert_eq(kill(child, SIGKILL), 0);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(parts_open(s.path, &s.id, 0, false, &s.parts), STATUS_OK);
    stage_close(&s);
}

Test(store_parts, parts_are_the_same_bytes_every_time)
{
    struct stage s, t;
    char a[160], b[160];
    size_t n, m;
    stage_open(&s, 150000, 65536);
    stage_open(&t, 150000, 65536);
    cr_assert_eq(store_write_missing(s.parts, 150000), STATUS_OK);
    sleep(1); /* HDF5 would note the time in seconds */
    for (uint64_t i = 3; i-- > 0;)
        cr_assert_eq(store_write_part(t.parts, i, 150000), STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        part_path(&s, i, a);
        part_path(&t, i, b);
        char *x = store_slurp(a, &n), *y = store_slurp(b, &m);
        cr_assert(n == m && !memcmp(x, y, n));
        free(x);
        free(y);
    }
    stage_close(&t);
    stage_close(&s);
}

Test(store_parts, archives_do_not_depend_on_the_size_of_parts)
{
    static const uint64_t sizes[] = {65536, 131072, 196608, 50000, 777};
    char folder[64], path[96], *first = NULL;
    size_t n = 0, m;
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(path, sizeof path, "%s/%zu.h5", folder, i);
        store_make_archive(path, 150000, sizes[i]);
        char *bytes = store_slurp(path, &m);
        if (!first) {
            first = bytes;
            n = m;
            continue;
        }
        cr_assert(n == m && !memcmp(first, bytes, n), "%zu", i);
        free(bytes);
    }
    free(first);
    store_folder_remove(folder);
}

Test(store_parts, parts_verify)
{
    struct stage s;
    struct verify_report report;
    char path[160], heard[512];
    stage_open(&s, 70000, 65536);
    cr_assert_eq(store_write_missing(s.parts, 70000), STATUS_OK);
    for (unsigned i = 0; i < 2; i++) {
        part_path(&s, i, path);
        cr_assert_eq(verify_file(path, true, NULL, &report), STATUS_OK);
        cr_assert_eq(report.rows, i ? 70000 - 65536 : 65536);
        cr_assert_eq(report.chunks, STORE_COLUMNS);
    }
    damage_flip(path, NULL);
    store_listen();
    enum status st = verify_file(path, false, NULL, &report);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_FORMAT);
    cr_assert(store_one_line(heard, (const char *[]){path, "SHA-256", NULL}));
    stage_close(&s);
}

static unsigned files_in(const char *folder)
{
    unsigned n = 0;
    DIR *dir = opendir(folder);
    cr_assert_not_null(dir);
    for (struct dirent *e; (e = readdir(dir));)
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    closedir(dir);
    return n;
}

Test(store_parts, an_archive_is_not_overwritten_unasked)
{
    struct stage s;
    struct archive *a;
    char heard[512];
    stage_open(&s, 300, 100);
    cr_assert_eq(store_write_missing(s.parts, 300), STATUS_OK);
    store_spill(s.path, "precious", 8);
    store_listen();
    enum status st = parts_archive(s.parts, &store_record, false, NULL);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_EXISTS);
    cr_assert(store_one_line(heard, (const char *[]){s.path, NULL}));
    cr_assert_eq(files_in(s.folder), 2);
    stage_reopen(&s);
    cr_assert_eq(parts_rows_done(s.parts), 300);
    cr_assert_eq(parts_archive(s.parts, &store_record, true, NULL), STATUS_OK);
    cr_assert_eq(files_in(s.folder), 1);
    cr_assert_eq(archive_open(s.path, &a), STATUS_OK);
    cr_assert_eq(store_count_wrong(a, 300), 0);
    archive_close(a);
    stage_close(&s);
}

Test(store_parts, parts_are_thrown_away_on_demand)
{
    struct stage s;
    char heard[512];
    stage_open(&s, 300, 100);
    cr_assert_eq(store_write_part(s.parts, 1, 300), STATUS_OK);
    store_listen();
    enum status st = parts_discard(s.path);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_LOCKED);
    cr_assert(store_one_line(heard, (const char *[]){", process ", NULL}));
    parts_close(s.parts);
    cr_assert_eq(parts_discard(s.path), STATUS_OK);
    cr_assert_eq(files_in(s.folder), 0);
    cr_assert_eq(parts_discard(s.path), STATUS_OK);
    cr_assert_eq(parts_open(s.path, &s.id, 100, true, &s.parts), STATUS_OK);
    stage_close(&s);
}

/* UNSET in a row is a bug of the census: it must not get into an archive. */
Test(store_parts, unset_rows_make_no_archive)
{
    struct stage s;
    struct part *part;
    struct store_row rows[100];
    char heard[512];
    stage_open(&s, 100, 100);
    for (uint64_t i = 0; i < 100; i++)
        store_row_make(i, &rows[i]);
    rows[57].outcome = OUTCOME_UNSET;
    cr_assert_eq(part_begin(s.parts, 0, &part), STATUS_OK);
    for (size_t c = 0; c < STORE_COLUMNS; c++)
        cr_assert_eq(part_encode(part, c, 0, rows), STATUS_OK);
    cr_assert_eq(part_commit(part), STATUS_OK);
    store_listen();
    enum status st = parts_archive(s.parts, &store_record, false, NULL);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, STATUS_FORMAT);
    cr_assert(
        store_one_line(heard, (const char *[]){"outcome", "UNSET", NULL}));
    cr_assert_eq(files_in(s.folder), 1);
    stage_close(&s);
}

/* Chunks of one value, which are compressed and checked once: 3 3 4 4 3 in one
 * column; in another all but one value of the third chunk, and a part of the
 * last one, which is padded. */
Test(store_parts, chunks_of_one_value_come_back)
{
    enum { N = 5 * STORE_CHUNK_ROWS + 10 };
    struct stage s;
    struct part *part;
    struct verify_report report;
    struct store_row *rows = calloc(N, sizeof *rows),
                     *back = calloc(N, sizeof *rows);
    stage_open(&s, N, 6 * STORE_CHUNK_ROWS);
    for (uint64_t i = 0; i < N; i++) {
        const uint64_t chunk = i / STORE_CHUNK_ROWS;
        rows[i].outcome = OUTCOME_N;
        rows[i].total = chunk == 2 || chunk == 3 ? 4 : 3;
        rows[i].heaps = i == 3 * STORE_CHUNK_ROWS - 1 ? 6 : 7;
    }
    cr_assert_eq(part_begin(s.parts, 0, &part), STATUS_OK);
    for (size_t c = 0; c < STORE_COLUMNS; c++)
        for (uint64_t k = 0; k < part_chunks(part); k++)
            cr_assert_eq(part_encode(part, c, k, rows), STATUS_OK);
    cr_assert_eq(part_commit(part), STATUS_OK);
    cr_assert_eq(parts_read(s.parts, 0, back), STATUS_OK);
    for (uint64_t i = 0; i < N; i++) {
        cr_assert_eq(back[i].total, rows[i].total);
        cr_assert_eq(back[i].heaps, rows[i].heaps);
    }
    cr_assert_eq(parts_archive(s.parts, &store_record, false, NULL), STATUS_OK);
    cr_assert_eq(verify_file(s.path, true, NULL, &report), STATUS_OK);
    free(rows);
    free(back);
    stage_close(&s);
}
