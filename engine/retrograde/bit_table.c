#include "engine/retrograde/bit_table.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned log_of(unsigned bits)
{
    unsigned log = 0;
    while ((1u << log) < bits)
        log++;
    return log;
}

uint64_t bit_table_bytes(uint64_t count, unsigned bits)
{
    return ((count << log_of(bits)) / 64 + 1) * sizeof(uint64_t);
}

struct bit_table bit_table_form(unsigned bits, bool shared)
{
    return (struct bit_table){.log = log_of(bits), .shared = shared};
}

enum status bit_table_open(uint64_t count, unsigned bits, bool shared,
                           struct bit_table *t)
{
    *t = bit_table_form(bits, shared);
    t->count = count;
    t->bytes = bit_table_bytes(count, bits);
    t->word = calloc(t->bytes / sizeof *t->word, sizeof *t->word);
    if (t->word)
        return STATUS_OK;
    return log_error(
        STATUS_NOMEM, "out of memory: %llu values of positions need %llu MB",
        (unsigned long long)count, (unsigned long long)(t->bytes >> 20));
}

void bit_table_close(struct bit_table *t)
{
    free((void *)t->word);
    *t = (struct bit_table){.count = 0};
}

/* Advice only: if the kernel ignores it, that costs memory, not facts. */
void bit_table_forget(struct bit_table *t, uint64_t from, uint64_t to)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t base = (uintptr_t)t->word;
    const uintptr_t start =
        (base + ((from << t->log) + 7) / 8 + page - 1) / page * page;
    const uintptr_t end = (base + (to << t->log) / 8) / page * page;
    if (end > start)
        madvise((char *)t->word + (start - base), end - start, MADV_DONTNEED);
}

void bit_table_clear(struct bit_table *t)
{
    memset((void *)t->word, 0, t->bytes);
}
