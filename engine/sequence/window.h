/* window.h - the values of heaps far out, from the first heaps and a window of
 * the last ones.
 *
 *   0         prefix            next - held          next
 *   |---------|   .  .  .  .  .  |---------------------|--> found
 *    the first heaps,             those just before
 *    rare ones among them
 *
 * Where nearly all values are of one class and the rare heaps (sequence.h) are
 * small, a heap's value follows from pairs of one of the first heaps and one of
 * the last: the rare heaps exclude common nimbers, and of the smaller rare
 * nimbers each must be in some pair. If one is in none of the pairs that are
 * held, it may be in another one: then there is no answer, and never a guess. A
 * longer window may have one.
 *
 * The mask is the one with the fewest rare heaps among the first WINDOW_PREFIX.
 * Memory is the same at any heap (window_bytes). In octal 0.6 a window of
 * 32,768 heaps does where the last rare heap is 20,627.
 *
 * One thread for one window.
 */
#ifndef ENGINE_SEQUENCE_WINDOW_H
#define ENGINE_SEQUENCE_WINDOW_H

#include "engine/sequence/sequence.h"

enum { WINDOW_PREFIX = 3 << 18, WINDOW_RECENT = 7 << 17 };

struct window;

/* What tests and those who check choose; zeros: the best there is. */
struct window_options {
    struct sequence_options sequence;
    uint32_t prefix, recent; /* heaps; the mask is that of the prefix */
};

/* A game without obligations whose moves break heaps by a code? */
bool window_fits(const struct game *);

/* Finds the first heaps, and goes to heap 0. Windows have `length` heaps. The
 * game must stay open. `stop` as for sequence_extend. NO_ANSWER if there is no
 * mask, or the last rare heap needs a longer window; NOMEM, RANGE; logged;
 * STOPPED. */
enum status window_open(const struct game *, uint32_t length,
                        const struct window_options *, bool (*stop)(void *),
                        void *context, struct window **) MUST_CHECK;
void window_close(struct window *);
/* The most bytes of one. Any thread. */
uint64_t window_bytes(const struct game *);

/* The heap whose value comes next. */
uint64_t window_next(const struct window *);
/* Some values from there on, at least one and at most `most`, which are gone
 * with the next call. NO_ANSWER, not logged, if the pairs at hand do not tell,
 * or a rare heap is found that is too large to be kept; RANGE, NOMEM;
 * logged. */
enum status window_find(struct window *, uint32_t most, const uint16_t **values,
                        uint32_t *n) MUST_CHECK;
/* Goes to a heap, 0 or more than `length`: the values of the `length` ones
 * before it, unless it is one of the first. FORMAT, not logged, if they cannot
 * be values. */
enum status window_go(struct window *, uint64_t heap,
                      const uint16_t values[]) MUST_CHECK;

/* The heaps that are rare among the first, and what makes one rare. */
struct sequence_rare window_rare(const struct window *);
bool window_is_rare(const struct window *, uint64_t heap, uint32_t value);

#endif
