/* fuzz.h - what reads text and files from outside, fed with anything.
 *
 * Each target takes some bytes, treats them as such an input, and checks what
 * it is promised about whatever is accepted; what is refused must be refused
 * by a status. The tests feed them from test/fuzz/corpus and random changes of
 * it (test_fuzz.c), `make fuzz` feeds them by libFuzzer. One thread at a time.
 */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

struct fuzz;

/* Makes a folder for files, opens games to read positions of and an archive to
 * ask about. Aborts if it cannot. */
struct fuzz *fuzz_open(void);
void fuzz_close(struct fuzz *);

struct fuzz_target {
    const char *name; /* of its folder in the corpus */
    size_t most;      /* bytes that are of interest */
    void (*one)(struct fuzz *, const uint8_t *bytes, size_t n);
};

extern const struct fuzz_target fuzz_targets[]; /* name NULL at the end */

/* A small archive as bytes: the seed of the target "archive". */
const uint8_t *fuzz_archive(const struct fuzz *, size_t *n);

#endif
