/* sequence_vector.h - the innermost loops, for several instruction sets.
 *
 * All levels give the same results; the portable one is the model of the
 * others. Pure functions, any thread.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_VECTOR_H
#define ENGINE_SEQUENCE_SEQUENCE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VECTOR_WANTED = 8 };

struct sequence_vector {
    const char *name; /* "portable", "16 bytes", "avx2", "avx512bw" */
    unsigned bytes;   /* compared at a time */
    bool (*supported)(void);
    /* Which of wanted[count], count 1..VECTOR_WANTED, are x[i] xor y[i] for
     * some i < n? Bit j for wanted[j]. */
    unsigned (*scan)(const uint16_t x[], const uint16_t y[], size_t n,
                     const uint16_t wanted[], unsigned count);
};

/* The levels of this build, the best one last; NULL at the end. Not all of them
 * run on every machine. */
extern const struct sequence_vector *const sequence_vectors[];
/* The best one that runs on this machine. */
const struct sequence_vector *sequence_vector_best(void);

#endif
