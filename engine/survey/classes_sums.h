/* classes_sums.h - positions distinguished by what is added to them.
 *
 * Positions and tests are the points of two grids, of a game whose positions
 * are sums of their parts. The classes are found in parallel. Memory grows with
 * the positions (classes.h), the tests, and the memo of the sums that were
 * solved (classes_team.h). Past the limit of memory, or when asked to, the
 * search stops without an answer.
 *
 * Called by the main thread.
 */
#ifndef ENGINE_SURVEY_CLASSES_SUMS_H
#define ENGINE_SURVEY_CLASSES_SUMS_H

#include "engine/base/progress.h"
#include "engine/catalogue/catalogue.h"
#include "engine/survey/classes_team.h"

struct classes_sums_question {
    const char *rules, *ask, *positions, *tests;
    const struct catalogue *known;
    unsigned threads; /* 0: one per processor */
    uint64_t memory;  /* bytes; 0: no limit */
    bool quiet;       /* no progress */
    /* OPTIONAL. True: stop. Any thread, now and then. */
    bool (*stop)(void *context);
    void *context;
};

struct classes_sums_report {
    uint64_t bytes;     /* of classes, tests and memo, at the end */
    uint64_t evaluated; /* positions folded */
    double seconds, cpu_seconds;
    unsigned threads;
    char started[32]; /* ISO 8601, UTC */
};

struct classes_sums {
    struct game game;
    struct domain domain;
    struct grid positions, tests;
    struct classes classes;
    struct classes_team team;
    struct classes_sums_report report;

    unsigned
        opened; /* of game, positions, tests, domain, team, in this order */
    uint64_t memory;
    bool (*stop)(void *context);
    void *context;
    struct progress progress;
    atomic_bool stopped; /* by a limit, and logged */
    uint64_t *separating, npairs;
};

/* Opens everything and finds the classes. USAGE if positions of the game are
 * not the sums of their parts, RANGE if a sum has too many parts, NOMEM, errors
 * of games, grids and domains; logged. Must not be moved. */
enum status classes_sums_open(struct classes_sums *,
                              const struct classes_sums_question *) MUST_CHECK;
void classes_sums_close(struct classes_sums *);

/* The notation of a point, cut to cap; returns the length it has, 0 if it is
 * no position. */
size_t classes_sums_print(const struct classes_sums *, const struct grid *,
                          uint64_t index, char out[], size_t cap);

/* The list of pairs of classes a < b: 0-1 0-2 1-2 0-3 ... From a pair to the
 * next. */
void classes_sums_next(uint64_t *a, uint64_t *b);

/* tests[k]: the least test that separates pair number k of classes, for k < n;
 * in parallel. */
enum status classes_sums_separate(struct classes_sums *, uint64_t n,
                                  uint64_t tests[]) MUST_CHECK;

#endif
