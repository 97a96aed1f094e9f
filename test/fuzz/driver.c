/* driver.c - libFuzzer's way into a target of fuzz.h: the one that the
 * environment names as FUZZ. FUZZ_SEED=FILE writes the seed of the target
 * "archive" there and ends.
 */
#include "test/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interface is libFuzzer's, and so is the need for something global. */
static struct fuzz *fuzz;
static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void write_seed(const char *path)
{
    size_t n;
    const uint8_t *bytes = fuzz_archive(fuzz, &n);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, n, out) != n || fclose(out))
        exit(3);
    fuzz_close(fuzz);
    exit(0);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ"), *seed = getenv("FUZZ_SEED");
    (void)argc, (void)argv;
    fuzz = fuzz_open();
    if (seed)
        write_seed(seed);
    for (target = fuzz_targets; target->name; target++)
        if (name && !strcmp(target->name, name))
            return 0;
    fprintf(stderr, "FUZZ names no target\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n <= target->most)
        target->one(fuzz, bytes, n);
    return 0;
}
