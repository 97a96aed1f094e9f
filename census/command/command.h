/* command.h - a command of the program: `census NAME ...`.
 *
 * One file census/command/<name>.c with a constant command_<name> at its foot.
 * Data goes to stdout, all else to stderr.
 */
#ifndef CENSUS_COMMAND_COMMAND_H
#define CENSUS_COMMAND_COMMAND_H

#include "engine/base/status.h"

struct command {
    const char *name, *summary;
    /* argv[0] is the command's name. The status becomes the exit status. */
    enum status (*run)(int argc, const char **argv);
};

extern const struct command *const commands[]; /* NULL at the end */

#endif
