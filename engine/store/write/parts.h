/* parts.h - the rows of a running census on disk, safe at every moment.
 *
 *   te60.h5.parts/            beside the archive te60.h5 that it will become
 *     run.json                what is being run; written once, never changed
 *     lock                    held by the one process that writes, or shared
 *                             by those that have joined
 *     part-000000.h5          rows 0 .. part_rows-1, whole, synced, immutable
 *     part-000007.h5          parts may come in any order
 *     part-000003.h5.bad      set aside by a resume or before the archive was
 *                             made: digest did not fit
 *     .part-000008.h5.HOST.PROCESS.tmp   in flight; garbage after a kill
 *     memo-0.bin              solved positions of a run that was stopped, see
 *                             memo_file.h; may be missing
 *     memo-0.slice-3-of-10.bin, slice-3-of-10.json   of a slice (slices.h)
 *     progress.json           how far a run at work has come (progress_file.h)
 *     archived                SHA-256 of the archive, once it is made
 *
 * A part is a complete HDF5 file with a fixed index range of rows. It is made
 * under a temporary name, closed, read back, digested, synced, renamed, and
 * the directory is synced: a file under its final name is whole, and the
 * listing is the commit record. The first 512 bytes (the HDF5 user block) hold
 * a line of text each for format, run, part, rows, length and SHA-256 of the
 * rest, so a part is checked without opening it in HDF5.
 *
 * Threads: part_encode of different chunks may run at the same time; all else
 * is called by one thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_PARTS_H
#define ENGINE_STORE_WRITE_PARTS_H

#include "engine/base/column.h"
#include "engine/base/crew.h"
#include "engine/base/status.h"
#include "engine/store/file/chunk.h"
#include "engine/value/book.h"

#include <stdbool.h>

enum { STORE_CHUNK_ROWS = CHUNK_ROWS };

/* The identity of a run. Two runs of equal identity have equal facts; title,
 * coverage, units and help may differ. What it points to must live as long as
 * the parts are open. */
struct run_identity {
    const char *census;
    unsigned version;
    const char *title;    /* one line for people */
    const char *coverage; /* what an archive holds all of; NULL: not said */
    const char *rules;    /* canonical ruleset texts, separated by blanks */
    const char *ask;      /* domains, one per ruleset, separated by blanks */
    const char *grid;     /* canonical grid text */
    const char *beside;   /* as in schema.h */
    const char *params; /* JSON object: what the command line needs to open the
                           same census again; NULL: {}. No part of identity */
    uint64_t rows;
    const struct column *columns;
    size_t ncolumns, row_size;
};

/* What differs from run to run; kept apart from the facts in the archive. */
struct run_record {
    const char *software; /* version and commit */
    const char *compiler;
    const char *command; /* command line */
    const char *host;
    const char *started, *ended; /* ISO 8601, UTC */
    const char *memo;
    unsigned threads;
    double seconds, cpu_seconds; /* of this process */
    uint64_t evaluated;          /* positions */
};

struct parts;

/* Opens the parts directory of an archive path for writing and takes the lock.
 * create: makes directory and run.json (EXISTS if there are some already).
 * else: run.json must be there and of the same identity (FORMAT if not); parts
 * with a wrong digest are set aside with a note, left-over temporary files are
 * removed. part_rows is used on create only and read back otherwise; it is a
 * multiple of STORE_CHUNK_ROWS, or less than it (then chunks are that short).
 * LOCKED names host and process of the holder. IO, NOMEM. Logged. */
enum status parts_open(const char *archive_path, const struct run_identity *,
                       uint64_t part_rows, bool create,
                       struct parts **) MUST_CHECK;
/* Which share of the parts is this process's: slice `index` of `count`, which
 * are neighbours; count 1: all of them; count 0: none is its own, it is told
 * which to solve. any_size: if there are parts of another size, it goes on with
 * that. */
struct parts_slice {
    uint64_t index, count;
    bool any_size;
};
/* The first part of slice i of n, where there are `count`; of slice n: count.
 */
static inline uint64_t parts_slice_first(uint64_t count, uint64_t i, uint64_t n)
{
    return count / n * i + count % n * i / n;
}
/* Opens the folder of an archive path, made if it is not there, to add parts to
 * it beside other processes, on this machine or others. All of them must ask
 * for the same part_rows. Parts of its own share are checked as above; none is
 * removed, and no temporary file of a process that may be at work. LOCKED only
 * by a run alone, and locks one out; FORMAT, IO, NOMEM. Logged. */
