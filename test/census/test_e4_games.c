/* e4-games against play: every sum of up to three heaps of 1..5 that is P,
 * every move and every reply, outcomes by recursion over the whole sums. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Three heaps of at most TOP have at most 15 counters, so many heaps at most.
 */
enum { TOP = 5, BASE = 16, SUMS = BASE * BASE * BASE * BASE * BASE };

/* code[k]: what taking k counters may leave, as an octal digit. */
struct rules {
    unsigned code[TOP + 1];
    unsigned char outcome[SUMS]; /* 0: unknown; else P or N */
};

/* How many heaps of each size. */
struct sum {
    unsigned of[TOP + 1];
};

static void read_rules(const char *game, struct rules *r)
{
    memset(r, 0, sizeof *r);
    if (!strcmp(game, "nim"))
        for (unsigned k = 1; k <= TOP; k++)
            r->code[k] = 3;
    else if (!strncmp(game, "octal:0.", 8))
        for (unsigned k = 1; game[7 + k]; k++)
            r->code[k] = (unsigned)(game[7 + k] - '0');
    else
        for (const char *at = strchr(game, ':'); at; at = strchr(at + 1, ','))
            r->code[at[1] - '0'] = 3;
}

/* Every way to move in a heap: how many, and what each leaves. */
static unsigned moves_of(const struct rules *r, unsigned h, unsigned out[][2])
{
    unsigned n = 0;
    for (unsigned k = 1; k <= h; k++)
        for (unsigned a = 0; 2 * a <= h - k; a++) {
            const unsigned b = h - k - a, heaps = (a > 0) + (b > 0);
            if (!(r->code[k] >> heaps & 1))
                continue;
            out[n][0] = a;
            out[n++][1] = b;
        }
    return n;
}

static struct sum changed(struct sum s, unsigned h, const unsigned left[2])
{
    s.of[h]--;
    s.of[left[0]]++;
    s.of[left[1]]++;
    return s;
}

static bool is_p(struct rules *r, struct sum s)
{
    size_t key = 0;
    for (unsigned h = 1; h <= TOP; h++)
        key = key * BASE + s.of[h];
    if (r->outcome[key])
        return r->outcome[key] == 'P';
    bool p = true;
    for (unsigned h = 1; h <= TOP; h++) {
        unsigned left[TOP * TOP][2];
        const unsigned n = s.of[h] ? moves_of(r, h, left) : 0;
        for (unsigned i = 0; i < n; i++)
            if (is_p(r, changed(s, h, left[i])))
                p = false;
    }
    r->outcome[key] = p ? 'P' : 'N';
    return p;
}

/* Is there a winning reply in what a move in heap h of the sum has left? */
static bool at_home(struct rules *r, struct sum s, unsigned h)
{
    unsigned left[TOP * TOP][2], then[TOP * TOP][2];
    const unsigned n = moves_of(r, h, left);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct sum moved = changed(s, h, left[i]);
            const unsigned m = moves_of(r, left[i][k], then);
            for (unsigned j = 0; j < m; j++)
                if (is_p(r, changed(moved, left[i][k], then[j])))
                    return true;
        }
    return false;
}

/* The least heap with a winning reply at home, 0 if there is none. */
static unsigned least_heap(struct rules *r)
{
    unsigned least = 0;
    for (unsigned a = 0; a <= TOP; a++)
        for (unsigned b = a; b <= TOP; b++)
            for (unsigned c = b; c <= TOP; c++) {
                struct sum s = {{0}};
                const unsigned heaps[] = {a, b, c};
                for (unsigned i = 0; i < 3; i++)
                    s.of[heaps[i]]++;
                if (!is_p(r, s))
                    continue;
                for (unsigned i = 0; i < 3; i++)
                    if (heaps[i] && (!least || heaps[i] < least) &&
                        at_home(r, s, heaps[i]))
                        least = heaps[i];
            }
    return least;
}

Test(e4_games, every_sum_of_three_heaps)
{
    char folder[64];
    unsigned found[2] = {0};
    struct rules *r = malloc(sizeof *r);
    cr_assert(r);
    store_folder_make(folder);
    free(program_text(
        folder, 0,
        WORDS("run", "e4-games", "--heaps", "5", "-o", "g.h5", "--quiet")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "g.h5", "--rows", "100", "--json"));
    cr_assert_eq(json_array_size(rows), 80u);
    for (size_t i = 0; i < 80; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *game = program_field_text(row, "game");
        read_rules(game, r);
        const unsigned least = least_heap(r);
        cr_expect_eq(program_field_number(row, "heap"), least, "%s: %u", game,
                     least);
        cr_expect_str_eq(program_field_text(row, "elsewhere"),
                         least ? "no" : "yes", "%s", game);
        found[least > 0]++;
    }
    cr_expect(found[0] > 5 && found[1] > 5);
    json_decref(rows);
    store_folder_remove(folder);
    free(r);
}
