/* ranks_protocol.h - what ranks say to each other, whatever carries it.
 *
 *   rank r                          rank 0
 *   ASK_PART           ──────────►
 *                      ◄──────────  ORDER_SOLVE 17
 *   (part 17 is there)
 *   ASK_PART           ──────────►
 *                      ◄──────────  ORDER_END
 *   ASK_ENDED result   ──────────►
 */
#ifndef ENGINE_RANKS_RANKS_PROTOCOL_H
#define ENGINE_RANKS_RANKS_PROTOCOL_H

#include "engine/ranks/ranks.h"

enum ranks_asking { ASK_PART, ASK_ENDED };
enum ranks_ordering { ORDER_SOLVE, ORDER_END, ORDER_STOP };

struct ranks_ask {
    int what;                   /* enum ranks_asking */
    struct ranks_result result; /* with ASK_ENDED */
};

struct ranks_order {
    int what;      /* enum ranks_ordering; STOP: before all parts are solved */
    uint64_t part; /* with ORDER_SOLVE */
};

#endif
