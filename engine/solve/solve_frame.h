/* solve_frame.h - the stack of a solver's recursion, and the operations on a
 * frame; for solve*.c only.
 *
 * The stack is on the heap, so a game may be as long as memory allows. It
 * belongs to the solver's thread.
 */
#ifndef ENGINE_SOLVE_SOLVE_FRAME_H
#define ENGINE_SOLVE_SOLVE_FRAME_H

#include "engine/solve/solve.h"

#include <stdatomic.h>

/* The option is not solved: it is no better than another one. */
#define FRAME_LEFT_OUT (MEMO_MISS - 1)

/* Bounds of an option that are compared with the others: the `bound`-th, of
 * which so many parts are added up. */
struct frame_bound {
    size_t number, part;
    uint64_t sum;
    uint64_t solved; /* the next part, as it is remembered; or MEMO_MISS */
};

/* A position being solved. Its options stand in the stack's arrays from `first`
 * on: Left's, then Right's; or, if it is a sum, its components. */
struct frame {
    struct position position;
    size_t first, n[2];
    size_t steps;    /* options visited; the second pass continues the count */
    bool settled[2]; /* an option decides: the mover's others do not matter */
    bool sum;        /* components to be added, not options to be folded */
    struct frame_bound bound; /* of the option that is visited */
    bool is_part;             /* of a bound of the frame below */
};

struct solver_stack {
    struct frame *frames;
    size_t depth, frames_cap;
    struct position *options; /* in the form in which they are remembered */
    uint64_t *values;         /* of options; MEMO_MISS: not known yet */
    bool *turned;             /* the mirror of the option is remembered */
    size_t used, options_cap;
    _Atomic uint64_t bytes; /* of all arrays */
};

enum { POLL_OPTIONS = 4096 };

/* After a position with so many options was opened. STOPPED, not logged. */
static inline enum status solve_poll(struct solver *s, size_t options)
{
    s->unpolled += options + 1;
    if (s->unpolled < POLL_OPTIONS)
        return STATUS_OK;
    s->unpolled = 0;
    return s->interrupted && s->interrupted(s->interrupter) ? STATUS_STOPPED
                                                            : STATUS_OK;
}

/* Before a list of so many bytes is made: STOPPED, logged, if the process would
 * hold more than it may. */
enum status solve_room(const struct solver *, size_t bytes) MUST_CHECK;

static inline size_t frame_options(const struct frame *f)
{
    return f->n[LEFT] + f->n[RIGHT];
}

/* Is the value of option number i missing, and may it matter? */
static inline bool frame_wants(const struct solver_stack *k,
                               const struct frame *f, size_t i)
{
    return k->values[f->first + i] == MEMO_MISS &&
           !f->settled[i < f->n[LEFT] ? LEFT : RIGHT];
}

/* p as it is remembered (solve_remembered), and a value of what is remembered
 * as p's own. */
struct position frame_position(const struct solver *, struct position p,
                               bool *turned);
uint64_t frame_turn(const struct solver *, uint64_t value, bool turned);

/* Are sums of this game solved by adding? */
bool frame_adds(const struct solver *);

/* May options be left out that others bound? */
bool frame_bounds(const struct solver *);

/* Looks up n keys and counts. */
void frame_look_up(struct solver *, const struct position keys[], size_t n,
                   uint64_t values[]);

/* RANGE, logged, if a search from p would reach positions that do not fit. */
enum status frame_searchable(const struct solver *,
                             struct position p) MUST_CHECK;

/* RANGE, logged, if some of n positions are wider than the memo's keys. */
enum status frame_narrow(const struct solver *, const struct position p[],
                         size_t n) MUST_CHECK;
/* Pushes a frame: p, and its options as they are remembered. NOMEM; STOPPED as
 * solve_room. */
enum status frame_open(struct solver *, struct position p) MUST_CHECK;
/* Looks up the options of a frame. Errors of the domain's sum; STOPPED as
 * solve_poll. */
enum status frame_fill(struct solver *, const struct frame *) MUST_CHECK;
/* Notes for each player whether an option decides. */
void frame_settle(const struct solver *, struct frame *);
/* What becomes of an option that is not known. */
enum frame_verdict {
    FRAME_SOLVE,   /* it must be solved */
    FRAME_PART,    /* first *part must be, of a position that bounds it */
    FRAME_DROPPED, /* it is left out: some other option is as good */
};
/* May option number i of the frame be left out? Called again, with the part's
 * value in f->bound.solved, until that is decided. Errors of the domain's sum.
 */
enum status frame_bound(struct solver *, struct frame *f, size_t i,
                        struct position *part, enum frame_verdict *) MUST_CHECK;
/* Notes the value of option number i as it is remembered. */
void frame_learn(const struct solver *, struct frame *, size_t i,
                 uint64_t value);
/* The value of a frame's position from the options that have a value. Errors of
 * the domain's fold. */
enum status frame_fold(struct solver *, const struct frame *,
                       uint64_t *value) MUST_CHECK;

#endif
