#include "engine/sequence/choice.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { CODES = 64 * VECTOR_WORDS };

struct sample {
    const uint8_t *last;  /* code of the largest heap */
    uint32_t heaps, step; /* so many, so far apart */
    uint32_t open;        /* codes in all */
    uint8_t is_open[CHOICE_MOST][CODES];
};

static void open_all(struct sample *sample, const uint8_t *last, uint32_t heaps)
{
    sample->last = last;
    sample->heaps = heaps;
    sample->step = CHOICE_SPAN / heaps;
    sample->open = 0;
    memset(sample->is_open, 0, sizeof sample->is_open);
    for (size_t i = 0; i < sample->heaps; i++) {
        const uint8_t end = *(last - sample->step * i);
        memset(sample->is_open[i], 1, end);
        sample->open += end;
    }
}

static uint8_t *at(struct sample *sample, const struct vector_part *part,
                   size_t i)
{
    const uint8_t other = *(sample->last - sample->step * i - part->offset);
    return &sample->is_open[i][other ^ part->code];
}

static uint32_t gain(struct sample *sample, const struct vector_part *part)
{
    uint32_t n = 0;
    for (size_t i = 0; i < sample->heaps; i++)
        n += *at(sample, part, i);
    return n;
}

static void take(struct sample *sample, const struct vector_part *part)
{
    for (size_t i = 0; i < sample->heaps; i++) {
        sample->open -= *at(sample, part, i);
        *at(sample, part, i) = 0;
    }
}

/* The part with the largest gain, from number `from` on; n if none has any.
 * Gains only become smaller: those that were too small need not be counted
 * again. */
static uint32_t best_of(struct sample *sample, const struct vector_part parts[],
                        uint32_t from, uint32_t n, uint32_t gains[])
{
    uint32_t best = n, most = 0;
    for (uint32_t i = from; i < n; i++) {
        if (gains[i] <= most)
            continue;
        gains[i] = gain(sample, &parts[i]);
        if (gains[i] > most) {
            best = i;
            most = gains[i];
        }
    }
    return best;
}

static uint32_t order(struct sample *sample, struct vector_part parts[],
                      uint32_t n, uint32_t stay, uint32_t gains[])
{
    for (uint32_t i = 0; i < n; i++)
        gains[i] = sample->heaps;
    for (uint32_t i = 0; i < n; i++) {
        if (sample->open < stay)
            return i;
        const uint32_t best = best_of(sample, parts, i, n, gains);
        if (best == n)
            return i;
        const struct vector_part part = parts[best];
        parts[best] = parts[i];
        gains[best] = gains[i];
        parts[i] = part;
        take(sample, &part);
    }
    return n;
}

enum status choice_make(const uint8_t *last, struct vector_part parts[],
                        uint32_t n, uint32_t heaps, double stay,
                        uint32_t *marked)
{
    struct sample *sample = malloc(sizeof *sample);
    uint32_t *gains = malloc((n + 1) * sizeof *gains);
    const bool room = sample && gains;
    if (room) {
        open_all(sample, last, heaps);
        *marked = order(sample, parts, n, (uint32_t)(heaps * stay), gains);
    }
    free(sample);
    free(gains);
    return room ? STATUS_OK : log_error(STATUS_NOMEM, "out of memory");
}
