/* masks.h - the masks of retrograde analysis: 16 bits for each point, of which
 * a sweep needs a window that moves on.
 *
 *      forgotten      |        in use         |     not touched yet
 *    0 .............. low ................... high ................ count
 *
 * Address space for all of them; memory for those in use. In a file, which has
 * no name, so that nothing is left of it, the masks in use can be evicted as
 * well: masks_page_out.
 *
 * Any thread may read and write masks in use. masks_forget and masks_page_out:
 * one thread at a time, beside the others.
 */
#ifndef ENGINE_RETROGRADE_MASKS_H
#define ENGINE_RETROGRADE_MASKS_H

#include "engine/base/status.h"

#include <stdatomic.h>
#include <stdint.h>

struct masks {
    _Atomic uint16_t *at; /* zero until written */
    uint64_t count;
    _Atomic uint64_t low, high;
    int file; /* -1: in memory */
};

/* Masks 0..count-1, in memory, or in a file in `folder` if it is not NULL.
 * NOMEM; IO if the disk is too small. Logged. */
enum status masks_open(uint64_t count, const char *folder,
                       struct masks *) MUST_CHECK;
void masks_close(struct masks *);
/* Masks below `low` are not needed again; those from `high` on have not been
 * touched. Neither bound ever decreases. */
void masks_forget(struct masks *, uint64_t low, uint64_t high);
/* In a file: advises the kernel to write back and evict the masks in use; they
 * are read back on access. */
void masks_page_out(struct masks *);
/* Of those in use: bytes of memory, or of the file. */
uint64_t masks_bytes(const struct masks *);

#endif
