/* order.h - a run as it is ordered on the command line: what `run` and
 * `estimate` have in common.
 *
 * Called by the main thread.
 */
#ifndef CENSUS_RUN_ORDER_H
#define CENSUS_RUN_ORDER_H

#include "census/cli/cli.h"
#include "census/run/request.h"
#include "census/run/runner.h"
#include "engine/catalogue/plugins.h"

/* The parameters of the census that a command line names, as options of the
 * command; without a census there are none. Not to be moved. */
struct order_params {
    const struct census *census; /* NULL: none */
    char *texts[PARAM_MAX];      /* NULL: not given */
    struct poptOption table[PARAM_MAX + 1];
    const char *heading;
};
void order_params_init(struct order_params *, int argc, const char **argv);
/* After the command line is read: are those that were given parameters of the
 * census `name` (NULL: of none)? USAGE, logged, if not. */
enum status order_params_check(const struct order_params *, const char *command,
                               const char *name) MUST_CHECK;
#define ORDER_PARAMS(p)                                                        \
    {                                                                          \
        NULL, 0, POPT_ARG_INCLUDE_TABLE, (p).table, 0, (char *)(p).heading,    \
            NULL                                                               \
    }

struct order {
    struct plugins plugins; /* loaded for the request */
    struct request request;
    struct runner_options options;
    char *command;  /* command line */
    char path[512]; /* of the archive, unless one is given */
    bool json;
};

/* Reads the arguments and opens the request. *done: help was asked for and
 * printed, and there is no order. USAGE, UNKNOWN, RANGE, NOMEM; logged. */
enum status order_read(const struct cli_usage *, int argc, const char **argv,
                       struct order **, bool *done) MUST_CHECK;
void order_close(struct order *);

#endif
