#include "census/run/columns.h"

#include "census/named/shared/ask.h"
#include "engine/base/log.h"
#include "rules/kinds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static enum status put_number(const struct column *column, uint64_t number,
                              void *field)
{
    memcpy(field, &number, column->width);
    return STATUS_OK;
}

#define ARGUMENTS                                                              \
    const struct cell *cell, const struct column *column, uint64_t value,      \
        uint64_t other, void *field
#define UNUSED(x) (void)(x)

/* A text of the width that was promised for the whole grid. */
static enum status put_text(const struct cell *cell,
                            const struct column *column, const char *text,
                            size_t n, void *field)
{
    if (n > column->width)
        return log_error(STATUS_RANGE,
                         "%s: point %llu: %s is %zu characters long: at most "
                         "%zu are kept",
                         cell->games[0].spec, (unsigned long long)cell->index,
                         column->name, n, column->width);
    memcpy(field, text, n);
    return STATUS_OK;
}

static enum status put_position(ARGUMENTS)
{
    const struct game *game = &cell->games[0];
    char text[COLUMNS_TEXT_MAX + 1];
    struct position p;
    UNUSED(value);
    UNUSED(other);
    enum status st = ask_start(cell, 0, &p);
    if (st)
        return st;
    const size_t n = game->rules->print(game->self, p, text, sizeof text);
    return put_text(cell, column, text, n, field);
}

static enum status put_parts(ARGUMENTS)
{
    static const char *const kinds[] = {
        [PART_OWN] = "", [PART_NIM] = "*", [PART_TOP] = "t", [PART_ONE] = "e"};
    const struct point *point = cell->point;
    char text[COLUMNS_TEXT_MAX + 1] = "";
    size_t n = 0;
    UNUSED(value);
    UNUSED(other);
    for (uint32_t i = 0; i < point->n && n < sizeof text; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%u", i ? " " : "",
                              kinds[point->kind[i]], point->size[i]);
    return put_text(cell, column, text, n, field);
}

static enum status put_heaps(ARGUMENTS)
{
    UNUSED(value);
    UNUSED(other);
    return put_number(column, cell->point->n, field);
}

static enum status put_largest(ARGUMENTS)
{
    uint64_t largest = 0;
    UNUSED(value);
    UNUSED(other);
    for (uint32_t i = 0; i < cell->point->n; i++)
        if (cell->point->size[i] > largest)
            largest = cell->point->size[i];
    return put_number(column, largest, field);
}

static enum status put_total(ARGUMENTS)
{
    uint64_t total = 0;
    UNUSED(value);
    UNUSED(other);
    for (uint32_t i = 0; i < cell->point->n; i++)
        total += cell->point->size[i];
    return put_number(column, total, field);
}

static enum status put_outcome(ARGUMENTS)
{
    const struct domain *domain = cell->solvers[0].domain;
    UNUSED(other);
    return put_number(column, domain->kind->outcome(domain->self, value),
                      field);
}

static enum status put_own(ARGUMENTS)
{
    const struct domain *domain = cell->solvers[0].domain;
    UNUSED(other);
    if (!domain->kind->name_value)
        return put_number(column, value, field);
    domain->kind->name_value(domain->self, value, field);
    return STATUS_OK;
}

static enum status put_other(ARGUMENTS)
{
    UNUSED(cell);
    UNUSED(value);
    return put_number(column, other, field);
}

static void count(void *context, struct position p)
{
    UNUSED(p);
    ++*(uint64_t *)context;
}

/* Options, or those that win. */
static enum status put_options(const struct cell *cell,
                               const struct column *column, enum mover mover,
                               bool winning, void *field)
{
    const struct game *game = &cell->games[0];
    uint64_t n = 0;
    struct position p;
    enum status st = ask_start(cell, 0, &p);
    if (!st && game->rules->movable && !game->rules->movable(game->self, p))
        st = log_error(STATUS_RANGE,
                       "%s: point %llu: a move leads out of the positions that "
                       "fit in 128 bits",
                       game->spec, (unsigned long long)cell->index);
    if (!st && winning)
        st = solve_winning(&cell->solvers[0], p, mover, count, &n);
    else if (!st)
        st = ask_options(cell, 0, p, mover, &n);
    return st ? st : put_number(column, n, field);
}

static enum status put_moves(ARGUMENTS)
{
    UNUSED(value);
    UNUSED(other);
    return put_options(cell, column, LEFT, false, field);
}

static enum status put_right_moves(ARGUMENTS)
{
    UNUSED(value);
    UNUSED(other);
    return put_options(cell, column, RIGHT, false, field);
}

static enum status put_winning(ARGUMENTS)
{
    UNUSED(value);
    UNUSED(other);
    return put_options(cell, column, LEFT, true, field);
}

static enum status put_right_winning(ARGUMENTS)
{
    UNUSED(value);
    UNUSED(other);
    return put_options(cell, column, RIGHT, true, field);
}

#define ENTRY(name_, put_, type_, role_, width_, unit_, help_, ...)            \
    {                                                                          \
        .column = {.name = #name_,                                             \
                   .type = type_,                                              \
                   .role = role_,                                              \
                   .width = width_,                                            \
                   .unit = unit_,                                              \
                   .help = help_},                                             \
        .put = put_, __VA_ARGS__                                               \
    }
#define KEY(name, unit, help)                                                  \
    ENTRY(name, put_##name, COLUMN_U32, COLUMN_KEY, 4, unit, help,             \
          .parts = true)
