#include "test/common/draw.h"
#include "test/fuzz/fuzz.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/redirect.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those whose inputs are texts or files; crafted archives have a test of their
 * own (test_crafted.c). */
enum { TARGETS = 6, SEEDS_MAX = 64, ROOM = 1 << 17 };

struct seeds {
    uint8_t *bytes[SEEDS_MAX];
    size_t size[SEEDS_MAX], n;
};

static void add_file(struct seeds *s, const char *path)
{
    FILE *in = fopen(path, "rb");
    cr_assert_not_null(in, "%s", path);
    cr_assert_lt(s->n, SEEDS_MAX);
    s->bytes[s->n] = malloc(ROOM);
    s->size[s->n] = fread(s->bytes[s->n], 1, ROOM, in);
    s->n++;
    fclose(in);
}

/* The corpus of a target; of archives, one that is made here. */
static void find_seeds(const struct fuzz *f, const char *name, struct seeds *s)
{
    char folder[64], path[400];
    s->n = 0;
    if (!strcmp(name, "archive")) {
        const uint8_t *bytes = fuzz_archive(f, &s->size[0]);
        s->bytes[s->n++] = memcpy(malloc(s->size[0]), bytes, s->size[0]);
        return;
    }
    snprintf(folder, sizeof folder, "test/fuzz/corpus/%s", name);
    DIR *dir = opendir(folder);
    cr_assert_not_null(dir, "%s", folder);
    for (struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            add_file(s, path);
        }
    closedir(dir);
    cr_assert_gt(s->n, 0);
}

/* Some changes of a few bytes: other bits, another byte, a piece cut out, a
 * piece of another seed put in, a number made large. */
static size_t change(const struct seeds *s, uint64_t *seed, uint8_t *out)
{
    const size_t from = draw(seed, s->n);
    size_t n = s->size[from];
    memcpy(out, s->bytes[from], n);
    for (size_t i = 0; i <= draw(seed, 4) && n; i++) {
        const size_t at = draw(seed, n);
        const size_t other = draw(seed, s->n);
        size_t length = 1 + draw(seed, 16);
        switch (draw(seed, 6)) {
        case 0:
            out[at] ^= (uint8_t)(1u << draw(seed, 8));
            break;
        case 1:
            out[at] = (uint8_t)draw(seed, 256);
            break;
        case 2:
            length = length < n - at ? length : n - at;
            memmove(out + at, out + at + length, n - at - length);
            n -= length;
            break;
        case 3:
            length = length < s->size[other] ? length : s->size[other];
            memmove(out + at + length, out + at, n - at);
            memcpy(out + at,
                   s->bytes[other] + draw(seed, s->size[other] - length + 1),
                   length);
            n += length;
            break;
        case 4:
            out[at] = (uint8_t) "0123456789:=+.,-[]()*"[draw(seed, 21)];
            break;
        default:
            n = at;
        }
    }
    return n;
}

ParameterizedTestParameters(fuzz, corpus_and_changes)
{
    static int numbers[TARGETS];
    for (int i = 0; i < TARGETS; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, TARGETS);
}

/* Enough to take a part of a second each. */
ParameterizedTest(int *number, fuzz, corpus_and_changes,
                  .init = cr_redirect_stderr, .timeout = 300)
{
    static const int tries[TARGETS] = {20000, 20000, 3000, 3000, 1000, 300};
    const struct fuzz_target *target = &fuzz_targets[*number];
    struct fuzz *f = fuzz_open();
    struct seeds seeds;
    uint64_t seed = draw_seed(1);
    uint8_t *bytes = malloc(2 * ROOM);
    cr_assert_str_eq(fuzz_targets[TARGETS].name, "crafted");
    find_seeds(f, target->name, &seeds);
    for (size_t i = 0; i < seeds.n; i++)
        target->one(f, seeds.bytes[i], seeds.size[i]);
    for (int i = 0; i < tries[*number]; i++)
        target->one(f, bytes, change(&seeds, &seed, bytes));
    for (size_t i = 0; i < seeds.n; i++)
        free(seeds.bytes[i]);
    free(bytes);
    fuzz_close(f);
}
