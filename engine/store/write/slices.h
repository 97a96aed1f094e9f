/* slices.h - what each slice of a run has done, in its parts folder.
 *
 *   slice-3-of-10.json    written by slice 3 when it begins and when it ends
 *
 * Nothing depends on these files: which parts are there says the folder. They
 * are for people (census status), and for the record of the archive. A slice
 * that is done again adds to what its file says; a file that is damaged is
 * named in a note, and says nothing. One thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_SLICES_H
#define ENGINE_STORE_WRITE_SLICES_H

#include "engine/store/write/parts.h"

struct slice_record {
    struct parts_slice slice;
    char holder[128];         /* "host, process 123": the last that worked */
    bool ended;               /* it has ended in order; else it is at work, or
                                 was killed */
    uint64_t rows, evaluated; /* by all that have ended */
    double cpu_seconds;
    bool damaged; /* all else is zero */
};

/* Writes that the slice has begun, and, with what it did, that it has ended.
 * IO, NOMEM; logged. */
enum status slices_begin(const struct parts *) MUST_CHECK;
enum status slices_end(const struct parts *, const struct run_record *,
                       uint64_t rows) MUST_CHECK;

/* Calls visit with each record of a folder, slice 0 first. IO, NOMEM; logged.
 */
enum status slices_each(const char *folder,
                        enum status (*visit)(void *context,
                                             const struct slice_record *),
                        void *context) MUST_CHECK;

#endif
