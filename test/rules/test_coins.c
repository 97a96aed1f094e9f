/* Strings-and-Coins on graphs: drawn graphs against play, with an oracle that
 * reads a position's text by itself; and files, good and damaged. */
#include "engine/value/loony.h"
#include "rules/coins.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/program.h"
#include "test/common/solved.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NIM = 8, STRINGS = 8 };

struct play {
    unsigned n;
    char end[STRINGS][2];
    signed char won[NIM][1 << STRINGS]; /* -1: not known */
};

/* The ends of all strings, and which of them are left, from a position. */
static unsigned read_text(struct play *p, const char *text)
{
    unsigned set = 0;
    p->n = 0;
    for (const char *c = text; *c; c++)
        if (*c == '-' || *c == '.') {
            cr_assert_lt(p->n, STRINGS);
            p->end[p->n][0] = c[-1];
            p->end[p->n][1] = c[1];
            set |= (unsigned)(*c == '-') << p->n++;
        }
    return set;
}

/* Is this a coin without a string? */
static bool is_loose(const struct play *p, unsigned set, char coin)
{
    for (unsigned i = 0; i < p->n; i++)
        if (set >> i & 1 && (p->end[i][0] == coin || p->end[i][1] == coin))
            return false;
    return coin != '0';
}

static bool wins(struct play *p, unsigned set, unsigned heap)
{
    signed char *won = &p->won[heap][set];
    if (*won >= 0)
        return *won;
    bool w = false;
    for (unsigned k = 0; k < heap && !w; k++)
        w = !wins(p, set, k);
    for (unsigned i = 0; i < p->n && !w; i++) {
        const unsigned after = set & ~(1u << i);
        if (set != after)
            w = (is_loose(p, after, p->end[i][0]) ||
                 is_loose(p, after, p->end[i][1])) == wins(p, after, heap);
    }
    *won = w;
    return w;
}

static void check_graph(const char *graph)
{
    static struct play play;
    struct solved s;
    char spec[PARAM_SPEC_MAX], text[64];
    struct grid grid;
    snprintf(spec, sizeof spec, "strings-and-coins:graph=%s", graph);
    solved_open(&s, spec, "loony");
    cr_expect_str_eq(s.game.spec, spec);
    cr_assert_eq(grid_open(grid_kinds, "sets", &s.game, &grid), STATUS_OK);
    memset(play.won, -1, sizeof play.won);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct point point;
        struct position again;
        grid_unrank(&grid, i, &point);
        s.game.rules->print(s.game.self, point.position, text, sizeof text);
        cr_assert_eq(s.game.rules->parse(s.game.self, text, &again), STATUS_OK);
        cr_assert(position_equal(again, point.position), "%s", text);
        const unsigned set = read_text(&play, text);
        uint64_t k = 0;
        while (k < NIM && wins(&play, set, (unsigned)k))
            k++;
        cr_assert_eq(solved_value(&s, point.position), k < NIM ? k : LOONY,
                     "%s", text);
    }
    cr_expect_eq(grid.count, 1u << play.n, "%s", graph);
    grid_close(&grid);
    solved_close(&s);
}

/* Two loops at a coin, a string that ties nothing, and what is one component
 * or more. */
Test(coins, graphs_against_play)
{
    static const char *const graphs[] = {
        "ab",    "aa",      "00",        "0a",      "0aa0",        "0abc0/bd",
        "abcda", "0a0/b0b", "aba/0a/00", "abcdbea", "0abcd0/ab/cd"};
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        check_graph(graphs[i]);
}

static void write_file(const char *folder, const char *name, const char *text,
                       size_t n)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(text, 1, n, file), n);
    cr_assert_eq(fclose(file), 0);
}

/* How often each pair of ends is joined. */
static void count_pairs(const struct coins *c, unsigned pairs[128][128])
{
    for (uint32_t i = 0; i < c->strings; i++) {
        char ends[2] = {'0', '0'};
        uint32_t at = 0;
        for (const char *t = c->text; t[1]; t++)
            if (t[0] != '/' && t[1] != '/' && at++ == i) {
                ends[0] = t[0];
                ends[1] = t[1];
            }
        const int swap = ends[0] > ends[1];
        pairs[(int)ends[swap]][(int)ends[1 - swap]]++;
    }
}

/* Drawn files: the trails have the strings of the file, and are played as play
 * says. */
