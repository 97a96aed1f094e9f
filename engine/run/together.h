/* together.h - the positions of a layer, solved by several processes.
 *
 *   list     the positions that the rows ask for, as memos keep them, those of
 *            process 0 first, then those of process 1, ...
 *   solve    each process its own, in any order, on all its threads
 *   tell     each says what they are worth (domain.h), and hears the others
 *   keep     what was heard goes into the memo
 *
 * A position is its owner's by a hash of it, whatever rows ask for it, so that
 * it is evaluated once, also where mirrored rows share it. Processes whose
 * domain numbers its values by itself say what they are made of.
 *
 * list and tell are called by one thread while the others wait.
 */
#ifndef ENGINE_RUN_TOGETHER_H
#define ENGINE_RUN_TOGETHER_H

#include "engine/base/message.h"
#include "engine/run/handout.h"
#include "engine/run/team.h"

/* Rows of one list at most. */
enum { TOGETHER_ROWS = 1 << 16 };

struct together {
    const struct handout *handout;
    struct team *team;
    void *known[CENSUS_GAMES_MAX]; /* what domains have told */
    /* The list, of one game: process r has keys[first[r] .. first[r + 1] - 1].
     */
    size_t game;
    struct position *keys, *unsorted;
    uint64_t *values, *first;
    unsigned *owners; /* of unsorted[] */
    size_t n, cap;
    uint64_t *lengths; /* of each process's words */
    struct message mine, all;
};

/* Can the values of all its games be told? */
bool together_serves(const struct plan *);
/* NOMEM, logged. */
enum status together_open(struct together *, const struct handout *,
                          struct team *) MUST_CHECK;
void together_close(struct together *);

/* Lists the positions of n <= TOGETHER_ROWS rows in game g. owner: all are its;
 * no process: each has its own. NOMEM, and errors of the game; logged. */
enum status together_list(struct together *, size_t g, uint64_t row, uint64_t n,
                          unsigned owner) MUST_CHECK;
/* How many are this process's, in ascending order of their rows. */
size_t together_own(const struct together *);
/* Solves those from..to-1 of them. As solve_bulk. */
enum status together_solve(struct together *, size_t from, size_t to,
                           unsigned worker) MUST_CHECK;
/* Exchanges the values. `st`: has this process failed? The worst status of all,
 * to all the same. *own: of this process, which may fail to hear; the others
 * do not know that yet. */
enum status together_tell(struct together *, enum status st,
                          enum status *own) MUST_CHECK;
/* Puts those from..to-1 of the list into the memo. NOMEM. */
enum status together_keep(struct together *, size_t from, size_t to,
                          unsigned worker) MUST_CHECK;

#endif
