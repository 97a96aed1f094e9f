/* sequence.h - the values of single heaps 0, 1, 2, ... of a game whose moves
 * change one heap into at most two.
 *
 * The value of a heap of n is the least nimber that is not among
 *
 *   v(a) xor v(n - k - a)    where k counters may be taken and two heaps left
 *   v(n - k)                 where one heap may be left
 *   0                        where nothing may be left
 *
 * (Sprague, Grundy). If taking one counter compels the answer in the same heap,
 * S(n) are these nimbers, E(n) those beside which a heap of n is lost for a
 * player who must move in it, E(n) = all \ (S(n) u E(n-1)), and the value is
 * the least of E(n), or loony if E(n) is empty (Winning Ways, ch. 12). Going
 * down from n, k enters and leaves E in turn until the last m with k in S(m):
 * k is in E(n) iff n - m is odd. A move to a loony heap excludes nothing.
 *
 * Kayles heaps 0..12 are worth 0 1 2 3 1 4 3 2 1 4 2 6 4; in Top Entails with
 * empty=lose the first loony heaps are 1, 3, 2403, 2505 (West, 1996).
 *
 * Several kernels find the same values (struct sequence_kernel); which is used
 * follows from the moves and from the values found so far.
 *
 * One thread extends; any may get what was found before.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_H
#define ENGINE_SEQUENCE_SEQUENCE_H

#include "engine/game/ruleset.h"

struct sequence;
struct sequence_vector;

/* No nimber. */
#define SEQUENCE_LOONY UINT32_MAX

/* What tests and benchmarks choose; zeros: the best there is. */
struct sequence_options {
    bool plain; /* one heap after the other, every pair of parts */
    bool dense; /* the dense kernel, whatever the values and the vectors */
    const struct sequence_vector *vector;
    uint32_t block; /* heaps, 1..SEQUENCE_BLOCK */
    bool other;     /* the sparse kernel: other pairs, in another order */
    bool lean;      /* the dense kernel: nimbers in one array only */
};

enum { SEQUENCE_BLOCK = 64 };

/* Does it serve games like this one: impartial, normal play, two players, moves
 * of heaps that are listed, and of moves that compel only the taking of one
 * counter? */
bool sequence_fits(const struct game *);

/* Room for heaps to `most`. The game must stay open. NOMEM, logged. */
enum status sequence_open(const struct game *, uint32_t most,
                          const struct sequence_options *,
                          struct sequence **) MUST_CHECK;
void sequence_close(struct sequence *);
/* The most bytes that such a sequence takes. Any thread. */
uint64_t sequence_bytes(const struct game *, uint32_t most, bool lean);

/* The largest heap whose value is known; 0 at first. */
uint32_t sequence_known(const struct sequence *);
/* Finds the values of all heaps to `size`, at most `most`. `stop` (NULL: none)
 * is asked about ten times a second: true ends it with STOPPED, and what was
 * found stays. RANGE if a value is 8192 or more in a game that breaks heaps,
 * NOMEM; logged. */
enum status sequence_extend(struct sequence *, uint32_t size,
                            bool (*stop)(void *), void *context) MUST_CHECK;
/* The value of a heap of 0..known; or SEQUENCE_LOONY. */
uint32_t sequence_get(const struct sequence *, uint32_t size);
/* The value of heap known + 1, found before: so it need not be found again.
 * FORMAT if it cannot be a value; not logged. */
enum status sequence_put(struct sequence *, uint32_t value) MUST_CHECK;

/* The heaps that the sparse kernel tells apart: rare is a heap of n if n (where
 * the parity of heaps counts) plus the number of bits of its value that are in
 * the mask has another parity than that of most heaps. */
struct sequence_rare {
    uint32_t mask;    /* 0: the kernel is not in use */
    bool parity;      /* of the heap counts */
    uint32_t n, last; /* rare heaps so far, the largest of them */
    uint32_t lanes;   /* heaps whose values were found side by side */
};
struct sequence_rare sequence_rare(const struct sequence *);

#endif
