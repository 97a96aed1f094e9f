/* Dense tables against the memoised recursion, state by state, for every heap
 * game, reading and domain that they serve, on grids of several kinds; and what
 * they must refuse.
 */
#include "engine/retrograde/dense.h"
#include "engine/retrograde/numbering.h"

#include "engine/base/column.h"
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

struct asked {
    const char *rules, *ask;
};

static const struct asked served[] = {
    {"nim", "outcome"},
    {"octal:0.77", "outcome"},
    {"octal:0.137", "outcome"},
    {"octal:4.3", "outcome"},
    {"subtraction:1,3,4", "outcome"},
    {"top-entails:reply=any", "outcome"},
    {"top-entails:reply=same,empty=free", "outcome"},
    {"top-entails:reply=same,empty=lose", "outcome"},
    {"top-entails:reply=same,empty=illegal", "outcome"},
    {"top-entails:reply=elsewhere,alone=strict", "outcome"},
    {"top-entails:reply=elsewhere,alone=lapse", "outcome"},
    {"entailing-nim:reply=any", "outcome"},
    {"entailing-nim:reply=same,empty=free", "outcome"},
    {"entailing-nim:reply=same,empty=lose", "outcome"},
    {"entailing-nim:reply=same,empty=illegal", "outcome"},
    {"entailing-nim:reply=elsewhere,alone=strict", "outcome"},
    {"entailing-nim:reply=elsewhere,alone=lapse", "outcome"},
    {"nim:play=misere", "outcome"},
    {"octal:0.77,play=misere", "outcome"},
    {"octal:0.3,play=misere", "outcome"},
    {"subtraction:2,3,play=misere", "outcome"},
    {"top-entails:reply=same,empty=free,play=misere", "outcome"},
    {"top-entails:reply=same,empty=lose,play=misere", "outcome"},
    {"top-entails:reply=same,empty=illegal,play=misere", "outcome"},
    {"top-entails:reply=elsewhere,alone=strict,play=misere", "outcome"},
    {"top-entails:reply=elsewhere,alone=lapse,play=misere", "outcome"},
    {"entailing-nim:reply=same,empty=free,play=misere", "outcome"},
    {"entailing-nim:reply=same,empty=lose,play=misere", "outcome"},
    {"entailing-nim:reply=same,empty=illegal,play=misere", "outcome"},
    {"entailing-nim:reply=elsewhere,alone=strict,play=misere", "outcome"},
    {"entailing-nim:reply=elsewhere,alone=lapse,play=misere", "outcome"},
    {"nim:players=3", "coalition"},
    {"nim:players=3", "forcible"},
    {"nim:players=3", "upstream"},
    {"nim:players=3", "downstream"},
    {"octal:0.77,players=3", "coalition"},
    {"octal:0.07,players=3", "upstream"},
    {"subtraction:1,3,players=3", "downstream"},
    {"nim", "nimber"},
    {"octal:0.77", "nimber"},
    {"octal:4.7", "nimber"},
    {"subtraction:1,3,4", "nimber"},
};
enum { SERVED = sizeof served / sizeof *served };

/* In a box, by total, all sizes, lists, none but large heaps. */
static const char *const grids[] = {
    "multisets:parts=0..4,size=1..5",  "multisets:parts=3..3,size=2..6",
    "partitions:total=0..13",          "lists:parts=1..3,size=1..4",
    "multisets:parts=1..1,size=1..14",
};
enum { GRIDS = sizeof grids / sizeof *grids };

static struct domain *folding;

/* By the domain's fold, of the values in the set. */
static uint64_t fold_set(const void *context, const uint64_t set[])
{
    const struct dense_fold *fold = context;
    uint64_t values[64], value;
    size_t n = 0;
    for (unsigned v = 0; v <= fold->most; v++)
        if (set[v / 64] >> v % 64 & 1)
            values[n++] = v;
    cr_assert_eq(
        folding->kind->fold(folding->self, 0, values, n, NULL, 0, &value),
        STATUS_OK);
    return value;
}

static void open_fold(const struct grid *grid, struct solved *s,
                      struct dense_fold *fold)
{
    uint64_t moves;
    cr_assert_eq(dense_moves(grid, &s->game, &moves), STATUS_OK);
    folding = &s->domain;
    *fold = (struct dense_fold){.most = s->domain.kind->most(&s->game, moves),
                                .is_outcome = s->domain.kind->is_outcome,
                                .value = fold_set,
                                .context = fold};
}

