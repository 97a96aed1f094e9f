/* plugin.h - a game of one's own, compiled outside of this program.
 *
 * A plug-in is a shared object with one ruleset (ruleset.h) and, at its foot,
 *
 *     CENSUS_PLUGIN(rules_mygame);
 *
 * It is compiled by
 *
 *     cc -shared -fPIC $(pkg-config --cflags census) mygame.c -o mygame.so
 *
 * and linked with nothing. What it may use of the program are the installed
 * headers; the functions of engine/base/log.h and rules/heaps.h (positions of
 * heap games) are lent to it when it is loaded, and no others.
 */
#ifndef ENGINE_GAME_PLUGIN_H
#define ENGINE_GAME_PLUGIN_H

#include "engine/base/log.h"
#include "engine/game/ruleset.h"

/* Raised whenever a plug-in has to be compiled again. */
enum { PLUGIN_VERSION = 2 };

/* The one symbol of a plug-in, "census_plugin". Version and size come first in
 * every version. The sizes are those of the headers it was compiled with. */
struct plugin {
    uint32_t version, size;
    uint32_t ruleset_size, param_size, point_size, game_size;
    const struct ruleset *ruleset;
};

#define PLUGIN_INIT(rules)                                                     \
    {                                                                          \
        PLUGIN_VERSION, sizeof(struct plugin), sizeof(struct ruleset),         \
            sizeof(struct param_value), sizeof(struct point),                  \
            sizeof(struct game), &(rules)                                      \
    }

#define CENSUS_PLUGIN(rules)                                                   \
    extern const struct plugin census_plugin;                                  \
    __attribute__((visibility("default"))) const struct plugin census_plugin = \
        PLUGIN_INIT(rules)

#endif
