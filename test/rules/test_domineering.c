/* Domineering's bounds, and what is solved with them against what is solved
 * without. */
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>

enum { DRAWN = 150 };

/* A board of these sides, three cells in four of it free. */
static struct position drawn(uint32_t rows, uint32_t columns, unsigned i)
{
    struct region g = {.rows = rows, .columns = columns};
    uint64_t x = position_mix(i + 1);
    for (uint32_t r = 0; r < rows; r++, x = position_mix(x))
        g.row[r] = (uint32_t)(x | x >> 32) & ((UINT32_C(1) << columns) - 1);
    return region_pack(&g);
}

static void check_bounds(struct solved *s, struct position p, enum mover mover)
{
    const struct ruleset *rules = s->game.rules;
    const struct domain *domain = &s->domain;
    const uint64_t value = solved_value(s, p);
    struct position parts[POINT_PARTS_MAX];
    for (size_t n, i = 0;; i++) {
        uint64_t sum = 0, measure = 0;
        n = rules->partizan->bound(s->game.self, p, mover, i, parts);
        if (!n)
            break;
        for (size_t k = 0; k < n; k++) {
            const uint64_t part = solved_value(s, parts[k]);
            measure += rules->measure(s->game.self, parts[k]);
            if (k)
                cr_assert(!domain->kind->sum(domain->self, 0, sum, part, &sum));
            else
                sum = part;
        }
        cr_assert(measure <= rules->measure(s->game.self, p));
        cr_assert(domain->kind->le(domain->self, 0, mover == LEFT ? value : sum,
                                   mover == LEFT ? sum : value));
    }
}

Test(domineering, bounds_hold)
{
    struct solved s;
    solved_open(&s, "domineering", "partizan");
    for (unsigned i = 0; i < DRAWN; i++)
        for (int mover = LEFT; mover <= RIGHT; mover++) {
            check_bounds(&s, drawn(4, 4, i), (enum mover)mover);
            check_bounds(&s, drawn(2, 9, i), (enum mover)mover);
        }
    /* Of 2 x 2 the one line is crossed by two dominoes of the opponent. */
    struct position parts[POINT_PARTS_MAX];
    const struct partizan_slots *slots = s.game.rules->partizan;
    const struct position square = solved_parse(&s, "2x2");
    cr_expect_eq(slots->bound(NULL, square, LEFT, 0, parts), 2);
    cr_expect_eq(slots->bound(NULL, square, LEFT, 1, parts), 0);
    cr_expect_eq(slots->bound(NULL, solved_parse(&s, "9x1"), LEFT, 0, parts),
                 0);
    solved_close(&s);
}

struct moves {
    uint64_t n, sum;
};

static void add_move(void *context, struct position p)
{
    struct moves *m = context;
    m->n++;
    m->sum += position_hash(p);
}

static struct moves winning(struct solver *s, struct position p,
                            enum mover mover)
{
    struct moves m = {0, 0};
    cr_assert_eq(solve_winning(s, p, mover, add_move, &m), STATUS_OK);
    return m;
}

/* The same store of values serves both, so equal values have equal numbers. */
Test(domineering, bounds_change_no_value_and_no_winning_move)
{
    struct solved s;
    solved_open(&s, "domineering", "partizan");
    struct partizan_slots slots = *s.game.rules->partizan;
    struct ruleset rules = *s.game.rules;
    struct game plain = s.game;
    struct solver whole;
    struct memo memo;
    const struct memo_spec spec = {.key_bits = 128,
                                   .value_bytes = s.domain.kind->value_bytes,
                                   .threads = 1};
    slots.bound = NULL;
    rules.partizan = &slots;
    plain.rules = &rules;
    cr_assert_eq(memo_open(memo_find("striped"), &spec, &memo), STATUS_OK);
    cr_assert_eq(solver_init(&whole, &plain, &s.domain, &memo, 0), STATUS_OK);
    for (unsigned i = 0; i < DRAWN; i++) {
        const struct position p = i % 2 ? drawn(5, 5, i) : drawn(3, 8, i);
        uint64_t value;
        cr_assert_eq(solve_value(&whole, p, &value), STATUS_OK);
        cr_assert_eq(solved_value(&s, p), value, "%u", i);
        for (int mover = LEFT; mover <= RIGHT; mover++) {
            const struct moves a = winning(&s.solver, p, (enum mover)mover);
            const struct moves b = winning(&whole, p, (enum mover)mover);
            cr_assert(a.n == b.n && a.sum == b.sum, "%u", i);
        }
    }
    cr_expect_lt(s.solver.counts.evaluated, whole.counts.evaluated);
    solver_release(&whole);
    memo_close(&memo);
    solved_close(&s);
}