static uint64_t solve_layer(struct dense *d, size_t layer)
{
    const uint64_t tasks = dense_tasks(d, layer);
    uint64_t states = 0, end = 0;
    for (uint64_t task = 0; task < tasks; task++) {
        if (task == end)
            cr_assert_eq(dense_window(d, layer, task, &end), STATUS_OK);
        cr_assert(task < end && end <= tasks);
        states += dense_task(d, layer, task);
    }
    return states;
}

/* Returns the states solved. */
static uint64_t solve_all(struct dense *d)
{
    uint64_t states = 0;
    for (size_t layer = 0; layer < dense_layers(d); layer++)
        states += solve_layer(d, layer);
    dense_solved(d, dense_layers(d));
    return states;
}

static void compare(const struct dense *d, const struct grid *grid,
                    struct solved *s)
{
    const struct game *game = &s->game;
    struct dense_reader reader;
    dense_read_begin(d, &reader);
    for (uint64_t index = 0; index < grid->count; index++) {
        struct point point;
        struct position states[POINT_PARTS_MAX];
        uint64_t values[POINT_PARTS_MAX];
        grid_unrank(grid, index, &point);
        cr_assert_eq(game_start(game, &point, states), STATUS_OK);
        const size_t n = game_states(game, states[0], states);
        cr_assert_eq(dense_read(&reader, &point, values), n);
        for (size_t i = 0; i < n; i++)
            cr_assert_eq(values[i], solved_value(s, states[i]),
                         "%s, %s: point %llu, state %zu", game->spec,
                         grid->spec, (unsigned long long)index, i);
    }
}

/* Points read several at a time, up to `most`; returns how often there was more
 * than one. */
static unsigned compare_runs(const struct dense *d, const struct grid *grid,
                             struct solved *s, size_t most)
{
    struct dense_reader reader;
    uint64_t values[8];
    unsigned several = 0;
    size_t n;
    dense_read_begin(d, &reader);
    for (uint64_t index = 0; index < grid->count; index += n) {
        struct point point, same;
        struct position p;
        grid_unrank(grid, index, &point);
        n = dense_read_run(&reader, &point, most, values);
        cr_assert(n >= 1 && n <= most && n <= grid->count - index);
        several += n > 1;
        for (size_t k = 0; k < n; k++) {
            grid_unrank(grid, index + k, &same);
            cr_assert_eq(game_start(&s->game, &same, &p), STATUS_OK);
            cr_assert_eq(values[k], solved_value(s, p), "%s, %s: point %llu",
                         s->game.spec, grid->spec,
                         (unsigned long long)index + k);
        }
        cr_assert_eq(point.n, same.n);
        cr_assert_arr_eq(point.size, same.size, same.n * sizeof *same.size);
    }
    return several;
}

ParameterizedTestParameters(dense, every_state_as_the_recursion_says)
{
    static int numbers[SERVED];
    for (int i = 0; i < SERVED; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, SERVED);
}

ParameterizedTest(int *number, dense, every_state_as_the_recursion_says)
{
    struct solved s;
    solved_open(&s, served[*number].rules, served[*number].ask);
    for (int i = 0; i < GRIDS; i++) {
        struct grid grid;
        struct dense *d;
        struct dense_fold fold;
        struct dense_size size;
        cr_assert_eq(grid_open(grid_kinds, grids[i], NULL, &grid), STATUS_OK);
        open_fold(&grid, &s, &fold);
        cr_assert_eq(dense_measure(&grid, &s.game, &fold, false, &size),
                     STATUS_OK);
        cr_assert_eq(dense_open(&grid, &s.game, &fold, 1 + i % 2, NULL, &d),
                     STATUS_OK);
        cr_assert_eq(solve_all(d), size.states);
        cr_assert_eq(dense_bytes(d), size.bytes);
        compare(d, &grid, &s);
        const unsigned several = compare_runs(d, &grid, &s, 2 + i);
        /* In misere play where every heap has a move. */
        cr_expect_eq(several > 0,
                     grid.kind->partitions &&
                         (!strstr(s.game.spec, "misere") ||
                          !strcmp(served[*number].rules, "nim:play=misere")));
        dense_close(d);
        grid_close(&grid);
    }
    solved_close(&s);
}

static enum status measure(const char *grid_spec, const char *rules,
                           const char *ask, struct dense_size *size)
{
    struct grid grid;
    struct game game;
    const struct domain_kind *domain;
    uint64_t moves;
    cr_assert_eq(game_open(rulesets, rules, &game), STATUS_OK);
    cr_assert_eq(grid_open(grid_kinds, grid_spec, &game, &grid), STATUS_OK);
    cr_assert_eq(domain_find(domain_kinds, ask, &domain), STATUS_OK);
    enum status st = dense_moves(&grid, &game, &moves);
    if (!st) {
        const struct dense_fold fold = {.most = domain->most(&game, moves),
                                        .is_outcome = domain->is_outcome};
        st = dense_measure(&grid, &game, &fold, false, size);
    }
    grid_close(&grid);
    game_close(&game);
    return st;
}

