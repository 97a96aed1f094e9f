/* Exact quotients: against published figures, against sums played out slowly,
 * and against a checker that must refuse whatever is altered. */
#include "engine/theory/quotient/quotient_check.h"
#include "engine/theory/quotient/quotient_file.h"
#include "engine/theory/quotient/quotient_fold.h"
#include "engine/theory/quotient/quotient_search.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/oracle/slow_sums.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An opened game, its moves and the search in it. */
struct search {
    struct game game;
    struct heap_moves moves;
    struct quotient_search *search;
};

static void open_search(struct search *s, const char *spec,
                        enum quotient_rule rule, unsigned top,
                        struct quotient_limits limits)
{
    cr_assert_eq(game_open(rulesets, spec, &s->game), STATUS_OK);
    cr_assert_eq(heap_moves_open(&s->moves, &s->game, top), STATUS_OK);
    cr_assert_eq(quotient_search_open(&s->moves, rule, &limits, &s->search),
                 STATUS_OK);
}

static void close_search(struct search *s)
{
    quotient_search_close(s->search);
    heap_moves_close(&s->moves);
    game_close(&s->game);
}

/* The quotient of heaps to `top`, which must be found and pass the checker. */
static const struct quotient *find(struct search *s, const char *spec,
                                   enum quotient_rule rule, unsigned top)
{
    char why[QUOTIENT_WHY];
    open_search(s, spec, rule, top, (struct quotient_limits){0});
    for (unsigned h = 1; h <= top; h++) {
        bool finished;
        cr_assert_eq(quotient_raise(s->search, &finished), STATUS_OK);
        cr_assert(finished);
        const struct quotient *q = quotient_proved(s->search);
        cr_assert_eq(q->top, h);
        cr_assert_eq(quotient_check(q, &s->moves, why), STATUS_OK,
                     "%s to %u: %s", spec, h, why);
        /* Plambeck and Siegel, Misere quotients for impartial games, JCTA 115
         * (2008): a finite misere quotient of more than one element has an even
         * number of them. */
        if (rule == QUOTIENT_MISERE && q->order > 1)
            cr_assert_eq(q->order % 2, 0, "%s to %u", spec, h);
    }
    return quotient_proved(s->search);
}

/* A figure of others, or of this program. */
struct published {
    const char *spec;
    enum quotient_rule rule;
    unsigned top, order;
};

static void check_published(const struct published table[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct search s;
        const struct quotient *q =
            find(&s, table[i].spec, table[i].rule, table[i].top);
        cr_assert_eq(q->order, table[i].order, "%s to %u: order %u",
                     table[i].spec, table[i].top, q->order);
        close_search(&s);
    }
}

/* Normal play: one class for each nim-sum (Sprague 1935, Grundy 1939). Kayles
 * heaps to 30 have Grundy values to 8. */
Test(quotient, normal_play_is_the_nim_sum)
{
    static const struct published table[] = {
        {"nim", QUOTIENT_NORMAL, 3, 4},
        {"nim", QUOTIENT_NORMAL, 9, 16},
        {"octal:0.77", QUOTIENT_NORMAL, 10, 8},
        {"octal:0.77", QUOTIENT_NORMAL, 30, 16},
    };
    check_published(table, sizeof table / sizeof table[0]);
}

/* Misere Nim with heaps to 2^n - 1, and every tame game of nimbers to 2^n - 1:
 * 2^n + 2 elements. 0.123: twenty (Plambeck, Taming the wild in impartial
 * combinatorial games, INTEGERS 5 (2005) G05). 0.75: the quotient R8 of eight
 * elements, the least that is not tame (Plambeck and Siegel 2008). 0.07: the
 * quotient of heaps to 24 has 24 (same, on Dawson's Kayles). */
Test(quotient, misere_orders_are_the_published_ones)
{
    static const struct published table[] = {
        {"nim", QUOTIENT_MISERE, 1, 2},
        {"nim", QUOTIENT_MISERE, 3, 6},
        {"nim", QUOTIENT_MISERE, 7, 10},
        {"nim", QUOTIENT_MISERE, 15, 18},
        {"octal:0.123", QUOTIENT_MISERE, 30, 20},
        {"octal:0.75", QUOTIENT_MISERE, 30, 8},
        {"octal:0.07", QUOTIENT_MISERE, 24, 24},
        {"octal:0.07", QUOTIENT_MISERE, 25, 144},
    };
    check_published(table, sizeof table / sizeof table[0]);
}

