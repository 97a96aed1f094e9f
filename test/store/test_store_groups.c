#include "engine/store/file/table.h"
#include "engine/store/query/query.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 140000 };

static struct query *open_query(struct archive *a, const char *where)
{
    struct query *q;
    cr_assert_eq(query_open(a, &q), STATUS_OK);
    cr_assert_eq(query_where(q, where), STATUS_OK);
    return q;
}

/* All folds of three kinds of column, by heaps, against plain loops. */
Test(store_groups, measures)
{
    static const struct query_measure measures[] = {
        {QUERY_SUM, "balance"},   {QUERY_MEAN, "total"},
        {QUERY_MIN, "balance"},   {QUERY_MAX, "point"},
        {QUERY_DISTINCT, "word"}, {QUERY_SUM, "point"},
        {QUERY_MEAN, "score"},    {QUERY_SUM, "score"}};
    const struct query_plan plan = {.by = (const char *[]){"heaps"},
                                    .nby = 1,
                                    .measures = measures,
                                    .nmeasures = 8};
    struct {
        long long balance, low;
        uint64_t rows, total, high, words;
        long double score, point;
    } want[8] = {0};
    struct store_file f;
    struct query_groups g;
    store_file_make(&f, ROWS);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct store_row row;
        store_row_make(i, &row);
        if (row.outcome == OUTCOME_N)
            continue;
        unsigned h = row.heaps;
        want[h].low = !want[h].rows || row.balance < want[h].low ? row.balance
                                                                 : want[h].low;
        want[h].rows++;
        want[h].balance += row.balance;
        want[h].total += row.total;
        want[h].high = row.point > want[h].high ? row.point : want[h].high;
        want[h].words |= UINT64_C(1) << strnlen(row.word, sizeof row.word);
        want[h].score += (long double)row.score;
        want[h].point += (long double)row.point;
    }
    struct query *q = open_query(f.archive, "not outcome=N");
    cr_assert_eq(query_group(q, &plan, &g), STATUS_OK);
    cr_assert_eq(g.groups, 7);
    cr_assert_eq(g.measures, 8);
    for (unsigned h = 1; h < 8; h++) {
        char **m = &g.measured[8 * (h - 1)];
        cr_expect_eq(g.rows[h - 1], want[h].rows);
        cr_expect_eq(atoll(m[0]), want[h].balance);
        cr_expect(strtod(m[1], NULL) ==
                  (double)want[h].total / (double)want[h].rows);
        cr_expect_eq(atoll(m[2]), want[h].low);
        cr_expect_eq(strtoull(m[3], NULL, 10), want[h].high);
        cr_expect_eq(strtoull(m[4], NULL, 10),
                     (uint64_t)__builtin_popcountll(want[h].words));
        /* More than 64 bits: the sum of a long double has as many digits. */
        cr_expect(fabsl(strtold(m[5], NULL) / want[h].point - 1) < 1e-15L, "%s",
                  m[5]);
        long double mean = want[h].score / (long double)want[h].rows;
        cr_expect(fabs(strtod(m[6], NULL) - (double)mean) < 1e-14);
        cr_expect(strtod(m[7], NULL) == (double)want[h].score, "%s %.17Lg",
                  m[7], want[h].score);
    }
    query_groups_release(&g);
    query_close(q);
    store_file_drop(&f);
}

/* The sum of all points, exact to the last digit, and that of no rows. */
Test(store_groups, one_group)
{
    static const struct query_measure measures[] = {{QUERY_SUM, "point"},
                                                    {QUERY_MEAN, "point"},
                                                    {QUERY_MIN, "score"},
                                                    {QUERY_DISTINCT, "byte"}};
    const struct query_plan plan = {.measures = measures, .nmeasures = 4};
    struct store_file f;
    struct query_groups g;
    uint64_t high = 0, low = 0;
    store_file_make(&f, ROWS);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct store_row row;
        store_row_make(i, &row);
        low += row.point % 1000000000;
        high += row.point / 1000000000;
    }
    char want[48];
    high += low / 1000000000;
    snprintf(want, sizeof want, "%llu%09llu", (unsigned long long)high,
             (unsigned long long)(low % 1000000000));
    struct query *q = open_query(f.archive, "heaps>0");
    cr_assert_eq(query_group(q, &plan, &g), STATUS_OK);
    cr_assert_eq(g.groups, 1);
    cr_expect_eq(g.rows[0], ROWS);
    cr_expect_str_eq(g.measured[0], want);
    cr_expect_str_eq(g.measured[2], "-10");
    cr_expect_str_eq(g.measured[3], "256");
    query_groups_release(&g);
    cr_assert_eq(query_where(q, "heaps=77"), STATUS_OK);
    cr_assert_eq(query_group(q, &plan, &g), STATUS_OK);
    cr_assert_eq(g.groups, 1);
    cr_expect_eq(g.rows[0], 0);
    cr_expect_str_eq(g.measured[0], "0");
    cr_expect_str_eq(g.measured[1], "");
    cr_expect_str_eq(g.measured[2], "");
    cr_expect_str_eq(g.measured[3], "0");
    query_groups_release(&g);
    query_close(q);
    store_file_drop(&f);
}

