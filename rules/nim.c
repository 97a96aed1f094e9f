/* nim.c - Nim: take any number of counters from one heap.
 *
 * Known: the nimber of a position is the exclusive-or of its heaps (Bouton,
 * Annals of Mathematics, 1901).
 */
#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/replies.h"

static const struct param params[] = {
    {.name = "players",
     .type = PARAM_INTEGER,
     .lo = 2,
     .hi = 3,
     .def = "2",
     .help = "players, moving in turn"},
    {.name = "play",
     .type = PARAM_CHOICE,
     .choices = "normal|misere",
     .def = "normal",
     .help = "does the player without a move lose or win"},
};

static enum status nim_open(const struct param_value v[], struct game *game)
{
    /* Nim heaps never entail, so the answer is free. */
    const struct param_value free_reply[REPLIES_PARAMS] = {
        {.name = "reply", .lo = REPLY_ANY},
        {.name = "empty"},
        {.name = "alone"},
        *param_of(v, "play")};
    enum status st = replies_open(PART_NIM, free_reply, game);
    game->players = (unsigned)param_of(v, "players")->lo;
    return st;
}

static enum status only_nim(bool nim, const char *what)
{
    return nim ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "position '%s': heaps of other games stand beside "
                           "Nim heaps in the rulesets of those games",
                           what);
}

static enum status nim_start(const void *self, const struct point *point,
                             struct position *p)
{
    bool nim = true;
    for (uint32_t i = 0; i < point->n; i++)
        nim = nim && (point->kind[i] == PART_OWN || point->kind[i] == PART_NIM);
    enum status st = only_nim(nim, "of the grid");
    return st ? st : replies_start(self, point, p);
}

static enum status nim_parse(const void *self, const char *text,
                             struct position *p)
{
    struct heaps h;
    bool nim = true;
    enum status st = heaps_parse(text, PART_NIM, &h);
    for (uint32_t i = 0; !st && i < h.n; i++)
        nim = nim && h.at[i].kind == PART_OWN;
    if (!st)
        st = only_nim(nim, text);
    return st ? st : replies_parse(self, text, p);
}

static size_t nim_heap_options(const void *self, uint32_t size,
                               uint32_t out[][2])
{
    (void)self;
    for (uint32_t left = 0; out && left < size; left++) {
        out[left][0] = left;
        out[left][1] = 0;
    }
    return size;
}

const struct ruleset rules_nim = {
    .name = "nim",
    .summary = "take any number of counters from one heap",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = nim_open,
    .close = replies_close,
    .start = nim_start,
    .parse = nim_parse,
    .print = heaps_slot_print,
    .options_max = replies_options_max,
    .options = replies_options,
    .measure = heaps_slot_measure,
    .bits = heaps_slot_bits,
    .searchable = replies_searchable,
    .movable = heaps_slot_movable,
    .parts = heaps_slot_parts,
    .runs = heaps_slot_runs,
    .split = heaps_slot_split,
    .heap = &(const struct heap_slots){.options = nim_heap_options,
                                       .code = replies_heap_code},
    .positions = "1+2+3",
};
