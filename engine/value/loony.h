/* loony.h - values of games whose moves may compel the answer: nimbers, LOONY,
 * and sets of nimbers.
 *
 * A component in which the player may move freely is worth a nimber or LOONY.
 * A component in which the player must move is worth the set E of all b such
 * that it, beside a Nim heap of b, is lost for the player to move; E is finite
 * or all but finitely many.
 *
 *   value                                meaning
 *   0 .. LOONY - 1                       the nimber
 *   LOONY                                the player to move wins, whatever
 *                                        free components stand beside it
 *   LOONY + 1 + i                        set i of the domain's pool
 *
 * Sums:  LOONY + free          LOONY
 *        E + *b                {k xor b : k in E}
 *        E + LOONY             all nimbers if E is cofinite, else none
 *
 * The last line: the player must move in the component. An answer that is free
 * leaves the opponent a loony component, and loses; so the player needs an
 * entailing move to a set that wins beside LOONY. E is cofinite exactly if all
 * entailing moves lead to finite sets: then, and only then, the player loses
 * beside LOONY, whatever else is there. So a Nim heap *k more changes nothing,
 * and the sum is lost beside every k, or beside none.
 */
#ifndef ENGINE_VALUE_LOONY_H
#define ENGINE_VALUE_LOONY_H

#include <stddef.h>
#include <stdint.h>

#define LOONY UINT64_C(2147483647) /* 2^31 - 1 */

/* The value of a free component with complimenting moves, after which the same
 * player moves again, anywhere (Nimstring: completing a box). ordinary[n] and
 * complimenting[m] are the values of its options, all of them free; n below
 * 2^31 - 1.
 *
 *   no complimenting move                      mex of the ordinary ones
 *   to LOONY, or to two different values       LOONY
 *   to the single value c                      c; LOONY if c is ordinary too
 */
uint64_t loony_complimenting(const uint64_t ordinary[], size_t n,
                             const uint64_t complimenting[], size_t m);

#endif
