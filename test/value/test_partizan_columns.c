/* What the columns of partizan values hold, for values known from the books,
 * and what they refuse to hold. */
#include "engine/value/games/games_text.h"
#include "engine/value/partizan_columns.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct domain_column *find(const char *name)
{
    for (size_t i = 0; i < PARTIZAN_COLUMNS; i++)
        if (!strcmp(partizan_columns[i].column.name, name))
            return &partizan_columns[i];
    cr_assert_fail("no column %s", name);
    return NULL;
}

/* The field as a number, whatever its type. */
static double field(const struct domain_column *c, const void *bytes)
{
    struct column column = c->column;
    double real;
    column.offset = 0;
    if (column.type != COLUMN_F64)
        return (double)column_get(&column, bytes);
    memcpy(&real, bytes, sizeof real);
    return real;
}

static double put(struct games *g, const char *text, const char *name)
{
    const struct domain_column *c = find(name);
    uint8_t bytes[8] = {0};
    uint32_t id;
    cr_assert_eq(games_parse(games_worker(g, 0), text, &id), STATUS_OK);
    cr_assert_eq(c->put(g, 0, id, bytes), STATUS_OK, "%s of %s", name, text);
    return field(c, bytes);
}

enum { ASKED = 13 };
static const char *const names[ASKED] = {
    "birthday",  "lefts",      "rights",        "temperature", "mean",
    "left_stop", "right_stop", "atomic_weight", "number",      "integer",
    "nimber",    "all_small",  "infinitesimal"};

static const struct {
    const char *text;
    double want[ASKED];
} values[] = {
    {"0", {0, 0, 0, -1, 0, 0, 0, 0, 1, 1, 0, 1, 1}},
    {"-3", {3, 0, 1, -1, -3, -3, -3, NAN, 1, 1, NAN, 0, 0}},
    {"3/4", {3, 1, 1, -.25, .75, .75, .75, NAN, 1, 0, NAN, 0, 0}},
    {"*", {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}},
    {"*3", {3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 3, 1, 1}},
    {"^", {2, 1, 1, 0, 0, 0, 0, 1, 0, 0, NAN, 1, 1}},
    {"vv*", {3, 1, 1, 0, 0, 0, 0, -2, 0, 0, NAN, 1, 1}},
    {"tiny(2)", {4, 1, 1, 0, 0, 0, 0, NAN, 0, 0, NAN, 0, 1}},
    {"{2|-1}", {3, 1, 1, 1.5, .5, 2, -1, NAN, 0, 0, NAN, 0, 0}},
    {"1*", {2, 1, 1, 0, 1, 1, 1, NAN, 0, 0, NAN, 0, 0}},
};

Test(partizan_columns, known_values)
{
    struct games *g;
    cr_assert_eq(games_open(1, &g), STATUS_OK);
    for (size_t v = 0; v < sizeof values / sizeof *values; v++)
        for (size_t i = 0; i < ASKED; i++) {
            const double found = put(g, values[v].text, names[i]);
            const double want = values[v].want[i];
            cr_expect(found == want || (isnan(found) && isnan(want)),
                      "%s of %s is %g, not %g", names[i], values[v].text, found,
                      want);
        }
    games_close(g);
}

/* 1 + 1/2^k has k + 1 bits: 53 are held exactly, 54 are refused. */
Test(partizan_columns, nothing_is_rounded)
{
    struct games *g;
    const struct domain_column *mean = find("mean");
    cr_assert_eq(games_open(1, &g), STATUS_OK);
    struct games_worker *w = games_worker(g, 0);
    const uint32_t zero = GAMES_ZERO, one = games_make(w, &zero, 1, NULL, 0);
    uint32_t x = games_make(w, &one, 1, NULL, 0);
    for (int k = 1; k < 60; k++) {
        uint8_t bytes[8] = {0};
        x = games_make(w, &one, 1, &x, 1);
        const enum status st = mean->put(g, 0, x, bytes);
        cr_expect_eq(st, k < 53 ? STATUS_OK : STATUS_RANGE, "%d", k);
        if (!st)
            cr_expect_eq(field(mean, bytes), 1 + ldexp(1, -k), "%d", k);
    }
    games_close(g);
}
