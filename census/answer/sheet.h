/* sheet.h - rows of cells to be printed as a table, as CSV or as JSON.
 *
 * Cells are texts; the kind of a column says how they are printed: numbers on
 * the right, and as numbers in JSON. All of a sheet is in memory. One thread at
 * a time.
 */
#ifndef CENSUS_ANSWER_SHEET_H
#define CENSUS_ANSWER_SHEET_H

#include "census/cli/cli.h"
#include "engine/base/column.h"

enum sheet_format { SHEET_TABLE, SHEET_CSV, SHEET_JSON };

/* "" in a column of numbers is null in JSON, and so is NULL in any. */
enum sheet_kind { SHEET_TEXT, SHEET_WHOLE, SHEET_REAL };

enum { SHEET_COLUMNS_MAX = 64 };

struct sheet {
    struct sheet_column {
        char *head;
        enum sheet_kind kind;
        bool only_json;
    } columns[SHEET_COLUMNS_MAX];
    size_t ncolumns, rows, cap;
    char **cells;
    bool lines; /* lines of a cell stand one below another in a table */
};

/* All zero is a sheet without columns and rows. */
void sheet_release(struct sheet *);

/* A column is added before the first row. A JSON-only one is left out of
 * tables and CSV. RANGE if there are too many, NOMEM; logged. */
enum status sheet_column(struct sheet *, const char *head, enum sheet_kind,
                         bool only_json) MUST_CHECK;
/* Copies the cells of one more row. NOMEM; logged. */
enum status sheet_row(struct sheet *, const char *const cells[]) MUST_CHECK;
/* JSON is a list of objects; the other formats have a header line. */
enum status sheet_print(const struct sheet *, enum sheet_format) MUST_CHECK;

/* Row i as JSON; NULL if out of memory. */
json_t *sheet_json(const struct sheet *, size_t i);
/* How the values of an archive's column are printed. */
enum sheet_kind sheet_kind_of(const struct column *);
/* "table", "csv" or "json"; NULL is a table. `json`: --json was given, which
 * another name contradicts. USAGE; logged with the command's name. */
enum status sheet_read_format(const char *command, const char *name, bool json,
                              enum sheet_format *) MUST_CHECK;

#endif
