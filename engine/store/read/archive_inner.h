/* archive_inner.h - an archive as a table; for archive*.c only. */
#ifndef ENGINE_STORE_READ_ARCHIVE_INNER_H
#define ENGINE_STORE_READ_ARCHIVE_INNER_H

#include "engine/store/file/table.h"
#include "engine/store/read/archive.h"

/* Closed with the archive. */
const struct table *archive_table(const struct archive *);

#endif
