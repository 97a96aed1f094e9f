/* sequence_lanes.h - inner header of the sparse kernel at pace: what it keeps,
 * and the lists of pairs, made by one file and used by the other.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_LANES_H
#define ENGINE_SEQUENCE_SEQUENCE_LANES_H

#include "engine/sequence/sequence_sparse.h"

#include "engine/sequence/choice.h"

enum {
    LANES_HEAPS = VECTOR_HEAPS,
    LANES_CODES = 64 * VECTOR_WORDS,
    LANES_POOL_END = 8192, /* common heaps below it are tried, every fourth */
};

struct lanes_parts {
    struct vector_part *part;
    uint32_t n, marked; /* the first are marked, the others compared */
};

/* Codes that are compared with pairs, of each heap. */
struct lanes_tries {
    uint8_t code[VECTOR_TRIES][LANES_HEAPS], missed[VECTOR_TRIES][LANES_HEAPS];
    uint8_t n[LANES_HEAPS];
};

struct lanes {
    uint8_t *code;  /* of heaps up to `coded`, and LANES_HEAPS more */
    uint32_t coded; /* heaps */
    uint32_t low;   /* the bit that is left out */
    uint32_t masks, choose_at, clear_to;
    uint32_t nrare; /* of the sequence, that are in the lists */
    uint32_t end;   /* of the codes that are marked */
    uint32_t from;  /* all heaps from it on are common */
    struct lanes_parts rare, near,
        common;                /* near: not before the whole block */
    struct lanes_parts single; /* heaps, that may be left alone */
    uint16_t common_of[2]
                      [LANES_CODES]; /* nimbers, of even heaps and odd ones */
    uint64_t excluded[LANES_HEAPS][VECTOR_WORDS],
        reached[LANES_HEAPS][VECTOR_WORDS];
    struct lanes_tries tries;
};

static inline uint32_t lanes_code(const struct lanes *l, uint32_t nimber)
{
    return nimber >> (l->low + 1) << l->low | (nimber & ((1u << l->low) - 1));
}

/* Codes of the heaps that have become known. */
static inline void lanes_encode(struct sequence *s)
{
    struct lanes *l = s->lanes;
    for (uint32_t n = l->coded + 1; n <= s->known; n++)
        l->code[n] = (uint8_t)lanes_code(l, s->head[n]);
    l->coded = s->known;
}

/* The lists are those of the mask, and there is room for them. NOMEM, logged.
 */
enum status lanes_prepare(struct sequence *) MUST_CHECK;
/* Adds the rare heaps from number `from` on. */
void lanes_list_rare(struct sequence *, uint32_t from);

#endif
