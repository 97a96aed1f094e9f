#include "census/answer/notation.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdlib.h>

static enum status open_request(struct notation *n)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = request_of_archive(n->archive, n->known, request);
    if (st) {
        free(request);
        return st;
    }
    n->request = request;
    return STATUS_OK;
}

void notation_init(struct archive *a, const struct catalogue *known,
                   struct notation *n)
{
    *n = (struct notation){.archive = a, .known = known};
    n->added = archive_find(a, "position") == archive_columns(a);
}

enum status notation_open(struct notation *n)
{
    if (!n->added || n->request || n->unknown)
        return STATUS_OK;
    bool known;
    enum status st = request_known(n->archive, n->known, &known);
    if (st)
        return st;
    st = open_request(n);
    n->unknown = st && !known;
    /* Segments are no positions. */
    if (!st && grid_segments_of(&n->request->plan.grid))
        n->added = false;
    return n->unknown ? STATUS_OK : st;
}

void notation_close(struct notation *n)
{
    if (n->request)
        request_close(n->request);
    free(n->request);
    n->request = NULL;
}

enum status notation_request(struct notation *n, const struct request **request)
{
    bool known = true;
    enum status st = STATUS_OK;
    if (!n->request && !n->unknown) {
        st = request_known(n->archive, n->known, &known);
        n->unknown = !known;
        if (!st && known)
            st = open_request(n);
    }
    *request = n->request;
    return st;
}

static enum status print(const struct game *game, struct position p,
                         char **text)
{
    const size_t size = game->rules->print(game->self, p, NULL, 0) + 1;
    *text = malloc(size);
    if (!*text)
        return cli_no_memory();
    game->rules->print(game->self, p, *text, size);
    return STATUS_OK;
}

enum status notation_text(const struct notation *n, uint64_t row, char **text)
{
    struct point point;
    struct position p;
    *text = NULL;
    if (!n->request || grid_segments_of(&n->request->plan.grid))
        return STATUS_OK;
    const struct game *game = &n->request->plan.games[0];
    grid_unrank(&n->request->plan.grid, row, &point);
    enum status st = game_start(game, &point, &p);
    return st ? st : print(game, p, text);
}

/* Is this the row of a position? The rank of multisets knows no order. */
static bool is_row(const struct request *r, uint64_t row,
                   const struct point *point, struct position p)
{
    const struct game *game = &r->plan.games[0];
    struct position q;
    return row < r->plan.grid.count && !game_start(game, point, &q) &&
           position_equal(p, q);
}

/* For games that cannot take positions apart: looks at one row after another.
 */
static bool seek(const struct request *r, struct position p, uint64_t *row)
{
    const struct grid *grid = &r->plan.grid;
    struct point point;
    for (*row = 0; *row < grid->count; ++*row) {
        grid_walk(grid, *row, *row, &point);
        if (is_row(r, *row, &point, p))
            return true;
    }
    return false;
}

static bool find_row(const struct request *r, struct position p, uint64_t *row)
{
    const struct game *game = &r->plan.games[0];
    const struct grid *grid = &r->plan.grid;
    struct point point;
    if (!game->rules->parts && !grid_of_positions(grid))
        return seek(r, p, row);
    if (!grid_row(grid, game, p, row))
        return false;
    grid_unrank(grid, *row, &point);
    return is_row(r, *row, &point, p);
}

enum status notation_row(const struct request *r, const char *text,
                         uint64_t *row)
{
    const struct game *game = &r->plan.games[0];
    const struct ruleset *rules = game->rules;
    const struct grid *grid = &r->plan.grid;
    struct position p;
    enum status st = rules->parse(game->self, text, &p);
    if (st)
        return st;
    if (game_obliged(game, p))
        return log_error(STATUS_USAGE,
                         "%s: a position with an obligation has no row of its "
                         "own; leave the brackets out",
                         text);
    return find_row(r, p, row)
               ? STATUS_OK
               : log_error(STATUS_USAGE, "%s is not in the grid %s", text,
                           grid->spec);
}

enum status notation_canonical(const struct request *r, const char *position,
                               char **text)
{
    const struct game *game = &r->plan.games[0];
    struct position p;
    enum status st = game->rules->parse(game->self, position, &p);
    return st ? st : print(game, p, text);
}

struct wanted {
    const struct request *request;
    struct position position;
};

enum status notation_wanted(const struct request *r, const char *position,
                            void **wanted)
{
    const struct game *game = &r->plan.games[0];
    struct wanted *w = malloc(sizeof *w);
    if (!w)
        return cli_no_memory();
    w->request = r;
    *wanted = w;
    return game->rules->parse(game->self, position, &w->position);
}

size_t notation_keep(const void *wanted, bool others, uint64_t first,
                     uint32_t rows[], size_t n)
{
    const struct wanted *w = wanted;
    const struct grid *grid = &w->request->plan.grid;
    const struct game *game = &w->request->plan.games[0];
    struct point point;
    size_t kept = 0;
    for (size_t i = 0, before = 0; i < n; i++) {
        const uint32_t row = rows[i];
        struct position p;
        grid_walk(grid, i && row == before + 1, first + row, &point);
        const bool same =
            !game_start(game, &point, &p) && position_equal(p, w->position);
        rows[kept] = row;
        kept += same != others;
        before = row;
    }
    return kept;
}
