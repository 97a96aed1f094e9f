/* sequence_sparse.h - what the sparse kernel knows of a sequence, and what its
 * two ways of doing a block share; for engine/sequence only.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_SPARSE_H
#define ENGINE_SEQUENCE_SEQUENCE_SPARSE_H

#include "engine/sequence/sequence_inner.h"

enum {
    SPARSE_RARE_MOST = 8192, /* rare heaps */
    SPARSE_ROWS = 16,        /* heaps of a block of bytes */
    SPARSE_MARK_LEAST = 16,  /* pairs marked before nimbers are looked for */
};

struct sparse {
    uint32_t next_look; /* no mask is in use before so many heaps are known */
    uint32_t mask;      /* 0: none */
    uint32_t masks;     /* found so far */
    uint32_t odd;       /* 1: the heap's parity counts */
    uint32_t common;    /* the class of common heaps */
    uint32_t nrare;
    uint32_t heap[SPARSE_RARE_MOST]; /* the rare heaps, ascending */
    uint16_t value[SPARSE_RARE_MOST];
    uint32_t nwanted;
    uint16_t wanted[NIMBERS];
    uint64_t ones[NIMBERS / 64]; /* nimbers of class 1 of an even heap */
    uint64_t marked[NIMBERS / 64];
    uint32_t first;  /* heap of the block */
    uint32_t mark;   /* pairs to be marked, as the last blocks needed */
    uint32_t left;   /* nimbers looked for, of all heaps of the block */
    uint32_t stride; /* bytes of a row of marks */
    uint8_t rows[SPARSE_ROWS * NIMBERS];
    uint32_t found; /* values, by lanes */
};

/* 0 or 1. */
static inline uint32_t sparse_class(const struct sparse *p, uint32_t n,
                                    uint32_t value)
{
    const uint32_t parity = (uint32_t)__builtin_popcount(value & p->mask);
    return (parity ^ (n & p->odd)) & 1;
}

/* Looks for wanted[0..nwanted) among the pairs (a, b), a >= from, of all breaks
 * of a heap of n. The least of those that are in none is its value, and else
 * *least, which is larger than all. NO_ANSWER, not logged, if one is in no pair
 * of a window, which has not all. */
enum status sparse_decide(struct sequence *, uint32_t n, uint32_t from,
                          uint32_t *least) MUST_CHECK;
/* Heap known + 1 has this value. RANGE, logged. */
enum status sparse_note(struct sequence *, uint32_t value) MUST_CHECK;

#endif
