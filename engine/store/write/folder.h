/* folder.h - a parts folder open for writing; for the store only.
 *
 * parts.c opens and reads it, parts_part.c adds parts, parts_finish.c makes the
 * archive. One thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_FOLDER_H
#define ENGINE_STORE_WRITE_FOLDER_H

#include "engine/store/file/digest.h"
#include "engine/store/write/parts.h"
#include "engine/store/write/values.h"

struct parts {
    struct run_identity id; /* what it points to is the caller's */
    char *archive, *folder; /* paths */
    char run[DIGEST_HEX];
    uint64_t part_rows, chunk_rows, count, rows_done;
    bool *has;
    const char **where; /* the folder of each part (gather.h); NULL: `folder` */
    bool strict;        /* parts of another size are refused */
    bool joined;        /* others may write, too */
    uint64_t share_first, share_end; /* the parts of this process */
    char *member; /* names of its own files; NULL: a run alone; "": none */
    struct values values; /* for the archive; empty: none */
    int lock;             /* -1 after the archive is made */
};

static inline uint64_t folder_part_rows(const struct parts *p, uint64_t part)
{
    uint64_t left = p->id.rows - part * p->part_rows;
    return left < p->part_rows ? left : p->part_rows;
}

/* Counts the parts, and says that none is there yet: part_rows is known. NOMEM;
 * logged. */
enum status folder_count(struct parts *) MUST_CHECK;

/* The path of a part, allocated; NULL if out of memory. */
char *folder_part_path(const struct parts *, uint64_t part);

/* Is the file the whole of that part of this run, by its head and its digest?
 * Not logged: *why gets a text. FORMAT, IO. */
enum status folder_check(const struct parts *, const char *path, uint64_t part,
                         const char **why) MUST_CHECK;
/* Renames a part that is damaged, with a note that says why. IO, NOMEM. */
enum status folder_set_aside(const char *path, const char *why) MUST_CHECK;
/* The same check of every part of a finished run, on the crew's threads; `deep`
 * also of every value. FORMAT if some were set aside, which are then missing;
 * IO, NOMEM. */
enum status folder_examine(struct parts *, bool deep,
                           const struct crew *) MUST_CHECK;

/* "slice-3-of-10", allocated; NULL if out of memory. */
char *folder_slice_name(const struct parts_slice *);
/* Is it that name with .json behind it? */
bool folder_is_slice(const char *name, unsigned *index, unsigned *count);

/* The path of the memo of a game, as above; in a folder that others write, too,
 * of this slice. */
char *folder_memo_path(const struct parts *, size_t game);

/* Removes the store's files in a folder that need not be kept: temporary ones
 * of processes that have ended, those of nobody, or every one but the lock. IO;
 * logged. */
enum folder_rest { FOLDER_ENDED, FOLDER_TEMPORARY, FOLDER_ALL };
enum status folder_clean(const char *folder, enum folder_rest) MUST_CHECK;

/* The bytes of all memos in a folder. IO, NOMEM; logged. */
enum status folder_memo_bytes(const char *folder, uint64_t *bytes) MUST_CHECK;

/* Calls visit with each name in a folder, in no order. IO; logged. */
enum status folder_each(const char *folder,
                        enum status (*visit)(void *context, const char *name),
                        void *context) MUST_CHECK;

/* Calls visit with each part file's name and number, in no order. */
enum status folder_scan(const char *folder,
                        enum status (*visit)(void *context, const char *name,
                                             uint64_t part),
                        void *context) MUST_CHECK;

#endif
