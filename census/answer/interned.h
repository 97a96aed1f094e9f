/* interned.h - values of SQL by small numbers: equal values, equal numbers.
 *
 * Numbers are given out from 0 on, in the order in which values come. NULL
 * equals NULL, and a real number that is whole equals the whole number; else
 * values of two types differ. All of them are in memory. One thread at a time.
 */
#ifndef CENSUS_ANSWER_INTERNED_H
#define CENSUS_ANSWER_INTERNED_H

#include "census/answer/tables.h"

#include <jansson.h>

struct interned {
    char **texts; /* the type and the value as text: "i12", "tP", "n" */
    size_t n, cap;
    uint32_t *slots; /* number + 1; 0: empty */
    size_t nslots;   /* a power of 2, or 0 */
};

/* All zero is empty. */
void interned_release(struct interned *);

/* The number of the value in a column of the statement's row. USAGE for a
 * blob, NOMEM, RANGE past 2^32 - 2 values; logged. */
enum status interned_add(struct interned *, sqlite3_stmt *, int column,
                         uint32_t *number) MUST_CHECK;

/* A value for people, allocated: values of a dictionary in the usual notation,
 * NULL as an empty text. NOMEM, FORMAT, IO; logged. */
enum status interned_text(const struct interned *, uint32_t number,
                          struct sql *, char **text) MUST_CHECK;
/* The same as JSON: a number, a text or null. */
enum status interned_json(const struct interned *, uint32_t number,
                          struct sql *, json_t **) MUST_CHECK;

#endif
