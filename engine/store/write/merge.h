/* merge.h - the parts of a finished run put together into one file.
 *
 * Compressed chunks are copied as they are, in the order chunk by chunk, column
 * by column: the file's bytes do not depend on the size of the parts. One
 * thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_MERGE_H
#define ENGINE_STORE_WRITE_MERGE_H

#include "engine/store/write/folder.h"

/* Writes the archive's HDF5 file, without a head, to `tmp`, which must not be
 * there. The caller removes what is left of it after a failure. IO, FORMAT,
 * NOMEM; logged. */
enum status merge_write(struct parts *, const char *tmp,
                        const struct run_record *) MUST_CHECK;
/* Does all of it that no digest guards read back as it was written: what was
 * run and how, what the columns mean, the values? FORMAT, IO, NOMEM; logged. */
enum status merge_same(const struct parts *, const char *tmp,
                       const struct run_record *) MUST_CHECK;

#endif
