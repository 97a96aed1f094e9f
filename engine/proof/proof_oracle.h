/* proof_oracle.h - the value of a position as the fold of its options, with the
 * archive's value for every option that has a row.
 *
 *   value(p) = sum of known(c) over the components c of p, where the domain
 *              adds and p has several;
 *              fold of known(o) over the options o of p; for a position that
 *              obliges, the domain's other fold
 *   known(q) = the value in q's row; value(q), found once and kept, if it has
 *              none
 *
 * So that nothing rests on the law of sums alone, sums that have a row are
 * folded from their options, too, and the fold is what counts: all with few
 * options, and a share of the others, so that this takes a bounded time.
 *
 * Code of its own throughout: no solver, no memo (proof_table.h instead), no
 * batches, no mirrors. The stack is on the heap. Options that have a row come
 * first; if one of them decides, the others are not evaluated.
 *
 * One oracle belongs to one thread and one game; the table is shared.
 */
#ifndef ENGINE_PROOF_PROOF_ORACLE_H
#define ENGINE_PROOF_PROOF_ORACLE_H

#include "engine/proof/proof_facts.h"
#include "engine/value/domain.h"

struct proof_counts {
    uint64_t asked;          /* positions whose value a row asked for */
    uint64_t folded;         /* positions */
    uint64_t added;          /* positions, from their components */
    uint64_t both;           /* of the added: folded, too */
    uint64_t read_from_file; /* values that a row supplied */
    uint64_t outside;        /* of the folded: positions without a row */
};

struct proof_oracle {
    struct proof_reader *reader;
    size_t game; /* its number in the census */
    const struct domain *domain;
    unsigned worker;
    struct proof_table *table;
    struct proof_limits *limits;
    struct proof_counts counts;
    uint64_t row; /* in hand: the file's word for its own states is not taken */

    struct proof_frame *frames;
    size_t depth, frames_cap;
    struct position *options; /* of all frames, one after the other; a partizan
                                 game's Right options last */
    uint64_t *values;         /* of options */
    size_t used, cap;
    size_t unpolled; /* options since the limits were looked at */
};

/* Reader, domain, table and limits must live longer. */
void proof_oracle_init(struct proof_oracle *, struct proof_reader *,
                       size_t game, const struct domain *, unsigned worker,
                       struct proof_table *);
void proof_oracle_release(struct proof_oracle *);

/* The value of p, which is that of its row if that is not the row in hand. Fits
 * the slot `answer` of struct solver, with the oracle as context. NO_ANSWER if
 * options do not fit in a position, or at a limit; STOPPED on request; NOMEM;
 * logged. */
enum status proof_oracle_value(void *oracle, struct position p,
                               uint64_t *value) MUST_CHECK;

#endif
