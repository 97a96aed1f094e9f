/* games_inner.h - how the store of games.h is laid out; for games_*.c only.
 *
 *   records   struct games_record, 64 bytes each, by index
 *   facts     struct games_fact, by index, filled when first asked for
 *   arena     option ids, one run per record
 *   stripes    256 hash tables from names to indices, chosen by the name
 *
 * Records, facts and arena are address space reserved once, so that an address
 * never changes and a reader needs no lock; memory is taken as it is touched.
 * Workers take records and arena space in blocks. A record is written before
 * its index is published in a stripe's table (release) and never changes after.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_INNER_H
#define ENGINE_VALUE_GAMES_GAMES_INNER_H

#include "engine/base/dyadic.h"
#include "engine/value/games/games.h"

#include <pthread.h>
#include <stdatomic.h>

/* The probes: 64 test games, closed under options and under negation. For each
 * game g and test t two bits say whether Left, moving first (second), wins
 * g + t. Both grow with g, so a <= b is refuted if a has a bit that b lacks. */
struct games_probes {
    uint64_t first, second;
};

enum {
    GAMES_PROBES = 64,
    GAMES_PROBES_SELF = 16, /* bits 0..15: the nimbers, their own negatives */
    GAMES_PROBES_SIDE = 24, /* then 24 others, then their negatives */
    GAMES_STRIPES = 256,
    GAMES_SIDE_MAX = UINT16_MAX,
    GAMES_SUMS = 1 << 16,  /* entries of a sum cache */
    GAMES_CACHE_BITS = 14, /* words of a new comparison cache: 2^14 */
};

/* A test's options, as masks of tests. */
struct games_test {
    uint64_t left, right;
};

enum games_flag {
    GAMES_NUMBER = 1,
    GAMES_NIMBER = 2,
    GAMES_ALL_SMALL = 4,
};

struct games_record {
    struct games_probes probes;
    struct games_name name, negative; /* of the game and of its negative */
    uint32_t run;                     /* its options' place in the arena */
    uint16_t nleft, nright;
    uint16_t birthday;
    uint8_t flags;
    uint8_t not_self_negative; /* 1: differs from its negative */
    uint32_t unused;
};

/* 0: not computed yet, else id + 1. */
struct games_fact {
    _Atomic uint32_t atomic_weight, left_stop, right_stop;
};

/* Open addressing; a word is tag << 32 | index + 1, or 0. When it grows, the
 * old table stays readable until games_close. */
struct games_table {
    struct games_table *older;
    uint64_t mask;
    _Atomic uint64_t words[];
};

struct games_stripe {
    _Alignas(64) pthread_mutex_t lock; /* for writing */
    _Atomic(struct games_table *) table;
    uint64_t used;
};

/* Options of the game being made, and their probes. */
struct games_list {
    uint32_t *at;
    struct games_probes *probes;
    size_t n, cap;
};

/* A direct-mapped sum: a <= b by id. */
struct games_sum {
    uint64_t key; /* a << 32 | b; 0: empty (0 + 0 is never looked up) */
    uint32_t sum;
};

/* Games still to be worked on: what follows options down to 0 does so without
 * recursion, since a game may be 65535 moves tall. */
struct games_stack {
    uint32_t *at;
    size_t n, cap;
};

/* Memory that stays until the store closes. */
struct games_block {
    struct games_block *next;
    _Alignas(16) unsigned char bytes[];
};

struct games_thermograph;

struct games_worker {
    struct games *store;
    uint32_t record, record_end; /* free block */
    uint32_t option, option_end;
    struct games_list left, right; /* of the game being made */
    uint64_t *cache;               /* comparisons, see games_compare.c */
    unsigned cache_bits;
    uint64_t cache_stores; /* since it grew */
    struct games_sum *sums; /* NULL until something is added */
    struct games_stack integers, nimbers; /* 0, 1, .. and *0, *1, .. */
    struct games_stack sums_of;           /* see games_add.c */
    struct games_block *kept;
    enum status failure;
    struct games_stats stats;
};

struct games {
    unsigned threads;
    struct games_record *records;
    struct games_fact *facts;
    /* By index and sign; NULL: not drawn yet. */
    _Atomic(struct games_thermograph *) *thermographs;
    uint32_t *arena;
    _Atomic uint64_t kept_bytes, cache_bytes; /* of all workers */
    /* True once a fact, a thermograph was kept: their pages are touched. */
    _Atomic bool has_facts, has_thermographs;
    uint64_t record_cap, option_cap;
    _Atomic uint64_t next_record, next_option;
    struct games_test tests[GAMES_PROBES];
    uint32_t probe_game[GAMES_PROBES]; /* negatives of the tests, or NONE */
    struct games_worker **workers;
    struct games_stripe stripes[GAMES_STRIPES];
};

/* The options of a signed id. Option i of one side is run[i] with flip. */
struct games_view {
    const uint32_t *left, *right;
    size_t nleft, nright;
    uint32_t flip; /* 1: negate the options read */
};

