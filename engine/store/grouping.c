#include "engine/store/grouping.h"

#include "engine/log.h"

#include <stdlib.h>

static enum status tally_block(void *context, struct scan *s, bool *enough)
{
    struct grouping *g = context;
    (void)enough;
    size_t words = g->tally.words, at = 0;
    uint64_t *keys = malloc(s->nmatch * words * sizeof *keys);
    enum status st = STATUS_OK;
    if (!keys)
        return log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t i = 0; i < g->ncolumns && st == STATUS_OK; i++) {
        st = scan_load(s, g->columns[i]);
        if (st == STATUS_OK)
            scan_gather(s, g->columns[i], words, keys + at);
        at += scan_words(archive_column(g->archive, g->columns[i]));
    }
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++)
        st = tally_add(&g->tally, keys + m * words);
    free(keys);
    return st;
}

enum status grouping_count(struct grouping *g, const struct filter filters[],
                           size_t n)
{
    size_t words = 0;
    for (size_t i = 0; i < g->ncolumns; i++)
        words += scan_words(archive_column(g->archive, g->columns[i]));
    tally_init(&g->tally, words);
    return scan_each(g->archive, filters, n, tally_block, g);
}

void grouping_release(struct grouping *g)
{
    tally_release(&g->tally);
}

static int compare_groups(const void *a, const void *b, void *context)
{
    const struct grouping *g = context;
    const uint64_t *x = g->tally.keys + *(const size_t *)a * g->tally.words;
    const uint64_t *y = g->tally.keys + *(const size_t *)b * g->tally.words;
    for (size_t i = 0; i < g->ncolumns; i++) {
        const struct column *c = archive_column(g->archive, g->columns[i]);
        int order = scan_compare(c, x, y);
        if (order)
            return order;
        x += scan_words(c);
        y += scan_words(c);
    }
    return 0;
}

static char *cell_text(const struct column *column, const uint64_t words[])
{
    size_t cap = scan_text_size(column);
    char *text = malloc(cap);
    if (text)
        scan_text(column, words, text, cap);
    return text;
}

/* Turns the tally, in the given order, into texts. */
static enum status fill_groups(const struct grouping *g, const size_t order[],
                               struct query_groups *out)
{
    size_t n = g->tally.n;
    out->columns = g->ncolumns;
    out->groups = n;
    out->cells = calloc(n * g->ncolumns + 1, sizeof *out->cells);
    out->rows = calloc(n + 1, sizeof *out->rows);
    bool ok = out->cells && out->rows;
    for (size_t k = 0; k < n && ok; k++) {
        const uint64_t *words = g->tally.keys + order[k] * g->tally.words;
        out->rows[k] = g->tally.count[order[k]];
        for (size_t i = 0; i < g->ncolumns && ok; i++) {
            const struct column *c = archive_column(g->archive, g->columns[i]);
            char *cell = cell_text(c, words);
            out->cells[k * g->ncolumns + i] = cell;
            ok = cell != NULL;
            words += scan_words(c);
        }
    }
    if (ok)
        return STATUS_OK;
    query_groups_release(out);
    return log_error(STATUS_NOMEM, "out of memory with %zu groups", n);
}

enum status grouping_tell(struct grouping *g, struct query_groups *out)
{
    size_t *order = malloc((g->tally.n + 1) * sizeof *order);
    if (!order)
        return log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t k = 0; k < g->tally.n; k++)
        order[k] = k;
    qsort_r(order, g->tally.n, sizeof *order, compare_groups, g);
    enum status st = fill_groups(g, order, out);
    free(order);
    return st;
}
