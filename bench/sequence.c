/* sequence.c - how fast the values of single heaps are found, by each kernel
 * and instruction set, beside the plain loop in the same run. CSV: game,
 * kernel, instruction set, largest heap, CPU seconds, pairs (N^2/4 for each
 * number of counters that leaves two heaps) and values per CPU second, and how
 * many times as fast as the plain loop; medians of RUNS.
 *
 *     build/bench/sequence [LARGEST]
 */
#include "engine/sequence/sequence.h"
#include "bench/common.h"
#include "engine/sequence/sequence_vector.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 3 };

static const struct subject {
    const char *game;
    double breaks; /* numbers of counters that leave two heaps */
} subjects[] = {{"top-entails:empty=lose", 1},
                {"octal:0.6", 1},
                {"octal:0.106", 1},
                {"octal:0.77", 2}};

/* CPU seconds for all heaps to `most`; negative if it cannot be done. */
static double measure(const struct game *game, uint32_t most,
                      const struct sequence_options *options)
{
    double seconds[RUNS];
    for (int run = 0; run < RUNS; run++) {
        struct sequence *s;
        if (sequence_open(game, most, options, &s))
            return -1;
        const double start = bench_cpu_thread();
        if (sequence_extend(s, most, NULL, NULL))
            return -1;
        seconds[run] = bench_cpu_thread() - start;
        sequence_close(s);
    }
    return bench_median(seconds, RUNS);
}

static void report(const struct subject *subject, const char *kernel,
                   const char *vector, uint32_t most, double seconds,
                   double plain)
{
    const double n = most;
    printf("%s,%s,%s,%u,%.3f,%.3g,%.3g,%.2f\n", subject->game, kernel, vector,
           most, seconds, subject->breaks * n * n / 4 / seconds, n / seconds,
           plain / seconds);
    fflush(stdout);
}

static bool compare(const struct subject *subject, uint32_t most)
{
    struct game game;
    if (game_open(rulesets, subject->game, &game))
        return false;
    const double plain =
        measure(&game, most, &(struct sequence_options){.plain = true});
    report(subject, "plain", "", most, plain, plain);
    for (size_t i = 0; sequence_vectors[i]; i++) {
        const struct sequence_vector *v = sequence_vectors[i];
        if (!v->supported())
            continue;
        const struct sequence_options dense = {.dense = true, .vector = v};
        const struct sequence_options best = {.vector = v};
        report(subject, "dense", v->name, most, measure(&game, most, &dense),
               plain);
        if (!(game.traits & GAME_OBLIGES))
            report(subject, "sparse", v->name, most,
                   measure(&game, most, &best), plain);
    }
    game_close(&game);
    return plain >= 0;
}

int main(int argc, char **argv)
{
    const long most = argc > 1 ? atol(argv[1]) : 60000;
    static const char *const usage = "usage: sequence [LARGEST]\n";
    if (most < 1 || most > 10000000) {
        fputs(usage, stderr);
        return 2;
    }
    printf("game,kernel,instructions,largest,cpu_seconds,pairs_per_second,"
           "values_per_second,times_plain\n");
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (!compare(&subjects[i], (uint32_t)most))
            return 3;
    return 0;
}
