/* cli.h - what all commands need: arguments, JSON and tables on stdout.
 *
 * Called by the main thread only.
 */
#ifndef CENSUS_CLI_CLI_H
#define CENSUS_CLI_CLI_H

#include "engine/base/status.h"

#include <jansson.h>
#include <popt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* CLI_RENAMED({"--to", "--output"}, ...): the list of a command. */
#define CLI_RENAMED(...)                                                       \
    ((const struct cli_renamed[]){__VA_ARGS__, {NULL, NULL}})

/* How a command is called, for its --help. */
struct cli_usage {
    const char *name;    /* "query" */
    const char *words;   /* "FILE" */
    const char *summary; /* a sentence or two */
    const char *details; /* more lines, or "" */
    /* Spellings of the version before, accepted with a note; NULL: none. */
    const struct cli_renamed *renamed;
};

/* "--to" was what "--output" is; old NULL ends a list. The new one may have a
 * value: "--format=csv". */
struct cli_renamed {
    const char *old, *now;
};

/* Reads argv with a popt table (ended by POPT_TABLEEND) and leaves between
 * `least` and `most` words in words[], which has room for them; the rest is
 * NULL. Numbers are within what their option takes. Sets *done if --help was
 * asked for and printed. USAGE, one line. */
enum status cli_read(const struct cli_usage *, struct poptOption options[],
                     int argc, const char **argv, const char *words[],
                     size_t least, size_t most, bool *done) MUST_CHECK;

/* The option of commands that open games: char **files, NULL at first, then
 * what engine/game/plugins.h takes. */
#define CLI_PLUGIN(files)                                                      \
    {                                                                          \
        "plugin", 0, POPT_ARG_ARGV, &(files), 0,                               \
            "load the game in this shared object; may be repeated", "FILE"     \
    }

/* How many threads: int n, 0 if it is not given, else 1..CLI_THREADS_MAX. */
enum { CLI_THREADS_MAX = 1024 };
#define CLI_THREADS(n)                                                         \
    {                                                                          \
        "threads", 't', POPT_ARG_INT, &(n), 0, "threads (one per processor)",  \
            "N"                                                                \
    }

/* A text from outside, a path, say, as JSON; what is not plain is escaped
 * (text.h). NULL: out of memory. */
json_t *cli_json_text(const char *text);
/* Numbers of which one means that it is not known, null then: 0, 0, and
 * UINT64_MAX. */
json_t *cli_json_count(uint64_t n);
json_t *cli_json_seconds(double seconds);
json_t *cli_json_limit(uint64_t n);
/* Adds to a list or sets a key of an object, taking what is added. If memory is
 * short, or either is NULL, what it is added to is released and becomes NULL,
 * so that cli_json says so. */
void cli_json_add(json_t **list, json_t *item);
void cli_json_set(json_t **object, const char *key, json_t *item);
/* Prints JSON and releases it; NULL is out of memory. */
enum status cli_json(json_t *) MUST_CHECK;
/* NOMEM, logged. */
enum status cli_no_memory(void);
/* True if stdout took everything; else IO, logged. Call last. */
enum status cli_flush(void) MUST_CHECK;

/* A table with aligned columns; numbers on the right. cells: rows x columns,
 * row by row. */
void cli_table(const char *const heads[], size_t columns,
               const char *const cells[], size_t rows, const bool right[]);
/* One line of CSV, quoted where needed (RFC 4180). */
void cli_csv(const char *const cells[], size_t columns);
/* The same into a file; the caller checks ferror(). */
void cli_csv_to(FILE *, const char *const cells[], size_t columns);

#endif
