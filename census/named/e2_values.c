/* e2_values.c - small End-Nim rows with their values as text. */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"
#include "engine/value/games/games_text.h"
#include "engine/value/partizan.h"

#include <stdio.h>
#include <string.h>

enum { POSITION_WIDTH = 8, TEXT_WIDTH = 96 };

struct row {
    char position[POSITION_WIDTH];
    char text[TEXT_WIDTH];
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the heaps from left to right"),
    COLUMN(struct row, text, COLUMN_FACT, "",
           "the canonical form: numbers, nimbers, arrows, else braces"),
};

static enum status e2_values_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct domain *domain = cell->solvers[0].domain;
    struct position p;
    uint64_t value;
    char text[TEXT_WIDTH + 1];
    enum status st = ask_position(cell, 0, row->position, POSITION_WIDTH);
    st = st ? st : ask_start(cell, 0, &p);
    st = st ? st : solve_value(&cell->solvers[0], p, &value);
    if (st)
        return st;
    /* As the archives of before have it, not as commands show it. */
    games_print(partizan_games(domain), GAMES_UNICODE, (uint32_t)value, text,
                sizeof text);
    memcpy(row->text, text, strlen(text));
    return STATUS_OK;
}

/* The text of the row of a position. */
static enum status text_of(struct archive *a, const char *position, char out[],
                           size_t cap)
{
    char *positions, *texts;
    size_t width, text_width;
    uint64_t n, row = 0;
    enum status st = claims_texts(a, "position", &positions, &width, &n);
    if (st)
        return st;
    st = claims_texts(a, "text", &texts, &text_width, &n);
    if (!st) {
        while (row < n && strcmp(positions + row * width, position))
            row++;
        snprintf(out, cap, "%s", row < n ? texts + row * text_width : "no row");
        claims_texts_free(texts);
    }
    claims_texts_free(positions);
    return st;
}

static enum status two_one(struct archive *a, char out[], size_t cap)
{
    return text_of(a, "2 1", out, cap);
}

static enum status one_three_two(struct archive *a, char out[], size_t cap)
{
    return text_of(a, "1 3 2", out, cap);
}

static enum status three_ones(struct archive *a, char out[], size_t cap)
{
    return text_of(a, "1 1 1", out, cap);
}

static const struct claim claims[] = {
    {.id = "E2.9",
     .text = "value of 2 1",
     .printed = "{0 | *2}",
     .compute = two_one},
    {.id = "E2.10",
     .text = "value of 1 3 2",
     .printed = "{{0 | *3, {0 | *3}} | 0, *3, *2, *}",
     .compute = one_three_two},
    {.id = "E2.11",
     .text = "value of 1 1 1",
     .printed = "*",
     .compute = three_ones},
};

const struct census census_e2_values = {
    .name = "e2-values",
    .summary = "small End-Nim rows with their values as text",
    .version = 1,
    .games = {{"end-nim", "partizan"}},
    .grid = "rows:heaps=1..3,size=1..3",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e2_values_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
