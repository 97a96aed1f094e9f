/* team.h - the solvers of a plan: for each game one domain and one memo that
 * all threads share, and for each thread and game one solver; and what the
 * census itself lets its rows share.
 *
 * team_solvers of different workers may be used at the same time; all else is
 * called by one thread while the others rest.
 */
#ifndef ENGINE_TEAM_H
#define ENGINE_TEAM_H

#include "engine/plan.h"

struct team {
    const struct plan *plan;
    unsigned threads;
    struct domain domains[CENSUS_GAMES_MAX];
    struct memo memos[CENSUS_GAMES_MAX];
    size_t ndomains, nmemos, nsolvers;
    struct solver *solvers; /* threads x games */
    void *shared;           /* what the census opened; NULL: nothing */
};

/* What domains, memos and solvers say; nothing stays open on failure. */
enum status team_open(const struct plan *, const struct memo_kind *,
                      unsigned threads, struct team *) MUST_CHECK;
void team_close(struct team *);

/* How the memo of game number i is opened. */
struct memo_spec team_memo_spec(const struct plan *, size_t i,
                                unsigned value_bytes, unsigned threads);

/* One solver per game of the plan, for one worker. */
struct solver *team_solvers(const struct team *, unsigned worker);

/* All memos added up. May be called while they are in use, and is exact when
 * they are not. */
void team_stats(const struct team *, struct memo_stats *);
/* All solvers added up. */
struct solver_counts team_counts(const struct team *);
/* A quiescent point for the memos. NOMEM. */
enum status team_settle(struct team *) MUST_CHECK;

#endif
