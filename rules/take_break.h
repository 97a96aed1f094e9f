/* take_break.h - games of taking counters off a heap and breaking what is left.
 *
 * Octal games and subtraction games are one family: digit[k] says what may
 * become of a heap that k counters are taken from, as the sum of
 *   1: nothing is left    2: one heap is left    4: two heaps are left
 * (Guy and Smith, Proc. Cambridge Philos. Soc. 52, 1956). The two rulesets
 * differ only in how the digits are written.
 */
#ifndef RULES_TAKE_BREAK_H
#define RULES_TAKE_BREAK_H

#include "engine/game/ruleset.h"

enum { TAKE_BREAK_DIGITS = 256 };

struct take_break {
    uint32_t n; /* digits 0..n-1; digit 0 is 0 or 4 */
    uint8_t digit[TAKE_BREAK_DIGITS];
};

/* Parameters of either game, beside its own. */
#define TAKE_BREAK_PLAYERS                                                     \
    {                                                                          \
        .name = "players", .type = PARAM_INTEGER, .lo = 2, .hi = 3,            \
        .def = "2", .help = "players, moving in turn"                          \
    }
#define TAKE_BREAK_PLAY                                                        \
    {                                                                          \
        .name = "play", .type = PARAM_CHOICE, .choices = "normal|misere",      \
        .def = "normal", .help = "does the player without a move lose or win"  \
    }

/* Opens the game of these digits. NOMEM, logged. */
enum status take_break_open(const struct take_break *,
                            const struct param_value[],
                            struct game *) MUST_CHECK;

/* Slots of struct ruleset. */
void take_break_close(void *self);
size_t take_break_options_max(const void *self, struct position);
size_t take_break_options(const void *self, struct position, enum mover,
                          struct position out[]);
bool take_break_searchable(const void *self, struct position);
extern const struct heap_slots take_break_heap;

/* The slots above as initializers of a struct ruleset. */
#define TAKE_BREAK_SLOTS                                                       \
    .close = take_break_close, .start = heaps_slot_start,                      \
    .parse = heaps_slot_parse, .print = heaps_slot_print,                      \
    .options_max = take_break_options_max, .options = take_break_options,      \
    .measure = heaps_slot_measure, .bits = heaps_slot_bits,                    \
    .movable = heaps_slot_movable, .searchable = take_break_searchable,        \
    .parts = heaps_slot_parts, .runs = heaps_slot_runs,                        \
    .split = heaps_slot_split, .heap = &take_break_heap

#endif
