/* Every promise of a ruleset, broken on purpose: a game with one slot that is
 * wrong, mostly Kayles. */
#include "engine/game/contract.h"
#include "rules/heaps.h"
#include "rules/replies.h"
#include "rules/rules.h"
#include "rules/take_break.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t too_little_room(const void *self, struct position p)
{
    size_t n = take_break_options_max(self, p);
    return n ? n - 1 : 0;
}

static size_t more_room(const void *self, struct position p)
{
    return take_break_options_max(self, p) + 1;
}

static size_t first_twice(const void *self, struct position p, enum mover mover,
                          struct position out[])
{
    size_t n = take_break_options(self, p, mover, out);
    if (n)
        out[n++] = out[0];
    return n;
}

static uint64_t flat_measure(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return 5;
}

static size_t long_print(const void *self, struct position p, char out[],
                         size_t cap)
{
    return heaps_slot_print(self, p, out, cap) + 1;
}

static size_t wide_print(const void *self, struct position p, char out[],
                         size_t cap)
{
    return heaps_slot_print(self, p, out, cap ? cap + 1 : 0);
}

static enum status reads_one(const void *self, const char *text,
                             struct position *p)
{
    (void)text;
    return heaps_slot_parse(self, "1", p);
}

static enum status reads_all(const void *self, const char *text,
                             struct position *p)
{
    return heaps_slot_parse(self, text, p) ? heaps_slot_parse(self, "0", p)
                                           : STATUS_OK;
}

static size_t twin_states(const void *self, struct position p,
                          struct position out[])
{
    (void)self;
    out[0] = out[1] = p;
    return 2;
}

static size_t other_states(const void *self, struct position p,
                           struct position out[])
{
    (void)p;
    return heaps_slot_parse(self, "7", &out[0]) ? 0 : 1;
}

static void lost_part(const void *self, struct position p, struct point *point)
{
    heaps_slot_parts(self, p, point);
    point->n -= point->n > 0;
}

static size_t lost_run(const void *self, struct position p,
                       struct point_run out[])
{
    const size_t n = heaps_slot_runs(self, p, out);
    return n - (n > 0);
}

static size_t one_state(const void *self, struct position p,
                        struct position out[])
{
    (void)self;
    out[0] = p;
    return 1;
}

static bool none_obliged(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return false;
}

static size_t second_state(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return 1;
}

static void same_total(const void *self, struct position p, struct point *point)
{
    (void)self;
    (void)p;
    *point = (struct point){.n = 1, .size = {7}};
}

static size_t first_piece(const void *self, struct position p,
                          struct position out[])
{
    size_t n = heaps_slot_split(self, p, out);
    return n > 1 ? 1 : n;
}

static bool none_searchable(const void *self, struct position p)
{
    (void)self;
    return p.lo == 0 && p.hi == 0;
}

static bool end_searchable(const void *self, struct position p)
{
    return !none_searchable(self, p);
}

static void too_many_parts(const void *self, struct position p,
                           struct point *point)
{
    heaps_slot_parts(self, p, point);
    if (point->n > 200)
        point->n = POINT_PARTS_MAX + 1;
}

static unsigned no_bits(const void *self, const struct grid_bounds *bounds)
{
    (void)self;
    (void)bounds;
    return 0;
}

static unsigned few_bits(const void *self, const struct grid_bounds *bounds)
{
    return heaps_slot_bits(self, bounds) - 2;
}

static struct position no_mirror(const void *self, struct position p)
{
    (void)self;
    return (struct position){p.lo + 1, p.hi};
}

static struct position itself(const void *self, struct position p)
{
    (void)self;
    return p;
}

static size_t no_heap_options(const void *self, uint32_t size,
                              uint32_t out[][2])
{
    (void)self;
    (void)size;
    (void)out;
    return 0;
}

static size_t kayles_options(const void *self, uint32_t size, uint32_t out[][2])
{
    (void)self;
    return heap_code_options(&(const struct heap_code){3, 0, {0, 7, 7}}, size,
                             out);
}

static bool other_code(const void *self, struct heap_code *out)
{
    (void)self;
    *out = (struct heap_code){3, 0, {0, 7, 3}};
    return true;
}

static size_t all_obliging(const void *self, uint32_t size, uint32_t out[])
{
    (void)self;
    out[0] = size - 1;
    return 1;
}

static size_t more_obliging(const void *self, uint32_t size, uint32_t out[])
{
    (void)self;
    for (uint32_t i = 0; i < size + 4; i++)
        out[i] = 0;
    return size;
}

