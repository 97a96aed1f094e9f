/* memo_checkpoint.h - memos written to disk when a run stops, and read back
 * when it is resumed, so that it need not solve again what it had solved.
 *
 * They are written when the run has worked for MEMO_CHECKPOINT_SECONDS or more,
 * however few entries they have: each may have been dear. So a run that is
 * stopped again and again, within a part or within a row, gets further each
 * time. Memos are not written whose values are ids private to a run, nor those
 * of retrograde analysis, which hold hardly anything.
 *
 * Nothing here is needed for the facts: whatever fails costs a note, and the
 * run goes on. One thread, while memos are quiet.
 */
#ifndef ENGINE_RUN_MEMO_CHECKPOINT_H
#define ENGINE_RUN_MEMO_CHECKPOINT_H

#include "engine/run/team.h"

#define MEMO_CHECKPOINT_SECONDS 0.25

/* Writes the memos to the parts folder; returns the positions written. */
uint64_t memo_checkpoint_write(const struct team *, struct parts *);

/* Reads the checkpoints into the memos, until they hold half of `memory` bytes
 * (0: no limit), so that a run that stopped at its limit of memory has room to
 * go on. Returns the positions read; a note says how many, unless quiet. */
uint64_t memo_checkpoint_load(struct team *, struct parts *, uint64_t memory,
                              bool quiet);

#endif
