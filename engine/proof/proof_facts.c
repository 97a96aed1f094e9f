#include "engine/proof/proof_facts.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool holds(const struct column *column)
{
    return column->role == COLUMN_FACT && column->type != COLUMN_TEXT;
}

/* What is done with rows first..first+n-1 of a column. */
typedef void column_take(struct proof_facts *, uint64_t first, uint64_t n,
                         const uint8_t values[], const void *context);

/* Reads a column of values that are `width` bytes wide, chunk by chunk. */
static enum status read_column(struct proof_facts *f, struct archive *a,
                               size_t column, size_t width, column_take *take,
                               const void *context)
{
    const uint64_t block = archive_chunk_rows(a);
    uint8_t *values = malloc(block * width);
    enum status st = STATUS_OK;
    if (!values)
        return log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
    for (uint64_t first = 0; first < f->rows && !st; first += block) {
        uint64_t n = f->rows - first < block ? f->rows - first : block;
        st = archive_read(a, column, first, n, values);
        if (!st)
            take(f, first, n, values, context);
    }
    free(values);
    return st;
}

/* A fact's place in a row of them. */
struct place {
    size_t at, width; /* bytes */
};

static void take_facts(struct proof_facts *f, uint64_t first, uint64_t n,
                       const uint8_t values[], const void *context)
{
    const struct place *p = context;
    for (uint64_t i = 0; i < n; i++)
        memcpy(f->bytes + (first + i) * f->width + p->at, values + i * p->width,
               p->width);
}

static enum status allocate(struct proof_facts *f, struct archive *a)
{
    enum status st = proof_limits_take(f->limits, f->rows * f->width);
    if (st)
        return st;
    f->bytes = malloc(f->rows * f->width + 1);
    return f->bytes
               ? STATUS_OK
               : log_error(STATUS_NOMEM,
                           "%s: a proof needs the facts of all rows in memory: "
                           "%llu MB",
                           archive_path(a),
                           (unsigned long long)(f->rows * f->width >> 20));
}

enum status proof_facts_open(struct proof_facts *f, struct archive *a,
                             const struct plan *plan,
                             struct proof_limits *limits)
{
    const struct census *census = plan->census;
    assert(archive_columns(a) == census->ncolumns &&
           archive_rows(a) == plan->grid.count);
    *f = (struct proof_facts){
        .plan = plan, .limits = limits, .rows = plan->grid.count};
    for (size_t c = 0; census->fact && c < census->ncolumns; c++)
        f->width += holds(&census->columns[c]) ? census->columns[c].width : 0;
    if (!f->width)
        return STATUS_OK;
    enum status st = allocate(f, a);
    struct place place = {0};
    for (size_t c = 0; c < census->ncolumns && !st; c++)
        if (holds(&census->columns[c])) {
            place.width = census->columns[c].width;
            st = read_column(f, a, c, place.width, take_facts, &place);
            place.at += place.width;
        }
    if (st)
        proof_facts_close(f);
    return st;
}

/* The column with the names of a domain's values; the number of columns if
 * there is none. */
static size_t find_names(const struct census *census,
                         const struct domain_kind *kind)
{
    size_t c = 0;
    while (c < census->ncolumns &&
           (!kind->book_value || census->columns[c].type != COLUMN_TEXT ||
            census->columns[c].width != kind->column.width ||
            strcmp(census->columns[c].name, kind->column.name)))
        c++;
    return c;
}

/* Each row's place in the book. */
static void take_names(struct proof_facts *f, uint64_t first, uint64_t n,
                       const uint8_t values[], const void *context)
{
    const struct book *book = context;
    const size_t width = book->columns[0].width;
    for (uint64_t i = 0; i < n; i++) {
        size_t row;
        const char *name = (const char *)values + i * width;
        f->named[first + i] =
            book_find(book, name, &row) ? (uint32_t)row : PROOF_NOT_NAMED;
    }
}

static uint64_t names_bytes(const struct proof_facts *f)
{
    return f->rows * sizeof *f->named + f->nvalues * sizeof *f->values;
}

static enum status build(struct proof_facts *f, struct archive *a,
                         size_t column, const struct domain *domain,
                         const struct book *book)
{
    f->nvalues = book->n;
    enum status st = proof_limits_take(f->limits, names_bytes(f));
    if (st)
        return st;
    f->named = malloc(f->rows * sizeof *f->named + 1);
    f->values = malloc(book->n * sizeof *f->values + 1);
    if (!f->named || !f->values)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         archive_path(a));
    for (size_t i = 0; i < book->n; i++)
        f->values[i] = DOMAIN_UNKNOWN;
    st = read_column(f, a, column, book->columns[0].width, take_names, book);
    for (uint64_t i = 0; i < f->rows && !st; i++)
        if (f->named[i] != PROOF_NOT_NAMED)
            st = domain->kind->book_value(domain->self, 0, book, f->named[i],
                                          f->values);
    return st;
}

enum status proof_facts_read_names(struct proof_facts *f, struct archive *a,
                                   const struct domain *domain)
{
    const struct domain_kind *kind = domain->kind;
    const size_t column = find_names(f->plan->census, kind);
    struct book book;
    if (column == f->plan->census->ncolumns)
        return STATUS_OK;
    enum status st = archive_book(a, kind->book_columns, kind->nbook_columns,
                                  kind->book_row_size, &book);
    if (st)
        return st;
    if (book.n)
        st = build(f, a, column, domain, &book);
    book_release(&book);
    return st;
}

