#include "engine/theory/assign.h"
#include "test/common/draw.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { SUMS_MAX = 400, SETS_MAX = 20000 };

struct sums {
    struct assign_sum sum[SUMS_MAX];
    size_t n;
};

static bool explains(const struct sums *s, const uint64_t value[])
{
    for (size_t i = 0; i < s->n; i++) {
        uint64_t total = 0;
        for (unsigned j = 0; j < s->sum[i].parts; j++)
            total ^= value[s->sum[i].heap[j]];
        if (s->sum[i].lost != !total)
            return false;
    }
    return true;
}

static void draw_sum(uint64_t *seed, unsigned heaps, struct assign_sum *sum)
{
    *sum = (struct assign_sum){.parts = (uint8_t)(1 + draw(seed, 4)),
                               .lost = draw(seed, 2)};
    for (unsigned j = 0; j < sum->parts; j++)
        sum->heap[j] = (uint8_t)(1 + draw(seed, heaps));
}

/* Outcomes of an assignment drawn at random, so that there is one. */
static void plant(uint64_t *seed, unsigned heaps, struct sums *s)
{
    uint64_t value[ASSIGN_HEAPS_MAX + 1];
    for (unsigned h = 1; h <= heaps; h++)
        value[h] = draw(seed, 4);
    for (size_t i = 0; i < s->n; i++) {
        uint64_t total = 0;
        for (unsigned j = 0; j < s->sum[i].parts; j++)
            total ^= value[s->sum[i].heap[j]];
        s->sum[i].lost = !total;
    }
}

/* Five heap sizes: 32 nimbers are then as good as all (assign.h), and the two
 * ways must agree. */
Test(assign, linear_agrees_with_trying)
{
    uint64_t seed = draw_seed(1);
    int found = 0, planted = 0;
    for (int round = 0; round < 3000; round++) {
        struct sums s = {.n = 1 + draw(&seed, 12)};
        struct assignment linear, tried;
        unsigned heaps = 1 + (unsigned)draw(&seed, 5);
        for (size_t i = 0; i < s.n; i++)
            draw_sum(&seed, heaps, &s.sum[i]);
        bool plants = round % 3 == 0;
        if (plants)
            plant(&seed, heaps, &s);
        assign_linear(s.sum, s.n, heaps, &linear);
        cr_assert_eq(assign_search(s.sum, s.n, heaps, 32, &tried), STATUS_OK);
        cr_assert_eq(linear.found, tried.found, "round %d", round);
        cr_assert(linear.found || !plants);
        cr_assert(!linear.found || explains(&s, linear.value));
        cr_assert(!tried.found || explains(&s, tried.value));
        found += linear.found;
        planted += plants;
    }
    /* Both answers must have been seen often, or nothing was compared. */
    cr_expect_gt(found, planted + 200);
    cr_expect_lt(found, 2500);
}

/* The search gives the first assignment; a bound too low gives none. */
Test(assign, search_is_lexicographic_and_bounded)
{
    struct assignment a;
    const struct assign_sum sums[] = {
        {1, {1}, false},      {1, {2}, false},    {2, {1, 2}, false},
        {3, {1, 2, 3}, true}, {1, {4}, false},    {2, {1, 4}, false},
        {2, {4, 2}, false},   {2, {3, 4}, false},
    };
    cr_assert_eq(assign_search(sums, 8, 4, 5, &a), STATUS_OK);
    cr_assert(a.found);
    for (unsigned h = 1; h <= 4; h++)
        cr_expect_eq(a.value[h], h);
    cr_expect_eq(a.nodes, 2 + 3 + 4 + 5);
    cr_assert_eq(assign_search(sums, 8, 4, 4, &a), STATUS_OK);
    cr_expect(!a.found);
    assign_linear(sums, 8, 4, &a);
    cr_expect(a.found);
}

