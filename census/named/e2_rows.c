/* e2_rows.c - End-Nim rows in canonical form: values, outcomes, and what holds
 * of every row.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"
#include "engine/base/log.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/partizan.h"
#include "rules/end_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION_WIDTH = 24, NO_NIMBER = 255 };

struct row {
    uint8_t heaps, first, last, palindrome;
    uint16_t counters;
    char position[POSITION_WIDTH];
    char value[DOMAIN_NAME_MAX];
    uint8_t outcome;
    uint16_t birthday, lefts, rights;
    uint8_t number, raw_number, nimber, all_small, reversed;
    int64_t weight;
    uint8_t integral, two_ahead;
};

#define FACT(field, unit, help)                                                \
    COLUMN(struct row, field, COLUMN_FACT, unit, help)

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "counters in all heaps"),
    COLUMN(struct row, first, COLUMN_KEY, "counters", "Left's end heap"),
    COLUMN(struct row, last, COLUMN_KEY, "counters", "Right's end heap"),
    COLUMN(struct row, palindrome, COLUMN_KEY, "",
           "1: the row reads the same both ways"),
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the heaps from left to right"),
    FACT(value, "", "name of the canonical form: a hash, 32 hex digits"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome class"),
    FACT(birthday, "moves", "height of the canonical form"),
    FACT(lefts, "options", "Left's options in the canonical form"),
    FACT(rights, "options", "Right's options in the canonical form"),
    FACT(number, "", "1: the value is a number"),
    FACT(raw_number, "",
         "1: the number test accepts the row itself, all its options as they "
         "are"),
    FACT(nimber, "nimber", "k if the value is *k, 255 if it is no nimber"),
    FACT(all_small, "", "1: the value is all-small"),
    FACT(reversed, "", "1: the row read backwards is worth the negative"),
    FACT(weight, "", "atomic weight; 0 if it is no integer"),
    FACT(integral, "", "1: the atomic weight is an integer"),
    FACT(two_ahead, "",
         "1: the outcome is as the atomic weight says: 2 or more wins, 1 or "
         "more wins moving first"),
};

/* The store, and this thread's worker in it. */
static struct games_worker *worker(const struct cell *cell)
{
    const struct solver *s = &cell->solvers[0];
    return games_worker(partizan_games(s->domain), s->worker);
}

/* The options of a position, Left's first, and their values. */
struct options {
    struct position *at;
    uint64_t *values;
    size_t n[2];
};

static void options_release(struct options *o)
{
    free(o->at);
    free(o->values);
}

static enum status options_init(const struct cell *cell, struct position p,
                                struct options *o)
{
    const struct game *game = &cell->games[0];
    const size_t most = game->rules->options_max(game->self, p);
    o->at = malloc((2 * most + 1) * sizeof *o->at);
    o->values = malloc((2 * most + 1) * sizeof *o->values);
    enum status st = STATUS_OK;
    if (!o->at || !o->values)
        st = log_error(STATUS_NOMEM, "out of memory for options");
    if (!st) {
        o->n[LEFT] = game->rules->options(game->self, p, LEFT, o->at);
        o->n[RIGHT] =
            game->rules->options(game->self, p, RIGHT, o->at + o->n[LEFT]);
    }
    for (size_t i = 0; !st && i < o->n[LEFT] + o->n[RIGHT]; i++)
        st = solve_value(&cell->solvers[0], o->at[i], &o->values[i]);
    if (st)
        options_release(o);
    return st;
}

/* The solver may use the negative of the reversed row's value for a row. So the
 * reversed row is built here from its own options: it would differ at the first
 * row for which that is wrong. */
static enum status reversed(const struct cell *cell, uint32_t id,
                            uint8_t *negates)
{
    const struct game *game = &cell->games[0];
    const struct domain *domain = cell->solvers[0].domain;
    struct point back = *cell->point;
    struct position p;
    struct options o;
    uint64_t value;
    for (uint32_t i = 0; i < back.n; i++)
        back.size[i] = cell->point->size[back.n - 1 - i];
    enum status st = game_start(game, &back, &p);
    st = st ? st : options_init(cell, p, &o);
    if (st)
        return st;
    st =
        domain->kind->fold(domain->self, cell->solvers[0].worker, o.values,
                           o.n[LEFT], o.values + o.n[LEFT], o.n[RIGHT], &value);
    *negates = !st && value == games_negate(id);
    options_release(&o);
    return st;
}