Test(coins, drawn_files)
{
    static const char ends[] = "0abcd";
    uint64_t seed = draw_seed(22);
    char folder[64], path[96];
    store_folder_make(folder);
    for (unsigned round = 0; round < 30; round++) {
        static unsigned wanted[128][128], found[128][128];
        const unsigned n = 1 + (unsigned)draw(&seed, STRINGS - 1);
        char text[512];
        char trails[PARAM_TEXT_MAX];
        struct coins coins;
        size_t used = 0;
        memset(wanted, 0, sizeof wanted);
        memset(found, 0, sizeof found);
        for (unsigned i = 0; i < n; i++) {
            const char a = ends[draw(&seed, 5)], b = ends[draw(&seed, 5)];
            wanted[(int)(a < b ? a : b)][(int)(a < b ? b : a)]++;
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                i % 2 ? "%c\t%c  # string %u\r\n" : "\n %c %c # %u\n", a, b, i);
        }
        write_file(folder, "g", text, used);
        snprintf(path, sizeof path, "%s/g", folder);
        cr_assert_eq(coins_read(path, trails), STATUS_OK, "%s", text);
        cr_assert_eq(coins_parse(trails, &coins), STATUS_OK, "%s", trails);
        cr_expect_eq(coins.strings, n);
        count_pairs(&coins, found);
        cr_expect_arr_eq(found, wanted, sizeof found, "%s: %s", text, trails);
        check_graph(trails);
    }
    store_folder_remove(folder);
}

static void check_file(const char *folder, const char *text, size_t n,
                       enum status wanted, const char *trails)
{
    char path[96], found[PARAM_TEXT_MAX] = "";
    write_file(folder, "g", text, n);
    snprintf(path, sizeof path, "%s/g", folder);
    cr_expect_eq(coins_read(path, found), wanted, "%s", text);
    if (!wanted)
        cr_expect_str_eq(found, trails, "%s", text);
}

Test(coins, files, .init = cr_redirect_stderr)
{
    static const struct {
        const char *text;
        enum status st;
        const char *trails;
    } files[] = {
        {"a b\nb c\nc a\na ground\n", STATUS_OK, "abca0"},
        {"x ground\n", STATUS_OK, "x0"},
        {"one two\ntwo three\n", STATUS_OK, "abc"},
        {"a b\nc d", STATUS_OK, "ab/cd"},
        {"boxes\no\n", STATUS_OK, "0a0a0"},
        {"# a corner\nboxes # of three\noo\no.\n", STATUS_OK, "0a0bac0b0c0"},
        {"boxes\n.o\n\no\n", STATUS_OK, "0a0a0b0b0"},
        {"", STATUS_FORMAT, NULL},
        {"# nothing\n\n", STATUS_FORMAT, NULL},
        {"boxes\n", STATUS_FORMAT, NULL},
        {"a\n", STATUS_FORMAT, NULL},
        {"a b c\n", STATUS_FORMAT, NULL},
        {"a b\nboxes\no\n", STATUS_FORMAT, NULL},
        {"boxes\nox\n", STATUS_FORMAT, NULL},
        {"a -\n", STATUS_FORMAT, NULL},
        {"a b\xff\n", STATUS_FORMAT, NULL},
        {"a abcdefghijklmnopqrstuvwxyz\n", STATUS_FORMAT, NULL},
        {"a b\x1b[2J\n", STATUS_FORMAT, NULL},
    };
    char folder[64], many[4096], trails[PARAM_TEXT_MAX];
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_file(folder, files[i].text, strlen(files[i].text), files[i].st,
                   files[i].trails);
    check_file(folder, "a b\0c d\n", 8, STATUS_FORMAT, NULL);
    size_t n = 0;
    for (int i = 0; i < 62; i++)
        n += (size_t)snprintf(many + n, sizeof many - n, "c%d c%d\n", i, i + 1);
    check_file(folder, many, n, STATUS_RANGE, NULL);
    n = 0;
    for (int i = 0; i < 118; i++)
        n += (size_t)snprintf(many + n, sizeof many - n, "a b\n");
    check_file(folder, many, n, STATUS_RANGE, NULL);
    check_file(
        folder, many, n - 4, STATUS_OK,
        "abababababababababababababababababababababababababababababababab"
        "abababababababababababababababababababababababababab"
        "ab");
    cr_expect_eq(coins_read(folder, trails), STATUS_IO);
    cr_expect_eq(coins_read("no such file", trails), STATUS_IO);
    store_folder_remove(folder);
}

