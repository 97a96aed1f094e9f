/* options_column.h - the dataset /values/options, of which a value's row says
 * from where to where its options are.
 */
#ifndef ENGINE_STORE_FILE_OPTIONS_COLUMN_H
#define ENGINE_STORE_FILE_OPTIONS_COLUMN_H

#include "engine/base/column.h"

static const struct column options_column = {
    .name = "options",
    .type = COLUMN_U32,
    .role = COLUMN_FACT,
    .width = sizeof(uint32_t),
    .unit = "",
    .help = "rows of /values: the options of all values, one after another"};

#endif
