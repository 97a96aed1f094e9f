/* estimate.h - what a run will need, before it starts.
 *
 *   positions   sweeps: the states of a sample of the grid's points; recursion:
 *               extrapolated from the memos of pilots
 *   memory      the memo of so many positions (memo.h, bytes()), the masks of
 *               retrograde analysis, and the rows of the part in hand
 *   archive     how the pilot's rows compress; without a pilot, uncompressed
 *
 *   CPU         of the pilots, with the power of the rows by which they grow,
 *               and of writing the rows
 *
 * Called by the main thread.
 */
#ifndef ENGINE_RUN_ESTIMATE_H
#define ENGINE_RUN_ESTIMATE_H

#include "engine/run/pilot.h"

/* How the number of positions is known. */
enum estimate_basis {
    ESTIMATE_NONE,    /* unknown: no sweep of states and no pilot */
    ESTIMATE_CARRIED, /* extrapolated from pilots: order of magnitude */
    ESTIMATE_TRIED,   /* all rows were tried; another run with several threads
                         may meet some more or less */
    ESTIMATE_SAMPLED, /* from a sample of points: within a few per cent */
    ESTIMATE_COUNTED, /* exact */
};

struct estimate {
    const struct method *method;
    enum estimate_basis basis;
    uint64_t rows, positions;
    /* Rows reach positions beyond the grid, which nobody has counted, and some
     * rows were not tried: positions, memory and time are what it takes at
     * least. */
    bool open;
    uint64_t expect[CENSUS_GAMES_MAX]; /* positions of each game that its memo
                                          will hold; 0: not known */
    uint64_t memo_bytes;               /* 0: not known */
    uint64_t value_bytes;   /* that domains keep, with the book of them */
    bool more;              /* memory_bytes leaves out an unknown part */
    uint64_t spill_bytes;   /* of masks or tables on the disk, while it
                               runs */
    uint64_t part_bytes;    /* rows of a part, as solved and as compressed */
    uint64_t held_bytes;    /* by the program already */
    uint64_t memory_bytes;  /* held, program, memo, values, part */
    uint64_t archive_bytes; /* an upper bound without a pilot */
    uint64_t pilot_rows;    /* 0: no pilot */
    double cpu_seconds;     /* of all threads; 0: not known */
    double seconds; /* by the clock if each thread has a processor; 0: not known
                     */
};

/* Bytes of an archive whose rows do not compress. */
uint64_t estimate_archive_most(const struct plan *);
/* Reads threads, memo, recursion and spill of the options. pilots: NULL or
 * empty if there were none. Errors of games and memos. */
enum status estimate_run(const struct plan *, const struct run_options *,
                         uint64_t part_rows, const struct pilots *,
                         struct estimate *) MUST_CHECK;

#endif