/* The number test on the game tree as it stands: all options are accepted and
 * each of Left's is less than each of Right's. */
static enum status raw_number(const struct cell *cell, struct position p,
                              uint8_t *accepts)
{
    struct options o;
    enum status st = options_init(cell, p, &o);
    if (st)
        return st;
    const size_t n = o.n[LEFT] + o.n[RIGHT];
    *accepts = 1;
    for (size_t l = 0; l < o.n[LEFT]; l++)
        for (size_t r = o.n[LEFT]; r < n; r++)
            if (games_le(worker(cell), (uint32_t)o.values[r],
                         (uint32_t)o.values[l]))
                *accepts = 0;
    for (size_t i = 0; i < n && !st && *accepts; i++)
        st = raw_number(cell, o.at[i], accepts);
    options_release(&o);
    return st;
}

/* Is the outcome as a weight of at least n for the player `wins` says? */
static bool ahead(struct games_worker *w, uint32_t weight, enum outcome outcome,
                  enum outcome wins)
{
    const uint32_t own = wins == OUTCOME_L ? weight : games_negate(weight);
    const uint32_t one = games_number(w, 1, 0), two = games_number(w, 2, 0);
    if (games_le(w, two, own))
        return outcome == wins;
    return !games_le(w, one, own) || outcome == wins || outcome == OUTCOME_N;
}

static enum status weigh(struct games_worker *w, uint32_t id, struct row *row)
{
    const struct games *g = games_store(w);
    const uint32_t weight = games_atomic_weight(w, id);
    unsigned exp = 0;
    if (weight == GAMES_NONE)
        return STATUS_NOMEM;
    row->integral = games_dyadic(g, weight, &row->weight, &exp) && !exp;
    row->weight = row->integral ? row->weight : 0;
    row->two_ahead = ahead(w, weight, row->outcome, OUTCOME_L) &&
                     ahead(w, weight, row->outcome, OUTCOME_R);
    return STATUS_OK;
}

static void describe(const struct games *g, uint32_t id, struct row *row)
{
    games_name_text(games_name(g, id), row->value);
    row->outcome = (uint8_t)games_outcome(g, id);
    row->birthday = (uint16_t)games_birthday(g, id);
    row->lefts = (uint16_t)games_lefts(g, id);
    row->rights = (uint16_t)games_rights(g, id);
    row->number = games_is_number(g, id);
    row->nimber =
        games_is_nimber(g, id) ? (uint8_t)games_lefts(g, id) : NO_NIMBER;
    row->all_small = games_is_all_small(g, id);
}

static enum status e2_rows_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *point = cell->point;
    struct position p;
    uint64_t value;
    row->heaps = (uint8_t)point->n;
    row->first = (uint8_t)point->size[0];
    row->last = (uint8_t)point->size[point->n - 1];
    row->palindrome = end_rows_palindrome(point->size, point->n);
    for (uint32_t i = 0; i < point->n; i++)
        row->counters = (uint16_t)(row->counters + point->size[i]);
    enum status st = ask_position(cell, 0, row->position, POSITION_WIDTH);
    st = st ? st : ask_start(cell, 0, &p);
    st = st ? st : solve_value(&cell->solvers[0], p, &value);
    if (st)
        return st;
    const uint32_t id = (uint32_t)value;
    describe(partizan_games(cell->solvers[0].domain), id, row);
    st = raw_number(cell, p, &row->raw_number);
    st = st ? st : reversed(cell, id, &row->reversed);
    return st ? st : weigh(worker(cell), id, row);
}

