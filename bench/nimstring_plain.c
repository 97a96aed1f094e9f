/* nimstring_plain.c - Nimstring on a board of Dots and Boxes the plain way, as
 * a second opinion on rules/strings_and_coins: the value of every set of lines
 * still to be drawn in one byte, subsets before sets, and the rule of
 * complimenting moves taken literally.
 *
 *     build/bench/nimstring_plain 3 3
 *
 * Shares no code with the program. A line for each number of lines: how many
 * positions there are, how many are loony, how many are worth each nimber; then
 * the value of the whole board and the FNV-1a hash (64 bits) of all bytes, in
 * the order of the sets as numbers: line i is bit i, from the top, rows of
 * lines across and upright in turn; loony is 255.
 *
 * A move that completes a box leaves the same player to move: with options of
 * that kind all worth the same nimber c, and no other option worth it, the
 * position is worth c; with others of that kind it is loony. With none it is
 * worth the least nimber that is no option's. (Winning Ways, ch. 16.)
 *
 * 2 to the number of lines bytes: 16 MB for 3 x 3 boxes, 2 GB for 3 x 4.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOONY = 255, LINES_MAX = 32, VALUES = 32 };

struct board {
    unsigned rows, columns, lines;
    /* The other three lines of the one or two boxes beside each line; all bits
     * where there is none. */
    uint32_t box[LINES_MAX][2];
};

static void add_box(struct board *b, unsigned row, unsigned column)
{
    const unsigned above = row * (2 * b->columns + 1) + column;
    const unsigned left = above + b->columns;
    const unsigned line[] = {above, left, left + 1, left + 1 + b->columns};
    uint32_t all = 0;
    for (int i = 0; i < 4; i++)
        all |= UINT32_C(1) << line[i];
    for (int i = 0; i < 4; i++) {
        uint32_t *box = b->box[line[i]];
        box[box[0] != UINT32_MAX] = all ^ UINT32_C(1) << line[i];
    }
}

static struct board board_of(unsigned rows, unsigned columns)
{
    struct board b = {.rows = rows, .columns = columns};
    b.lines = rows * (2 * columns + 1) + columns;
    for (unsigned i = 0; i < LINES_MAX; i++)
        b.box[i][0] = b.box[i][1] = UINT32_MAX;
    for (unsigned r = 0; r < rows && b.lines < LINES_MAX; r++)
        for (unsigned c = 0; c < columns; c++)
            add_box(&b, r, c);
    return b;
}

static uint8_t value_of(const struct board *b, const uint8_t value[],
                        uint32_t set)
{
    uint32_t ordinary = 0;
    int complimenting = -1;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        const uint32_t *box = b->box[__builtin_ctz(rest)];
        const uint8_t v = value[set ^ (rest & -rest)];
        if ((set & box[0]) && (set & box[1])) {
            if (v != LOONY)
                ordinary |= UINT32_C(1) << v;
        } else if (v == LOONY || (complimenting >= 0 && complimenting != v)) {
            return LOONY;
        } else {
            complimenting = v;
        }
    }
    if (complimenting >= 0)
        return ordinary >> complimenting & 1 ? LOONY : (uint8_t)complimenting;
    return (uint8_t)__builtin_ctz(~ordinary);
}

static void print(const struct board *b, const uint8_t value[])
{
    static uint64_t number[LINES_MAX][LOONY + 1];
    const uint64_t n = UINT64_C(1) << b->lines;
    uint64_t hash = 0xcbf29ce484222325u;
    unsigned most = 0;
    for (uint64_t set = 0; set < n; set++) {
        const uint8_t v = value[set];
        number[__builtin_popcountll(set)][v]++;
        hash = (hash ^ v) * 0x100000001b3u;
        most = v != LOONY && v > most ? v : most;
    }
    printf("lines,positions,loony");
    for (unsigned v = 0; v <= most; v++)
        printf(",%u", v);
    for (unsigned k = 0; k <= b->lines; k++) {
        uint64_t all = number[k][LOONY];
        for (unsigned v = 0; v <= most; v++)
            all += number[k][v];
        printf("\n%u,%llu,%llu", k, (unsigned long long)all,
               (unsigned long long)number[k][LOONY]);
        for (unsigned v = 0; v <= most; v++)
            printf(",%llu", (unsigned long long)number[k][v]);
    }
    printf("\n# %u x %u boxes: the whole board is worth ", b->rows, b->columns);
    printf(value[n - 1] == LOONY ? "loony" : "%u", (unsigned)value[n - 1]);
    printf("; hash %016llx\n", (unsigned long long)hash);
}

int main(int argc, char **argv)
{
    const unsigned rows = argc == 3 ? (unsigned)atoi(argv[1]) : 0;
    const unsigned columns = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    if (rows < 1 || columns < 1 || rows > 9 || columns > 9 ||
        board_of(rows, columns).lines >= LINES_MAX) {
        fputs("usage: nimstring_plain ROWS COLUMNS (of boxes; at most 31 "
              "lines)\n",
              stderr);
        return 2;
    }
    const struct board b = board_of(rows, columns);
    uint8_t *value = malloc((size_t)1 << b.lines);
    if (!value) {
        fputs("nimstring_plain: out of memory\n", stderr);
        return 3;
    }
    value[0] = 0;
    for (uint64_t set = 1; set >> b.lines == 0; set++)
        value[set] = value_of(&b, value, (uint32_t)set);
    print(&b, value);
    free(value);
    return 0;
}
