/* proof.h - an archive as a certificate: is every row the fold of its options'
 * rows?
 *
 *   row i, as the census makes it  <--compare-->  row i of the file
 *        |  asks for the value of positions
 *   fold of the options' values  <---- rows of the file (proof_facts.h),
 *                                      or the same again where no row answers
 *                                      (proof_oracle.h)
 *
 * A move lowers a position's measure. So if every row is what its options' rows
 * make of it, then, by induction, every row is true: the file is proved, given
 * the ruleset, the grid's numbering, and the domain's fold and sum. Solver and
 * memo take no part in it. Outcomes of heaps on closed grids are found from the
 * losses of the file instead, which is quicker (proof_losses.h).
 *
 * Keys are compared, too, and every fact; measurements are not. A fact that
 * depends on no position's value (proof_cover.h) has been recomputed, which
 * proves nothing: such columns are not covered, nor are rows that ask for no
 * value. A file without any column or row that is covered is not provable.
 *
 * Memory: proof_facts.h, 24 bytes and more for each position outside of the
 * file, and for each thread a block of rows and a stack.
 */
#ifndef ENGINE_PROOF_PROOF_H
#define ENGINE_PROOF_PROOF_H

#include "engine/run/plan.h"

enum { PROOF_COLUMNS_MAX = 64 };

struct proof_options {
    unsigned threads; /* 0: one per processor */
    bool quiet;
    uint64_t memory;             /* bytes; 0: no limit */
    double seconds;              /* 0: no limit */
    bool (*stop)(void *context); /* OPTIONAL. True: end with STOPPED */
    void *context;
};

struct proof_report {
    unsigned threads;
    uint64_t rows;    /* compared */
    uint64_t silent;  /* of them: asked for no position's value */
    uint64_t columns; /* bit c: FACT column c is covered */
    uint64_t folded;  /* positions */
    uint64_t added;   /* positions that are sums, from their components */
    uint64_t both;    /* of the added: folded from their options, too */
    uint64_t read_from_file; /* options whose value a row supplied */
    uint64_t outside; /* of the folded: positions without a row, solved again */
    uint64_t bytes;   /* of facts and positions in memory, at the end */
    bool losses;      /* by proof_losses.h */
    double seconds, cpu_seconds;
};

/* As proof_facts_open, whose conditions hold. DISAGREE with the first row that
 * is not what its options make of it, its position and its columns; NO_ANSWER
 * with the reason if nothing is covered, a position's options do not fit, or at
 * a limit; STOPPED on request, not logged; or the errors of the census's row or
 * the file; logged. */
enum status proof_check(struct archive *, const struct plan *,
                        const struct proof_options *,
                        struct proof_report *) MUST_CHECK;

#endif
