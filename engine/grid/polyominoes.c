#include "engine/grid/polyominoes.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A region grows from square 0,0 to the right and downward: squares left of it
 * in row 0, and above, are never taken. A square's number is that of its place
 * on a field with a margin. */
enum {
    WIDTH = 64, /* a power of 2, at least 2 POLYOMINOES_SQUARES_MAX + 2 */
    HEIGHT = POLYOMINOES_SQUARES_MAX + 2,
    ORIGIN = WIDTH + POLYOMINOES_SQUARES_MAX + 1,
    NONE = 0,
    KEPT_LESS = 4, /* squares that a prefix lacks */
};

struct polyominoes_prefix {
    struct position squares;
    uint64_t first; /* the number of its first region */
};

/* A region in the making. Squares that were reached, but not taken yet, are a
 * list, from the last reached to the first. Those on the list that were passed
 * stay reached, and are not taken. */
struct growth {
    uint32_t taken, squares;
    bool free;
    uint16_t next[WIDTH * HEIGHT];
    bool reached[WIDTH * HEIGHT];
    uint64_t row[POLYOMINOES_SQUARES_MAX]; /* the squares taken */
};

static void begin(struct growth *g, const struct polyominoes *p)
{
    g->taken = 0;
    g->squares = p->squares;
    g->free = p->free;
    memset(g->row, 0, sizeof g->row);
    memset(g->reached, 0, sizeof g->reached);
    memset(g->reached, true, ORIGIN + 1);
    g->next[ORIGIN] = NONE;
}

static void take(struct growth *g, uint32_t square)
{
    g->row[square / WIDTH - 1] ^= UINT64_C(1) << square % WIDTH;
    g->taken++;
}

static void give(struct growth *g, uint32_t square)
{
    g->row[square / WIDTH - 1] ^= UINT64_C(1) << square % WIDTH;
    g->taken--;
}

/* Adds the neighbours of a square that were not reached to a list; returns the
 * new head. */
static uint32_t reach(struct growth *g, uint32_t square, uint32_t head)
{
    const uint32_t around[] = {square - WIDTH, square - 1, square + 1,
                               square + WIDTH};
    for (int i = 0; i < 4; i++) {
        if (g->reached[around[i]])
            continue;
        g->reached[around[i]] = true;
        g->next[around[i]] = (uint16_t)head;
        head = around[i];
    }
    return head;
}

/* Takes those before `head` off a list again. */
static void forget(struct growth *g, uint32_t from, uint32_t head)
{
    for (; from != head; from = g->next[from])
        g->reached[from] = false;
}

/* The box of the squares taken, and its first column. */
static uint32_t box(const struct growth *g, struct region *out)
{
    uint64_t all = 0;
    uint32_t rows = 0;
    while (rows < g->taken && g->row[rows])
        all |= g->row[rows++];
    const uint32_t left = (uint32_t)__builtin_ctzll(all);
    out->rows = rows;
    out->columns = 64 - (uint32_t)__builtin_clzll(all) - left;
    return left;
}

static void fill(const struct growth *g, uint32_t left, struct region *out)
{
    for (uint32_t r = 0; r < out->rows; r++)
        out->row[r] = (uint32_t)(g->row[r] >> left);
}

/* The squares taken, cropped. */
static void crop(const struct growth *g, struct region *out)
{
    fill(g, box(g, out), out);
}

static bool is_listed(const struct growth *g)
{
    struct region region;
    if (!g->free)
        return true;
    const uint32_t left = box(g, &region);
    if (region.rows > region.columns)
        return false;
    fill(g, left, &region);
    return region_is_least(&region);
}

/* Called for each region of a growth; true: no more of them. */
typedef bool each_region(const struct growth *, void *context);

