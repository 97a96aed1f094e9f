/* value.h - values of 1, 2, 4 or 8 bytes in plain memory.
 *
 * Tables store value + 1, so that 0 means "nothing here". The caller owns the
 * memory while a function runs.
 */
#ifndef ENGINE_MEMO_TABLE_VALUE_H
#define ENGINE_MEMO_TABLE_VALUE_H

#include <stdint.h>
#include <string.h>

static inline uint64_t value_load(const unsigned char *p, unsigned bytes)
{
    uint16_t v2;
    uint32_t v4;
    uint64_t v8;
    switch (bytes) {
    case 1:
        return *p;
    case 2:
        memcpy(&v2, p, sizeof v2);
        return v2;
    case 4:
        memcpy(&v4, p, sizeof v4);
        return v4;
    default:
        memcpy(&v8, p, sizeof v8);
        return v8;
    }
}

static inline void value_store(unsigned char *p, unsigned bytes, uint64_t v)
{
    uint8_t v1 = (uint8_t)v;
    uint16_t v2 = (uint16_t)v;
    uint32_t v4 = (uint32_t)v;
    switch (bytes) {
    case 1:
        memcpy(p, &v1, sizeof v1);
        break;
    case 2:
        memcpy(p, &v2, sizeof v2);
        break;
    case 4:
        memcpy(p, &v4, sizeof v4);
        break;
    default:
        memcpy(p, &v, sizeof v);
    }
}

#endif
