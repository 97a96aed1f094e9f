/* games_book.h - values written down so that a reader can rebuild them without
 * this program: each once, with its options as places in the same list.
 *
 *   entry   name            text      options
 *     0     0c6e...         ^         [0 .. lefts)  Left's: 3
 *     1     ...                       [.. + rights) Right's: 2
 *
 * The list holds the values asked for, their options, the options' options and
 * so on down to 0, in the order of their names. So it depends on the set of
 * values only, not on threads, order or earlier work of the store.
 *
 * One thread makes a book, with a crew to help, while nobody stores games.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_BOOK_H
#define ENGINE_VALUE_GAMES_GAMES_BOOK_H

#include "engine/base/crew.h"
#include "engine/value/games/games.h"

enum { GAMES_BOOK_TEXT = 64, GAMES_BOOK_COLUMNS = 7 };

struct games_entry {
    char name[GAMES_NAME_TEXT];
    char text[GAMES_BOOK_TEXT]; /* empty if it is longer */
    uint8_t outcome;            /* enum outcome */
    uint16_t birthday;
    uint32_t lefts, rights;
    uint64_t first; /* options[first ..]: Left's, then Right's, ascending */
};

struct games_book {
    struct games_entry *entries;
    size_t n;
    uint32_t *options; /* numbers of entries */
    size_t noptions;
};

/* The fields of an entry as columns of an archive. */
extern const struct column games_book_columns[GAMES_BOOK_COLUMNS];

/* The book of ids[n], which may hold an id several times. NOMEM, logged. */
enum status games_book_make(const struct games *, const uint32_t ids[],
                            size_t n, const struct crew *,
                            struct games_book *) MUST_CHECK;
void games_book_release(struct games_book *);

/* The entries from the least birthday to the greatest: each after its options.
 * Allocated; NULL if memory is short. */
uint32_t *games_book_turns(const struct games_book *) MUST_CHECK;

/* Builds every value of a book again from its options, in a store of its own:
 * names, facts and texts must come out as they are written. DISAGREE, not
 * logged, with the first entry that does not, *at, and *what is wrong with it;
 * NOMEM, logged. */
enum status games_book_check(const struct games_book *, size_t *at,
                             const char **what) MUST_CHECK;

/* The ids of a book's values in a store, as far as they are known: ids[n], at
 * first all GAMES_BOOK_UNKNOWN. Builds the value of one entry, and of all that
 * its options need, unless it is known. The book may come from a file: FORMAT
 * if an entry is not what its options make of it, NOMEM; logged. One thread at
 * a time with the same ids. */
#define GAMES_BOOK_UNKNOWN UINT64_MAX
enum status games_book_build(struct games_worker *, const struct games_book *,
                             size_t entry, uint64_t ids[]) MUST_CHECK;

#endif