Test(store_groups, sorted_and_limited)
{
    static const struct query_measure measures[] = {{QUERY_MAX, "total"},
                                                    {QUERY_SUM, "balance"}};
    static const char *const sorts[] = {"rows", "max_total", "sum_balance"};
    struct query_plan plan = {.by = (const char *[]){"balance", "outcome"},
                              .nby = 2,
                              .measures = measures,
                              .nmeasures = 2,
                              .limit = 40};
    struct store_file f;
    struct query_groups g;
    store_file_make(&f, ROWS);
    struct query *q = open_query(f.archive, "total<700");
    for (size_t k = 0; k < 6; k++) {
        long long last = 0, balance = 0;
        plan.sort = sorts[k / 2];
        plan.descending = k % 2;
        cr_assert_eq(query_group(q, &plan, &g), STATUS_OK);
        cr_assert_eq(g.groups, 40);
        for (size_t i = 0; i < 40; i++) {
            const long long now = k < 2
                                      ? (long long)g.rows[i]
                                      : atoll(g.measured[2 * i + (k / 2 - 1)]);
            if (i) {
                cr_expect(plan.descending ? now <= last : now >= last);
                cr_expect(now != last || atoll(g.cells[2 * i]) >= balance);
            }
            last = now;
            balance = atoll(g.cells[2 * i]);
        }
        query_groups_release(&g);
    }
    plan.sort = "balance";
    plan.descending = true;
    cr_assert_eq(query_group(q, &plan, &g), STATUS_OK);
    cr_expect_str_eq(g.cells[0], "1000");
    query_groups_release(&g);
    plan.sort = "heaps";
    cr_expect_eq(query_group(q, &plan, &g), STATUS_UNKNOWN);
    plan.sort = "max_balance";
    cr_expect_eq(query_group(q, &plan, &g), STATUS_UNKNOWN);
    query_close(q);
    store_file_drop(&f);
}

static void same_groups(const struct query_groups *a,
                        const struct query_groups *b)
{
    cr_assert_eq(a->groups, b->groups);
    cr_expect_arr_eq(a->rows, b->rows, a->groups * sizeof *a->rows);
    for (size_t i = 0; i < a->groups * a->columns; i++)
        cr_expect_str_eq(a->cells[i], b->cells[i]);
    for (size_t i = 0; i < a->groups * a->measures; i++)
        cr_expect_str_eq(a->measured[i], b->measured[i]);
}

/* More threads than blocks, too; sums of real numbers to the last bit. */
Test(store_groups, any_number_of_threads)
{
    static const struct query_measure measures[] = {
        {QUERY_SUM, "point"},     {QUERY_MEAN, "total"},
        {QUERY_MIN, "balance"},   {QUERY_MAX, "score"},
        {QUERY_DISTINCT, "byte"}, {QUERY_DISTINCT, "word"},
        {QUERY_SUM, "score"}};
    static const char *const by[] = {"outcome", "word"};
    struct store_file f;
    store_file_make(&f, ROWS);
    struct query *q = open_query(f.archive, "total>655 or heaps=2");
    for (size_t nby = 0; nby <= 2; nby++)
        for (size_t n = 6; n <= 7; n++) {
            const struct query_plan plan = {
                .by = by, .nby = nby, .measures = measures, .nmeasures = n};
            struct query_groups want, got;
            query_threads(q, 1);
            cr_assert_eq(query_group(q, &plan, &want), STATUS_OK);
            for (unsigned threads = 2; threads <= 9; threads += 1 + threads) {
                query_threads(q, threads);
                cr_assert_eq(query_group(q, &plan, &got), STATUS_OK);
                same_groups(&got, &want);
                query_groups_release(&got);
            }
            query_groups_release(&want);
        }
    query_close(q);
    store_file_drop(&f);
}

/* Another file takes the path before the threads have the archive open: they
 * read the one that was opened, all of them. */
Test(store_groups, threads_read_the_file_that_was_opened)
{
    struct store_file f, other;
    struct query_groups want, got;
    store_file_make(&f, ROWS);
    store_file_make(&other, ROWS - 1000);
    struct query *q = open_query(f.archive, "heaps>0");
    cr_assert_eq(query_by(q, (const char *[]){"heaps"}, 1, &want), STATUS_OK);
    query_threads(q, 3);
    cr_assert_eq(rename(other.path, f.path), 0);
    cr_assert_eq(query_by(q, (const char *[]){"heaps"}, 1, &got), STATUS_OK);
    same_groups(&got, &want);
    query_groups_release(&got);
    cr_assert_eq(remove(f.path), 0);
    cr_assert_eq(query_by(q, (const char *[]){"heaps"}, 1, &got), STATUS_OK);
    same_groups(&got, &want);
    query_groups_release(&got);
    query_groups_release(&want);
    query_close(q);
    store_file_drop(&f);
    store_file_drop(&other);
}

