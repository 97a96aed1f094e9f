#include "census/answer/export.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *export_row_name(const struct archive *a)
{
    return archive_find(a, "row") < archive_columns(a) ? "archive_row" : "row";
}

struct csv {
    struct export *export;
    FILE *file;
    const char **cells; /* room for a line */
    enum status st;
};

static bool put_row(void *context, uint64_t row, const char *const texts[])
{
    struct csv *c = context;
    struct export *e = c->export;
    char number[24];
    const size_t n = wording_cells(e->wording) + 1;
    snprintf(number, sizeof number, "%llu", (unsigned long long)row);
    c->cells[0] = number;
    c->st = wording_row(e->wording, row, texts, c->cells + 1);
    if (c->st)
        return false;
    for (size_t i = 0; i < n; i++)
        c->cells[i] = c->cells[i] ? c->cells[i] : "";
    cli_csv_to(c->file, c->cells, n);
    e->rows++;
    return !ferror(c->file);
}

static void put_heads(struct csv *c)
{
    const struct archive *a = c->export->archive;
    size_t n = 0;
    c->cells[n++] = export_row_name(a);
    if (c->export->wording->notation.added)
        c->cells[n++] = "position";
    for (size_t i = 0; i < archive_columns(a); i++)
        c->cells[n++] = archive_column(a, i)->name;
    cli_csv_to(c->file, c->cells, n);
}

enum status export_csv(struct export *e)
{
    struct csv c = {.export = e};
    c.cells = calloc(wording_cells(e->wording) + 1, sizeof *c.cells);
    if (!c.cells)
        return cli_no_memory();
    c.file = fopen(e->path, "r+e");
    enum status st = STATUS_OK;
    if (c.file) {
        put_heads(&c);
        st = query_rows(e->query, UINT64_MAX, put_row, &c);
        st = st ? st : c.st;
    }
    free(c.cells);
    bool failed = !c.file || ferror(c.file);
    if (c.file && fclose(c.file))
        failed = true;
    if (failed && !st)
        st = log_error(STATUS_IO, "%s: %s", e->path, strerror(errno));
    return st;
}
