/* contract_traits.c - the promises about traits, and about boards. */
#include "engine/game/contract.h"

#include <stdio.h>

/* Positions of a board that are examined, and sides of the largest board. */
enum { BOARD_POSITIONS = 2000, BOARD_SIDE = 4 };

static const char *traits_fault(const struct game *g)
{
    const struct ruleset *r = g->rules;
    const unsigned t = g->traits, all = 2 * GAME_LAPSES - 1;
    if (t & ~all)
        return "it has a trait that there is not";
    if (g->players < 2)
        return "it has fewer than two players";
    if (t & GAME_OBLIGES && !r->obligation)
        return "GAME_OBLIGES without obligation slots";
    if (r->obligation && !(r->obligation->states && r->obligation->obliged))
        return "obligation slots without states() or obliged()";
    if (t & GAME_ELSEWHERE && !(t & GAME_OBLIGES))
        return "GAME_ELSEWHERE without GAME_OBLIGES";
    if (t & GAME_LAPSES && !(t & GAME_ELSEWHERE))
        return "GAME_LAPSES without GAME_ELSEWHERE";
    if (r->partizan && !r->partizan->mirror)
        return "partizan slots without mirror()";
    if (r->heap && !r->heap->options)
        return "heap slots without options()";
    if (r->board && !(r->board->count && r->board->unrank && r->board->rank))
        return "board slots without count(), unrank() or rank()";
    if (r->runs && !r->parts)
        return "runs() without parts()";
    return NULL;
}

enum status contract_traits(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    const char *fault = traits_fault(g);
    if (fault) {
        snprintf(broken, CONTRACT_TEXT, "%s: %s", g->spec, fault);
        return STATUS_DISAGREE;
    }
    for (size_t i = 0; i < s->n; i++)
        if (game_obliged(g, s->at[i]) && !(g->traits & GAME_OBLIGES))
            return contract_broken(g, s->at[i], broken,
                                   "it is obliged, without GAME_OBLIGES");
    return STATUS_OK;
}

static enum status check_board(const struct game *g, uint32_t rows,
                               uint32_t columns, uint64_t count, char broken[])
{
    const uint64_t step = count / BOARD_POSITIONS + 1;
    for (uint64_t i = 0; i < count; i += step) {
        const struct position p =
            g->rules->board->unrank(g->self, rows, columns, i);
        uint32_t r, c;
        uint64_t number;
        if (!g->rules->board->rank(g->self, p, &r, &c, &number) || r != rows ||
            c != columns || number != i)
            return contract_broken(g, p, broken,
                                   "rank() is not the inverse of unrank()");
    }
    return STATUS_OK;
}

enum status contract_boards(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    enum status st = STATUS_OK;
    for (uint32_t rows = 1; rows <= BOARD_SIDE && g->rules->board; rows++)
        for (uint32_t columns = 1; columns <= BOARD_SIDE && !st; columns++) {
            uint64_t count;
            if (!g->rules->board->count(g->self, rows, columns, &count))
                st = check_board(g, rows, columns, count, broken);
        }
    return st;
}
