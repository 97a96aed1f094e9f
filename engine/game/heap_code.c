#include "engine/game/heap_code.h"

uint8_t heap_code_digit(const struct heap_code *code, uint32_t taken)
{
    return taken < code->n ? code->digit[taken] : code->rest;
}

static void put(uint32_t out[][2], size_t n, uint32_t a, uint32_t b)
{
    if (out) {
        out[n][0] = a;
        out[n][1] = b;
    }
}

size_t heap_code_options(const struct heap_code *code, uint32_t size,
                         uint32_t out[][2])
{
    const uint32_t most = code->rest || size < code->n ? size : code->n - 1;
    size_t n = 0;
    for (uint32_t k = 0; k <= most; k++) {
        const uint8_t digit = heap_code_digit(code, k);
        const uint32_t left = size - k;
        if (digit & (left ? HEAP_ONE : HEAP_NONE))
            put(out, n++, left, 0);
        for (uint32_t a = 1; digit & (HEAP_TWO | HEAP_UNEQUAL) && a <= left / 2;
             a++)
            if (a != left - a || digit & HEAP_TWO)
                put(out, n++, left - a, a);
    }
    return n;
}

size_t heap_code_obliging(const struct heap_code *code, uint32_t size,
                          uint32_t out[])
{
    size_t n = 0;
    for (uint32_t k = 1; k < code->n && k <= size; k++)
        if (code->digit[k] & (k < size ? HEAP_ANSWER : HEAP_SUNK)) {
            if (out)
                out[n] = size - k;
            n++;
        }
    return n;
}
