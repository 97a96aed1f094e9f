/* domain.h - value domains: what a position is worth, given its options.
 *
 * A value is a 64-bit number whose meaning only its domain knows. A domain
 * folds the values of a position's options into the position's value; it knows
 * no game, only a game's traits. One file engine/value/<name>.c with a
 * constant domain_<name> at its foot, and a second one there if it differs in
 * little (upstream, downstream).
 *
 * An opened domain may be used by all threads at once: `worker` is the number
 * of the calling thread, 0..threads-1, and two threads never use the same.
 */
#ifndef ENGINE_VALUE_DOMAIN_H
#define ENGINE_VALUE_DOMAIN_H

#include "engine/base/column.h"
#include "engine/base/crew.h"
#include "engine/base/message.h"
#include "engine/game/ruleset.h"
#include "engine/value/book.h"

enum { DOMAIN_NAME_MAX = 32 };

#define DOMAIN_UNKNOWN UINT64_MAX /* no value of any domain */

/* A fact of a value that a census may store in a column. */
struct domain_column {
    struct column column; /* FACT; the offset does not matter */
    /* Writes the fact of a value as column.width bytes. Calls of several
     * workers may run at the same time. RANGE, not logged: it is no number that
     * the column holds exactly; NOMEM, logged. */
    enum status (*put)(void *self, unsigned worker, uint64_t value,
                       void *field);
};

struct domain_kind {
    const char *name, *summary;
    unsigned needs, refuses; /* enum game_trait: must have, must not have */
    unsigned players;        /* the game's players must be this; 0: any */
    unsigned value_bytes;    /* 1, 2, 4 or 8: every value is < 2^(8 n) - 1 */
    /* OPTIONAL. n, at most 8 value_bytes: every value is < 2^n - 1 in such a
     * game. */
    unsigned (*value_bits)(const struct game *);
    bool own_numbers; /* values are ids private to this run; archives store
                         name_value() */
    bool tells_value; /* says more than who wins; `census solve` shows it */
    /* The value is the outcome class itself (enum outcome), and a position is N
     * if and only if an option is P: losses alone decide, so that retrograde
     * analysis serves. */
    bool is_outcome;

    /* The archive column that holds a value: name, type, labels, unit, help.
     * The value is stored as the column's number, low bytes; or by its name,
     * see name_value. */
    struct column column;

    /* OPTIONAL; NULL: self is NULL. A domain with book_value or parse must open
     * without a game (NULL), to read values back. NOMEM, USAGE; logged. */
    enum status (*open)(const struct game *, unsigned threads, void **self);
    void (*close)(void *self); /* OPTIONAL */
    /* REQUIRED. The value of a position from the values of its options: of Left
     * and of Right; impartial games have Left options only. Options may be
     * missing if one of those given decides. NOMEM, RANGE. */
    enum status (*fold)(void *self, unsigned worker, const uint64_t left[],
                        size_t nleft, const uint64_t right[], size_t nright,
                        uint64_t *value);
    /* REQUIRED. Text of a value ("N", "*3"), like snprintf. */
    size_t (*print)(const void *self, uint64_t value, char out[], size_t cap);
    /* REQUIRED. N, P, L or R (enum outcome, column.h) of a position of this
     * value; OUTCOME_UNSET where the domain does not say. */
    unsigned (*outcome)(const void *self, uint64_t value);

    /* OPTIONAL, for a domain whose values depend on nothing but which values
     * the options have, in impartial games: the largest value there is where no
     * play has more than so many moves. */
    uint64_t (*most)(const struct game *, uint64_t moves);
    /* OPTIONAL, with most. fold of a set of values, bit v of it for each value
     * v, which has room for all up to `most` and one more; NULL: fold of each
     * of them once, `most` being less than 8. */
    uint64_t (*fold_set)(const void *self, const uint64_t set[]);
    /* OPTIONAL. True if an option of this value settles the fold for its
     * mover, so that the mover's other options need not be known. */
    bool (*decides)(const void *self, enum mover, uint64_t option);
    /* OPTIONAL. The value of a position that obliges the player to move, for
     * domains that distinguish it; NULL: fold is called. As fold, and calls of
     * both may run at the same time. */
    enum status (*fold_obliged)(void *self, unsigned worker,
                                const uint64_t left[], size_t nleft,
                                const uint64_t right[], size_t nright,
                                uint64_t *value);
    /* OPTIONAL. Is this number, read from a file, a value of some position, and
     * not private to a run? Only such are handed to the slots above. NULL:
     * every number of value_bytes may be. */
    bool (*legal)(uint64_t value);
    /* OPTIONAL. The value of a sum from the values of two components, at most
     * one of which obliges; used for games with GAME_SUMS. */
    enum status (*sum)(void *self, unsigned worker, uint64_t a, uint64_t b,
                       uint64_t *value);
    /* OPTIONAL, for a domain that keeps its values: the memory they take. Any
     * thread, while others work. */
    uint64_t (*bytes)(const void *self);
    /* OPTIONAL. The value of a position with the players exchanged. */
    uint64_t (*negate)(const void *self, uint64_t value);
    /* OPTIONAL, REQUIRED of a domain that numbers its values differently in
     * every run: writes a value's name, equal in every run, as column.width
     * bytes, at most DOMAIN_NAME_MAX. The column is TEXT and holds this. */
    void (*name_value)(const void *self, uint64_t value, char out[]);
    /* OPTIONAL, with name_value. Writes values[n], some perhaps equal, into a
     * book that depends on nothing but which values they are. Called while no
     * other thread uses the domain; the crew's threads share the work.
     * NOMEM. */
    enum status (*book)(const void *self, const uint64_t values[], size_t n,
                        const struct crew *, struct book *);
    /* REQUIRED with book: its columns, and the size of its rows; and a check
     * of a book that was read from a file, value by value. *at: the first row
     * that is not what it must be; *what: why, a constant. DISAGREE, not
     * logged; NOMEM. */
    const struct column *book_columns;
    size_t nbook_columns, book_row_size;
    enum status (*check_book)(const struct book *, size_t *at,
                              const char **what);

