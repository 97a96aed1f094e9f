#include "census/command/command.h"

#include <stddef.h>

#define X(object) extern const struct command object;
#include "commands.inc"
#undef X

const struct command *const commands[] = {
#define X(object) &object,
#include "commands.inc"
#undef X
    NULL};
