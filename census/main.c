/* main.c - the command line: `census COMMAND ...`. */
#include "census/command.h"
#include "census/version.h"
#include "engine/log.h"

#include <stdio.h>
#include <string.h>

#define X(object) extern const struct command object;
#include "commands.inc"
#undef X

const struct command *const commands[] = {
#define X(object) &object,
#include "commands.inc"
#undef X
    NULL};

static void print_help(void)
{
    printf("Solves whole grids of combinatorial-game positions, keeps every\n"
           "solved row in an HDF5 archive, and answers questions about the\n"
           "rows.\n\n"
           "Usage: census COMMAND [OPTION]...\n\n");
    for (size_t i = 0; commands[i]; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf(
        "\n"
        "  census COMMAND --help says more. Exit status: 0 fine; 1 a check\n"
        "  or claim disagrees; 2 usage; 3 environment (file, memory, damaged\n"
        "  data); 130 interrupted, can be resumed.\n\n"
        "A first census, and a first question:\n\n"
        "  census run top-entails-partitions --total 30 -o te30.h5\n"
        "  census query te30.h5 --by outcome\n");
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (argc < 2)
        return status_exit(
            log_error(STATUS_USAGE, "which command? (census --help)"));
    if (!strcmp(name, "--help") || !strcmp(name, "-h") ||
        !strcmp(name, "help")) {
        print_help();
        return 0;
    }
    if (!strcmp(name, "--version")) {
        printf("census %s\n", version_text());
        return 0;
    }
    for (size_t i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name))
            return status_exit(
                commands[i]->run(argc - 1, (const char **)(argv + 1)));
    return status_exit(
        log_error(STATUS_USAGE, "no command '%s' (census --help)", name));
}
