/* stacks.c - how fast single Top Entails heaps are solved: steps (pairs of
 * parts) per CPU second. CSV: largest heap, steps, CPU seconds, steps per CPU
 * second; medians of RUNS.
 */
#include "rules/top_entails_stacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* CPU seconds for all heaps to `size`; negative if there is no memory. */
static double measure(uint32_t size)
{
    struct top_entails_stacks *stacks;
    if (top_entails_stacks_open(STACKS_LOSE, size, &stacks))
        return -1;
    const double start = cpu_seconds();
    top_entails_stacks_extend(stacks, size);
    const double seconds = cpu_seconds() - start;
    top_entails_stacks_close(stacks);
    return seconds;
}

int main(void)
{
    static const uint32_t sizes[] = {10000, 30000, 60000};
    printf("size,steps,cpu_seconds,steps_per_second\n");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const double n = sizes[i], steps = n * n / 4;
        double seconds[RUNS];
        for (int run = 0; run < RUNS; run++)
            seconds[run] = measure(sizes[i]);
        qsort(seconds, RUNS, sizeof seconds[0], ascending);
        if (seconds[0] < 0)
            return 3;
        printf("%u,%.0f,%.3f,%.3g\n", sizes[i], steps, seconds[RUNS / 2],
               steps / seconds[RUNS / 2]);
    }
    return 0;
}
