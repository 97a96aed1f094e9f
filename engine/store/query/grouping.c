#include "engine/store/query/grouping.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* Finds the group of every match; keys[] has room for them. */
static enum status find_groups(struct grouping *g, struct scan *s,
                               uint64_t keys[], size_t group[])
{
    const size_t words = g->tally.words;
    size_t at = 0;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < g->ncolumns && st == STATUS_OK; i++) {
        st = scan_load(s, g->columns[i]);
        if (st == STATUS_OK)
            scan_gather(s, g->columns[i], words, keys + at);
        at += scan_words(archive_column(g->archive, g->columns[i]));
    }
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++)
        st = tally_add(&g->tally, keys + m * words, &group[m]);
    return st;
}

enum status grouping_block(struct grouping *g, struct scan *s)
{
    uint64_t *keys = calloc(s->nmatch * g->tally.words, sizeof *keys);
    size_t *group = malloc(s->nmatch * sizeof *group);
    enum status st = keys && group
                         ? find_groups(g, s, keys, group)
                         : log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t i = 0; i < g->nmeasures && st == STATUS_OK; i++)
        st = measure_add(&g->measures[i], s, group, g->tally.n);
    free(keys);
    free(group);
    return st;
}

enum status grouping_init(struct grouping *g)
{
    const uint64_t all = 0;
    size_t words = g->ncolumns ? 0 : 1, number;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < g->ncolumns; i++)
        words += scan_words(archive_column(g->archive, g->columns[i]));
    tally_init(&g->tally, words);
    if (!g->ncolumns) {
        st = tally_add(&g->tally, &all, &number);
        if (st == STATUS_OK)
            g->tally.count[number] = 0;
    }
    return st;
}

enum status grouping_merge(struct grouping *g, const struct grouping *from)
{
    const struct tally *t = &from->tally;
    size_t *number = malloc((t->n + 1) * sizeof *number);
    enum status st = number
                         ? STATUS_OK
                         : log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t i = 0; i < t->n && st == STATUS_OK; i++) {
        st = tally_add(&g->tally, t->keys + i * t->words, &number[i]);
        /* tally_add has counted one already. */
        if (st == STATUS_OK)
            g->tally.count[number[i]] += t->count[i] - 1;
    }
    for (size_t i = 0; i < g->nmeasures && st == STATUS_OK; i++) {
        struct measure *m = &g->measures[i];
        st = measure_merge(m, archive_column(g->archive, m->column),
                           &from->measures[i], number, g->tally.n);
    }
    free(number);
    return st;
}

void grouping_release(struct grouping *g)
{
    tally_release(&g->tally);
}

/* By the value of a column, or of all from `first` to `last`. */
static int compare_values(const struct grouping *g, size_t a, size_t b,
                          size_t first, size_t last)
{
    const uint64_t *x = g->tally.keys + a * g->tally.words;
    const uint64_t *y = g->tally.keys + b * g->tally.words;
    int order = 0;
    for (size_t i = 0; i <= last && i < g->ncolumns && !order; i++) {
        const struct column *c = archive_column(g->archive, g->columns[i]);
        if (i >= first)
            order = scan_compare(c, x, y);
        x += scan_words(c);
        y += scan_words(c);
    }
    return order;
}

static int compare_groups(const void *a, const void *b, void *context)
{
    const struct grouping_order *o = context;
    const struct grouping *g = o->grouping;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const uint64_t *count = g->tally.count;
    int order = 0;
    if (o->by == GROUPING_BY_ROWS) {
        order = (count[x] > count[y]) - (count[x] < count[y]);
    } else if (o->by >= (long)g->ncolumns) {
        const struct measure *m = &g->measures[(size_t)o->by - g->ncolumns];
        order = measure_compare(m, archive_column(g->archive, m->column), x, y);
    } else if (o->by >= 0) {
        order = compare_values(g, x, y, (size_t)o->by, (size_t)o->by);
    }
    if (order)
        return o->descending ? -order : order;
    return compare_values(g, x, y, 0, g->ncolumns);
}

static char *cell_text(const struct column *column, const uint64_t words[])
{
    size_t cap = scan_text_size(column);
    char *text = malloc(cap);
    if (text)
        scan_text(column, words, text, cap);
    return text;
}

/* One group as texts. False if out of memory. */
static bool fill_group(const struct grouping *g, size_t number, char **cells,
                       char **measured)
{
    const uint64_t *words = g->tally.keys + number * g->tally.words;
    bool ok = true;
    for (size_t i = 0; i < g->ncolumns && ok; i++) {
        const struct column *c = archive_column(g->archive, g->columns[i]);
        ok = (cells[i] = cell_text(c, words)) != NULL;
        words += scan_words(c);
    }
    for (size_t i = 0; i < g->nmeasures && ok; i++) {
        const struct measure *m = &g->measures[i];
        const struct column *c = archive_column(g->archive, m->column);
        ok = (measured[i] = measure_text(m, c, number)) != NULL;
    }
    return ok;
}

/* Turns n groups, in the given order, into texts. */
static enum status fill_groups(const struct grouping *g, const size_t order[],
                               size_t n, struct query_groups *out)
{
    out->columns = g->ncolumns;
    out->measures = g->nmeasures;
    out->groups = n;
    out->cells = calloc(n * g->ncolumns + 1, sizeof *out->cells);
    out->measured = calloc(n * g->nmeasures + 1, sizeof *out->measured);
    out->rows = calloc(n + 1, sizeof *out->rows);
    bool ok = out->cells && out->measured && out->rows;
    for (size_t k = 0; k < n && ok; k++) {
        out->rows[k] = g->tally.count[order[k]];
        ok = fill_group(g, order[k], out->cells + k * g->ncolumns,
                        out->measured + k * g->nmeasures);
    }
    if (ok)
        return STATUS_OK;
    query_groups_release(out);
    return log_error(STATUS_NOMEM, "out of memory with %zu groups", n);
}

enum status grouping_result(const struct grouping_order *o,
                            struct query_groups *out)
{
    const struct grouping *g = o->grouping;
    size_t n = g->tally.n;
    size_t *order = malloc((n + 1) * sizeof *order);
    if (!order)
        return log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t k = 0; k < n; k++)
        order[k] = k;
    qsort_r(order, n, sizeof *order, compare_groups, (void *)o);
    n = o->limit && o->limit < n ? o->limit : n;
    enum status st = fill_groups(g, order, n, out);
    free(order);
    return st;
}

static void release_texts(char **texts, size_t n)
{
    for (size_t i = 0; texts && i < n; i++)
        free(texts[i]);
    free(texts);
}

void query_groups_release(struct query_groups *g)
{
    release_texts(g->cells, g->groups * g->columns);
    release_texts(g->measured, g->groups * g->measures);
    free(g->rows);
    *g = (struct query_groups){0};
}
