#include "engine/sequence/sequence_inner.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Below it a block has too few pairs outside of itself. */
enum { DENSE_FROM = 2048 };

/* Bytes of the vectors with which blocks are quicker than one heap after the
 * other: 1.1 times with 64, 0.5 times with 32, 0.02 times without vectors, for
 * Top Entails to 50,000; the more, the larger the heaps
 * (build/bench/sequence 50000). */
enum { WIDE = 64 };

static bool obliges(const struct game *game)
{
    return game->traits & GAME_OBLIGES;
}

/* What is in any digit from number `from` on. */
static uint8_t digits_from(const struct heap_code *code, uint32_t from)
{
    uint8_t all = 0;
    for (uint32_t k = from; k < code->n; k++)
        all |= code->digit[k];
    return all;
}

static bool breaks(const struct heap_code *code)
{
    return digits_from(code, 0) & (HEAP_TWO | HEAP_UNEQUAL);
}

/* May nothing compel an answer but the taking of one counter? And if nothing is
 * broken then, are all other moves the taking of any number? */
static bool code_fits(const struct heap_code *code)
{
    const uint8_t obliging = HEAP_ANSWER | HEAP_SUNK;
    const bool entails = code->n > 1 && code->digit[1] & obliging;
    if (code->digit[0] & ~(HEAP_TWO | HEAP_UNEQUAL) ||
        digits_from(code, 2) & obliging ||
        (code->rest && code->rest != (HEAP_NONE | HEAP_ONE)))
        return false;
    if (!entails || breaks(code))
        return !entails || code->digit[1] & HEAP_ANSWER;
    return code->rest && code->n == 2 &&
           (code->digit[1] & (HEAP_ANSWER | HEAP_ONE)) == HEAP_ANSWER;
}

/* The code of a game if there is one that the kernels serve. */
static bool read_code(const struct game *game, struct heap_code *code)
{
    const struct heap_slots *heap = game->rules->heap;
    if (!heap || !heap->code || !heap->code(game->self, code) ||
        !code_fits(code))
        return false;
    /* Beside the taking of any number, one heap is all that may be left. */
    return !code->rest || !breaks(code);
}

bool sequence_fits(const struct game *game)
{
    struct heap_code code;
    const unsigned traits = GAME_SHRINKS | GAME_SUMS;
    if ((game->traits & traits) != traits || game->players != 2 ||
        game->traits & (GAME_PARTIZAN | GAME_MISERE))
        return false;
    return read_code(game, &code) || (game->rules->heap && !obliges(game));
}

static void read_breaks(struct sequence *s)
{
    for (uint32_t k = 0; k < s->code.n; k++)
        if (s->code.digit[k] & (HEAP_TWO | HEAP_UNEQUAL))
            s->breaks[s->nbreaks++] = k;
    s->entails = s->code.digit[1] & HEAP_ANSWER;
    s->sunk = s->code.digit[1] & HEAP_SUNK;
}

static bool allocate(struct sequence *s)
{
    const size_t n = (size_t)s->most + 1;
    s->nmarks = s->coded && s->nbreaks ? MARKS : 1024;
    s->marks = calloc(s->nmarks, 1);
    s->last = malloc(NIMBERS * sizeof *s->last);
    if (s->coded && s->nbreaks) {
        s->head = calloc(n, sizeof *s->head);
        s->tail = calloc(n, sizeof *s->tail);
    } else {
        s->wide = calloc(n, sizeof *s->wide);
        s->seen = calloc(n / 64 + 2, sizeof *s->seen);
    }
    return s->marks && s->last &&
           ((s->head && s->tail) || (s->wide && s->seen));
}

