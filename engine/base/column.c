#include "engine/base/column.h"

#include <assert.h>
#include <stdio.h>
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

bool column_numeric(const struct column *column)
{
    return !column->labels && column->type != COLUMN_TEXT;
}

size_t column_by_width(const struct column columns[], size_t n, size_t rank)
{
    for (size_t c = 0; c < n; c++) {
        size_t before = 0;
        for (size_t i = 0; i < n; i++)
            before += columns[i].width > columns[c].width ||
                      (i < c && columns[i].width == columns[c].width);
        if (before == rank)
            return c;
    }
    assert(!"rank < n");
    return 0;
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

void column_text(const struct column *column, const void *row, char out[],
                 size_t cap)
{
    const char *field = (const char *)row + column->offset;
    if (column->type == COLUMN_TEXT) {
        snprintf(out, cap, "'%.*s'", (int)strnlen(field, column->width), field);
    } else if (column->type == COLUMN_F64) {
        double real;
        memcpy(&real, field, sizeof real);
        snprintf(out, cap, "%.17g", real);
    } else {
        int64_t number = column_get(column, row), labels = 0;
        while (column->labels && column->labels[labels])
            labels++;
        if (number >= 0 && number < labels)
            snprintf(out, cap, "%s", column->labels[number]);
        else if (column->type == COLUMN_I64)
            snprintf(out, cap, "%lld", (long long)number);
        else
            snprintf(out, cap, "%llu", (unsigned long long)number);
    }
}

void column_set(const struct column *column, void *row, uint64_t value)
{
    assert(column->type <= COLUMN_I64);
    memcpy((char *)row + column->offset, &value, column->width);
}