enum status parts_join(const char *archive_path, const struct run_identity *,
                       uint64_t part_rows, const struct parts_slice *,
                       struct parts **) MUST_CHECK;
bool parts_joined(const struct parts *);
/* The parts of this process: first..end-1. */
void parts_share(const struct parts *, uint64_t *first, uint64_t *end);
/* Is that part, whoever made it, there by now and whole? Reads it. */
bool parts_peek(const struct parts *, uint64_t part);
/* Has this process a place for memo checkpoints: a run alone, or a slice? */
bool parts_keeps_memos(const struct parts *);
/* Releases the lock. Parts stay. */
void parts_close(struct parts *);
/* Removes the parts of an archive path, if there are any. LOCKED if a run is
 * writing them; IO. Logged. */
enum status parts_discard(const char *archive_path) MUST_CHECK;

/* The same of a folder of parts. */
enum status parts_discard_folder(const char *folder) MUST_CHECK;

const char *parts_folder(const struct parts *);
uint64_t parts_count(const struct parts *);
uint64_t parts_rows_per_part(const struct parts *);
bool parts_has(const struct parts *, uint64_t part);
uint64_t parts_rows_done(const struct parts *);

/* A part being written. Begin, encode every (column, chunk) once, commit. */
struct part;
enum status part_begin(struct parts *, uint64_t part,
                       struct part **) MUST_CHECK;
/* Chunks of a column, and the rows of one; the last one has fewer. */
uint64_t part_chunks(const struct part *);
uint64_t part_chunk_rows(const struct part *);
/* Compresses one chunk of one column from rows[], the rows of the whole part
 * (row_size bytes each). Any thread. NOMEM. */
enum status part_encode(struct part *, size_t column, uint64_t chunk,
                        const void *rows) MUST_CHECK;
/* The same from rows[] of the chunk alone, in the thread's own room. */
enum status part_encode_chunk(struct part *, struct chunk_room *, size_t column,
                              uint64_t chunk, const void *rows) MUST_CHECK;
/* Writes, checks, syncs and renames; frees the part in every case. On failure
 * nothing is left under any name. A part that another process, which has
 * joined, has made meanwhile stays as it is: that is no failure. */
enum status part_commit(struct part *) MUST_CHECK;
void part_abort(struct part *);

/* The rows of a part that is there (parts_has, parts_peek) back as rows[] of
 * row_size bytes; bytes of a row that no column covers are zero. IO, FORMAT. */
enum status parts_read(struct parts *, uint64_t part, void *rows) MUST_CHECK;

/* Sets the book that the archive holds under /values: compressed on the crew's
 * threads; the caller may then release it. NOMEM. */
enum status parts_set_book(struct parts *, const struct book *,
                           const struct crew *) MUST_CHECK;

/* When every part is there: one archive at the archive path, by copying the
 * compressed chunks as they are, under a temporary name, verified on the crew's
 * threads, synced, renamed; then the parts directory goes. Its chunks are
 * STORE_CHUNK_ROWS long whatever the parts were, so its bytes outside of /run
 * do not depend on them. EXISTS if there is an archive already, or when it is
 * to get its name, unless `replace`. FORMAT if parts were found damaged: they
 * are set aside and missing (parts_rows_done), to be solved again. */
enum status parts_archive(struct parts *, const struct run_record *,
                          bool replace, const struct crew *) MUST_CHECK;

/* For `census resume` and `census status`: what run.json says, without a
 * lock. The caller frees with parts_info_release. */
/* bad: parts that will be set aside, by their head and length and, if nobody is
 * writing and they are short, by every byte (a resume reads all). */
struct parts_info {
    char *census, *title, *rules, *ask, *grid, *params; /* params: JSON text */
    unsigned version;
    uint64_t rows, part_rows, parts, parts_done, rows_done, bad;
    uint64_t memo_bytes; /* of the memos kept for a run that goes on */
    bool locked;
    char holder[128]; /* "host, process 123", or "" */
    bool *has;        /* of each part: is it done? */
};
enum status parts_inspect(const char *archive_path,
                          struct parts_info *) MUST_CHECK;
/* The same of a folder of parts. */
enum status parts_inspect_folder(const char *folder,
                                 struct parts_info *) MUST_CHECK;
void parts_info_release(struct parts_info *);

#endif
