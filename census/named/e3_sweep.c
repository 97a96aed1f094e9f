/* e3_sweep.c - Nim for three players: two heaps and three heaps of one to
 * eight under both conventions, the scoring rule, and one against two. The
 * essay sweeps two heaps to eight and three heaps to five.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>
#include <string.h>

struct row {
    uint8_t heaps, a, b, c;
    uint8_t upstream, downstream, forcible, lone;
    uint32_t payoffs;
};

/* Labels of seats; a seat is stored as its number and one. */
static const char *const seats[] = {"UNSET", "mover", "next", "previous", NULL};
static const char *const forcers[] = {"UNSET", "nobody",   "mover",
                                      "next",  "previous", NULL};
enum { MOVER = 1, NEXT, PREVIOUS, NOBODY = 1 };

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, a, COLUMN_KEY, "counters", "smallest heap"),
    COLUMN(struct row, b, COLUMN_KEY, "counters", "second heap"),
    COLUMN(struct row, c, COLUMN_KEY, "counters", "third heap, 0 for none"),
    COLUMN_ENUM(struct row, upstream, COLUMN_FACT, seats,
                "who wins if each prefers himself, then the next player"),
    COLUMN_ENUM(struct row, downstream, COLUMN_FACT, seats,
                "who wins if each prefers himself, then the previous player"),
    COLUMN_ENUM(struct row, forcible, COLUMN_FACT, forcers,
                "who can force the last move against the other two"),
    COLUMN(struct row, lone, COLUMN_FACT, "bits",
           "bit i: a lone player who is i-th after the mover beats the other "
           "two"),
    COLUMN(struct row, payoffs, COLUMN_FACT, "bits",
           "bit 9a+3b+c: the mover, next and previous player may score a, b, "
           "c by two points for the last move and one for the one before"),
};

enum { UPSTREAM, DOWNSTREAM, FORCIBLE, SCORING, COALITION, GAMES };

static enum status e3_sweep_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *p = cell->point;
    uint64_t value[GAMES];
    enum status st = STATUS_OK;
    for (size_t g = 0; g < GAMES && !st; g++)
        st = ask_value(cell, g, &value[g]);
    if (st)
        return st;
    row->heaps = (uint8_t)p->n;
    row->a = (uint8_t)p->size[0];
    row->b = (uint8_t)p->size[1];
    row->c = (uint8_t)(p->n > 2 ? p->size[2] : 0);
    row->upstream = (uint8_t)(value[UPSTREAM] + 1);
    row->downstream = (uint8_t)(value[DOWNSTREAM] + 1);
    row->forcible = (uint8_t)value[FORCIBLE];
    row->payoffs = (uint32_t)value[SCORING];
    row->lone = (uint8_t)value[COALITION];
    return STATUS_OK;
}

/* The claims look at the essay's 71 positions only. */
struct counts {
    unsigned positions, differ, nobody, large, ties, like_up, like_down;
    char forced[120]; /* "1+1, 1+1+1": positions that somebody can force */
};

static const char *const names[] = {
    "heaps",      "a",        "b",       "c",    "upstream",
    "downstream", "forcible", "payoffs", "lone", NULL};
enum { HEAPS, A, B, C, UP, DOWN, FORCE, PAYOFFS, LONE, N_NAMES };

static bool in_essay(int64_t *const c[], uint64_t i)
{
    bool small = true;
    for (int k = A; k <= C; k++)
        small = small && c[k][i] <= 5;
    return c[HEAPS][i] == 2 || small;
}

/* The payoffs if the given seat wins: two points for it, one for the player
 * before it. */
static int64_t payoffs_of(int64_t seat)
{
    static const unsigned payoff[] = {
        [MOVER] = 2 * 9 + 0 + 1, [NEXT] = 1 * 9 + 2 * 3, [PREVIOUS] = 3 + 2};
    return (int64_t)1 << payoff[seat];
}

static void add_forced(struct counts *n, int64_t *const c[], uint64_t i)
{
    size_t used = strlen(n->forced);
    char third[8] = "";
    if (c[HEAPS][i] == 3)
        snprintf(third, sizeof third, "+%d", (int)c[C][i]);
    snprintf(n->forced + used, sizeof n->forced - used, "%s%d+%d%s",
             used ? ", " : "", (int)c[A][i], (int)c[B][i], third);
}

static void count_row(struct counts *n, int64_t *const c[], uint64_t i)
{
    int large = 0;
    for (int k = A; k <= C; k++)
        large += c[k][i] > 1;
    n->positions++;
    n->differ += c[UP][i] != c[DOWN][i];
    n->nobody += c[FORCE][i] == NOBODY;
    if (c[FORCE][i] != NOBODY)
        add_forced(n, c, i);
    n->large += large >= 2;
    n->ties += (c[PAYOFFS][i] & (c[PAYOFFS][i] - 1)) != 0;
    n->like_up += c[PAYOFFS][i] == payoffs_of(c[UP][i]);
    n->like_down += c[PAYOFFS][i] == payoffs_of(c[DOWN][i]);
}

