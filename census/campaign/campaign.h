/* campaign.h - censuses that are run one after another, from one file.
 *
 *   {
 *     "campaign": 1,
 *     "folder": "archives",
 *     "plugins": ["./mygame.so"],
 *     "defaults": {"threads": 2, "time_limit": "2h"},
 *     "censuses": [
 *       {"census": "top-entails-partitions", "params": {"total": 60}},
 *       {"rules": "mygame", "ask": "nimber", "grid": "partitions:total=0..40",
 *        "output": "mygame.h5", "time_limit": "30m", "memory": "4G"}
 *     ]
 *   }
 *
 * JSON, as everywhere else in the program; jansson reports the line of a
 * mistake. Mistakes are found before anything is run, and all of them are
 * said. Paths are relative to the file's own folder.
 *
 * "then": {"end": COMMAND, "failure": COMMAND} are given to the shell after the
 * last census, "failure" if one failed or was interrupted, with the file's path
 * in CENSUS_CAMPAIGN and the exit status in CENSUS_STATUS.
 *
 * Each census is a process of its own (census run, census resume), so one that
 * fails, runs out of memory or is stopped at its limit does not affect the
 * others. Results and progress are in the archives and parts themselves;
 * FILE.state keeps what they lack: time used, memory, the last exit status.
 *
 * What stops a run (watch.h) stops the census in hand and the campaign with it,
 * SIGUSR1 shows the census's progress.
 *
 * Main thread.
 */
#ifndef CENSUS_CAMPAIGN_CAMPAIGN_H
#define CENSUS_CAMPAIGN_CAMPAIGN_H

#include "census/run/request.h"

#include <jansson.h>

struct campaign_census {
    const char *name;               /* NULL: made of rules, ask and grid */
    const char *rules, *ask, *grid; /* ask may be NULL */
    const char *columns;            /* "value,mean", or NULL */
    json_t *params;                 /* object, or NULL */
    const char *memo, *memory, *time_limit; /* NULL: census run's default */
    json_int_t threads, part_rows;          /* 0: census run's default */
    char *key, *output; /* the archive as the file names it; its path */
    char *file;         /* the same path for every way to write it (output.h) */

    json_t *record; /* of FILE.state: seconds, cpu_seconds, peak_mb, calls,
                       exit; borrowed from campaign.state */
};

struct campaign {
    char *path;
    json_t *json;                        /* the file; the texts above are its */
    json_t *state;                       /* key -> record */
    char **plugins;                      /* paths, NULL at the end */
    const char *then_end, *then_failure; /* commands for the shell, or NULL */
    struct campaign_census *censuses;
    size_t n;
};

/* Reads and checks a file and its state, if there is one. IO, FORMAT, USAGE,
 * NOMEM; logged with line or census. */
enum status campaign_open(const char *path, struct campaign *) MUST_CHECK;
void campaign_close(struct campaign *);
/* Does this file look like a campaign (and not like an archive)? */
bool campaign_is(const char *path);

/* Opens a census with its parameters. USAGE, and errors of opening; logged. */
enum status campaign_request(const struct campaign_census *,
                             const struct catalogue *,
                             struct request *) MUST_CHECK;

/* Checks, and prints what each census would need that is not finished, and all
 * of them, one after another: time and disk added up, the greatest memory.
 * NOMEM or IO if that does not fit. Errors of checking; logged. */
enum status campaign_estimate(const struct campaign *, bool json) MUST_CHECK;

/* Prints the command lines that campaign_run would call. NOMEM; logged. */
enum status campaign_dry_run(const struct campaign *) MUST_CHECK;

/* Calls what "then" says, after a campaign with this outcome. A command that
 * fails is logged. */
void campaign_then(const struct campaign *, enum status outcome);

/* Opens every census once and compares it with the archive or parts at its
 * path: EXISTS if those are of another census. Errors of opening; logged. */
enum status campaign_check(const struct campaign *) MUST_CHECK;

/* The same of one census, with these rulesets. */
enum status campaign_check_one(const struct campaign_census *,
                               const struct catalogue *) MUST_CHECK;

/* Runs what is not finished, one after another, each to its limit. OK if all
 * are finished now, STOPPED if some can be resumed, else the failure of the
 * first that failed. Logged. */
enum status campaign_run(struct campaign *, bool quiet) MUST_CHECK;

/* The progress of all censuses on stdout, as a table or as JSON:
 *   {"campaign": FILE, "finished": 1, "censuses": [{"file": "te60.h5",
 *    "state": "finished", "rows": 8292853, "rows_done": 8292853,
 *    "seconds": 71.2, "cpu_seconds": 140.1, "peak_mb": 512, "calls": 2,
 *    "exit": 0}, ...]}
 * state: finished, running, interrupted, failed, waiting, or other if what is
 * there is of another census; rows is null where nothing was begun. *running,
 * if wanted: one of them is at work. */
enum status campaign_print(const struct campaign *, bool json,
                           bool *running) MUST_CHECK;

#endif
