/* plugins.h - the rulesets of the program and of loaded plug-ins, as one list.
 *
 *   --plugin a.so --plugin b.so
 *   rulesets:  nim  octal  ...  | a's ruleset | b's ruleset | NULL
 *              built in           loaded
 *
 * A plug-in stays loaded until plugins_close; no game of it may be open then.
 * Main thread; the list is read-only and may be read by any thread.
 */
#ifndef ENGINE_GAME_PLUGINS_H
#define ENGINE_GAME_PLUGINS_H

#include "engine/game/ruleset.h"

struct plugins {
    const struct ruleset **rulesets; /* built in, then loaded; NULL ends */
    size_t built_in;                 /* rulesets before the loaded ones */
    void **handles;
    size_t n; /* plug-ins */
};

/* Loads the files (a NULL-terminated list; NULL: none) behind a list of
 * built-in rulesets. IO if a file is not there, FORMAT if it is no plug-in or
 * one for another version, EXISTS if its ruleset's name is taken; one line,
 * logged. */
enum status plugins_open(const struct ruleset *const built_in[],
                         char *const files[], struct plugins *) MUST_CHECK;
void plugins_close(struct plugins *);

#endif
