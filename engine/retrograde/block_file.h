/* block_file.h - blocks of equal size in a file without a name (scratch.h),
 * each held to a digest of what was last written when it is read.
 *
 *     block    0       1       2       3   ...
 *     digest  d0      d1       -      d3        - : zeros, never written
 *
 * The digests, CRC-32, are in memory. Any thread, on different blocks.
 */
#ifndef ENGINE_RETROGRADE_BLOCK_FILE_H
#define ENGINE_RETROGRADE_BLOCK_FILE_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>

struct block_file {
    int file;
    uint64_t blocks;
    size_t bytes;     /* of a block */
    uint64_t *digest; /* 0: not written */
    char *folder;
};

/* For `what`, a word for messages. NOMEM, IO; logged. */
enum status block_file_open(const char *folder, const char *what,
                            uint64_t blocks, size_t bytes,
                            struct block_file *) MUST_CHECK;
void block_file_close(struct block_file *);
/* All zero again. Not beside other calls. */
void block_file_clear(struct block_file *);

/* n blocks from `first` on. IO: they cannot be read or written; FORMAT: what is
 * read is not what was written. Logged. */
enum status block_file_read(const struct block_file *, uint64_t first,
                            uint64_t n, void *to) MUST_CHECK;
enum status block_file_write(struct block_file *, uint64_t first, uint64_t n,
                             const void *from) MUST_CHECK;

#endif
