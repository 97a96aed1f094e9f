/* strings_and_coins.c - Nimstring, Strings-and-Coins on the grid of a board of
 * Dots and Boxes or on any graph: draw a line (cut a string); who completes a
 * box (frees a coin) must move again, anywhere. Who cannot move loses, also
 * after a box.
 * (Winning Ways, ch. 16; Berlekamp, The Dots-and-Boxes Game, 2000.)
 *
 * A move that completes a box leaves an obligation: the opponent's only move is
 * to hand the turn back ("again"). Beside a Nim heap of k the player who
 * completed the box wins unless the rest is worth *k, and so the domain `loony`
 * gives such a position the set of all nimbers but that one.
 *
 * Notation: lines still to be drawn, from the top: c across, c + 1 upright,
 * c across, ... separated by '/': '_' and '|' are to be drawn, '.' is drawn; a
 * '+' at the end means again. The whole board of 1 row of 2 boxes is
 * "__/|||/__", or "1x2". A grid point of two parts r, c is the whole board.
 *
 * On a graph (coins.h) the notation is that of coins.h. A file is read when it
 * is named on a command line, "graph=@FILE", and never again: the game is
 * called by the graph itself.
 *
 * A position is the number of rows in bits 0-3, of columns in 4-7, again in bit
 * 8, and then the lines to be drawn, in the order of the notation. On a graph
 * rows and columns are 0.
 *
 * Known: of the 4,096 positions of 2 x 2 boxes 732 are loony, and the whole
 * board is worth 0.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"
#include "rules/coins.h"

#include <stdlib.h>
#include <string.h>

enum { AGAIN_BIT = 8, LINES_BIT = 9, SIDE_MAX = 15 };

/* A position, unpacked. Bit i of left: line i is still to be drawn. */
struct board {
    uint32_t rows, columns; /* of boxes; both 0: no board, or a graph */
    bool again;
    lines left;
};

static uint32_t lines_of(uint32_t rows, uint32_t columns)
{
    return rows * (2 * columns + 1) + columns;
}

static struct position pack(struct board b)
{
    const lines all = b.left << LINES_BIT | (unsigned)(b.again << AGAIN_BIT) |
                      (b.columns << 4 | b.rows);
    return (struct position){(uint64_t)all, (uint64_t)(all >> 64)};
}

static struct board unpack(struct position p)
{
    const lines all = (lines)p.hi << 64 | p.lo;
    return (struct board){.rows = p.lo & 15,
                          .columns = p.lo >> 4 & 15,
                          .again = p.lo >> AGAIN_BIT & 1,
                          .left = all >> LINES_BIT};
}

static const struct param params[] = {
    {.name = "graph",
     .type = PARAM_TEXT,
     .def = "board",
     .help = "board: boards of boxes; trails of coins, 0abc0/bd; @FILE: a file "
             "with a graph"},
};

/* The game's self: a graph; NULL: boards. */
static enum status open(const struct param_value v[], struct game *game)
{
    const char *graph = param_of(v, "graph")->text;
    game->self = NULL;
    game->traits = GAME_OBLIGES | GAME_SUMS;
    if (!strcmp(graph, "board")) {
        strcpy(game->spec, game->rules->name);
        return STATUS_OK;
    }
    struct coins *coins = malloc(sizeof *coins);
    if (!coins)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    enum status st = coins_parse(graph, coins);
    if (st)
        free(coins);
    else
        game->self = coins;
    return st;
}

static void close(void *self)
{
    free(self);
}

static bool fits(uint64_t rows, uint64_t columns)
{
    return rows > 0 && rows <= SIDE_MAX && columns > 0 && columns <= SIDE_MAX &&
           lines_of((uint32_t)rows, (uint32_t)columns) <= LINES_MAX;
}

static enum status too_large(void)
{
    return log_error(STATUS_RANGE,
                     "strings-and-coins: a board has 1 to %d rows and columns "
                     "of boxes and at most %d lines",
                     SIDE_MAX, LINES_MAX);
}

