/* message.h - a list of 32-bit words that grows: what one process tells
 * another. All zero at first; free(words.at) at the end. One thread.
 */
#ifndef ENGINE_BASE_MESSAGE_H
#define ENGINE_BASE_MESSAGE_H

#include "engine/base/status.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct message {
    uint32_t *at;
    size_t n, cap;
};

/* Room for n more. NOMEM, not logged. */
static inline enum status message_reserve(struct message *w, size_t n)
{
    if (n <= w->cap - w->n)
        return STATUS_OK;
    const size_t cap = 2 * w->cap + n;
    uint32_t *at = realloc(w->at, cap * sizeof *at);
    if (!at)
        return STATUS_NOMEM;
    w->at = at;
    w->cap = cap;
    return STATUS_OK;
}

/* With room for it. */
static inline void message_put(struct message *w, uint32_t word)
{
    w->at[w->n++] = word;
}

static inline void message_put_long(struct message *w, uint64_t x)
{
    message_put(w, (uint32_t)x);
    message_put(w, (uint32_t)(x >> 32));
}

static inline uint64_t message_long(const uint32_t at[])
{
    return at[0] | (uint64_t)at[1] << 32;
}

#endif