/* The presentation of R8: a^2 = 1, b^3 = b, bc = ab, c^2 = b^2, and P = {a,
 * b^2} with a the heap of one. */
Test(quotient, misere_0_75_is_r8)
{
    struct search s;
    const struct quotient *q = find(&s, "octal:0.75", QUOTIENT_MISERE, 8);
    const unsigned a = q->image[1], b = q->image[2], c = q->image[5];
    const unsigned bb = quotient_times(q, b, b);
    cr_assert_eq(quotient_times(q, a, a), 0);
    cr_assert_eq(quotient_times(q, bb, b), b);
    cr_assert_eq(quotient_times(q, b, c), quotient_times(q, a, b));
    cr_assert_eq(quotient_times(q, c, c), bb);
    for (unsigned x = 0; x < q->order; x++)
        cr_assert_eq(q->outcome[x], x != a && x != bb);
    close_search(&s);
}

/* E3.9 and the essay: seven classes, absorbing zero, sizes past two alike. */
Test(quotient, coalition_nim_counts_ones_and_large_heaps)
{
    struct search s;
    const struct quotient *q = find(&s, "nim:players=3", QUOTIENT_COALITION, 9);
    const unsigned one = q->image[1], large = q->image[2];
    const unsigned two = quotient_times(q, one, one);
    cr_assert_eq(q->order, 7);
    for (unsigned h = 3; h <= 9; h++)
        cr_assert_eq(q->image[h], large);
    cr_assert_eq(quotient_times(q, two, one), 0);
    cr_assert_eq((unsigned)q->zero, quotient_times(q, large, large));
    cr_assert_eq(q->outcome[q->zero], 0);
    close_search(&s);
}

/* Misere Kayles as the command wrote it (census quotient octal:0.77 --ask
 * misere
 * --to 170 --effort 3000000, 9 CPU seconds; most of it for heap 27). Heaps 71
 * to 158 have the images of the heaps twelve larger, which is enough for all to
 * have (Plambeck and Siegel 2008, the periodicity theorem: from heap n0 to
 * 2 n0 + period + 2), so these forty elements are all of misere Kayles. */
Test(quotient_file, holds_all_of_misere_kayles)
{
    char game[PARAM_SPEC_MAX], why[QUOTIENT_WHY];
    struct quotient q;
    struct search s;
    cr_assert_eq(quotient_read("test/theory/kayles_misere.json", game, &q),
                 STATUS_OK);
    open_search(&s, game, q.rule, q.top, (struct quotient_limits){0});
    cr_assert_str_eq(s.game.rules->name, "octal");
    cr_assert_eq(q.rule, QUOTIENT_MISERE);
    cr_assert_eq(quotient_check(&q, &s.moves, why), STATUS_OK, "%s", why);
    cr_assert_eq(q.order, 40);
    cr_assert_geq(q.top, 2 * 71 + 12 + 2 + 12);
    for (unsigned h = 71; h + 12 <= q.top; h++)
        cr_assert_eq(q.image[h], q.image[h + 12], "heap %u", h);
    close_search(&s);
    quotient_release(&q);
}

/* What census coalition-quotients finds: other games do not come down to the
 * seven classes of Nim. */
Test(quotient, coalitions_in_other_games_have_more_classes)
{
    static const struct published table[] = {
        {"octal:0.77", QUOTIENT_COALITION, 30, 10},
        {"octal:0.07", QUOTIENT_COALITION, 30, 13},
        {"octal:0.137", QUOTIENT_COALITION, 12, 13},
        {"subtraction:1", QUOTIENT_COALITION, 12, 3},
        {"subtraction:1,2", QUOTIENT_COALITION, 12, 10},
        {"subtraction:1,3", QUOTIENT_COALITION, 12, 24},
        {"subtraction:1,5", QUOTIENT_COALITION, 8, 49},
    };
    check_published(table, sizeof table / sizeof table[0]);
}

struct game_rule {
    const char *spec, *slow;
    enum quotient_rule rule;
    unsigned (*fold)(const unsigned[], size_t);
    unsigned top;
    size_t parts;
};

