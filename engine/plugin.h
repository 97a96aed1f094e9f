/* plugin.h - what a game of one's own includes: engine/catalogue/plugin.h. */
#ifndef ENGINE_PLUGIN_H
#define ENGINE_PLUGIN_H

#include "engine/catalogue/plugin.h"

#endif
