/* promises.h - are the promises of a ruleset kept? Examined in a process of its
 * own, so that a ruleset of a plug-in that ends its process is told from one
 * that keeps them, and takes nothing with it.
 *
 *      this process  -- fork -->  gathers a sample, checks promise by promise
 *      reads the report  <-- shared memory --  writes what it found
 *
 * Called by the main thread, before other threads exist.
 */
#ifndef CENSUS_RUN_PROMISES_H
#define CENSUS_RUN_PROMISES_H

#include "engine/game/contract.h"
#include "engine/run/plan.h"

enum { PROMISES_MAX = 24 };

/* NOT_APPLICABLE: a game that does not promise it. */
enum promise_answer { PROMISE_KEPT, PROMISE_BROKEN, PROMISE_NOT_APPLICABLE };

struct promise_found {
    char name[16];
    enum promise_answer answer;
    char because[CONTRACT_TEXT]; /* of the last two answers */
};

struct promises {
    size_t n; /* found; the one in work is [n] */
    struct promise_found found[PROMISES_MAX];
    size_t positions; /* that were looked at */
    enum status status;
    char said[CONTRACT_TEXT]; /* of a failure: what it was */
    bool ended;
};

/* Examines a game from positions in notation (NULL at the end), or from small
 * boards if starts is NULL. The report is allocated; free it. DISAGREE if a
 * promise is broken, and then nothing is logged; USAGE if a start is refused,
 * NOMEM, IO; logged. */
enum status promises_examine(const struct game *, const char *const starts[],
                             struct promises **) MUST_CHECK;

/* Before a game is played: examines a ruleset that is loaded, on a small sample
 * from small boards and the first points of the grid (NULL: none), but for what
 * notation it refuses. FORMAT, logged, with the first promise that is broken.
 * Nothing is done for a ruleset that is built in. */
enum status promises_of_game(const struct game *,
                             const struct grid *) MUST_CHECK;
/* The same for all games of a plan. */
enum status promises_of_plan(const struct plan *) MUST_CHECK;

#endif
