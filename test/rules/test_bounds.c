/* What a ruleset writes stays within the bound that ruleset.h states for it:
 * behind each array lies a page that nobody may touch. From the largest
 * positions that a game takes, and what is reached from them. */
#include "engine/game/ruleset.h"
#include "rules/rules.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An array that ends where a page begins that cannot be read or written. */
struct fenced {
    char *pages;
    size_t size;
    void *at;
};

static struct fenced fence(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t whole = (bytes + page - 1) / page * page;
    struct fenced f = {.size = whole + page};
    f.pages = mmap(NULL, f.size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(f.pages, MAP_FAILED);
    cr_assert_eq(mprotect(f.pages + whole, page, PROT_NONE), 0);
    f.at = f.pages + whole - bytes;
    return f;
}

static void unfence(struct fenced f)
{
    munmap(f.pages, f.size);
}

struct ends {
    const struct game *game;
    struct fenced positions, runs, point;
    uint64_t seed;
};

static void list_states(const struct ends *e, struct position p)
{
    const struct ruleset *r = e->game->rules;
    const void *self = e->game->self;
    if (r->parts)
        r->parts(self, p, e->point.at);
    if (r->runs && !((struct point *)e->point.at)->kind[0])
        cr_expect_leq(r->runs(self, p, e->runs.at), POINT_PARTS_MAX);
    if (r->obligation)
        cr_expect_leq(r->obligation->states(self, p, e->positions.at),
                      POINT_PARTS_MAX);
    if (r->partizan)
        r->partizan->mirror(self, p);
    r->measure(self, p);
}

static void print_whole(const struct ends *e, struct position p)
{
    const size_t n = e->game->rules->print(e->game->self, p, NULL, 0);
    struct fenced text = fence(n + 1);
    cr_expect_eq(e->game->rules->print(e->game->self, p, text.at, n + 1), n);
    cr_expect_eq(strlen(text.at), n);
    unfence(text);
}

/* A copy of the position's parts, or NULL. */
static struct position *split(const struct ends *e, struct position p,
                              size_t *n)
{
    const struct ruleset *r = e->game->rules;
    *n = 0;
    if (!r->split || !(e->game->traits & GAME_SUMS))
        return NULL;
    *n = r->split(e->game->self, p, e->positions.at);
    cr_expect_leq(*n, POINT_PARTS_MAX);
    struct position *parts = malloc((*n + 1) * sizeof *parts);
    return memcpy(parts, e->positions.at, *n * sizeof *parts);
}

static struct position *options(const struct ends *e, struct position p,
                                enum mover mover, size_t *n)
{
    const struct ruleset *r = e->game->rules;
    const size_t most = r->options_max(e->game->self, p);
    struct fenced out = fence(most * sizeof p);
    *n = 0;
    if (!r->movable || r->movable(e->game->self, p))
        *n = r->options(e->game->self, p, mover, out.at);
    cr_expect_leq(*n, most);
    struct position *copy = malloc((*n + 1) * sizeof p);
    memcpy(copy, out.at, *n * sizeof p);
    unfence(out);
    return copy;
}

static bool searchable(const struct ends *e, struct position p)
{
    const struct ruleset *r = e->game->rules;
    return !r->searchable || r->searchable(e->game->self, p);
}

/* A position, its options, and a walk on from it as far as a search may go. */
static void walk(struct ends *e, struct position p, int steps)
{
    enum { OPTIONS = 40, PARTS = 3 };
    for (size_t n; steps > 0; steps--) {
        list_states(e, p);
        print_whole(e, p);
        const enum mover mover =
            e->game->traits & GAME_PARTIZAN && draw(&e->seed, 2) ? RIGHT : LEFT;
        struct position *next = options(e, p, mover, &n);
        for (size_t i = 0; i < n && i < OPTIONS; i++) {
            const struct position q = next[n < OPTIONS ? i : draw(&e->seed, n)];
            size_t parts;
            list_states(e, q);
            free(split(e, q, &parts));
        }
        if (n)
            p = next[draw(&e->seed, n)];
        free(next);
        if (!n || !searchable(e, p))
            return;
    }
}

static void walk_parts(struct ends *e, struct position p)
{
    size_t n;
    struct position *parts = split(e, p, &n);
    walk(e, p, 3);
    for (size_t i = 0; i < 3 && n; i++)
        walk(e, parts[draw(&e->seed, n)], 6);
    free(parts);
}

static void heap_slots(const struct game *game)
{
    static const uint32_t sizes[] = {1, 2, 3, 7, 64, 255, 256, 1000};
    const struct heap_slots *heap = game->rules->heap;
    for (size_t i = 0; heap && i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t size = sizes[i];
        if (heap->options) {
            const size_t n = heap->options(game->self, size, NULL);
            struct fenced out = fence(n * sizeof(uint32_t[2]));
            cr_expect_eq(heap->options(game->self, size, out.at), n);
            unfence(out);
        }
        if (heap->obliging) {
            struct fenced out = fence(size * sizeof(uint32_t));
            cr_expect_leq(heap->obliging(game->self, size, out.at), size);
            unfence(out);
        }
    }
}

/* text: a position, or N*TEXT: N times it, with '+' between. */
static char *spell(const char *text)
{
    char *end;
    const size_t n = strtoul(text, &end, 10);
    if (*end != '@')
        return strdup(text);
    const size_t length = strlen(end + 1);
    char *all = malloc(n * (length + 1) + 1), *at = all;
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "%s%s", i ? "+" : "", end + 1);
    return all;
}

