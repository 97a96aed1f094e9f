#include "rules/squares.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum status squares_board(const struct squares_notation *s, uint64_t rows,
                          uint64_t columns, struct region *all)
{
    if (!region_fits(rows, columns))
        return log_error(STATUS_RANGE,
                         "%s: a board has 1 to %d rows and columns and at most "
                         "%d cells",
                         s->game, REGION_SIDE_MAX, REGION_CELLS_MAX);
    all->rows = (uint32_t)rows;
    all->columns = (uint32_t)columns;
    for (uint32_t r = 0; r < all->rows; r++)
        all->row[r] = (UINT32_C(1) << all->columns) - 1;
    return STATUS_OK;
}

enum status squares_of_point(const struct squares_notation *s,
                             const struct point *point, struct region *all)
{
    if (point->n != 2 || point->kind[0] != PART_OWN ||
        point->kind[1] != PART_OWN)
        return log_error(STATUS_USAGE,
                         "%s: a point has two parts: rows, columns", s->game);
    return squares_board(s, point->size[0], point->size[1], all);
}

/* A number of at most four digits, the first of them no 0. */
static bool number(const char **text, uint64_t *n)
{
    const size_t digits = strspn(*text, "0123456789");
    if (!digits || digits > 4 || **text == '0')
        return false;
    *n = strtoul(*text, NULL, 10);
    *text += digits;
    return true;
}

bool squares_size(const char *text, uint64_t *rows, uint64_t *columns)
{
    return number(&text, rows) && *text++ == 'x' && number(&text, columns) &&
           !*text;
}

static enum status wrong(const struct squares_notation *s, const char *text)
{
    char list[32] = "";
    const size_t n = strlen(s->letters);
    for (size_t i = 0; i < n; i++) {
        const char one[] = {'\'', s->letters[i], '\'', 0};
        strcat(list, one);
        strcat(list, i + 1 == n ? "" : i + 2 == n ? " and " : ", ");
    }
    return log_error(STATUS_USAGE,
                     "position '%s': must be rows of %s, of equal length, with "
                     "'/' between them, or a size, 2x3",
                     text, list);
}

enum status squares_parse(const struct squares_notation *s, const char *text,
                          struct squares *out)
{
    const size_t columns = strcspn(text, "/"), size = strlen(text) + 1;
    const size_t rows = size / (columns + 1);
    struct region all;
    /* What is no board at all is said first, then what is too large. */
    if (!columns || size != rows * (columns + 1) ||
        text[strspn(text, s->letters)] % '/')
        return wrong(s, text);
    enum status st = squares_board(s, rows, columns, &all);
    if (st)
        return st;
    for (size_t k = 0; k < SQUARES_KINDS; k++) {
        out->of[k] = all;
        memset(out->of[k].row, 0, rows * sizeof all.row[0]);
    }
    for (size_t i = 0; i < size; i++) {
        const size_t c = i % (columns + 1), r = i / (columns + 1);
        const char *letter = text[i] ? strchr(s->letters, text[i]) : NULL;
        if (c == columns ? text[i] && text[i] != '/' : !letter)
            return wrong(s, text);
        if (c < columns && letter > s->letters)
            out->of[letter - s->letters - 1].row[r] |= UINT32_C(1) << c;
    }
    return STATUS_OK;
}

size_t squares_print(const struct squares_notation *s,
                     const struct squares *board, char out[], size_t cap)
{
    const struct region *any = &board->of[0];
    const size_t kinds = strlen(s->letters) - 1;
    const size_t size = any->rows * (any->columns + 1u) - 1;
    for (size_t i = 0; i < size && i + 1 < cap; i++) {
        const size_t c = i % (any->columns + 1), r = i / (any->columns + 1);
        out[i] = s->letters[0];
        for (size_t k = 0; k < kinds && c < any->columns; k++)
            if (board->of[k].row[r] >> c & 1)
                out[i] = s->letters[k + 1];
        if (c == any->columns)
            out[i] = '/';
    }
    if (cap)
        out[size < cap ? size : cap - 1] = 0;
    return size;
}
