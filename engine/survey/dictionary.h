/* dictionary.h - are the values of an archive, under /values, what they claim
 * to be?
 *
 * Called by the main thread.
 */
#ifndef ENGINE_SURVEY_DICTIONARY_H
#define ENGINE_SURVEY_DICTIONARY_H

#include "engine/run/plan.h"
#include "engine/store/read/archive.h"

/* Every value built again from its options, and every name in the rows found
 * among the values. *values: their number; 0 where the domain of the plan's
 * first game keeps none. DISAGREE, FORMAT, NOMEM; logged. */
enum status dictionary_check(struct archive *, const struct plan *,
                             uint64_t *values) MUST_CHECK;

#endif
