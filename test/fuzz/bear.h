/* bear.h - every command that reads an archive, called with archives that lie.
 *
 * Each call is a process of its own, within limits of time and memory. What is
 * counted: it ended by a signal (crashed), or took too long (hung), or wrote
 * what a terminal obeys (escaped), or said nothing of why it failed (silent);
 * and archives that `verify` lets pass although their rows or values are not
 * what another run of what they name gives (wrong). One thread at a time; the
 * process that calls must not have used OpenMP.
 */
#ifndef TEST_FUZZ_BEAR_H
#define TEST_FUZZ_BEAR_H

#include <stddef.h>
#include <stdint.h>

struct bear;

struct bear_count {
    unsigned long archives, calls;
    unsigned long opened, passed; /* archives: by query, by verify */
    unsigned long wrong, crashed, hung, escaped, silent;
};

/* A folder with true archives. Aborts if it cannot be made. */
struct bear *bear_open(void);
void bear_close(struct bear *);

/* An archive crafted by the bytes (craft.h), and all calls. What goes wrong is
 * printed to stdout. */
void bear_try(struct bear *, const uint8_t *bytes, size_t n,
              struct bear_count *);
/* The calls in this process, nothing counted: for a fuzzer, which has its own
 * ways to see what goes wrong. */
void bear_here(struct bear *, const uint8_t *bytes, size_t n);

#endif