#define KEY_TEXT(name, help, ...)                                              \
    ENTRY(name, put_##name, COLUMN_TEXT, COLUMN_KEY, 0, "", help, __VA_ARGS__)
#define OPTIONS(name, put, help, ...)                                          \
    ENTRY(name, put, COLUMN_U32, COLUMN_FACT, 4, "moves", help, __VA_ARGS__)

static const struct columns_entry entries[] = {
    KEY_TEXT(position, "the position in the ruleset's notation",
             .parts = false),
    KEY_TEXT(parts, "the parts of the grid's point, in its order",
             .parts = true),
    KEY(heaps, "parts", "parts of the position"),
    KEY(largest, "counters", "the largest part"),
    KEY(total, "counters", "sizes of all parts added up"),
    {.column = {.name = "outcome",
                .type = COLUMN_U8,
                .role = COLUMN_FACT,
                .width = 1,
                .unit = "",
                .help = "outcome class",
                .labels = outcome_labels},
     .put = put_outcome},
    OPTIONS(moves, put_moves, "moves from the position",
            .refuses = GAME_PARTIZAN),
    OPTIONS(left_moves, put_moves, "Left's moves from the position",
            .needs = GAME_PARTIZAN),
    OPTIONS(right_moves, put_right_moves, "Right's moves from the position",
            .needs = GAME_PARTIZAN),
    OPTIONS(winning, put_winning, "moves that win", .refuses = GAME_PARTIZAN,
            .beyond = true),
    OPTIONS(left_winning, put_winning, "Left's moves that win",
            .needs = GAME_PARTIZAN, .beyond = true),
    OPTIONS(right_winning, put_right_winning, "Right's moves that win",
            .needs = GAME_PARTIZAN, .beyond = true),
    {.column = {.name = "longest",
                .type = COLUMN_U32,
                .role = COLUMN_FACT,
                .width = 4,
                .unit = "moves",
                .help = "moves of the longest play"},
     .refuses = GAME_PARTIZAN | GAME_OBLIGES,
     .ask = "length",
     .put = put_other},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

bool columns_get(const struct domain_kind *const domains[], size_t i,
                 struct columns_entry *out, const char **domain)
{
    *domain = NULL;
    if (i < ENTRIES) {
        *out = entries[i];
        return true;
    }
    i -= ENTRIES;
    for (size_t d = 0; domains[d]; d++) {
        const struct domain_kind *kind = domains[d];
        *domain = kind->name;
        if (i <= kind->ncolumns) {
            *out = i ? (struct columns_entry){.column =
                                                  kind->columns[i - 1].column,
                                              .of = &kind->columns[i - 1]}
                     : (struct columns_entry){.column = kind->column,
                                              .put = put_own};
            return true;
        }
        i -= kind->ncolumns + 1;
    }
    return false;
}

/* Does a domain say who wins? Only then there are outcomes and winning moves.
 */
static bool says_outcome(const struct domain_kind *kind)
{
    return kind->players == 2;
}

static bool serves(const struct columns_entry *e, const char *domain,
                   const struct domain_kind *kind)
{
    if (domain)
        return !strcmp(domain, kind->name);
    /* An outcome that is the value itself is stored once. */
    if (!strcmp(e->column.name, kind->column.name))
        return false;
    return says_outcome(kind) || (!e->beyond && e->put != put_outcome);
}

static enum status unknown(const struct domain_kind *const domains[],
                           const char *name, const struct domain_kind *kind)
{
    char names[1000] = "";
    struct columns_entry e;
    const char *domain;
    size_t used = 0;
    for (size_t i = 0; columns_get(domains, i, &e, &domain); i++)
        if (serves(&e, domain, kind) && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, " %s",
                                     e.column.name);
    return log_error(STATUS_UNKNOWN,
                     "--columns: no column '%s' for the domain %s; there "
                     "are:%s, and value, which is %s",
                     name, kind->name, names, kind->column.name);
}

static bool same_name(const char *asked, const char *name)
{
    for (; *asked && *name; asked++, name++)
        if (*asked != *name && !(*asked == '-' && *name == '_'))
            return false;
    return *asked == *name;
}

enum status columns_find(const struct domain_kind *const domains[],
                         const char *name, const struct domain_kind *kind,
                         const struct game *game, struct columns_entry *out)
{
    const char *domain;
    size_t i = 0;
    const char *wanted = !strcmp(name, "value") ? kind->column.name : name;
    while (columns_get(domains, i, out, &domain) &&
           !(serves(out, domain, kind) && same_name(wanted, out->column.name)))
        i++;
    if (!columns_get(domains, i, out, &domain))
        return unknown(domains, name, kind);
    if ((out->needs & ~game->traits) || (out->refuses & game->traits))
        return log_error(STATUS_USAGE,
                         "--columns: %s does not suit %s: it is for games "
                         "%s",
                         out->column.name, game->spec,
                         out->needs & GAME_PARTIZAN
                             ? "in which the players have different moves"
                         : out->refuses & GAME_OBLIGES
                             ? "without obligations, in which both players "
                               "have the same moves"
                             : "in which both players have the same moves");
    return STATUS_OK;
}

enum status columns_put(const struct columns_entry *e,
                        const struct column *column, const struct cell *cell,
                        uint64_t value, uint64_t other, void *field)
{
    const struct solver *s = &cell->solvers[0];
    if (!e->of)
        return e->put(cell, column, value, other, field);
    enum status st = e->of->put(s->domain->self, s->worker, value, field);
    return st == STATUS_RANGE
               ? log_error(st,
                           "%s: point %llu: the %s of its value is no number "
                           "that the column holds exactly",
                           cell->games[0].spec, (unsigned long long)cell->index,
                           column->name)
               : st;
}
