/* stacks_check.c - are the values of Top Entails stacks in a table right? Of
 * every loony stack and of COUNT others, drawn by SEED, from the definition:
 *
 *     census run --rules top-entails:empty=lose --ask loony \
 *         --grid multisets:parts=1..1,size=1..1000000 -o stacks.h5
 *     census export stacks.h5 -o stacks.csv
 *     build/bench/stacks_check stacks.csv [COUNT [SEED]]
 *
 * Shares no code with the program. The table says the smaller stacks' values.
 * S(n) are the nimbers of all splits; k is in E(n) if it is not in S(n) and not
 * in E(n-1), and in E(0) (emptying a stack loses); so from n down to the last m
 * with k in S(m), E has it in turn. The value is the least of E(n), loony if
 * there is none. Exit status 1 if a value is another one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOUND = 16384, LOONY = BOUND, MOST = 100000000 };

struct table {
    uint16_t *value; /* of stacks 1..largest */
    long largest;
};

static void splits(const uint16_t value[], long n, uint8_t in_s[])
{
    memset(in_s, 0, BOUND);
    for (long a = 1, b = n - 1; a <= b; a++, b--)
        if (value[a] != LOONY && value[b] != LOONY)
            in_s[value[a] ^ value[b]] = 1;
}

/* The least nimber of E(n) below `end`, or LOONY. */
static int least_of_e(const uint16_t value[], long n, int end, uint8_t in_s[],
                      int8_t in_e[])
{
    int open = end;
    memset(in_e, -1, BOUND);
    for (long m = n; m > 0 && open; m--) {
        splits(value, m, in_s);
        for (int k = 0; k < end; k++)
            if (in_e[k] < 0 && in_s[k]) {
                in_e[k] = (n - m) % 2 == 1;
                open--;
            }
    }
    for (int k = 0; k < end; k++)
        if (in_e[k] < 0 ? n % 2 == 0 : in_e[k])
            return k;
    return LOONY;
}

/* Nimbers from it on are in no S of stacks to n. */
static int above_all(const uint16_t value[], long n)
{
    int above = 1;
    for (long a = 1; a < n; a++)
        while (value[a] != LOONY && above <= value[a])
            above *= 2;
    return above;
}

static int check(const uint16_t value[], long n, uint8_t in_s[], int8_t in_e[])
{
    const int end = value[n] == LOONY ? above_all(value, n) : value[n] + 1;
    const int found = least_of_e(value, n, end, in_s, in_e);
    if (found == value[n] && (found != LOONY || n % 2 == 1))
        return 1;
    printf("stack %ld: %d in the table (%d: loony) is not the least of E\n", n,
           value[n], LOONY);
    return 0;
}

/* Rows "row,heaps,counters,position,value,...". */
static int read_table(FILE *in, struct table *t)
{
    char line[256], text[32];
    long size;
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%*d,%*d,%*d,%ld,%31[^,\n]", &size, text) != 2)
            continue;
        if (size != t->largest + 1 || size > MOST)
            return 0;
        t->value[size] = strcmp(text, "loony") ? (uint16_t)atoi(text) : LOONY;
        if (t->value[size] > LOONY)
            return 0;
        t->largest = size;
    }
    return t->largest > 0;
}

int main(int argc, char **argv)
{
    FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
    const long count = argc > 2 ? atol(argv[2]) : 1000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    uint8_t *in_s = malloc(BOUND);
    int8_t *in_e = malloc(BOUND);
    int right = 1;
    long loony = 0;
    struct table t = {.value = calloc(MOST + 1, sizeof *t.value)};
    if (!in || !t.value || !in_s || !in_e || !read_table(in, &t)) {
        fputs("usage: stacks_check TABLE.csv [COUNT [SEED]]\n", stderr);
        return 2;
    }
    fclose(in);
    for (long n = 1; n <= t.largest; n++)
        if (t.value[n] == LOONY) {
            right &= check(t.value, n, in_s, in_e);
            printf("%ld,loony\n", n);
            loony++;
        }
    for (long i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        right &= check(t.value, 1 + (long)((seed >> 33) % (uint64_t)t.largest),
                       in_s, in_e);
    }
    printf("%ld loony stacks and %ld others of %ld: %s\n", loony, count,
           t.largest, right ? "right" : "wrong");
    free(t.value);
    free(in_s);
    free(in_e);
    return !right;
}
