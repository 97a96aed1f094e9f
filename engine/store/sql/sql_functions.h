/* sql_functions.h - what SQL lacks for combinatorial games.
 *
 *   nimsum(a, b, ...)    exclusive or: nimsum(1, 2, 3) is 0
 *   mex(a, b, ...)       least whole number from 0 on that is not among them:
 *                        mex(0, 1, 3) is 2, mex() is 0
 *   part(position, i)    the i-th number in a position's notation, from 1 on;
 *                        NULL behind the last: part('[3]+*2', 2) is 2
 *   heaps(position)      how many of these numbers are not 0
 *   largest(position)    the largest of them, 0 if there is none
 *   value_text(name)     a value of the dictionary in the usual notation; what
 *                        is no name in a dictionary stays as it is
 *
 * NULL among the arguments gives NULL, but for mex, which leaves it out. The
 * arguments of nimsum and mex are whole numbers, not below 0.
 */
#ifndef ENGINE_STORE_SQL_SQL_FUNCTIONS_H
#define ENGINE_STORE_SQL_SQL_FUNCTIONS_H

#include "engine/store/sql/sql.h"

/* NOMEM; logged. */
enum status sql_functions_add(struct sql *) MUST_CHECK;

#endif
