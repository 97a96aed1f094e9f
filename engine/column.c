#include "engine/column.h"

#include <assert.h>
#include <string.h>

const char *const outcome_labels[] = {"UNSET", "N", "P", "L", "R", NULL};

static const char *const type_names[] = {
#define X(tag, type, name) [COLUMN_##tag] = name,
    COLUMN_TYPES(X)
#undef X
};

static const char *const role_names[] = {
    [COLUMN_KEY] = "key", [COLUMN_FACT] = "fact", [COLUMN_COST] = "cost"};

const char *column_type_name(enum column_type type)
{
    return type_names[type];
}

const char *column_role_name(enum column_role role)
{
    return role_names[role];
}

int64_t column_get(const struct column *column, const void *row)
{
    const char *field = (const char *)row + column->offset;
    uint64_t value = 0;
    assert(column->type <= COLUMN_I64);
    /* Rows are little-endian in memory on every machine this runs on. */
    memcpy(&value, field, column->width);
    return (int64_t)value;
}

void column_set(const struct column *column, void *row, uint64_t value)
{
    assert(column->type <= COLUMN_I64);
    memcpy((char *)row + column->offset, &value, column->width);
}
