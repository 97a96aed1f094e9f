/* crafted.c - every command, called with archives that lie (bear.h).
 *
 *    crafted [-n ARCHIVES] [-t SECONDS] [-s SEED]
 *
 * Prints what went wrong, and the counts. Exit status 1 if there is any.
 */
#include "test/common/draw.h"
#include "test/fuzz/bear.h"
#include "test/fuzz/craft.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    unsigned long most = 200;
    double seconds = 1e9;
    uint64_t seed = 1;
    for (int c; (c = getopt(argc, argv, "n:t:s:")) >= 0;)
        switch (c) {
        case 'n':
            most = strtoul(optarg, NULL, 10);
            break;
        case 't':
            seconds = strtod(optarg, NULL);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    struct bear_count n = {0};
    struct bear *b = bear_open();
    const time_t start = time(NULL);
    printf("crafted: seed %llu\n", (unsigned long long)seed);
    while (n.archives < most && difftime(time(NULL), start) < seconds) {
        uint8_t bytes[CRAFT_BYTES];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)draw(&seed, 256);
        /* Few bytes are few changes. */
        bear_try(b, bytes, 8 + draw(&seed, sizeof bytes - 8), &n);
    }
    bear_close(b);
    printf(
        "crafted: %lu archives (%lu can be opened, %lu verified), %lu calls: "
        "%lu wrong, %lu crashed, %lu hung, %lu escaped, %lu silent\n",
        n.archives, n.opened, n.passed, n.calls, n.wrong, n.crashed, n.hung,
        n.escaped, n.silent);
    return n.wrong || n.crashed || n.hung || n.escaped || n.silent;
}
