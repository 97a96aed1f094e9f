/* plugin.h - a game of one's own, compiled outside of this program.
 *
 * A plug-in is a shared object with rulesets (engine/game/ruleset.h), checks
 * (engine/game/check.h), grids (engine/grid/grid.h) or value domains
 * (engine/value/domain.h), and at its foot
 *
 *     CENSUS_PLUGIN(rules_mygame);
 *
 * if it has one ruleset only, or else what it has, lists in any order:
 *
 *     CENSUS_PLUGIN_LISTS(
 *         .rulesets = PLUGIN_LIST(struct ruleset, &rules_mygame),
 *         .checks = PLUGIN_LIST(struct check, &check_mine, &check_other));
 *
 * It is compiled by
 *
 *     cc -shared -fPIC $(pkg-config --cflags census) mygame.c -o mygame.so
 *
 * and linked with nothing. What it may use of the program are the installed
 * headers; the functions of engine/base/log.h, rules/heaps.h (positions of heap
 * games), rules/replies.h (moves that compel) and rules/take_break.h are lent
 * to it when it is loaded, and no others.
 *
 * Tables of functions may grow at their end in later programs: a plug-in says
 * how long its own are, and lacks what was added since. A change of anything
 * else raises PLUGIN_VERSION, and then a plug-in has to be compiled again.
 */
#ifndef ENGINE_CATALOGUE_PLUGIN_H
#define ENGINE_CATALOGUE_PLUGIN_H

#include "engine/base/log.h"
#include "engine/catalogue/catalogue.h"

enum { PLUGIN_VERSION = 3 };

/* Bytes of the structures, in the headers that a plug-in was compiled with. */
struct plugin_sizes {
    /* Tables: an older one may be shorter. */
    uint32_t ruleset, obligation, partizan, heap, board, region, grid, domain,
        check;
    /* Data: must be equal. */
    uint32_t param, param_value, point, game, column, book;
};

/* The one symbol of a plug-in, "census_plugin". Version and size come first in
 * every version. A list is NULL if there is none, and ends with NULL. */
struct plugin {
    uint32_t version, size;
    struct plugin_sizes sizes;
    struct catalogue has;
};

#define PLUGIN_SIZES                                                           \
    {                                                                          \
        .ruleset = sizeof(struct ruleset),                                     \
        .obligation = sizeof(struct obligation_slots),                         \
        .partizan = sizeof(struct partizan_slots),                             \
        .heap = sizeof(struct heap_slots),                                     \
        .board = sizeof(struct board_slots),                                   \
        .region = sizeof(struct region_slots),                                 \
        .grid = sizeof(struct grid_kind),                                      \
        .domain = sizeof(struct domain_kind), .check = sizeof(struct check),   \
        .param = sizeof(struct param),                                         \
        .param_value = sizeof(struct param_value),                             \
        .point = sizeof(struct point), .game = sizeof(struct game),            \
        .column = sizeof(struct column), .book = sizeof(struct book)           \
    }

#define PLUGIN_LIST(type, ...) ((const type *const[]){__VA_ARGS__, NULL})

#define CENSUS_PLUGIN_LISTS(...)                                               \
    extern const struct plugin census_plugin;                                  \
    __attribute__((visibility("default")))                                     \
    const struct plugin census_plugin = {                                      \
        PLUGIN_VERSION, sizeof(struct plugin), PLUGIN_SIZES, {__VA_ARGS__}}

#define CENSUS_PLUGIN(rules)                                                   \
    CENSUS_PLUGIN_LISTS(.rulesets = PLUGIN_LIST(struct ruleset, &(rules)))

#endif