/* A byte of the middle chunk of a column changes under the threads. */
Test(store_groups, a_thread_that_fails)
{
    struct store_file f;
    struct query_groups g;
    struct table *t;
    struct chunk chunk;
    char heard[2048];
    size_t size;
    store_file_make(&f, ROWS);
    struct query *q = open_query(f.archive, "heaps>0");
    query_threads(q, 2);
    cr_assert_eq(table_open(f.path, &t), STATUS_OK);
    cr_assert_eq(table_raw(t, archive_find(f.archive, "heaps"), 1, &chunk),
                 STATUS_OK);
    char *bytes = store_slurp(f.path, &size);
    char *at = memmem(bytes, size, chunk.bytes, chunk.size);
    cr_assert_not_null(at);
    at[100] ^= 1;
    table_close(t);
    store_spill(f.path, bytes, size);
    free(bytes);
    store_listen();
    enum status st = query_by(q, (const char *[]){"heaps"}, 1, &g);
    store_heard(heard, sizeof heard);
    cr_expect_neq(st, STATUS_OK);
    cr_expect(store_one_line(heard, (const char *[]){f.path, NULL}), "%s",
              heard);
    query_close(q);
    store_file_drop(&f);
}

struct keyed {
    long long key;
    uint64_t row;
};

static int descending(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

struct heard {
    const struct keyed *want;
    size_t n, wrong, stop;
};

static bool hear(void *context, uint64_t row, const char *const cells[])
{
    struct heard *h = context;
    const struct keyed *want = &h->want[h->n++];
    h->wrong += row != want->row || atoll(cells[5]) != want->key;
    return h->n != h->stop;
}

Test(store_groups, first_rows_of_an_order)
{
    static const uint64_t limits[] = {0, 1, 7, 100, 5000, ROWS * 2};
    struct keyed *all = calloc(ROWS, sizeof *all);
    struct store_file f;
    size_t n = 0;
    store_file_make(&f, ROWS);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct store_row row;
        store_row_make(i, &row);
        if (row.heaps == 3)
            all[n++] = (struct keyed){row.balance, i};
    }
    qsort(all, n, sizeof *all, descending);
    struct query *q = open_query(f.archive, "heaps=3");
    for (size_t k = 0; k < 6; k++) {
        struct heard h = {.want = all};
        cr_assert_eq(query_rows_sorted(q, "balance", true, limits[k], hear, &h),
                     STATUS_OK);
        cr_expect_eq(h.n, limits[k] < n ? limits[k] : n);
        cr_expect_eq(h.wrong, 0);
    }
    struct heard h = {.want = all, .stop = 5};
    cr_assert_eq(query_rows_sorted(q, "balance", true, 10, hear, &h),
                 STATUS_OK);
    cr_expect_eq(h.n, 5);
    cr_expect_eq(query_rows_sorted(q, "none", true, 10, hear, &h),
                 STATUS_UNKNOWN);
    query_close(q);
    free(all);
    store_file_drop(&f);
}

static bool same_row(void *context, uint64_t row, const char *const cells[])
{
    struct store_row want;
    char text[32];
    store_row_make(row, &want);
    snprintf(text, sizeof text, "%lld", (long long)want.balance);
    *(bool *)context = !strcmp(cells[5], text) &&
                       strtod(cells[6], NULL) == want.score &&
                       !strncmp(cells[7], want.word, sizeof want.word);
    return true;
}

static enum status add_value(void *context, uint64_t row, int64_t value)
{
    struct store_row want;
    store_row_make(row, &want);
    *(uint64_t *)context += value == want.outcome ? 1 : ROWS;
    return STATUS_OK;
}

Test(store_groups, single_rows_and_values)
{
    static const uint64_t rows[] = {0, 65535, 65536, ROWS - 1, 3};
    struct store_file f;
    uint64_t n = 0, count;
    store_file_make(&f, ROWS);
    for (size_t i = 0; i < 5; i++) {
        bool same = false;
        cr_assert_eq(query_row(f.archive, rows[i], same_row, &same), STATUS_OK);
        cr_expect(same, "%zu", i);
    }
    struct query *q = open_query(f.archive, "heaps=3 or heaps=4");
    cr_assert_eq(query_values(q, "outcome", add_value, &n), STATUS_OK);
    cr_assert_eq(query_count(q, &count), STATUS_OK);
    cr_expect_eq(n, count);
    cr_expect_eq(query_values(q, "score", add_value, &n), STATUS_USAGE);
    cr_expect_eq(query_values(q, "word", add_value, &n), STATUS_USAGE);
    query_close(q);
    store_file_drop(&f);
}
