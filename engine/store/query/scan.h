/* scan.h - the rows of an archive that match, block by block; the basis of the
 * queries of query.h.
 *
 * A block is a chunk of rows. Columns of a block are read when they are first
 * asked for: a filter that no row of a block passes costs its own columns.
 * One thread at a time for one scan.
 */
#ifndef ENGINE_STORE_QUERY_SCAN_H
#define ENGINE_STORE_QUERY_SCAN_H

#include "engine/store/query/filter.h"

struct scan {
    struct archive *archive;
    const struct filter *filters; /* all must hold */
    size_t nfilters;

    uint64_t first, rows; /* the block */
    uint32_t *match;      /* its rows that pass, ascending */
    size_t nmatch;
    void **values; /* per column; NULL until first read */
    bool *loaded;  /* per column: values are of this block */
};

enum status scan_open(struct archive *, const struct filter[], size_t n,
                      struct scan *) MUST_CHECK;
void scan_close(struct scan *);
/* The next block, with its matches; rows == 0 behind the last. */
enum status scan_next(struct scan *) MUST_CHECK;
/* The block that starts with row `first`, a multiple of the chunks' rows. */
enum status scan_block(struct scan *, uint64_t first) MUST_CHECK;
/* All of these: calls visit with every block that has matches, until it fails
 * or sets *enough. */
enum status scan_each(struct archive *, const struct filter[], size_t n,
                      enum status (*visit)(void *context, struct scan *,
                                           bool *enough),
                      void *context) MUST_CHECK;
/* Reads a column's values of the block, unless it has them. */
enum status scan_load(struct scan *, size_t column) MUST_CHECK;

/* A value takes as many words as its bytes need. Words of numbers are in the
 * order of scan_compare: integers widened, the bits of a double. */
size_t scan_words(const struct column *);
void scan_get(const struct scan *, size_t column, uint32_t row, uint64_t out[]);
/* The words of all matches, those of the i-th at out[i * stride]. */
void scan_gather(const struct scan *, size_t column, size_t stride,
                 uint64_t out[]);
/* Maps the two zeros of real numbers to equal words. */
void scan_one_zero(const struct column *, uint64_t words[]);
/* -1, 0, 1. */
int scan_compare(const struct column *, const uint64_t a[], const uint64_t b[]);
/* The value as text for people; cap from scan_text_size(). */
void scan_text(const struct column *, const uint64_t words[], char out[],
               size_t cap);
size_t scan_text_size(const struct column *);

#endif
