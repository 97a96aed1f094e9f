#include "census/answer/comparison.h"

#include "engine/store/query/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_SHOWN = 40 };

enum status comparison_init(struct comparison *c, const char *name,
                            const struct column *column, size_t keep)
{
    *c = (struct comparison){.name = name, .column = column, .keep = keep};
    c->counts = column->type <= COLUMN_I64;
    return c->counts ? confusion_init(&c->confusion, column, NULL, 0)
                     : STATUS_OK;
}

void comparison_release(struct comparison *c)
{
    for (size_t i = 0; i < c->nfirst; i++) {
        free(c->first[i].predicted);
        free(c->first[i].found);
    }
    if (c->counts)
        confusion_release(&c->confusion);
}

void comparison_show(struct comparison *c, struct values *values, size_t number)
{
    c->values = c->confusion.values = values;
    c->number = number;
    c->confusion.numbers = &c->number;
}

/* A value as it is shown, allocated. */
static enum status shown(const struct comparison *c, const char *stored,
                         char **text)
{
    enum status st = STATUS_OK;
    if (c->values)
        st = values_text(c->values, c->number, stored, &stored);
    if (!st && !(*text = strdup(stored)))
        st = cli_no_memory();
    return st;
}

static enum status add_miss(struct comparison *c, uint64_t row,
                            const char *found, const char *predicted)
{
    if (c->nfirst == c->keep)
        return STATUS_OK;
    struct comparison_miss *miss = &c->first[c->nfirst++];
    *miss = (struct comparison_miss){.row = row};
    enum status st = shown(c, predicted, &miss->predicted);
    return st ? st : shown(c, found, &miss->found);
}

enum status comparison_add_text(struct comparison *c, uint64_t row, bool agrees,
                                const char *found, const char *predicted)
{
    c->agree += agrees;
    c->disagree += !agrees;
    return agrees ? STATUS_OK : add_miss(c, row, found, predicted);
}

enum status comparison_add(struct comparison *c, uint64_t row, int64_t found,
                           const int64_t *predicted)
{
    enum status st = confusion_add(&c->confusion, NULL, found, predicted);
    if (st)
        return st;
    if (!predicted) {
        c->silent++;
        return STATUS_OK;
    }
    const bool agrees = *predicted == found;
    char texts[2][256] = {"", ""};
    if (!agrees && c->nfirst < c->keep) {
        scan_text(c->column, &(const uint64_t){(uint64_t)found}, texts[0],
                  sizeof texts[0]);
        scan_text(c->column, &(const uint64_t){(uint64_t)*predicted}, texts[1],
                  sizeof texts[1]);
    }
    return comparison_add_text(c, row, agrees, texts[0], texts[1]);
}

/* A value of the column as JSON: whole numbers as numbers. */
static json_t *value_json(const struct column *column, const char *text)
{
    const bool whole = !column->labels && (column->type < COLUMN_U64 ||
                                           column->type == COLUMN_I64);
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (whole && end != text && !*end)
        return json_integer(number);
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

static json_t *miss_json(const struct comparison *c,
                         const struct comparison_miss *miss,
                         comparison_position *position, void *context)
{
    char *text = position(context, miss->row);
    json_t *json = json_pack(
        "{s:I, s:s, s:o, s:o}", "row", (json_int_t)miss->row, "position",
        text ? text : "", "predicted", value_json(c->column, miss->predicted),
        "found", value_json(c->column, miss->found));
    free(text);
    return json;
}

static json_t *confusion_json(const struct comparison *c)
{
    struct sheet s = {0};
    json_t *list = json_array();
    if (c->counts && confusion_sheet(&c->confusion, &s)) {
        json_decref(list);
        list = NULL;
    }
    for (size_t i = 0; list && i < s.rows; i++)
        cli_json_add(&list, sheet_json(&s, i));
    sheet_release(&s);
    return list;
}

/* A table: all that is found down, all that is predicted across would be wide;
 * a line for each pair is not. */
static enum status print_confusion(const struct comparison *c)
{
    struct sheet s = {0};
    if (!c->counts || !c->disagree)
        return STATUS_OK;
    enum status st = confusion_sheet(&c->confusion, &s);
    if (!st && s.rows > CELLS_SHOWN)
        printf("%zu pairs of found and predicted (--json has them all)\n",
               s.rows);
    else if (!st)
        st = sheet_print(&s, SHEET_TABLE);
    sheet_release(&s);
    return st;
}

static enum status print_text(const struct comparison *c, const json_t *first)
{
    printf("%s: %llu rows agree, %llu disagree", c->name,
           (unsigned long long)c->agree, (unsigned long long)c->disagree);
    if (c->silent)
        printf(", on %llu the rule is silent", (unsigned long long)c->silent);
    printf("\n");
    for (size_t i = 0; i < c->nfirst; i++) {
        char *text = json_dumps(json_array_get(first, i), JSON_COMPACT);
        printf("  %s\n", text ? text : "");
        free(text);
    }
    return print_confusion(c);
}

enum status comparison_print(const struct comparison *c,
                             comparison_position *position, void *context,
                             bool json)
{
    json_t *first = json_array();
    for (size_t i = 0; i < c->nfirst; i++)
        cli_json_add(&first, miss_json(c, &c->first[i], position, context));
    if (json)
        return cli_json(
            json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "rule",
                      c->name, "column", c->column->name, "rows",
                      (json_int_t)(c->agree + c->disagree + c->silent), "agree",
                      (json_int_t)c->agree, "disagree", (json_int_t)c->disagree,
                      "silent", (json_int_t)c->silent, "first", first,
                      "confusion", confusion_json(c)));
    enum status st = first ? print_text(c, first) : cli_no_memory();
    json_decref(first);
    return st;
}