static struct board whole(uint32_t rows, uint32_t columns)
{
    return (struct board){rows, columns, false,
                          line(lines_of(rows, columns)) - 1};
}

static enum status start(const void *self, const struct point *point,
                         struct position *p)
{
    if (self)
        return log_error(STATUS_USAGE, "strings-and-coins: a graph has no "
                                       "positions with parts: its grid is "
                                       "\"sets\"");
    if (point->n != 2 || point->kind[0] != PART_OWN ||
        point->kind[1] != PART_OWN)
        return log_error(STATUS_USAGE, "strings-and-coins: a point has two "
                                       "parts: rows, columns of boxes");
    if (!fits(point->size[0], point->size[1]))
        return too_large();
    *p = pack(whole(point->size[0], point->size[1]));
    return STATUS_OK;
}

/* The four lines around a box. */
static lines around(const struct board *b, uint32_t row, uint32_t column)
{
    const uint32_t above = row * (2 * b->columns + 1) + column;
    const uint32_t left = above + b->columns;
    return line(above) | line(left) | line(left + 1) |
           line(left + 1 + b->columns);
}

static bool is_size(const char *text)
{
    const char *x = text + strspn(text, "0123456789");
    return x > text && *x == 'x' && x[1] && !x[1 + strspn(x + 1, "0123456789")];
}

static enum status parse_size(const char *text, struct position *p)
{
    const char *x = strchr(text, 'x');
    const unsigned long rows = strtoul(text, NULL, 10);
    const unsigned long columns = strtoul(x + 1, NULL, 10);
    if (!fits(rows, columns))
        return too_large();
    *p = pack(whole((uint32_t)rows, (uint32_t)columns));
    return STATUS_OK;
}

static enum status parse(const void *self, const char *text, struct position *p)
{
    if (self) {
        struct board b = {0};
        enum status st = coins_parse_position(self, text, &b.left, &b.again);
        *p = pack(b);
        return st;
    }
    if (is_size(text))
        return parse_size(text, p);
    const size_t columns = strcspn(text, "/+"), size = strlen(text);
    const bool again = size && text[size - 1] == '+';
    size_t sections = 1, i = 0;
    for (const char *c = text; *c; c++)
        sections += *c == '/';
    struct board b = {(uint32_t)(sections / 2), (uint32_t)columns, again, 0};
    if (sections % 2 && !fits(sections / 2, columns))
        return too_large();
    const char *c = text;
    for (size_t s = 0; s < sections && sections % 2; s++) {
        const size_t length = strcspn(c, "/+");
        if (length != columns + s % 2)
            break;
        for (size_t k = 0; k < length; k++, c++, i++)
            if (*c == (s % 2 ? '|' : '_'))
                b.left |= line((uint32_t)i);
            else if (*c != '.')
                return log_error(STATUS_USAGE,
                                 "position '%s', character %zu: must be %s or "
                                 ".",
                                 text, (size_t)(c - text) + 1,
                                 s % 2 ? "|" : "_");
        c += *c == '/' && s + 1 < sections;
    }
    c += again && *c == '+';
    if (*c || sections % 2 == 0 || i != lines_of(b.rows, b.columns))
        return log_error(STATUS_USAGE,
                         "position '%s': must be rows of lines with '/' "
                         "between them, one more upright than across: "
                         "\"__/|||/__\", or a size, \"2x3\"",
                         text);
    *p = pack(b);
    return STATUS_OK;
}

