#include "rules/heaps.h"

#include "rules/heaps_code.h"

#include <assert.h>
#include <string.h>

__extension__ typedef unsigned __int128 bits128;

bool heaps_pack(const struct heaps *h, struct position *p)
{
    struct writer w;
    start_writer(&w, h->n && h->at[h->n - 1].kind != PART_OWN);
    for (uint32_t i = 0; i < h->n; i++)
        write_heap(&w, h->at[i].kind, h->at[i].size, h->at[i].count);
    return finish_writer(&w, h->duty, duty_names_heap(h->duty) ? h->named : 0,
                         p);
}

enum duty heaps_duty(struct position p)
{
    return (enum duty)(p.lo & 3);
}

uint32_t heaps_named(struct position p)
{
    return p.lo >> DUTY_BITS & ((1u << NAMED_BITS) - 1);
}

struct position heaps_under(struct position p, enum duty duty, uint32_t named)
{
    const uint64_t mask = (1ull << MIXED_BIT) - 1;
    const uint64_t name = duty_names_heap(duty) ? named : 0;
    return (struct position){(p.lo & ~mask) | duty | name << DUTY_BITS, p.hi};
}

bool heaps_mixed(struct position p)
{
    return p.lo >> MIXED_BIT & 1;
}

static uint32_t read_gamma(bits128 *bits)
{
    /* More than 31 zeros are in no position, but may be in a damaged file. */
    unsigned k = (unsigned)__builtin_ctzll((uint64_t)*bits) & 31;
    uint32_t below = (uint32_t)(*bits >> (k + 1)) & ((1u << k) - 1);
    *bits >>= 2 * k + 1;
    return 1u << k | below;
}

static uint32_t read_gamma_short(uint64_t *bits)
{
    unsigned k = (unsigned)__builtin_ctzll(*bits) & 31;
    uint32_t below = (uint32_t)(*bits >> k >> 1) & ((1u << k) - 1);
    *bits = *bits >> 2 * k >> 1;
    return 1u << k | below;
}

/* The common case: own heaps only, in 64 bits. */
static void unpack_short(uint64_t bits, struct heaps *h)
{
    uint32_t size = 0;
    while (bits) {
        size += read_gamma_short(&bits);
        h->at[h->n++] = (struct heap){size, read_gamma_short(&bits), PART_OWN};
    }
}

void heaps_unpack(struct position p, struct heaps *h)
{
    bits128 bits = (bits128)p.hi << 64 | p.lo;
    const bool mixed = heaps_mixed(p);
    uint32_t size = 0;
    uint8_t kind = 0;
    h->n = 0;
    h->duty = heaps_duty(p);
    h->named = heaps_named(p);
    if (!p.hi && !mixed) {
        unpack_short(p.lo >> CODE_START, h);
        return;
    }
    /* Every code contains a one, so nothing but zeros is the end. */
    for (bits >>= CODE_START; bits;) {
        uint32_t gap = read_gamma(&bits);
        if (mixed && gap == 1) {
            kind++;
            size = 0;
            continue;
        }
        size += gap - mixed;
        h->at[h->n++] = (struct heap){size, read_gamma(&bits), kind};
    }
}

bool heaps_add(struct heaps *h, uint8_t kind, uint32_t size, uint32_t count)
{
    uint32_t i = 0;
    while (i < h->n && (h->at[i].kind < kind ||
                        (h->at[i].kind == kind && h->at[i].size < size)))
        i++;
    if (i < h->n && h->at[i].kind == kind && h->at[i].size == size) {
        h->at[i].count += count;
        return true;
    }
    if (h->n == HEAPS_MAX)
        return false;
    memmove(&h->at[i + 1], &h->at[i], (h->n - i) * sizeof h->at[0]);
    h->at[i] = (struct heap){size, count, kind};
    h->n++;
    if (duty_names_heap(h->duty) && h->named >= i && h->n > 1)
        h->named++;
    return true;
}

uint64_t heaps_counters(const struct heaps *h)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < h->n; i++)
        sum += (uint64_t)h->at[i].size * h->at[i].count;
    return sum;
}

uint64_t heaps_count(const struct heaps *h)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < h->n; i++)
        sum += h->at[i].count;
    return sum;
}

uint64_t heaps_measure(const struct heaps *h)
{
    return 2 * heaps_counters(h) - heaps_count(h);
}

/* These numbers were found by dynamic programming over the longest codes;
 * test_heaps recomputes them. */
uint64_t heaps_total_max(unsigned bits, unsigned kinds)
{
    static const uint64_t in64[] = {115, 41, 32, 26};
    static const uint64_t in128[] = {459, 164, 121, 96};
    assert(kinds >= 1 && kinds <= 4);
    return (bits == 64 ? in64 : in128)[kinds - 1];
}

unsigned heaps_bits(uint64_t total, unsigned kinds)
{
    /* The largest totals in 9, 11, 13, ... bits: a code has an odd length. */
    static const uint8_t most[] = {0,  1,  3,  4,  6,  8,   11,  13, 16, 19,
                                   23, 27, 31, 35, 39, 43,  47,  52, 57, 63,
                                   68, 74, 80, 87, 93, 100, 107, 115};
    unsigned i = 0;
    if (total > heaps_total_max(64, kinds))
        return 128;
    if (kinds > 1)
        return 64;
    while (most[i] < total)
        i++;
    return CODE_START + 2 * i;
}

bool heaps_searchable(const struct heaps *h, bool splits)
{
    unsigned kinds = 1, bits = CODE_START + 3;
    bool all_nim = true;
    for (uint32_t i = 0; i < h->n; i++) {
        kinds += i && h->at[i].kind != h->at[i - 1].kind;
        all_nim = all_nim && h->at[i].kind == PART_NIM;
        /* Its heaps may become as many different sizes. */
        bits += h->at[i].count * (gamma_bits(h->at[i].size + 1) + 1);
        if (bits > 128)
            break;
    }
    return heaps_counters(h) <= heaps_total_max(128, kinds) ||
           (bits <= 128 && (!splits || all_nim));
}

/* To take a heap away makes the code no longer, as the gap of two has a shorter
 * code than both gaps. To add one costs a gap, at most its size, and a count,
 * or makes a count longer by two bits. There may be one heap more than before.
 */
bool heaps_movable(const struct heaps *h)
{
    struct writer w;
    uint32_t largest = 1, kinds = 1;
    start_writer(&w, h->n && h->at[h->n - 1].kind != PART_OWN);
    for (uint32_t i = 0; i < h->n; i++) {
        write_heap(&w, h->at[i].kind, h->at[i].size, h->at[i].count);
        kinds += i && h->at[i].kind != h->at[i - 1].kind;
        if (h->at[i].size > largest)
            largest = h->at[i].size;
    }
    const bool room = w.used + 2 * (gamma_bits(largest + 1) + 2) <= 128 &&
                      h->n + 2 <= HEAPS_MAX;
    return heaps_count(h) < POINT_PARTS_MAX &&
           (room || heaps_counters(h) <= heaps_total_max(128, kinds));
}