/* Of several rows of one position the first one counts. */
static enum status index_game(struct proof_facts *f, const struct game *game,
                              struct proof_table *t)
{
    const struct grid *grid = &f->plan->grid;
    struct point point;
    enum status st = STATUS_OK;
    for (uint64_t row = 0; row < f->rows && !st; row++) {
        struct position p;
        grid_walk(grid, row, row, &point);
        st = game_start(game, &point, &p);
        if (!st && proof_table_get(t, p) == PROOF_UNKNOWN)
            st = proof_table_put(t, p, row);
    }
    return st;
}

enum status proof_facts_index(struct proof_facts *f)
{
    enum status st = STATUS_OK;
    if (!f->width && !f->named)
        return STATUS_OK;
    for (size_t g = 0; g < f->plan->ngames && !st; g++) {
        const struct game *game = &f->plan->games[g];
        if (game->rules->parts && !grid_of_positions(&f->plan->grid))
            continue;
        f->rows_of[g] = malloc(sizeof *f->rows_of[g]);
        if (!f->rows_of[g])
            return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                             f->limits->path);
        proof_table_init(f->rows_of[g], f->limits);
        st = index_game(f, game, f->rows_of[g]);
    }
    return st;
}

static void close_index(struct proof_facts *f)
{
    for (size_t g = 0; g < CENSUS_GAMES_MAX; g++) {
        if (f->rows_of[g])
            proof_table_release(f->rows_of[g]);
        free(f->rows_of[g]);
        f->rows_of[g] = NULL;
    }
}

void proof_facts_close(struct proof_facts *f)
{
    close_index(f);
    if (f->bytes)
        proof_limits_give(f->limits, f->rows * f->width);
    if (f->named)
        proof_limits_give(f->limits, names_bytes(f));
    free(f->bytes);
    free(f->named);
    free(f->values);
    f->bytes = NULL;
    f->named = NULL;
    f->values = NULL;
}

enum status proof_reader_init(struct proof_reader *r,
                              const struct proof_facts *f)
{
    r->facts = f;
    r->row = calloc(1, f->plan->census->row_size);
    return r->row ? STATUS_OK
                  : log_error(STATUS_NOMEM, "proof: out of memory for a row");
}

void proof_reader_release(struct proof_reader *r)
{
    free(r->row);
}

/* Which state of the reader's point p is: the number in states(), or that of
 * no state at all. The grid's point must make the very same position: so the
 * grid, not the ruleset's parts(), says which row is meant. */
static bool find_state(struct proof_reader *r, const struct game *game,
                       struct position p, size_t *state)
{
    size_t n = 1;
    if (game_start(game, &r->point, &r->states[0]))
        return false;
    /* Without an obligation, it is the first or none. */
    if (game_obliged(game, p))
        n = game_states(game, r->states[0], r->states);
    for (*state = 0; *state < n; ++*state)
        if (position_equal(r->states[*state], p))
            return true;
    return false;
}

/* The row whose point has the parts of p. */
static bool rank_parts(struct proof_reader *r, const struct game *game,
                       struct position p, uint64_t *row)
{
    const struct grid *grid = &r->facts->plan->grid;
    const struct ruleset *rules = game->rules;
    struct point_run run[POINT_PARTS_MAX];
    if (rules->runs && grid->kind->rank_runs) {
        const size_t n = rules->runs(game->self, p, run);
        return grid->kind->rank_runs(grid->self, run, n, row);
    }
    r->point.whole = grid_of_positions(grid);
    r->point.position = p;
    if (!r->point.whole && !rules->parts)
        return false;
    if (!r->point.whole)
        rules->parts(game->self, p, &r->point);
    return grid->kind->rank(grid->self, &r->point, row);
}

/* The row of p, and which of its states p is. */
static bool find_row(struct proof_reader *r, size_t number, struct position p,
                     uint64_t *row, size_t *state)
{
    const struct game *game = &r->facts->plan->games[number];
    const struct ruleset *rules = game->rules;
    if (r->facts->rows_of[number]) {
        *row = proof_table_get(r->facts->rows_of[number], p);
        *state = 0;
        return *row != PROOF_UNKNOWN;
    }
    if (!rank_parts(r, game, p, row))
        return false;
    /* Where runs of equal parts tell a position, their order means nothing: p
     * is the point, and need not be made again and compared. */
    const struct obligation_slots *slots = rules->obligation;
    if (rules->runs && (!slots || slots->state)) {
        *state = slots ? slots->state(game->self, p) : 0;
        return true;
    }
    /* But a row of heaps is not the same from the other end, and the rank of
     * multisets knows no order. */
    grid_unrank(&r->facts->plan->grid, *row, &r->point);
    return find_state(r, game, p, state);
}

uint64_t proof_facts_state(struct proof_reader *r,
                           const struct domain_kind *domain, size_t game,
                           uint64_t row, size_t state)
{
    const struct proof_facts *f = r->facts;
    const struct census *census = f->plan->census;
    const uint8_t *at = f->bytes + row * f->width;
    uint64_t value;
    for (size_t c = 0; c < census->ncolumns; c++)
        if (holds(&census->columns[c])) {
            memcpy((char *)r->row + census->columns[c].offset, at,
                   census->columns[c].width);
            at += census->columns[c].width;
        }
    if (!census->fact(r->row, game, state, &value) ||
        (domain->legal && !domain->legal(value)))
        return PROOF_UNKNOWN;
    return value;
}

uint64_t proof_facts_value(struct proof_reader *r,
                           const struct domain_kind *domain, size_t game,
                           struct position p, uint64_t *row)
{
    const struct proof_facts *f = r->facts;
    const bool named = f->named && game == 0;
    size_t state;
    if ((!f->width && !named) || !find_row(r, game, p, row, &state))
        return PROOF_UNKNOWN;
    if (!named)
        return proof_facts_state(r, domain, game, *row, state);
    return state == 0 && f->named[*row] != PROOF_NOT_NAMED
               ? f->values[f->named[*row]]
               : PROOF_UNKNOWN;
}
