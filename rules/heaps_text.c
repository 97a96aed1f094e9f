#include "rules/heaps.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The kind of a letter before a heap's size; -1 if it is none. */
static int read_kind(char c)
{
    switch (c) {
    case '*':
        return PART_NIM;
    case 't':
        return PART_TOP;
    case 'e':
        return PART_ONE;
    }
    return -1;
}

/* Reads "12", "*3", "[t4]" or "(2)" at *text and advances past it. */
static enum status parse_heap(const char *whole, const char **text, uint8_t own,
                              struct heaps *h)
{
    const char *at = *text + strspn(*text, " ");
    const char *start = at;
    const enum duty duty = *at == '['   ? DUTY_IN
                           : *at == '(' ? DUTY_NOT_IN
                                        : DUTY_NONE;
    uint8_t kind = PART_OWN;
    uint64_t size = 0;
    at += duty != DUTY_NONE;
    if (read_kind(*at) >= 0)
        kind = (uint8_t)read_kind(*at++);
    const char *digits = at;
    while (*at >= '0' && *at <= '9' && size <= HEAPS_SIZE_MAX)
        size = 10 * size + (uint64_t)(*at++ - '0');
    if (at == digits)
        return log_error(STATUS_USAGE, "position '%s': no heap at '%s'", whole,
                         start);
    if (size > HEAPS_SIZE_MAX)
        return log_error(STATUS_RANGE,
                         "position '%s': a heap at '%s' has more than %d "
                         "counters",
                         whole, start, HEAPS_SIZE_MAX);
    if (duty && *at++ != (duty == DUTY_IN ? ']' : ')'))
        return log_error(STATUS_USAGE,
                         "position '%s': unclosed bracket at '%s'", whole,
                         start);
    *text = at + strspn(at, " ");
    if (duty && h->duty)
        return log_error(STATUS_USAGE, "position '%s': two obligations", whole);
    kind = kind == own ? PART_OWN : kind;
    if (size == 0) {
        if (duty == DUTY_NOT_IN)
            return log_error(STATUS_USAGE,
                             "position '%s': an empty heap cannot be barred",
                             whole);
        h->duty = duty ? DUTY_SUNK : h->duty;
        return STATUS_OK;
    }
    if (!heaps_add(h, kind, (uint32_t)size, 1))
        return log_error(STATUS_RANGE,
                         "position '%s': more than %d different heaps", whole,
                         HEAPS_MAX);
    if (duty) {
        h->duty = duty;
        for (h->named = 0;
             h->at[h->named].kind != kind || h->at[h->named].size != size;)
            h->named++;
    }
    return STATUS_OK;
}

enum status heaps_parse(const char *text, uint8_t own, struct heaps *h)
{
    const char *at = text;
    *h = (struct heaps){0};
    for (;;) {
        enum status st = parse_heap(text, &at, own, h);
        if (st)
            return st;
        if (!*at && heaps_count(h) < POINT_PARTS_MAX)
            return STATUS_OK;
        if (!*at)
            return log_error(STATUS_RANGE,
                             "position '%.40s...': %d heaps or more", text,
                             POINT_PARTS_MAX);
        if (*at != '+')
            return log_error(STATUS_USAGE,
                             "position '%s': expected '+' at '%s'", text, at);
        at++;
    }
}

/* Appends like snprintf and keeps counting past the end. */
static void put_text(char out[], size_t cap, size_t *used, const char *text)
{
    for (; *text; text++, ++*used)
        if (*used + 1 < cap)
            out[*used] = *text;
}

static void put_number(char out[], size_t cap, size_t *used, uint32_t number)
{
    char digits[16] = {0};
    char *at = digits + sizeof digits - 1;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    put_text(out, cap, used, at);
}

/* Archives hold millions of these, so snprintf is too slow. */
static void put_heap(char out[], size_t cap, size_t *used,
                     const struct heap *heap, const char *brackets)
{
    static const char *const letters[] = {"", "*", "t", "e"};
    const char open[2] = {brackets[0], 0};
    if (*used)
        put_text(out, cap, used, "+");
    put_text(out, cap, used, open);
    put_text(out, cap, used, letters[heap->kind]);
    put_number(out, cap, used, heap->size);
    if (*brackets)
        put_text(out, cap, used, brackets + 1);
}

size_t heaps_print(const struct heaps *h, char out[], size_t cap)
{
    size_t used = 0;
    if (h->duty == DUTY_SUNK)
        put_text(out, cap, &used, "[0]");
    else if (!h->n)
        put_text(out, cap, &used, "0");
    for (uint32_t i = 0; i < h->n; i++)
        for (uint32_t k = 0; k < h->at[i].count; k++) {
            const bool named =
                duty_names_heap(h->duty) && i == h->named && k == 0;
            put_heap(out, cap, &used, &h->at[i],
                     !named               ? ""
                     : h->duty == DUTY_IN ? "[]"
                                          : "()");
        }
    if (cap)
        out[used < cap ? used : cap - 1] = 0;
    return used;
}

enum status heaps_from_point(const struct point *point, uint8_t own,
                             struct heaps *h)
{
    *h = (struct heaps){0};
    for (uint32_t i = 0; i < point->n; i++) {
        uint8_t kind = point->kind[i] == own ? PART_OWN : point->kind[i];
        if (point->size[i] > HEAPS_SIZE_MAX ||
            (point->size[i] && !heaps_add(h, kind, point->size[i], 1)))
            return log_error(STATUS_RANGE,
                             "a grid point with %u heaps does not fit in a "
                             "position",
                             point->n);
    }
    return STATUS_OK;
}

void heaps_to_point(const struct heaps *h, struct point *point)
{
    point->n = 0;
    for (uint32_t i = 0; i < h->n; i++)
        for (uint32_t k = 0; k < h->at[i].count; k++) {
            assert(point->n < POINT_PARTS_MAX);
            point->size[point->n] = h->at[i].size;
            point->kind[point->n++] = h->at[i].kind;
        }
}
