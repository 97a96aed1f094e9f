#include "engine/base/progress.h"

#include <criterion/criterion.h>

/* A run whose first n rows take c n^power seconds. */
static double fault(double power, uint64_t rows, bool *least)
{
    struct progress p;
    progress_init(&p, "test", 1000000, 0, true);
    double seconds = 0, c = 1e-6;
    for (uint64_t n = 100; n <= rows; n += 100) {
        seconds = c * __builtin_pow((double)n, power);
        if (n < rows)
            progress_mark(&p, n, seconds);
    }
    const double all = c * __builtin_pow(1e6, power);
    return progress_left(&p, rows, seconds, least) / (all - seconds);
}

Test(progress, later_rows_cost_more)
{
    bool least;
    cr_expect_float_eq(fault(1, 500000, &least), 1, 1e-6);
    cr_expect_not(least);
    cr_expect_float_eq(fault(1.7, 500000, &least), 1, 1e-6);
    cr_expect_float_eq(fault(2.5, 900000, &least), 1, 1e-6);
    cr_expect_float_eq(fault(1.3, 20000, &least), 1, 1e-6);
    cr_expect(least);
}

Test(progress, knows_nothing_before_the_first_row)
{
    struct progress p;
    bool least;
    progress_init(&p, "test", 1000, 400, true);
    cr_expect_lt(progress_left(&p, 400, 3, &least), 0);
    /* Of a run that goes on, the rate. */
    cr_expect_float_eq(progress_left(&p, 500, 2, &least), 10, 1e-9);
    cr_expect(least);
}
