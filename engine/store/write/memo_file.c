#include "engine/store/write/memo_file.h"

#include "engine/store/file/disk.h"
#include "engine/store/write/folder.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_ENTRIES = 4096, ENTRY_MOST = 24 };

static const char no_memory[] = "out of memory";

/* A file being written or read, a block of entries at a time. */
struct stream {
    int fd;
    int error; /* errno of the first failure */
    unsigned key_bytes, value_bytes;
    uint64_t entries;
    struct sha256_ctx sha;
    size_t used; /* bytes in the block */
    unsigned char block[BLOCK_ENTRIES * ENTRY_MOST];
};

static unsigned entry_bytes(const struct stream *s)
{
    return s->key_bytes + s->value_bytes;
}

static void stream_init(struct stream *s, int fd, const struct memo_file *m)
{
    s->fd = fd;
    s->error = fd < 0 ? errno : 0;
    s->key_bytes = m->key_bits <= 64 ? 8 : 16;
    s->value_bytes = (m->value_bits + 7) / 8;
    s->entries = 0;
    s->used = 0;
    sha256_init(&s->sha);
}

static void stream_hex(struct stream *s, char hex[DIGEST_HEX])
{
    uint8_t digest[DIGEST_BYTES];
    sha256_digest(&s->sha, sizeof digest, digest);
    digest_hex(digest, hex);
}

static void put_number(unsigned char *out, uint64_t x, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (unsigned char)(x >> 8 * i);
}

static uint64_t get_number(const unsigned char *in, unsigned bytes)
{
    uint64_t x = 0;
    for (unsigned i = 0; i < bytes; i++)
        x |= (uint64_t)in[i] << 8 * i;
    return x;
}

static void write_out(struct stream *s, const void *bytes, size_t n, off_t at)
{
    const char *from = bytes;
    while (n && !s->error) {
        const ssize_t put = pwrite(s->fd, from, n, at);
        if (put < 0 && errno != EINTR)
            s->error = errno;
        if (put > 0) {
            from += put;
            at += put;
            n -= (size_t)put;
        }
    }
}

static void flush(struct stream *s)
{
    const uint64_t before = s->entries * entry_bytes(s) - s->used;
    sha256_update(&s->sha, s->used, s->block);
    write_out(s, s->block, s->used, (off_t)(MEMO_FILE_HEAD + before));
    s->used = 0;
}

static void put_entry(void *context, struct position key, uint64_t value)
{
    struct stream *s = context;
    if (s->error)
        return;
    unsigned char *at = s->block + s->used;
    put_number(at, key.lo, 8);
    if (s->key_bytes > 8)
        put_number(at + 8, key.hi, 8);
    put_number(at + s->key_bytes, value, s->value_bytes);
    s->used += entry_bytes(s);
    s->entries++;
    if (s->used > sizeof s->block - ENTRY_MOST)
        flush(s);
}

static void render(const struct parts *p, const struct memo_file *m,
                   uint64_t entries, const char *sha256,
                   char head[MEMO_FILE_HEAD])
{
    memset(head, 0, MEMO_FILE_HEAD);
    int n = snprintf(head, MEMO_FILE_HEAD,
                     "census-memo %d\nrun %s\ngame %zu\nrules %s\nask %s\nkey "
                     "%u\nvalue %u\nentries %" PRIu64 "\nsha256 %s\n",
                     MEMO_FILE_FORMAT, p->run, m->game, m->rules, m->ask,
                     m->key_bits, m->value_bits, entries, sha256);
    assert(n > 0 && n < MEMO_FILE_HEAD);
}

static void write_all(const struct parts *p, const struct memo_file *m,
                      const struct memo *memo, struct stream *s)
{
    char head[MEMO_FILE_HEAD], hex[DIGEST_HEX];
    memo->kind->each(memo->self, put_entry, s);
    flush(s);
    stream_hex(s, hex);
    render(p, m, s->entries, hex, head);
    write_out(s, head, sizeof head, 0);
    if (!s->error && fsync(s->fd) < 0)
        s->error = errno;
}

static enum status write_to(const struct parts *p, const struct memo_file *m,
                            const struct memo *memo, const char *path,
                            const char *tmp, const char **why)
{
    struct stream *s = malloc(sizeof *s);
    if (!s) {
        *why = no_memory;
        return STATUS_NOMEM;
    }
    unlink(tmp); /* of a run that was killed */
    stream_init(
        s,
        open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666),
        m);
    if (!s->error)
        write_all(p, m, memo, s);
    if (s->fd >= 0 && close(s->fd) < 0 && !s->error)
        s->error = errno;
    enum status st = s->error ? STATUS_IO : STATUS_OK;
    *why = s->error ? strerror(s->error) : NULL;
    free(s);
    if (!st) {
        st = disk_publish(tmp, path);
        *why = st ? "it could not be renamed" : NULL;
    }
    if (st)
        unlink(tmp);
    return st;
}

enum status memo_file_write(struct parts *p, const struct memo_file *m,
                            const struct memo *memo, const char **why)
{
    char *path = folder_memo_path(p, m->game);
    char *tmp = p->joined
                    ? disk_temporary(p->folder, p->member)
                    : disk_path("%s/.memo-%zu.bin.tmp", p->folder, m->game);
    enum status st = STATUS_NOMEM;
    *why = no_memory;
    if (path && tmp)
        st = write_to(p, m, memo, path, tmp, why);
    free(path);
    free(tmp);
    return st;
}