static inline const struct games_record *games_record(const struct games *g,
                                                      uint32_t id)
{
    return &g->records[id >> 2];
}

static inline struct games_view games_view(const struct games *g, uint32_t id)
{
    const struct games_record *r = games_record(g, id);
    const uint32_t *run = g->arena + r->run;
    if (id & 1)
        return (struct games_view){run + r->nleft, run, r->nright, r->nleft, 1};
    return (struct games_view){run, run + r->nleft, r->nleft, r->nright, 0};
}

/* Fetches the records of some options, which lie anywhere in memory, at the
 * same time: each by itself would wait. */
static inline void games_fetch(const struct games *g, const uint32_t options[],
                               size_t n)
{
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(games_record(g, options[i]));
}

static inline uint32_t games_flip(uint32_t option, uint32_t flip)
{
    return option ^ (option >> 1 & flip);
}

/* Exchanges each test and its negative. */
static inline uint64_t games_probe_mirror(uint64_t x)
{
    const uint64_t self = (UINT64_C(1) << GAMES_PROBES_SELF) - 1;
    const uint64_t side = ((UINT64_C(1) << GAMES_PROBES_SIDE) - 1)
                          << GAMES_PROBES_SELF;
    return (x & self) | (x & side) << GAMES_PROBES_SIDE |
           (x >> GAMES_PROBES_SIDE & side);
}

/* -g + t is -(g - t), so Left wins it moving first iff Right, moving first,
 * wins g - t, that is, iff Left does not win that moving second. */
static inline struct games_probes games_probes_negative(struct games_probes p)
{
    return (struct games_probes){~games_probe_mirror(p.second),
                                 ~games_probe_mirror(p.first)};
}

static inline struct games_probes games_probes(const struct games *g,
                                               uint32_t id)
{
    struct games_probes p = games_record(g, id)->probes;
    return id & 1 ? games_probes_negative(p) : p;
}

/* True if the probes leave a <= b open. */
static inline bool games_probes_allow(struct games_probes a,
                                      struct games_probes b)
{
    return !((a.first & ~b.first) | (a.second & ~b.second));
}

/* games_le for a != b that the probes allow. */
bool games_le_open(struct games_worker *, uint32_t a, uint32_t b);

/* Logs that a game cannot be, and why; GAMES_NONE. */
uint32_t games_fail(struct games_worker *, enum status, const char *what);
static inline uint32_t games_refuse(struct games_worker *w, const char *what)
{
    return games_fail(w, STATUS_RANGE, what);
}

/* The game whose canonical form has these options, in any order, each once.
 * GAMES_NONE if memory is short, logged. */
uint32_t games_form(struct games_worker *, const uint32_t left[], size_t nleft,
                    const uint32_t right[], size_t nright);

/* The probes of { left | right }. */
struct games_probes games_probe(const struct games *,
                                const struct games_list *left,
                                const struct games_list *right);
/* Fills tests; there is no probe_game yet. */
void games_probe_tests(struct games *);

/* Says that facts are kept from now on. */
static inline void games_touch(_Atomic bool *has)
{
    if (!atomic_load_explicit(has, memory_order_relaxed))
        atomic_store_explicit(has, true, memory_order_relaxed);
}

/* False if memory is short, logged. */
bool games_push(struct games_stack *, uint32_t id) MUST_CHECK;
/* Memory for facts, uninitialized, freed with the store; NULL: none. */
void *games_keep(struct games_worker *, size_t bytes) MUST_CHECK;

/* Ids and their images, by open addressing; image + 1, 0: empty. */
struct games_images {
    uint32_t *ids, *images;
    size_t used, cap; /* a power of two */
};

struct games_map;

/* The image from those of the options, Left's first. */
typedef uint32_t games_rule(struct games_map *, uint32_t id, uint32_t options[],
                            size_t nleft, size_t nright);

struct games_map {
    struct games_worker *w;
    games_rule *rule;
    uint32_t with;    /* ordinal sum: the first summand */
    struct dyadic by; /* tax or heat */
    struct games_images done;
    struct games_stack todo, options;
};

/* The image of a game, those of its options being found first, each once. */
uint32_t games_map(struct games_map *, uint32_t id);

/* A store without the games of the probes. */
enum status games_store_open(unsigned threads, struct games **) MUST_CHECK;

/* The id of the game with these options, each side ascending without doubles,
 * which must be its canonical form. GAMES_NONE if memory is short, logged. */
uint32_t games_intern(struct games_worker *, const uint32_t left[],
                      size_t nleft, const uint32_t right[], size_t nright,
                      struct games_probes);

/* Names of { left | right } and of its negative. */
void games_name_of(const struct games *, const uint32_t left[], size_t nleft,
                   const uint32_t right[], size_t nright,
                   struct games_name *name, struct games_name *negative);

#endif