Test(coins, what_is_no_graph_or_position, .init = cr_redirect_stderr)
{
    static const char *const graphs[] = {"a",   "ab/", "/ab", "ab//bc",
                                         "a-b", "@ab", "a/b"};
    static const char *const bad[] = {
        "",    "0-a",      "0-a-b-c-0", "0-a-b",     "0-a-b/b", "0-a-b/b-c++",
        "0ab", "0-a-b/bc", "0a-b/b-c",  "0-a-b/b-c "};
    struct game game;
    struct position p;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "strings-and-coins:graph=%s", graphs[i]);
        cr_expect_neq(game_open(rulesets, spec, &game), STATUS_OK, "%s",
                      graphs[i]);
    }
    cr_assert_eq(game_open(rulesets, "strings-and-coins:graph=0ab/bc", &game),
                 STATUS_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_neq(game.rules->parse(game.self, bad[i], &p), STATUS_OK, "%s",
                      bad[i]);
    cr_expect_eq(game.rules->parse(game.self, "0ab/bc+", &p), STATUS_OK);
    cr_expect_eq(game.rules->parse(game.self, "0-a.b/b-c", &p), STATUS_OK);
    game_close(&game);
}

/* A board of Dots and Boxes is a graph, whose coins are its boxes. */
Test(coins, boards_of_boxes)
{
    char folder[64];
    store_folder_make(folder);
    write_file(folder, "b", "boxes\noo\noo\n", 12);
    write_file(folder, "c", "# the same\n\nboxes\noo\noo", 23);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "strings-and-coins:graph=@b",
                            "--ask", "loony", "--grid", "sets", "-q", "-o",
                            "b.h5")));
    program_wants(folder, 0, WORDS("query", "b.h5", "--by", "value"),
                  "value  rows\n    0  1372\n    1  1468\n    2   396\n"
                  "    3   128\nloony   732\n");
    /* Named or told, it is the same game. */
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "strings-and-coins:graph=@c",
                            "--ask", "loony", "--grid", "sets", "-q", "-o",
                            "c.h5")));
    program_wants(folder, 0, WORDS("diff", "b.h5", "c.h5"),
                  "equal: 4096 rows\n");
    program_wants(
        folder, 0,
        WORDS("solve", "strings-and-coins:graph=@b", "0a0bac0bdc0d0"),
        "position  0-a-0-b-a-c-0-b-d-c-0-d-0\noutcome   P, by values\n"
        "value     0\nwinning   none\n");
    store_folder_remove(folder);
}

/* The archive holds the graph: without the file it is proved, resumed and
 * queried. A file is read for a command line only. */
Test(coins, archives_prove_without_the_file)
{
    char folder[64], path[96];
    store_folder_make(folder);
    write_file(folder, "g", "a b\nb c\nc 0\na 0\n", 16);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "strings-and-coins:graph=@g",
                            "--ask", "loony", "--grid", "sets", "-q", "-o",
                            "g.h5")));
    snprintf(path, sizeof path, "%s/g", folder);
    cr_assert_eq(remove(path), 0);
    char *text = program_text(folder, 0, WORDS("verify", "--proof", "g.h5"));
    cr_expect_not_null(strstr(text, "proved"));
    free(text);
    free(program_text(folder, 0, WORDS("show", "g.h5", "--row", "3")));
    program_refuses(folder, 3,
                    WORDS("run", "--rules", "strings-and-coins:graph=@g",
                          "--ask", "loony", "--grid", "sets", "-o", "h.h5"),
                    "g: No such file");
    program_refuses(folder, 2,
                    WORDS("run", "--rules", "strings-and-coins:graph=@",
                          "--ask", "loony", "--grid", "sets", "-o", "h.h5"),
                    "no name of a file");
    program_refuses(folder, 2,
                    WORDS("run", "--rules", "strings-and-coins", "--ask",
                          "loony", "--grid", "sets", "-o", "h.h5"),
                    "name a graph");
    program_refuses(folder, 2,
                    WORDS("run", "--rules", "strings-and-coins:graph=ab",
                          "--ask", "loony", "--grid", "boards:rows=1,columns=1",
                          "-o", "h.h5"),
                    "no rows and columns");
    store_folder_remove(folder);
}
