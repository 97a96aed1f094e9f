/* h5.h - the few operations of HDF5 that the store uses.
 *
 * Every failure is logged here, once, with the file's name and the reason that
 * HDF5 or the system gives, and returned as IO (FORMAT where a file says
 * something it should not). HDF5 itself prints nothing.
 *
 * HDF5 serialises its calls by a lock of its own (h5_ready refuses a library
 * built without it), so different files may be used from different threads.
 */
#ifndef ENGINE_STORE_FILE_H5_H
#define ENGINE_STORE_FILE_H5_H

#include "engine/base/column.h"
#include "engine/base/status.h"
#include "engine/store/file/chunk.h"

#include <hdf5.h>
#include <stdbool.h>

/* Silences HDF5 in this thread and checks the library. First call of every
 * function that uses HDF5. */
enum status h5_ready(void) MUST_CHECK;
/* Logs the last HDF5 failure while `doing` something to an object. */
enum status h5_fail(hid_t object, const char *doing);

/* A new file in the 1.10 format (checksummed metadata, the same bytes every
 * time) with room for the head; must not exist. */
enum status h5_create(const char *path, hid_t *file) MUST_CHECK;
/* An existing file, read-only. FORMAT if HDF5 cannot open it. */
enum status h5_open(const char *path, hid_t *file) MUST_CHECK;
/* The same file once more, whatever is under its path by now. */
enum status h5_open_again(hid_t file, hid_t *again) MUST_CHECK;
/* Which file it is that HDF5 has open. */
enum status h5_stamp(hid_t file, struct disk_stamp *) MUST_CHECK;
/* Closes a file and all that is open in it. After a failure (`so_far`) it
 * returns that one, and a failure to close is not logged: it has the same
 * cause. */
enum status h5_close(hid_t file, const char *path,
                     enum status so_far) MUST_CHECK;
/* A group that remembers the order of its members. */
enum status h5_group(hid_t file, const char *name, hid_t *group) MUST_CHECK;

/* Closes an object, after which what was written to it is in the file as far as
 * HDF5 says. Below 0 (never opened) is fine. As h5_close. */
enum status h5_end(hid_t object, enum status so_far) MUST_CHECK;

/* FORMAT, naming it, if a member of a group is a link to somewhere else (soft,
 * external or of another kind) instead of an object of this file; with
 * `datasets`, also if it is no dataset. */
enum status h5_plain(hid_t group, bool datasets) MUST_CHECK;

/* Fixed-length UTF-8 text filled up with zeros; negative on failure. */
hid_t h5_text_type(size_t width);
enum status h5_put_text(hid_t object, const char *name,
                        const char *text) MUST_CHECK;
/* Attributes as a list, so that what is written and what is compared is one:
 * `text`, or *real, or, if both are NULL, `whole`. */
struct h5_attribute {
    const char *name, *text;
    uint64_t whole;
    const double *real;
};
enum status h5_put_attributes(hid_t object, const struct h5_attribute[],
                              size_t n) MUST_CHECK;
/* Are they there, with these values? FORMAT. */
enum status h5_same_attributes(hid_t object, const struct h5_attribute[],
                               size_t n) MUST_CHECK;
/* Any of them as text, allocated. FORMAT if missing or of another kind. */
enum status h5_get_text(hid_t object, const char *name, char **) MUST_CHECK;
enum status h5_get_u64(hid_t object, const char *name, uint64_t *) MUST_CHECK;

/* A dataset for a column with its attributes. There may be fewer rows than
 * chunk_rows. */
enum status h5_put_column(hid_t group, const struct column *, uint64_t rows,
                          uint64_t chunk_rows, hid_t *dataset) MUST_CHECK;
/* The same read back: name, type, width, role, unit, help and labels are
 * allocated (h5_column_release). FORMAT. */
enum status h5_get_column(hid_t dataset, const char *name, struct column *,
                          uint64_t *rows, uint64_t *chunk_rows) MUST_CHECK;
void h5_column_release(struct column *);
/* Is the dataset what h5_put_column makes of this column? FORMAT. */
enum status h5_same_column(hid_t dataset, const struct column *) MUST_CHECK;

enum status h5_put_chunk(hid_t dataset, uint64_t first_row,
                         const struct chunk *) MUST_CHECK;
/* Reads a chunk of at most cap bytes as it is stored. */
enum status h5_get_chunk(hid_t dataset, uint64_t first_row, uint8_t *bytes,
                         size_t cap, size_t *size, uint32_t *mask) MUST_CHECK;

#endif
