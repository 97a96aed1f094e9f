#include "engine/store/query/top.h"

#include "engine/base/log.h"
#include "engine/store/query/scan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 64 };

void top_init(struct top *t, const struct column *column, bool descending,
              uint64_t limit)
{
    assert(limit > 0);
    *t = (struct top){.column = column,
                      .descending = descending,
                      .limit = limit,
                      .stride = scan_words(column) + 1};
}

void top_release(struct top *t)
{
    free(t->entry);
}

static int compare(const struct top *t, const uint64_t a[], const uint64_t b[])
{
    int order = scan_compare(t->column, a, b);
    const uint64_t x = a[t->stride - 1], y = b[t->stride - 1];
    if (order)
        return t->descending ? -order : order;
    return (x > y) - (x < y);
}

static uint64_t *at(const struct top *t, size_t i)
{
    return t->entry + i * t->stride;
}

static void put(const struct top *t, size_t i, const uint64_t entry[])
{
    memcpy(at(t, i), entry, t->stride * sizeof *entry);
}

/* Sifts an entry up from i. */
static void sift_up(struct top *t, size_t i, const uint64_t entry[])
{
    while (i && compare(t, at(t, (i - 1) / 2), entry) < 0) {
        put(t, i, at(t, (i - 1) / 2));
        i = (i - 1) / 2;
    }
    put(t, i, entry);
}

/* Replaces the root by an entry and sifts it down. */
static void sift_down(struct top *t, const uint64_t entry[])
{
    size_t i = 0, child;
    while ((child = 2 * i + 1) < t->n) {
        if (child + 1 < t->n && compare(t, at(t, child), at(t, child + 1)) < 0)
            child++;
        if (compare(t, at(t, child), entry) <= 0)
            break;
        put(t, i, at(t, child));
        i = child;
    }
    put(t, i, entry);
}

enum status top_add(struct top *t, const uint64_t value[], uint64_t row)
{
    /* Room for one entry beyond these: the new one. */
    if (t->n + 1 >= t->cap) {
        size_t cap = t->cap ? 2 * t->cap : FIRST_CAP;
        uint64_t *more = realloc(t->entry, cap * t->stride * sizeof *more);
        if (!more)
            return log_error(STATUS_NOMEM, "out of memory with %zu rows", t->n);
        t->entry = more;
        t->cap = cap;
    }
    uint64_t *entry = at(t, t->cap - 1);
    memcpy(entry, value, (t->stride - 1) * sizeof *entry);
    entry[t->stride - 1] = row;
    if (t->n < t->limit)
        sift_up(t, t->n++, entry);
    else if (compare(t, entry, at(t, 0)) < 0)
        sift_down(t, entry);
    return STATUS_OK;
}

static int compare_entries(const void *a, const void *b, void *context)
{
    return compare(context, a, b);
}

void top_sort(struct top *t)
{
    if (t->n)
        qsort_r(t->entry, t->n, t->stride * sizeof *t->entry, compare_entries,
                t);
}

uint64_t top_row(const struct top *t, size_t i)
{
    assert(i < t->n);
    return at(t, i)[t->stride - 1];
}