static enum status rows(struct archive *a, char out[], size_t cap)
{
    snprintf(out, cap, "%llu", (unsigned long long)archive_rows(a));
    return STATUS_OK;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static enum status distinct(struct archive *a, char out[], size_t cap)
{
    char *texts;
    size_t width;
    uint64_t n, distinct = 0;
    enum status st = claims_texts(a, "value", &texts, &width, &n);
    if (st)
        return st;
    qsort(texts, n, width, by_text);
    for (uint64_t i = 0; i < n; i++)
        distinct +=
            !i || strcmp(texts + i * width, texts + (i - 1) * width) != 0;
    snprintf(out, cap, "%llu", (unsigned long long)distinct);
    claims_texts_free(texts);
    return STATUS_OK;
}

/* Counts the rows for which `holds` is true of the named columns. */
static enum status count(struct archive *a, const char *const names[],
                         bool (*holds)(int64_t *const columns[], uint64_t row),
                         unsigned long long *rows_that)
{
    int64_t *c[8];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    *rows_that = 0;
    if (st)
        return st;
    for (uint64_t row = 0; row < n; row++)
        *rows_that += holds(c, row);
    claims_release(c, names);
    return STATUS_OK;
}

static bool is_set(int64_t *const c[], uint64_t row)
{
    return c[0][row] == 1;
}

static enum status outcomes(struct archive *a, char out[], size_t cap)
{
    unsigned long long by[OUTCOME_R + 1] = {0};
    int64_t *outcome;
    uint64_t n;
    enum status st = claims_column(a, "outcome", &outcome, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++)
        by[outcome[i]]++;
    snprintf(out, cap, "%llu / %llu / %llu / %llu", by[OUTCOME_L],
             by[OUTCOME_R], by[OUTCOME_P], by[OUTCOME_N]);
    claims_free(outcome);
    return STATUS_OK;
}

static bool is_other_number(int64_t *const c[], uint64_t row)
{
    return c[0][row] && c[1][row] != OUTCOME_P;
}

static enum status numbers(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"number", "outcome", NULL};
    unsigned long long all, other;
    enum status st = count(a, names, is_set, &all);
    st = st ? st : count(a, names, is_other_number, &other);
    if (!st)
        snprintf(out, cap, other ? "%llu; not only 0" : "%llu; 0", all);
    return st;
}

static bool is_decided(int64_t *const c[], uint64_t row)
{
    return c[0][row] == OUTCOME_L || c[0][row] == OUTCOME_R;
}

static enum status decided(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"outcome", NULL};
    unsigned long long n;
    enum status st = count(a, names, is_decided, &n);
    snprintf(out, cap, "%llu", n);
    return st;
}

static bool has_two_ends(int64_t *const c[], uint64_t row)
{
    return c[0][row] > 1;
}

static bool is_misguessed(int64_t *const c[], uint64_t row)
{
    const uint32_t ends[] = {(uint32_t)c[1][row], (uint32_t)c[2][row]};
    return c[0][row] > 1 && end_rows_guess(ends, 2) != c[3][row];
}

static enum status guess(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"heaps", "first", "last", "outcome",
                                        NULL};
    unsigned long long all, wrong;
    enum status st = count(a, names, has_two_ends, &all);
    st = st ? st : count(a, names, is_misguessed, &wrong);
    if (!st)
        snprintf(out, cap, "%llu of %llu", wrong, all);
    return st;
}

static bool is_self_negative(int64_t *const c[], uint64_t row)
{
    return c[0][row] && (c[1][row] == OUTCOME_P || c[1][row] == OUTCOME_N);
}

static bool is_nim_palindrome(int64_t *const c[], uint64_t row)
{
    return c[0][row] && c[2][row] != NO_NIMBER;
}

static enum status palindromes(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"palindrome", "outcome", "nimber",
                                        NULL};
    unsigned long long all, fuzzy, nimbers;
    enum status st = count(a, names, is_set, &all);
    st = st ? st : count(a, names, is_self_negative, &fuzzy);
    st = st ? st : count(a, names, is_nim_palindrome, &nimbers);
    if (!st)
        snprintf(out, cap, "%llu; %s; %s", all,
                 fuzzy == all ? "all" : "not all",
                 nimbers == all ? "all" : "not all");
    return st;
}

static enum status every_row(struct archive *a, const char *name, char out[],
                             size_t cap)
{
    const char *const names[] = {name, NULL};
    unsigned long long n;
    enum status st = count(a, names, is_set, &n);
    if (n == archive_rows(a))
        snprintf(out, cap, "every row");
    else
        snprintf(out, cap, "%llu rows", n);
    return st;
}

