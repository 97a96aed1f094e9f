/* progress_file.h - how far a run that is at work has come, for people.
 *
 *   progress.json             of a run alone
 *   slice-3-of-10.progress    of a slice
 *
 * In the parts folder, written over about once a second, not synced, and
 * removed when the run ends. Nothing depends on it: which rows are done say the
 * parts, who is at work says the lock; a run that was killed leaves its last
 * one, which the next run removes.
 */
#ifndef ENGINE_STORE_WRITE_PROGRESS_FILE_H
#define ENGINE_STORE_WRITE_PROGRESS_FILE_H

#include "engine/base/clock.h"
#include "engine/store/write/parts.h"

struct progress_record {
    char started[CLOCK_DATE]; /* ISO 8601, UTC */
    double seconds;           /* at work so far */
    uint64_t rows;            /* solved by now: those of finished parts, and of
                                 the part in hand */
    double rate;              /* rows a second since it started */
    double left;              /* seconds; negative: not known */
    bool least;               /* it may well take longer */
    uint64_t memory_bytes;    /* of the process */
    uint64_t disk_bytes;      /* of what does not fit into its memory */
    unsigned threads;
    double age; /* when read: seconds since it was written */
};

/* What cannot be written is left out, silently. One thread at a time, beside
 * those that call other functions of parts. */
void progress_file_write(const struct parts *, const struct progress_record *);
void progress_file_remove(const struct parts *);

/* slice: NULL for a run alone. False if there is none that can be read. */
bool progress_file_read(const char *folder, const struct parts_slice *slice,
                        struct progress_record *);

#endif
