/* digest.h - the head of every file of the store, and its SHA-256.
 *
 *   0            512                                     512 + length
 *   | head text, |  an HDF5 file                              |
 *   | zeros      |  sha256 = SHA-256 of these bytes           |
 *
 *   census-part 1            or   census-archive 1
 *   run <sha256 of what is run>   run ...
 *   part 7
 *   first 458752
 *   rows 65536                    rows 6639349
 *   length 123456                 length ...
 *   sha256 <64 hex digits>        sha256 ...
 *
 * HDF5 skips the first 512 bytes (its "user block"). HDF5 reads past the end
 * of a cut file as zeros, so the length is compared with the file's size
 * before HDF5 sees it. By hand: tail -c +513 FILE | sha256sum.
 * Any thread.
 */
#ifndef ENGINE_STORE_FILE_DIGEST_H
#define ENGINE_STORE_FILE_DIGEST_H

#include "engine/store/file/disk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DIGEST_HEAD = 512,
    DIGEST_FORMAT = 1, /* the version of the file format */
    DIGEST_BYTES = 32,
    DIGEST_HEX = 65, /* with the closing zero */
};

struct digest_head {
    bool part; /* else an archive */
    char run[DIGEST_HEX];
    uint64_t index, first; /* parts only, else 0 */
    uint64_t rows;
    uint64_t length;
    char sha256[DIGEST_HEX];
    struct disk_stamp stamp; /* by digest_check: of the file it has read */
};

void digest_hex(const uint8_t digest[DIGEST_BYTES], char hex[DIGEST_HEX]);
/* SHA-256 of some bytes as text. */
void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_HEX]);

/* Computes length and sha256 of the file, writes the head and reads it back. The
 * file is not synced. IO; logged. */
enum status digest_seal(const char *path, struct digest_head *) MUST_CHECK;

/* Reads the head and compares its length with the file's; with `whole`, the
 * SHA-256, too. Not logged: *why gets a constant text or strerror text.
 * IO if the file is missing or unreadable, FORMAT for all else. */
enum status digest_check(const char *path, bool whole, struct digest_head *,
                         const char **why) MUST_CHECK;

#endif
