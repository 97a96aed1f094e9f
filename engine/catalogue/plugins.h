/* plugins.h - what the program and loaded plug-ins have, as one catalogue.
 *
 *   --plugin a.so --plugin b.so
 *   rulesets:  nim  octal  ...  | a's rulesets | b's rulesets | NULL
 *              built in           loaded
 *
 * and so for grids, value domains and checks. A plug-in stays loaded until
 * plugins_close; nothing of it may be open then. Main thread; the catalogue is
 * read-only and may be read by any thread.
 */
#ifndef ENGINE_CATALOGUE_PLUGINS_H
#define ENGINE_CATALOGUE_PLUGINS_H

#include "engine/catalogue/catalogue.h"

struct plugins {
    struct catalogue catalogue; /* built in, then loaded */
    size_t built_in;            /* rulesets before the loaded ones */
    void **handles;
    size_t n;      /* plug-ins */
    void **tables; /* copies of theirs */
    size_t ntables;
};

/* Loads the files (a NULL-terminated list; NULL: none) behind what is built in.
 * IO if a file is not there, FORMAT if it is no plug-in or one for another
 * version, EXISTS if a name of its is taken; one line, logged. */
enum status plugins_open(const struct catalogue *built_in, char *const files[],
                         struct plugins *) MUST_CHECK;
void plugins_close(struct plugins *);

#endif
