/* quotient_check.h - is this table the quotient it claims to be?
 *
 * Checks every obligation of quotient.h, for all sums, from the table and the
 * moves alone. It trusts nothing: it shares no code with the search, states the
 * outcome rules in its own way, and does not care how the table was found. Pure
 * function but for memory; any thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_CHECK_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_CHECK_H

#include "engine/theory/quotient/quotient.h"

enum { QUOTIENT_WHY = 160 };

/* OK, or DISAGREE with the first fault in why[] ("2 * 3 is not 3 * 2"). Any
 * numbers may stand in the table. The moves must reach to q->top. NOMEM,
 * logged. */
enum status quotient_check(const struct quotient *q, const struct heap_moves *,
                           char why[QUOTIENT_WHY]) MUST_CHECK;

#endif
