/* octal.c - octal games, by code: octal:.77 (or 0.77) is Kayles, octal:0.07
 * Dawson's Kayles, octal:0.137 Dawson's Chess; octal:4.7 may split without
 * taking.
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

/* ".77" as the literature writes it is "0.77": one text for one game. */
static enum status write_zero(struct game *game)
{
    char *code = strchr(game->spec, ':');
    const size_t n = strlen(game->spec);
    if (!code || code[1] != '.')
        return STATUS_OK;
    if (n + 2 > sizeof game->spec)
        return log_error(STATUS_USAGE, "'%s' is too long", game->spec);
    memmove(code + 2, code + 1, n - (size_t)(code - game->spec));
    code[1] = '0';
    return STATUS_OK;
}

static enum status octal_open(const struct param_value v[], struct game *game)
{
    const char *text = param_of(v, "code")->text;
    const char *digits = text + (*text == '0' || *text == '4');
    const size_t length = strlen(digits);
    struct take_break code = {.n = 1};
    if (length < 2 || digits[0] != '.' ||
        strspn(digits + 1, "01234567") != length - 1)
        return log_error(STATUS_USAGE,
                         "octal code '%s': must be a point, with 0 or 4 or "
                         "nothing before it, and digits from 0 to 7: .77, 0.77 "
                         "or 4.7",
                         text);
    enum status st = write_zero(game);
    if (st)
        return st;
    code.digit[0] = *text == '4' ? 4 : 0;
    /* A parameter's text is shorter than TAKE_BREAK_DIGITS. */
    for (const char *c = digits + 1; *c; c++)
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
    .positions = "1+2+3",
    .example = "octal:.77",
};