/* Fills the block from the file: how many bytes, 0 at its end. */
static size_t fill(struct stream *s, off_t at)
{
    const size_t size =
        sizeof s->block / entry_bytes(s) * (size_t)entry_bytes(s);
    s->used = 0;
    while (s->used < size && !s->error) {
        const ssize_t n = pread(s->fd, s->block + s->used, size - s->used,
                                at + (off_t)s->used);
        if (n == 0)
            break;
        if (n > 0)
            s->used += (size_t)n;
        else if (errno != EINTR)
            s->error = errno;
    }
    return s->used;
}

/* NULL if the head is what this run would write and the file has its length;
 * else what is wrong. */
static const char *head_fault(const struct parts *p, const struct memo_file *m,
                              struct stream *s, off_t size,
                              char hex[DIGEST_HEX])
{
    char head[MEMO_FILE_HEAD + 1] = "", again[MEMO_FILE_HEAD];
    unsigned version = 0;
    if (pread(s->fd, head, MEMO_FILE_HEAD, 0) != MEMO_FILE_HEAD)
        return "the file is truncated";
    if (sscanf(head, "census-memo %u", &version) != 1)
        return "not the memo of a run";
    if (version != MEMO_FILE_FORMAT)
        return "of another format version";
    const char *end = strstr(head, "\nentries ");
    if (!end || sscanf(end, " entries %" SCNu64 " sha256 %64[0-9a-f]",
                       &s->entries, hex) != 2)
        return "the head of the file is damaged";
    render(p, m, s->entries, hex, again);
    if (memcmp(head, again, MEMO_FILE_HEAD) != 0)
        return "of another run, game or value domain";
    if (s->entries > INT64_MAX / ENTRY_MOST ||
        (uint64_t)size != MEMO_FILE_HEAD + s->entries * entry_bytes(s))
        return "the file is truncated, or longer than its head says";
    return NULL;
}

static const char *whole_fault(const struct parts *p, const struct memo_file *m,
                               struct stream *s)
{
    char recorded[DIGEST_HEX] = "", hex[DIGEST_HEX];
    struct stat info;
    if (fstat(s->fd, &info) < 0 || !S_ISREG(info.st_mode))
        return "not a regular file";
    const char *fault = head_fault(p, m, s, info.st_size, recorded);
    for (off_t at = MEMO_FILE_HEAD; !fault && fill(s, at); at += (off_t)s->used)
        sha256_update(&s->sha, s->used, s->block);
    stream_hex(s, hex);
    return fault                   ? fault
           : s->error              ? strerror(s->error)
           : strcmp(hex, recorded) ? "damaged: the SHA-256 does not fit"
                                   : NULL;
}

/* The entries of the block. False: some number has too many bits. */
static bool decode(const struct stream *s, const struct memo_file *m,
                   struct position keys[], uint64_t values[], size_t *n)
{
    const uint64_t most = UINT64_MAX >> (64 - m->value_bits);
    const unsigned bits = m->key_bits;
    *n = s->used / entry_bytes(s);
    for (size_t i = 0; i < *n; i++) {
        const unsigned char *at = s->block + i * entry_bytes(s);
        keys[i].lo = get_number(at, 8);
        keys[i].hi = s->key_bytes > 8 ? get_number(at + 8, 8) : 0;
        values[i] = get_number(at + s->key_bytes, s->value_bytes);
        if (values[i] >= most || (bits < 64 && keys[i].lo >> bits) ||
            (bits > 64 && bits < 128 && keys[i].hi >> (bits - 64)))
            return false;
    }
    return true;
}

struct reading {
    enum status (*put)(void *, const struct position[], const uint64_t[],
                       size_t);
    void *context;
    struct stream stream;
    /* What a block holds at most, with the shortest entries. */
    struct position keys[BLOCK_ENTRIES * ENTRY_MOST / 9];
    uint64_t values[BLOCK_ENTRIES * ENTRY_MOST / 9];
};

static enum status put_all(struct reading *t, const struct memo_file *m,
                           const char **why)
{
    struct stream *s = &t->stream;
    enum status st = STATUS_OK;
    *why = NULL;
    for (off_t at = MEMO_FILE_HEAD; !st && fill(s, at); at += (off_t)s->used) {
        size_t n;
        if (decode(s, m, t->keys, t->values, &n))
            st = t->put(t->context, t->keys, t->values, n);
        else {
            *why = "it holds numbers that are too large";
            st = STATUS_FORMAT;
        }
    }
    if (!st && s->error) {
        *why = strerror(s->error);
        st = STATUS_IO;
    }
    return st;
}

static enum status read_from(const struct parts *p, const struct memo_file *m,
                             struct reading *t, const char *path,
                             const char **why)
{
    /* Opening a pipe would block until it has a writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        *why = strerror(errno);
        return errno == ENOENT ? STATUS_OK : STATUS_IO;
    }
    stream_init(&t->stream, fd, m);
    *why = whole_fault(p, m, &t->stream);
    enum status st = *why ? STATUS_FORMAT : put_all(t, m, why);
    close(fd);
    return st;
}

enum status
memo_file_read(struct parts *p, const struct memo_file *m,
               enum status (*put)(void *context, const struct position keys[],
                                  const uint64_t values[], size_t n),
               void *context, const char **why)
{
    struct reading *t = malloc(sizeof *t);
    char *path = folder_memo_path(p, m->game);
    enum status st = STATUS_NOMEM;
    *why = no_memory;
    if (t && path) {
        t->put = put;
        t->context = context;
        st = read_from(p, m, t, path, why);
    }
    free(path);
    free(t);
    return st;
}
