/* proof_oracle.h - the value of a position as the fold of its options, with the
 * archive's value for every option that has a row.
 *
 *   value(p)          = fold of read_from_file(o) for the options o of p
 *   read_from_file(o) = the value in o's row; value(o) if it has none
 *
 * A plain recursion: no solver, no memo, no batches, no sums of parts. Values
 * of positions without a row are kept in a small lossy table (2^16 of them, 1.5
 * MB). Options that have a row come first; if one of them decides, the others
 * are not evaluated.
 *
 * One oracle belongs to one thread and one game.
 */
#ifndef ENGINE_PROOF_PROOF_ORACLE_H
#define ENGINE_PROOF_PROOF_ORACLE_H

#include "engine/proof/proof_facts.h"
#include "engine/value/domain.h"

struct proof_oracle {
    struct proof_reader *reader;
    size_t game; /* its number in the census */
    const struct domain *domain;
    unsigned worker;
    uint64_t folded;         /* positions */
    uint64_t read_from_file; /* options whose value a row supplied */
    uint64_t outside;        /* of the folded: positions without a row */

    struct position *options; /* of all positions in hand, one after the other;
                                 a partizan game's Right options last */
    uint64_t *values;
    size_t used, cap;
    struct proof_kept *kept; /* NULL until the first value outside */
};

/* Reader and domain must live longer. */
void proof_oracle_init(struct proof_oracle *, struct proof_reader *,
                       size_t game, const struct domain *, unsigned worker);
void proof_oracle_release(struct proof_oracle *);

/* Folds p's options, without reading p's own row. Fits the slot `answer` of
 * struct solver, with the oracle as context. RANGE if options do not fit in a
 * position or the recursion gets too deep; NOMEM; logged. */
enum status proof_oracle_value(void *oracle, struct position p,
                               uint64_t *value) MUST_CHECK;

#endif
