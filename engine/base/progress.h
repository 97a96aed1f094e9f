/* progress.h - how far a long run has come, on stderr.
 *
 * On a terminal one line that is written over, at most five times a second;
 * elsewhere one line a minute, with the time (UTC). Any thread may tick at any
 * time: one of them prints, the others do not wait.
 */
#ifndef ENGINE_BASE_PROGRESS_H
#define ENGINE_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *name;      /* of the census */
    uint64_t total;        /* rows in all */
    uint64_t before;       /* rows that were there at the start */
    _Atomic uint64_t done; /* rows that are there now */
    _Atomic uint64_t due;  /* next print, ns of the clock */
    uint64_t started;      /* ns of the clock */
    /* Rows and seconds at earlier prints: the last that doubled the rows, and
     * the one before it. By the thread that prints. */
    struct progress_mark {
        uint64_t rows;
        double seconds;
    } marks[2];
    bool quiet, terminal;
};

void progress_init(struct progress *, const char *name, uint64_t total,
                   uint64_t before, bool quiet);
/* True if it is time to print; the caller should then call progress_print.
 * Adds `rows` to the rows done. */
bool progress_tick(struct progress *, uint64_t rows);
/* memo_bytes 0: says nothing of a memo. */
void progress_print(struct progress *, uint64_t memo_bytes);
uint64_t progress_rows(const struct progress *); /* done so far */
/* Clears the line on a terminal. */
void progress_end(struct progress *);

/* Seconds that are left when `rows` rows are done after `seconds`: as the time
 * has grown since the marks, by a power of the rows, as later rows cost more.
 * *least: it may well be more, as little is known of that growth. Negative:
 * nothing is known. 1 s for 100 rows and 4 s for 200: 12 s of 400 are left. */
double progress_left(const struct progress *, uint64_t rows, double seconds,
                     bool *least);
/* Keeps these as marks for later. */
void progress_mark(struct progress *, uint64_t rows, double seconds);

double progress_seconds(const struct progress *); /* since init */

#endif
