#include "test/common/whole_run.h"
#include "census/run/built_in.h"

#include "engine/store/file/table.h"
#include "engine/store/read/archive.h"
#include "rules/rules.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void name_paths(struct whole_place *p)
{
    snprintf(p->path, sizeof p->path, "%s/x.h5", p->folder);
    snprintf(p->reference, sizeof p->reference, "%s/reference.h5", p->folder);
}

void whole_place_make(struct whole_place *p)
{
    store_folder_make(p->folder);
    name_paths(p);
}

void whole_place_quick(struct whole_place *p)
{
    snprintf(p->folder, sizeof p->folder, "/dev/shm/census-run-XXXXXX");
    if (!mkdtemp(p->folder))
        store_folder_make(p->folder);
    name_paths(p);
}

struct request *whole_open(const struct whole_case *c)
{
    const char *texts[PARAM_MAX] = {c->param};
    struct request *r = malloc(sizeof *r);
    cr_assert_eq(
        c->name ? request_open(c->name, texts, &built_in, r)
                : request_open_custom(c->rules, c->ask, c->grid, &built_in, r),
        STATUS_OK);
    return r;
}

void whole_close(struct request *r)
{
    request_close(r);
    free(r);
}

enum status whole_run(const struct whole_case *c, struct runner_options options,
                      struct run_report *report)
{
    struct request *r = whole_open(c);
    options.command = "test";
    options.quiet = true;
    enum status st = runner_run(r, &options, report);
    whole_close(r);
    return st;
}

void whole_archive(const struct whole_case *c, const char *path,
                   struct runner_options options, struct run_report *report)
{
    options.path = path;
    options.replace = true;
    cr_assert_eq(whole_run(c, options, report), STATUS_OK);
}

pid_t whole_start(const struct whole_case *c,
                  const struct runner_options *options)
{
    pid_t pid = fork();
    cr_assert_geq(pid, 0);
    if (pid == 0) {
        struct run_report report;
        _exit(status_exit(whole_run(c, *options, &report)));
    }
    return pid;
}

int whole_wait(pid_t pid)
{
    int status;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void whole_wait_for_part(const char *path)
{
    static const struct timespec moment = {0, 200000};
    char part[128];
    snprintf(part, sizeof part, "%s.parts/part-000000.h5", path);
    while (access(part, F_OK))
        nanosleep(&moment, NULL);
}

/* The values of an archive, of which the domain may keep none. */
static void keep_values(const struct request *r, struct archive *a,
                        struct book *book)
{
    const struct domain_kind *kind = r->plan.domains[0];
    *book = (struct book){0};
    if (kind->book)
        cr_assert_eq(archive_book(a, kind->book_columns, kind->nbook_columns,
                                  kind->book_row_size, book),
                     STATUS_OK);
}

/* No file has texts with control characters. */
static void alter_text(char *at, char bits)
{
    *at = (char)(*at ^ bits);
    if (*at < ' ' || *at > '~')
        *at = 'x';
}

/* `other` is a row, or UINT64_MAX: `value` counts. */
static void forge(const struct request *r, const char *from, const char *to,
                  uint64_t row, const char *name, uint64_t value,
                  uint64_t other)
{
    struct book book;
    const struct run_identity id = plan_identity(&r->plan, r->params);
    char *rows = calloc(id.rows, id.row_size);
    struct archive *a;
    struct parts *parts;
    struct part *part;
    bool written = false;
    cr_assert_eq(archive_open(from, &a), STATUS_OK);
    for (size_t c = 0; c < id.ncolumns; c++) {
        const struct column *column = &id.columns[c];
        char *values = malloc(id.rows * column->width);
        cr_assert_eq(archive_read(a, c, 0, id.rows, values), STATUS_OK);
        for (uint64_t i = 0; i < id.rows; i++)
            memcpy(rows + i * id.row_size + column->offset,
                   values + i * column->width, column->width);
        if (!strcmp(column->name, name)) {
            char *at = rows + row * id.row_size;
            if (other != UINT64_MAX)
                memcpy(at + column->offset, values + other * column->width,
                       column->width);
            else if (column->type == COLUMN_TEXT)
                alter_text(&at[column->offset], (char)value);
            else
                column_set(column, at, value);
            written = true;
        }
        free(values);
    }
    keep_values(r, a, &book);
    archive_close(a);
    cr_assert(written);
    remove(to);
    cr_assert_eq(parts_open(to, &id, STORE_CHUNK_ROWS, true, &parts),
                 STATUS_OK);
    cr_assert_eq(parts_count(parts), 1);
    cr_assert_eq(part_begin(parts, 0, &part), STATUS_OK);
    for (size_t c = 0; c < id.ncolumns; c++)
        for (uint64_t k = 0; k < part_chunks(part); k++)
            cr_assert_eq(part_encode(part, c, k, rows), STATUS_OK);
    cr_assert_eq(part_commit(part), STATUS_OK);
    if (book.n)
        cr_assert_eq(parts_set_book(parts, &book, NULL), STATUS_OK);
    cr_assert_eq(parts_archive(parts, &store_record, false, NULL), STATUS_OK);
    parts_close(parts);
    book_release(&book);
    free(rows);
}

void whole_forge(const struct request *r, const char *from, const char *to,
                 uint64_t row, const char *name, uint64_t value)
{
    forge(r, from, to, row, name, value, UINT64_MAX);
}

void whole_forge_as(const struct request *r, const char *from, const char *to,
                    uint64_t row, const char *name, uint64_t other)
{
    forge(r, from, to, row, name, 0, other);
}

static char *digest_of(struct table *t, size_t column)
{
    char *text;
    cr_assert_eq(h5_get_text(t->datasets[column], "sha256", &text), STATUS_OK);
    cr_assert_eq(strlen(text), 64);
    return text;
}

static char *values_of(struct archive *a, size_t column)
{
    const uint64_t rows = archive_rows(a);
    char *values = malloc(rows * archive_column(a, column)->width + 1);
    cr_assert_eq(archive_read(a, column, 0, rows, values), STATUS_OK);
    return values;
}

void whole_same_facts(const char *path, const char *reference)
{
    const char *paths[2] = {path, reference};
    struct archive *a[2];
    struct table *t[2];
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(archive_open(paths[i], &a[i]), STATUS_OK);
        cr_assert_eq(table_open(paths[i], &t[i]), STATUS_OK);
    }
    cr_assert_eq(archive_rows(a[0]), archive_rows(a[1]));
    cr_assert_eq(archive_columns(a[0]), archive_columns(a[1]));
    for (size_t c = 0; c < archive_columns(a[0]); c++) {
        const struct column *column = archive_column(a[0], c);
        char *values[2], *digests[2];
        if (column->role == COLUMN_COST)
            continue;
        for (int i = 0; i < 2; i++) {
            values[i] = values_of(a[i], c);
            digests[i] = digest_of(t[i], c);
        }
        cr_assert_str_eq(column->name, archive_column(a[1], c)->name);
        cr_assert_arr_eq(values[0], values[1],
                         archive_rows(a[0]) * column->width, "%s: column %s",
                         path, column->name);
        cr_assert_str_eq(digests[0], digests[1], "%s: column %s", path,
                         column->name);
        for (int i = 0; i < 2; i++) {
            free(values[i]);
            free(digests[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        archive_close(a[i]);
        table_close(t[i]);
    }
}
