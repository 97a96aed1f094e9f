#include "engine/grid/grid.h"
#include "engine/value/dictionary/games_book.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* End-Nim: rows of 1..4 counters, by canonical forms and by play alone. */

/* Opens a grid and asks for the value of each point. */
static uint64_t *grid_values(struct solved *s, const char *spec, uint64_t *n)
{
    struct grid grid;
    struct point point;
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &grid), STATUS_OK);
    uint64_t *values = malloc(grid.count * sizeof *values);
    cr_assert_not_null(values);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct position p;
        grid_unrank(&grid, i, &point);
        cr_assert_eq(game_start(&s->game, &point, &p), STATUS_OK);
        values[i] = solved_value(s, p);
    }
    *n = grid.count;
    grid_close(&grid);
    return values;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t count_distinct(uint64_t values[], size_t n)
{
    size_t distinct = 0;
    qsort(values, n, sizeof *values, by_value);
    for (size_t i = 0; i < n; i++)
        distinct += i == 0 || values[i] != values[i - 1];
    return distinct;
}

/* E2.1 to E2.5, E2.14. */
Test(end_nim, rows_of_four_by_six)
{
    struct solved s;
    solved_open(&s, "end-nim", "partizan");
    struct games *g = s.domain.self;
    uint64_t n, outcomes[OUTCOME_R + 1] = {0}, numbers = 0;
    uint64_t *values = grid_values(&s, "rows:heaps=1..6,size=1..4", &n);
    cr_expect_eq(n, 5460);
    for (uint64_t i = 0; i < n; i++) {
        uint32_t x = (uint32_t)values[i];
        outcomes[games_outcome(g, x)]++;
        numbers += games_is_number(g, x);
        cr_expect(games_is_all_small(g, x));
    }
    cr_expect_eq(outcomes[OUTCOME_L], 2369);
    cr_expect_eq(outcomes[OUTCOME_R], 2369);
    cr_expect_eq(outcomes[OUTCOME_P], 361);
    cr_expect_eq(outcomes[OUTCOME_N], 361);
    cr_expect_eq(numbers, 361);
    cr_expect_eq(count_distinct(values, n), 3307);
    free(values);
    solved_close(&s);
}

/* E2.8 to E2.11. */
Test(end_nim, values_in_the_essay)
{
    static const struct {
        const char *row, *value;
    } known[] = {{"0", "0"},     {"7", "*7"},
                 {"1 1", "0"},   {"2 1", "^*3"},
                 {"1 1 1", "*"}, {"1 3 2", "{{0 | *3, ^*2} | 0, *3, *2, *}"}};
    struct solved s;
    solved_open(&s, "end-nim", "partizan");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[100];
        games_print(s.domain.self, GAMES_ASCII,
                    (uint32_t)solved_text(&s, known[i].row), text, sizeof text);
        cr_expect_str_eq(text, known[i].value);
    }
    cr_expect_eq(solved_text(&s, "2 3 1"),
                 games_negate((uint32_t)solved_text(&s, "1 3 2")));
    solved_close(&s);
}

/* The game of a name among x and what can be reached from it. */
static bool id_of(const struct games *g, uint32_t x, const char *name,
                  uint32_t *id)
{
    char own[GAMES_NAME_TEXT];
    games_name_text(games_name(g, x), own);
    *id = x;
    if (!memcmp(own, name, sizeof own))
        return true;
    for (size_t i = 0; i < games_lefts(g, x); i++)
        if (id_of(g, games_left(g, x, i), name, id))
            return true;
    for (size_t i = 0; i < games_rights(g, x); i++)
        if (id_of(g, games_right(g, x, i), name, id))
            return true;
    return false;
}

/* Texts grow exponentially: a book leaves the long ones off, and puts the
 * others together from those of the options. */
