/* heap_code.h - the moves of a single heap as a rule for every size.
 *
 * Where the moves of a heap depend on nothing but how many counters are taken,
 * a few digits say all of them, and the values of single heaps can be found by
 * loops over sizes instead of lists of moves. A digit is the sum of what may
 * become of a heap that k counters are taken from; the first three are those
 * of the octal codes (Guy and Smith, Proc. Cambridge Philos. Soc. 52, 1956).
 *
 * All functions are pure and may run on any thread.
 */
#ifndef ENGINE_GAME_HEAP_CODE_H
#define ENGINE_GAME_HEAP_CODE_H

#include <stddef.h>
#include <stdint.h>

enum {
    HEAP_NONE = 1,    /* nothing is left */
    HEAP_ONE = 2,     /* one heap is left */
    HEAP_TWO = 4,     /* two heaps are left */
    HEAP_UNEQUAL = 8, /* two heaps of different sizes are left; without TWO */
    HEAP_ANSWER = 16, /* one heap is left, and the next move must be in it */
    HEAP_SUNK = 32,   /* nothing is left, and the next move would have to be in
                         it: whoever makes this move wins */
};

enum { HEAP_CODE_DIGITS = 256 };

/* Kayles is {3, 0, {0, 7, 7}}; Nim {1, HEAP_NONE | HEAP_ONE, {0}}. */
struct heap_code {
    uint32_t n;                      /* digits 0..n-1 */
    uint8_t rest;                    /* for every larger number of counters:
                                        NONE and ONE only */
    uint8_t digit[HEAP_CODE_DIGITS]; /* for so many counters; 0: no heap may
                                        stay as it is, so TWO or UNEQUAL */
};

/* The digit of taking so many counters. */
uint8_t heap_code_digit(const struct heap_code *, uint32_t taken);
/* What options and obliging of struct heap_slots give for a heap of 1 or more,
 * from the code; with out == NULL only the number. In
 * Kayles a heap of 3 has 4 options. */
size_t heap_code_options(const struct heap_code *, uint32_t size,
                         uint32_t out[][2]);
size_t heap_code_obliging(const struct heap_code *, uint32_t size,
                          uint32_t out[]);

#endif
