/* games_text.h - values as text and back.
 *
 *   0  -3  3/4            numbers
 *   *  *2                 nimbers           1*         a number plus *
 *   ^  v  ^*  ^^  3v*     ups and downs     ^<2>       {0 | v*}
 *   +-1                   {1 | -1}          tiny(2)    {0 | {0 | -2}}
 *   {0 | *3, {0 | *3}}    all else: the options of the canonical form, numbers
 *                         first, then nimbers from the largest down, then by
 *                         birthday and name: an order equal in every run
 *
 * In Unicode style: ↑ ↓ ⇑ ⇓ ↑² ±1 ⧾2 ⧿2. Parsing takes both, and any braces,
 * canonical or not; ups with any nimber: ^*3.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_TEXT_H
#define ENGINE_VALUE_GAMES_GAMES_TEXT_H

#include "engine/value/games/games.h"

enum games_style { GAMES_ASCII, GAMES_UNICODE };

/* Texts can be exponentially longer than the games: they are cut at about this
 * many bytes. */
enum { GAMES_TEXT_MAX = 1 << 20 };

/* Writes at most cap bytes with the final 0; returns the length needed, like
 * snprintf. A length from GAMES_TEXT_MAX on means that it is at least so long.
 * Any thread. */
size_t games_print(const struct games *, enum games_style, uint32_t, char out[],
                   size_t cap);

/* The text of an option and its length; NULL: too long to be kept. */
typedef const char *games_text_of(const void *context, uint32_t option,
                                  size_t *length);

/* The same for short texts, from the texts of all options: returns cap or more
 * if the text does not fit. */
size_t games_print_short(const struct games *g, enum games_style style,
                         uint32_t id, games_text_of *known, const void *context,
                         char out[], size_t cap);

/* Reads one value; spaces are free. USAGE, RANGE, NOMEM; logged. */
enum status games_parse(struct games_worker *, const char *text,
                        uint32_t *) MUST_CHECK;

#endif
