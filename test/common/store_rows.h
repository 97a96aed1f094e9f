/* store_rows.h - made-up rows with a column of every type, for the tests of
 * the store. Row i is a function of i alone. Any thread.
 */
#ifndef TEST_COMMON_STORE_ROWS_H
#define TEST_COMMON_STORE_ROWS_H

#include "engine/store/read/archive.h"
#include "engine/store/write/parts.h"

struct store_row {
    uint64_t point;   /* i squared, with wrap-around */
    uint32_t total;   /* slowly rising */
    uint16_t heaps;   /* 1..7 */
    uint8_t byte;     /* noise that deflate cannot shrink */
    uint8_t outcome;  /* N or P or L or R */
    int64_t balance;  /* of either sign */
    double score;     /* thirds */
    char word[5];     /* text, not always filled */
    uint32_t seconds; /* a cost */
};

extern const struct column store_columns[];
enum { STORE_COLUMNS = 9 };

void store_row_make(uint64_t i, struct store_row *);

/* The identity of a made-up run. */
struct run_identity store_identity(uint64_t rows);
extern const struct run_record store_record;

/* A fresh folder below the system's one for temporary files, and how to get
 * rid of it with all that is in it. */
void store_folder_make(char path[64]);
void store_folder_remove(const char *path);

/* Encodes and commits one part, or all that are missing. */
enum status store_write_part(struct parts *, uint64_t part, uint64_t rows);
enum status store_write_missing(struct parts *, uint64_t rows);
/* From nothing to an archive. Asserts success. */
void store_make_archive(const char *path, uint64_t rows, uint64_t part_rows);

/* An archive of whole chunks in a folder of its own, open. */
struct store_file {
    char folder[64], path[96];
    struct archive *archive;
};
void store_file_make(struct store_file *, uint64_t rows);
void store_file_drop(struct store_file *);

/* How many values of an archive are not the ones of store_row_make; also
 * counts columns that are not there. 0: as it should be. */
uint64_t store_count_wrong(struct archive *, uint64_t rows);

/* Takes what is written to stderr from now on; gives it back as text, cut to
 * cap, and stderr with it. Not nested. */
void store_listen(void);
void store_heard(char text[], size_t cap);
/* True if what was heard is one line that holds every one of the words (NULL
 * at the end). */
bool store_one_line(const char *text, const char *const words[]);

/* Bytes of a file: the test fails if it is not there. */
char *store_slurp(const char *path, size_t *size);
void store_spill(const char *path, const char *bytes, size_t size);

#endif