Test(dense, refuses_what_it_cannot_do)
{
    struct dense_size size;
    cr_expect_eq(
        measure("rows:heaps=1..3,size=1..3", "end-nim", "outcome", &size),
        STATUS_RANGE);
    cr_expect_eq(measure("sums:parts=1..2,heaps=1..3,nim=1..2", "top-entails",
                         "outcome", &size),
                 STATUS_RANGE);
    cr_expect_eq(measure("multisets:parts=1..5,size=1..1000", "octal:0.77",
                         "outcome", &size),
                 STATUS_RANGE);
    cr_expect_eq(measure("multisets:parts=1..1,size=1..6000", "octal:0.127",
                         "nimber", &size),
                 STATUS_RANGE);
    cr_expect_eq(measure("multisets:parts=1..3,size=1..5",
                         "top-entails:reply=largest", "outcome", &size),
                 STATUS_RANGE);
    cr_expect_eq(
        measure("strips:length=3", "toads-and-frogs", "outcome", &size),
        STATUS_RANGE);
}

/* Outcomes of games without obligations take a bit a position, and of those
 * that take any number a bit for each line. */
Test(dense, takes_few_bits)
{
    struct dense_size size;
    cr_assert_eq(
        measure("multisets:parts=1..6,size=1..20", "nim", "outcome", &size),
        STATUS_OK);
    cr_expect_eq(size.points, 230230); /* C(26, 6) */
    cr_expect_leq(8 * size.bytes, size.points * 5 / 4 + 256);
    cr_assert_eq(
        measure("partitions:total=0..40", "octal:0.77", "outcome", &size),
        STATUS_OK);
    cr_expect_eq(size.points, 215308);
    cr_expect_leq(8 * size.bytes, size.points + 128);
    cr_assert_eq(measure("multisets:parts=1..6,size=1..12",
                         "top-entails:reply=elsewhere", "outcome", &size),
                 STATUS_OK);
    cr_expect_leq(8 * size.bytes, size.states * 5 / 2);
}

/* 2+2+1 is number 14 of the 19 multisets of at most 5 counters; ranks are dense
 * and in the order of totals. */
Test(dense, numbers_are_those_of_the_head_comment)
{
    const struct point_run run[] = {{1, 1}, {2, 2}};
    struct numbering m;
    cr_assert_eq(numbering_open(true, 5, 5, 5, &m), STATUS_OK);
    cr_expect_eq(m.count, 19);
    cr_expect_eq(numbering_rank(&m, run, 2), 14);
    cr_expect_eq(numbering_sizes(&m), 2);
    numbering_close(&m);
    cr_assert_eq(numbering_open(true, 4, 4, 4, &m), STATUS_OK);
    cr_expect_eq(numbering_pairs(&m), 14);
    numbering_close(&m);
}

static void each_once(const char *spec, bool by_total)
{
    struct grid grid;
    struct grid_bounds b;
    struct numbering m;
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &grid), STATUS_OK);
    grid.kind->bounds(grid.self, &b);
    cr_assert_eq(numbering_open(by_total, b.parts, b.size, b.total, &m),
                 STATUS_OK);
    cr_assert_eq(m.count, grid.count);
    bool *seen = calloc(m.count, sizeof *seen);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct point p = {.n = 0};
        struct point_run run[POINT_PARTS_MAX];
        uint32_t n = 0;
        grid_unrank(&grid, i, &p);
        for (uint32_t k = 0; k < p.n; k++)
            if (n && run[n - 1].size == p.size[k])
                run[n - 1].count++;
            else
                run[n++] = (struct point_run){p.size[k], 1};
        cr_assert(numbering_holds(&m, run, n));
        const uint64_t rank = numbering_rank(&m, run, n);
        cr_assert_lt(rank, m.count);
        cr_assert_not(seen[rank]);
        seen[rank] = true;
    }
    free(seen);
    numbering_close(&m);
    grid_close(&grid);
}

Test(dense, every_multiset_has_its_own_number)
{
    each_once("multisets:parts=0..5,size=1..6", false);
    each_once("multisets:parts=0..1,size=1..30", false);
    each_once("partitions:total=0..17", true);
}

