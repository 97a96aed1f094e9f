#include "engine/proof/proof_heaps.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

/* Nimbers are below NIMBERS. A loony heap has a mark above them, another one in
 * each column, so that its exclusive-or with any heap is above them, too. */
enum { NIMBERS = 0x4000, LOONY_HEAD = 0x8000, LOONY_TAIL = 0xc000 };
/* Heaps that the oracle proves: all up to ALL, and about ALL / h of h. */
enum { ALL = 64, LANES = 64, POLL_PAIRS = 1 << 24 };

struct scratch {
    uint32_t *seen;    /* by value: the last heap with such an option */
    uint32_t heap;     /* in hand */
    uint64_t *options; /* values to be folded */
    uint32_t *needed;  /* heaps that some value needed, and their number */
    size_t nneeded;
    bool *is_needed;
    uint64_t unpolled;
};

struct proof_heaps {
    const struct proof_facts *facts;
    const struct domain *domain;
    struct proof_table *table;
    struct heap_code code;
    bool obliges;
    size_t nstates;
    uint64_t first; /* row of the heap of 1 */
    uint32_t most;
    uint32_t end;        /* options are worth less, or loony */
    uint16_t *head;      /* head[h]: claimed for a heap of h */
    uint16_t *tail;      /* tail[most - h]: the same */
    uint64_t *compelled; /* of a heap in which the player must move; NULL: no
                            move obliges */
    uint64_t sunk;       /* the value where the player must and cannot move */
    uint64_t bytes;
    unsigned threads;
    struct scratch *scratch;
};

static const uint8_t obliging = HEAP_ANSWER | HEAP_SUNK;

static bool is_obliging(const struct heap_code *code)
{
    bool any = false;
    for (uint32_t k = 0; k < code->n; k++)
        any = any || code->digit[k] & obliging;
    return any;
}

/* Do the rows, after that of no heap, hold the heaps 1, 2, 3, ...? */
static bool ascends(const struct proof_facts *f, uint64_t *first)
{
    const struct grid *grid = &f->plan->grid;
    struct point point;
    if (grid_of_positions(grid))
        return false;
    grid_unrank(grid, 0, &point);
    *first = point.n == 0;
    for (uint64_t row = *first; row < f->rows; row++) {
        grid_walk(grid, row > *first, row, &point);
        if (point.n != 1 || point.kind[0] != PART_OWN ||
            point.size[0] != row - *first + 1)
            return false;
    }
    return f->rows > *first && f->rows < UINT32_MAX;
}

static bool serves(const struct proof_facts *f, struct heap_code *code)
{
    const struct plan *plan = f->plan;
    const struct game *game = &plan->games[0];
    const unsigned needs = GAME_SHRINKS | GAME_SUMS;
    const unsigned refuses = GAME_PARTIZAN | GAME_MISERE;
    struct grid_bounds bounds;
    plan->grid.kind->bounds(plan->grid.self, &bounds);
    return f->width && plan->ngames == 1 && bounds.parts == 1 &&
           plan->domains[0]->is_mex && game->players == 2 &&
           (game->traits & needs) == needs && !(game->traits & refuses) &&
           game->rules->heap && game->rules->heap->code &&
           game->rules->heap->code(game->self, code) &&
           (!is_obliging(code) || (plan->domains[0]->fold_obliged &&
                                   !(game->traits & GAME_ELSEWHERE)));
}

/* Are the states of a heap: free; compelled into it; and perhaps one without a
 * move, which lists of states end with? */
static bool count_states(struct proof_heaps *h)
{
    const struct game *game = &h->facts->plan->games[0];
    const struct point alone = {.n = 1, .size = {1}, .kind = {PART_OWN}};
    struct position p, all[POINT_PARTS_MAX], none;
    if (game_start(game, &alone, &p))
        return false;
    h->nstates = game_states(game, p, all);
    if (h->nstates == 3 &&
        game->rules->options(game->self, all[2], LEFT, &none) != 0)
        return false;
    return h->nstates == 1 || (h->obliges && h->nstates <= PROOF_HEAP_STATES);
}

