/* octal_periods.c - octal games 0.d1d2.. of so many digits, heap by heap: the
 * period and its certificate where the values show one, and what is known of
 * the others.
 *
 * A grid point is a list of digits, each one more than it is, so that no part
 * is 0: point 8+8 is 0.77. The game of the census is asked for nothing.
 */
#include "engine/base/log.h"
#include "engine/run/census.h"
#include "engine/sequence/period.h"
#include "engine/store/file/digest.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_TEXT = 16, DIGEST_TEXT = 64 };

struct row {
    char game[GAME_TEXT], certificate[PERIOD_TEXT], digest[DIGEST_TEXT];
    uint32_t heaps, period, preperiod, exceptions, largest, largest_at, mask,
        rare, last_rare;
    uint8_t parity;
};

static const char *const yes_no[] = {"UNSET", "no", "yes", NULL};
enum { NO = 1, YES };

static const struct column columns[] = {
    COLUMN(struct row, game, COLUMN_KEY, "", "ruleset"),
    COLUMN(struct row, heaps, COLUMN_KEY, "counters",
           "values of heaps 0..this were found"),
    COLUMN(struct row, period, COLUMN_FACT, "counters",
           "of the values from the preperiod on, for ever; 0: the heaps show "
           "none"),
    COLUMN(struct row, preperiod, COLUMN_FACT, "counters",
           "the least heap from which on the values are periodic"),
    COLUMN(struct row, exceptions, COLUMN_FACT, "heaps",
           "smaller heaps whose value is not that of the period"),
    COLUMN(struct row, certificate, COLUMN_FACT, "",
           "what proves the period by the octal periodicity theorem"),
    COLUMN(struct row, largest, COLUMN_FACT, "nimber", "largest value"),
    COLUMN(struct row, largest_at, COLUMN_FACT, "counters",
           "the first heap with it"),
    COLUMN(struct row, mask, COLUMN_FACT, "",
           "bits of a value whose number is even or odd for nearly all heaps, "
           "0: none are known"),
    COLUMN_ENUM(struct row, parity, COLUMN_FACT, yes_no,
                "is the parity of the heap added to that of the bits"),
    COLUMN(struct row, rare, COLUMN_FACT, "heaps",
           "heaps for which the parity is the other one"),
    COLUMN(struct row, last_rare, COLUMN_FACT, "counters",
           "the largest of them"),
    COLUMN(struct row, digest, COLUMN_FACT, "",
           "SHA-256 of the values of heaps 0.., two bytes each, the lower "
           "first"),
};

struct shared {
    uint32_t heaps;
};

static enum status octal_periods_open(const int64_t params[], void **out)
{
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return log_error(STATUS_NOMEM, "out of memory");
    shared->heaps = (uint32_t)params[1];
    *out = shared;
    return STATUS_OK;
}

/* 0.d1d2.., without zeros at the end; 0.0 for the game without moves. */
static void name_game(const struct point *p, char out[GAME_TEXT])
{
    uint32_t n = p->n;
    memset(out, 0, GAME_TEXT);
    while (n > 1 && p->size[n - 1] == 1)
        n--;
    strcpy(out, "octal:0.");
    for (uint32_t i = 0; i < n; i++)
        out[8 + i] = (char)('0' + p->size[i] - 1);
}

static void describe_period(const struct sequence *s, const struct period *p,
                            struct row *row)
{
    char text[PERIOD_TEXT + 1];
    row->period = p->period;
    row->preperiod = p->preperiod;
    for (uint32_t n = 0; n < p->preperiod; n++) {
        const uint32_t behind = p->preperiod - n + p->period - 1;
        const uint32_t like = n + behind / p->period * p->period;
        row->exceptions += sequence_get(s, n) != sequence_get(s, like);
    }
    period_print(p, text, sizeof text);
    memcpy(row->certificate, text, strlen(text));
}

static enum status describe(const struct sequence *s, struct row *row)
{
    const struct sequence_rare rare = sequence_rare(s);
    const size_t n = (size_t)row->heaps + 1;
    char hex[DIGEST_HEX];
    uint8_t *bytes = malloc(2 * n);
    if (!bytes)
        return log_error(STATUS_NOMEM, "%s: out of memory", row->game);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = sequence_get(s, i);
        bytes[2 * i] = (uint8_t)v;
        bytes[2 * i + 1] = (uint8_t)(v >> 8);
        if (v > row->largest) {
            row->largest = v;
            row->largest_at = i;
        }
    }
    digest_bytes(bytes, 2 * n, hex);
    free(bytes);
    memcpy(row->digest, hex, sizeof row->digest);
    row->mask = rare.mask;
    row->parity = rare.parity ? YES : NO;
    row->rare = rare.n;
    row->last_rare = rare.last;
    return STATUS_OK;
}

static enum status find(const struct sequence *s, const struct game *game,
                        struct row *row)
{
    struct period found, read;
    enum status st = describe(s, row);
    if (st || !period_find(s, game, &found))
        return st;
    describe_period(s, &found, row);
    char text[PERIOD_TEXT + 1] = "";
    memcpy(text, row->certificate, PERIOD_TEXT);
    if (!period_parse(text, &read) || !period_check(s, &read))
        return log_error(STATUS_DISAGREE,
                         "%s: the certificate of its period does not hold: %s",
                         row->game, text);
    return STATUS_OK;
}

static enum status octal_periods_row(const struct cell *cell, void *out)
{
    const struct shared *shared = cell->shared;
    struct row *row = out;
    struct game game;
    struct sequence *s;
    name_game(cell->point, row->game);
    row->heaps = shared->heaps;
    enum status st = game_open(rulesets, row->game, &game);
    if (st)
        return st;
    st = sequence_open(&game, row->heaps, NULL, &s);
    if (!st) {
        st = sequence_extend(s, row->heaps, cell->solvers[0].interrupted,
                             cell->solvers[0].interrupter);
        if (!st)
            st = find(s, &game, row);
        sequence_close(s);
    }
    game_close(&game);
    return st;
}

static const struct param params[] = {
    {.name = "digits",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 4,
     .def = "2",
     .help = "digits of the code behind the point"},
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 100000000,
     .def = "10000",
     .help = "largest heap"},
};

const struct census census_octal_periods = {
    .name = "octal-periods",
    .summary = "octal games heap by heap: period, or what is known",
    .version = 1,
    .games = {{"nim", "nimber"}},
    .grid = "lists:parts={digits},size=1..8",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = octal_periods_open,
    .close = free,
    .row = octal_periods_row,
};
