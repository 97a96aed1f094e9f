/* pages.h - large pages for memory that is read in no order, or written once
 * from end to end.
 *
 * Of a few million records in pages of 4 KB nearly every read waits for the
 * place of its page as well. And the first write to each of them costs a fault:
 * 5 us on a virtual machine, a quarter of a run of End-Nim rows of 1..6
 * counters to 6 heaps, that is 8,600 of them. Any thread.
 */
#ifndef ENGINE_BASE_PAGES_H
#define ENGINE_BASE_PAGES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

/* malloc() for what will be written as a whole: in large pages from half of one
 * on. Freed by free(). */
static inline void *pages_malloc(uint64_t bytes)
{
    const uint64_t whole =
        (bytes + PAGES_LARGE - 1) & ~(uint64_t)(PAGES_LARGE - 1);
    if (bytes < PAGES_LARGE / 2 || whole < bytes)
        return malloc(bytes);
    void *at = aligned_alloc(PAGES_LARGE, whole);
    pages_large(at, whole);
    return at;
}

/* The same, zero; n * size bytes, NULL if there are not so many. */
static inline void *pages_calloc(uint64_t n, uint64_t size)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        return NULL;
    void *at = pages_malloc(bytes);
    return at ? memset(at, 0, bytes) : NULL;
}

#endif