/* Every region that has the squares taken and others of the list. */
static bool grow(struct growth *g, uint32_t head, each_region *visit,
                 void *context)
{
    bool enough = false;
    if (g->taken == g->squares)
        return is_listed(g) && visit(g, context);
    for (uint32_t square = head; square != NONE && !enough;
         square = g->next[square]) {
        const uint32_t rest = g->next[square];
        take(g, square);
        if (g->taken == g->squares) {
            enough = is_listed(g) && visit(g, context);
        } else {
            const uint32_t longer = reach(g, square, rest);
            enough = grow(g, longer, visit, context);
            forget(g, longer, rest);
        }
        give(g, square);
    }
    return enough;
}

/* The table in the making. */
struct making {
    struct polyominoes *p;
    struct growth growth;
    size_t cap;
};

static bool count_one(const struct growth *g, void *context)
{
    (void)g;
    ++*(uint64_t *)context;
    return false;
}

/* Adds the prefix that is taken, if a region begins with it. */
static enum status add_prefix(struct making *m, uint32_t head)
{
    struct polyominoes *p = m->p;
    struct region region;
    uint64_t count = 0;
    crop(&m->growth, &region);
    grow(&m->growth, head, count_one, &count);
    if (!count)
        return STATUS_OK;
    if (p->n == m->cap) {
        const size_t cap = m->cap + m->cap / 2 + 64;
        void *more = realloc(p->prefixes, cap * sizeof *p->prefixes);
        if (!more)
            return log_error(STATUS_NOMEM,
                             "grid regions: out of memory: %zu MB for regions "
                             "of %u squares",
                             cap * sizeof *p->prefixes >> 20, p->squares);
        p->prefixes = more;
        m->cap = cap;
    }
    p->prefixes[p->n++] =
        (struct polyominoes_prefix){region_pack(&region), count};
    p->count += count;
    return STATUS_OK;
}

static enum status add_prefixes(struct making *m, uint32_t head)
{
    struct growth *g = &m->growth;
    enum status st = STATUS_OK;
    for (uint32_t square = head; square != NONE && !st;
         square = g->next[square]) {
        const uint32_t rest = g->next[square];
        take(g, square);
        const uint32_t longer = reach(g, square, rest);
        st = g->taken == m->p->kept ? add_prefix(m, longer)
                                    : add_prefixes(m, longer);
        forget(g, longer, rest);
        give(g, square);
    }
    return st;
}

static int compare(struct position a, struct position b)
{
    return a.hi != b.hi   ? (a.hi < b.hi ? -1 : 1)
           : a.lo != b.lo ? (a.lo < b.lo ? -1 : 1)
                          : 0;
}

static int compare_prefixes(const void *a, const void *b)
{
    const struct polyominoes_prefix *x = a, *y = b;
    return compare(x->squares, y->squares);
}

enum status polyominoes_open(struct polyominoes *p, uint32_t squares, bool free)
{
    struct making m = {.p = p};
    assert(squares >= 1 && squares <= POLYOMINOES_SQUARES_MAX);
    *p = (struct polyominoes){.squares = squares,
                              .kept =
                                  squares > KEPT_LESS ? squares - KEPT_LESS : 1,
                              .free = free};
    begin(&m.growth, p);
    enum status st = add_prefixes(&m, ORIGIN);
    if (st) {
        polyominoes_close(p);
        return st;
    }
    qsort(p->prefixes, p->n, sizeof *p->prefixes, compare_prefixes);
    uint64_t first = 0;
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t count = p->prefixes[i].first;
        p->prefixes[i].first = first;
        first += count;
    }
    return STATUS_OK;
}

void polyominoes_close(struct polyominoes *p)
{
    free(p->prefixes);
    p->prefixes = NULL;
}

/* How a region was grown. */
struct path {
    uint32_t square[POLYOMINOES_SQUARES_MAX]; /* in the order taken */
    uint32_t rest[POLYOMINOES_SQUARES_MAX];   /* of the list behind it */
    uint32_t list[POLYOMINOES_SQUARES_MAX];   /* the list once it was taken */
    uint32_t head; /* what is left of the list after the last */
};

/* Takes the squares of a cropped region in the order of growth until `most` of
 * them are taken. Fewer are if it is not connected. */
