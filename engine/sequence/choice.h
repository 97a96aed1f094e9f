/* choice.h - which pairs exclude most nimbers: for engine/sequence only.
 *
 * What a pair excludes for a heap n is a code (sequence_vector.h): that of heap
 * n - offset, exclusive-or the pair's own. Many pairs exclude the same. Those
 * that exclude most of what others leave are found by trying them on a sample
 * of heaps that are known. Pure, any thread.
 */
#ifndef ENGINE_SEQUENCE_CHOICE_H
#define ENGINE_SEQUENCE_CHOICE_H

#include "engine/base/status.h"
#include "engine/sequence/sequence_vector.h"

/* Heaps before the last one that are read, beside the offsets; on at most how
 * many of them pairs are tried. */
enum { CHOICE_SPAN = 4096, CHOICE_MOST = 1024 };

/* Puts the best of parts[n] first, the very best before all, and *marked says
 * how many leave less than `stay` nimbers of a heap below its value, on
 * average; all that exclude anything if none do. `last` points to the code of
 * the largest heap; `heaps` (1..CHOICE_MOST) are tried. NOMEM, logged. */
enum status choice_make(const uint8_t *last, struct vector_part parts[],
                        uint32_t n, uint32_t heaps, double stay,
                        uint32_t *marked) MUST_CHECK;

#endif
