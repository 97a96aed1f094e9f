/* single_heaps.h - grids of single heaps whose values are a sequence
 * (engine/sequence): what the method of that name and those who check its rows
 * share.
 *
 * A reader hands out values for rows of an archive, each found from the values
 * that the archive has for the smaller heaps: so one row can be solved again
 * without all others. It belongs to one thread.
 */
#ifndef ENGINE_RUN_SINGLE_HEAPS_H
#define ENGINE_RUN_SINGLE_HEAPS_H

#include "engine/run/plan.h"
#include "engine/sequence/sequence.h"

/* One game, asked for nimbers or for values with loony, and a heap or none at
 * each point. */
bool single_heaps_fit(const struct plan *);
/* The largest heap of the grid. */
uint32_t single_heaps_most(const struct plan *);
/* The heap of a point, 0 for none. */
uint32_t single_heaps_of(const struct point *);
/* A value as the domain writes it, and back; SEQUENCE_LOONY for what is no
 * nimber. */
uint64_t single_heaps_value(const struct plan *, uint32_t value);
uint32_t single_heaps_nimber(const struct plan *, uint64_t value);

struct single_heaps;

/* Plan and archive must live longer. The plan fits, its census has fact().
 * NOMEM, logged. */
enum status single_heaps_open(const struct plan *, struct archive *,
                              struct single_heaps **) MUST_CHECK;
void single_heaps_close(struct single_heaps *);
/* The value of a point; points must come by ascending heaps. DISAGREE if the
 * archive has a value for a smaller heap that cannot be; IO, FORMAT, RANGE;
 * logged. */
enum status single_heaps_solve(struct single_heaps *, const struct point *,
                               uint64_t *value) MUST_CHECK;

#endif
