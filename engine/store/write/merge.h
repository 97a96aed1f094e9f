/* merge.h - the parts of a finished run put together into one file.
 *
 * Compressed chunks are copied as they are, in the order chunk by chunk, column
 * by column: the file's bytes do not depend on the size of the parts. One
 * thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_MERGE_H
#define ENGINE_STORE_WRITE_MERGE_H

#include "engine/store/write/folder.h"

/* Are the parts' chunks those of the archive, with the digests that they have?
 * Else they are shorter: their rows are compressed again. */
bool merge_copies(const struct parts *);
/* Writes the archive's HDF5 file, without a head, to `tmp`, which must not be
 * there. The caller removes what is left of it after a failure. IO, FORMAT,
 * NOMEM; logged. */
enum status merge_write(struct parts *, const char *tmp,
                        const struct run_record *) MUST_CHECK;
/* Seals and verifies the file, compares all of it that no digest guards with
 * what was to be written, and renames it to the archive's path. recorded: its
 * digest is kept in the folder of the parts first, so that a run killed during
 * clean-up recognises its archive. EXISTS unless `replace`, FORMAT, IO, NOMEM;
 * logged. */
enum status merge_publish(struct parts *, const char *tmp,
                          const struct run_record *, bool replace,
                          bool recorded, const struct crew *) MUST_CHECK;

#endif
