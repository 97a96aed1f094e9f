/* column.h - the columns of a row, declared once.
 *
 * A column says what it means: type, role, unit and one line of help are
 * written next to the numbers in the file. A row in memory is a C struct; each
 * column is one field of it.
 */
#ifndef ENGINE_BASE_COLUMN_H
#define ENGINE_BASE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(tag, C type, name in schema texts). TEXT is a fixed number of UTF-8 bytes,
 * filled up with zeros. */
#define COLUMN_TYPES(X)                                                        \
    X(U8, uint8_t, "u8")                                                       \
    X(U16, uint16_t, "u16")                                                    \
    X(U32, uint32_t, "u32")                                                    \
    X(U64, uint64_t, "u64")                                                    \
    X(I64, int64_t, "i64")                                                     \
    X(F64, double, "f64")                                                      \
    X(TEXT, char, "text")

enum column_type {
#define X(tag, type, name) COLUMN_##tag,
    COLUMN_TYPES(X)
#undef X
        COLUMN_TYPE_COUNT
};

enum column_role {
    COLUMN_KEY,  /* which grid point this is */
    COLUMN_FACT, /* the answer: equal in every run, compared by diff */
    COLUMN_COST, /* a measurement: nodes, seconds; never compared */
};

/* Labels of a U8 column make it an enumeration: labels[v] is the name of v,
 * NULL at the end. Label 0 is "UNSET" and illegal in a finished file. */
struct column {
    const char *name;
    enum column_type type;
    enum column_role role;
    size_t offset; /* of the field in the row */
    size_t width;  /* bytes */
    const char *unit, *help;
    const char *const *labels;
};

#define COLUMN_TYPE_OF(field)                                                  \
    _Generic((field), uint8_t: COLUMN_U8, uint16_t: COLUMN_U16,                \
             uint32_t: COLUMN_U32, uint64_t: COLUMN_U64, int64_t: COLUMN_I64,  \
             double: COLUMN_F64, char *: COLUMN_TEXT)

#define COLUMN(row, field, role, unit, help)                                   \
    {                                                                          \
#field, COLUMN_TYPE_OF(((row *)0)->field), role, offsetof(row, field), \
            sizeof(((row *)0)->field), unit, help, NULL                        \
    }

#define COLUMN_ENUM(row, field, role, labels, help)                            \
    {                                                                          \
#field, COLUMN_U8, role, offsetof(row, field), 1, "", help, labels     \
    }

/* Outcome classes, the labels of every outcome column. */
enum outcome { OUTCOME_UNSET, OUTCOME_N, OUTCOME_P, OUTCOME_L, OUTCOME_R };
extern const char *const outcome_labels[]; /* "UNSET" "N" "P" "L" "R" NULL */

const char *column_type_name(enum column_type);
const char *column_role_name(enum column_role); /* "key" "fact" "cost" */

/* True if the column's cells are numbers: not labels, not text. */
bool column_numeric(const struct column *);

/* The column at place `rank`, 0..n-1, if the n columns are ordered from the
 * widest to the narrowest: jobs handed out in this order end at about the same
 * time. */
size_t column_by_width(const struct column[], size_t n, size_t rank);

/* The integer in an integer field of a row, widened (U64 above 2^63 wraps). */
int64_t column_get(const struct column *, const void *row);
/* A field of a row as text for people, truncated to cap: N, 17, 0.25, 'a
 * text'. */
void column_text(const struct column *, const void *row, char out[],
                 size_t cap);
/* Stores the low bytes of `value` in an integer field of a row. */
void column_set(const struct column *, void *row, uint64_t value);

#endif