/* No heaps at all: the empty sum is P, in every theory. */
Test(assign, empty_sum)
{
    struct assignment a;
    struct assign_sum sum = {0, {0}, true};
    unsigned k;
    for (int lost = 0; lost < 2; lost++) {
        sum.lost = lost;
        cr_assert_eq(assign_search(&sum, 1, 3, 8, &a), STATUS_OK);
        cr_expect_eq(a.found, lost);
        assign_linear(&sum, 1, 3, &a);
        cr_expect_eq(a.found, lost);
        cr_assert_eq(assign_contradictions(&sum, 1, NULL, NULL, &k), STATUS_OK);
        cr_expect_eq(k, lost ? 0 : 1);
    }
}

/* The 64th heap size, and values of more than 32 bits. */
Test(assign, all_heap_sizes)
{
    struct assign_sum sums[ASSIGN_HEAPS_MAX];
    struct assignment a;
    for (unsigned h = 1; h <= ASSIGN_HEAPS_MAX; h++)
        sums[h - 1] = (struct assign_sum){1, {(uint8_t)h}, false};
    assign_linear(sums, ASSIGN_HEAPS_MAX, ASSIGN_HEAPS_MAX, &a);
    cr_assert(a.found);
    cr_expect_eq(a.value[64], UINT64_C(1) << 63);
    sums[0] = (struct assign_sum){2, {1, 64}, true};
    assign_linear(sums, ASSIGN_HEAPS_MAX, ASSIGN_HEAPS_MAX, &a);
    cr_assert(a.found);
    cr_expect_eq(a.value[64], a.value[1]);
}

struct sets {
    unsigned k;
    size_t n, set[SETS_MAX][3];
};

static void keep_set(void *context, const size_t set[], unsigned k)
{
    struct sets *sets = context;
    cr_assert_lt(sets->n, SETS_MAX);
    sets->k = k;
    for (unsigned i = 0; i < k; i++)
        sets->set[sets->n][i] = set[i];
    sets->n++;
}

static bool has_set(const struct sets *sets, const size_t set[])
{
    for (size_t i = 0; i < sets->n; i++) {
        bool equal = true;
        for (unsigned j = 0; j < sets->k; j++)
            equal = equal && sets->set[i][j] == set[j];
        if (equal)
            return true;
    }
    return false;
}

/* Goes through all sets of k, tries every assignment for each, and expects the
 * ones that have none to be the reported ones. Their number. */
static size_t check_sets_of(const struct sums *s, unsigned heaps, unsigned k,
                            const struct sets *sets)
{
    size_t set[3], none = 0;
    size_t ends[] = {s->n, k > 1 ? s->n : 1, k > 2 ? s->n : 1};
    for (set[0] = 0; set[0] < ends[0]; set[0]++)
        for (set[1] = k > 1 ? set[0] + 1 : 0; set[1] < ends[1]; set[1]++)
            for (set[2] = k > 2 ? set[1] + 1 : 0; set[2] < ends[2]; set[2]++) {
                struct assign_sum few[3];
                struct assignment a;
                for (unsigned i = 0; i < k; i++)
                    few[i] = s->sum[set[i]];
                cr_assert_eq(assign_search(few, k, heaps, 1u << heaps, &a),
                             STATUS_OK);
                none += !a.found;
                cr_assert_eq(!a.found, sets->k == k && has_set(sets, set));
            }
    return none;
}

Test(assign, contradictions_by_trying_every_set)
{
    uint64_t seed = draw_seed(2);
    unsigned rounds[4] = {0};
    for (int round = 0; round < 200; round++) {
        struct sums s = {.n = 1 + draw(&seed, 9)};
        unsigned heaps = 2 + (unsigned)draw(&seed, 3), k;
        for (size_t i = 0; i < s.n; i++)
            draw_sum(&seed, heaps, &s.sum[i]);
        if (round % 2) { /* few lies, so that small sets have an assignment */
            plant(&seed, heaps, &s);
            s.sum[0].lost = !s.sum[0].lost;
        }
        static const struct sets no_sets;
        struct sets *sets = malloc(sizeof *sets);
        cr_assert(sets);
        *sets = no_sets;
        cr_assert_eq(assign_contradictions(s.sum, s.n, keep_set, sets, &k),
                     STATUS_OK);
        cr_assert_eq(k, sets->k);
        for (unsigned size = 1; size <= (k ? k : 3); size++) {
            size_t none = check_sets_of(&s, heaps, size, sets);
            cr_assert_eq(none, size == k ? sets->n : 0);
        }
        rounds[k]++;
        free(sets);
    }
    for (unsigned k = 0; k < 4; k++)
        cr_expect_gt(rounds[k], 5, "%u rounds with k = %u", rounds[k], k);
}

