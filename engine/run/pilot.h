/* pilot.h - the first rows of a run, solved in memory before it begins: what
 * estimates and the size of its parts are made from.
 *
 * Four times as many rows each time, until a time is up. It is processor time
 * that is measured, so that what else the machine does changes nothing.
 *
 * Called by the main thread.
 */
#ifndef ENGINE_RUN_PILOT_H
#define ENGINE_RUN_PILOT_H

#include "engine/run/run.h"

/* The latest three that were completed, the last of them [2]; rows 0: none.
 *
 * cut[]: where all is found before the first row (method.h, prepare) and time
 * was up before that, the positions found and their seconds, [1] in the whole
 * time, [0] in a quarter of it; positions 0: none. The rows are solved by
 * recursion then, and only say how they compress. */
enum { PILOTS = 3 };
struct pilots {
    struct pilot {
        uint64_t rows, positions, memo_bytes, value_bytes;
        uint64_t bytes;             /* of the rows, compressed */
        double seconds;             /* CPU, to solve them */
        double compressing_seconds; /* CPU */
    } last[PILOTS], cut[2];
};

/* Pilots of about `seconds` of CPU on each thread, and of sixteen times that by
 * the clock, all together; or of all rows. Reads threads, memo, recursion and
 * memory of the options. If not even the first is done by then, half that time
 * again for fewer rows, and none if a single one takes longer. STOPPED if the
 * run is asked to stop; errors of games, memos and rows. */
enum status pilots_fly(const struct plan *, const struct run_options *,
                       double seconds, struct pilots *) MUST_CHECK;

/* How many rows make a part of a run alone. A kill loses the part in hand, and
 * parts shorter than a chunk of the archive are compressed twice. So a part is
 * a 64th of the rows, or what about a second solves if that is more, but then
 * not longer than a chunk. A chunk at least where all is found before the first
 * row (method.h, prepare), and where a chunk of them is held, an eighth of all
 * or 4 million. What is held of it takes at most an eighth of the memory,
 * unless it is a chunk or less. */
uint64_t pilots_part_rows(const struct plan *, const struct run_options *,
                          const struct pilots *);
/* Does that depend on pilots? */
bool pilots_size_parts(const struct plan *, const struct run_options *);

#endif
