#include "engine/store/query/query.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 140000 };

static uint64_t count(struct archive *a, const char *const conditions[])
{
    struct query *q;
    uint64_t rows;
    cr_assert_eq(query_open(a, &q), STATUS_OK);
    for (size_t i = 0; conditions[i]; i++)
        cr_assert_eq(query_where(q, conditions[i]), STATUS_OK);
    cr_assert_eq(query_count(q, &rows), STATUS_OK);
    query_close(q);
    return rows;
}

/* Counts the rows for which an expression of `row` holds, in two ways. */
#define SAME(expression, ...)                                                  \
    do {                                                                       \
        uint64_t want = 0;                                                     \
        for (uint64_t i = 0; i < ROWS; i++) {                                  \
            struct store_row row;                                              \
            store_row_make(i, &row);                                           \
            want += (expression);                                              \
        }                                                                      \
        uint64_t found =                                                       \
            count(f.archive, (const char *[]){__VA_ARGS__, NULL, NULL});       \
        cr_assert_eq(found, want, "%s: %llu, not %llu", #expression,           \
                     (unsigned long long)found, (unsigned long long)want);     \
    } while (0)

Test(store_query, conditions)
{
    struct store_file f;
    store_file_make(&f, ROWS);
    SAME(true, NULL);
    SAME(row.outcome == OUTCOME_N, "outcome=N");
    SAME(row.outcome == OUTCOME_N, " outcome  ==  N ");
    SAME(row.outcome != OUTCOME_P, "outcome != P");
    SAME(row.heaps >= 3, "heaps >= 3");
    SAME(row.heaps > 3, "heaps>3");
    SAME(row.heaps <= 3, "heaps<=3");
    SAME(row.heaps < 3, "heaps<3");
    SAME(row.heaps == 7, "heaps=7");
    SAME(row.heaps != 7, "heaps!=7");
    SAME(row.heaps == 3 && row.outcome == OUTCOME_L && row.total < 900,
         "heaps=3", "outcome=L", "total<900");
    SAME(row.total == 655, "total=655"); /* over the edge of a chunk */
    SAME(row.balance < -990, "balance < -990");
    SAME(row.balance == 0, "balance=-0");
    SAME(row.byte == 255, "byte=255");
    SAME(false, "byte=256");
    SAME(true, "byte>-1");
    SAME(false, "heaps < -1");
    SAME(row.score > 1.5, "score>1.5");
    SAME(row.score == 0 - 10.0, "score=-1e1");
    SAME(row.score != 5, "score!=5");
    SAME(!strncmp(row.word, "def", 5), "word=def");
    SAME(!strncmp(row.word, "klmno", 5), "word=klmno");
    SAME(false, "word=klmnop");
    SAME(strncmp(row.word, "klmnop", 6) < 0, "word<klmnop");
    SAME(strncmp(row.word, "bc", 5) > 0, "word>bc");
    SAME(row.word[0] == 0, "word=");
    SAME(row.seconds >= 25 && row.seconds <= 26, "seconds>=25", "seconds<=26");
    store_file_drop(&f);
}

Test(store_query, joined_conditions)
{
    struct store_file f;
    store_file_make(&f, ROWS);
    const bool none = false;
    SAME(row.outcome == OUTCOME_N && row.heaps >= 3,
         "outcome = N and heaps >= 3");
    SAME(row.outcome == OUTCOME_N || row.heaps >= 3, "outcome=N or heaps>=3");
    SAME(row.heaps != 3, "not heaps=3");
    SAME(row.heaps == 3, "not not(heaps=3)");
    SAME(none || row.heaps == 1 || (row.heaps == 2 && row.outcome == OUTCOME_P),
         "heaps=1 or heaps=2 and outcome=P");
    SAME((row.heaps == 1 || row.heaps == 2) && row.outcome == OUTCOME_P,
         "( heaps=1 or heaps=2 )and outcome=P");
    SAME(row.heaps != 1 && row.outcome == OUTCOME_P,
         "not heaps=1 and outcome=P");
    SAME(!(row.heaps == 1 || row.outcome == OUTCOME_P) || row.total < 50,
         "not (heaps=1 or outcome=P) or total<50");
    SAME((row.heaps == 1 || row.heaps == 5) &&
             (row.outcome == OUTCOME_L || row.outcome == OUTCOME_R),
         "heaps=1 or heaps=5", "(outcome=L) or (outcome=R)");
    SAME(row.word[0] == 0 && row.heaps == 3, "word= and heaps=3");
    SAME(row.word[0] == 0 || row.heaps == 3, "word='' or heaps=3");
    SAME(!strncmp(row.word, "def", 5), "(word='def')");
    SAME(false, "word='def '");
    SAME(false, "word = (a) and heaps=3");
    SAME(false, "(word=and or word=(or and x))");
    SAME(row.total == 655 || row.total == 1311,
         "total=655 or total=1311"); /* blocks in which only one matches */
    store_file_drop(&f);
}