static void retrace(struct growth *g, const struct region *region,
                    uint32_t most, struct path *path)
{
    const uint32_t left = (uint32_t)__builtin_ctz(region->row[0]);
    uint32_t square = ORIGIN;
    while (g->taken < most && square != NONE) {
        const uint32_t r = square / WIDTH - 1;
        const uint32_t c = square % WIDTH - ORIGIN % WIDTH + left;
        const uint32_t rest = g->next[square];
        /* Left of the box c has wrapped round to a large number. */
        if (r < region->rows && c < region->columns &&
            region->row[r] >> c & 1) {
            path->square[g->taken] = square;
            path->rest[g->taken] = rest;
            take(g, square);
            square = reach(g, square, rest);
            path->list[g->taken - 1] = square;
        } else {
            square = rest;
        }
    }
    path->head = square;
}

struct search {
    uint64_t left;        /* regions to be passed */
    struct position goal; /* or until this one comes */
    struct region *out;
};

static bool pass(const struct growth *g, void *context)
{
    struct search *s = context;
    if (s->left--)
        return false;
    crop(g, s->out);
    return true;
}

/* The prefix with which number i begins. */
static size_t prefix_of(const struct polyominoes *p, uint64_t i)
{
    size_t lo = 0, hi = p->n;
    while (hi - lo > 1) {
        const size_t middle = lo + (hi - lo) / 2;
        if (p->prefixes[middle].first <= i)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

void polyominoes_unrank(const struct polyominoes *p, uint64_t i,
                        struct region *out)
{
    const struct polyominoes_prefix *prefix = &p->prefixes[prefix_of(p, i)];
    struct search s = {.left = i - prefix->first, .out = out};
    struct region region;
    struct growth g;
    struct path path;
    begin(&g, p);
    region_unpack(prefix->squares, &region);
    retrace(&g, &region, p->kept, &path);
    const bool found = grow(&g, path.head, pass, &s);
    assert(found);
}

/* The prefix that is taken; NULL if no region begins with it. */
static const struct polyominoes_prefix *
prefix_taken(const struct polyominoes *p, const struct growth *g)
{
    struct region region;
    crop(g, &region);
    const struct polyominoes_prefix key = {region_pack(&region), 0};
    return bsearch(&key, p->prefixes, p->n, sizeof key, compare_prefixes);
}

bool polyominoes_next(const struct polyominoes *p, struct region *region)
{
    struct search s = {.left = 0, .out = region};
    struct growth g;
    struct path path;
    begin(&g, p);
    retrace(&g, region, p->squares, &path);
    assert(g.taken == p->squares);
    /* Back along the path, and on from each of its forks. */
    for (uint32_t n = p->squares; n-- > p->kept;) {
        forget(&g, path.list[n], path.rest[n]);
        give(&g, path.square[n]);
        if (grow(&g, path.rest[n], pass, &s))
            return true;
    }
    const size_t prefix = (size_t)(prefix_taken(p, &g) - p->prefixes);
    if (prefix + 1 == p->n)
        return false;
    polyominoes_unrank(p, p->prefixes[prefix + 1].first, region);
    return true;
}

static bool meet(const struct growth *g, void *context)
{
    struct search *s = context;
    struct region region;
    crop(g, &region);
    if (position_equal(region_pack(&region), s->goal))
        return true;
    s->left++;
    return false;
}

bool polyominoes_rank(const struct polyominoes *p, const struct region *region,
                      uint64_t *i)
{
    struct growth g;
    struct path path;
    struct region cropped = *region;
    region_crop(&cropped);
    if (region_squares(region) != p->squares ||
        region_compare(region, &cropped) ||
        (p->free && !region_is_least(region)))
        return false;
    begin(&g, p);
    retrace(&g, region, p->kept, &path);
    if (g.taken < p->kept)
        return false;
    const struct polyominoes_prefix *prefix = prefix_taken(p, &g);
    struct search s = {.goal = region_pack(region)};
    if (!prefix || !grow(&g, path.head, meet, &s))
        return false;
    *i = prefix->first + s.left;
    return true;
}
