/* nimstring.c - Nimstring on a board of boxes: all sets of lines still to be
 * drawn, by their number of lines and value.
 *
 * One row for each number of lines, with the SHA-256 of the values of all of
 * these sets: a byte each, in the order of the sets as numbers (line i of the
 * notation is bit i), 255 for loony; more lines than the board has have no
 * sets. The first row asked for solves the whole
 * board on one thread: 2^31 bytes of memory for 3 x 4 boxes.
 *
 * Known: 3 x 3 boxes, bench/nimstring_plain: 7,394,020 of 16,777,216 loony.
 */
#include "engine/base/log.h"
#include "engine/retrograde/set_table.h"
#include "engine/run/census.h"
#include "engine/store/file/digest.h"
#include "rules/rules.h"

#include <nettle/sha2.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 16, LAYERS = SET_TABLE_ELEMENTS_MAX + 1 };

struct row {
    uint8_t rows, columns, lines;
    uint64_t positions, loony, worth[VALUES];
    char digest[DIGEST_HEX - 1];
};

#define WORTH(k)                                                               \
    {                                                                          \
        "worth_" #k, COLUMN_U64, COLUMN_FACT, offsetof(struct row, worth[k]),  \
            sizeof(uint64_t), "positions", "worth *" #k, NULL                  \
    }

static const struct column columns[] = {
    COLUMN(struct row, rows, COLUMN_KEY, "boxes", "rows of the board"),
    COLUMN(struct row, columns, COLUMN_KEY, "boxes", "columns of the board"),
    COLUMN(struct row, lines, COLUMN_KEY, "lines", "still to be drawn"),
    COLUMN(struct row, positions, COLUMN_FACT, "positions",
           "sets of so many lines"),
    COLUMN(struct row, loony, COLUMN_FACT, "positions", "that are loony"),
    WORTH(0),
    WORTH(1),
    WORTH(2),
    WORTH(3),
    WORTH(4),
    WORTH(5),
    WORTH(6),
    WORTH(7),
    WORTH(8),
    WORTH(9),
    WORTH(10),
    WORTH(11),
    WORTH(12),
    WORTH(13),
    WORTH(14),
    WORTH(15),
    COLUMN(struct row, digest, COLUMN_FACT, "",
           "SHA-256 of the values of these sets, a byte each"),
};

struct shared {
    uint32_t rows, columns;
    struct game game;
    pthread_mutex_t lock;
    bool solved;
    struct row layer[LAYERS];
};

static void nimstring_close(void *self)
{
    struct shared *shared = self;
    pthread_mutex_destroy(&shared->lock);
    game_close(&shared->game);
    free(shared);
}

static enum status nimstring_open(const int64_t params[], void **out)
{
    struct shared *shared = calloc(1, sizeof *shared);
    if (!shared)
        return log_error(STATUS_NOMEM, "out of memory");
    shared->rows = (uint32_t)params[0];
    shared->columns = (uint32_t)params[1];
    enum status st = game_open(rulesets, "strings-and-coins", &shared->game);
    if (st) {
        free(shared);
        return st;
    }
    pthread_mutex_init(&shared->lock, NULL);
    if (set_table_fits(&shared->game, shared->rows, shared->columns)) {
        *out = shared;
        return STATUS_OK;
    }
    st = log_error(STATUS_RANGE,
                   "nimstring: a board of %u x %u boxes has more than %d lines",
                   shared->rows, shared->columns, SET_TABLE_ELEMENTS_MAX);
    nimstring_close(shared);
    return st;
}

static bool is_interrupted(const struct cell *cell)
{
    const struct solver *solver = &cell->solvers[0];
    return solver->interrupted && solver->interrupted(solver->interrupter);
}

static enum status solve_all(struct set_table *t, const struct cell *cell)
{
    const size_t layers = set_table_begin(t, set_table_count(t) - 1);
    for (size_t layer = 0; layer < layers; layer++)
        for (uint64_t i = 0; i < set_table_tasks(t, layer); i++) {
            if (is_interrupted(cell))
                return STATUS_STOPPED;
            set_table_task(t, layer, i);
        }
    set_table_end(t);
    return STATUS_OK;
}

/* Values of a layer until they are digested, many at a time. */
struct digesting {
    struct sha256_ctx sha;
    size_t n;
    uint8_t value[4096];
};

static void flush(struct digesting *d)
{
    sha256_update(&d->sha, d->n, d->value);
    d->n = 0;
}

static enum status count(struct shared *shared, const struct set_table *t,
                         const struct cell *cell)
{
    const uint8_t *value = set_table_values(t);
    struct digesting *all = calloc(LAYERS, sizeof *all);
    if (!all)
        return log_error(STATUS_NOMEM, "out of memory");
    for (size_t k = 0; k < LAYERS; k++)
        sha256_init(&all[k].sha);
    enum status st = STATUS_OK;
    for (uint64_t set = 0; set < set_table_count(t) && !st; set++) {
        const size_t k = (size_t)__builtin_popcountll(set);
        struct row *row = &shared->layer[k];
        struct digesting *d = &all[k];
        d->value[d->n++] = value[set];
        if (d->n == sizeof d->value)
            flush(d);
        row->positions++;
        if (value[set] == SET_TABLE_LOONY)
            row->loony++;
        else if (value[set] < VALUES)
            row->worth[value[set]]++;
        else
            st = log_error(STATUS_RANGE,
                           "nimstring: a position is worth *%u: the columns "
                           "end at *%d",
                           value[set], VALUES - 1);
        if (set % (1 << 20) == 0 && is_interrupted(cell))
            st = STATUS_STOPPED;
    }
    for (size_t k = 0; k < LAYERS; k++) {
        uint8_t digest[DIGEST_BYTES];
        char hex[DIGEST_HEX];
        flush(&all[k]);
        sha256_digest(&all[k].sha, sizeof digest, digest);
        digest_hex(digest, hex);
        memcpy(shared->layer[k].digest, hex, sizeof shared->layer[k].digest);
    }
    free(all);
    return st;
}

static enum status find(struct shared *shared, const struct cell *cell)
{
    struct set_table *t;
    enum status st =
        set_table_open(&shared->game, shared->rows, shared->columns, &t);
    if (st)
        return st;
    memset(shared->layer, 0, sizeof shared->layer);
    st = solve_all(t, cell);
    if (!st)
        st = count(shared, t, cell);
    set_table_close(t);
    shared->solved = !st;
    return st;
}

static enum status nimstring_row(const struct cell *cell, void *out)
{
    struct shared *shared = cell->shared;
    struct row *row = out;
    enum status st = STATUS_OK;
    pthread_mutex_lock(&shared->lock);
    if (!shared->solved)
        st = find(shared, cell);
    pthread_mutex_unlock(&shared->lock);
    if (st)
        return st;
    *row = shared->layer[cell->index];
    row->rows = (uint8_t)shared->rows;
    row->columns = (uint8_t)shared->columns;
    row->lines = (uint8_t)cell->index;
    return STATUS_OK;
}

static const struct param params[] = {
    {.name = "high",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 4,
     .def = "2",
     .help = "rows of boxes"},
    {.name = "wide",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 10,
     .def = "3",
     .help = "columns of boxes"},
};

const struct census census_nimstring = {
    .name = "nimstring",
    .summary = "Nimstring on a board of boxes: positions by lines and value",
    .version = 1,
    .games = {{"nim", "nimber"}},
    .grid = "lists:parts=1,size=1..32",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = nimstring_open,
    .close = nimstring_close,
    .row = nimstring_row,
};
