/* partizan_columns.h - the facts of a partizan value that a census may store,
 * a table. A new one is one entry. Threads as in domain.h. */
#ifndef ENGINE_VALUE_PARTIZAN_COLUMNS_H
#define ENGINE_VALUE_PARTIZAN_COLUMNS_H

#include "engine/value/domain.h"

enum { PARTIZAN_COLUMNS = 13 };

extern const struct domain_column partizan_columns[PARTIZAN_COLUMNS];

#endif