static void *take(struct proof_heaps *h, size_t n, size_t size, enum status *st)
{
    void *array = NULL;
    if (!*st)
        *st = proof_limits_take(h->facts->limits, n * size);
    if (*st)
        return NULL;
    h->bytes += n * size;
    array = calloc(n, size);
    if (!array)
        *st = log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                        h->facts->limits->path);
    return array;
}

static enum status allocate(struct proof_heaps *h)
{
    const size_t n = (size_t)h->most + 1;
    enum status st = STATUS_OK;
    h->head = take(h, n, sizeof *h->head, &st);
    h->tail = take(h, n, sizeof *h->tail, &st);
    if (h->obliges)
        h->compelled = take(h, n, sizeof *h->compelled, &st);
    h->scratch = take(h, h->threads, sizeof *h->scratch, &st);
    for (unsigned i = 0; !st && i < h->threads; i++) {
        struct scratch *s = &h->scratch[i];
        s->seen = take(h, UINT16_MAX + 1, sizeof *s->seen, &st);
        s->options =
            take(h, NIMBERS + HEAP_CODE_DIGITS, sizeof *s->options, &st);
        s->needed = take(h, n, sizeof *s->needed, &st);
        s->is_needed = take(h, n, sizeof *s->is_needed, &st);
    }
    return st;
}

/* What the file claims; false if that are no nimbers below NIMBERS. */
static bool read_claims(struct proof_heaps *h, struct proof_reader *reader)
{
    const struct domain_kind *kind = h->domain->kind;
    for (uint32_t size = 1; size <= h->most; size++) {
        const uint64_t value =
            proof_facts_state(reader, kind, 0, h->first + size - 1, 0);
        const bool loony = kind->loony && value == kind->loony;
        if (!loony && value >= NIMBERS)
            return false;
        while (!loony && value >= h->end)
            h->end *= 2;
        h->head[size] = loony ? LOONY_HEAD : (uint16_t)value;
        h->tail[h->most - size] = loony ? LOONY_TAIL : (uint16_t)value;
    }
    return true;
}

static enum status fill(struct proof_heaps *h, bool *fits)
{
    struct proof_reader reader;
    enum status st = allocate(h);
    if (st)
        return st;
    st = proof_reader_init(&reader, h->facts);
    if (st)
        return st;
    *fits = read_claims(h, &reader);
    proof_reader_release(&reader);
    const struct domain_kind *kind = h->domain->kind;
    if (h->obliges)
        st = kind->fold_obliged(h->domain->self, 0, NULL, 0, NULL, 0, &h->sunk);
    return st;
}

enum status proof_heaps_open(const struct proof_facts *f,
                             const struct domain *domain,
                             struct proof_table *table, unsigned threads,
                             struct proof_heaps **out)
{
    struct heap_code code;
    uint64_t first;
    *out = NULL;
    if (!serves(f, &code) || !ascends(f, &first))
        return STATUS_OK;
    struct proof_heaps *h = malloc(sizeof *h);
    if (!h)
        return log_error(STATUS_NOMEM, "%s: out of memory for a proof",
                         f->limits->path);
    *h = (struct proof_heaps){.facts = f,
                              .domain = domain,
                              .table = table,
                              .code = code,
                              .obliges = is_obliging(&code),
                              .first = first,
                              .most = (uint32_t)(f->rows - first),
                              .end = 2,
                              .threads = threads};
    bool fits = count_states(h);
    enum status st = fits ? fill(h, &fits) : STATUS_OK;
    if (st || !fits)
        proof_heaps_close(h);
    else
        *out = h;
    return st;
}

void proof_heaps_close(struct proof_heaps *h)
{
    for (unsigned i = 0; h->scratch && i < h->threads; i++) {
        free(h->scratch[i].seen);
        free(h->scratch[i].options);
        free(h->scratch[i].needed);
        free(h->scratch[i].is_needed);
    }
    proof_limits_give(h->facts->limits, h->bytes);
    free(h->scratch);
    free(h->head);
    free(h->tail);
    free(h->compelled);
    free(h);
}

