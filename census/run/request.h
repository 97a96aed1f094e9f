/* request.h - a census asked for on the command line, opened.
 *
 * Either a named census with its parameters, or one made of rules, domain and
 * grid. What was asked for is kept as JSON in run.json and in the archive, so
 * that resume, query and check open the same census again.
 *
 * Every call is handed what there is to choose from: what is built in
 * (built_in.h), or that and what was loaded (plugins.h).
 */
#ifndef CENSUS_RUN_REQUEST_H
#define CENSUS_RUN_REQUEST_H

#include "census/run/custom.h"
#include "engine/run/plan.h"

struct request {
    struct custom custom; /* in use if the census is not a named one */
    struct plan plan;
    char *params; /* JSON text */
};

/* Opens a named census; texts[i] is the text of its parameter i or NULL for
 * the default. USAGE, UNKNOWN, RANGE; logged. */
enum status request_open(const char *name, const char *const texts[],
                         const struct catalogue *known,
                         struct request *) MUST_CHECK;
/* Opens a census made of rules, domain and grid; with the columns named
 * ("value,mean"; NULL: those of custom.h). */
enum status request_open_columns(const char *rules, const char *ask,
                                 const char *grid, const char *columns,
                                 const struct catalogue *known,
                                 struct request *) MUST_CHECK;
enum status request_open_custom(const char *rules, const char *ask,
                                const char *grid, const struct catalogue *known,
                                struct request *) MUST_CHECK;
/* Opens the census recorded in run.json or an archive, by its name, its
 * parameters as JSON, and its rules, domain and grid. FORMAT if this program
 * has no such census or another version of it, UNKNOWN if a ruleset is not in
 * the list. */
enum status request_reopen(const char *name, unsigned version,
                           const char *params, const char *rules,
                           const char *ask, const char *grid,
                           const struct catalogue *known,
                           struct request *) MUST_CHECK;
/* Opens the census of an archive. FORMAT if the archive names other rules,
 * another domain or grid than this census with these parameters has. */
enum status request_of_archive(struct archive *, const struct catalogue *known,
                               struct request *) MUST_CHECK;
/* Could it be opened, as far as names tell: are its census, in this version,
 * and its rulesets known here? *is_known. IO, FORMAT; logged. */
enum status request_known(struct archive *, const struct catalogue *known,
                          bool *is_known) MUST_CHECK;
/* Are its identity, title and parameters the ones this census would write?
 * FORMAT; logged. */
enum status request_compare(struct archive *,
                            const struct request *) MUST_CHECK;
void request_close(struct request *);

#endif
