/* heaps_move.h - the positions that the moves from one position lead to.
 *
 * A move changes one heap, so the new position shares most of its code with the
 * old one: the code before the change is copied, and the code after it is
 * appended in one piece. heaps_pack_move (heaps.h) encodes all heaps again.
 *
 * An encoder is constant once it is made; any thread.
 */
#ifndef RULES_HEAPS_MOVE_H
#define RULES_HEAPS_MOVE_H

#include "rules/heaps.h"

struct heaps_encoder {
    const struct heaps *h;
    uint64_t code[2];            /* of all heaps, the low half first */
    uint8_t used[HEAPS_MAX + 1]; /* bits of it up to heap i */
};

/* The heaps fit in a position, and must not change while the encoder is
 * used. */
void heaps_encoder_init(struct heaps_encoder *, const struct heaps *);

/* The same as heaps_pack_move. From 1+1+3, taking 1 of 3: 1+1+2. */
bool heaps_move(const struct heaps_encoder *, const struct heap_move *,
                struct position *);

#endif