static size_t print(const void *self, struct position p, char out[], size_t cap)
{
    enum { TEXT_MAX = (SIDE_MAX + 1) * (2 * SIDE_MAX + 3) };
    const struct board b = unpack(p);
    char text[TEXT_MAX];
    size_t n = 0;
    lines left = b.left;
    if (self)
        return coins_print_position(self, b.left, b.again, out, cap);
    for (uint32_t s = 0; s < 2 * b.rows + 1 && b.rows; s++) {
        if (s)
            text[n++] = '/';
        for (uint32_t k = 0; k < b.columns + s % 2; k++, left >>= 1)
            text[n++] = left & 1 ? "_|"[s % 2] : '.';
    }
    if (b.again)
        text[n++] = '+';
    if (cap) {
        const size_t kept = n < cap ? n : cap - 1;
        memcpy(out, text, kept);
        out[kept] = 0;
    }
    return n;
}

static size_t options_max(const void *self, struct position p)
{
    const struct board b = unpack(p);
    (void)self;
    return b.again ? 1 : lines_count(b.left);
}

/* Is some box next to this line complete, now that it is drawn? */
static bool completes(const struct board *b, uint32_t drawn)
{
    const uint32_t width = 2 * b->columns + 1;
    const uint32_t row = drawn / width, at = drawn % width;
    if (at < b->columns)
        return (row < b->rows && !(b->left & around(b, row, at))) ||
               (row > 0 && !(b->left & around(b, row - 1, at)));
    const uint32_t right = at - b->columns;
    return (right < b->columns && !(b->left & around(b, row, right))) ||
           (right > 0 && !(b->left & around(b, row, right - 1)));
}

static size_t options(const void *self, struct position p, enum mover mover,
                      struct position out[])
{
    struct board b = unpack(p);
    size_t n = 0;
    (void)mover;
    if (b.again) {
        b.again = false;
        out[n++] = pack(b);
        return n;
    }
    for (lines rest = b.left; rest; rest &= rest - 1) {
        const uint32_t i = lines_lowest(rest);
        struct board after = b;
        after.left &= ~line(i);
        after.again =
            self ? coins_frees(self, after.left, i) : completes(&after, i);
        out[n++] = pack(after);
    }
    return n;
}

static uint64_t measure(const void *self, struct position p)
{
    const struct board b = unpack(p);
    (void)self;
    return 2 * lines_count(b.left) + b.again;
}

/* A grid of boards has one part, the number of boxes; other grids have two
 * parts, rows and columns. Lines are at most 3 for a box, and 1. */
static unsigned bits(const void *self, const struct grid_bounds *bounds)
{
    const uint64_t side = bounds->size;
    const uint64_t boxes = bounds->parts == 1 ? side : side * side;
    if (self)
        return LINES_BIT + ((const struct coins *)self)->strings;
    return boxes < 18 ? (unsigned)(LINES_BIT + 3 * boxes + 1) : 128;
}

static size_t states(const void *self, struct position p, struct position out[])
{
    struct board b = unpack(p);
    (void)self;
    b.again = false;
    out[0] = pack(b);
    b.again = true;
    out[1] = pack(b);
    return 2;
}

static size_t state(const void *self, struct position p)
{
    (void)self;
    return unpack(p).again;
}

static bool obliged(const void *self, struct position p)
{
    (void)self;
    return unpack(p).again;
}

/* The lines that hang together with the lowest one, over common boxes. */
static lines component(const struct board *b)
{
    lines all = line(lines_lowest(b->left)), before;
    do {
        before = all;
        for (uint32_t r = 0; r < b->rows; r++)
            for (uint32_t c = 0; c < b->columns; c++) {
                const lines box = around(b, r, c) & b->left;
                all |= box & all ? box : 0;
            }
    } while (all != before);
    return all;
}

/* The lines of a component, on the least board that has their boxes: equal
 * components anywhere are one position. */
