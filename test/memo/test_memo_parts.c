#include "engine/memo/table/arena.h"
#include "engine/memo/table/compact.h"
#include "engine/memo/table/gate.h"
#include "engine/memo/table/match.h"
#include "engine/memo/table/prime.h"
#include "test/common/memo_keys.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

/* The parts that the memo tables are made of. */

Test(memo_parts, primes)
{
    uint64_t found = 0;
    for (uint64_t n = 2; n < 1000; found++)
        n = prime_from(n) + 1;
    cr_assert_eq(found, 169); /* 168 below 1000, and 1009 */
    cr_assert_eq(prime_from(1u << 31), 2147483659u);
}

Test(memo_parts, division)
{
    for (uint64_t i = 0; i < 200000; i++) {
        uint64_t x = position_mix(i),
                 n = 2 + (position_mix(~i) >> (32 + i % 30));
        struct divisor d = divisor_of(i % 5 ? n : 1ull << (1 + i % 32));
        uint64_t rest, edge = x - x % d.n - i % 2; /* just below a multiple */
        cr_assert_eq(divide(x, d, &rest), x / d.n);
        cr_assert_eq(rest, x % d.n);
        cr_assert_eq(divide(edge, d, &rest), edge / d.n);
        cr_assert_eq(rest, edge % d.n);
    }
}

Test(memo_parts, scrambling_is_undone)
{
    for (unsigned bits = 32; bits <= 64; bits++)
        for (uint64_t i = 0; i < 2000; i++) {
            uint64_t x = position_mix(i) >> (64 - bits);
            uint64_t y = compact_scramble(x, bits);
            cr_assert(bits == 64 || y >> bits == 0);
            cr_assert_eq(compact_unscramble(y, bits), x);
        }
}

/* Every form that this processor can run says the same. */
Test(memo_parts, forms_agree)
{
    _Alignas(64) uint64_t words[8];
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t care = UINT64_MAX << i % 40;
        for (unsigned k = 0; k < 8; k++)
            words[k] = position_mix(i * 8 + k) % 5 << (i + k) % 3 * 20;
        uint64_t target = words[i % 8] ^ (i % 4 == 0);
        const unsigned char *line = (const unsigned char *)words;
        struct match want = match_scalar(line, care, target);
        struct match m;
#define X(form, attribute)                                                     \
    if (FORM_##form <= forms_best()) {                                         \
        m = match_##form(line, care, target);                                  \
        cr_assert(m.equal == want.equal && m.empty == want.empty, #form);      \
    }
        FORMS(X)
#undef X
        for (unsigned k = 0; k < 8; k++) {
            cr_assert_eq(want.equal >> k & 1, !((words[k] ^ target) & care));
            cr_assert_eq(want.empty >> k & 1, !words[k]);
        }
    }
}

/* Pieces never overlap, come zeroed, and are used again. */
Test(memo_parts, arena)
{
    enum { PIECES = 64 };
    struct arena a;
    unsigned char *piece[PIECES] = {NULL};
    size_t size[PIECES] = {0}, live = 0, most = 0;
    cr_assert_eq(arena_init(&a), STATUS_OK);
    for (uint64_t i = 0; i < 4000; i++) {
        size_t k = position_mix(i) % PIECES;
        if (piece[k]) {
            for (size_t b = 0; b < size[k]; b += 61)
                cr_assert_eq(piece[k][b], k + 1);
            arena_free(&a, piece[k], size[k]);
            live -= size[k];
        }
        size[k] = 64 * (1 + position_mix(~i) % 3000);
        cr_assert_eq(arena_take(&a, size[k], &piece[k]), STATUS_OK);
        for (size_t b = 0; b < size[k]; b++)
            cr_assert_eq(piece[k][b], 0);
        memset(piece[k], (int)k + 1, size[k]);
        live += size[k];
        most = live > most ? live : most;
    }
    cr_assert_leq(atomic_load(&a.bytes), 2 * most + ((size_t)4 << 20));
    arena_release(&a);
}

/* What a thread sees inside does not change before it leaves, although it
 * gives every other thread time to change it. */
enum { VISITS = 300 };

struct visitor {
    struct gate *gate;
    volatile uint64_t *number;
    uint64_t changed;
    atomic_bool done;
};

static void *visit(void *context)
{
    struct visitor *v = context;
    for (int i = 0; i < VISITS; i++) {
        gate_enter(v->gate, 1);
        uint64_t before = *v->number;
        for (int k = 0; k < 20; k++)
            sched_yield();
        v->changed += *v->number != before;
        gate_leave(v->gate, 1);
    }
    atomic_store(&v->done, true);
    return NULL;
}

Test(memo_parts, gate_keeps_out)
{
    struct gate gate;
    volatile uint64_t number = 0;
    pthread_t thread;
    cr_assert_eq(gate_init(&gate, 2), STATUS_OK);
    struct visitor v = {.gate = &gate, .number = &number};
    cr_assert_eq(pthread_create(&thread, NULL, visit, &v), 0);
    do {
        gate_shut(&gate);
        number++;
        gate_open(&gate);
    } while (!atomic_load(&v.done));
    pthread_join(thread, NULL);
    cr_assert_eq(v.changed, 0);
    gate_release(&gate);
}

/* Keys with one home and one step: more than the 64 lines of eight that they
 * can go to. */
static size_t keys_of_one_chain(const struct compact *q, struct position keys[],
                                size_t n)
{
    const struct segment *segment = &q->segments.segment[0];
    uint64_t lines = segment->lines.n, first = 0;
    size_t found = 0;
    for (uint64_t over = 0; found < n; over++) {
        uint64_t x = over * lines + 3;
        uint64_t step = step_of(over, 0, lines);
        if (x > q->low_mask)
            break;
        if (!found)
            first = step;
        if (step == first)
            keys[found++] =
                (struct position){compact_unscramble(x, q->key_bits), 0};
    }
    return found;
}

static void fill_chain(uint64_t expect, bool grows)
{
    enum { CHAIN = 900 };
    struct memo_spec spec = {
        .key_bits = 64, .value_bytes = 1, .threads = 1, .expect = expect};
    struct memo m;
    struct memo_stats stats;
    struct position keys[CHAIN];
    uint64_t values[CHAIN], out[CHAIN];
    cr_assert_eq(memo_open(memo_find("packed"), &spec, &m), STATUS_OK);
    struct compact *q = m.self;
    cr_assert_eq(keys_of_one_chain(q, keys, CHAIN), CHAIN);
    for (size_t i = 0; i < CHAIN; i++)
        values[i] = keys_value(&spec, keys[i]);
    for (int twice = 0; twice < 2; twice++)
        cr_assert_eq(memo_put(&m, 0, keys, values, CHAIN), STATUS_OK);
    cr_assert_eq(memo_get(&m, 0, keys, CHAIN, out), CHAIN);
    for (size_t i = 0; i < CHAIN; i++)
        cr_assert_eq(out[i], values[i]);
    m.kind->stats(m.self, &stats);
    cr_assert_eq(stats.entries, CHAIN);
    cr_assert_eq(stats.growths > 0, grows);
    cr_assert_eq(atomic_load(&q->overflow_used),
                 grows ? 0 : CHAIN - 64 * WORDS);
    memo_close(&m);
}

/* A nearly empty segment leaves them in the overflow; one that they fill to
 * half grows, and takes them in. */
Test(memo_parts, overflow)
{
    fill_chain(1u << 20, false);
    fill_chain(0, true);
}