static void try_positions(const char *spec, const char *const texts[])
{
    struct game game;
    cr_assert_eq(game_open(rulesets, spec, &game), STATUS_OK);
    struct ends e = {.game = &game, .seed = draw_seed(1)};
    e.positions = fence(POINT_PARTS_MAX * sizeof(struct position));
    e.runs = fence(POINT_PARTS_MAX * sizeof(struct point_run));
    e.point = fence(sizeof(struct point));
    for (size_t i = 0; texts[i]; i++) {
        char *text = spell(texts[i]);
        struct position p;
        if (!game.rules->parse(game.self, text, &p))
            walk_parts(&e, p);
        free(text);
    }
    heap_slots(&game);
    unfence(e.positions);
    unfence(e.runs);
    unfence(e.point);
    game_close(&game);
}

Test(bounds, largest_heaps, .init = cr_redirect_stderr)
{
    static const char *const games[] = {
        "nim",
        "nim:players=3",
        "octal:0.77",
        "octal:4.7",
        "octal:0.137",
        "subtraction:1,2",
        "top-entails",
        "top-entails:empty=lose",
        "top-entails:reply=elsewhere",
        "top-entails:reply=any",
        "entailing-nim",
        "entailing-nim:reply=elsewhere,alone=lapse",
    };
    static const char *const texts[] = {
        "0",
        "511@1",
        "512@1",
        "510@1+5",
        "511@2",
        "230@2",
        "114@4",
        "459",
        "3000",
        "70000",
        "90@*1",
        "1+t2+e3+*4",
        "[1]+2",
        "[300]+2+2",
        "(2)+3+3",
        "115@t1",
        "30@1+30@2+20",
        "500+400+300",
        "1+2+3+4+5+6+7+8+9",
        "[0]+4",
        "1000+1000",
        NULL,
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        try_positions(games[i], texts);
}

Test(bounds, largest_boards, .init = cr_redirect_stderr)
{
    static const char *const cakes[] = {
        "1x1",         "255x255",        "180x180",
        "512*2x3",     "511*180x180",    "1100*2x3",
        "65535*2x3",   "4294967297*2x3", "2*12x1+9x1+7x1+5x1",
        "258*255x255", "257*255x255",    NULL};
    static const char *const frogs[] = {
        "", "T",
        "TTTTTTTTTTTTTTTTTTTTTTTTTTTTT______FFFFFFFFFFFFFFFFFFFFFFFFFFFF",
        "T_T_T_T_T_T_T_T_T_T_T_T_T_T_T_T_F_F_F_F_F_F_F_F_F_F_F_F_F_F_F_F",
        NULL};
    static const char *const rows[] = {
        "120", "60 60", "0+*255", "1 118 1+*255", "119 1", "40 40 40+*9", NULL};
    static const char *const boards[] = {
        ".",
        "......../......../......../......../......../......../......../"
        "........",
        "....", "./././././.", NULL};
    try_positions("maundy-cake", cakes);
    try_positions("toads-and-frogs", frogs);
    try_positions("domineering", boards);
    try_positions("end-nim", rows);
    try_positions("end-nim:players=impartial", rows);
    try_positions("end-nim:play=loop,beside=255", rows);
}
