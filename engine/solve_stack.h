/* solve_stack.h - the stack of one solver's recursion; for solve.c.
 *
 * It is on the heap, so a game may be as long as memory allows. It belongs to
 * the solver's thread.
 */
#ifndef ENGINE_SOLVE_STACK_H
#define ENGINE_SOLVE_STACK_H

#include "engine/solve.h"

/* A position being solved. Its options stand in the stack's arrays from
 * `first` on: Left's, then Right's; or, if it is a sum, its parts. */
struct frame {
    struct position position;
    size_t first, n[2];
    size_t steps;    /* of the second pass, done so far */
    bool settled[2]; /* an option decides: the mover's others do not matter */
    bool sum;        /* parts to be added up, not options to be folded */
};

struct solver_stack {
    struct frame *frames;
    size_t depth, frames_cap;
    struct position *options; /* in the form in which they are remembered */
    uint64_t *values;         /* of options; MEMO_MISS: not known yet */
    bool *turned;             /* the mirror of the option is remembered */
    size_t used, options_cap;
};

/* Room for one more frame and so many more options. NOMEM, logged. */
enum status solve_stack_reserve(struct solver *, size_t options) MUST_CHECK;

#endif
