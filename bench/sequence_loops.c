/* sequence_loops.c - the innermost loops of single heaps by instruction set:
 * nanoseconds of CPU for a pair of one heap, the best of RUNS, with codes and
 * nimbers as those of octal 0.6. CSV: loop, instruction set, nanoseconds.
 *
 *     build/bench/sequence_loops
 */
#include "bench/common.h"
#include "engine/sequence/sequence_vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 7, TIMES = 40, PARTS = 1500, REACH = 20000, END = 163 };

struct input {
    uint8_t code[REACH + VECTOR_HEAPS];
    struct vector_part parts[PARTS];
    uint16_t nimber[2][REACH];
    uint8_t half[2][2][REACH];
    uint16_t wanted[VECTOR_HALVES];
    uint8_t sought[VECTOR_SOUGHT];
    uint8_t tries[VECTOR_TRIES][VECTOR_HEAPS];
    uint8_t missed[VECTOR_TRIES][VECTOR_HEAPS];
    uint64_t sets[VECTOR_HEAPS][VECTOR_WORDS];
    unsigned found; /* so that nothing is left out */
};

static void fill(struct input *in)
{
    memset(in, 0, sizeof *in);
    for (size_t i = 0; i < sizeof in->code; i++)
        in->code[i] = (uint8_t)(rand() % END);
    for (size_t i = 0; i < PARTS; i++)
        in->parts[i] = (struct vector_part){
            VECTOR_HEAPS + (uint32_t)rand() % (REACH - VECTOR_HEAPS),
            (uint8_t)(rand() % END)};
    for (size_t j = 0; j < 2; j++)
        for (size_t i = 0; i < REACH; i++) {
            in->nimber[j][i] = (uint16_t)(rand() % 2048);
            in->half[j][0][i] = in->nimber[j][i] % 64;
            in->half[j][1][i] =
                (uint8_t)((j ? 0 : 0x80) | in->nimber[j][i] / 64);
        }
    /* None of them is found. */
    for (size_t i = 0; i < VECTOR_HALVES; i++)
        in->wanted[i] = (uint16_t)(4096 + i);
    for (size_t i = 0; i < VECTOR_SOUGHT; i++)
        in->sought[i] = (uint8_t)i;
}

/* Pairs, of one heap each. */
static double mark(const struct sequence_vector *v, struct input *in)
{
    v->mark(in->code + REACH, in->parts, PARTS, END, in->sets);
    return PARTS * VECTOR_HEAPS;
}

static double hit(const struct sequence_vector *v, struct input *in)
{
    v->hit(in->code + REACH, in->parts, PARTS, in->tries, in->missed);
    return PARTS * VECTOR_HEAPS;
}

static double seek(const struct sequence_vector *v, struct input *in)
{
    double pairs = 0;
    for (size_t a = 0; a + VECTOR_PAIRS < REACH / 2; a += VECTOR_PAIRS) {
        in->found +=
            v->seek(in->code + a, in->code + REACH - 1 - a, in->sought, 2);
        pairs += VECTOR_PAIRS;
    }
    return pairs;
}

static double scan(const struct sequence_vector *v, struct input *in)
{
    in->found +=
        v->scan(in->nimber[0], in->nimber[1], REACH, in->wanted, VECTOR_WANTED);
    return REACH;
}

static double scan_halves(const struct sequence_vector *v, struct input *in)
{
    if (!v->scan_halves)
        return 0;
    in->found +=
        v->scan_halves((struct vector_halves){in->half[0][0], in->half[0][1]},
                       (struct vector_halves){in->half[1][0], in->half[1][1]},
                       REACH, in->wanted, VECTOR_HALVES);
    return REACH;
}

static void report(const char *name,
                   double (*loop)(const struct sequence_vector *,
                                  struct input *),
                   const struct sequence_vector *v, struct input *in)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double pairs = 0;
        const double start = bench_cpu_thread();
        for (int i = 0; i < TIMES; i++)
            pairs += loop(v, in);
        const double ns = (bench_cpu_thread() - start) * 1e9 / pairs;
        if (pairs > 0 && (run == 0 || ns < best))
            best = ns;
    }
    if (best > 0)
        printf("%s,%s,%.4f\n", name, v->name, best);
}

int main(void)
{
    struct input *in = malloc(sizeof *in);
    if (!in)
        return 3;
    fill(in);
    puts("loop,instructions,ns_per_pair");
    for (size_t i = 0; sequence_vectors[i]; i++) {
        const struct sequence_vector *v = sequence_vectors[i];
        if (!v->supported())
            continue;
        report("mark", mark, v, in);
        report("hit", hit, v, in);
        report("seek 2", seek, v, in);
        report("scan 16", scan, v, in);
        report("scan_halves 32", scan_halves, v, in);
    }
    free(in);
    return 0;
}
