#include "engine/segments/segment.h"

#include "engine/base/log.h"
#include "engine/store/file/digest.h"

#include <assert.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHER_BLOCK = 48, BACK_MOST = 8, BASE = 64 };

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct segment_solver {
    const struct game *game;
    const struct grid_segment *grid;
    struct window *window;
    uint64_t next;    /* segment that can be found without a row before it */
    uint32_t largest; /* value of all heaps before that */
    uint16_t *values; /* of a window */
    bool (*stop)(void *);
    void *context;
};

/* But for the width of the last. */
static const struct column fixed[] = {
    COLUMN(struct segment_row, first, COLUMN_KEY, "counters",
           "the first heap of the segment"),
    COLUMN(struct segment_row, last, COLUMN_KEY, "counters",
           "the last heap of it"),
    COLUMN(struct segment_row, digest, COLUMN_FACT, "",
           "SHA-256 of the values of its heaps, two bytes each, the lower "
           "first"),
    COLUMN(struct segment_row, largest, COLUMN_FACT, "nimber",
           "largest value in it"),
    COLUMN(struct segment_row, largest_at, COLUMN_FACT, "counters",
           "the first heap in it with that value"),
    COLUMN(struct segment_row, rare, COLUMN_FACT, "heaps",
           "rare heaps in it, as the first 786432 heaps say what is rare"),
    COLUMN(struct segment_row, last_rare, COLUMN_FACT, "counters",
           "the largest of them; 0: none"),
    COLUMN(struct segment_row, records, COLUMN_FACT, "",
           "heap:value of the heaps in it whose value is larger than those "
           "of all smaller heaps"),
    COLUMN(struct segment_row, window, COLUMN_FACT, "",
           "SHA-256 of the values of its last heaps, from which those of "
           "the next segment follow"),
    {.name = "values",
     .type = COLUMN_TEXT,
     .role = COLUMN_FACT,
     .offset = offsetof(struct segment_row, values),
     .unit = "",
     .help = "those values in base 64: the first digit of each, then the "
             "second of each, then the third"},
};
_Static_assert(sizeof fixed / sizeof fixed[0] == SEGMENT_COLUMNS,
               "all columns");

size_t segment_columns(const struct grid_segment *g, struct column columns[])
{
    memcpy(columns, fixed, sizeof fixed);
    columns[SEGMENT_COLUMNS - 1].width = (size_t)SEGMENT_DIGITS * g->window;
    return (offsetof(struct segment_row, values) +
            columns[SEGMENT_COLUMNS - 1].width + 7) /
           8 * 8;
}

enum status segment_open(const struct game *game,
                         const struct grid_segment *grid, bool other,
                         bool (*stop)(void *), void *context,
                         struct segment_solver **out)
{
    struct segment_solver *s = calloc(1, sizeof *s);
    const struct window_options options = {
        .sequence = {.block = other ? OTHER_BLOCK : 0, .other = other}};
    if (!s)
        return log_error(STATUS_NOMEM, "out of memory for segments");
    s->game = game;
    s->grid = grid;
    s->stop = stop;
    s->context = context;
    s->next = UINT64_MAX;
    s->values = malloc(s->grid->window * sizeof *s->values);
    enum status st =
        s->values ? window_open(game, grid->window, &options, stop, context,
                                &s->window)
                  : log_error(STATUS_NOMEM, "out of memory for segments");
    if (st)
        segment_close(s);
    else
        *out = s;
    return st;
}

void segment_close(struct segment_solver *s)
{
    if (s->window)
        window_close(s->window);
    free(s->values);
    free(s);
}

uint64_t segment_bytes(const struct game *game, const struct grid_segment *g)
{
    return window_bytes(game) + 2 * (uint64_t)g->window;
}

/* Values as the digests have them, whatever this machine's order of bytes. */
static void hash(struct sha256_ctx *sha, const uint16_t values[], uint32_t n)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t bytes[] = {(uint8_t)values[i], (uint8_t)(values[i] >> 8)};
        sha256_update(sha, sizeof bytes, bytes);
    }
#else
    sha256_update(sha, n * sizeof *values, (const uint8_t *)values);
#endif
}

static void end_hash(struct sha256_ctx *sha, char out[SEGMENT_DIGEST])
{
    uint8_t digest[DIGEST_BYTES];
    char hex[DIGEST_HEX];
    sha256_digest(sha, sizeof digest, digest);
    digest_hex(digest, hex);
    memcpy(out, hex, SEGMENT_DIGEST);
}

static void hash_window(const struct segment_solver *s,
                        char out[SEGMENT_DIGEST])
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    hash(&sha, s->values, s->grid->window);
    end_hash(&sha, out);
}

static void write_values(const struct segment_solver *s, char out[])
{
    const uint32_t n = s->grid->window;
    for (uint32_t i = 0; i < n; i++) {
        out[i] = digits[s->values[i] / (BASE * BASE) % BASE];
        out[n + i] = digits[s->values[i] / BASE % BASE];
        out[2 * (size_t)n + i] = digits[s->values[i] % BASE];
    }
}

