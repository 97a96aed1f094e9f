#include "engine/run/part_size.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"

#include <stdlib.h>

enum { FIRST_ROWS = 1024 };

static const uint64_t time_limit = 50000000; /* ns */

/* The rows that a second solves, from pilots of 4 times the rows each until
 * that is a chunk; 0 if not even the first was completed. */
static enum status measure(const struct plan *plan,
                           const struct run_options *options, uint64_t *rate)
{
    struct run_trial trial = {options, clock_now() + time_limit};
    const struct run_options own = run_trial_options(&trial);
    *rate = 0;
    for (uint64_t n = FIRST_ROWS;
         n < plan->grid.count && !own.stop(&trial) && *rate < STORE_CHUNK_ROWS;
         n *= 4) {
        struct run_report report;
        void *rows = calloc(n, plan->census->row_size);
        if (!rows)
            return log_error(STATUS_NOMEM, "out of memory for a first try");
        enum status st = run_pilot(plan, &own, n, n, rows, &report);
        free(rows);
        if (st)
            return st == STATUS_STOPPED ? run_trial_status(&trial) : st;
        *rate = (uint64_t)((double)n / (report.seconds + 1e-9));
    }
    return STATUS_OK;
}

enum status part_size_rows(const struct plan *plan,
                           const struct run_options *options,
                           uint64_t *part_rows)
{
    const uint64_t rows = plan->grid.count;
    uint64_t rate;
    *part_rows = run_part_rows(rows);
    if (*part_rows >= rows || *part_rows >= STORE_CHUNK_ROWS)
        return STATUS_OK;
    /* Rows that are read from tables cost less than a file of few. */
    if (run_method(plan, options)->prepare) {
        *part_rows = STORE_CHUNK_ROWS;
        return STATUS_OK;
    }
    enum status st = measure(plan, options, &rate);
    while (!st && *part_rows < STORE_CHUNK_ROWS && 2 * *part_rows <= rate)
        *part_rows *= 2;
    return st;
}
