#include "engine/store/query/measure.h"

#include "engine/base/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const query_fold_names[] = {
#define X(name, text) text,
    QUERY_FOLDS(X)
#undef X
};

enum status measure_init(const struct archive *a,
                         const struct query_measure *what, struct measure *m)
{
    *m = (struct measure){.fold = what->fold};
    enum status st = archive_require(a, what->column, &m->column);
    if (st != STATUS_OK)
        return st;
    const struct column *c = archive_column(a, m->column);
    if (what->fold != QUERY_DISTINCT && !column_numeric(c))
        return log_error(STATUS_USAGE, "%s: column %s holds no numbers",
                         archive_path(a), what->column);
    tally_init(&m->seen, scan_words(c) + 1);
    return STATUS_OK;
}

void measure_like(struct measure *m, const struct measure *like)
{
    *m = (struct measure){.fold = like->fold, .column = like->column};
    tally_init(&m->seen, like->seen.words);
}

void measure_release(struct measure *m)
{
    free(m->states);
    tally_release(&m->seen);
}

static enum status grow(struct measure *m, size_t n)
{
    if (n > m->cap) {
        size_t cap = n < 32 ? 64 : 2 * n;
        struct measure_state *more = realloc(m->states, cap * sizeof *more);
        if (!more)
            return log_error(STATUS_NOMEM, "out of memory with %zu groups", n);
        m->states = more;
        m->cap = cap;
    }
    if (n > m->n)
        memset(m->states + m->n, 0, (n - m->n) * sizeof *m->states);
    m->n = n > m->n ? n : m->n;
    return STATUS_OK;
}

static double real_of(uint64_t word)
{
    double real;
    memcpy(&real, &word, sizeof real);
    return real;
}

static void sum_real(struct measure_state *s, double x)
{
    double sum = s->real + x;
    s->carry +=
        fabs(s->real) >= fabs(x) ? s->real - sum + x : x - sum + s->real;
    s->real = sum;
}

static void add_value(const struct measure *m, const struct column *c,
                      struct measure_state *s, uint64_t word)
{
    if (m->fold == QUERY_MIN || m->fold == QUERY_MAX) {
        int order = s->rows ? scan_compare(c, &word, &s->word) : 0;
        if (!s->rows || (m->fold == QUERY_MIN ? order < 0 : order > 0))
            s->word = word;
    } else if (c->type == COLUMN_F64) {
        sum_real(s, real_of(word));
    } else {
        s->whole += c->type == COLUMN_U64 ? (measure_wide)word
                                          : (measure_wide)(int64_t)word;
    }
    s->rows++;
}

/* The key is (group, value); a new key is one more distinct value. */
static enum status add_distinct(struct measure *m, uint64_t key[], size_t group)
{
    size_t before = m->seen.n, number;
    key[0] = group;
    enum status st = tally_add(&m->seen, key, &number);
    m->states[group].word += m->seen.n > before;
    return st;
}

enum status measure_add(struct measure *m, struct scan *s, const size_t group[],
                        size_t n)
{
    const struct column *c = archive_column(s->archive, m->column);
    const size_t words = scan_words(c) + 1;
    uint64_t *keys = malloc(s->nmatch * words * sizeof *keys);
    if (!keys)
        return log_error(STATUS_NOMEM, "out of memory for groups");
    enum status st = grow(m, n);
    if (st == STATUS_OK)
        st = scan_load(s, m->column);
    if (st == STATUS_OK)
        scan_gather(s, m->column, words, keys + 1);
    for (size_t i = 0; i < s->nmatch && st == STATUS_OK; i++) {
        uint64_t *key = keys + i * words;
        if (m->fold == QUERY_DISTINCT)
            st = add_distinct(m, key, group[i]);
        else
            add_value(m, c, &m->states[group[i]], key[1]);
    }
    free(keys);
    return st;
}

static void merge_state(const struct measure *m, const struct column *c,
                        struct measure_state *to,
                        const struct measure_state *from)
{
    if (!from->rows)
        return;
    if (m->fold == QUERY_MIN || m->fold == QUERY_MAX) {
        /* The other's result is merged like a row's value. */
        add_value(m, c, to, from->word);
        to->rows--;
    }
    to->whole += from->whole;
    to->rows += from->rows;
}

