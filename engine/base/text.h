/* text.h - texts from outside: file names, arguments, what a file says.
 *
 * A text is plain if it is UTF-8 without control characters (U+0000..1F,
 * U+007F..9F): a terminal shows it and does nothing else with it, and JSON can
 * hold it. Any thread may call.
 */
#ifndef ENGINE_BASE_TEXT_H
#define ENGINE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many of the n bytes are plain, from the first on: n if all are. A zero
 * is not. */
size_t text_plain(const char *bytes, size_t n);

/* True if each of n texts of `width` bytes, filled up with zeros and one after
 * the other, is plain. */
bool text_all_plain(const char *texts, uint64_t n, size_t width);

/* Copies a text and writes what is not plain as \x1b, byte by byte; cut to cap.
 * Returns the length it needed, like snprintf; four times that of the text and
 * 1 are enough. */
size_t text_escape(const char *text, char out[], size_t cap);

/* Of a text of n bytes, how many a message quotes ("%.*s"): the reason behind
 * it has to fit, too. */
static inline int text_quoted(size_t n)
{
    return n < 60 ? (int)n : 60;
}

/* The whole of the text as a decimal number: digits only, no sign, no blank.
 * False: it is none, or above UINT64_MAX. */
bool text_number(const char *text, uint64_t *value);

/* The first n bytes as digits, perhaps with a point between them: 12, 1.5.
 * False: they are none. */
bool text_decimal(const char *text, size_t n, double *value);

#endif
