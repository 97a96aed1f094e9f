/* memo_checkpoint.h - memos written to disk when a run stops, and read back
 * when it is resumed, so that it need not solve again what it had solved.
 *
 * Only memos of MEMO_CHECKPOINT_ENTRIES entries or more are written: solvers
 * make between 100,000 and 900,000 positions per CPU second, so fewer are made
 * again in the second or less that a resumed run takes to start. Memos are not
 * written whose values are ids private to a run, nor those of retrograde
 * analysis, which hold hardly anything.
 *
 * Nothing here is needed for the facts: whatever fails costs a note, and the
 * run goes on. One thread, while memos are quiet.
 */
#ifndef ENGINE_RUN_MEMO_CHECKPOINT_H
#define ENGINE_RUN_MEMO_CHECKPOINT_H

#include "engine/run/team.h"

enum { MEMO_CHECKPOINT_ENTRIES = 100000 };

/* At the end of a part: writes the memos of at least `least` entries (0:
 * MEMO_CHECKPOINT_ENTRIES) to the parts folder if the run stops (st), or if ten
 * minutes have passed since *kept_at (ns of the clock; 0: begins now). */
void memo_checkpoint_keep(const struct team *, struct parts *, uint64_t least,
                          enum status st, uint64_t *kept_at);

/* Reads the checkpoints into the memos, until they hold half of `memory` bytes
 * (0: no limit), so that a run that stopped at its limit of memory has room to
 * go on. Returns the positions read; a note says how many, unless quiet. */
uint64_t memo_checkpoint_load(struct team *, struct parts *, uint64_t memory,
                              bool quiet);

#endif
