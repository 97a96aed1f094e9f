/* diff.h - where two archives differ: columns and rows. Knows no game.
 *
 * Columns are compared by name; COST columns are not. Two columns of equal type
 * whose digests (SHA-256 over their values, written in the file) are equal are
 * not read; verify.h checks a file's digests. The others are read side by side,
 * a chunk at a time.
 */
#ifndef ENGINE_STORE_READ_DIFF_H
#define ENGINE_STORE_READ_DIFF_H

#include "engine/store/read/archive.h"

enum diff_kind {
    DIFF_SAME,
    DIFF_VALUES,  /* some rows differ */
    DIFF_TYPE,    /* type, width, role or labels differ */
    DIFF_MISSING, /* not in the second archive; or the numbers of rows differ */
};

/* The result for a column of the first archive. */
struct diff {
    enum diff_kind kind;
    bool read;      /* the digests did not decide */
    uint64_t rows;  /* that differ */
    uint64_t first; /* of them; UINT64_MAX if there is none */
};

/* Compares column number `column` of a with that of the same name in b. IO,
 * FORMAT, NOMEM; logged. */
enum status diff_column(struct archive *a, struct archive *b, size_t column,
                        struct diff *) MUST_CHECK;

#endif
