/* digits.h - hexadecimal digits as a zlib stream, without looking for repeats:
 * four or five bits each, by one fixed code, in a single block.
 *
 * A pure function; any thread.
 */
#ifndef ENGINE_STORE_FILE_DIGITS_H
#define ENGINE_STORE_FILE_DIGITS_H

#include <stddef.h>
#include <stdint.h>

/* Writes what every inflater turns back into in[n]; returns its length, or 0 if
 * a byte is neither 0..9, a..f nor zero, or out[cap] may not hold it (5 bits
 * for each byte, and 128 bytes). */
size_t digits_deflate(const uint8_t *in, size_t n, uint8_t *out, size_t cap);

#endif