/* The winners 0 mover, 1 next, 2 previous as the quotients have them. */
static unsigned as_choice(unsigned (*fold)(const unsigned[], size_t),
                          const unsigned choice[3], const unsigned options[],
                          size_t n)
{
    unsigned winners[SLOW_OPTIONS_MAX];
    for (size_t i = 0; i < n; i++)
        for (unsigned seat = 0; seat < 3; seat++)
            if (choice[seat] == options[i])
                winners[i] = seat;
    return choice[fold(winners, n)];
}

static unsigned slow_seats_upstream(const unsigned options[], size_t n)
{
    return as_choice(slow_upstream, (const unsigned[]){3, 2, 0}, options, n);
}

static unsigned slow_seats_downstream(const unsigned options[], size_t n)
{
    return as_choice(slow_downstream, (const unsigned[]){3, 0, 2}, options, n);
}

static const struct game_rule played[] = {
    {"nim", "nim", QUOTIENT_NORMAL, slow_normal, 6, 5},
    {"nim", "nim", QUOTIENT_MISERE, slow_misere, 6, 5},
    {"nim", "nim", QUOTIENT_COALITION, slow_lone, 5, 6},
    {"octal:0.77", "0.77", QUOTIENT_MISERE, slow_misere, 7, 4},
    {"octal:0.77", "0.77", QUOTIENT_COALITION, slow_lone, 6, 4},
    {"octal:0.137", "0.137", QUOTIENT_COALITION, slow_lone, 8, 4},
    {"octal:4.7", "4.7", QUOTIENT_MISERE, slow_misere, 6, 4},
    {"octal:0.75", "0.75", QUOTIENT_MISERE, slow_misere, 6, 5},
    {"subtraction:1,3", "-1,3", QUOTIENT_COALITION, slow_lone, 9, 5},
    {"subtraction:2,5", "-2,5", QUOTIENT_COALITION, slow_lone, 10, 4},
    {"nim", "nim", QUOTIENT_COALITION_MISERE, slow_lone_misere, 4, 8},
    {"octal:0.77", "0.77", QUOTIENT_COALITION_MISERE, slow_lone_misere, 4, 8},
    {"nim", "nim", QUOTIENT_COALITION_LOSER, slow_lone_loser, 5, 6},
    {"octal:0.137", "0.137", QUOTIENT_COALITION_LOSER, slow_lone_loser, 5, 6},
    {"nim", "nim", QUOTIENT_UPSTREAM, slow_seats_upstream, 3, 9},
    {"octal:0.77", "0.77", QUOTIENT_UPSTREAM, slow_seats_upstream, 3, 9},
    {"nim", "nim", QUOTIENT_DOWNSTREAM, slow_seats_downstream, 2, 12},
    {"subtraction:1,2", "-1,2", QUOTIENT_DOWNSTREAM, slow_seats_downstream, 2,
     12},
};

struct comparison {
    const struct game_rule *g;
    const struct quotient *q;
    struct slow_sums slow;
    unsigned *seen; /* which elements have come up */
};

static void compare(void *context, const int sizes[], size_t n)
{
    struct comparison *c = context;
    unsigned x = 0;
    for (size_t i = 0; i < n; i++)
        x = quotient_times(c->q, x, c->q->image[sizes[i]]);
    cr_assert_eq(c->q->outcome[x], slow_value(&c->slow, sizes, n),
                 "%s, rule %d: a sum of %zu heaps", c->g->spec, (int)c->g->rule,
                 n);
    c->seen[x] = 1;
}

Test(quotient, outcomes_are_those_of_slow_play)
{
    for (size_t i = 0; i < sizeof played / sizeof played[0]; i++) {
        const struct game_rule *g = &played[i];
        struct search s;
        struct comparison c = {g,
                               find(&s, g->spec, g->rule, g->top),
                               {g->slow, g->fold, NULL},
                               NULL};
        c.seen = calloc(c.q->order, sizeof *c.seen);
        cr_assert_not_null(c.seen);
        slow_multisets(g->parts, 1, (int)g->top, compare, &c);
        for (unsigned x = 0; x < c.q->order; x++)
            cr_assert(c.seen[x], "%s: element %u never came up", g->spec, x);
        free(c.seen);
        slow_release(&c.slow);
        close_search(&s);
    }
}