Test(end_nim, books_have_the_short_texts)
{
    struct solved s;
    struct games_book book;
    char text[GAMES_BOOK_TEXT + 1];
    size_t texts = 0;
    solved_open(&s, "end-nim", "partizan");
    struct games *g = s.domain.self;
    uint32_t x = (uint32_t)solved_text(&s, "4 1 2 4 3 4 1 2 3");
    cr_expect_gt(games_print(g, GAMES_UNICODE, x, NULL, 0), 4000);
    cr_assert_eq(games_book_make(g, &x, 1, NULL, &book), STATUS_OK);
    for (size_t i = 0; i < book.n; i++) {
        const struct games_entry *e = &book.entries[i];
        char name[GAMES_NAME_TEXT + 1] = "";
        uint32_t id;
        memcpy(name, e->name, GAMES_NAME_TEXT);
        cr_assert(id_of(g, x, name, &id), "%s", name);
        const size_t n = games_print(g, GAMES_UNICODE, id, text, sizeof text);
        const size_t kept = strnlen(e->text, GAMES_BOOK_TEXT);
        cr_expect_eq(kept, n <= GAMES_BOOK_TEXT ? n : 0, "%s", text);
        cr_expect(!memcmp(text, e->text, kept), "%s", text);
        texts += kept > 0;
    }
    cr_expect_gt(texts, 5, "%zu of %zu", texts, book.n);
    cr_expect_lt(texts, book.n);
    games_book_release(&book);
    solved_close(&s);
}

/* A row beside a Nim heap: the value is the sum. */
Test(end_nim, beside_a_nim_heap)
{
    struct solved s;
    solved_open(&s, "end-nim:beside=3", "partizan");
    struct games_worker *w = games_worker(s.domain.self, 0);
    uint32_t row = (uint32_t)solved_text(&s, "1 3 2+*0");
    cr_expect_eq(solved_text(&s, "1 3 2"),
                 games_add(w, row, games_nimber(w, 3)));
    cr_expect_eq(solved_text(&s, "3"), GAMES_ZERO);
    solved_close(&s);
}

/* Either player, either end: nimbers, with Right's options Left's own; and the
 * P positions are those of misere play but where all heaps are equal. */
Test(end_nim, impartial)
{
    struct solved normal, misere;
    solved_open(&normal, "end-nim:players=impartial", "nimber");
    solved_open(&misere, "end-nim:players=impartial,play=misere", "outcome");
    cr_expect_eq(solved_text(&normal, "5"), 5);
    cr_expect_eq(solved_text(&normal, "3 3"), 0);
    cr_expect_eq(solved_text(&normal, "1 1 1"), 1);
    cr_expect_eq(solved_text(&misere, "1"), OUTCOME_P);
    cr_expect_eq(solved_text(&misere, "1 1"), OUTCOME_N);
    cr_expect_eq(solved_text(&misere, "1 1 1"), OUTCOME_P);
    solved_close(&misere);
    solved_close(&normal);
}

Test(end_nim, rows_that_cannot_be_held_are_refused)
{
    struct solved s;
    struct position p;
    struct point point = {.n = 2, .size = {100, 21}};
    solved_open(&s, "end-nim", "outcome");
    const struct ruleset *r = s.game.rules;
    cr_expect_eq(r->parse(s.game.self, "100 20", &p), STATUS_OK);
    cr_expect_eq(r->parse(s.game.self, "100 21", &p), STATUS_RANGE);
    cr_expect_eq(r->start(s.game.self, &point, &p), STATUS_RANGE);
    cr_expect_eq(r->parse(s.game.self, "1 0 2", &p), STATUS_USAGE);
    cr_expect_eq(r->parse(s.game.self, "1 x", &p), STATUS_USAGE);
    cr_expect_eq(r->parse(s.game.self, "1+2", &p), STATUS_USAGE);
    cr_expect_eq(r->parse(s.game.self, "1+*256", &p), STATUS_USAGE);
    cr_expect_eq(r->parse(s.game.self, "", &p), STATUS_USAGE);
    solved_close(&s);
}

/* ---- by play alone: r = s iff r + reverse(s) is P. Knows nothing of the
 * engine: rows are numbers in base SIZE, and whoever has no move loses. */