enum status sequence_open(const struct game *game, uint32_t most,
                          const struct sequence_options *options,
                          struct sequence **out)
{
    struct sequence *s = calloc(1, sizeof *s);
    if (!s)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    s->game = game;
    s->most = most;
    s->end = 2;
    if (options)
        s->options = *options;
    if (!s->options.vector)
        s->options.vector = sequence_vector_best();
    if (!s->options.block)
        s->options.block = SEQUENCE_BLOCK;
    s->coded = read_code(game, &s->code);
    if (s->coded)
        read_breaks(s);
    if (!allocate(s)) {
        sequence_close(s);
        return log_error(STATUS_NOMEM, "%s: out of memory for heaps to %u",
                         game->spec, most);
    }
    /* Compelled in an empty heap, a player has lost beside any nimber: E(0) is
     * all of them. Otherwise there is no E(0), that is, it is empty. */
    for (uint32_t k = 0; k < NIMBERS; k++)
        s->last[k] = s->sunk ? UINT32_MAX : 0;
    *out = s;
    return STATUS_OK;
}

void sequence_close(struct sequence *s)
{
    sequence_dense_close(s);
    lanes_close(s);
    sparse_close(s);
    free(s->head);
    free(s->tail);
    free(s->wide);
    free(s->marks);
    free(s->last);
    free(s->pairs);
    free(s->seen);
    free(s);
}

uint64_t sequence_bytes(const struct game *game, uint32_t most, bool lean)
{
    struct heap_code code;
    const uint64_t n = (uint64_t)most + 1;
    const uint64_t own = sizeof(struct sequence) + MARKS + 4 * NIMBERS;
    if (read_code(game, &code) && breaks(&code))
        return own + 4 * n + sequence_dense_bytes(most, lean) + sparse_bytes() +
               lanes_bytes(most, code.n);
    return own + 4 * n + n / 8 + 8 * n * !read_code(game, &code);
}

uint32_t sequence_known(const struct sequence *s)
{
    return s->known;
}

uint32_t sequence_get(const struct sequence *s, uint32_t size)
{
    assert(size <= s->known);
    if (s->wide)
        return s->wide[size];
    return s->head[size] == LOONY_HEAD ? SEQUENCE_LOONY : s->head[size];
}

/* Any number of counters from code.n on may be taken: the values of all heaps
 * to n - code.n are among those of every later heap. */
static void take_next(struct sequence *s)
{
    const uint32_t n = s->known + 1;
    if (s->code.rest && n >= s->code.n) {
        const uint32_t v = s->wide[n - s->code.n];
        if (v != SEQUENCE_LOONY)
            s->seen[v / 64] |= 1ull << v % 64;
    }
    for (; s->seen[s->unseen / 64] >> s->unseen % 64 & 1; s->unseen++)
        ;
    uint32_t least = s->unseen;
    /* No more values than digits can be in the way. */
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 1; k < s->code.n && k <= n; k++)
            if (s->code.digit[k] & (k < n ? HEAP_ONE : HEAP_NONE) &&
                s->wide[n - k] == least)
                again = true;
        if (again)
            do
                least++;
            while (s->seen[least / 64] >> least % 64 & 1);
    }
    /* What is not seen has been in no S, but for S(1). */
    if (s->entails && (n - s->last[0]) % 2 == 0)
        least = SEQUENCE_LOONY;
    s->wide[n] = least;
    s->known = n;
}

static enum status no_memory(const struct sequence *s)
{
    return log_error(STATUS_NOMEM, "%s: out of memory for a heap of %u",
                     s->game->spec, s->known + 1);
}

static enum status room_for_list(struct sequence *s, size_t n)
{
    if (n >= s->npairs) {
        void *grown = realloc(s->pairs, 2 * (n + 1) * sizeof *s->pairs);
        if (!grown)
            return no_memory(s);
        s->pairs = grown;
        s->npairs = (uint32_t)(2 * (n + 1));
    }
    if (n + 2 > s->nmarks) {
        uint8_t *grown = realloc(s->marks, 2 * (n + 2));
        if (!grown)
            return no_memory(s);
        memset(grown, 0, 2 * (n + 2));
        s->marks = grown;
        s->nmarks = (uint32_t)(2 * (n + 2));
    }
    return STATUS_OK;
}