/* The end of the points of one total that begin at `from`. */
static uint64_t total_end(const struct grid *grid, uint64_t from)
{
    struct point p;
    uint64_t total = 0, sum;
    for (uint64_t i = from;; i++) {
        sum = 0;
        if (i == grid->count)
            return i;
        grid_unrank(grid, i, &p);
        for (uint32_t k = 0; k < p.n; k++)
            sum += p.size[k];
        if (i == from)
            total = sum;
        else if (sum != total)
            return i;
    }
}

/* Solves what points from..to-1 need, and holds them against tables of which
 * nothing was forgotten. */
static void read_window(struct dense *d, const struct dense *all,
                        const struct grid *grid, uint64_t from, uint64_t to)
{
    struct dense_reader part, whole;
    struct point p, last;
    uint64_t values[POINT_PARTS_MAX], wanted[POINT_PARTS_MAX];
    size_t solved;
    grid_unrank(grid, from, &p);
    grid_unrank(grid, to - 1, &last);
    const size_t need = dense_need(d, &p, &last, &solved);
    for (size_t layer = solved; layer < need; layer++)
        solve_layer(d, layer);
    dense_solved(d, need);
    dense_read_begin(d, &part);
    dense_read_begin(all, &whole);
    for (uint64_t i = from; i < to; i++) {
        grid_unrank(grid, i, &p);
        const size_t n = dense_read(&whole, &p, wanted);
        cr_assert_eq(dense_read(&part, &p, values), n);
        for (size_t k = 0; k < n; k++)
            cr_assert_eq(values[k], wanted[k], "point %llu, state %zu",
                         (unsigned long long)i, k);
    }
}

/* Total by total, of tables of many pages; and once more from the middle.
 * folder: NULL, or where the lines are. */
static void forget(const char *rules, const char *ask, const char *spec,
                   const char *folder)
{
    struct grid grid;
    struct solved s;
    struct dense *d, *all;
    struct dense_fold fold;
    struct dense_size size;
    solved_open(&s, rules, ask);
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &grid), STATUS_OK);
    open_fold(&grid, &s, &fold);
    cr_assert_eq(dense_measure(&grid, &s.game, &fold, folder != NULL, &size),
                 STATUS_OK);
    cr_expect_eq(size.disk > 0, folder != NULL);
    cr_assert_eq(dense_open(&grid, &s.game, &fold, 1, NULL, &all), STATUS_OK);
    cr_assert_eq(
        dense_open(&grid, &s.game, &fold, 1 + (folder != NULL), folder, &d),
        STATUS_OK);
    solve_all(all);
    uint64_t most = 0, from, to = 0;
    for (from = 0; from < grid.count; from = to) {
        to = total_end(&grid, from);
        read_window(d, all, &grid, from, to);
        most = dense_bytes(d) > most ? dense_bytes(d) : most;
    }
    cr_expect_leq(most, size.window + 64, "%s", rules);
    if (!folder)
        cr_expect_lt(size.window, size.bytes);
    read_window(d, all, &grid, grid.count / 2, grid.count / 2 + 100);
    read_window(d, all, &grid, grid.count - 100, grid.count);
    dense_close(d);
    dense_close(all);
    grid_close(&grid);
    solved_close(&s);
}

Test(dense, totals_that_nothing_needs_are_forgotten)
{
    forget("nim", "outcome", "partitions:total=0..38", NULL);
    forget("octal:0.77", "outcome", "partitions:total=0..38", NULL);
    forget("subtraction:1,3,4", "outcome", "partitions:total=20..38", NULL);
    forget("octal:0.3,play=misere", "outcome", "partitions:total=0..38", NULL);
    forget("top-entails:reply=elsewhere", "outcome", "partitions:total=0..30",
           NULL);
    forget("entailing-nim:reply=elsewhere", "outcome", "partitions:total=0..30",
           NULL);
    forget("octal:0.77,players=3", "upstream", "partitions:total=0..30", NULL);
}

/* Tables in a file, of which a window is read, say the same as those in memory.
 * The last one has sets of two words. */
Test(dense, lines_may_be_in_a_file)
{
    forget("nim", "outcome", "partitions:total=0..38", ".");
    forget("nim:play=misere", "outcome", "partitions:total=5..34", ".");
    forget("entailing-nim:reply=same,empty=free", "outcome",
           "partitions:total=0..30", ".");
    forget("entailing-nim:reply=elsewhere", "outcome", "partitions:total=0..30",
           ".");
    forget("nim:players=3", "coalition", "partitions:total=0..30", ".");
    forget("nim", "nimber", "partitions:total=0..34", ".");
}
