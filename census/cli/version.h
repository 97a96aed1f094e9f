/* version.h - which build of the program this is. Pure, any thread. */
#ifndef CENSUS_CLI_VERSION_H
#define CENSUS_CLI_VERSION_H

const char *version_text(void);     /* tag and commit */
const char *version_compiler(void); /* what compiled it */

#endif
