/* games_text.h - values as text and back.
 *
 * GAMES_ASCII is what the program shows; CGSuite reads it as the same value:
 *
 *   0  -3  3/4              numbers        *  *2         nimbers
 *   ^  v  ^^  v3            ups and downs, the number after the arrow
 *   1+^3*2                  a number, ups and a nimber
 *   ^.Pow(2)  -^.Pow(2)     {0 | v*}, {^* | 0}
 *   2.Tiny  -(1/2).Tiny     {0 | {0 | -2}}, {{1/2 | 0} | 0}
 *   +-1  +-({2 | 1})        {1 | -1}, {{2 | 1} | {-1 | -2}}
 *   {0 | *3, {0 | *3}}      all else: the options of the canonical form,
 * numbers first, then nimbers from the largest down, then by birthday and name:
 * an order equal in every run
 *
 * GAMES_UNICODE is the text of /values in an archive and never changes: 3↑ is
 * three ups, ↑² is {0 | v*}, ⧾2 and ⧿2 are tiny and miny, 1* is 1 + *, ±1 is
 * {1 | -1}; other sums stay in braces.
 *
 * Parsing takes what either prints, sums, products, ordinal sums and powers
 * (games_parse.c, engine/store/FORMAT.md). But 3↑ is refused, which elsewhere
 * is 3 + ↑, and 3^ is 3 + ^.
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

/* The same, but no more than about `cap` bytes are worked out: a length from
 * cap on means that it is at least so long. */
size_t games_print_start(const struct games *, enum games_style, uint32_t,
                         char out[], size_t cap);

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

/* == != <= >= < > <> <| |> */
enum games_relation {
    GAMES_NO_RELATION,
    GAMES_EQUAL,
    GAMES_UNEQUAL,
    GAMES_LESS_OR_EQUAL,
    GAMES_MORE_OR_EQUAL,
    GAMES_LESS,
    GAMES_MORE,
    GAMES_CONFUSED,
    GAMES_LESS_OR_CONFUSED,
    GAMES_MORE_OR_CONFUSED,
};

struct games_question {
    uint32_t a, b; /* without a relation there is no b */
    enum games_relation relation;
};

/* As games_parse, of a value or of two and a relation: "^^ > *" holds. */
enum status games_parse_question(struct games_worker *, const char *text,
                                 struct games_question *) MUST_CHECK;
bool games_holds(struct games_worker *, const struct games_question *);

#endif