/* Words above 2^63 and at the ends. */
Test(store_query, large_numbers)
{
    struct store_file f;
    store_file_make(&f, ROWS);
    SAME(row.point > UINT64_C(9223372036854775808),
         "point > 9223372036854775808");
    SAME(row.point < UINT64_C(9223372036854775808),
         "point < 9223372036854775808");
    SAME(row.point <= UINT64_C(18446744073709551615),
         "point<=18446744073709551615");
    SAME(true, "point > -5");
    SAME(false, "point = -5");
    SAME(true, "point != -5");
    SAME(true, "balance < 18446744073709551615");
    SAME(false, "balance >= 9223372036854775808");
    SAME(true, "balance > -9223372036854775809");
    SAME(true, "balance >= -9223372036854775808");
    SAME(false, "balance <= -9223372036854775808");
    SAME(false, "balance = 9223372036854775807");
    SAME(false, "balance > 9223372036854775807");
    store_file_drop(&f);
}

static void refuse(struct archive *a, const char *condition, enum status want,
                   const char *word)
{
    struct query *q;
    uint64_t rows;
    char heard[2048];
    cr_assert_eq(query_open(a, &q), STATUS_OK);
    store_listen();
    enum status st = query_where(q, condition);
    store_heard(heard, sizeof heard);
    cr_assert_eq(st, want, "%s: %d", condition, st);
    cr_assert(store_one_line(heard, (const char *[]){word, NULL}), "%s: %s",
              condition, heard);
    /* What was refused does not count. */
    cr_assert_eq(query_count(q, &rows), STATUS_OK);
    cr_assert_eq(rows, ROWS);
    query_close(q);
}

Test(store_query, bad_conditions_are_refused)
{
    struct store_file f;
    store_file_make(&f, ROWS);
    refuse(f.archive, "", STATUS_USAGE, "COLUMN OP VALUE");
    refuse(f.archive, "heaps", STATUS_USAGE, "COLUMN OP VALUE");
    refuse(f.archive, "heaps ~ 3", STATUS_USAGE, "COLUMN OP VALUE");
    refuse(f.archive, "heaps !3", STATUS_USAGE, "COLUMN OP VALUE");
    refuse(f.archive, "heap=3", STATUS_UNKNOWN, "heaps");
    refuse(f.archive, "=3", STATUS_UNKNOWN, "heaps");
    refuse(f.archive, "heaps=", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "heaps=three", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "heaps=3x", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "heaps=3.5", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "heaps=--3", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "heaps==>3", STATUS_USAGE, "whole numbers");
    refuse(f.archive, "point=18446744073709551616", STATUS_USAGE, "2^64");
    refuse(f.archive, "score=high", STATUS_USAGE, "numbers");
    refuse(f.archive, "outcome=Q", STATUS_UNKNOWN, "N P L R");
    refuse(f.archive, "outcome<N", STATUS_USAGE, "no order");
    refuse(f.archive, "outcome>=N", STATUS_USAGE, "no order");
    refuse(f.archive, "outcome=N and", STATUS_USAGE, "character 14");
    refuse(f.archive, "outcome=N and heap=3", STATUS_UNKNOWN, "character 15");
    refuse(f.archive, "outcome=N or heaps=x", STATUS_USAGE, "character 20");
    refuse(f.archive, "outcome=N)", STATUS_USAGE, "character 10");
    refuse(f.archive, "(heaps=1) heaps=2", STATUS_USAGE, "character 11");
    refuse(f.archive, "heaps=1 and (heaps=2", STATUS_USAGE, "never closed");
    refuse(f.archive, "(", STATUS_USAGE, "character 2");
    refuse(f.archive, "()", STATUS_USAGE, "character 2");
    refuse(f.archive, "not", STATUS_USAGE, "character 4");
    refuse(f.archive, "word='def", STATUS_USAGE, "character 6");
    refuse(f.archive, "word='def'x", STATUS_USAGE, "character 11");
    store_file_drop(&f);
}