    /* What follows is all OPTIONAL. What else is to be told of a value, in
     * columns with other names than `column` and "outcome". */
    const struct domain_column *columns;
    size_t ncolumns;
    /* As print, but for a length of cap or more it may stop there, and return
     * any such length: for values with very long texts. */
    size_t (*print_start)(const void *self, uint64_t value, char out[],
                          size_t cap);
    /* A value from its text, as print writes it. USAGE, RANGE, NOMEM; logged.
     */
    enum status (*parse)(void *self, unsigned worker, const char *text,
                         uint64_t *value);
    /* How people write a number that the column stores, where that is not the
     * number itself ("loony"); NULL: the number. */
    const char *(*stored_text)(uint64_t stored);
    /* With book. The value, in this run, of one row of a book that was read
     * from a file, unless values[row] is known: DOMAIN_UNKNOWN, as all of
     * values[] at first. Values of other rows that it needs are found, too. One
     * thread at a time with the same values[]. FORMAT if it is not what its
     * options make of it, NOMEM; logged. */
    enum status (*book_value)(void *self, unsigned worker, const struct book *,
                              size_t row, uint64_t values[]);
    /* The value of a position without obligation is the least nimber that is no
     * option's, that of a sum the exclusive-or; and where moves oblige, `loony`
     * (0: no such value) for one that has none, as in engine/sequence. */
    bool is_mex;
    uint64_t loony;
    /* Is a position worth a no better for Left than one worth b, in every sum?
     * For values of at most 4 bytes. */
    bool (*le)(void *self, unsigned worker, uint64_t a, uint64_t b);
    /* REQUIRED of a domain with own_numbers, to be solved by several processes.
     * tell: appends words from which hear finds the same values in another
     * process. All processes hear what each has told, its own, too, in the same
     * order; what is heard together was told before any of it was heard.
     * *known: what has been told so far, NULL at first, given back to tell_end,
     * which may be missing. Called while no other thread uses the domain.
     * NOMEM; FORMAT if it is nothing that was told; logged. */
    enum status (*tell)(void *self, void **known, const uint64_t values[],
                        size_t n, struct message *);
    enum status (*hear)(void *self, void **known, const uint32_t words[],
                        size_t length, uint64_t values[], size_t n);
    void (*tell_end)(void *known);
};

struct domain {
    const struct domain_kind *kind;
    void *self;
};

extern const struct domain_kind *const domain_kinds[]; /* NULL at the end */

/* The domain of this name in a NULL-terminated list, or NULL. */
const struct domain_kind *domain_named(const struct domain_kind *const kinds[],
                                       const char *name);
/* The same. UNKNOWN; logged. */
enum status domain_find(const struct domain_kind *const kinds[],
                        const char *name,
                        const struct domain_kind **) MUST_CHECK;
/* Do the game's traits fit? USAGE; logged. */
enum status domain_suits(const struct domain_kind *,
                         const struct game *) MUST_CHECK;
/* Does the domain distinguish positions that oblige, and the game not say which
 * of its positions do? Then it does not suit. */
static inline bool domain_lacks_obligations(const struct domain_kind *kind,
                                            const struct game *game)
{
    return kind->fold_obliged && game->traits & GAME_OBLIGES &&
           !game->rules->obligation;
}
/* Opens a domain for a game. USAGE if the game's traits do not fit, NOMEM;
 * logged. */
enum status domain_open(const struct domain_kind *, const struct game *,
                        unsigned threads, struct domain *) MUST_CHECK;
void domain_close(struct domain *);

#endif
