/* heaps.h - positions of heap games: a multiset of heaps and an obligation.
 *
 * Every heap game packs its positions here, so that equal multisets are equal
 * positions. Heaps are listed by kind, then size, and written as gaps between
 * sizes and numbers of equal heaps, each in an Elias gamma code, lowest bit
 * first:
 *
 *    bits 0-1   duty    bits 2-7   the heap it names    bit 8   kinds are mixed
 *    bits 9..   own heaps only:  (gap, count)*
 *               mixed:           (gap + 1, count)*, the code 1 = next kind
 *
 * Heaps of 1+1+3: gaps 1 2, counts 2 1, so 1 010 010 1 in the order written.
 * Any multiset of up to 115 counters in heaps of one kind fits in 64 bits, of
 * up to 459 in 128, and so do a few heaps of any size. All functions are pure
 * and may run on any thread.
 */
#ifndef RULES_HEAPS_H
#define RULES_HEAPS_H

#include "engine/base/param.h"
#include "engine/game/point.h"
#include "engine/game/position.h"
#include "rules/kinds.h"

#include <stddef.h>

enum { HEAPS_MAX = 64, HEAPS_SIZE_MAX = 2000000000 };

/* What the player to move is obliged to. */
enum duty {
    DUTY_NONE,
    DUTY_IN,     /* must move in the named heap: [3]+2 */
    DUTY_NOT_IN, /* must not move in the named heap (one copy of it): (3)+2 */
    DUTY_SUNK,   /* sent into an empty heap: no move: [0]+2 */
};

static inline bool duty_names_heap(enum duty duty)
{
    return duty == DUTY_IN || duty == DUTY_NOT_IN;
}

struct heap {
    uint32_t size, count; /* count >= 1 equal heaps */
    uint8_t kind;         /* PART_OWN or enum heap_kind */
};

/* Heaps sorted by kind, then size; each (kind, size) once. */
struct heaps {
    uint32_t n;
    uint32_t named; /* which heap DUTY_IN and DUTY_NOT_IN name */
    enum duty duty;
    struct heap at[HEAPS_MAX];
};

/* One move: a heap of at[from] becomes nadd heaps (0 to 2, ascending). The
 * duty, if it is IN or NOT_IN, names the first of them. */
struct heap_move {
    uint32_t from, nadd;
    uint32_t size[2];
    enum duty duty;
};

/* False if it does not fit in 128 bits. */
bool heaps_pack(const struct heaps *, struct position *);
/* The position after a move; the new heaps are of the kind of the old one. */
bool heaps_pack_move(const struct heaps *, const struct heap_move *,
                     struct position *);
void heaps_unpack(struct position, struct heaps *);

/* The obligation of a position, without the rest; the heap it names counts
 * different heaps, from 0. */
enum duty heaps_duty(struct position);
uint32_t heaps_named(struct position);
/* The same heaps under another one. heaps_under of 1+1+3, IN heap 1: 1+1+[3] */
struct position heaps_under(struct position, enum duty, uint32_t named);
bool heaps_mixed(struct position); /* heaps of several kinds, or not own */

/* Adds count heaps; false if there is no room for another size. */
bool heaps_add(struct heaps *, uint8_t kind, uint32_t size, uint32_t count);
uint64_t heaps_counters(const struct heaps *); /* all sizes added up */
uint64_t heaps_count(const struct heaps *);    /* number of heaps */
/* 2 * counters - heaps: taking and splitting both lower it. */
uint64_t heaps_measure(const struct heaps *);

/* The largest total t such that every multiset of heaps of at most `kinds`
 * kinds (1..4) with at most t counters, under any duty, packs into 64 or 128
 * bits: heaps_total_max(64, 1) is 115, heaps_total_max(128, 4) is 96. */
uint64_t heaps_total_max(unsigned bits, unsigned kinds);
/* So many bits, 9..128, hold every position of heaps of `kinds` kinds (1..4)
 * with at most `total` counters, under any duty; known exactly for one kind and
 * up to 64 bits: heaps_bits(50, 1) is 43. */
unsigned heaps_bits(uint64_t total, unsigned kinds);
/* True if all positions reachable from h fit in 128 bits. splits: heaps of the
 * game (other than plain Nim heaps) may be split. */
bool heaps_searchable(const struct heaps *h, bool splits);
/* True if all positions fit that differ from h in one heap, which has become at
 * most two smaller ones, and in the duty. */
bool heaps_movable(const struct heaps *h);

/* Notation: "2+2", "3+*2+*2", "[1]+2", "(2)+3", "t3+e4", "0". `own` is the
 * kind that a bare number means: its letter reads as PART_OWN too. USAGE with
 * what is wrong and where; RANGE if it does not fit. Logged. */
enum status heaps_parse(const char *text, uint8_t own,
                        struct heaps *) MUST_CHECK;
size_t heaps_print(const struct heaps *, char out[], size_t cap);

/* The heaps of a grid point; sizes of 0 are left out. RANGE, logged. */
enum status heaps_from_point(const struct point *, uint8_t own,
                             struct heaps *) MUST_CHECK;
void heaps_to_point(const struct heaps *, struct point *);

/* Slots of struct ruleset that are the same for many games. */
void heaps_slot_parts(const void *self, struct position, struct point *);
size_t heaps_slot_runs(const void *self, struct position,
                       struct point_run out[]);
size_t heaps_slot_print(const void *self, struct position, char out[],
                        size_t cap);
uint64_t heaps_slot_measure(const void *self, struct position);
unsigned heaps_slot_bits(const void *self, const struct grid_bounds *);
bool heaps_slot_movable(const void *self, struct position);
/* The heaps of a position, each alone, under its obligation: of any game whose
 * positions are sums of their heaps. */
size_t heaps_slot_split(const void *self, struct position,
                        struct position out[]);
/* For heaps of one kind and no obligations. */
enum status heaps_slot_start(const void *self, const struct point *,
                             struct position *);
enum status heaps_slot_parse(const void *self, const char *text,
                             struct position *);
/* For games that split heaps. */
bool heaps_slot_searchable(const void *self, struct position);

#endif
