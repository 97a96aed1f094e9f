/* quotient_rule.h - the outcome rules of the quotient search, as tables.
 *
 * A set of values is one byte: bit v says that value v is in it. The clauses
 * say what quotient.h says; `flip` turns the set of clauses that hold (bit t
 * for clause t) into the value. Constant data and pure functions.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_RULE_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_RULE_H

#include "engine/theory/quotient/quotient.h"

enum { QUOTIENT_CLAUSES = 3 };

struct quotient_clauses {
    unsigned clauses;
    uint8_t need[QUOTIENT_CLAUSES], witness[QUOTIENT_CLAUSES];
    uint8_t end;  /* the value without a move */
    uint8_t flip; /* value = clauses that hold ^ flip */
};

extern const struct quotient_clauses quotient_clauses[QUOTIENT_RULES];

static inline bool quotient_in(uint8_t set, unsigned value)
{
    return set >> value & 1;
}

#endif
