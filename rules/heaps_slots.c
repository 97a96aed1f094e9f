/* heaps_slots.c - slots of struct ruleset for games of heaps. */
#include "rules/heaps.h"

#include "engine/base/log.h"

#include <assert.h>

/* text: NULL for a point of a grid. */
static enum status pack(const struct heaps *h, const char *text,
                        struct position *p)
{
    for (uint32_t i = 0; i < h->n; i++)
        if (h->at[i].kind != PART_OWN || h->duty != DUTY_NONE)
            return log_error(STATUS_USAGE,
                             "position '%s': this game has heaps of one kind "
                             "and no obligations",
                             text ? text : "of the grid");
    if (!heaps_pack(h, p))
        return text ? log_error(STATUS_RANGE,
                                "position '%s' does not fit in 128 bits", text)
                    : log_error(STATUS_RANGE, "a position of the grid does not "
                                              "fit in 128 bits");
    return STATUS_OK;
}

enum status heaps_slot_start(const void *self, const struct point *point,
                             struct position *p)
{
    struct heaps h;
    (void)self;
    enum status st = heaps_from_point(point, PART_OWN, &h);
    return st ? st : pack(&h, NULL, p);
}

enum status heaps_slot_parse(const void *self, const char *text,
                             struct position *p)
{
    struct heaps h;
    (void)self;
    enum status st = heaps_parse(text, PART_OWN, &h);
    return st ? st : pack(&h, text, p);
}

void heaps_slot_parts(const void *self, struct position p, struct point *point)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    heaps_to_point(&h, point);
}

size_t heaps_slot_runs(const void *self, struct position p,
                       struct point_run out[])
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        out[i] = (struct point_run){h.at[i].size, h.at[i].count};
    return h.n;
}

size_t heaps_slot_print(const void *self, struct position p, char out[],
                        size_t cap)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_print(&h, out, cap);
}

uint64_t heaps_slot_measure(const void *self, struct position p)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_measure(&h);
}

unsigned heaps_slot_bits(const void *self, const struct grid_bounds *bounds)
{
    (void)self;
    return heaps_bits(bounds->total, bounds->mixed ? 4 : 1);
}

bool heaps_slot_searchable(const void *self, struct position p)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_searchable(&h, true);
}

bool heaps_slot_movable(const void *self, struct position p)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_movable(&h);
}

/* A position of one heap, or none. */
static struct position pack_part(const struct heap *heap, enum duty duty)
{
    struct heaps part; /* large; only what is set is read */
    struct position p;
    part.n = heap != NULL;
    part.named = 0;
    part.duty = duty;
    if (heap) {
        part.at[0] = *heap;
        part.at[0].count = 1;
    }
    bool fits = heaps_pack(&part, &p);
    assert(fits);
    return p;
}

size_t heaps_slot_split(const void *self, struct position p,
                        struct position out[])
{
    struct heaps h;
    size_t n = 0;
    (void)self;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        for (uint32_t k = 0; k < h.at[i].count; k++) {
            const bool named =
                i == h.named && k == 0 && duty_names_heap(h.duty);
            assert(n < POINT_PARTS_MAX);
            out[n++] = pack_part(&h.at[i], named ? h.duty : DUTY_NONE);
        }
    if (h.duty == DUTY_SUNK)
        out[n++] = pack_part(NULL, DUTY_SUNK);
    return n;
}
