/* end_nim_plays.c - impartial End-Nim has the same P positions in normal play,
 * in misere play and if whoever leaves a single heap wins, except where all
 * heaps are equal (Cairns, Ho, Some remarks on End-Nim, Int. J. Combin. 2011).
 */
#include "census/check/check.h"

#include <string.h>

static bool end_nim_plays_fits(const struct game *game)
{
    return !strcmp(game->spec,
                   "end-nim:players=impartial,beside=0,play=normal");
}

static bool end_nim_plays_predict(const struct game *game,
                                  const struct point *p, int64_t *value)
{
    bool equal = true;
    (void)game;
    for (uint32_t i = 0; i < p->n; i++)
        equal = equal && p->size[i] == p->size[0];
    *value = 1;
    return !equal;
}

const struct check check_end_nim_plays = {
    .name = "end-nim-plays",
    .summary = "End-Nim, impartial: normal, misere and loop play agree unless "
               "all heaps are equal",
    .column = "agree",
    .fits = end_nim_plays_fits,
    .predict = end_nim_plays_predict,
};
