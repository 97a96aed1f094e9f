#include "engine/store/file/digest.h"

#include "engine/base/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char part_magic[] = "census-part ";
static const char archive_magic[] = "census-archive ";
static const char hdf5_magic[] = "\211HDF\r\n\032\n";

void digest_hex(const uint8_t digest[DIGEST_BYTES], char hex[DIGEST_HEX])
{
    for (size_t i = 0; i < DIGEST_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_HEX])
{
    struct sha256_ctx sha;
    uint8_t digest[DIGEST_BYTES];
    sha256_init(&sha);
    sha256_update(&sha, n, bytes);
    sha256_digest(&sha, sizeof digest, digest);
    digest_hex(digest, hex);
}

static void render(const struct digest_head *head, char block[DIGEST_HEAD])
{
    char range[64] = "";
    if (head->part)
        snprintf(range, sizeof range, "part %" PRIu64 "\nfirst %" PRIu64 "\n",
                 head->index, head->first);
    memset(block, 0, DIGEST_HEAD);
    int n = snprintf(block, DIGEST_HEAD,
                     "%s%d\nrun %s\n%srows %" PRIu64 "\nlength %" PRIu64
                     "\nsha256 %s\n",
                     head->part ? part_magic : archive_magic, DIGEST_FORMAT,
                     head->run, range, head->rows, head->length, head->sha256);
    assert(n > 0 && n < DIGEST_HEAD);
}

/* A head is legal if it is byte for byte what this program writes. */
static bool parse(const char block[DIGEST_HEAD], struct digest_head *head)
{
    char text[DIGEST_HEAD + 1] = "", again[DIGEST_HEAD];
    int n = 0;
    memcpy(text, block, DIGEST_HEAD);
    memset(head, 0, sizeof *head);
    head->part = !strncmp(text, part_magic, sizeof part_magic - 1);
    if (head->part)
        n = sscanf(text,
                   "%*s %*d run %64[0-9a-f] part %" SCNu64 " first %" SCNu64
                   " rows %" SCNu64 " length %" SCNu64 " sha256 %64[0-9a-f]",
                   head->run, &head->index, &head->first, &head->rows,
                   &head->length, head->sha256);
    else
        n = sscanf(text,
                   "%*s %*d run %64[0-9a-f] rows %" SCNu64 " length %" SCNu64
                   " sha256 %64[0-9a-f]",
                   head->run, &head->rows, &head->length, head->sha256);
    if (n != (head->part ? 6 : 4))
        return false;
    render(head, again);
    return !memcmp(block, again, DIGEST_HEAD);
}

/* Reads exactly n bytes unless the file ends: returns how many, -1: errno. */
static ssize_t read_at(int fd, void *out, size_t n, off_t at)
{
    size_t done = 0;
    while (done < n) {
        ssize_t got = pread(fd, (char *)out + done, n - done, at + (off_t)done);
        if (got == 0)
            break;
        if (got > 0)
            done += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)done;
}

static bool hash_rest(int fd, char hex[DIGEST_HEX], uint64_t *length)
{
    struct sha256_ctx sha;
    uint8_t block[65536], digest[DIGEST_BYTES];
    ssize_t n;
    sha256_init(&sha);
    *length = 0;
    do {
        n = read_at(fd, block, sizeof block, (off_t)(DIGEST_HEAD + *length));
        if (n < 0)
            return false;
        sha256_update(&sha, (size_t)n, block);
        *length += (uint64_t)n;
    } while (n == sizeof block);
    sha256_digest(&sha, sizeof digest, digest);
    digest_hex(digest, hex);
    return true;
}

enum status digest_seal(const char *path, struct digest_head *head)
{
    char block[DIGEST_HEAD], back[DIGEST_HEAD];
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && hash_rest(fd, head->sha256, &head->length);
    if (ok) {
        render(head, block);
        /* The head is inside the file's first block, so a partial write can
         * only be an error. */
        errno = EIO;
        ok = pwrite(fd, block, sizeof block, 0) == sizeof block &&
             read_at(fd, back, sizeof back, 0) == sizeof back &&
             !memcmp(back, block, sizeof block);
    }
    int error = errno;
    if (fd >= 0 && close(fd) < 0 && ok) {
        ok = false;
        error = errno;
    }
    if (!ok)
        return log_error(STATUS_IO, "%s: %s", path, strerror(error));
    return STATUS_OK;
}

/* What a file without a head is. HDF5 looks for its signature at 0, 512, 1024,
 * 2048 and so on. */
static const char *stranger(int fd, const char head[DIGEST_HEAD], off_t size)
{
    char text[8];
    for (off_t at = 0; at + 8 <= size; at = at ? 2 * at : DIGEST_HEAD)
        if (read_at(fd, text, 8, at) == 8 && !memcmp(text, hdf5_magic, 8))
            return "an HDF5 file, but not a census archive";
    if (memchr(head, 0, DIGEST_HEAD) == head)
        return "not a census archive: it begins with zeros";
    return "not a census archive";
}

static enum status check_head(int fd, off_t size, struct digest_head *head,
                              const char **why)
{
    char block[DIGEST_HEAD + 1] = "";
    unsigned version = 0;
    ssize_t n = read_at(fd, block, DIGEST_HEAD, 0);
    if (n < 0) {
        *why = strerror(errno);
        return STATUS_IO;
    }
    if (n == 0)
        *why = "the file is empty";
    else if (strncmp(block, part_magic, sizeof part_magic - 1) &&
             strncmp(block, archive_magic, sizeof archive_magic - 1))
        *why = stranger(fd, block, size);
    else if (sscanf(block, "%*s %u", &version) == 1 && version > DIGEST_FORMAT)
        *why = "its format version is newer than this program can read";
    else if (n < DIGEST_HEAD)
        *why = "the file is truncated";
    else if (!parse(block, head))
        *why = "the head of the file is damaged";
    else if ((uint64_t)size < DIGEST_HEAD + head->length)
        *why = "the file is truncated";
    else if ((uint64_t)size > DIGEST_HEAD + head->length)
        *why = "the file is longer than its head says";
    else
        return STATUS_OK;
    return STATUS_FORMAT;
}

enum status digest_check(const char *path, bool whole, struct digest_head *head,
                         const char **why)
{
    struct stat info;
    struct disk_stamp stamp;
    char hex[DIGEST_HEX];
    uint64_t length;
    /* Opening a pipe would block until it has a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &info) < 0 || !disk_stamp(fd, &stamp)) {
        *why = strerror(errno);
        if (fd >= 0)
            close(fd);
        return STATUS_IO;
    }
    enum status st = STATUS_FORMAT;
    if (S_ISDIR(info.st_mode))
        *why = "a folder, not a census archive";
    else if (!S_ISREG(info.st_mode))
        *why = "not a regular file";
    else
        st = check_head(fd, info.st_size, head, why);
    head->stamp = stamp;
    if (st == STATUS_OK && whole) {
        if (!hash_rest(fd, hex, &length)) {
            st = STATUS_IO;
            *why = strerror(errno);
        } else if (strcmp(hex, head->sha256)) {
            st = STATUS_FORMAT;
            *why = "damaged: the SHA-256 does not fit";
        }
    }
    close(fd);
    return st;
}
