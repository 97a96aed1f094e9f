/* team.h - the solvers of a plan: for each game one domain and one memo that
 * all threads share, and for each thread and game one solver; and what the rows
 * of the census share.
 *
 * team_solvers of different workers may be used at the same time; all else is
 * called by one thread while the others are idle.
 */
#ifndef ENGINE_RUN_TEAM_H
#define ENGINE_RUN_TEAM_H

#include "engine/grid/ranking.h"
#include "engine/run/plan.h"

struct team {
    const struct plan *plan;
    unsigned threads;
    struct domain domains[CENSUS_GAMES_MAX];
    struct memo memos[CENSUS_GAMES_MAX];
    struct ranking rankings[CENSUS_GAMES_MAX]; /* of the memos' keys */
    size_t ndomains, nmemos, nsolvers;
    struct solver *solvers;          /* threads x games */
    struct in_progress *in_progress; /* one per game; NULL: one thread */
    void *shared;                    /* what the census opened; NULL: nothing */
};

/* The memos are opened for expect[] entries, one number per game; NULL: it is
 * not known. An open team must not be moved. Errors of domains, memos and
 * solvers; nothing stays open on failure. */
enum status team_open(const struct plan *, const struct memo_kind *,
                      unsigned threads, const uint64_t expect[],
                      struct team *) MUST_CHECK;
void team_close(struct team *);

/* The bits of a key, for positions within these bounds. */
unsigned team_key_bits(const struct game *, const struct grid_bounds *);
/* The memo for a plan where none is asked for: memo_best for all its games. */
const struct memo_kind *team_memo(const struct plan *);
/* How the memo of game number i is opened for `expect` entries (0: not known).
 * The ranking is filled in and must live as long as the memo. */
struct memo_spec team_memo_spec(const struct plan *, size_t i,
                                const struct domain_kind *, unsigned threads,
                                uint64_t expect, struct ranking *);

/* One solver per game of the plan, for one worker. */
struct solver *team_solvers(const struct team *, unsigned worker);

/* Every solver asks this from now on whether it is to give up, and makes no
 * list of options for which the process would hold more than `memory` bytes,
 * 0: no limit (solve.h). */
void team_interrupt(struct team *, uint64_t memory,
                    bool (*interrupted)(void *interrupter), void *interrupter);

/* The stacks of all solvers. At any time. */
uint64_t team_stack_bytes(const struct team *);
/* The values that domains keep. At any time. */
uint64_t team_value_bytes(const struct team *);
/* All memos added up. May be called while they are in use, and is exact when
 * they are not. */
void team_stats(const struct team *, struct memo_stats *);
/* All solvers added up. */
struct solver_counts team_counts(const struct team *);
/* A quiescent point for the memos. NOMEM. */
enum status team_settle(struct team *) MUST_CHECK;

#endif