static enum status two_positions(const void *self, uint32_t rows,
                                 uint32_t columns, uint64_t *count)
{
    (void)self;
    (void)rows;
    (void)columns;
    *count = 2;
    return STATUS_OK;
}

static struct position the_number(const void *self, uint32_t rows,
                                  uint32_t columns, uint64_t i)
{
    struct heaps h = {.n = 0};
    struct position p;
    (void)self;
    (void)rows;
    (void)columns;
    cr_assert(heaps_add(&h, PART_OWN, (uint32_t)i + 1, 1));
    cr_assert(heaps_pack(&h, &p));
    return p;
}

static bool always_first(const void *self, struct position p, uint32_t *rows,
                         uint32_t *columns, uint64_t *i)
{
    (void)self;
    (void)p;
    *rows = *columns = 1;
    *i = 0;
    return true;
}

static const struct board_slots wrong_boards = {two_positions, the_number,
                                                always_first};

static uint32_t one_element(const void *self, uint32_t rows, uint32_t columns)
{
    (void)self;
    (void)rows;
    (void)columns;
    return 1;
}

static uint32_t two_elements(const void *self, uint32_t rows, uint32_t columns)
{
    return 2 * one_element(self, rows, columns);
}

static size_t three_groups(const void *self, uint32_t rows, uint32_t columns,
                           uint64_t out[])
{
    (void)self;
    (void)rows;
    (void)columns;
    return out[0] = out[1] = out[2] = 1, (size_t)3;
}

static size_t no_groups(const void *self, uint32_t rows, uint32_t columns,
                        uint64_t out[])
{
    return three_groups(self, rows, columns, out) - 3;
}

static bool all_obliged(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return true;
}

/* The slots of a game of sets; heaps of 1 and 2 are no sets of one element. */
#define SETS(elements_, groups_)                                               \
    {.board = &wrong_boards,                                                   \
     .obligation = &(const struct obligation_slots){.states = one_state,       \
                                                    .obliged = all_obliged},   \
     .set = &(const struct set_slots){elements_, groups_}}

/* What is put into the good ruleset, and who must notice. */
static const struct fault {
    const char *promise, *words; /* the promise broken, words of the text */
    const char *start;           /* NULL: small boards */
    struct ruleset wrong;        /* its slots that are not NULL */
} faults[] = {
    {"options", "more options", NULL, {.options_max = too_little_room}},
    {"moves",
     "twice",
     NULL,
     {.options_max = more_room, .options = first_twice}},
    {"moves", "measure", NULL, {.measure = flat_measure}},
    {"notation", "another length", NULL, {.print = long_print}},
    {"notation", "room", NULL, {.print = wide_print}},
    {"notation", "another position", NULL, {.parse = reads_one}},
    {"refusals", "does not refuse 'x'", NULL, {.parse = reads_all}},
    {"states",
     "twice",
     NULL,
     {.obligation = &(const struct obligation_slots){.states = twin_states,
                                                     .obliged = none_obliged}}},
    {"states",
     "other parts",
     NULL,
     {.obligation = &(const struct obligation_slots){.states = other_states,
                                                     .obliged = none_obliged}}},
    {"parts", "another position", NULL, {.parts = lost_part}},
    {"parts", "runs", NULL, {.runs = lost_run}},
    {"states",
     "its place",
     NULL,
     {.obligation = &(const struct obligation_slots){.states = one_state,
                                                     .state = second_state,
                                                     .obliged = none_obliged}}},
    {"split", "pieces", "3+2", {.split = first_piece}},
    {"searchable", "searchable", NULL, {.searchable = end_searchable}},
    {"movable", "not movable", NULL, {.movable = none_searchable}},
    {"movable", "many parts", NULL, {.parts = too_many_parts}},
    {"bits", "more bits", "1+1+2+3+4", {.bits = few_bits}},
    {"bits", "1..128", NULL, {.bits = no_bits}},
    {"shrinks", "GAME_SHRINKS", NULL, {.parts = same_total}},
    {"mirror",
     "another",
     NULL,
     {.partizan = &(const struct partizan_slots){.mirror = no_mirror}}},
    {"mirror",
     "other options",
     "1 3 2",
     {.partizan = &(const struct partizan_slots){.mirror = itself}}},
    {"traits",
     "without states",
     NULL,
     {.obligation = &(const struct obligation_slots){.states = NULL}}},
    {"traits",
     "without count",
     NULL,
     {.board = &(const struct board_slots){.count = NULL}}},
    {"boards", "inverse", NULL, {.board = &wrong_boards}},
    {"sets", "2^elements", NULL, SETS(two_elements, no_groups)},
    {"sets", "two groups", NULL, SETS(one_element, three_groups)},
    {"sets", "a move for each", NULL, SETS(one_element, no_groups)},
    {"obliging",
     "options() has not",
     NULL,
     {.heap = &(const struct heap_slots){.options = no_heap_options,
                                         .obliging = all_obliging}}},
    {"obliging",
     "more moves",
     NULL,
     {.heap = &(const struct heap_slots){.options = no_heap_options,
                                         .obliging = more_obliging}}},
    {"heaps",
     "heap->options has not",
     NULL,
     {.heap = &(const struct heap_slots){.options = no_heap_options}}},
    {"code",
     "heap->code is not",
     NULL,
     {.heap = &(const struct heap_slots){.options = kayles_options,
                                         .code = other_code}}},
};

