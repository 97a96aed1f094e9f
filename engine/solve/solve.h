/* solve.h - values of positions by one memoised recursion over options.
 *
 * A solver belongs to one thread; the game it reads, the domain it folds with
 * and the memo it fills are shared. Answers do not depend on threads, memo
 * strategy or earlier calls; the counters do.
 *
 * The recursion keeps its own stack on the heap, so a game may be as long as
 * memory allows. All options of a position are looked up in one call; only when
 * none of those decides are the missing ones solved, in the ruleset's order,
 * each looked up once more before it is: another thread may have solved it
 * meanwhile. Options in progress on another thread come last.
 */
#ifndef ENGINE_SOLVE_SOLVE_H
#define ENGINE_SOLVE_SOLVE_H

#include "engine/memo/memo.h"
#include "engine/solve/in_progress.h"
#include "engine/value/domain.h"

struct solver_counts {
    uint64_t evaluated;    /* positions folded */
    uint64_t hits, misses; /* memo lookups */
};

struct solver {
    const struct game *game;
    const struct domain *domain;
    struct memo *memo;
    unsigned worker;
    struct solver_counts counts; /* since solver_init */
    struct solver_stack *stack;
    /* OPTIONAL. Positions in progress on the solvers that share the memo. */
    struct in_progress *in_progress;
    /* OPTIONAL. Called instead of solving: no memo, no recursion, nothing to
     * init or release. So a census's row can be made from other answers
     * (proof.h). */
    enum status (*answer)(void *context, struct position, uint64_t *value);
    void *context;
    /* OPTIONAL. Called by the solver's thread after every few thousand options.
     * True: the search ends with STOPPED, not logged; what was solved stays in
     * the memo. */
    bool (*interrupted)(void *interrupter);
    void *interrupter;
    size_t unpolled; /* options since it was called */
    /* OPTIONAL. Bytes that the process may hold: a list of options that does
     * not fit ends the search with STOPPED, logged, before it is made. */
    uint64_t memory;
    /* The bits of a position that the memo keeps, below 128; 0: all of them. A
     * wider one, which the ruleset had promised not to have, ends with RANGE,
     * logged: it would be taken for another. */
    unsigned key_bits;
};

enum status solver_init(struct solver *, const struct game *,
                        const struct domain *, struct memo *,
                        unsigned worker) MUST_CHECK;
void solver_release(struct solver *);

/* The bytes of its stack. Any thread, while the solver works. */
uint64_t solver_bytes(const struct solver *);

/* The value of p in the solver's domain. NOMEM, or what the domain's fold
 * returns, logged; STOPPED if it was interrupted. */
enum status solve_value(struct solver *, struct position p,
                        uint64_t *value) MUST_CHECK;

/* The values of n positions, which are stored in the memo, too; quickest if
 * their options were solved before, since all of them are looked up together.
 * As solve_value. */
enum status solve_bulk(struct solver *, const struct position p[], size_t n,
                       uint64_t values[]) MUST_CHECK;

/* True if a sum is solved by adding the values of its components: then the memo
 * holds components only. */
bool solve_adds(const struct game *, const struct domain_kind *);

/* The position that is solved and remembered in p's place: p, or its mirror
 * (*turned). */
struct position solve_remembered(const struct game *,
                                 const struct domain_kind *, struct position p,
                                 bool *turned);

/* In *key the position under which the value of p is kept in the memo; false:
 * p is a sum, of which only the components are. */
bool solve_key(const struct game *, const struct domain_kind *,
               struct position p, struct position *key);

/* N, P, L or R of p; UNSET if the domain does not say. As solve_value. */
enum status solve_outcome(struct solver *, struct position p,
                          enum outcome *outcome) MUST_CHECK;

/* The options of p for `mover` after which the opponent, who is then to move,
 * loses. Calls visit(context, option) for each, in the ruleset's order. */
enum status solve_winning(struct solver *, struct position p, enum mover mover,
                          void (*visit)(void *context, struct position),
                          void *context) MUST_CHECK;

#endif
