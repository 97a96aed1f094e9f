/* sequence.c - how fast the values of single heaps are found, by each kernel
 * and instruction set, beside the plain loop in the same run. CSV: game,
 * kernel, instruction set, largest heap, CPU seconds, pairs (N^2/4 for each
 * number of counters that leaves two heaps) and values per CPU second, and how
 * many times as fast as the plain loop; medians of RUNS. Every value is
 * compared with that of the plain loop: exit status 1 if one differs. Of sparse
 * games the rare heaps and the last of them.
 *
 *     build/bench/sequence [LARGEST [GAME [BREAKS]]]
 *
 * BREAKS: numbers of counters that leave two heaps, for the count of pairs.
 */
#include "engine/sequence/sequence.h"
#include "bench/common.h"
#include "engine/sequence/sequence_vector.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>

/* Blocks by shorter vectors are slow, and measured to so many heaps only. */
enum { RUNS = 3, BLOCKS_FROM = 32, SLOW_TO = 100000 };

struct subject {
    const char *game;
    double breaks; /* numbers of counters that leave two heaps */
};

static const struct subject subjects[] = {{"top-entails:empty=lose", 1},
                                          {"octal:0.6", 1},
                                          {"octal:0.106", 1},
                                          {"octal:0.77", 2}};

/* What the plain loop has found, and the kernels are to find. */
struct values {
    uint32_t most, *value;
    bool differs;
};

static void compare(const struct sequence *s, const struct subject *subject,
                    struct values *v)
{
    uint32_t n = 0;
    while (n <= v->most && sequence_get(s, n) == v->value[n])
        n++;
    if (n > v->most)
        return;
    v->differs = true;
    fprintf(stderr, "sequence: %s: heap %u: %u, and %u by the plain loop\n",
            subject->game, n, sequence_get(s, n), v->value[n]);
}

/* CPU seconds for all heaps; negative if it cannot be done. */
static double measure(const struct game *game, const struct subject *subject,
                      const struct sequence_options *options, struct values *v,
                      struct sequence_rare *rare)
{
    double seconds[RUNS];
    for (int run = 0; run < RUNS; run++) {
        struct sequence *s;
        if (sequence_open(game, v->most, options, &s))
            return -1;
        const double start = bench_cpu_thread();
        if (sequence_extend(s, v->most, NULL, NULL))
            return -1;
        seconds[run] = bench_cpu_thread() - start;
        for (uint32_t n = 0; n <= v->most && options->plain; n++)
            v->value[n] = sequence_get(s, n);
        compare(s, subject, v);
        *rare = sequence_rare(s);
        sequence_close(s);
    }
    return bench_median(seconds, RUNS);
}

struct line {
    const struct game *game;
    const struct subject *subject;
    struct values *values;
    double plain; /* seconds */
};

/* One line of the table, and its seconds. */
static double report(const struct line *l, const char *kernel,
                     const struct sequence_options *options)
{
    struct sequence_rare rare = {0};
    const double n = l->values->most;
    const double seconds =
        measure(l->game, l->subject, options, l->values, &rare);
    printf("%s,%s,%s,%u,%.3f,%.3g,%.3g,%.2f,%u,%u\n", l->subject->game, kernel,
           options->vector ? options->vector->name : "", l->values->most,
           seconds, l->subject->breaks * n * n / 4 / seconds, n / seconds,
           (l->plain > 0 ? l->plain : seconds) / seconds, rare.n, rare.last);
    fflush(stdout);
    return seconds;
}

/* False if it cannot be done. */
static bool table(const struct subject *subject, struct values *v)
{
    struct game game;
    if (game_open(rulesets, subject->game, &game))
        return false;
    struct line line = {&game, subject, v, 0};
    line.plain =
        report(&line, "plain", &(struct sequence_options){.plain = true});
    for (size_t i = 0; sequence_vectors[i] && line.plain >= 0; i++) {
        const struct sequence_vector *vector = sequence_vectors[i];
        if (!vector->supported())
            continue;
        if (vector->bytes >= BLOCKS_FROM || v->most <= SLOW_TO)
            report(&line, "dense",
                   &(struct sequence_options){.dense = true, .vector = vector});
        if (!(game.traits & GAME_OBLIGES))
            report(&line, "sparse",
                   &(struct sequence_options){.vector = vector});
    }
    game_close(&game);
    return line.plain >= 0;
}

int main(int argc, char **argv)
{
    const long most = argc > 1 ? atol(argv[1]) : 60000;
    static const char *const usage =
        "usage: sequence [LARGEST [GAME [BREAKS]]]\n";
    const struct subject own = {argc > 2 ? argv[2] : NULL,
                                argc > 3 ? atof(argv[3]) : 1};
    if (most < 1 || most > 10000000 || argc > 4) {
        fputs(usage, stderr);
        return 2;
    }
    struct values v = {.most = (uint32_t)most,
                       .value = calloc((size_t)most + 1, sizeof *v.value)};
    if (!v.value)
        return 3;
    printf("game,kernel,instructions,largest,cpu_seconds,pairs_per_second,"
           "values_per_second,times_plain,rare,last_rare\n");
    const size_t n = own.game ? 1 : sizeof subjects / sizeof subjects[0];
    bool done = true;
    for (size_t i = 0; i < n && done; i++)
        done = table(own.game ? &own : &subjects[i], &v);
    free(v.value);
    return !done ? 3 : v.differs;
}
