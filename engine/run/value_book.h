/* value_book.h - the book of all values that a finished run has found.
 *
 * Called by one thread when all rows are there; the crew, of as many threads as
 * the team, shares the work. Positions that this process has not solved (their
 * parts were there before) are solved on the way.
 */
#ifndef ENGINE_RUN_VALUE_BOOK_H
#define ENGINE_RUN_VALUE_BOOK_H

#include "engine/base/crew.h"
#include "engine/run/team.h"

/* The book of the values of game 0, empty at first; nothing if its domain has
 * none. Errors of the solvers; NOMEM. Logged. */
enum status value_book_make(const struct team *, const struct crew *,
                            struct book *) MUST_CHECK;

#endif
