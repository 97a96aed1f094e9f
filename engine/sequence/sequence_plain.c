/* sequence_plain.c - one heap after the other, every pair of parts: what the
 * other kernels are held against, and the steps that they share. */
#include "engine/sequence/sequence_inner.h"

#include "engine/base/log.h"
#include "engine/base/pairs.h"

#include <string.h>

enum status sequence_note(struct sequence *s, uint32_t value)
{
    const bool loony = value == SEQUENCE_LOONY;
    if (!loony && value >= NIMBERS / 2)
        return log_error(STATUS_RANGE,
                         "%s: a heap of %llu has the nimber %u: the sequence "
                         "holds those below %d",
                         s->game->spec,
                         (unsigned long long)(s->shift + s->known + 1), value,
                         NIMBERS / 2);
    s->known++;
    s->head[s->known] = loony ? LOONY_HEAD : (uint16_t)value;
    s->tail[s->most - s->known] = loony ? LOONY_TAIL : (uint16_t)value;
    if (!loony && value > s->largest)
        s->largest = value;
    while (s->end <= s->largest)
        s->end *= 2;
    return STATUS_OK;
}

void sequence_clear(struct sequence *s)
{
    s->stamp = (uint8_t)(s->stamp % STAMPS + 1);
    if (s->stamp == 1)
        memset(s->marks, 0, s->nmarks);
}

/* Larger nimbers are never marked. */
void sequence_clear_bits(struct sequence *s)
{
    memset(s->marks, 0, s->end < 64 ? 64 : s->end);
    s->stamp = 1;
}

/* The bytes are 0 or 1: the lowest bits of eight of them, side by side. */
static uint64_t eight_bits(const uint8_t marks[])
{
    uint64_t bytes = 0;
    memcpy(&bytes, marks, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes * 0x0102040810204080u >> 56;
}

void sequence_gather(const uint8_t marks[], uint32_t end, uint64_t bits[])
{
    for (uint32_t w = 0; w <= (end - 1) / 64; w++) {
        uint64_t word = 0;
        for (uint32_t i = 0; i < 64; i += 8)
            word |= eight_bits(marks + 64 * w + i) << i;
        bits[w] = word;
    }
}

void sequence_mark(struct sequence *s, uint32_t m, uint32_t from, uint32_t to)
{
    if (from <= to)
        pairs_mark(s->head + from, s->tail + s->most - m + from, to - from + 1,
                   s->marks, s->stamp);
}

uint32_t sequence_half(const struct sequence *s, uint32_t i, uint32_t m)
{
    return s->code.digit[s->breaks[i]] & HEAP_TWO ? m / 2 : (m - (m > 0)) / 2;
}

void sequence_mark_single(struct sequence *s, uint32_t n)
{
    for (uint32_t k = 1; k < s->code.n && k <= n; k++)
        if (s->code.digit[k] & (k < n ? HEAP_ONE : HEAP_NONE))
            s->marks[s->head[n - k]] = s->stamp;
}

/* The least nimber of E(n), of a heap whose moves are all marked; nimbers from
 * `end` on have been in no S: one of them stands for all. */
static uint32_t least_unmarked(struct sequence *s, uint32_t n)
{
    uint32_t least = SEQUENCE_LOONY;
    for (uint32_t k = 0; k <= s->end; k++) {
        if (s->marks[k] == s->stamp)
            s->last[k] = n;
        else if (least == SEQUENCE_LOONY && sequence_wins(s, n, k))
            least = k;
    }
    return least;
}

enum status sequence_plain(struct sequence *s)
{
    const uint32_t n = s->known + 1;
    sequence_clear(s);
    for (uint32_t i = 0; i < s->nbreaks && s->breaks[i] < n; i++) {
        const uint32_t m = n - s->breaks[i];
        sequence_mark(s, m, 1, sequence_half(s, i, m));
    }
    sequence_mark_single(s, n);
    return sequence_note(s, least_unmarked(s, n));
}
