/* replies.h - games of compelled replies: Top Entails, entailing Nim, Nim.
 *
 * One position may hold heaps of all three games; they differ only in how a
 * heap moves, and the three rulesets only in what a bare number means.
 *
 *   kind            move                                entails
 *   Top Entails     take one counter                    if a heap remains
 *                   split into two non-empty heaps      no
 *   entailing Nim   take exactly one counter            if a heap remains
 *                   take two or more                    no
 *   Nim             take any number                     no
 *
 * reply = same: the reply to an entailing move must be in the heap it left;
 * elsewhere: in any other heap; largest, smallest: in the largest (smallest)
 * other heap, of equal sizes the one that the notation has first; any: the
 * compulsion is ignored (the naive game). empty is the reading of an entailing move that takes a heap's last
 * counter, for reply = same: free: nothing is compelled; lose: the opponent is sent into an empty
 * heap and has no move; illegal: there is no such move. alone is the reading
 * for a player who must move in another heap and has none: strict: no move;
 * lapse: no obligation.
 */
#ifndef RULES_REPLIES_H
#define RULES_REPLIES_H

#include "engine/game/ruleset.h"

/* The choices of the parameter reply. */
enum reply {
    REPLY_SAME,
    REPLY_ELSEWHERE,
    REPLY_ANY,
    REPLY_LARGEST,
    REPLY_SMALLEST,
};

enum { REPLIES_PARAMS = 4 };
extern const struct param replies_params[REPLIES_PARAMS];

/* The opened game; `own` is the kind of a bare number. */
enum status replies_open(uint8_t own, const struct param_value[],
                         struct game *);

/* Slots of struct ruleset. */
void replies_close(void *self);
enum status replies_start(const void *self, const struct point *,
                          struct position *);
enum status replies_parse(const void *self, const char *text,
                          struct position *);
size_t replies_options_max(const void *self, struct position);
size_t replies_options(const void *self, struct position, enum mover,
                       struct position out[]);
bool replies_searchable(const void *self, struct position);

extern const struct obligation_slots replies_obligation;
/* What a move can make of one heap of Top Entails or entailing Nim. */
extern const struct heap_slots replies_heap;
bool replies_heap_code(const void *self, struct heap_code *out);

/* The slots above as initializers of a struct ruleset. */
#define REPLIES_SLOTS                                                          \
    .close = replies_close, .start = replies_start, .parse = replies_parse,    \
    .print = heaps_slot_print, .options_max = replies_options_max,             \
    .options = replies_options, .measure = heaps_slot_measure,                 \
    .bits = heaps_slot_bits, .searchable = replies_searchable,                 \
    .movable = heaps_slot_movable, .parts = heaps_slot_parts,                  \
    .runs = heaps_slot_runs, .split = heaps_slot_split,                        \
    .obligation = &replies_obligation, .heap = &replies_heap

#endif