/* Neither brackets nor conditions without end use up the stack. */
Test(store_query, endless_conditions_are_refused)
{
    enum { MANY = 200000 };
    struct store_file f;
    char *text = calloc(10 * MANY, 1);
    struct query *q;
    char heard[64];
    store_file_make(&f, ROWS);
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    memset(text, '(', MANY);
    store_listen();
    cr_expect_eq(query_where(q, text), STATUS_USAGE);
    for (size_t i = 0; i < MANY; i++)
        memcpy(text + 5 * i, "not  ", 5);
    cr_expect_eq(query_where(q, text), STATUS_USAGE);
    for (size_t i = 0; i < MANY; i++)
        memcpy(text + 10 * i, "byte=1 or ", 10);
    text[10 * MANY - 4] = 0;
    cr_expect_eq(query_where(q, text), STATUS_USAGE);
    store_heard(heard, sizeof heard);
    query_close(q);
    free(text);
    store_file_drop(&f);
}

Test(store_query, groups)
{
    struct store_file f;
    uint64_t want[5][8] = {0};
    struct query *q;
    struct query_groups g;
    size_t k = 0;
    store_file_make(&f, ROWS);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct store_row row;
        store_row_make(i, &row);
        if (row.total >= 300)
            want[row.outcome][row.heaps]++;
    }
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    cr_assert_eq(query_where(q, "total >= 300"), STATUS_OK);
    cr_assert_eq(query_by(q, (const char *[]){"outcome", "heaps"}, 2, &g),
                 STATUS_OK);
    cr_assert_eq(g.columns, 2);
    cr_assert_eq(g.groups, 28);
    for (unsigned o = 1; o < 5; o++)
        for (unsigned h = 1; h < 8; h++, k++) {
            char heaps[8];
            snprintf(heaps, sizeof heaps, "%u", h);
            cr_assert_str_eq(g.cells[2 * k], outcome_labels[o]);
            cr_assert_str_eq(g.cells[2 * k + 1], heaps);
            cr_assert_eq(g.rows[k], want[o][h]);
        }
    query_groups_release(&g);
    cr_assert_eq(query_by(q, (const char *[]){"none"}, 1, &g), STATUS_UNKNOWN);
    query_close(q);
    store_file_drop(&f);
}

/* Signed numbers, texts and reals come in their own order; many groups. */
Test(store_query, groups_are_sorted)
{
    struct store_file f;
    struct query *q;
    struct query_groups g;
    uint64_t rows = 0;
    store_file_make(&f, ROWS);
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    cr_assert_eq(query_by(q, (const char *[]){"balance"}, 1, &g), STATUS_OK);
    cr_assert_eq(g.groups, 2001);
    for (size_t k = 0; k < g.groups; k++) {
        cr_assert_eq(atoll(g.cells[k]), (long long)k - 1000);
        rows += g.rows[k];
    }
    cr_assert_eq(rows, ROWS);
    query_groups_release(&g);
    cr_assert_eq(query_by(q, (const char *[]){"word"}, 1, &g), STATUS_OK);
    cr_assert_eq(g.groups, 6);
    for (size_t k = 0; k < 6; k++)
        cr_assert_str_eq(g.cells[k], ((const char *[]){"", "a", "bc", "def",
                                                       "ghij", "klmno"})[k]);
    query_groups_release(&g);
    cr_assert_eq(query_by(q, (const char *[]){"score"}, 1, &g), STATUS_OK);
    cr_assert_eq(g.groups, 100);
    cr_assert_str_eq(g.cells[0], "-10");
    for (size_t k = 0; k < 100; k++)
        cr_assert(strtod(g.cells[k], NULL) == (double)k / 3 - 10, "%s",
                  g.cells[k]);
    query_groups_release(&g);
    cr_assert_eq(query_where(q, "heaps=77"), STATUS_OK);
    cr_assert_eq(query_by(q, (const char *[]){"word", "heaps"}, 2, &g),
                 STATUS_OK);
    cr_assert_eq(g.groups, 0);
    query_groups_release(&g);
    query_close(q);
    store_file_drop(&f);
}

static void expect_distinct(struct query *q, const char *column,
                            const char *count)
{
    const struct query_measure measure = {QUERY_DISTINCT, column};
    const struct query_plan plan = {.measures = &measure, .nmeasures = 1};
    struct query_groups groups;
    cr_assert_eq(query_group(q, &plan, &groups), STATUS_OK);
    cr_expect_str_eq(groups.measured[0], count, "%s", column);
    query_groups_release(&groups);
}