#define PUT(slot)                                                              \
    if (wrong->slot)                                                           \
    r->slot = wrong->slot

static void spoil(struct ruleset *r, const struct ruleset *wrong)
{
    PUT(options_max);
    PUT(options);
    PUT(measure);
    PUT(print);
    PUT(parse);
    PUT(obligation);
    PUT(parts);
    PUT(runs);
    PUT(split);
    PUT(searchable);
    PUT(bits);
    PUT(movable);
    PUT(heap);
    PUT(partizan);
    PUT(board);
    PUT(set);
}

static enum status check(const char *name, const struct contract_sample *s,
                         char broken[])
{
    for (size_t i = 0; contract_promises[i].name; i++)
        if (!strcmp(contract_promises[i].name, name))
            return contract_promises[i].check(s, broken);
    cr_assert_fail("no promise %s", name);
    return STATUS_OK;
}

static void notice(const struct fault *f)
{
    const char *const starts[] = {f->start, NULL};
    char broken[CONTRACT_TEXT] = "";
    struct contract_sample *s = malloc(sizeof *s);
    struct game game;
    cr_assert_not_null(s);
    /* Large heaps are only for the eye: a move takes one counter. */
    const char *spec = !f->start               ? "octal:0.77"
                       : strchr(f->start, ' ') ? "end-nim"
                       : strlen(f->start) > 5  ? "subtraction:1"
                                               : "octal:0.77";
    cr_assert_eq(game_open(rulesets, spec, &game), STATUS_OK);
    struct ruleset wrong = *game.rules;
    spoil(&wrong, &f->wrong);
    game.rules = &wrong;
    enum status st =
        contract_gather(&game, f->start ? starts : NULL, s, broken);
    if (strcmp(f->promise, "options")) {
        cr_assert_eq(st, STATUS_OK, "%s", broken);
        st = check(f->promise, s, broken);
    }
    cr_expect_eq(st, STATUS_DISAGREE, "%s: '%s' is not noticed", f->promise,
                 f->words);
    cr_expect(strstr(broken, f->words), "'%s' has no '%s'", broken, f->words);
    cr_expect(strstr(broken, game.spec), "'%s' does not name the game", broken);
    game_close(&game);
    free(s);
}

Test(contract, every_broken_promise_is_noticed, .init = cr_redirect_stderr)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        notice(&faults[i]);
    for (size_t p = 0; contract_promises[p].name; p++) {
        bool broken = false;
        for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
            broken =
                broken || !strcmp(faults[i].promise, contract_promises[p].name);
        cr_expect(broken, "%s is never broken", contract_promises[p].name);
    }
}

Test(contract, nothing_to_start_from, .init = cr_redirect_stderr)
{
    const char *const starts[] = {"one heap", NULL}, *const none[] = {NULL};
    char broken[CONTRACT_TEXT] = "";
    struct contract_sample *s = malloc(sizeof *s);
    struct game game;
    cr_assert_not_null(s);
    cr_assert_eq(game_open(rulesets, "octal:0.77", &game), STATUS_OK);
    cr_expect_eq(contract_gather(&game, starts, s, broken), STATUS_USAGE);
    cr_expect(strstr(broken, "one heap"), "%s", broken);
    cr_expect_eq(contract_gather(&game, none, s, broken), STATUS_USAGE);
    game_close(&game);
    free(s);
}

Test(contract, empty_slots)
{
    char broken[CONTRACT_TEXT];
    struct ruleset r = *rulesets[0];
    cr_expect_eq(contract_slots(&r, broken), STATUS_OK);
    r.measure = NULL;
    cr_expect_eq(contract_slots(&r, broken), STATUS_DISAGREE);
    cr_expect(strstr(broken, "measure"), "%s", broken);
    cr_expect_eq(contract_slots(NULL, broken), STATUS_DISAGREE);
}
