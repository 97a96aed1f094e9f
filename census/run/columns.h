/* columns.h - the columns that a census made of rules, domain and grid may be
 * asked for: `--columns position,value,temperature`.
 *
 *   keys       which position a row is of: position, parts, heaps, ...
 *   facts      of the position: outcome, moves, winning, longest
 *   the domain's own column, also named `value`, and what else the domain
 *              tells of a value (domain.h)
 *
 * Tables: a new column is one entry, here or in its domain's file. Read-only;
 * any thread.
 */
#ifndef CENSUS_RUN_COLUMNS_H
#define CENSUS_RUN_COLUMNS_H

#include "engine/run/census.h"

enum { COLUMNS_CHOSEN_MAX = 32, COLUMNS_TEXT_MAX = 255 };

/* A column, and how it is filled. */
struct columns_entry {
    struct column column;    /* width 0: of a text, by the grid and the game */
    unsigned needs, refuses; /* enum game_trait */
    bool parts;              /* only where the grid's points have parts */
    bool beyond;             /* asks for values of other positions (census.h) */
    const char
        *ask; /* NULL, or the domain that the column holds the value of */
    /* Writes column->width bytes; `value` is the point's in the census's
     * domain, `other` that in the domain above. RANGE if it does not fit,
     * logged. */
    enum status (*put)(const struct cell *, const struct column *,
                       uint64_t value, uint64_t other, void *field);
    const struct domain_column *of; /* instead of put: a domain's */
};

/* Number i of all columns there are with these domains, for lists, and the
 * domain that it is of, or NULL if it is of every one; false past the last. */
bool columns_get(const struct domain_kind *const domains[], size_t i,
                 struct columns_entry *, const char **domain);

/* The column of this name (dashes are underscores) for a domain and a game.
 * UNKNOWN with the names there are, USAGE if it does not suit the game;
 * logged. */
enum status columns_find(const struct domain_kind *const domains[],
                         const char *name, const struct domain_kind *,
                         const struct game *,
                         struct columns_entry *) MUST_CHECK;

/* Fills the field of a column in a row. RANGE if the fact of this position is
 * nothing that the column holds exactly, NOMEM, ...; logged. */
enum status columns_put(const struct columns_entry *, const struct column *,
                        const struct cell *, uint64_t value, uint64_t other,
                        void *field) MUST_CHECK;

#endif