static void refuse(const struct search *s, const struct quotient *q)
{
    char why[QUOTIENT_WHY];
    cr_assert_eq(quotient_check(q, &s->moves, why), STATUS_DISAGREE);
    cr_assert_neq(why[0], 0);
}

/* Alters entry number i of the table, the outcomes or the images by `by`, sees
 * it refused and puts it back. */
static void alter(const struct search *s, struct quotient *q, size_t i,
                  unsigned by)
{
    const size_t cells = (size_t)q->order * q->order;
    if (i < cells + q->top + 1) {
        uint16_t *at = i < cells ? &q->times[i] : &q->image[i - cells];
        const uint16_t before = *at;
        *at = (uint16_t)((before + by) % q->order);
        refuse(s, q);
        *at = before;
    } else {
        uint8_t *at = &q->outcome[i - cells - q->top - 1];
        const uint8_t before = *at;
        const unsigned values = quotient_allies(q->rule)       ? 8
                                : q->rule >= QUOTIENT_UPSTREAM ? 4
                                                               : 2;
        *at = (uint8_t)((before + 1 + by % (values - 1)) % values);
        refuse(s, q);
        *at = before;
    }
}

static size_t entries(const struct quotient *q)
{
    return (size_t)q->order * q->order + q->top + 1 + q->order;
}

Test(quotient_check, refuses_every_altered_entry_of_a_small_one)
{
    static const struct published small[] = {
        {"nim:players=3", QUOTIENT_COALITION, 4, 7},
        {"octal:0.75", QUOTIENT_MISERE, 6, 8},
        {"nim", QUOTIENT_NORMAL, 3, 4},
        {"nim:players=3", QUOTIENT_COALITION_LOSER, 2, 10},
        {"nim:players=3", QUOTIENT_COALITION_MISERE, 2, 16},
        {"nim:players=3", QUOTIENT_UPSTREAM, 1, 3},
        {"nim:players=3", QUOTIENT_DOWNSTREAM, 1, 3},
    };
    for (size_t k = 0; k < sizeof small / sizeof small[0]; k++) {
        struct search s;
        struct quotient q =
            *find(&s, small[k].spec, small[k].rule, small[k].top);
        cr_assert_eq(q.order, small[k].order);
        for (size_t i = 0; i < entries(&q); i++)
            for (unsigned by = 1; by < q.order; by++)
                alter(&s, &q, i, by);
        for (int zero = -1; zero <= (int)q.order; zero++) {
            struct quotient other = q;
            other.zero = zero;
            if (zero != q.zero)
                refuse(&s, &other);
        }
        close_search(&s);
    }
}

Test(quotient_check, refuses_altered_entries_of_larger_ones)
{
    static const struct published large[] = {
        {"octal:0.26", QUOTIENT_MISERE, 24, 60},
        {"subtraction:2,5", QUOTIENT_COALITION, 12, 26},
    };
    uint64_t seed = draw_seed(11);
    for (size_t k = 0; k < sizeof large / sizeof large[0]; k++) {
        struct search s;
        struct quotient q =
            *find(&s, large[k].spec, large[k].rule, large[k].top);
        cr_assert_eq(q.order, large[k].order);
        for (int i = 0; i < 100; i++)
            alter(&s, &q, draw(&seed, entries(&q)),
                  1 + (unsigned)draw(&seed, q.order - 1));
        close_search(&s);
    }
}

/* A table may be a right table of the wrong game, of the wrong rule, or with
 * classes that cannot be told apart. */
Test(quotient_check, refuses_what_is_right_elsewhere)
{
    struct search kayles, dawson;
    const struct quotient *q = find(&kayles, "octal:0.77", QUOTIENT_MISERE, 9);
    struct quotient other = *find(&dawson, "octal:0.07", QUOTIENT_MISERE, 9);
    refuse(&dawson, q);
    refuse(&kayles, &other);
    other.rule = QUOTIENT_NORMAL;
    refuse(&dawson, &other);
    close_search(&kayles);
    close_search(&dawson);

    /* Misere play of nothing but heaps of one, with four classes for two. */
    struct search ones;
    find(&ones, "nim", QUOTIENT_MISERE, 1);
    uint16_t times[16], image[2] = {0, 1};
    uint8_t outcome[4] = {1, 0, 1, 0};
    for (unsigned i = 0; i < 16; i++)
        times[i] = (uint16_t)((i / 4 + i % 4) % 4);
    struct quotient four = {QUOTIENT_MISERE, 1, 4, times, outcome, image, -1};
    refuse(&ones, &four);
    close_search(&ones);
}

