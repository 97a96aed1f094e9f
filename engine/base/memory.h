/* memory.h - what this process holds. Any thread. */
#ifndef ENGINE_BASE_MEMORY_H
#define ENGINE_BASE_MEMORY_H

#include <stdint.h>

/* Bytes of memory that the process holds now; 0 if the system does not say. */
uint64_t memory_resident(void);
/* Has malloc() take blocks from a large page on from the system, each by
 * itself, so that pages_malloc() has large pages (pages.h), and keep what is
 * freed of smaller ones. Before there are threads. */
void memory_begin(void);
/* Gives back to the system what is free, as far as the library can. */
void memory_return(void);

#endif
