#include "engine/base/work_barrier.h"

#include <criterion/criterion.h>
#include <omp.h>

enum { THREADS = 3, LOOPS = 50, JOBS = 97 };

/* Each job of each loop once, from both ends; loops of no job and of one, too.
 */
Test(work_barrier, jobs_are_taken_from_both_ends)
{
    static _Atomic unsigned done[LOOPS][JOBS];
    struct work_barrier barrier;
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp single
        work_barrier_init(&barrier, (unsigned)omp_get_num_threads());
        for (uint64_t loop = 0; loop < LOOPS; loop++) {
            const uint64_t n = 2 * loop < JOBS ? 2 * loop : JOBS;
            uint64_t job;
            while (work_barrier_take_end(&barrier, omp_get_thread_num() % 2, n,
                                         &job))
                if (job < JOBS)
                    atomic_fetch_add(&done[loop][job], 1);
            work_barrier_wait(&barrier);
        }
    }
    for (unsigned loop = 0; loop < LOOPS; loop++)
        for (unsigned job = 0; job < JOBS; job++)
            cr_expect_eq(atomic_load(&done[loop][job]), job < 2 * loop,
                         "loop %u, job %u", loop, job);
}

/* One thread at each end gets the jobs in its order. */
Test(work_barrier, ends_are_in_order)
{
    struct work_barrier barrier;
    uint64_t job;
    work_barrier_init(&barrier, 1);
    static const uint64_t want[] = {0, 4, 1, 3, 2};
    for (unsigned i = 0; i < 5; i++) {
        cr_expect(work_barrier_take_end(&barrier, i % 2, 5, &job));
        cr_expect_eq(job, want[i]);
    }
    cr_expect_not(work_barrier_take_end(&barrier, true, 5, &job));
    cr_expect_not(work_barrier_take_end(&barrier, false, 5, &job));
}
