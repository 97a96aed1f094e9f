/* main.c - the command line: `census COMMAND ...`. */
#include "census/cli/cli.h"
#include "census/cli/version.h"
#include "census/command/command.h"
#include "engine/base/log.h"
#include "engine/base/memory.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        "  census help COMMAND says more. Exit status: 0 fine; 1 a check\n"
        "  or claim disagrees; 2 usage; 3 environment (file, memory, damaged\n"
        "  data); 4 no answer (not provable); 130 interrupted, or\n"
        "  a limit reached: runs can be resumed.\n\n"
        "A first census, and a first question:\n\n"
        "  census run top-entails-partitions --total 30 -o te30.h5\n"
        "  census query te30.h5 --by outcome\n");
}

/* Opens /dev/null on closed standard streams, so that no archive is opened as
 * stderr and receives the messages. */
static void fill_streams(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Where its buffer cannot grow, Jansson 2.14 takes a text for a shorter one, or
 * writes past the buffer. So it never learns that memory has run out: the
 * program ends, as by a kill, after which runs can be resumed. */
static void *json_allocate(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p && bytes)
        _Exit(status_exit(
            log_error(STATUS_NOMEM, "out of memory for a text of JSON")));
    return p;
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    return NULL;
}

/* `census help run` is `census run --help`. */
static enum status help(int argc, const char **argv)
{
    if (argc < 3) {
        print_help();
        return STATUS_OK;
    }
    const char *words[] = {argv[2], "--help", NULL};
    const struct command *command = find(argv[2]);
    if (!command || argc > 3)
        return log_error(STATUS_USAGE, "help: no command '%s' (census --help)",
                         argv[command ? 3 : 2]);
    return command->run(2, words);
}

static enum status run(int argc, const char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (argc < 2)
        return log_error(STATUS_USAGE, "which command? (census --help)");
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
        return help(argc, argv);
    if (!strcmp(name, "--version")) {
        printf("census %s\n", version_text());
        return STATUS_OK;
    }
    const struct command *command = find(name);
    if (command)
        return command->run(argc - 1, argv + 1);
    return log_error(STATUS_USAGE, "no command '%s' (census --help)", name);
}

#ifdef __SANITIZE_ADDRESS__
/* What popt hands out lives until the program ends (cli.c); memory that cannot
 * be had is NULL with a sanitizer, too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0:allocator_may_return_null=1";
}
#endif

int main(int argc, char **argv)
{
    fill_streams();
    memory_begin();
    json_set_alloc_funcs(json_allocate, free);
    enum status st = run(argc, (const char **)argv);
    /* Help and version are output, too. */
    return status_exit(st ? st : cli_flush());
}
