/* craft.h - archives that lie, made of real ones through HDF5.
 *
 * What is changed and how is drawn from some bytes: attributes (texts, numbers,
 * arrays, missing), columns (type, size, shape, chunks, layout, filters), links
 * and groups, cells, and single bytes of the file. Then what a reader checks
 * first is made good again where the bytes say so: digests of columns, the
 * identity, length and digest in the head. One thread at a time.
 */
#ifndef TEST_FUZZ_CRAFT_H
#define TEST_FUZZ_CRAFT_H

#include <stddef.h>
#include <stdint.h>

enum { CRAFT_BYTES = 48, CRAFT_SAYS = 400 };

/* Copies the archive `from` to `to` and changes it there; what was changed is
 * written to says. Aborts if it cannot write. */
void craft_archive(const char *from, const char *to, const uint8_t *bytes,
                   size_t n, char says[CRAFT_SAYS]);

#endif
