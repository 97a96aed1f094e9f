/* grid.h - the points of a census, numbered.
 *
 * A grid is an ordered, finite list of points with an index 0..count-1. Row i
 * of every archive belongs to point i, whatever the threads, the shards, the
 * order of solving or the number of machines. A shard is an index range.
 *
 * Grids number their points so that small positions come first. A grid that is
 * closed under the moves of heap games (each option of a point is a point with
 * a smaller index, in an earlier layer) says where its layers end: those are
 * swept, layer by layer, with every option already solved.
 *
 * An opened grid is read-only; all functions may be called from any thread.
 */
#ifndef ENGINE_GRID_GRID_H
#define ENGINE_GRID_GRID_H

#include "engine/base/param.h"
#include "engine/game/ruleset.h"

#include <stdbool.h>
#include <stddef.h>

struct partitions;

/* Of a grid of segments: point i stands for the single heaps i * length ..
 * (i + 1) * length - 1. */
struct grid_segment {
    uint32_t length, count;
    uint32_t window; /* heaps at the end of a segment that its row keeps */
};

/* One enumeration: one file engine/grid/<name>.c, with a constant
 * grid_<name> at its foot; or, if it knows games, rules/grid_<name>.c. */
struct grid_kind {
    const char *name, *summary;
    const struct param *params;
    size_t nparams;

    /* REQUIRED, one of the two. RANGE if the grid has 2^63 points or more;
     * NOMEM. Logged. open_for: the points are positions of this game, which
     * stays open as long as the grid (struct point, whole); USAGE if the game
     * has none of the kind. */
    enum status (*open)(const struct param_value[], void **self);
    enum status (*open_for)(const struct param_value[], const struct game *,
                            void **self);
    void (*close)(void *self);
    uint64_t (*count)(const void *self);
    void (*unrank)(const void *self, uint64_t index, struct point *);
    /* False if the point is not in the grid: a list of parts, or, with
     * open_for, a position. Parts may come in any order where the grid's points
     * are multisets. */
    bool (*rank)(const void *self, const struct point *, uint64_t *index);
    /* OPTIONAL. The same for runs of parts by ascending size: quicker. */
    bool (*rank_runs)(const void *self, const struct point_run[], size_t n,
                      uint64_t *index);
    void (*bounds)(const void *self, struct grid_bounds *);

    /* OPTIONAL. Turns point i into point i+1, i+1 < count: a fast unrank. */
    void (*next)(const void *self, struct point *);
    /* OPTIONAL, for grids closed under moves: the end (exclusive) of the layer
     * in which index lies. No point has an option in its own layer. */
    uint64_t (*layer_end)(const void *self, uint64_t index);
    /* OPTIONAL, for grids that can be counted backward: how their points, all
     * multisets of heaps with totals lo..hi, are numbered (partitions.h). */
    const struct partitions *(*partitions)(const void *self);
    /* OPTIONAL, for grids of segments, whose points are no positions. */
    const struct grid_segment *(*segment)(const void *self);
};

struct grid {
    const struct grid_kind *kind;
    void *self;
    uint64_t count;
    char spec[PARAM_SPEC_MAX]; /* canonical text, opens the same grid again */
};

/* Opens "lists:parts=1..3,size=1..6" from a NULL-terminated list of kinds, for
 * positions of a game; NULL will do for grids that do not ask for one. USAGE,
 * UNKNOWN, RANGE, NOMEM; logged. */
enum status grid_open(const struct grid_kind *const kinds[], const char *spec,
                      const struct game *, struct grid *) MUST_CHECK;
void grid_close(struct grid *);

/* Are the points positions of the game that the grid was opened for? */
static inline bool grid_of_positions(const struct grid *g)
{
    return g->kind->open_for != NULL;
}

/* NULL, or the segments that the points are. */
static inline const struct grid_segment *grid_segments_of(const struct grid *g)
{
    return g->kind->segment ? g->kind->segment(g->self) : NULL;
}

/* The point that has a position, without obligation, of this game; false if the
 * grid has none, or the game cannot take its positions apart. */
bool grid_row(const struct grid *, const struct game *, struct position,
              uint64_t *index);

static inline void grid_unrank(const struct grid *g, uint64_t index,
                               struct point *p)
{
    p->whole = false;
    g->kind->unrank(g->self, index, p);
}

/* A walk along the grid: the same, but quicker where `on` says that *p is point
 * index - 1. */
static inline void grid_walk(const struct grid *g, bool on, uint64_t index,
                             struct point *p)
{
    if (on && g->kind->next)
        g->kind->next(g->self, p);
    else
        grid_unrank(g, index, p);
}

#endif