/* The element of the folded heaps of count[1..top]. */
static unsigned element_of(const struct quotient *q, const uint8_t count[],
                           unsigned top)
{
    unsigned x = 0;
    for (unsigned h = 1; h <= top; h++)
        for (unsigned k = 0; k < count[h]; k++)
            x = quotient_times(q, x, q->image[h]);
    return x;
}

/* Every word makes its element, and the options of an element are what one move
 * in its word makes, in misere Kayles with heaps 1..9 and any number of them
 * folded. No word is without a move but that of nothing. */
Test(quotient, folded_heaps_move_as_their_word_does)
{
    struct search s;
    const struct quotient *q = find(&s, "octal:0.77", QUOTIENT_MISERE, 9);
    for (unsigned top = 0; top <= 9; top++) {
        struct quotient_fold f;
        cr_assert_eq(quotient_fold_open(&f, q, &s.moves, top), STATUS_OK);
        cr_assert_eq(f.top, top);
        unsigned made = 0;
        for (unsigned x = 0; x < q->order; x++) {
            bool reached[64] = {false};
            unsigned options = 0;
            uint8_t word[10];
            memcpy(word, f.word + x * (top + 1), top + 1);
            for (unsigned h = 1; h <= top; h++) {
                if (!word[h])
                    continue;
                word[h]--;
                for (uint32_t i = s.moves.first[h]; i < s.moves.first[h + 1];
                     i++) {
                    const uint8_t *left = s.moves.option[i];
                    const unsigned rest = element_of(q, word, top);
                    const unsigned both =
                        quotient_times(q, q->image[left[0]], q->image[left[1]]);
                    reached[quotient_times(q, rest, both)] = true;
                }
                word[h]++;
            }
            for (uint32_t i = f.first[x]; i < f.first[x + 1]; i++)
                cr_assert(reached[f.option[i]]);
            for (unsigned y = 0; y < q->order; y++)
                options += reached[y];
            cr_assert_eq(f.first[x + 1] - f.first[x], options);
            made += options > 0;
            if (options)
                cr_assert_eq(element_of(q, word, top), x);
        }
        /* Heap 1 is a star; heaps 1..9 make all elements. */
        cr_assert_eq(made, top == 0 ? 0 : top == 9 ? q->order - 1 : made);
        quotient_fold_close(&f);
    }
    close_search(&s);
}

Test(quotient, limits_end_a_search_without_an_answer)
{
    struct search s;
    bool finished = true;
    open_search(&s, "octal:0.77", QUOTIENT_MISERE, 12,
                (struct quotient_limits){.effort = 20});
    unsigned h = 0;
    while (finished) {
        cr_assert_eq(quotient_raise(s.search, &finished), STATUS_OK);
        h += finished;
    }
    /* Heap 5 takes more positions, however many heaps are folded. */
    cr_assert_eq(h, 4);
    cr_assert_eq(quotient_proved(s.search)->top, 4);
    cr_assert_eq(quotient_proved(s.search)->order, 6);
    cr_assert_eq(quotient_raise(s.search, &finished), STATUS_OK);
    cr_assert_not(finished);
    close_search(&s);

    open_search(&s, "octal:0.77", QUOTIENT_MISERE, 12,
                (struct quotient_limits){.order = 11});
    for (finished = true; finished;)
        cr_assert_eq(quotient_raise(s.search, &finished), STATUS_OK);
    cr_assert_eq(quotient_proved(s.search)->top, 4);
    close_search(&s);
}

static bool count_down(void *left)
{
    return (*(unsigned *)left)-- == 0;
}

/* Asked at every 4096th step of playing and of proving: whichever of the first
 * hundred questions says stop, what was proved before stands. */