bool proof_heaps_in_order(const struct proof_heaps *h)
{
    return h->obliges;
}

bool proof_heaps_left(const struct proof_heaps *h, uint64_t row)
{
    const uint64_t size = row - h->first + 1;
    const struct position key = {.lo = row};
    return row < h->first || size <= ALL ||
           position_hash(key) % (size / (ALL / 8)) == 0;
}

/* The values of heaps a, a + 1, ... beside those of left - a, ...: `n` of
 * them. */
struct pairs {
    const uint16_t *one, *other;
    uint32_t n;
};

static struct pairs pairs_of(const struct proof_heaps *h, uint32_t left,
                             uint8_t digit)
{
    const uint32_t n = digit & HEAP_TWO       ? left / 2
                       : digit & HEAP_UNEQUAL ? (left - (left > 0)) / 2
                                              : 0;
    return (struct pairs){h->head + 1, h->tail + h->most - left + 1, n};
}

static void see(struct scratch *s, uint32_t value)
{
    s->seen[value] = s->heap;
}

/* The options of a heap that are no heap, or one. */
static uint64_t see_single(const struct proof_heaps *h, struct scratch *s)
{
    const struct heap_code *code = &h->code;
    const uint32_t size = s->heap;
    uint64_t read = 0;
    for (uint32_t k = 0; k <= size && (k < code->n || code->rest); k++) {
        const uint8_t digit = k < code->n ? code->digit[k] : code->rest;
        if (k == size && digit & HEAP_NONE)
            see(s, 0);
        if (k < size && digit & HEAP_ONE) {
            see(s, h->head[size - k]);
            read++;
        }
    }
    return read;
}

/* Is none of the pairs worth the value? In short blocks, which compilers make
 * vectors of. */
static bool none_is(const struct pairs *p, uint16_t value)
{
    uint32_t i = 0;
    for (; i + LANES <= p->n; i += LANES) {
        const uint16_t *one = p->one + i, *other = p->other + i;
        uint16_t found = 0;
        for (uint32_t k = 0; k < LANES; k++)
            found |= (uint16_t)((one[k] ^ other[k]) == value ? UINT16_MAX : 0);
        if (found)
            return false;
    }
    for (; i < p->n; i++)
        if ((p->one[i] ^ p->other[i]) == value)
            return false;
    return true;
}

/* Notes an option's value; true if it is a new one below `end`. */
static bool is_new(struct scratch *s, uint32_t value, uint32_t end)
{
    if (value >= end || s->seen[value] == s->heap)
        return false;
    see(s, value);
    return true;
}

static void need(struct scratch *s, uint32_t heap)
{
    if (!s->is_needed[heap])
        s->needed[s->nneeded++] = heap;
    s->is_needed[heap] = true;
}

/* Finds as many options of different values below `end` as are missing among
 * the pairs that make `left`; returns how many are missing still. */
static uint32_t find(const struct proof_heaps *h, struct scratch *s,
                     const struct pairs *p, uint32_t left, uint32_t end,
                     uint32_t missing)
{
    const uint16_t *g = h->head;
    for (size_t i = 0; i < s->nneeded && missing; i++) {
        const uint32_t a = s->needed[i];
        if (a < left && (2 * a != left || p->n == left / 2) &&
            is_new(s, g[a] ^ p->other[a - 1], end)) {
            missing--;
            s->needed[i] = s->needed[i / 2];
            s->needed[i / 2] = a;
        }
    }
    for (uint32_t i = 0; i < p->n && missing; i++)
        if (is_new(s, p->one[i] ^ p->other[i], end)) {
            missing--;
            need(s, i + 1);
            need(s, left - i - 1);
        }
    return missing;
}

/* Is the heap in hand worth the nimber that is claimed? False: not to be told
 * so. */
