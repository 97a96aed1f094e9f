/* archive_inner.h - an archive as a table; for archive*.c only. */
#ifndef ENGINE_STORE_READ_ARCHIVE_INNER_H
#define ENGINE_STORE_READ_ARCHIVE_INNER_H

#include "engine/store/file/table.h"
#include "engine/store/read/archive.h"

/* Closed with the archive. */
const struct table *archive_table(const struct archive *);

/* The n cells of a dataset of /values, allocated, also after a failure.
 * FORMAT, IO, NOMEM; logged. */
enum status archive_values_cells(hid_t dataset, const struct archive *,
                                 const struct column *, uint64_t n,
                                 uint8_t **cells) MUST_CHECK;

#endif
