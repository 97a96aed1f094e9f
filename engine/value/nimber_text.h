/* nimber_text.h - how nimbers are written: 0, *1, *2, *3, ...
 *
 * Any thread.
 */
#ifndef ENGINE_VALUE_NIMBER_TEXT_H
#define ENGINE_VALUE_NIMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As snprintf. */
size_t nimber_text_print(uint64_t nimber, char out[], size_t cap);
/* Reads "0", "*3", "*", which is *1, and a bare 3, which is *3. False if it is
 * none of these, or more than `most`. */
bool nimber_text_parse(const char *text, uint64_t most, uint64_t *nimber);

#endif
