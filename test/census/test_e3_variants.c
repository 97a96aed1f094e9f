/* e3-variants against play from the definitions: three players by name, each
 * position played out by recursion without a memory. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAPS = 8, PLAYERS = 3 };

struct board {
    int n, heap[HEAPS];
    int turn; /* whose */
    int taken[PLAYERS];
};

/* All positions after a move; their number. */
static size_t moves(bool kayles, const struct board *b, struct board out[])
{
    size_t n = 0;
    for (int i = 0; i < b->n; i++)
        for (int take = 1; take <= (kayles ? 2 : b->heap[i]); take++)
            for (int a = 0; a <= b->heap[i] - take; a++) {
                const int left = b->heap[i] - take, other = left - a;
                if (left < 0 || a > other || (!kayles && a > 0))
                    continue;
                struct board to = *b;
                to.heap[i] = to.heap[--to.n];
                if (a)
                    to.heap[to.n++] = a;
                if (other)
                    to.heap[to.n++] = other;
                to.taken[b->turn] += take;
                to.turn = (b->turn + 1) % PLAYERS;
                out[n++] = to;
            }
    return n;
}

static int counters(const struct board *b)
{
    int total = 0;
    for (int i = 0; i < b->n; i++)
        total += b->heap[i];
    return total;
}

/* Who makes the last move if each prefers himself, then the next player. */
static int selfish(bool kayles, const struct board *b)
{
    struct board to[64];
    const size_t n = moves(kayles, b, to);
    int best = PLAYERS - 1; /* how far after the player to move */
    for (size_t i = 0; i < n; i++) {
        const int after = (selfish(kayles, &to[i]) - b->turn + 3) % PLAYERS;
        best = after < best ? after : best;
    }
    return (b->turn + best) % PLAYERS;
}

/* Does player 0 make the last move against two who part at k counters? */
static bool lone_wins(bool kayles, const struct board *b, int k)
{
    struct board to[64];
    const size_t n = moves(kayles, b, to);
    if (n == 0)
        return b->turn == 1;
    if (counters(b) <= k)
        return selfish(kayles, b) == 0;
    for (size_t i = 0; i < n; i++)
        if (lone_wins(kayles, &to[i], k) == (b->turn == 0))
            return b->turn == 0;
    return b->turn != 0;
}

/* The counters that player 0 has at the end against two. */
static int lone_takes(bool kayles, const struct board *b)
{
    struct board to[64];
    const size_t n = moves(kayles, b, to);
    int best = n ? -1 : b->taken[0];
    for (size_t i = 0; i < n; i++) {
        const int got = lone_takes(kayles, &to[i]);
        if (best < 0 || (b->turn == 0 ? got > best : got < best))
            best = got;
    }
    return best;
}

/* The results if each takes what is best for himself, as sets of
 * taken[0] * 64 + taken[1] * 8 + taken[2]; 1: possible. */
static void greedy(bool kayles, const struct board *b, bool result[512])
{
    struct board to[64];
    bool of[512];
    const size_t n = moves(kayles, b, to);
    const int shift = 6 - 3 * b->turn;
    int best = -1;
    memset(result, 0, 512 * sizeof *result);
    if (n == 0)
        result[b->taken[0] * 64 + b->taken[1] * 8 + b->taken[2]] = true;
    for (size_t i = 0; i < n; i++) {
        greedy(kayles, &to[i], of);
        for (int r = 0; r < 512; r++) {
            if (!of[r] || (r >> shift & 7) < best)
                continue;
            if ((r >> shift & 7) > best)
                memset(result, 0, 512 * sizeof *result);
            best = r >> shift & 7;
            result[r] = true;
        }
    }
}

static json_int_t number(const json_t *row, const char *game,
                         const char *column)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", game, column);
    return program_field_number(row, name);
}

static void check(const json_t *row, const char *game, struct board b)
{
    static const char *const seats[] = {"mover", "next", "previous"};
    const char *position = program_field_text(row, "position");
    const bool kayles = game[0] == 'k';
    char column[32];
    bool results[512];
    size_t n = 0;
    int first = -1;
    for (int i = 0; i < PLAYERS; i++) {
        b.turn = (PLAYERS - i) % PLAYERS; /* player 0 is i turns ahead */
        for (int k = 0; k <= 12; k += 3) {
            snprintf(column, sizeof column, "part_%d", k);
            cr_expect_eq((int)number(row, game, column) >> i & 1,
                         lone_wins(kayles, &b, k), "%s %s, %d, %d", game,
                         position, k, i);
        }
        snprintf(column, sizeof column, "lone_%s", seats[i]);
        cr_expect_eq(number(row, game, column), lone_takes(kayles, &b),
                     "%s %s: %s", game, position, column);
    }
    b.turn = 0;
    greedy(kayles, &b, results);
    for (int r = 0; r < 512; r++) {
        n += results[r];
        first = first < 0 && results[r] ? r : first;
    }
    cr_expect_eq(number(row, game, "results"), n, "%s %s", game, position);
    for (int i = 0; i < PLAYERS; i++) {
        snprintf(column, sizeof column, "score_%s", seats[i]);
        cr_expect_eq(number(row, game, column), first >> (6 - 3 * i) & 7,
                     "%s %s: %s", game, position, column);
    }
}

Test(e3_variants, as_three_players_play)
{
    char folder[64];
    size_t i;
    json_t *row;
    store_folder_make(folder);
    free(program_text(
        folder, 0,
        WORDS("run", "e3-variants", "--total", "7", "-o", "v.h5", "--quiet")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "v.h5", "--rows", "100", "--json"));
    cr_assert_eq(json_array_size(rows), 45u); /* partitions of 0..7 */
    json_array_foreach(rows, i, row)
    {
        struct board b = {0};
        const char *at = program_field_text(row, "position");
        for (char *end; *at; at = *end ? end + 1 : end) {
            const long size = strtol(at, &end, 10);
            if (size)
                b.heap[b.n++] = (int)size;
        }
        check(row, "nim", b);
        check(row, "kayles", b);
    }
    json_decref(rows);
    store_folder_remove(folder);
}