static bool confirmed(const struct proof_heaps *h, struct scratch *s,
                      uint64_t *read)
{
    const struct heap_code *code = &h->code;
    const uint16_t claim = h->head[s->heap];
    if (h->obliges || claim == LOONY_HEAD)
        return false;
    *read += see_single(h, s);
    uint32_t missing = 0;
    for (uint32_t v = 0; v < claim; v++)
        missing += s->seen[v] != s->heap;
    bool is = s->seen[claim] != s->heap;
    for (uint32_t k = 0; k < code->n && k < s->heap && is; k++) {
        const uint32_t left = s->heap - k;
        const struct pairs pairs = pairs_of(h, left, code->digit[k]);
        is = none_is(&pairs, claim);
        *read += pairs.n;
        if (is && pairs.n)
            missing = find(h, s, &pairs, left, claim, missing);
    }
    return is && !missing;
}

/* Every option's value. */
static void see_all(const struct proof_heaps *h, struct scratch *s,
                    uint64_t *read)
{
    const struct heap_code *code = &h->code;
    uint32_t *seen = s->seen;
    const uint32_t heap = s->heap;
    *read += see_single(h, s);
    for (uint32_t k = 0; k < code->n && k < heap; k++) {
        const struct pairs p = pairs_of(h, heap - k, code->digit[k]);
        *read += p.n;
        for (uint32_t i = 0; i < p.n; i++)
            seen[p.one[i] ^ p.other[i]] = heap;
    }
}

/* The different values of options, and those of moves that oblige. A loony
 * option changes nothing (domain.h, is_mex). */
static size_t list(const struct proof_heaps *h, struct scratch *s)
{
    const struct heap_code *code = &h->code;
    const uint32_t size = s->heap;
    size_t n = 0;
    for (uint32_t v = 0; v < h->end; v++)
        if (s->seen[v] == size)
            s->options[n++] = v;
    for (uint32_t k = 0; k < code->n && k <= size && h->obliges; k++) {
        if (k < size && code->digit[k] & HEAP_ANSWER)
            s->options[n++] = h->compelled[size - k];
        if (k == size && code->digit[k] & HEAP_SUNK)
            s->options[n++] = h->sunk;
    }
    return n;
}

static enum status fold(struct proof_heaps *h, struct scratch *s,
                        unsigned worker, uint64_t *value, uint64_t *read)
{
    const struct domain *domain = h->domain;
    see_all(h, s, read);
    const size_t n = list(h, s);
    enum status st =
        domain->kind->fold(domain->self, worker, s->options, n, NULL, 0, value);
    if (!st && h->obliges)
        st = domain->kind->fold_obliged(domain->self, worker, s->options, n,
                                        NULL, 0, &h->compelled[s->heap]);
    return st;
}

/* The oracle need not find again what a smaller heap is worth if the player
 * must move in it: no row may say so. */
static enum status tell(struct proof_heaps *h, uint32_t size)
{
    const struct game *game = &h->facts->plan->games[0];
    const struct point alone = {.n = 1, .size = {size}, .kind = {PART_OWN}};
    struct position p, all[POINT_PARTS_MAX];
    if (!h->obliges || h->nstates == 1 || size == 0)
        return STATUS_OK;
    enum status st = game_start(game, &alone, &p);
    if (!st && game_states(game, p, all) > 1)
        st = proof_table_put(h->table, all[1], h->compelled[size]);
    return st;
}

enum status proof_heaps_states(struct proof_heaps *h, unsigned worker,
                               uint64_t row, uint64_t values[PROOF_HEAP_STATES],
                               size_t *n, uint64_t *read)
{
    struct scratch *s = &h->scratch[worker];
    const uint64_t before = *read;
    enum status st = STATUS_OK;
    *n = 0;
    if (row < h->first)
        return st;
    s->heap = (uint32_t)(row - h->first + 1);
    *n = h->nstates;
    if (confirmed(h, s, read))
        values[0] = h->head[s->heap];
    else
        st = fold(h, s, worker, &values[0], read);
    if (!st)
        st = tell(h, s->heap - 1);
    if (h->obliges && h->nstates > 1)
        values[1] = h->compelled[s->heap];
    values[2] = h->sunk;
    s->unpolled += *read - before;
    if (st || s->unpolled < POLL_PAIRS)
        return st;
    s->unpolled = 0;
    return proof_limits_poll(h->facts->limits);
}
