/* proof.h - an archive as a certificate: is every row the fold of its options'
 * rows?
 *
 *   row i, as the census makes it  <--compare-->  row i of the file
 *        |  asks for the value of positions
 *   fold of the options' values  <---- rows of the file (proof_facts.h),
 *                                      or a plain recursion where no row
 *                                      answers (proof_oracle.h)
 *
 * A move lowers a position's measure. So if every row is what its options' rows
 * make of it, then, by induction, every row is true: the file is proved, given
 * the ruleset, the grid's numbering and the domain's fold. Solver and memo take
 * no part in it. Keys are compared, too, and every fact, whether or not it is a
 * value of a position; measurements are not.
 *
 * Memory: proof_facts.h, and for each thread a block of rows and the recursion.
 */
#ifndef ENGINE_PROOF_PROOF_H
#define ENGINE_PROOF_PROOF_H

#include "engine/run/plan.h"

struct proof_report {
    unsigned threads;
    uint64_t rows;           /* compared */
    uint64_t folded;         /* positions */
    uint64_t read_from_file; /* options whose value a row supplied */
    uint64_t outside; /* of the folded: positions without a row, solved again */
    uint64_t bytes;   /* of facts in memory */
    double seconds, cpu_seconds;
};

/* As proof_facts_open, whose conditions hold. DISAGREE with the first row that
 * is not what its options make of it, its position and its columns; or the
 * errors of the census's row, the oracle or the file; USAGE if a row asks for
 * no position's value, so that nothing could be proved of it; logged. threads
 * 0: one per processor. */
enum status proof_check(struct archive *, const struct plan *, unsigned threads,
                        bool quiet, struct proof_report *) MUST_CHECK;

#endif
