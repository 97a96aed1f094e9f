/* Indistinguishability classes: against comparing every pair, with hashes of
 * any width, on several threads; and the essay's figures. */
#include "engine/survey/classes.h"
#include "test/common/draw.h"
#include "test/oracle/slow_sums.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 300, TESTS = 700 };

/* A position's value under a test is made up: positions with the same number
 * modulo `kinds` agree, and others differ in one test only. */
static enum status made_up(void *context, unsigned worker, uint64_t position,
                           uint64_t first, size_t n, uint64_t values[])
{
    const uint64_t kinds = *(const uint64_t *)context, kind = position % kinds;
    (void)worker;
    for (size_t i = 0; i < n; i++)
        values[i] = first + i == 2 * kind + 100;
    return STATUS_OK;
}

static void check_made_up(const struct classes *c, uint64_t kinds)
{
    cr_assert_eq(c->n, kinds);
    for (uint64_t p = 0; p < POSITIONS; p++)
        cr_assert_eq(c->class[p], p % kinds);
    for (uint64_t k = 0; k < kinds; k++) {
        cr_assert_eq(c->first[k], k);
        cr_assert_eq(c->size[k], (POSITIONS - k + kinds - 1) / kinds);
    }
}

Test(classes, do_not_rest_on_hashes)
{
    static const unsigned widths[] = {1, 2, 5, 64, 65, 0};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        for (uint64_t kinds = 1; kinds <= POSITIONS; kinds += 46) {
            struct classes c;
            uint64_t test, context = kinds;
            const struct classes_question ask = {POSITIONS, TESTS, widths[i],
                                                 made_up, &context};
            cr_assert_eq(classes_init(&c, &ask), STATUS_OK);
            cr_assert_eq(classes_find(&c), STATUS_OK);
            check_made_up(&c, kinds);
            cr_assert_eq(classes_separate(&c, 0, 0, kinds - 1, &test),
                         STATUS_OK);
            cr_assert_eq(test, kinds == 1 ? TESTS : 100);
            classes_release(&c);
        }
}

struct part {
    struct classes *c;
    unsigned worker;
    enum status (*step)(struct classes *, unsigned, uint64_t, uint64_t);
    enum status st;
};

enum { WORKERS = 4 };

static void *run_part(void *context)
{
    struct part *part = context;
    const uint64_t each = POSITIONS / WORKERS;
    part->st = part->step(part->c, part->worker, each * part->worker, each);
    return NULL;
}

static void on_all_threads(struct classes *c,
                           enum status (*step)(struct classes *, unsigned,
                                               uint64_t, uint64_t))
{
    struct part part[WORKERS];
    pthread_t thread[WORKERS];
    for (unsigned w = 0; w < WORKERS; w++) {
        part[w] = (struct part){c, w, step, STATUS_OK};
        cr_assert_eq(pthread_create(&thread[w], NULL, run_part, &part[w]), 0);
    }
    for (unsigned w = 0; w < WORKERS; w++) {
        pthread_join(thread[w], NULL);
        cr_assert_eq(part[w].st, STATUS_OK);
    }
}

Test(classes, are_the_same_on_several_threads)
{
    uint64_t kinds = 77;
    const struct classes_question ask = {POSITIONS, TESTS, 3, made_up, &kinds};
    struct classes c;
    bool done = false;
    cr_assert_eq(classes_init(&c, &ask), STATUS_OK);
    on_all_threads(&c, classes_sign);
    cr_assert_eq(classes_group(&c), STATUS_OK);
    while (!done) {
        on_all_threads(&c, classes_confirm);
        classes_settle(&c, &done);
    }
    check_made_up(&c, kinds);
    classes_release(&c);
}

static enum status fails(void *context, unsigned worker, uint64_t position,
                         uint64_t first, size_t n, uint64_t values[])
{
    (void)context;
    (void)worker;
    (void)first;
    memset(values, 0, n * sizeof *values);
    return position == 40 ? STATUS_NOMEM : STATUS_OK;
}

Test(classes, pass_failures_on)
{
    const struct classes_question ask = {POSITIONS, TESTS, 0, fails, NULL};
    struct classes c;
    cr_assert_eq(classes_init(&c, &ask), STATUS_OK);
    cr_assert_eq(classes_find(&c), STATUS_NOMEM);
    classes_release(&c);
}

/* Sums of Nim heaps: lists of sizes, tested by adding others. */
enum { SUMS_MAX = 256 };

struct sums {
    size_t n;
    struct {
        size_t n;
        int sizes[4];
    } at[SUMS_MAX];
};

struct essay {
    struct sums positions, tests;
    struct slow_sums slow;
};

static void add_sum(void *context, const int sizes[], size_t n)
{
    struct sums *s = context;
    cr_assert_lt(s->n, SUMS_MAX);
    memcpy(s->at[s->n].sizes, sizes, n * sizeof sizes[0]);
    s->at[s->n++].n = n;
}

static enum status add_and_play(void *context, unsigned worker,
                                uint64_t position, uint64_t first, size_t n,
                                uint64_t values[])
{
    struct essay *e = context;
    (void)worker;
    for (size_t i = 0; i < n; i++) {
        int sizes[8];
        size_t a = e->positions.at[position].n, b = e->tests.at[first + i].n;
        memcpy(sizes, e->positions.at[position].sizes, a * sizeof sizes[0]);
        memcpy(sizes + a, e->tests.at[first + i].sizes, b * sizeof sizes[0]);
        values[i] = slow_value(&e->slow, sizes, a + b);
    }
    return STATUS_OK;
}

static void check_essay(size_t parts, int size,
                        unsigned (*fold)(const unsigned[], size_t),
                        size_t positions, size_t tests, size_t classes,
                        size_t largest)
{
    struct essay *e = calloc(1, sizeof *e);
    struct classes c;
    uint32_t most = 0;
    cr_assert_not_null(e);
    e->slow = (struct slow_sums){"nim", fold, NULL};
    slow_multisets(parts, 1, size, add_sum, &e->positions);
    slow_multisets(3, 1, size, add_sum, &e->tests);
    cr_assert_eq(e->positions.n, positions);
    cr_assert_eq(e->tests.n, tests);
    const struct classes_question ask = {positions, tests, 0, add_and_play, e};
    cr_assert_eq(classes_init(&c, &ask), STATUS_OK);
    cr_assert_eq(classes_find(&c), STATUS_OK);
    for (uint64_t k = 0; k < c.n; k++)
        most = c.size[k] > most ? c.size[k] : most;
    cr_assert_eq(c.n, classes);
    if (largest)
        cr_assert_eq(most, largest);
    classes_release(&c);
    slow_release(&e->slow);
    free(e);
}

/* E3.7, E3.8 and E3.9; the quotient of Nim to nine has as many (test_quotient).
 */
Test(classes, the_essays_figures)
{
    check_essay(2, 8, slow_normal, 45, 165, 16, 0);
    check_essay(2, 8, slow_lone, 45, 165, 6, 28);
    check_essay(4, 6, slow_lone, 210, 84, 7, 185);
}

Test(classes, three_player_conventions_have_none)
{
    check_essay(2, 8, slow_upstream, 45, 165, 45, 1);
    check_essay(2, 8, slow_downstream, 45, 165, 45, 1);
}