enum status measure_merge(struct measure *m, const struct column *c,
                          const struct measure *from, const size_t number[],
                          size_t n)
{
    const size_t words = m->seen.words;
    enum status st = grow(m, n);
    for (size_t i = 0; i < from->n && st == STATUS_OK; i++)
        merge_state(m, c, &m->states[number[i]], &from->states[i]);
    if (m->fold != QUERY_DISTINCT || st != STATUS_OK)
        return st;
    uint64_t *key = malloc(words * sizeof *key);
    if (!key)
        return log_error(STATUS_NOMEM, "out of memory for groups");
    for (size_t i = 0; i < from->seen.n && st == STATUS_OK; i++) {
        const uint64_t *seen = from->seen.keys + i * words;
        memcpy(key, seen, words * sizeof *key);
        st = add_distinct(m, key, number[seen[0]]);
    }
    free(key);
    return st;
}

bool measure_exact(const struct measure *m, const struct column *c)
{
    return c->type != COLUMN_F64 ||
           (m->fold != QUERY_SUM && m->fold != QUERY_MEAN);
}

static double sum_of(const struct measure_state *s, const struct column *c)
{
    /* An infinite sum has a carry that is not a number. */
    if (c->type == COLUMN_F64)
        return isfinite(s->real) ? s->real + s->carry : s->real;
    return (double)s->whole;
}

static double mean_of(const struct measure_state *s, const struct column *c)
{
    return sum_of(s, c) / (double)s->rows;
}

static int compare_reals(double x, double y)
{
    const struct column real = {.type = COLUMN_F64};
    uint64_t a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    return scan_compare(&real, &a, &b);
}

int measure_compare(const struct measure *m, const struct column *c, size_t a,
                    size_t b)
{
    const struct measure_state *x = &m->states[a], *y = &m->states[b];
    if (m->fold == QUERY_DISTINCT)
        return (x->word > y->word) - (x->word < y->word);
    if (m->fold == QUERY_MIN || m->fold == QUERY_MAX)
        return scan_compare(c, &x->word, &y->word);
    if (m->fold == QUERY_MEAN)
        return compare_reals(mean_of(x, c), mean_of(y, c));
    if (c->type == COLUMN_F64)
        return compare_reals(sum_of(x, c), sum_of(y, c));
    return (x->whole > y->whole) - (x->whole < y->whole);
}

/* Digits from the last to the first; the lowest number has no positive
 * counterpart, but each of its digits has. */
static void put_wide(measure_wide value, char out[48])
{
    char *end = out + 47;
    const bool minus = value < 0;
    *end = 0;
    do {
        int digit = (int)(value % 10);
        *--end = (char)('0' + (digit < 0 ? -digit : digit));
        value /= 10;
    } while (value);
    if (minus)
        *--end = '-';
    memmove(out, end, strlen(end) + 1);
}

char *measure_text(const struct measure *m, const struct column *c,
                   size_t group)
{
    const struct column real = {.type = COLUMN_F64},
                        count = {.type = COLUMN_U64};
    const struct measure_state none = {0};
    const struct measure_state *s = group < m->n ? &m->states[group] : &none;
    char out[64] = "";
    double number;
    uint64_t word = s->word;
    if (m->fold == QUERY_DISTINCT) {
        scan_text(&count, &word, out, sizeof out);
    } else if (s->rows && (m->fold == QUERY_MIN || m->fold == QUERY_MAX)) {
        scan_text(c, &word, out, sizeof out);
    } else if (m->fold == QUERY_SUM && c->type != COLUMN_F64) {
        put_wide(s->whole, out);
    } else if (s->rows || m->fold == QUERY_SUM) {
        number = m->fold == QUERY_MEAN ? mean_of(s, c) : sum_of(s, c);
        memcpy(&word, &number, sizeof word);
        scan_text(&real, &word, out, sizeof out);
    }
    return strdup(out);
}
