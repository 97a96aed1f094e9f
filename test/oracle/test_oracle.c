/* The oracle by itself against published figures, before anything is compared
 * with it: the two essays on compelled replies, and Winning Ways. */
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct oracle_rules same = {.reply = ORACLE_SAME},
                                 same_lose = {.reply = ORACLE_SAME,
                                              .empty = ORACLE_LOSE},
                                 same_illegal = {.reply = ORACLE_SAME,
                                                 .empty = ORACLE_ILLEGAL},
                                 strict = {.reply = ORACLE_ELSEWHERE},
                                 lapse = {.reply = ORACLE_ELSEWHERE,
                                          .alone = ORACLE_LAPSE},
                                 any = {.reply = ORACLE_ANY};

/* Top Entails heaps a, b, c; 0 for none. */
static struct oracle_state top(int a, int b, int c)
{
    struct oracle_state s = oracle_empty_board;
    int sizes[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (sizes[i])
            oracle_add(&s, ORACLE_TOP, sizes[i]);
    return s;
}

static bool wins(const struct oracle_rules *r, struct oracle_state s)
{
    struct oracle o;
    oracle_init(&o, *r);
    bool result = oracle_wins(&o, &s);
    oracle_release(&o);
    return result;
}

static void expect_pair_values(const struct oracle_rules *r,
                               enum oracle_kind kind, const int expected[10])
{
    struct oracle o;
    oracle_init(&o, *r);
    for (int h = 1; h <= 10; h++)
        cr_expect_eq(oracle_pair_value(&o, kind, h), expected[h - 1],
                     "kind %d, reply %d, alone %d, heap %d", kind, r->reply,
                     r->alone, h);
    oracle_release(&o);
}

/* E1.1: 1, 2, 0, 2, 0, 2, ... when the compulsion is ignored. */
Test(oracle, naive_values)
{
    struct oracle o;
    oracle_init(&o, any);
    for (int h = 1; h <= 12; h++) {
        struct oracle_state s = top(h, 0, 0);
        int expected = h == 1 ? 1 : h % 2 ? 0 : 2;
        cr_expect_eq(oracle_grundy(&o, &s), expected, "heap %d", h);
    }
    oracle_release(&o);
}

/* E1.2: the naive nim-sum misreads 9 of 36 ordered pairs. */
Test(oracle, naive_values_misread_nine_pairs)
{
    struct oracle naive, true_game;
    int wrong = 0;
    oracle_init(&naive, any);
    oracle_init(&true_game, same);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            struct oracle_state pair = top(a, b, 0), x = top(a, 0, 0),
                                y = top(b, 0, 0);
            int sum = oracle_grundy(&naive, &x) ^ oracle_grundy(&naive, &y);
            wrong += (sum != 0) != oracle_wins(&true_game, &pair);
        }
    oracle_release(&naive);
    oracle_release(&true_game);
    cr_expect_eq(wrong, 9, "%d wrong", wrong);
}

/* E1.3, E1.4: 2+2 is won, by entailing moves only; 2 by splitting only. */
Test(oracle, two_heaps_of_two)
{
    struct oracle o;
    struct oracle_state moves[ORACLE_MOVES_MAX], s = top(2, 2, 0);
    oracle_init(&o, same);
    cr_assert_eq(oracle_winning(&o, &s, moves), 1);
    cr_expect_neq(moves[0].bound, ORACLE_UNBOUND);
    s = top(2, 0, 0);
    cr_assert_eq(oracle_winning(&o, &s, moves), 1);
    cr_expect_eq(moves[0].bound, ORACLE_UNBOUND);
    cr_expect_eq(moves[0].n, 2);
    oracle_release(&o);
}

static bool three_clauses(const int sizes[3])
{
    int ones = 0;
    for (int i = 0; i < 3; i++) {
        if (sizes[i] && sizes[i] % 2 == 0)
            return true;
        ones += sizes[i] == 1;
    }
    return ones % 2;
}

/* E1.5: 258 ordered lists of one to three heaps, the rule never wrong. */
Test(oracle, three_clause_rule)
{
    struct oracle o;
    int lists = 0;
    oracle_init(&o, same);
    for (int a = 1; a <= 6; a++)
        for (int b = 0; b <= 6; b++)
            for (int c = 0; c <= (b ? 6 : 0); c++) {
                struct oracle_state s = top(a, b, c);
                lists++;
                cr_expect_eq(oracle_wins(&o, &s),
                             three_clauses((int[]){a, b, c}), "%d+%d+%d", a, b,
                             c);
            }
    oracle_release(&o);
    cr_expect_eq(lists, 258);
}

/* E1.7, E1.8. */
Test(oracle, readings_of_the_emptied_heap)
{
    cr_expect(!wins(&same, top(1, 1, 0)));
    cr_expect(wins(&same_lose, top(1, 1, 0)));
    cr_expect(!wins(&same_illegal, top(1, 1, 0)));
    cr_expect(wins(&same, top(1, 0, 0)));
    cr_expect(!wins(&same_illegal, top(1, 0, 0)));
}

/* Only an entailing take of the last counter is touched by the readings. */
Test(oracle, readings_leave_other_moves_alone)
{
    struct oracle_state moves[ORACLE_MOVES_MAX], s = oracle_empty_board;
    oracle_add(&s, ORACLE_ONE, 1);
    cr_expect_eq(oracle_moves(&same_illegal, &s, moves), 0);
    s.heap[0].size = 2;
    cr_expect_eq(oracle_moves(&same_illegal, &s, moves), 2);
    s.heap[0] = (struct oracle_heap){ORACLE_NIM, 1};
    cr_expect_eq(oracle_moves(&same_illegal, &s, moves), 1);
    cr_assert_eq(oracle_moves(&same_lose, &s, moves), 1);
    cr_expect_eq(moves[0].n, 0);
    cr_expect_eq(moves[0].bound, ORACLE_UNBOUND);
}

