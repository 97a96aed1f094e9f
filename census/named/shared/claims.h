/* claims.h - what the claims of the named censuses share.
 *
 * Each claim is computed from the rows of an archive, on the main thread.
 */
#ifndef CENSUS_NAMED_SHARED_CLAIMS_H
#define CENSUS_NAMED_SHARED_CLAIMS_H

#include "engine/store/read/archive.h"

/* A whole integer or enumeration column, allocated; *n is the rows. UNKNOWN,
 * IO, NOMEM; logged. */
enum status claims_column(struct archive *, const char *name, int64_t **values,
                          uint64_t *n) MUST_CHECK;
void claims_free(int64_t *values);
/* A whole text column: n texts of `width` bytes and a final 0 each. */
enum status claims_texts(struct archive *, const char *name, char **texts,
                         size_t *width, uint64_t *n) MUST_CHECK;
void claims_texts_free(char *texts);

/* Several at once: columns[i] of names[i], all or none allocated. Names end at
 * NULL. */
enum status claims_columns(struct archive *, const char *const names[],
                           int64_t *columns[], uint64_t *n) MUST_CHECK;
void claims_release(int64_t *columns[], const char *const names[]);

/* The first row in which column i holds wanted[i] for all i < n; rows if there
 * is none. */
uint64_t claims_find(int64_t *const columns[], const int64_t wanted[], size_t n,
                     uint64_t rows);

#endif
