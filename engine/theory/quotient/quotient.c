#include "engine/theory/quotient/quotient.h"

#include <stdlib.h>

const char *const quotient_rule_names[] = {
    [QUOTIENT_NORMAL] = "normal",
    [QUOTIENT_MISERE] = "misere",
    [QUOTIENT_COALITION] = "coalition",
    [QUOTIENT_COALITION_MISERE] = "coalition-misere",
    [QUOTIENT_COALITION_LOSER] = "coalition-loser",
    [QUOTIENT_UPSTREAM] = "upstream",
    [QUOTIENT_DOWNSTREAM] = "downstream",
    [QUOTIENT_RULES] = NULL};

void quotient_release(struct quotient *q)
{
    free(q->times);
    free(q->outcome);
    free(q->image);
    *q = (struct quotient){.zero = -1};
}
