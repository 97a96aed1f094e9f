#include "engine/retrograde/block_file.h"

#include "engine/base/log.h"
#include "engine/retrograde/scratch.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status block_file_open(const char *folder, const char *what,
                            uint64_t blocks, size_t bytes, struct block_file *f)
{
    *f = (struct block_file){.file = -1, .blocks = blocks, .bytes = bytes};
    f->digest = calloc(blocks + 1, sizeof *f->digest);
    f->folder = strdup(folder);
    enum status st =
        f->digest && f->folder
            ? scratch_open(folder, what, blocks * bytes, &f->file)
            : log_error(STATUS_NOMEM, "%s: out of memory for %s", folder, what);
    if (st)
        block_file_close(f);
    return st;
}

void block_file_close(struct block_file *f)
{
    if (f->folder && f->file >= 0)
        close(f->file);
    free(f->digest);
    free(f->folder);
    *f = (struct block_file){.file = -1};
}

void block_file_clear(struct block_file *f)
{
    memset(f->digest, 0, f->blocks * sizeof *f->digest);
}

/* Never 0, and no more likely equal for other bytes than the CRC. */
static uint64_t digest_of(const struct block_file *f, const void *block)
{
    return 1ull << 32 | libdeflate_crc32(0, block, f->bytes);
}

/* One block; the file's position is left alone. */
static int read_block(const struct block_file *f, uint64_t block, char *to)
{
    size_t done = 0;
    while (done < f->bytes) {
        const ssize_t n = pread(f->file, to + done, f->bytes - done,
                                (off_t)(block * f->bytes + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n ? errno : EIO;
        done += (size_t)n;
    }
    return 0;
}

static int write_block(const struct block_file *f, uint64_t block,
                       const char *from)
{
    size_t done = 0;
    while (done < f->bytes) {
        const ssize_t n = pwrite(f->file, from + done, f->bytes - done,
                                 (off_t)(block * f->bytes + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        done += (size_t)n;
    }
    return 0;
}

enum status block_file_read(const struct block_file *f, uint64_t first,
                            uint64_t n, void *to)
{
    char *at = to;
    for (uint64_t i = first; i < first + n; i++, at += f->bytes) {
        if (!f->digest[i]) {
            memset(at, 0, f->bytes);
            continue;
        }
        const int error = read_block(f, i, at);
        if (error)
            return log_error(STATUS_IO,
                             "%s: a table on the disk cannot be read: %s",
                             f->folder, strerror(error));
        if (digest_of(f, at) != f->digest[i])
            return log_error(STATUS_FORMAT,
                             "%s: a table on the disk is damaged: block %llu "
                             "is not as it was written; a resumed run makes "
                             "it again",
                             f->folder, (unsigned long long)i);
    }
    return STATUS_OK;
}

enum status block_file_write(struct block_file *f, uint64_t first, uint64_t n,
                             const void *from)
{
    const char *at = from;
    for (uint64_t i = first; i < first + n; i++, at += f->bytes) {
        const int error = write_block(f, i, at);
        if (error)
            return log_error(STATUS_IO,
                             "%s: a table cannot be written to the disk: %s",
                             f->folder, strerror(error));
        f->digest[i] = digest_of(f, at);
    }
    return STATUS_OK;
}
