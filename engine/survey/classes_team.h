/* classes_team.h - plays out sums of a position and a test, on many threads.
 *
 *   position 2+1, test 3:  the value of 2+1+3, played out as one position
 *
 * All workers share one memo, so equal sums are played once. The values of a
 * position that represents a class are kept by the worker: others are compared
 * with it again and again.
 *
 * classes_team_values and classes_team_bytes may be called by all workers at
 * once; the other functions by one thread alone.
 */
#ifndef ENGINE_SURVEY_CLASSES_TEAM_H
#define ENGINE_SURVEY_CLASSES_TEAM_H

#include "engine/grid/grid.h"
#include "engine/solve/solve.h"
#include "engine/survey/classes.h"

/* The most tests that are asked about in one call. */
enum { CLASSES_TEAM_BATCH = 256 };

struct classes_team_worker;

struct classes_team {
    const struct game *game;
    const struct domain *domain;
    const struct grid *positions, *tests;
    unsigned threads;
    bool (*stop)(void *context); /* OPTIONAL: asked within a sum; any thread */
    void *context;
    uint64_t memory; /* bytes that lists of options may take the process to; 0:
                        no limit */

    /* The tests' parts one after another: those of test t begin at first[t]. */
    size_t *first;
    uint32_t *size;
    uint8_t *kind;
    uint64_t tests_bytes;
    bool has_memo;
    bool indirect; /* the memo holds parts of sums, or mirrors: only a solver
                      knows what to look up */
    struct memo memo;
    unsigned nworkers;
    struct classes_team_worker *workers;
    struct in_progress *in_progress; /* of all workers */
};

/* Fills in what follows `memory`. RANGE if a sum has too many parts, NOMEM;
 * logged, and nothing stays open. */
enum status classes_team_open(struct classes_team *) MUST_CHECK;
void classes_team_close(struct classes_team *);

/* As classes_question's values(). keep: the position is a representative. */
enum status classes_team_values(struct classes_team *, unsigned worker,
                                uint64_t position, uint64_t first, size_t n,
                                bool keep, uint64_t values[]) MUST_CHECK;

uint64_t classes_team_bytes(const struct classes_team *);
/* Positions folded so far. */
uint64_t classes_team_evaluated(const struct classes_team *);

#endif
