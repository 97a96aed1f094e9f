/* prove.h - a proof as a command runs it: its limits, and its report as text
 * and JSON.
 *
 * Called by the main thread.
 */
#ifndef CENSUS_ANSWER_PROVE_H
#define CENSUS_ANSWER_PROVE_H

#include "census/run/limits.h"
#include "census/run/watch.h"
#include "engine/proof/proof.h"

#include <jansson.h>

/* As proof_check; USAGE if a limit is none; STOPPED is logged. The watch has
 * begun. */
enum status prove(struct archive *, const struct plan *, const struct limits *,
                  struct watch *, unsigned threads, bool quiet,
                  struct proof_report *) MUST_CHECK;

/* The report of a proof that succeeded. NULL: out of memory. */
json_t *prove_json(const struct census *, const struct proof_report *);
void prove_print(const char *path, const struct census *,
                 const struct proof_report *);

#endif
