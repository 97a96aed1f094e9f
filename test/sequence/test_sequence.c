/* Values of single heaps by every kernel and instruction set against a loop
 * over all moves, and against what is known. */
#include "engine/sequence/sequence.h"
#include "engine/sequence/sequence_vector.h"
#include "rules/rules.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>

static const char *const games[] = {
    "octal:0.77",
    "octal:0.07",
    "octal:0.6",
    "octal:0.106",
    "octal:0.137",
    "octal:4.7",
    "octal:0.45",
    "octal:0.374",
    "octal:0.00004",
    "subtraction:1,3,4",
    "subtraction:2,5",
    "nim",
    "top-entails:reply=any",
    "entailing-nim:reply=any",
    "top-entails:empty=lose",
    "top-entails:empty=free",
    "top-entails:empty=illegal",
    "entailing-nim:empty=lose",
    "entailing-nim:empty=free",
    "entailing-nim:empty=illegal",
};
enum { GAMES = sizeof games / sizeof games[0] };

/* The values of heaps 0..most from the definition: sets as arrays of bytes, the
 * moves of each heap from the ruleset's lists. */
static void by_definition(const struct game *g, uint32_t most, uint32_t value[])
{
    enum { BOUND = 8192 };
    uint8_t *in_e = calloc(most + 1, BOUND); /* E(n), BOUND - 1 for the rest */
    uint32_t(*pair)[2] = calloc(most + 2, sizeof *pair);
    uint32_t *left = calloc(most + 2, sizeof *left);
    cr_assert(in_e && pair && left);
    memset(in_e, 1, BOUND); /* nobody can move in an empty heap */
    value[0] = 0;
    for (uint32_t n = 1; n <= most; n++) {
        uint8_t *out = in_e + (size_t)n * BOUND;
        memset(out, 1, BOUND);
        const size_t pairs = g->rules->heap->options(g->self, n, pair);
        for (size_t i = 0; i < pairs; i++) {
            const uint32_t a = value[pair[i][0]], b = value[pair[i][1]];
            if (a != SEQUENCE_LOONY && b != SEQUENCE_LOONY)
                out[a ^ b] = 0;
        }
        size_t entailing = 0;
        if (g->traits & GAME_OBLIGES)
            entailing = g->rules->heap->obliging(g->self, n, left);
        for (size_t i = 0; i < entailing; i++)
            for (uint32_t k = 0; k < BOUND; k++)
                out[k] &= !in_e[(size_t)left[i] * BOUND + k];
        const uint8_t *first = memchr(out, 1, BOUND);
        value[n] = first ? (uint32_t)(first - out) : SEQUENCE_LOONY;
    }
    free(in_e);
    free(pair);
    free(left);
}

static void open_game(const char *spec, struct game *g)
{
    cr_assert_eq(game_open(rulesets, spec, g), STATUS_OK);
}

static struct sequence *open_sequence(const struct game *g, uint32_t most,
                                      const struct sequence_options *o)
{
    struct sequence *s;
    cr_assert(sequence_fits(g), "%s", g->spec);
    cr_assert_eq(sequence_open(g, most, o, &s), STATUS_OK);
    return s;
}

Test(sequence, plain_values_are_those_of_the_definition)
{
    enum { MOST = 500 };
    uint32_t value[MOST + 1];
    for (int i = 0; i < GAMES; i++) {
        struct game g;
        open_game(games[i], &g);
        struct sequence *s = open_sequence(&g, MOST, NULL);
        by_definition(&g, MOST, value);
        cr_assert_eq(sequence_extend(s, MOST, NULL, NULL), STATUS_OK);
        for (uint32_t n = 0; n <= MOST; n++)
            cr_assert_eq(sequence_get(s, n), value[n], "%s: %u", games[i], n);
        sequence_close(s);
        game_close(&g);
    }
}

/* All kernels but the plain one begin late. */
static void compare_kernels(const char *spec, uint32_t most,
                            const struct sequence_options *o)
{
    struct game g;
    open_game(spec, &g);
    struct sequence *s = open_sequence(&g, most, o);
    struct sequence *plain =
        open_sequence(&g, most, &(struct sequence_options){.plain = true});
    cr_assert_eq(sequence_extend(plain, most, NULL, NULL), STATUS_OK);
    cr_assert_eq(sequence_extend(s, most, NULL, NULL), STATUS_OK);
    for (uint32_t n = 0; n <= most; n++)
        cr_assert_eq(sequence_get(s, n), sequence_get(plain, n), "%s: %u", spec,
                     n);
    sequence_close(s);
    sequence_close(plain);
    game_close(&g);
}

