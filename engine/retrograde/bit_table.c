#include "engine/retrograde/bit_table.h"

#include "engine/base/log.h"

#include <stdlib.h>

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

enum status bit_table_open(uint64_t count, unsigned bits, bool shared,
                           struct bit_table *t)
{
    *t = (struct bit_table){.count = count,
                            .bytes = bit_table_bytes(count, bits),
                            .log = log_of(bits),
                            .shared = shared};
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
