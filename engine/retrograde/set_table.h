/* set_table.h - values of all sets of a board at once, in one byte each
 * (set_slots of ruleset.h), without a position, a list of moves or a memo.
 *
 * A move takes an element; if the last one of a group goes with it, the same
 * player moves again. Of a set, let C be the values of the moves of that kind,
 * O those of the others: with no C it is worth the mex of O; with a single
 * value c in C that is not in O it is worth c; else it is loony (Winning Ways,
 * ch. 16; loony_complimenting in engine/value/loony.h). Of the 16,777,216 sets
 * of lines of 3 x 3 boxes 7,394,020 are loony.
 *
 * Sets in blocks of equal high elements, BLOCK of them in one call, by all of
 * their high elements together: where no group ends, a set's nimbers are a bit
 * each. A block needs those with fewer high elements only:
 *
 *     for (layer) { tasks of a layer by any threads; all wait }
 *
 * 2^31 sets are 2 GB. set_table_task of different tasks of a layer may run at
 * the same time; all else by one thread while the others are idle.
 */
#ifndef ENGINE_RETROGRADE_SET_TABLE_H
#define ENGINE_RETROGRADE_SET_TABLE_H

#include "engine/game/ruleset.h"

enum { SET_TABLE_ELEMENTS_MAX = 31, SET_TABLE_LOONY = 255 };

struct set_table;

/* Has the game sets, and these boards few enough elements? */
bool set_table_fits(const struct game *, uint32_t rows, uint32_t columns);
/* Nothing is solved. NOMEM; logged. */
enum status set_table_open(const struct game *, uint32_t rows, uint32_t columns,
                           struct set_table **) MUST_CHECK;
void set_table_close(struct set_table *); /* NULL: nothing */
uint64_t set_table_bytes(const struct set_table *);
/* 2 to the number of elements. */
uint64_t set_table_count(const struct set_table *);

/* Prepares the blocks of all sets up to `last` that are not solved; returns the
 * number of layers, 0 if they all are. */
size_t set_table_begin(struct set_table *, uint64_t last);
uint64_t set_table_tasks(const struct set_table *, size_t layer);
/* Returns how many sets it solved. */
uint64_t set_table_task(struct set_table *, size_t layer, uint64_t task);
/* After the last layer. */
void set_table_end(struct set_table *);

/* Of the sets that are solved: nimbers, or SET_TABLE_LOONY. */
const uint8_t *set_table_values(const struct set_table *);

#endif
