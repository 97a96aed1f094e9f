/* version.h - which build of the program this is. Pure, any thread. */
#ifndef CENSUS_CLI_VERSION_H
#define CENSUS_CLI_VERSION_H

const char *version_text(void);     /* "0.2.0 (b6249ef)" */
const char *version_compiler(void); /* what compiled it */

#endif