enum { SIZE = 4, HEAPS = 6, ROWS = 1 + 4 + 16 + 64 + 256 + 1024 + 4096 };

struct play {
    size_t rows;
    uint16_t nleft[ROWS], nright[ROWS], reverse[ROWS];
    uint16_t left[ROWS][SIZE], right[ROWS][SIZE];
    /* Of each pair of rows: does Left (1) or Right (4), moving first, win the
     * sum? 2 and 8: is that known? */
    unsigned char *wins;
};

static size_t row_number(const unsigned heaps[], size_t n)
{
    size_t first = 0, number = 0;
    for (size_t i = 0, power = 1; i < n; i++, power *= SIZE)
        first += power;
    for (size_t i = 0; i < n; i++)
        number = number * SIZE + heaps[i] - 1;
    return first + number;
}

static void add_row(struct play *p, const unsigned heaps[], size_t n)
{
    unsigned copy[HEAPS];
    size_t row = row_number(heaps, n);
    for (size_t i = 0; i < n; i++)
        copy[i] = heaps[n - 1 - i];
    p->reverse[row] = (uint16_t)row_number(copy, n);
    memcpy(copy, heaps, n * sizeof copy[0]);
    if (!n)
        return;
    for (unsigned k = 0; k < heaps[0]; k++) {
        copy[0] = k;
        p->left[row][p->nleft[row]++] =
            (uint16_t)(k ? row_number(copy, n) : row_number(copy + 1, n - 1));
    }
    copy[0] = heaps[0];
    for (unsigned k = 0; k < heaps[n - 1]; k++) {
        copy[n - 1] = k;
        p->right[row][p->nright[row]++] =
            (uint16_t)row_number(copy, k ? n : n - 1);
    }
}

static void add_rows(struct play *p, unsigned heaps[], size_t n, size_t most)
{
    add_row(p, heaps, n);
    p->rows++;
    for (heaps[n] = 1; n < most && heaps[n] <= SIZE; heaps[n]++)
        add_rows(p, heaps, n + 1, most);
}

static struct play *play_new(size_t most)
{
    unsigned heaps[HEAPS + 1];
    struct play *p = calloc(1, sizeof *p);
    cr_assert_not_null(p);
    add_rows(p, heaps, 0, most);
    p->wins = calloc(p->rows, p->rows);
    cr_assert_not_null(p->wins);
    return p;
}

static void play_free(struct play *p)
{
    free(p->wins);
    free(p);
}

/* Does Left (or Right), moving first, win a + b? */
static bool wins(struct play *p, bool left, size_t a, size_t b)
{
    unsigned char *known = &p->wins[a * p->rows + b];
    const unsigned bit = left ? 1 : 4;
    if (*known & 2 * bit)
        return *known & bit;
    bool won = false;
    const uint16_t *as = left ? p->left[a] : p->right[a];
    const uint16_t *bs = left ? p->left[b] : p->right[b];
    size_t na = left ? p->nleft[a] : p->nright[a];
    size_t nb = left ? p->nleft[b] : p->nright[b];
    for (size_t i = 0; i < na && !won; i++)
        won = !wins(p, !left, as[i], b);
    for (size_t i = 0; i < nb && !won; i++)
        won = !wins(p, !left, a, bs[i]);
    *known |= (unsigned char)(2 * bit | (won ? bit : 0));
    return won;
}

static bool equal(struct play *p, size_t a, size_t b)
{
    size_t minus = p->reverse[b];
    return !wins(p, true, a, minus) && !wins(p, false, a, minus);
}

/* Outcomes beside the first rows: equal for equal rows. */
static uint64_t fingerprint(struct play *p, size_t row)
{
    uint64_t bits = 0;
    for (size_t t = 0; t < 32 && t < p->rows; t++)
        bits = bits << 2 | wins(p, true, row, t) << 1 | wins(p, false, row, t);
    return bits;
}