Test(store_query, distinct)
{
    struct store_file f;
    struct query *q;
    store_file_make(&f, ROWS);
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    expect_distinct(q, "point", "140000");
    expect_distinct(q, "total", "1400");
    expect_distinct(q, "word", "6");
    expect_distinct(q, "outcome", "4");
    cr_assert_eq(query_where(q, "word=def"), STATUS_OK);
    expect_distinct(q, "word", "1");
    query_close(q);
    store_file_drop(&f);
}

Test(store_query, extremes)
{
    struct store_file f;
    struct query *q;
    char min[64], max[64];
    store_file_make(&f, ROWS);
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    cr_assert_eq(query_extremes(q, "balance", min, max), STATUS_OK);
    cr_assert_str_eq(min, "-1000");
    cr_assert_str_eq(max, "1000");
    cr_assert_eq(query_extremes(q, "score", min, max), STATUS_OK);
    cr_assert_str_eq(min, "-10");
    cr_assert_str_eq(max, "23");
    cr_assert_eq(query_extremes(q, "outcome", min, max), STATUS_USAGE);
    cr_assert_eq(query_extremes(q, "word", min, max), STATUS_USAGE);
    cr_assert_eq(query_where(q, "total>500"), STATUS_OK);
    cr_assert_eq(query_extremes(q, "total", min, max), STATUS_OK);
    cr_assert_str_eq(min, "501");
    cr_assert_str_eq(max, "1399");
    cr_assert_eq(query_where(q, "total<500"), STATUS_OK);
    cr_assert_eq(query_extremes(q, "total", min, max), STATUS_OK);
    cr_assert_str_eq(min, "");
    cr_assert_str_eq(max, "");
    query_close(q);
    store_file_drop(&f);
}

struct listed {
    uint64_t n, stop, last, wrong;
};

static bool list(void *context, uint64_t row, const char *const cells[])
{
    struct listed *l = context;
    struct store_row want;
    char text[32];
    store_row_make(row, &want);
    snprintf(text, sizeof text, "%llu", (unsigned long long)want.point);
    l->wrong += strcmp(cells[0], text) != 0;
    snprintf(text, sizeof text, "%u", want.heaps);
    l->wrong += strcmp(cells[2], text) != 0;
    l->wrong += strcmp(cells[4], outcome_labels[want.outcome]) != 0;
    snprintf(text, sizeof text, "%lld", (long long)want.balance);
    l->wrong += strcmp(cells[5], text) != 0;
    l->wrong += strtod(cells[6], NULL) != want.score;
    l->wrong += strncmp(cells[7], want.word, sizeof want.word) != 0;
    l->wrong += l->n && row <= l->last;
    l->wrong += want.outcome != OUTCOME_R;
    l->last = row;
    return ++l->n != l->stop;
}

Test(store_query, rows_are_listed)
{
    struct store_file f;
    static const uint64_t cases[][3] = {/* limit, stop, listed */
                                        {10, 0, 10},
                                        {10, 4, 4},
                                        {0, 0, 0},
                                        {30000, 0, 30000}};
    struct query *q;
    store_file_make(&f, ROWS);
    cr_assert_eq(query_open(f.archive, &q), STATUS_OK);
    cr_assert_eq(query_where(q, "outcome=R"), STATUS_OK);
    for (size_t i = 0; i < 4; i++) {
        struct listed l = {.stop = cases[i][1]};
        cr_assert_eq(query_rows(q, cases[i][0], list, &l), STATUS_OK);
        cr_assert_eq(l.n, cases[i][2]);
        cr_assert_eq(l.wrong, 0);
    }
    struct listed all = {0};
    cr_assert_eq(query_rows(q, UINT64_MAX, list, &all), STATUS_OK);
    cr_assert_eq(all.wrong, 0);
    cr_assert_eq(all.n, count(f.archive, (const char *[]){"outcome=R", NULL}));
    query_close(q);
    store_file_drop(&f);
}

Test(store_query, which_columns_are_numbers)
{
    struct store_file f;
    static const bool numeric[] = {true, true, true,  true, false,
                                   true, true, false, true};
    store_file_make(&f, ROWS);
    for (size_t c = 0; c < STORE_COLUMNS; c++)
        cr_assert_eq(column_numeric(archive_column(f.archive, c)), numeric[c]);
    store_file_drop(&f);
}
