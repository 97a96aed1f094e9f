/* planes.h - rows of a column as planes of bytes, and back: HDF5's filter
 * "shuffle".
 *
 *   rows  a0 a1 a2 a3 | b0 b1 b2 b3 | ...      planes  a0 b0 .. | a1 b1 .. |
 * ...
 *
 * Pure functions; any thread.
 */
#ifndef ENGINE_STORE_FILE_PLANES_H
#define ENGINE_STORE_FILE_PLANES_H

#include <stddef.h>
#include <stdint.h>

/* out[b * n + i] = in[i * width + b] for i < n, b < width. */
void planes_of_rows(const uint8_t *restrict in, size_t width, uint64_t n,
                    uint8_t *restrict out);

/* The first n rows of planes of `rows` bytes each. */
void planes_to_rows(const uint8_t *restrict in, size_t width, uint64_t rows,
                    uint64_t n, uint8_t *restrict out);

#endif