/* E4.1, E4.2. */
Test(oracle, pair_values_same)
{
    expect_pair_values(&same, ORACLE_TOP,
                       (int[]){1, -1, 0, -1, 0, -1, 0, -1, 0, -1});
    expect_pair_values(&same, ORACLE_ONE,
                       (int[]){1, -1, 2, -1, 3, -1, 4, -1, 5, -1});
}

/* E4.3, E4.4, E4.5. */
Test(oracle, pair_values_elsewhere)
{
    const int nim[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    expect_pair_values(&strict, ORACLE_ONE, nim);
    expect_pair_values(&lapse, ORACLE_ONE, nim);
    expect_pair_values(&strict, ORACLE_TOP,
                       (int[]){1, 2, 4, 6, 8, 10, 12, 14, 16, 18});
    expect_pair_values(&lapse, ORACLE_TOP,
                       (int[]){1, 2, 0, 1, 3, 5, 0, 1, 3, 5});
}

/* Winning Ways, where an emptied heap loses: stacks 1 and 3 are loony;
 * West found no other loony one below 2403. */
Test(oracle, loony_stacks_of_winning_ways)
{
    struct oracle o;
    oracle_init(&o, same_lose);
    for (int h = 1; h <= 12; h++)
        cr_expect_eq(oracle_pair_value(&o, ORACLE_TOP, h) < 0, h == 1 || h == 3,
                     "stack %d", h);
    oracle_release(&o);
}

struct changes {
    struct oracle strict, lapse;
    int sums, changed;
    char text[ORACLE_TEXT_MAX];
};

static void note_change(void *context, const struct oracle_state *s)
{
    struct changes *c = context;
    char text[ORACLE_TEXT_MAX];
    c->sums++;
    if (oracle_wins(&c->strict, s) == oracle_wins(&c->lapse, s))
        return;
    c->changed++;
    oracle_text(&strict, s, ORACLE_TOP, text);
    strcat(strcat(c->text, text), ";");
}

/* E4.12: the convention changes 7 of 329 sums. */
Test(oracle, convention_changes_seven_sums)
{
    struct changes c = {0};
    oracle_init(&c.strict, strict);
    oracle_init(&c.lapse, lapse);
    oracle_sums(ORACLE_TOP, 4, 7, note_change, &c);
    oracle_release(&c.strict);
    oracle_release(&c.lapse);
    cr_expect_eq(c.sums, 329, "%d sums", c.sums);
    cr_expect_eq(c.changed, 7, "%d changed", c.changed);
    cr_expect_str_eq(c.text, "1+1+1+6;1+1+5;1+2+7;1+4;2+6;3;7;");
}

/* E4.15. */
Test(oracle, two_sums_are_enough)
{
    const struct oracle_rules *both[] = {&strict, &lapse};
    for (int i = 0; i < 2; i++) {
        cr_expect(wins(both[i], top(1, 1, 3)));
        cr_expect(!wins(both[i], top(2, 2, 3)));
    }
}

/* Bouton: normal play is won unless the exclusive-or is nought; misere play
 * is the same until all heaps are ones, and then the other way round. */
Test(oracle, nim)
{
    struct oracle normal, misere;
    size_t n;
    struct oracle_state *all = oracle_all(1u << ORACLE_NIM, 14, &n);
    oracle_init(&normal, any);
    oracle_init(&misere, (struct oracle_rules){ORACLE_ANY, .misere = true});
    for (size_t i = 0; i < n; i++) {
        int nim_sum = 0, ones = 0;
        for (int j = 0; j < all[i].n; j++) {
            nim_sum ^= all[i].heap[j].size;
            ones += all[i].heap[j].size == 1;
        }
        cr_expect_eq(oracle_grundy(&normal, &all[i]), nim_sum);
        cr_expect_eq(oracle_wins(&normal, &all[i]), nim_sum != 0);
        cr_expect_eq(oracle_wins(&misere, &all[i]),
                     ones == all[i].n ? ones % 2 == 0 : nim_sum != 0);
    }
    oracle_release(&normal);
    oracle_release(&misere);
    free(all);
    cr_expect_eq(n, 1 + 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22 + 30 + 42 + 56 + 77 +
                        101 + 135);
}

/* All mixtures to three counters, counted by hand: 1, 3, 9 and 22. */
Test(oracle, lists_every_mixture_once)
{
    size_t n;
    struct oracle_state *all = oracle_all(7, 3, &n);
    cr_assert_eq(n, 35);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            cr_expect(memcmp(&all[i], &all[j], sizeof all[i]));
    free(all);
}

/* Of two equal heaps one of which is barred the other may be moved in. */
Test(oracle, the_other_equal_heap_is_free)
{
    struct oracle_state moves[ORACLE_MOVES_MAX], s = top(2, 2, 0);
    s.bound = 0;
    cr_expect_eq(oracle_moves(&strict, &s, moves), 2);
    for (int i = 0; i < 2; i++)
        cr_expect_eq(oracle_total(&moves[i]), i ? 4 : 3);
    s = top(2, 0, 0);
    s.bound = 0;
    cr_expect_eq(oracle_moves(&strict, &s, moves), 0);
    cr_expect_eq(oracle_moves(&lapse, &s, moves), 2);
}
