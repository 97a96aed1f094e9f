/* sequence_inner.h - a sequence as its kernels see it; for engine/sequence
 * only.
 *
 *   head   v(0) v(1) v(2) ... v(known)              tail[most - n] = v(n)
 *
 * so that both parts of the pairs (a, n - a) are read forward. A loony heap is
 * a mark above all nimbers, a different one in each array, so that its
 * exclusive-or with any heap, loony or not, is a number that no nimber reaches.
 *
 * A kernel is a constant descriptor at the foot of a file of its own. The first
 * of the list that serves a sequence is used; it may hand over to another
 * later.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_INNER_H
#define ENGINE_SEQUENCE_SEQUENCE_INNER_H

#include "engine/sequence/sequence.h"
#include "engine/sequence/sequence_vector.h"

enum {
    NIMBERS = 0x4000, /* of games that break heaps */
    LOONY_HEAD = 0x8000,
    LOONY_TAIL = 0xc000,
    MARKS = 0x10000,
    STAMPS = 255,
};

struct dense;
struct sparse;
struct lanes;

struct sequence {
    const struct game *game;
    struct sequence_options options;
    struct heap_code code;
    bool coded;    /* code says the moves; else the game lists them */
    bool entails;  /* digit 1 compels the answer */
    bool sunk;     /* and so it does when it empties the heap */
    bool restored; /* some values were put, not found */
    uint32_t breaks[HEAP_CODE_DIGITS], nbreaks; /* digits that leave two */
    uint32_t most, known;
    uint32_t largest; /* nimber so far */
    uint32_t end;     /* a power of two above every exclusive-or of nimbers */
    /* In a window (window.h); all 0 without. Heaps from `start` on are numbered
     * from `shift` on, which is even; those before have values to prefix - 1.
     */
    uint64_t shift;
    uint32_t prefix, start;

    uint16_t *head, *tail; /* games whose code breaks heaps */
    uint32_t *wide;        /* all others */

    /* One heap at a time. */
    uint8_t *marks; /* by nimber: the stamp of the last heap that saw it */
    uint32_t nmarks;
    uint8_t stamp;
    uint32_t *last;       /* by nimber: the last m with k in S(m) */
    uint32_t (*pairs)[2]; /* of a listed heap */
    uint32_t npairs;
    uint64_t *seen;  /* take: nimbers that every later heap can move to */
    uint32_t unseen; /* take: the least one that is not */

    struct dense *dense;   /* NULL: not in use yet */
    struct sparse *sparse; /* the same */
    struct lanes *lanes;   /* the same */
};

/* Gives heap known + 1 its value, of a kernel for 16 bits. RANGE, logged. */
enum status sequence_note(struct sequence *, uint32_t value) MUST_CHECK;
/* The same if the value is not larger than all before. */
static inline void sequence_give(struct sequence *s, uint32_t value)
{
    s->known++;
    s->head[s->known] = s->tail[s->most - s->known] = (uint16_t)value;
}
/* A new stamp: no nimber is marked. */
void sequence_clear(struct sequence *);
/* Marks v(a) xor v(m - a) for from <= a <= to. */
void sequence_mark(struct sequence *, uint32_t m, uint32_t from, uint32_t to);
/* The last a of the pairs (a, m - a) of two heaps, for break number i. */
uint32_t sequence_half(const struct sequence *, uint32_t i, uint32_t m);
/* Marks what single heaps and none make of a heap of n. */
void sequence_mark_single(struct sequence *, uint32_t n);
/* No nimber is marked, stamp 1: for sequence_gather. */
void sequence_clear_bits(struct sequence *);
/* Marks 0 or 1 of the nimbers below `end` as bits; above it in the last word
 * zeros. There are 64 marks or more. */
void sequence_gather(const uint8_t marks[], uint32_t end, uint64_t bits[]);
/* Heap known + 1, every pair of parts. */
enum status sequence_plain(struct sequence *) MUST_CHECK;
/* Is k, which is not in S(n), in E(n)? last[k] is right for heap n - 1. */
static inline bool sequence_wins(const struct sequence *s, uint32_t n,
                                 uint32_t k)
{
    return !s->entails || (n - s->last[k]) % 2 == 1;
}

/* Heaps known + 1 .. to, at most a block. */
enum status sequence_dense_open(struct sequence *) MUST_CHECK;
void sequence_dense_close(struct sequence *);
enum status sequence_dense_block(struct sequence *, uint32_t to) MUST_CHECK;
uint64_t sequence_dense_bytes(uint32_t most, bool lean);

/* Games without obligations only. *ready: there is a mask; the values that are
 * known were looked at if their number has doubled. NOMEM, logged. */
enum status sparse_ready(struct sequence *, bool *ready) MUST_CHECK;
void sparse_close(struct sequence *);
/* Values come from elsewhere: they are looked at anew. */
void sparse_forget(struct sequence *);
/* The best mask for the values that are known, which stays from now on;
 * *ready: there is one. NOMEM, logged. */
enum status sparse_settle(struct sequence *, bool *ready) MUST_CHECK;
/* The known heaps first..known: is one of them rare? */
bool sparse_any(const struct sequence *, uint32_t first);
/* As long as there is a mask: heaps known + 1 .. to, at most a block.
 * NO_ANSWER, not logged, if the pairs of a window do not tell. */
enum status rows_block(struct sequence *, uint32_t to) MUST_CHECK;
/* The same at pace; none if the known heaps do not allow it. NOMEM, RANGE;
 * logged. */
enum status lanes_block(struct sequence *, uint32_t to) MUST_CHECK;
/* The heaps before it, at least, that lanes read from a heap on. */
uint32_t lanes_reach(const struct sequence *);
/* The heaps first..known are others now; `again`: pairs are chosen anew. */
void lanes_forget(struct sequence *, uint32_t first, bool again);
/* Heaps from..from + n - 1, the last of them the largest known, are to be
 * numbered from `to` on. */
void lanes_move(struct sequence *s, uint32_t to, uint32_t from, uint32_t n);
void lanes_close(struct sequence *);
/* The last a of the pairs (a, m - a), break i, that are there. */
uint32_t sparse_last_pair(const struct sequence *, uint32_t i, uint32_t m);
/* The most bytes that lanes take for heaps to `most`, with so many breaks. */
uint64_t lanes_bytes(uint32_t most, uint32_t breaks);
uint64_t sparse_bytes(void);
struct sequence_rare sparse_state(const struct sequence *);

#endif
