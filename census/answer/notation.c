#include "census/answer/notation.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdlib.h>

enum status notation_open(struct archive *a, const struct catalogue *known,
                          struct notation *n)
{
    n->request = NULL;
    if (archive_find(a, "position") < archive_columns(a))
        return STATUS_OK;
    n->request = malloc(sizeof *n->request);
    if (!n->request)
        return cli_no_memory();
    if (request_of_archive(a, known, n->request)) {
        free(n->request);
        n->request = NULL;
    }
    return STATUS_OK;
}

void notation_close(struct notation *n)
{
    if (n->request)
        request_close(n->request);
    free(n->request);
    n->request = NULL;
}

char *notation_text(const struct notation *n, uint64_t row)
{
    const struct game *game = &n->request->plan.games[0];
    struct point point;
    struct position p;
    grid_unrank(&n->request->plan.grid, row, &point);
    if (game_start(game, &point, &p))
        return NULL;
    size_t size = game->rules->print(game->self, p, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        game->rules->print(game->self, p, text, size);
    return text;
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
    if (!rules->parts && !grid_of_positions(grid))
        return log_error(STATUS_USAGE,
                         "%s cannot take positions apart; give --row",
                         game->spec);
    if (game_obliged(game, p))
        return log_error(STATUS_USAGE,
                         "%s: a position with an obligation has no row of its "
                         "own; leave the brackets out",
                         text);
    if (!grid_row(grid, game, p, row))
        return log_error(STATUS_USAGE, "%s is not in the grid %s", text,
                         grid->spec);
    return STATUS_OK;
}
