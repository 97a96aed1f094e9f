#include "engine/base/memory.h"

#include "engine/base/pages.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

uint64_t memory_resident(void)
{
    unsigned long long total = 0, resident = 0;
    FILE *in = fopen("/proc/self/statm", "re");
    if (!in)
        return 0;
    const int n = fscanf(in, "%llu %llu", &total, &resident);
    fclose(in);
    return n == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

void memory_begin(void)
{
    mallopt(M_MMAP_THRESHOLD, PAGES_LARGE);
    mallopt(M_TRIM_THRESHOLD, 32 * PAGES_LARGE);
}

void memory_return(void)
{
    malloc_trim(0);
}
