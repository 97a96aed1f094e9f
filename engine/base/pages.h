/* pages.h - large pages for memory that is read in no order.
 *
 * Of a few million records in pages of 4 KB nearly every read waits for the
 * place of its page as well. Any thread.
 */
#ifndef ENGINE_BASE_PAGES_H
#define ENGINE_BASE_PAGES_H

#include <stdint.h>
#include <sys/mman.h>

enum { PAGES_SMALL = 4096, PAGES_LARGE = 1 << 21 };

/* Asks for large pages in at[bytes], of which nothing has been touched yet. Not
 * getting them is no error; less than a large page is left as it is. */
static inline void pages_large(void *at, uint64_t bytes)
{
    const uintptr_t start =
        ((uintptr_t)at + PAGES_SMALL - 1) & ~(uintptr_t)(PAGES_SMALL - 1);
    if (at && bytes >= PAGES_LARGE)
        madvise((void *)start, (uintptr_t)at + bytes - start, MADV_HUGEPAGE);
}

#endif