/* The essays' sums, solved by the oracle. */
struct collection {
    struct oracle oracle;
    struct sums sums;
};

static void collect(void *context, const struct oracle_state *state)
{
    struct collection *c = context;
    struct assign_sum sum = {.parts = (uint8_t)state->n};
    for (int i = 0; i < state->n; i++)
        sum.heap[i] = state->heap[i].size;
    sum.lost = !oracle_wins(&c->oracle, state);
    cr_assert_lt(c->sums.n, SUMS_MAX);
    c->sums.sum[c->sums.n++] = sum;
}

static void collect_sums(enum oracle_kind kind, enum oracle_alone alone,
                         int parts, int size, struct sums *sums)
{
    struct collection c = {.sums.n = 0};
    oracle_init(&c.oracle, (struct oracle_rules){.reply = ORACLE_ELSEWHERE,
                                                 .alone = alone});
    oracle_sums(kind, parts, size, collect, &c);
    oracle_release(&c.oracle);
    *sums = c.sums;
}

/* E4.13. */
Test(assign, top_entails_has_no_values)
{
    for (int alone = ORACLE_STRICT; alone <= ORACLE_LAPSE; alone++) {
        struct sums s;
        struct assignment linear, tried;
        collect_sums(ORACLE_TOP, (enum oracle_alone)alone, 4, 7, &s);
        cr_assert_eq(s.n, 329);
        assign_linear(s.sum, s.n, 7, &linear);
        cr_expect(!linear.found);
        cr_assert_eq(assign_search(s.sum, s.n, 7, 32, &tried), STATUS_OK);
        cr_expect(!tried.found);
        cr_expect_gt(tried.nodes, 32);
    }
}

/* E4.14. */
Test(assign, entailing_nim_has_the_values_of_nim)
{
    for (int alone = ORACLE_STRICT; alone <= ORACLE_LAPSE; alone++) {
        struct sums s;
        struct assignment linear, tried;
        collect_sums(ORACLE_ONE, (enum oracle_alone)alone, 4, 7, &s);
        cr_assert_eq(s.n, 329);
        assign_linear(s.sum, s.n, 7, &linear);
        cr_expect(linear.found && explains(&s, linear.value));
        cr_assert_eq(assign_search(s.sum, s.n, 7, 32, &tried), STATUS_OK);
        cr_assert(tried.found);
        for (unsigned h = 1; h <= 7; h++)
            cr_expect_eq(tried.value[h], h);
    }
}

/* The index of a three-heap sum. */
static size_t index_of(const struct sums *s, int a, int b, int c)
{
    size_t i = 0;
    while (i < s->n && !(s->sum[i].parts == 3 && s->sum[i].heap[0] == a &&
                         s->sum[i].heap[1] == b && s->sum[i].heap[2] == c))
        i++;
    return i;
}

/* E4.16. */
Test(assign, smallest_contradiction)
{
    for (int alone = ORACLE_STRICT; alone <= ORACLE_LAPSE; alone++) {
        struct sums s;
        struct sets *sets = calloc(1, sizeof *sets);
        unsigned k;
        cr_assert(sets);
        collect_sums(ORACLE_TOP, (enum oracle_alone)alone, 3, 4, &s);
        cr_assert_eq(assign_contradictions(s.sum, s.n, keep_set, sets, &k),
                     STATUS_OK);
        cr_expect_eq(k, 2);
        size_t pair[] = {index_of(&s, 1, 1, 3), index_of(&s, 2, 2, 3)};
        cr_expect(has_set(sets, pair));
        cr_expect_eq(check_sets_of(&s, 4, 2, sets), sets->n);
        free(sets);
    }
}
