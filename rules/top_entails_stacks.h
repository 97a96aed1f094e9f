/* top_entails_stacks.h - values of Top Entails heaps by themselves, the answer
 * compelled in the same heap: one array and one pass over the splits of each
 * size, far past the sizes that a search or a table of positions reaches.
 *
 * S(n) = { v(a) xor v(n-a) : neither loony } are the nimbers of the splits of a
 * heap of n, E(n) the nimbers beside which it is lost if compelled there, and
 * E(n) = all \ (S(n) u E(n-1)). Going down from n, k enters and leaves E in
 * turn until the last m with k in S(m), where it is not: so k is in E(n) iff
 * n - last[k] is odd. v(n) is the least of E(n); the heap is loony if E(n) is
 * empty. The reading of an emptied heap is in the start (readings below).
 *
 * Where emptying a heap loses, the loony heaps to 600,000 counters are 1, 3,
 * 2403, 2505 and 33243 (J. West, New values for Top Entails, in Games of No
 * Chance, 1996).
 *
 * extend runs alone; get may run on any thread when it does not.
 */
#ifndef RULES_TOP_ENTAILS_STACKS_H
#define RULES_TOP_ENTAILS_STACKS_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* What taking a heap's last counter does. */
enum stacks_empty { STACKS_FREE, STACKS_LOSE, STACKS_ILLEGAL };

/* A heap alone. */
struct stack {
    bool loony;
    uint32_t nimber;     /* 0 if loony */
    uint32_t splits;     /* different nimbers of its splits: |S(n)| */
    bool compelled_wins; /* the player who must move in it: 0 not in E(n) */
};

struct top_entails_stacks;

/* Room for heaps to `most` counters. NOMEM, logged. */
enum status top_entails_stacks_open(enum stacks_empty, uint32_t most,
                                    struct top_entails_stacks **) MUST_CHECK;
void top_entails_stacks_close(struct top_entails_stacks *);

/* Solves all heaps to `size` counters, at most `most`; what is solved stays.
 * A heap of n takes n/2 steps. */
void top_entails_stacks_extend(struct top_entails_stacks *, uint32_t size);
/* A heap of 1..size counters, size as extended. */
struct stack top_entails_stacks_get(const struct top_entails_stacks *,
                                    uint32_t size);

#endif