/* The game lists the moves of a heap; its value is at most their number. */
static enum status list_next(struct sequence *s)
{
    const uint32_t n = s->known + 1;
    const struct game *game = s->game;
    const size_t count = game->rules->heap->options(game->self, n, NULL);
    enum status st = room_for_list(s, count);
    if (st)
        return st;
    game->rules->heap->options(game->self, n, s->pairs);
    sequence_clear(s);
    for (size_t i = 0; i < count; i++) {
        assert(s->pairs[i][0] < n && s->pairs[i][1] < n);
        const uint32_t v = s->wide[s->pairs[i][0]] ^ s->wide[s->pairs[i][1]];
        if (v < s->nmarks)
            s->marks[v] = s->stamp;
    }
    uint32_t least = 0;
    while (s->marks[least] == s->stamp)
        least++;
    s->wide[n] = least;
    s->known = n;
    return STATUS_OK;
}

/* Is the next heap solved by itself? */
static bool plainly(const struct sequence *s)
{
    return s->known < DENSE_FROM || s->options.plain;
}

/* One heap after the other needs E(n-1), which values alone do not tell. */
static bool in_blocks(const struct sequence *s)
{
    return s->options.dense || s->options.vector->bytes >= WIDE ||
           (s->entails && s->restored);
}

static enum status sparsely(struct sequence *s, uint32_t size)
{
    const uint32_t known = s->known;
    enum status st = lanes_block(s, size);
    return st || s->known > known ? st : rows_block(s, size);
}

static enum status extend_some(struct sequence *s, uint32_t size)
{
    if (s->wide && s->coded) {
        for (uint32_t i = 0; i < SEQUENCE_BLOCK && s->known < size; i++)
            take_next(s);
        return STATUS_OK;
    }
    if (s->wide)
        return list_next(s);
    if (!plainly(s) && !s->entails && !s->options.dense) {
        bool ready;
        enum status st = sparse_ready(s, &ready);
        if (st || ready)
            return st ? st : sparsely(s, size);
    }
    if (!plainly(s) && in_blocks(s)) {
        enum status st = s->dense ? STATUS_OK : sequence_dense_open(s);
        return st ? st : sequence_dense_block(s, size);
    }
    return sequence_plain(s);
}

enum status sequence_extend(struct sequence *s, uint32_t size,
                            bool (*stop)(void *), void *context)
{
    static const uint64_t every = 100000000; /* ns */
    uint64_t due = clock_now() + every;
    enum status st = STATUS_OK;
    assert(size <= s->most);
    while (!st && s->known < size) {
        st = extend_some(s, size);
        if (stop && clock_now() >= due) {
            due = clock_now() + every;
            if (!st && stop(context))
                st = STATUS_STOPPED;
        }
    }
    return st;
}

enum status sequence_put(struct sequence *s, uint32_t value)
{
    const bool loony = value == SEQUENCE_LOONY;
    const uint32_t n = s->known + 1;
    enum status st = STATUS_OK;
    assert(s->known < s->most);
    if ((loony && !s->entails) || (!loony && value > NIMBERS && value > n) ||
        (!loony && !s->wide && value >= NIMBERS / 2))
        return STATUS_FORMAT;
    if (s->wide && !s->coded) {
        s->wide[++s->known] = value;
        return STATUS_OK;
    }
    if (!s->wide && !plainly(s)) {
        sparse_forget(s);
        s->restored = true;
        return sequence_note(s, value);
    }
    /* Solved again, as it costs next to nothing. */
    st = extend_some(s, n);
    return st ? st : sequence_get(s, n) == value ? STATUS_OK : STATUS_FORMAT;
}

struct sequence_rare sequence_rare(const struct sequence *s)
{
    return sparse_state(s);
}
