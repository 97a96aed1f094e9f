#include "census/answer/confusion.h"

#include "engine/store/query/scan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOUND, PREDICTED, SILENT, WORDS }; /* behind those of `by` */

enum status confusion_init(struct confusion *c, const struct column *column,
                           const struct column *const by[], size_t nby)
{
    assert(nby <= CONFUSION_BY_MAX && column->type <= COLUMN_I64);
    *c = (struct confusion){.column = column, .nby = nby};
    for (size_t i = 0; i < nby; i++) {
        c->by[i] = by[i];
        c->by_words += scan_words(by[i]);
    }
    tally_init(&c->cells, c->by_words + WORDS);
    c->key = calloc(c->by_words + WORDS, sizeof *c->key);
    return c->key ? STATUS_OK : cli_no_memory();
}

void confusion_release(struct confusion *c)
{
    tally_release(&c->cells);
    free(c->key);
    c->key = NULL;
}

enum status confusion_add(struct confusion *c, const uint64_t by[],
                          int64_t found, const int64_t *predicted)
{
    size_t number;
    if (c->by_words)
        memcpy(c->key, by, c->by_words * sizeof *by);
    c->key[c->by_words + FOUND] = (uint64_t)found;
    c->key[c->by_words + PREDICTED] = predicted ? (uint64_t)*predicted : 0;
    c->key[c->by_words + SILENT] = !predicted;
    return tally_add(&c->cells, c->key, &number);
}

static const uint64_t *key_of(const struct confusion *c, size_t i)
{
    return c->cells.keys + i * (c->by_words + WORDS);
}

static int compare_cells(const void *a, const void *b, void *context)
{
    const struct confusion *c = context;
    const uint64_t *x = key_of(c, *(const size_t *)a);
    const uint64_t *y = key_of(c, *(const size_t *)b);
    for (size_t i = 0; i < c->nby; i++) {
        const int order = scan_compare(c->by[i], x, y);
        if (order)
            return order;
        x += scan_words(c->by[i]);
        y += scan_words(c->by[i]);
    }
    const int order = scan_compare(c->column, x + FOUND, y + FOUND);
    if (order)
        return order;
    if (x[SILENT] != y[SILENT])
        return x[SILENT] ? 1 : -1;
    return scan_compare(c->column, x + PREDICTED, y + PREDICTED);
}

static enum status add_columns(const struct confusion *c, struct sheet *s)
{
    const enum sheet_kind kind = sheet_kind_of(c->column);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < c->nby && !st; i++)
        st = sheet_column(s, c->by[i]->name, sheet_kind_of(c->by[i]), false);
    if (!st)
        st = sheet_column(s, "found", kind, false);
    if (!st)
        st = sheet_column(s, "predicted", kind, false);
    return st ? st : sheet_column(s, "rows", SHEET_WHOLE, false);
}

/* Column number i of those of the table, as it is shown; NULL: out of memory or
 * not to be had, logged. */
static char *value_text(const struct confusion *c, size_t i,
                        const struct column *column, const uint64_t words[])
{
    const size_t cap = scan_text_size(column);
    const char *shown;
    char *text = malloc(cap);
    if (!text)
        return NULL;
    scan_text(column, words, text, cap);
    if (!c->values)
        return text;
    const enum status st = values_text(c->values, c->numbers[i], text, &shown);
    char *copy = st ? NULL : strdup(shown);
    free(text);
    return copy;
}

static enum status add_cell(const struct confusion *c, size_t i,
                            struct sheet *s)
{
    char *texts[CONFUSION_BY_MAX + 3] = {NULL};
    const uint64_t *key = key_of(c, i);
    size_t n = 0;
    bool fine = true;
    for (size_t b = 0; b < c->nby; b++) {
        texts[n] = value_text(c, b, c->by[b], key);
        fine = fine && texts[n++];
        key += scan_words(c->by[b]);
    }
    texts[n] = value_text(c, c->nby, c->column, key + FOUND);
    fine = fine && texts[n++];
    if (!key[SILENT]) {
        texts[n] = value_text(c, c->nby, c->column, key + PREDICTED);
        fine = fine && texts[n];
    }
    n++;
    char rows[24];
    snprintf(rows, sizeof rows, "%llu", (unsigned long long)c->cells.count[i]);
    const char *cells[CONFUSION_BY_MAX + 3];
    memcpy(cells, texts, sizeof cells);
    cells[n] = rows;
    enum status st = fine ? sheet_row(s, cells) : cli_no_memory();
    for (size_t t = 0; t < n; t++)
        free(texts[t]);
    return st;
}

enum status confusion_sheet(const struct confusion *c, struct sheet *s)
{
    size_t *order = malloc((c->cells.n + 1) * sizeof *order);
    if (!order)
        return cli_no_memory();
    for (size_t i = 0; i < c->cells.n; i++)
        order[i] = i;
    if (c->cells.n)
        qsort_r(order, c->cells.n, sizeof *order, compare_cells, (void *)c);
    enum status st = add_columns(c, s);
    for (size_t i = 0; i < c->cells.n && !st; i++)
        st = add_cell(c, order[i], s);
    free(order);
    return st;
}