/* The number of different values among the rows that are not empty. */
static size_t count_by_play(struct play *p)
{
    uint64_t *prints = malloc(p->rows * sizeof *prints);
    size_t *firsts = malloc(p->rows * sizeof *firsts), n = 0;
    cr_assert(prints && firsts);
    for (size_t row = 1; row < p->rows; row++) {
        bool found = false;
        prints[row] = fingerprint(p, row);
        for (size_t i = 0; i < n && !found; i++)
            found =
                prints[firsts[i]] == prints[row] && equal(p, firsts[i], row);
        if (!found)
            firsts[n++] = row;
    }
    free(prints);
    free(firsts);
    return n;
}

/* E2.2 the other way. */
Test(end_nim, values_by_play)
{
    struct play *p = play_new(6);
    cr_expect_eq(p->rows, ROWS);
    cr_expect_eq(count_by_play(p), 3307);
    play_free(p);
}

/* ---- threads ---- */

enum { THREADS = 5 };

struct racers {
    struct game game;
    struct domain domain;
    struct memo memo;
    struct grid grid;
    unsigned threads;
};

struct member {
    struct racers *racers;
    unsigned number;
    uint64_t *values;
};

/* Every thread solves every row, each starting elsewhere. */
static void *solve_rows(void *argument)
{
    struct member *m = argument;
    struct racers *c = m->racers;
    struct solver solver;
    struct point point;
    enum status st =
        solver_init(&solver, &c->game, &c->domain, &c->memo, m->number);
    for (uint64_t i = 0; i < c->grid.count && !st; i++) {
        uint64_t row =
            (i + m->number * c->grid.count / c->threads) % c->grid.count;
        struct position p;
        grid_unrank(&c->grid, row, &point);
        st = game_start(&c->game, &point, &p);
        if (!st)
            st = solve_value(&solver, p, &m->values[row]);
    }
    solver_release(&solver);
    return st ? m : NULL;
}

/* The names of all rows, solved by so many threads at once. */
static struct games_name *names(const char *spec, unsigned threads, uint64_t *n)
{
    struct solved s;
    struct racers c = {.threads = threads};
    struct member members[THREADS];
    pthread_t ids[THREADS];
    solved_open(&s, "end-nim", "outcome");
    c.game = s.game;
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &c.grid), STATUS_OK);
    cr_assert_eq(solved_domain("partizan", &c.game, threads, &c.domain),
                 STATUS_OK);
    const struct memo_spec memo = {
        .key_bits = 64, .value_bytes = 4, .threads = threads};
    cr_assert_eq(memo_open(memo_find("striped"), &memo, &c.memo), STATUS_OK);
    for (unsigned t = 0; t < threads; t++) {
        members[t] =
            (struct member){&c, t, malloc(c.grid.count * sizeof(uint64_t))};
        pthread_create(&ids[t], NULL, solve_rows, &members[t]);
    }
    for (unsigned t = 0; t < threads; t++) {
        void *failed;
        pthread_join(ids[t], &failed);
        cr_assert_null(failed);
    }
    struct games_name *out = malloc(c.grid.count * sizeof *out);
    *n = c.grid.count;
    for (uint64_t i = 0; i < *n; i++) {
        uint32_t value = (uint32_t)members[0].values[i];
        out[i] = games_name(c.domain.self, value);
        for (unsigned t = 1; t < threads; t++)
            cr_expect_eq(members[t].values[i], value);
    }
    for (unsigned t = 0; t < threads; t++)
        free(members[t].values);
    memo_close(&c.memo);
    domain_close(&c.domain);
    grid_close(&c.grid);
    solved_close(&s);
    return out;
}

Test(end_nim, names_do_not_depend_on_threads)
{
    static const char spec[] = "rows:heaps=1..5,size=1..4";
    static const unsigned threads[] = {2, THREADS};
    uint64_t n, m;
    struct games_name *one = names(spec, 1, &n);
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        struct games_name *more = names(spec, threads[t], &m);
        cr_assert_eq(n, m);
        cr_expect(!memcmp(one, more, n * sizeof *one));
        free(more);
    }
    free(one);
}
