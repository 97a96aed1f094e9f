/* archive_inner.h - an archive as HDF5 has it open; for archive*.c only. */
#ifndef ENGINE_STORE_READ_ARCHIVE_INNER_H
#define ENGINE_STORE_READ_ARCHIVE_INNER_H

#include "engine/store/file/h5.h"
#include "engine/store/read/archive.h"

/* Closed with the archive. */
hid_t archive_file(const struct archive *);

#endif
