/* plugin.h - what a game of one's own includes: engine/game/plugin.h. */
#ifndef ENGINE_PLUGIN_H
#define ENGINE_PLUGIN_H

#include "engine/game/plugin.h"

#endif