static struct board crop(const struct board *b, lines part)
{
    uint32_t top = b->rows, bottom = 0, left = b->columns, right = 0;
    for (uint32_t r = 0; r < b->rows; r++)
        for (uint32_t c = 0; c < b->columns; c++)
            if (around(b, r, c) & part) {
                top = r < top ? r : top;
                bottom = r;
                left = c < left ? c : left;
                right = c > right ? c : right;
            }
    struct board small = {bottom - top + 1, right - left + 1, false, 0};
    const uint32_t width = 2 * b->columns + 1, less = 2 * small.columns + 1;
    for (; part; part &= part - 1) {
        const uint32_t i = lines_lowest(part), row = i / width - top;
        const uint32_t at = i % width;
        const bool upright = at >= b->columns;
        const uint32_t column = (upright ? at - b->columns : at) - left;
        small.left |= line(row * less + column + (upright ? small.columns : 0));
    }
    return small;
}

/* To hand the turn back is a part of its own, without lines. A part of a graph
 * stays where it is. */
static size_t split(const void *self, struct position p, struct position out[])
{
    struct board b = unpack(p);
    size_t n = 0;
    if (b.again)
        out[n++] = pack((struct board){.again = true});
    while (b.left) {
        const lines part = self ? coins_component(self, b.left) : component(&b);
        const struct board of_graph = {.left = part};
        out[n++] = pack(self ? of_graph : crop(&b, part));
        b.left &= ~part;
    }
    return n;
}

static uint32_t elements(const void *self, uint32_t rows, uint32_t columns)
{
    return self ? ((const struct coins *)self)->strings
                : lines_of(rows, columns);
}

/* Every set of lines that are still to be drawn; number i has the lines of the
 * bits of i. A graph is the board without rows and columns. */
static enum status board_count(const void *self, uint32_t rows,
                               uint32_t columns, uint64_t *number)
{
    if (self && (rows || columns))
        return log_error(STATUS_USAGE, "strings-and-coins: a graph has no rows "
                                       "and columns: its grid is \"sets\"");
    if (!self && !rows)
        return log_error(STATUS_USAGE,
                         "strings-and-coins: sets of which lines: name a "
                         "graph (graph=...), or use the grid \"boards\"");
    if (!self && !fits(rows, columns))
        return too_large();
    const uint32_t n = elements(self, rows, columns);
    *number = n < 63 ? UINT64_C(1) << n : UINT64_MAX;
    return STATUS_OK;
}

static struct position board_unrank(const void *self, uint32_t rows,
                                    uint32_t columns, uint64_t i)
{
    (void)self;
    return pack((struct board){rows, columns, false, i});
}

static bool board_rank(const void *self, struct position p, uint32_t *rows,
                       uint32_t *columns, uint64_t *i)
{
    const struct board b = unpack(p);
    *rows = b.rows;
    *columns = b.columns;
    *i = (uint64_t)b.left;
    return !b.again && (self || b.rows) && !(b.left >> 63);
}

static size_t groups(const void *self, uint32_t rows, uint32_t columns,
                     uint64_t out[])
{
    const struct coins *coins = self;
    const struct board b = {.rows = rows, .columns = columns};
    size_t n = 0;
    for (uint32_t i = 0; coins && i < coins->coins; i++)
        out[n++] = (uint64_t)coins->at[i];
    for (uint32_t i = 0; !coins && i < rows * columns; i++)
        out[n++] = (uint64_t)around(&b, i / columns, i % columns);
    return n;
}

const struct ruleset rules_strings_and_coins = {
    .name = "strings-and-coins",
    .summary = "Nimstring: draw a line (cut a string); who completes a box "
               "(frees a coin) moves again",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = open,
    .close = close,
    .start = start,
    .parse = parse,
    .print = print,
    .options_max = options_max,
    .options = options,
    .measure = measure,
    .bits = bits,
    .split = split,
    .obligation =
        &(const struct obligation_slots){
            .states = states,
            .state = state,
            .obliged = obliged,
        },
    .board =
        &(const struct board_slots){
            .count = board_count,
            .unrank = board_unrank,
            .rank = board_rank,
        },
    .set =
        &(const struct set_slots){
            .elements = elements,
            .groups = groups,
        },
    .from_file = coins_read,
    .positions = "_/|./.",
};
