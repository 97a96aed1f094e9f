/* octal.c - octal games, by code: octal:0.77 is Kayles, octal:0.07 Dawson's
 * Kayles, octal:0.137 Dawson's Chess; octal:4.7 may split without taking.
 *
 * Known: Kayles heaps 0..12 have the Grundy values 0 1 2 3 1 4 3 2 1 4 2 6 4,
 * with period 12 from heap 71 on (Guy and Smith, 1956).
 */
#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/replies.h"
#include "rules/take_break.h"

#include <string.h>

static const struct param params[] = {
    {.name = "code",
     .type = PARAM_REST,
     .help = "octal digits behind a point, one for each number of counters: "
             ".77, 0.77, 4.7"},
    TAKE_BREAK_PLAYERS,
    TAKE_BREAK_PLAY,
};

static enum status octal_open(const struct param_value v[], struct game *game)
{
    const char *text = param_of(v, "code")->text;
    const size_t length = strlen(text);
    struct take_break code = {.n = 1};
    if (length < 3 || (text[0] != '0' && text[0] != '4') || text[1] != '.' ||
        strspn(text + 2, "01234567") != length - 2)
        return log_error(STATUS_USAGE,
                         "octal code '%s': must be 0. or 4. and digits from 0 "
                         "to 7, like 0.77",
                         text);
    code.digit[0] = (uint8_t)(text[0] - '0');
    /* A parameter's text is shorter than TAKE_BREAK_DIGITS. */
    for (const char *c = text + 2; *c; c++)
        code.digit[code.n++] = (uint8_t)(*c - '0');
    return take_break_open(&code, v, game);
}

const struct ruleset rules_octal = {
    .name = "octal",
    .summary = "take counters off a heap and break it, as an octal code says",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = octal_open,
    TAKE_BREAK_SLOTS,
};