/* FORMAT, not logged, if they are not what the row's digest says. */
static enum status read_values(struct segment_solver *s,
                               const struct segment_row *row)
{
    const uint32_t n = s->grid->window;
    char digest[SEGMENT_DIGEST];
    uint8_t of[256];
    memset(of, 0, sizeof of);
    for (uint8_t d = 0; d < BASE; d++)
        of[(uint8_t)digits[d]] = d;
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *text = (const uint8_t *)row->values + i;
        s->values[i] = (uint16_t)((of[text[0]] * BASE + of[text[n]]) * BASE +
                                  of[text[2 * (size_t)n]]);
    }
    hash_window(s, digest);
    return memcmp(digest, row->window, sizeof digest) ? STATUS_FORMAT
                                                      : STATUS_OK;
}

/* The first and last heap. */
static uint64_t first_of(const struct segment_solver *s, uint64_t index)
{
    return index * s->grid->length;
}

static enum status add_record(const struct segment_solver *s,
                              struct segment_row *row, uint64_t heap,
                              uint32_t value)
{
    const size_t used = strnlen(row->records, SEGMENT_RECORDS);
    char text[48];
    const int n = snprintf(text, sizeof text, "%s%" PRIu64 ":%" PRIu32,
                           used ? " " : "", heap, value);
    if (used + (size_t)n > SEGMENT_RECORDS)
        return log_error(STATUS_RANGE,
                         "%s: segment %" PRIu64
                         ": more records than a row holds: ask for shorter "
                         "segments",
                         s->game->spec, row->first / s->grid->length);
    memcpy(row->records + used, text, (size_t)n);
    return STATUS_OK;
}

/* Takes in some values of a segment. */
static enum status take(struct segment_solver *s, struct segment_row *row,
                        uint64_t first, const uint16_t values[], uint32_t n)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < n && !st; i++) {
        const uint32_t v = values[i];
        if (v > row->largest) {
            row->largest = v;
            row->largest_at = first + i;
        }
        if (v > s->largest) {
            st = add_record(s, row, first + i, v);
            s->largest = v;
        }
        if (window_is_rare(s->window, first + i, v)) {
            row->rare++;
            row->last_rare = first + i;
        }
    }
    return st;
}

/* Those that are in the window of the segment that ends before `end`. */
static void keep(struct segment_solver *s, uint64_t end, uint64_t first,
                 const uint16_t values[], uint32_t n)
{
    const uint64_t from = end - s->grid->window;
    const uint32_t skip = first < from ? (uint32_t)(from - first) : 0;
    if (skip < n)
        memcpy(s->values + (first + skip - from), values + skip,
               (n - skip) * sizeof *values);
}

static enum status find(struct segment_solver *s, uint64_t index,
                        struct segment_row *row)
{
    const uint64_t end = first_of(s, index + 1);
    struct sha256_ctx sha;
    enum status st = STATUS_OK;
    sha256_init(&sha);
    *row = (struct segment_row){.first = first_of(s, index), .last = end - 1};
    row->largest_at = row->first;
    while (!st && window_next(s->window) < end) {
        const uint64_t first = window_next(s->window);
        const uint64_t left = end - first;
        const uint16_t *values;
        uint32_t n;
        st = window_find(s->window,
                         left < UINT32_MAX ? (uint32_t)left : UINT32_MAX,
                         &values, &n);
        if (!st)
            st = take(s, row, first, values, n);
        if (st)
            break;
        hash(&sha, values, n);
        keep(s, end, first, values, n);
        if (s->stop && s->stop(s->context))
            st = STATUS_STOPPED;
    }
    if (st)
        return st;
    end_hash(&sha, row->digest);
    hash_window(s, row->window);
    write_values(s, row->values);
    s->next = index + 1;
    return STATUS_OK;
}

/* Goes to the beginning of a segment; *there: it could. */
static enum status go(struct segment_solver *s, segment_reader *read,
                      void *context, uint64_t index, bool *there)
{
    const struct segment_row *row = NULL;
    enum status st = STATUS_OK;
    *there = true;
    s->largest = 0;
    if (index == 0)
        return window_go(s->window, 0, NULL);
    st = read(context, index - 1, &row, &s->largest);
    *there = !st && row;
    if (!*there)
        return st;
    st = read_values(s, row);
    if (!st)
        st = window_go(s->window, first_of(s, index), s->values);
    if (st == STATUS_FORMAT)
        log_error(st,
                  "%s: the window of segment %" PRIu64
                  " is damaged: its values are not those of its digest",
                  s->game->spec, index - 1);
    return st;
}

static enum status no_answer(const struct segment_solver *s)
{
    return log_error(STATUS_NO_ANSWER,
                     "%s: the value of heap %" PRIu64
                     " does not follow from the heaps that a window holds",
                     s->game->spec, window_next(s->window));
}

enum status segment_solve(struct segment_solver *s, segment_reader *read,
                          void *context, uint64_t index,
                          struct segment_row *row)
{
    enum status st = STATUS_NO_ANSWER;
    if (s->next == index) {
        s->next = UINT64_MAX;
        st = find(s, index, row);
        return st == STATUS_NO_ANSWER ? no_answer(s) : st;
    }
    s->next = UINT64_MAX;
    for (uint64_t back = 0;
         back <= index && back <= BACK_MOST && st == STATUS_NO_ANSWER; back++) {
        bool there;
        st = go(s, read, context, index - back, &there);
        if (st || !there)
            return st ? st : no_answer(s);
        for (uint64_t i = index - back; i <= index && !st; i++)
            st = find(s, i, row);
    }
    return st == STATUS_NO_ANSWER ? no_answer(s) : st;
}
