/* stacks_plain.c - loony Top Entails stacks the plain way, as a second opinion
 * on rules/top_entails_stacks: sets of nimbers as arrays of bytes, E(n) = all
 * but S(n) and E(n-1) taken literally, every pair of a split visited.
 *
 *     build/bench/stacks_plain 700000
 *
 * Shares no code with the program. Where emptying a heap loses: E(0) = all.
 * To 700,000 it takes about 1.2e11 steps: minutes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOUND = 8192, LOONY = BOUND };

int main(int argc, char **argv)
{
    const long most = argc > 1 ? atol(argv[1]) : 40000;
    static const char *const usage = "usage: stacks_plain LARGEST\n";
    if (most < 1 || most > 10000000) {
        fputs(usage, stderr);
        return 2;
    }
    uint16_t *value = calloc((size_t)most + 1, sizeof *value);
    uint8_t *in_e = malloc(BOUND), *in_s = malloc(BOUND);
    if (!value || !in_e || !in_s)
        return 3;
    /* E(0) is everything, nimbers past the bound, too. */
    int rest_in_e = 1;
    memset(in_e, 1, BOUND);
    printf("heap,value\n");
    for (long n = 1; n <= most; n++) {
        memset(in_s, 0, BOUND);
        for (long a = 1; a <= n / 2; a++)
            if (value[a] != LOONY && value[n - a] != LOONY)
                in_s[value[a] ^ value[n - a]] = 1;
        for (int k = 0; k < BOUND; k++)
            in_e[k] = !in_s[k] && !in_e[k];
        rest_in_e = !rest_in_e; /* no split reaches past the bound, below */
        const uint8_t *first = memchr(in_e, 1, BOUND);
        if (first && first - in_e >= BOUND / 2)
            return fputs("the bound is too small\n", stderr), 3;
        if (!first && rest_in_e)
            return fputs("the bound is too small\n", stderr), 3;
        value[n] = first ? (uint16_t)(first - in_e) : LOONY;
        if (value[n] == LOONY) {
            printf("%ld,loony\n", n);
            fflush(stdout);
        }
    }
    free(value);
    free(in_e);
    free(in_s);
    return 0;
}