Test(quotient, a_request_ends_a_search_without_an_answer)
{
    unsigned reached = 0;
    for (unsigned asks = 0; asks < 100; asks++) {
        struct search s;
        char why[QUOTIENT_WHY];
        unsigned left = asks;
        bool finished = true;
        open_search(
            &s, "octal:0.77", QUOTIENT_MISERE, 16,
            (struct quotient_limits){.stop = count_down, .context = &left});
        const struct quotient *q = quotient_proved(s.search);
        enum status st = STATUS_OK;
        while (!st && q->top < 16)
            st = quotient_raise(s.search, &finished);
        cr_assert_eq(st, finished ? STATUS_OK : STATUS_STOPPED);
        cr_assert_geq(q->top, reached);
        cr_assert_leq(q->top, reached + 1, "asked %u times", asks);
        cr_assert_eq(quotient_check(q, &s.moves, why), STATUS_OK, "%s", why);
        reached = q->top;
        close_search(&s);
        if (finished)
            return;
    }
    cr_assert_fail("asked a hundred times before heap 16");
}

/* A file of this process, for tests that run side by side. */
static void name_file(char path[64])
{
    snprintf(path, 64, "/tmp/census-quotient-%ld.json", (long)getpid());
}

Test(quotient_file, comes_back_as_it_was)
{
    struct search s;
    struct quotient back;
    char game[PARAM_SPEC_MAX], path[64];
    name_file(path);
    const struct quotient *q =
        find(&s, "subtraction:1,3", QUOTIENT_COALITION, 7);
    cr_assert_eq(quotient_write(path, s.game.spec, q), STATUS_OK);
    cr_assert_eq(quotient_read(path, game, &back), STATUS_OK);
    remove(path);
    cr_assert_str_eq(game, s.game.spec);
    cr_assert(back.rule == q->rule && back.top == q->top &&
              back.order == q->order && back.zero == q->zero);
    cr_assert(!memcmp(back.times, q->times,
                      (size_t)q->order * q->order * sizeof *q->times));
    cr_assert(!memcmp(back.outcome, q->outcome, q->order));
    cr_assert(!memcmp(back.image, q->image, (q->top + 1) * sizeof *q->image));
    quotient_release(&back);
    close_search(&s);
}

Test(quotient_file, bad_files_are_refused_with_one_line,
     .init = cr_redirect_stderr)
{
    static const char *const bad[] = {
        "",
        "[1, 2]",
        "{\"format\": \"census quotient 1\"}",
        "{\"format\": \"census quotient 2\", \"game\": \"nim\", \"rule\": "
        "\"normal\", \"heaps\": 0, \"order\": 1, \"identity\": 0, \"zero\": 0, "
        "\"image\": [0], \"outcome\": [0], \"times\": [[0]]}",
        "{\"format\": \"census quotient 1\", \"game\": \"nim\", \"rule\": "
        "\"normal\", \"heaps\": 0, \"order\": 1, \"identity\": 0, \"zero\": 0, "
        "\"image\": [1], \"outcome\": [0], \"times\": [[0]]}",
        "{\"format\": \"census quotient 1\", \"game\": \"nim\", \"rule\": "
        "\"normal\", \"heaps\": 0, \"order\": 1, \"identity\": 0, \"zero\": 0, "
        "\"image\": [0], \"outcome\": [0], \"times\": [[0, 0]]}",
        "{\"format\": \"census quotient 1\", \"game\": \"nim\", \"rule\": "
        "\"normal\", \"heaps\": 900, \"order\": 1, \"identity\": 0, \"zero\": "
        "null, \"image\": [0], \"outcome\": [0], \"times\": [[0]]}",
        "{\"format\": \"census quotient 1\", \"game\": \"nim\", \"rule\": "
        "\"normal\", \"heaps\": 0, \"order\": 1, \"identity\": 0, \"zero\": 3, "
        "\"image\": [0], \"outcome\": [0], \"times\": [[0]]}",
        "{\"format\": \"census quotient 1\", \"game\": \"nim\", \"rule\": "
        "\"polite\", \"heaps\": 0, \"order\": 1, \"identity\": 0, \"zero\": "
        "null, \"image\": [0], \"outcome\": [0], \"times\": [[0]]}",
    };
    struct quotient q;
    char game[PARAM_SPEC_MAX], path[64];
    name_file(path);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        FILE *f = fopen(path, "w");
        cr_assert_not_null(f);
        fputs(bad[i], f);
        fclose(f);
        cr_assert_eq(quotient_read(path, game, &q), STATUS_FORMAT, "file %zu",
                     i);
    }
    remove(path);
    cr_assert_eq(quotient_read(path, game, &q), STATUS_IO);
}