Test(sequence, dense_values_are_the_plain_ones)
{
    for (int i = 0; i < GAMES; i++)
        compare_kernels(games[i], 5000,
                        &(struct sequence_options){.dense = true});
}

Test(sequence, sparse_values_are_the_plain_ones)
{
    static const char *const more[] = {"octal:0.14", "octal:0.142",
                                       "octal:0.16", "octal:0.224",
                                       "octal:4.04", "octal:0.0406"};
    for (int i = 0; i < GAMES; i++)
        compare_kernels(games[i], 5000, NULL);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        compare_kernels(more[i], 12000, NULL);
}

/* From about twice the last rare heap on, heaps are found side by side. */
Test(sequence, lanes_are_the_plain_values)
{
    static const struct {
        const char *game;
        uint32_t most, rare, last; /* heaps; 0: not checked */
    } cases[] = {{"octal:0.6", 50000, 1583, 20627},
                 {"octal:0.106", 30000, 15, 1103},
                 {"octal:0.16", 30000, 0, 0},
                 {"octal:0.104", 20000, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint32_t most = cases[i].most;
        struct game g;
        open_game(cases[i].game, &g);
        struct sequence *plain =
            open_sequence(&g, most, &(struct sequence_options){.plain = true});
        cr_assert_eq(sequence_extend(plain, most, NULL, NULL), STATUS_OK);
        for (size_t j = 0; sequence_vectors[j]; j++) {
            if (!sequence_vectors[j]->supported())
                continue;
            struct sequence *s = open_sequence(
                &g, most,
                &(struct sequence_options){.vector = sequence_vectors[j],
                                           .block = (uint32_t)(64 - 15 * j)});
            cr_assert_eq(sequence_extend(s, most, NULL, NULL), STATUS_OK);
            for (uint32_t n = 0; n <= most; n++)
                cr_assert_eq(sequence_get(s, n), sequence_get(plain, n),
                             "%s: %u", g.spec, n);
            const struct sequence_rare rare = sequence_rare(s);
            cr_expect(rare.lanes > most / 9, "%s: %u", g.spec, rare.lanes);
            if (cases[i].rare) {
                cr_expect_eq(rare.n, cases[i].rare);
                cr_expect_eq(rare.last, cases[i].last);
            }
            sequence_close(s);
        }
        sequence_close(plain);
        game_close(&g);
    }
}

/* Grundy's game: a heap is split into two of different sizes. */
static bool grundy_code(const void *self, struct heap_code *out)
{
    (void)self;
    *out = (struct heap_code){1, 0, {HEAP_UNEQUAL}};
    return true;
}

static size_t grundy_options(const void *self, uint32_t size, uint32_t out[][2])
{
    size_t n = 0;
    (void)self;
    for (uint32_t a = 1; 2 * a < size; a++, n++)
        if (out) {
            out[n][0] = a;
            out[n][1] = size - a;
        }
    return n;
}

/* By its rule with every kernel, and by its lists of moves. */
Test(sequence, grundys_game)
{
    enum { MOST = 6000 };
    static const uint32_t known[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1,
                                     0, 2, 1, 3, 2, 1, 3, 2, 4, 3};
    static const struct sequence_options options[] = {
        {.plain = true}, {.dense = true}, {0}};
    const struct heap_slots lists_only = {.options = grundy_options};
    const struct heap_slots both = {.options = grundy_options,
                                    .code = grundy_code};
    const struct ruleset listed = {.name = "grundy", .heap = &lists_only};
    const struct ruleset coded = {.name = "grundy", .heap = &both};
    struct game g = {.rules = &listed,
                     .traits = GAME_SHRINKS | GAME_SUMS,
                     .players = 2,
                     .spec = "grundy"};
    struct sequence *lists = open_sequence(&g, MOST, NULL);
    cr_assert_eq(sequence_extend(lists, MOST, NULL, NULL), STATUS_OK);
    for (uint32_t n = 0; n < sizeof known / sizeof known[0]; n++)
        cr_expect_eq(sequence_get(lists, n), known[n]);
    g.rules = &coded;
    for (size_t i = 0; i < 3; i++) {
        struct sequence *s = open_sequence(&g, MOST, &options[i]);
        cr_assert_eq(sequence_extend(s, MOST, NULL, NULL), STATUS_OK);
        for (uint32_t n = 0; n <= MOST; n++)
            cr_assert_eq(sequence_get(s, n), sequence_get(lists, n), "%u", n);
        sequence_close(s);
    }
    sequence_close(lists);
}

Test(sequence, block_size_does_not_matter)
{
    static const uint32_t blocks[] = {1, 2, 63};
    for (size_t i = 0; i < 3; i++)
        compare_kernels(
            "top-entails:empty=lose", 4000,
            &(struct sequence_options){.dense = true, .block = blocks[i]});
}

Test(sequence, instruction_sets_agree)
{
    for (size_t i = 0; sequence_vectors[i]; i++)
        if (sequence_vectors[i]->supported())
            compare_kernels(
                "octal:0.45", 4000,
                &(struct sequence_options){.vector = sequence_vectors[i]});
}

Test(sequence, vectors_find_what_the_portable_loop_finds)
{
    enum { MOST = 200 };
    uint16_t x[MOST], y[MOST], wanted[VECTOR_WANTED];
    uint64_t seed = draw_seed(1);
    for (int round = 0; round < 3000; round++) {
        const size_t n = (size_t)draw(&seed, MOST);
        const unsigned count = 1 + (unsigned)draw(&seed, VECTOR_WANTED);
        for (size_t i = 0; i < n; i++) {
            x[i] = (uint16_t)(draw(&seed, 8) ? draw(&seed, 64) : 0x8000);
            y[i] = (uint16_t)(draw(&seed, 8) ? draw(&seed, 64) : 0xc000);
        }
        for (unsigned j = 0; j < count; j++)
            wanted[j] = (uint16_t)draw(&seed, 80);
        const unsigned found =
            sequence_vectors[0]->scan(x, y, n, wanted, count);
        for (size_t i = 1; sequence_vectors[i]; i++)
            if (sequence_vectors[i]->supported())
                cr_assert_eq(sequence_vectors[i]->scan(x, y, n, wanted, count),
                             found);
    }
}

/* Loony heaps are no nimber, even two of them. */
Test(sequence, vectors_find_in_halves_what_the_portable_loop_finds)
{
    enum { MOST = 300, LOONY = UINT16_MAX };
    uint16_t v[2][MOST], wanted[VECTOR_HALVES];
    uint8_t lower[2][MOST], upper[2][MOST];
    uint64_t seed = draw_seed(5);
    for (int round = 0; round < 3000; round++) {
        const size_t n = (size_t)draw(&seed, MOST);
        const unsigned count = 1 + (unsigned)draw(&seed, VECTOR_HALVES);
        const uint64_t below = 1 + draw(&seed, draw(&seed, 2) ? 8191 : 150);
        unsigned expected = 0;
        for (size_t j = 0; j < 2; j++)
            for (size_t i = 0; i < n; i++) {
                v[j][i] = draw(&seed, 5) ? (uint16_t)draw(&seed, below) : LOONY;
                const bool loony = v[j][i] == LOONY;
                lower[j][i] = loony ? (j ? 63 : 0) : v[j][i] % 64;
                upper[j][i] = (uint8_t)(loony ? (j ? 0xff : 0)
                                              : (j ? 0 : 0x80) | v[j][i] / 64);
            }
        for (unsigned k = 0; k < count; k++) {
            wanted[k] = (uint16_t)draw(&seed, below);
            for (size_t i = 0; i < n; i++)
                if (v[0][i] != LOONY && v[1][i] != LOONY &&
                    (v[0][i] ^ v[1][i]) == wanted[k])
                    expected |= 1u << k;
        }
        for (size_t i = 0; sequence_vectors[i]; i++)
            if (sequence_vectors[i]->supported() &&
                sequence_vectors[i]->scan_halves)
                cr_assert_eq(sequence_vectors[i]->scan_halves(
                                 (struct vector_halves){lower[0], upper[0]},
                                 (struct vector_halves){lower[1], upper[1]}, n,
                                 wanted, count),
                             expected);
    }
}

Test(sequence, vectors_mark_what_the_portable_loop_marks)
{
    enum { BEFORE = 500, PARTS = 40 };
    uint8_t at[BEFORE + VECTOR_HEAPS], tries[VECTOR_TRIES][VECTOR_HEAPS];
    uint8_t missed[2][VECTOR_TRIES][VECTOR_HEAPS];
    struct vector_part parts[PARTS];
    uint64_t seed = draw_seed(3);
    for (int round = 0; round < 400; round++) {
        const size_t n = (size_t)draw(&seed, PARTS);
        const unsigned below = 1 + (unsigned)draw(&seed, 64 * VECTOR_WORDS);
        uint64_t sets[2][VECTOR_HEAPS][VECTOR_WORDS] = {{{0}}};
        for (size_t i = 0; i < sizeof at; i++)
            at[i] = (uint8_t)draw(&seed, draw(&seed, 9) ? below : 256);
        for (size_t j = 0; j < VECTOR_TRIES; j++)
            for (size_t t = 0; t < VECTOR_HEAPS; t++)
                tries[j][t] = (uint8_t)draw(&seed, below);
        for (size_t i = 0; i < n; i++)
            parts[i] = (struct vector_part){
                VECTOR_HEAPS + (uint32_t)draw(&seed, BEFORE + 1 - VECTOR_HEAPS),
                (uint8_t)draw(&seed, below)};
        const uint8_t *first = at + BEFORE;
        const struct sequence_vector *portable = sequence_vectors[0];
        portable->mark(first, parts, n, below, sets[0]);
        portable->hit(first, parts, n, tries, missed[0]);
        for (size_t i = 1; sequence_vectors[i]; i++) {
            if (!sequence_vectors[i]->supported())
                continue;
            memset(sets[1], 0, sizeof sets[1]);
            sequence_vectors[i]->mark(first, parts, n, below, sets[1]);
            sequence_vectors[i]->hit(first, parts, n, tries, missed[1]);
            for (size_t t = 0; t < VECTOR_HEAPS; t++)
                for (unsigned k = 0; k < below; k++)
                    cr_assert_eq(sets[1][t][k / 64] >> k % 64 & 1,
                                 sets[0][t][k / 64] >> k % 64 & 1);
            for (size_t j = 0; j < VECTOR_TRIES; j++)
                for (size_t t = 0; t < VECTOR_HEAPS; t++)
                    cr_assert_eq(!missed[1][j][t], !missed[0][j][t]);
        }
    }
}

Test(sequence, vectors_seek_what_the_portable_loop_seeks)
{
    uint8_t x[VECTOR_PAIRS], y[VECTOR_PAIRS], sought[VECTOR_SOUGHT];
    uint64_t seed = draw_seed(4);
    for (int round = 0; round < 2000; round++) {
        const unsigned count = 1 + (unsigned)draw(&seed, VECTOR_SOUGHT);
        const uint64_t below = 1 + draw(&seed, 256);
        unsigned found = 0;
        for (size_t i = 0; i < VECTOR_PAIRS; i++) {
            x[i] = (uint8_t)draw(&seed, below);
            y[i] = (uint8_t)draw(&seed, below);
        }
        for (unsigned j = 0; j < count; j++) {
            sought[j] = (uint8_t)draw(&seed, 256);
            for (size_t i = 0; i < VECTOR_PAIRS; i++)
                if ((x[i] ^ y[VECTOR_PAIRS - 1 - i]) == sought[j])
                    found |= 1u << j;
        }
        for (size_t i = 0; sequence_vectors[i]; i++)
            if (sequence_vectors[i]->supported())
                cr_assert_eq(sequence_vectors[i]->seek(x, y + VECTOR_PAIRS - 1,
                                                       sought, count),
                             found);
    }
}

/* Heap 178,727 of octal 0.14 is worth 74 and 76 is the least common nimber that
 * is not excluded: the two differ in the lowest bit of the mask, and below
 * that. */
Test(sequence, smaller_rare_nimbers_are_all_looked_for)
{
    enum { FIRST = 178700, LAST = 178760 };
    struct game g;
    open_game("octal:0.14", &g);
    struct sequence *s = open_sequence(&g, LAST, NULL);
    cr_assert_eq(sequence_extend(s, LAST, NULL, NULL), STATUS_OK);
    for (uint32_t n = FIRST; n <= LAST; n++) {
        bool seen[1024] = {false};
        uint32_t least = 0;
        for (uint32_t a = 1; a <= (n - 2) / 2; a++)
            seen[sequence_get(s, a) ^ sequence_get(s, n - 2 - a)] = true;
        while (seen[least])
            least++;
        cr_assert_eq(sequence_get(s, n), least, "%u", n);
    }
    cr_expect_eq(sequence_get(s, 178727), 74);
    sequence_close(s);
    game_close(&g);
}

Test(sequence, known_values)
{
    static const uint32_t kayles[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4};
    static const uint32_t loony[] = {1, 3, 2403, 2505};
    struct game g;
    open_game("octal:0.77", &g);
    struct sequence *s = open_sequence(&g, 12, NULL);
    cr_assert_eq(sequence_extend(s, 12, NULL, NULL), STATUS_OK);
    for (uint32_t n = 0; n <= 12; n++)
        cr_expect_eq(sequence_get(s, n), kayles[n]);
    sequence_close(s);
    game_close(&g);
    open_game("top-entails:empty=lose", &g);
    s = open_sequence(&g, 6000, NULL);
    cr_assert_eq(sequence_extend(s, 6000, NULL, NULL), STATUS_OK);
    for (uint32_t n = 0, i = 0; n <= 6000; n++)
        if (sequence_get(s, n) == SEQUENCE_LOONY) {
            cr_assert_lt(i, 4);
            cr_expect_eq(n, loony[i++]);
        }
    sequence_close(s);
    game_close(&g);
}

/* Values that were found before, up to any heap, change nothing. */
Test(sequence, put_and_go_on)
{
    enum { MOST = 4500 };
    uint64_t seed = draw_seed(2);
    for (int i = 0; i < 2 * GAMES; i++) {
        struct game g;
        open_game(games[i / 2], &g);
        struct sequence *s = open_sequence(&g, MOST, NULL);
        struct sequence *again = open_sequence(
            &g, MOST,
            &(struct sequence_options){.vector = sequence_vectors[i % 2]});
        const uint32_t known = (uint32_t)draw(&seed, MOST);
        cr_assert_eq(sequence_extend(s, MOST, NULL, NULL), STATUS_OK);
        for (uint32_t n = 1; n <= known; n++)
            cr_assert_eq(sequence_put(again, sequence_get(s, n)), STATUS_OK);
        cr_assert_eq(sequence_known(again), known);
        cr_assert_eq(sequence_extend(again, MOST, NULL, NULL), STATUS_OK);
        for (uint32_t n = 0; n <= MOST; n++)
            cr_assert_eq(sequence_get(again, n), sequence_get(s, n),
                         "%s: %u after %u were put", games[i / 2], n, known);
        sequence_close(s);
        sequence_close(again);
        game_close(&g);
    }
}

Test(sequence, put_refuses_what_cannot_be)
{
    struct game g;
    open_game("octal:0.77", &g);
    struct sequence *s = open_sequence(&g, 10, NULL);
    cr_expect_eq(sequence_put(s, SEQUENCE_LOONY), STATUS_FORMAT);
    cr_expect_eq(sequence_put(s, 7), STATUS_FORMAT);
    sequence_close(s);
    game_close(&g);
}

static bool at_once(void *context)
{
    ++*(int *)context;
    return true;
}

Test(sequence, stops_and_goes_on)
{
    enum { MOST = 400000 };
    struct game g;
    int asked = 0;
    open_game("octal:0.6", &g);
    struct sequence *s =
        open_sequence(&g, MOST, &(struct sequence_options){.plain = true});
    cr_expect_eq(sequence_extend(s, MOST, at_once, &asked), STATUS_STOPPED);
    cr_expect_eq(asked, 1);
    cr_expect_lt(sequence_known(s), MOST);
    cr_expect_gt(sequence_known(s), 0);
    sequence_close(s);
    game_close(&g);
}

Test(sequence, serves_by_traits)
{
    static const char *const no[] = {"octal:0.77,play=misere", "end-nim",
                                     "entailing-nim:reply=elsewhere",
                                     "nim:players=3", "domineering"};
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        struct game g;
        open_game(no[i], &g);
        cr_expect_not(sequence_fits(&g), "%s", no[i]);
        game_close(&g);
    }
}
