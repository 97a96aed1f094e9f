/* end_rows.h - rules and conjectures about End-Nim rows, computed without
 * playing.
 *
 * Rows are n >= 0 heaps from left to right, none empty, at most END_ROWS_MAX
 * counters in all. Pure functions, any thread.
 */
#ifndef RULES_END_ROWS_H
#define RULES_END_ROWS_H

#include "engine/base/column.h"
#include "engine/game/ruleset.h"

enum { END_ROWS_MAX = 120, END_ROWS_PARAMS = 2 };

/* Of the censuses of all rows: heaps and size. */
extern const struct param end_rows_params[END_ROWS_PARAMS];

/* True for partizan End-Nim, normal play, without a Nim heap beside it. */
bool end_rows_fit(const struct game *);
/* True if all parts are heaps of a row. */
bool end_rows_point(const struct point *);

bool end_rows_palindrome(const uint32_t heaps[], uint32_t n);

/* The guess of the essay, n >= 2: the larger end heap wins, equal ones are P.
 */
enum outcome end_rows_guess(const uint32_t heaps[], uint32_t n);

/* The rule of thresholds, proved for every row. For a row M let X(M) be the
 * least x such that Left, moving first, wins x M, and Y(M) the least y such
 * that Right, moving first, wins M y. X() = Y() = 0;
 *   X(M m) = 1 if m < Y(M), else X(M) + m - Y(M) + 1, and Y(m M) likewise.
 * Then x M y is won by whoever reaches the threshold by more; by whoever alone
 * reaches it; P if both do by as much; N if neither does. 2 1 is L, 2 2 2 N. */
enum outcome end_rows_threshold(const uint32_t heaps[], uint32_t n);

/* The nimber of a palindrome: 0 if n is even, m for a single heap m, and for
 * x P x: 0 if x >= X(P), 1 if x = X(P) - 1, else that of P. The first case is
 * proved, the others are a conjecture. 1 1 1 is *, 3 1 3 is 0. */
uint32_t end_rows_nimber(const uint32_t heaps[], uint32_t n);

#endif
