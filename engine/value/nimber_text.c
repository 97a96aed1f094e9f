#include "engine/value/nimber_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

size_t nimber_text_print(uint64_t nimber, char out[], size_t cap)
{
    return (size_t)snprintf(out, cap, nimber ? "*%llu" : "%llu",
                            (unsigned long long)nimber);
}

bool nimber_text_parse(const char *text, uint64_t most, uint64_t *nimber)
{
    const char *digits = text + (*text == '*');
    char *end;
    *nimber = 1;
    if (*text == '*' && !*digits)
        return true;
    errno = 0;
    *nimber = strtoull(digits, &end, 10);
    return *digits >= '0' && *digits <= '9' && !*end && !errno &&
           *nimber <= most;
}