static enum status count_rows(struct archive *a, struct counts *n)
{
    int64_t *c[N_NAMES];
    uint64_t rows;
    *n = (struct counts){0};
    enum status st = claims_columns(a, names, c, &rows);
    if (st)
        return st;
    for (uint64_t i = 0; i < rows; i++)
        if (in_essay(c, i))
            count_row(n, c, i);
    claims_release(c, names);
    return STATUS_OK;
}

static enum status swept(struct archive *a, char out[], size_t cap)
{
    struct counts n;
    enum status st = count_rows(a, &n);
    snprintf(out, cap, "%u", n.positions);
    return st;
}

static enum status conventions(struct archive *a, char out[], size_t cap)
{
    struct counts n;
    enum status st = count_rows(a, &n);
    snprintf(out, cap, "%u of %u", n.differ, n.positions);
    return st;
}

static enum status by_nobody(struct archive *a, char out[], size_t cap)
{
    struct counts n;
    enum status st = count_rows(a, &n);
    snprintf(out, cap, "%u of %u; the others: %s", n.nobody, n.positions,
             n.forced);
    return st;
}

static enum status large_heaps(struct archive *a, char out[], size_t cap)
{
    struct counts n;
    enum status st = count_rows(a, &n);
    snprintf(out, cap, "%u", n.large);
    return st;
}

static enum status scoring_rule(struct archive *a, char out[], size_t cap)
{
    struct counts n;
    enum status st = count_rows(a, &n);
    snprintf(out, cap, "%u; %u; %u", n.ties, n.like_up, n.like_down);
    return st;
}

static enum status look_up(struct archive *a, int64_t first, int64_t second,
                           int column, int64_t *value)
{
    int64_t *c[N_NAMES];
    uint64_t rows;
    const int64_t wanted[] = {2, first, second};
    enum status st = claims_columns(a, names, c, &rows);
    if (st)
        return st;
    *value = c[column][claims_find(c, wanted, 3, rows)];
    claims_release(c, names);
    return STATUS_OK;
}

static enum status one_and_two(struct archive *a, char out[], size_t cap)
{
    int64_t payoffs = 0;
    enum status st = look_up(a, 1, 2, PAYOFFS, &payoffs);
    snprintf(out, cap, "%s",
             payoffs == payoffs_of(NEXT)
                 ? "the second player wins, the mover scores one"
             : payoffs == payoffs_of(MOVER)
                 ? "the mover wins"
                 : "the third player wins, or there is a tie");
    return st;
}

static enum status two_and_two(struct archive *a, char out[], size_t cap)
{
    int64_t lone = 0;
    enum status st = look_up(a, 2, 2, LONE, &lone);
    snprintf(out, cap, "%s",
             lone & 1 ? "the lone player wins" : "the allies win");
    return st;
}

static const struct claim claims[] = {
    {.id = "E3.1",
     .text = "positions swept: three heaps to five, two heaps to eight",
     .printed = "71",
     .compute = swept},
    {.id = "E3.2",
     .text = "upstream and downstream disagree",
     .printed = "56 of 71",
     .compute = conventions},
    {.id = "E3.3",
     .text = "forcible by nobody",
     .printed = "65 of 71; the others: 1+1, 1+1+1, 1+1+2, 1+1+3, 1+1+4, 1+1+5",
     .compute = by_nobody},
    {.id = "E3.4",
     .text = "positions with two or more heaps of two or more",
     .printed = "58",
     .compute = large_heaps},
    {.id = "E3.5",
     .text = "scoring rule: ties; agrees with upstream; with downstream",
     .printed = "0; 71; 15",
     .compute = scoring_rule},
    {.id = "E3.6",
     .text = "1+2 under the scoring rule",
     .printed = "the second player wins, the mover scores one",
     .compute = one_and_two},
    {.id = "E3.11",
     .text = "2+2 with the lone player to move",
     .printed = "the allies win",
     .compute = two_and_two},
};

const struct census census_e3_sweep = {
    .name = "e3-sweep",
    .summary = "Nim for three players: conventions, scores, one against two",
    .version = 1,
    .games = {{"nim:players=3", "upstream"},
              {"nim:players=3", "downstream"},
              {"nim:players=3", "forcible"},
              {"nim:players=3", "scoring"},
              {"nim:players=3", "coalition"}},
    .grid = "multisets:parts=2..3,size=1..8",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e3_sweep_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
