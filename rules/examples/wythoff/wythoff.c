/* Wythoff's game: take any number of counters from one heap, or the same number
 * from two (W. A. Wythoff, A modification of the game of Nim, 1907). And a rule
 * of one's own in C: which positions of at most two heaps are lost. */
#include <engine/plugin.h>
#include <rules/heaps.h>

#include <string.h>

static enum status wythoff_open(const struct param_value v[], struct game *game)
{
    game->traits = GAME_SHRINKS; /* no sum: a move may touch two heaps */
    return STATUS_OK;
}

static void wythoff_close(void *self) {}

/* Adds the position in which a heap of at[i], and one of at[j], are smaller by
 * `take`; j = h->n: none. Two moves may lead to one position, which is listed
 * once. */
static size_t add(const struct heaps *h, uint32_t i, uint32_t j, uint32_t take,
                  struct position out[], size_t n)
{
    struct heaps left = {0};
    for (uint32_t k = 0; k < h->n; k++) {
        const uint32_t taken = (k == i) + (k == j), size = h->at[k].size;
        if (h->at[k].count > taken)
            heaps_add(&left, PART_OWN, size, h->at[k].count - taken);
        if (taken && size > take)
            heaps_add(&left, PART_OWN, size - take, taken);
    }
    heaps_pack(&left, &out[n]);
    for (size_t m = 0; m < n; m++)
        if (position_equal(out[m], out[n]))
            return n;
    return n + 1;
}

static size_t wythoff_options(const void *self, struct position p,
                              enum mover mover, struct position out[])
{
    struct heaps h;
    size_t n = 0;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        for (uint32_t take = 1; take <= h.at[i].size; take++) {
            n = add(&h, i, h.n, take, out, n);
            /* The other heap is larger, or another one of this size. */
            for (uint32_t j = i + (h.at[i].count < 2); j < h.n; j++)
                n = add(&h, i, j, take, out, n);
        }
    return n;
}

static size_t wythoff_options_max(const void *self, struct position p)
{
    struct heaps h;
    heaps_unpack(p, &h);
    return heaps_counters(&h) * (h.n + 1);
}

static const struct ruleset wythoff = {
    .name = "wythoff",
    .summary = "take from one heap, or the same number from two",
    .open = wythoff_open,
    .close = wythoff_close,
    .options = wythoff_options,
    .options_max = wythoff_options_max,
    .start = heaps_slot_start,
    .parse = heaps_slot_parse,
    .print = heaps_slot_print,
    .measure = heaps_slot_measure,
    .bits = heaps_slot_bits,
    .searchable = heaps_slot_searchable,
    .parts = heaps_slot_parts,
};

static bool is_wythoff(const struct game *game)
{
    return !strcmp(game->rules->name, wythoff.name);
}

/* The largest a with a <= k * (1 + sqrt 5) / 2, in whole numbers: 2a - k <= k
 * sqrt 5. */
static uint64_t golden(uint64_t k)
{
    uint64_t a = k;
    while ((2 * (a + 1) - k) * (2 * (a + 1) - k) <= 5 * k * k)
        a++;
    return a;
}

static bool golden_predict(const struct game *game, const struct point *p,
                           int64_t *value)
{
    const uint64_t x = p->n ? p->size[0] : 0, y = p->n > 1 ? p->size[1] : 0;
    const uint64_t a = x < y ? x : y, k = x + y - 2 * a;
    *value = a == golden(k) ? OUTCOME_P : OUTCOME_N;
    return p->n <= 2;
}

static const struct check check_golden = {
    .name = "golden",
    .summary = "Wythoff, two heaps: P are those in golden section",
    .column = "outcome",
    .fits = is_wythoff,
    .predict = golden_predict,
};

CENSUS_PLUGIN_LISTS(.rulesets = PLUGIN_LIST(struct ruleset, &wythoff),
                    .checks = PLUGIN_LIST(struct check, &check_golden));