static enum status negated(struct archive *a, char out[], size_t cap)
{
    return every_row(a, "reversed", out, cap);
}

static enum status all_small(struct archive *a, char out[], size_t cap)
{
    return every_row(a, "all_small", out, cap);
}

static enum status raw_numbers(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"raw_number", NULL};
    unsigned long long n;
    enum status st = count(a, names, is_set, &n);
    snprintf(out, cap, "%llu of %llu", n, (unsigned long long)archive_rows(a));
    return st;
}

/* The heaps of "1 3 2". */
static uint32_t read_heaps(const char *text, uint32_t heaps[])
{
    uint32_t n = 0;
    for (char *end; *text && n < POSITION_WIDTH; text = end) {
        heaps[n] = (uint32_t)strtoul(text, &end, 10);
        if (end == text)
            break;
        n++;
    }
    return n;
}

static enum status threshold_rule(struct archive *a, char out[], size_t cap)
{
    char *texts;
    int64_t *outcome;
    size_t width;
    uint64_t n, wrong = 0;
    enum status st = claims_texts(a, "position", &texts, &width, &n);
    if (st)
        return st;
    st = claims_column(a, "outcome", &outcome, &n);
    for (uint64_t i = 0; i < n && !st; i++) {
        uint32_t heaps[POSITION_WIDTH];
        uint32_t heaps_n = read_heaps(texts + i * width, heaps);
        wrong += end_rows_threshold(heaps, heaps_n) != outcome[i];
    }
    if (!st) {
        snprintf(out, cap, "thresholds: %llu wrong of %llu",
                 (unsigned long long)wrong, (unsigned long long)n);
        claims_free(outcome);
    }
    claims_texts_free(texts);
    return st;
}

static const struct claim claims[] = {
    {.id = "E2.1",
     .text = "rows of 1..4 counters and 1..6 heaps",
     .printed = "5460",
     .compute = rows},
    {.id = "E2.2",
     .text = "distinct values among them",
     .printed = "2693",
     .truth = "3307",
     .note = "3,307 by canonical forms and, independently, by play alone: rows "
             "r and s are equal if and only if r + reverse(s) is P",
     .compute = distinct},
    {.id = "E2.3",
     .text = "outcomes L / R / P / N",
     .printed = "2369 / 2369 / 361 / 361",
     .compute = outcomes},
    {.id = "E2.4",
     .text = "rows worth a number; the only such number",
     .printed = "361; 0",
     .compute = numbers},
    {.id = "E2.5",
     .text = "rows decided for one player whoever moves",
     .printed = "4738",
     .compute = decided},
    {.id = "E2.6",
     .text = "rows of two or more that 'compare the end heaps' misjudges",
     .printed = "2995 of 5456",
     .compute = guess},
    {.id = "E2.12",
     .text = "palindromes; zero or fuzzy; nimbers",
     .printed = "168; all; all",
     .compute = palindromes},
    {.id = "E2.13",
     .text = "the negative of a row is the row read backwards",
     .printed = "every row",
     .compute = negated},
    {.id = "E2.14",
     .text = "rows that are all-small",
     .printed = "every row",
     .compute = all_small},
    {.id = "E2.15",
     .text = "rows that the number test accepts before the canonical form",
     .printed = "0 of 5460",
     .compute = raw_numbers},
    {.id = "E2.16",
     .text = "the outcome rule",
     .printed = "runs of ones at the ends",
     .truth = "thresholds: 0 wrong of 5460",
     .note = "no rule that reads only the ends can work: 2 2 is P, 2 2 2 is N",
     .compute = threshold_rule},
};

const struct census census_e2_rows = {
    .name = "e2-rows",
    .summary = "End-Nim rows: canonical forms, outcomes and atomic weights",
    .version = 1,
    .games = {{"end-nim", "partizan"}},
    .grid = "rows:heaps=1..{heaps},size=1..{size}",
    .params = end_rows_params,
    .nparams = END_ROWS_PARAMS,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e2_rows_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
