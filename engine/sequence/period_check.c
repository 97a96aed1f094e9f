/* period_check.c - the certificate of a period, as a text and value by value:
 * apart from what finds one. */
#include "engine/sequence/period.h"

#include <stdio.h>

static uint64_t end_of(const struct period *p)
{
    return 2 * (uint64_t)p->preperiod + p->period + p->taken;
}

bool period_check(const struct sequence *s, const struct period *p)
{
    if (!p->period || end_of(p) + p->period > (uint64_t)sequence_known(s) + 1)
        return false;
    for (uint32_t n = p->preperiod; n < end_of(p); n++)
        if (sequence_get(s, n) != sequence_get(s, n + p->period))
            return false;
    return true;
}

size_t period_print(const struct period *p, char out[], size_t cap)
{
    return (size_t)snprintf(
        out, cap, "v(n+%u)=v(n) for %u<=n<%llu, taking at most %u", p->period,
        p->preperiod, (unsigned long long)end_of(p), p->taken);
}

bool period_parse(const char *text, struct period *p)
{
    unsigned long long end;
    int length = 0;
    return sscanf(text, "v(n+%u)=v(n) for %u<=n<%llu, taking at most %u%n",
                  &p->period, &p->preperiod, &end, &p->taken, &length) == 4 &&
           !text[length] && end == end_of(p);
}
