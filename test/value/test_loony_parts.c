/* What the loony domain is made of: sets of nimbers, the pool that keeps them,
 * and the rule for complimenting moves. */
#include "engine/value/loony.h"
#include "engine/value/loony/loony_pool.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

enum { WORDS = 5, ROUNDS = 300 };

/* A set with some words, one in three of them full or empty. */
static struct loony_set draw_set(uint64_t *seed, uint64_t word[WORDS])
{
    struct loony_set s = {.word = word, .n = draw(seed, WORDS + 1)};
    s.rest = draw(seed, 2);
    for (size_t i = 0; i < s.n; i++)
        word[i] = draw(seed, 3) ? (uint64_t)draw(seed, 1u << 31) * 0x10001
                                : (uint64_t)0 - draw(seed, 2);
    return s;
}

Test(loony_parts, sets_join_and_complement)
{
    uint64_t seed = draw_seed(1);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t wa[WORDS] = {0}, wb[WORDS] = {0}, wu[2 * WORDS] = {0};
        const struct loony_set a = draw_set(&seed, wa), b = draw_set(&seed, wb);
        struct loony_set u = {.word = wu, .n = a.n > b.n ? a.n : b.n};
        loony_set_join(&u, &a);
        loony_set_join(&u, &b);
        uint64_t least = LOONY_SET_EMPTY;
        for (uint64_t k = 64 * (WORDS + 1); k--;) {
            const bool in = loony_set_has(&a, k) || loony_set_has(&b, k);
            cr_assert_eq(loony_set_has(&u, k), in);
            least = in ? k : least;
        }
        cr_assert_eq(loony_set_least(&u), least);
        loony_set_complement(&u);
        for (uint64_t k = 0; k < 64 * (WORDS + 1); k++)
            cr_assert_neq(loony_set_has(&u, k),
                          loony_set_has(&a, k) || loony_set_has(&b, k));
    }
}

Test(loony_parts, sets_shift_by_exclusive_or)
{
    uint64_t seed = draw_seed(2);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t word[WORDS] = {0}, out[64];
        const struct loony_set s = draw_set(&seed, word);
        const uint64_t by = draw(&seed, draw(&seed, 2) ? 64 : 2000);
        struct loony_set shifted = {.word = out,
                                    .n = loony_set_shifted(&s, by)};
        cr_assert_leq(shifted.n, 64);
        loony_set_shift(&s, by, &shifted);
        for (uint64_t k = 0; k < 5000; k++)
            cr_assert_eq(loony_set_has(&shifted, k), loony_set_has(&s, k ^ by),
                         "%llu by %llu", (unsigned long long)k,
                         (unsigned long long)by);
    }
}

