/* campaign_call.h - one census of a campaign as a process of its own.
 *
 * The process runs `census run`, or `census resume` where there is something to
 * resume. What stops a run (watch.h) is forwarded to it, and so is SIGUSR1.
 *
 * Main thread.
 */
#ifndef CENSUS_CAMPAIGN_CAMPAIGN_CALL_H
#define CENSUS_CAMPAIGN_CAMPAIGN_CALL_H

#include "census/campaign/campaign.h"

#include <sys/resource.h>

struct call {
    int status; /* exit status, or minus the signal */
    bool asked; /* the campaign was asked to stop */
    double seconds;
    struct rusage usage;
    json_t *report; /* NULL unless it finished */
};

/* Before the first call: from now on signals wait for one. */
void call_prepare(void);
/* Starts a census and waits for its end. IO, NOMEM; logged. */
enum status call_census(const struct campaign *, const struct campaign_census *,
                        bool quiet, struct call *) MUST_CHECK;

/* Prints the command line, for a shell. NOMEM; logged. */
enum status call_print(const struct campaign *,
                       const struct campaign_census *) MUST_CHECK;

/* Gives a command to the shell and waits, with the campaign's path in
 * CENSUS_CAMPAIGN and its exit status in CENSUS_STATUS. Failures are logged. */
void call_shell(const char *command, const char *campaign, int exit_status);

#endif