Test(loony_parts, sets_in_print)
{
    static const struct {
        uint64_t word;
        bool rest;
        const char *text;
    } cases[] = {{0, false, "{}"},
                 {5, false, "{0,2}"},
                 {~UINT64_C(0), true, "all"},
                 {~UINT64_C(0x80000000000000a), true, "all but {1,3,59}"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t word = cases[i].word;
        const struct loony_set s = {&word, 1, cases[i].rest};
        char text[64];
        cr_expect_eq(loony_set_print(&s, text, sizeof text),
                     strlen(cases[i].text));
        cr_expect_str_eq(text, cases[i].text);
    }
}

enum { WORKERS = 4, SETS = 1000 };

struct task {
    pthread_t thread;
    struct loony_pool *pool;
    unsigned worker;
    uint32_t number[SETS];
};

/* Set i is { i / 2, i / 2 + 100 } or all the others, with empty words behind
 * it that must not matter; each worker puts them in another order. */
static void *put_sets(void *context)
{
    struct task *t = context;
    for (unsigned i = 0; i < SETS; i++) {
        const unsigned at = (i * 7 + t->worker * 250) % SETS;
        uint64_t word[16] = {0};
        struct loony_set s = {.word = word, .n = 12 + t->worker};
        loony_set_add(&s, at / 2);
        loony_set_add(&s, at / 2 + 100);
        if (at % 2)
            loony_set_complement(&s);
        cr_assert_eq(loony_pool_put(t->pool, s, &t->number[at]), STATUS_OK);
        const struct loony_set *kept = loony_pool_get(t->pool, t->number[at]);
        loony_set_trim(&s);
        cr_assert(loony_set_equal(kept, &s));
    }
    return NULL;
}

Test(loony_parts, pool_keeps_each_set_once)
{
    struct task task[WORKERS];
    struct loony_pool *pool;
    bool seen[SETS + 2] = {[LOONY_POOL_ALL] = true, [LOONY_POOL_NONE] = true};
    cr_assert_eq(loony_pool_open(&pool), STATUS_OK);
    for (unsigned w = 0; w < WORKERS; w++) {
        task[w].pool = pool;
        task[w].worker = w;
        cr_assert_eq(pthread_create(&task[w].thread, NULL, put_sets, &task[w]),
                     0);
    }
    for (unsigned w = 0; w < WORKERS; w++)
        cr_assert_eq(pthread_join(task[w].thread, NULL), 0);
    for (unsigned w = 1; w < WORKERS; w++)
        cr_expect_arr_eq(task[w].number, task[0].number, sizeof task[0].number);
    for (unsigned i = 0; i < SETS; i++) {
        cr_assert_lt(task[0].number[i], SETS + 2);
        cr_assert_not(seen[task[0].number[i]]);
        seen[task[0].number[i]] = true;
    }
    loony_pool_close(pool);
}

/* Games on paper with complimenting moves: node i moves to earlier nodes. A
 * position is two nodes and a Nim heap; wins() searches it whole. */
enum { NODES = 9, NIM = 6 };

struct paper {
    unsigned ordinary[NODES], complimenting[NODES]; /* bit j: to node j */
    uint64_t value[NODES];
    signed char won[NODES][NODES][NIM]; /* -1: not known */
};

static bool wins(struct paper *g, unsigned a, unsigned b, unsigned nim);

/* Is there a winning move in the first node? */
static bool wins_in(struct paper *g, unsigned a, unsigned b, unsigned nim)
{
    for (unsigned j = 0; j < a; j++)
        if ((g->ordinary[a] >> j & 1 && !wins(g, j, b, nim)) ||
            (g->complimenting[a] >> j & 1 && wins(g, j, b, nim)))
            return true;
    return false;
}

static bool wins(struct paper *g, unsigned a, unsigned b, unsigned nim)
{
    signed char *won = &g->won[a][b][nim];
    if (*won < 0) {
        bool win = wins_in(g, a, b, nim) || wins_in(g, b, a, nim);
        for (unsigned k = 0; k < nim && !win; k++)
            win = !wins(g, a, b, k);
        *won = win;
    }
    return *won;
}

static uint64_t fold_node(const struct paper *g, unsigned node)
{
    uint64_t ordinary[NODES], complimenting[NODES];
    size_t n = 0, m = 0;
    for (unsigned j = 0; j < node; j++) {
        if (g->ordinary[node] >> j & 1)
            ordinary[n++] = g->value[j];
        if (g->complimenting[node] >> j & 1)
            complimenting[m++] = g->value[j];
    }
    return loony_complimenting(ordinary, n, complimenting, m);
}

static void draw_paper(struct paper *g, uint64_t *seed)
{
    memset(g->won, -1, sizeof g->won);
    for (unsigned i = 0; i < NODES; i++) {
        g->ordinary[i] = (unsigned)draw(seed, 1u << i);
        g->complimenting[i] =
            draw(seed, 3)
                ? 0
                : (unsigned)(draw(seed, 1u << i) & draw(seed, 1u << i));
        g->value[i] = fold_node(g, i);
    }
}

/* Any two components and a Nim heap are lost exactly if none is loony and
 * their nimbers cancel. */
Test(loony_parts, complimenting_moves)
{
    uint64_t seed = draw_seed(3);
    size_t loony = 0, lost = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct paper g;
        draw_paper(&g, &seed);
        for (unsigned i = 0; i < NODES * NODES * NIM; i++) {
            const unsigned a = i % NODES, b = i / NODES % NODES,
                           nim = i / NODES / NODES;
            const bool any = g.value[a] == LOONY || g.value[b] == LOONY;
            const bool cancel = (g.value[a] ^ g.value[b]) == nim;
            cr_assert_eq(wins(&g, a, b, nim), any || !cancel);
            loony += any;
            lost += !any && cancel;
        }
    }
    cr_expect_gt(loony, 1000);
    cr_expect_gt(lost, 1000);
}
