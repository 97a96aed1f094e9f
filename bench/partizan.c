/* How fast does the store of partizan games put End-Nim rows into canonical
 * form, and what does a plain version take?
 *
 * Prints one CSV line per grid, version and threads: all rows of up to `heaps`
 * heaps of 1..`size`, by ascending total, a layer at a time, with every option
 * at hand. "store" is engine/value/games; "plain" is what stands below: the
 * same algorithm with one hash table of canonical forms and one memo of all
 * comparisons, single-threaded. Seconds are of processor time, the median of
 * --repeats; wall_s is the median of the wall clock.
 */
#include "engine/value/games/games.h"
#include "bench/common.h"
#include "engine/game/position.h"

#include <assert.h>
#include <omp.h>
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAPS_MAX = 20, OPTIONS_MAX = 64, TOTAL_MAX = 200, REPEATS_MAX = 25 };

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "bench: out of memory\n");
        exit(3);
    }
    return memory;
}

/* ---- plain: ids of canonical forms in one growing table ---- */

struct form {
    uint32_t *options; /* Left's, then Right's, ascending */
    uint32_t nleft, nright;
};

struct plain {
    struct form *forms;
    uint32_t n, cap;
    uint32_t *table; /* form id + 1 by hash */
    uint64_t *memo;  /* (a << 32 | b) << 1 | answer, + 1 << 63 */
    uint64_t table_size, memo_size, memo_used, computed;
};

static uint64_t form_hash(const struct form *f)
{
    uint64_t h = f->nleft;
    for (uint32_t i = 0; i < f->nleft + f->nright; i++)
        h = position_mix(h * 31 + f->options[i]);
    return h;
}

static struct plain *plain_new(void)
{
    struct plain *p = need(calloc(1, sizeof *p));
    p->table_size = p->memo_size = 1 << 10;
    p->table = need(calloc(p->table_size, sizeof *p->table));
    p->memo = need(calloc(p->memo_size, sizeof *p->memo));
    return p;
}

static void plain_free(struct plain *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        free(p->forms[i].options);
    free(p->forms);
    free(p->table);
    free(p->memo);
    free(p);
}

/* The place of a form, or the empty one where it belongs. */
static uint32_t *plain_place(struct plain *p, const struct form *f)
{
    uint64_t at = form_hash(f) & (p->table_size - 1);
    for (; p->table[at]; at = (at + 1) & (p->table_size - 1)) {
        const struct form *g = &p->forms[p->table[at] - 1];
        if (g->nleft == f->nleft && g->nright == f->nright &&
            !memcmp(g->options, f->options,
                    (f->nleft + f->nright) * sizeof *f->options))
            break;
    }
    return &p->table[at];
}

static uint32_t plain_intern(struct plain *p, const struct form *f)
{
    uint32_t *place = plain_place(p, f);
    if (*place)
        return *place - 1;
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 1024;
        p->forms = need(realloc(p->forms, p->cap * sizeof *p->forms));
    }
    const size_t bytes = (f->nleft + f->nright) * sizeof *f->options;
    struct form *g = &p->forms[p->n];
    *g = *f;
    g->options = need(malloc(bytes + 1));
    memcpy(g->options, f->options, bytes);
    *place = ++p->n;
    if (p->n > p->table_size / 2) {
        free(p->table);
        p->table_size *= 2;
        p->table = need(calloc(p->table_size, sizeof *p->table));
        for (uint32_t i = 0; i < p->n; i++)
            *plain_place(p, &p->forms[i]) = i + 1;
    }
    return p->n - 1;
}

static uint64_t *memo_place(uint64_t *memo, uint64_t size, uint64_t key)
{
    uint64_t at = position_mix(key) & (size - 1);
    while (memo[at] && (memo[at] << 1 >> 2) != key)
        at = (at + 1) & (size - 1);
    return &memo[at];
}

static bool plain_le(struct plain *p, uint32_t a, uint32_t b)
{
    const uint64_t key = (uint64_t)a << 31 | b;
    if (a == b)
        return true;
    uint64_t held = *memo_place(p->memo, p->memo_size, key);
    if (held)
        return held & 1;
    const struct form *f = &p->forms[a], *g = &p->forms[b];
    bool le = true;
    p->computed++;
    for (uint32_t i = 0; i < f->nleft && le; i++)
        le = !plain_le(p, b, f->options[i]);
    for (uint32_t i = 0; i < g->nright && le; i++)
        le = !plain_le(p, g->options[g->nleft + i], a);
    if (++p->memo_used > p->memo_size / 2) {
        uint64_t *memo = need(calloc(2 * p->memo_size, sizeof *memo));
        for (uint64_t i = 0; i < p->memo_size; i++)
            if (p->memo[i])
                *memo_place(memo, 2 * p->memo_size, p->memo[i] << 1 >> 2) =
                    p->memo[i];
        free(p->memo);
        p->memo = memo;
        p->memo_size *= 2;
    }
    *memo_place(p->memo, p->memo_size, key) = UINT64_C(1) << 63 | key << 1 | le;
    return le;
}

/* A list of options while a form is being made. */
struct list {
    uint32_t at[16 * OPTIONS_MAX];
    size_t n;
};

static void plain_add(struct list *list, uint32_t x)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == x)
            return;
    assert(list->n < sizeof list->at / sizeof list->at[0]);
    list->at[list->n++] = x;
}

static void plain_drop_dominated(struct plain *p, struct list *list, bool left)
{
    for (size_t i = 0; i < list->n;) {
        size_t j = 0;
        while (j < list->n &&
               (i == j || !(left ? plain_le(p, list->at[i], list->at[j])
                                 : plain_le(p, list->at[j], list->at[i]))))
            j++;
        if (j < list->n)
            list->at[i] = list->at[--list->n];
        else
            i++;
    }
}

/* x <= { left | right } or >=, by the lists of both sides. */
static bool plain_compare(struct plain *p, const struct list sides[2],
                          uint32_t x, bool at_most)
{
    const struct form *f = &p->forms[x];
    const struct list *against = &sides[at_most];
    for (size_t i = 0; i < against->n; i++)
        if (at_most ? plain_le(p, against->at[i], x)
                    : plain_le(p, x, against->at[i]))
            return false;
    const uint32_t *options = f->options + (at_most ? 0 : f->nleft);
    const uint32_t n = at_most ? f->nleft : f->nright;
    for (uint32_t i = 0; i < n; i++)
        if (plain_compare(p, sides, options[i], !at_most))
            return false;
    return true;
}

/* Replaces the first reversible option of a side; false if there is none. */
static bool plain_bypass(struct plain *p, struct list sides[2], bool right)
{
    struct list *list = &sides[right];
    for (size_t i = 0; i < list->n; i++) {
        const struct form *f = &p->forms[list->at[i]];
        const uint32_t *replies = f->options + (right ? 0 : f->nleft);
        for (uint32_t r = 0; r < (right ? f->nleft : f->nright); r++) {
            if (!plain_compare(p, sides, replies[r], !right))
                continue;
            const struct form *g = &p->forms[replies[r]];
            list->at[i] = list->at[--list->n];
            for (uint32_t k = 0; k < (right ? g->nright : g->nleft); k++)
                plain_add(list, g->options[right ? g->nleft + k : k]);
            return true;
        }
    }
    return false;
}

static int by_id(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t plain_make(struct plain *p, const uint32_t *options[2],
                           const size_t n[2])
{
    struct list sides[2];
    uint32_t run[32 * OPTIONS_MAX];
    for (int s = 0; s < 2; s++) {
        sides[s].n = 0;
        for (size_t i = 0; i < n[s]; i++)
            plain_add(&sides[s], options[s][i]);
        plain_drop_dominated(p, &sides[s], s == 0);
    }
    while (plain_bypass(p, sides, false) || plain_bypass(p, sides, true))
        ;
    for (int s = 0; s < 2; s++) {
        plain_drop_dominated(p, &sides[s], s == 0);
        qsort(sides[s].at, sides[s].n, sizeof(uint32_t), by_id);
        memcpy(run + (s ? sides[0].n : 0), sides[s].at,
               sides[s].n * sizeof *run);
    }
    const struct form form = {run, (uint32_t)sides[0].n, (uint32_t)sides[1].n};
    return plain_intern(p, &form);
}

/* ---- rows ---- */

/* All rows in ascending order of totals, and where each one's value is. */
struct rows {
    unsigned heaps, size;
    uint64_t n, first[HEAPS_MAX + 2]; /* numbers of rows of n heaps */
    uint64_t layer[TOTAL_MAX + 2];    /* of order[] */
    uint64_t *order;
    uint32_t *values;
};

static unsigned take_apart(const struct rows *rows, uint64_t number,
                           unsigned heaps[])
{
    unsigned n = 0;
    while (number >= rows->first[n + 1])
        n++;
    number -= rows->first[n];
    for (unsigned i = n; i-- > 0; number /= rows->size)
        heaps[i] = (unsigned)(number % rows->size) + 1;
    return n;
}

static uint64_t number_of(const struct rows *rows, const unsigned heaps[],
                          unsigned n)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < n; i++)
        number = number * rows->size + heaps[i] - 1;
    return rows->first[n] + number;
}

static void rows_init(struct rows *rows, unsigned size, unsigned heaps)
{
    uint64_t power = 1, next[TOTAL_MAX + 2] = {0};
    unsigned row[HEAPS_MAX];
    *rows = (struct rows){.heaps = heaps, .size = size};
    for (unsigned n = 0; n <= heaps; n++, power *= size)
        rows->first[n + 1] = rows->first[n] + power;
    rows->n = rows->first[heaps + 1];
    rows->order = need(malloc(rows->n * sizeof *rows->order));
    rows->values = need(malloc(rows->n * sizeof *rows->values));
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < rows->n; i++) {
            unsigned total = 0, n = take_apart(rows, i, row);
            for (unsigned k = 0; k < n; k++)
                total += row[k];
            if (pass)
                rows->order[next[total]++] = i;
            else
                rows->layer[total + 1]++;
        }
        for (unsigned t = 1; t < TOTAL_MAX + 2 && !pass; t++)
            rows->layer[t] += rows->layer[t - 1];
        memcpy(next, rows->layer, sizeof next);
    }
}

static void rows_release(struct rows *rows)
{
    free(rows->order);
    free(rows->values);
}

/* Values of the options at one end. */
static size_t end_options(const struct rows *rows, unsigned row[], unsigned n,
                          bool right, uint32_t out[])
{
    unsigned *heap = right ? &row[n - 1] : row;
    const unsigned whole = *heap;
    size_t count = 0;
    if (!n)
        return 0;
    out[count++] = rows->values[number_of(rows, right ? row : row + 1, n - 1)];
    for (*heap = 1; *heap < whole; ++*heap)
        out[count++] = rows->values[number_of(rows, row, n)];
    *heap = whole;
    return count;
}

static uint32_t solve(const struct rows *rows, uint64_t number, struct plain *p,
                      struct games_worker *w)
{
    unsigned row[HEAPS_MAX];
    uint32_t options[2][OPTIONS_MAX];
    unsigned heaps = take_apart(rows, number, row);
    const size_t n[] = {end_options(rows, row, heaps, false, options[0]),
                        end_options(rows, row, heaps, true, options[1])};
    if (p)
        return plain_make(p, (const uint32_t *[]){options[0], options[1]}, n);
    return games_make(w, options[0], n[0], options[1], n[1]);
}

static void solve_all(struct rows *rows, struct plain *p, struct games *g,
                      int threads)
{
#pragma omp parallel num_threads(threads)
    {
        struct games_worker *w =
            g ? games_worker(g, (unsigned)omp_get_thread_num()) : NULL;
        for (unsigned t = 0; t <= rows->heaps * rows->size; t++) {
#pragma omp for schedule(dynamic, 64)
            for (uint64_t i = rows->layer[t]; i < rows->layer[t + 1]; i++)
                rows->values[rows->order[i]] =
                    solve(rows, rows->order[i], p, w);
        }
    }
}

/* ---- measuring ---- */

struct sample {
    double cpu[REPEATS_MAX], wall[REPEATS_MAX];
    struct games_stats stats;
};

static void measure(struct rows *rows, bool plain, int threads, int repeats,
                    struct sample *s)
{
    for (int r = 0; r < repeats; r++) {
        struct plain *p = NULL;
        struct games *g = NULL;
        double cpu = bench_cpu(), wall = bench_wall();
        if (plain)
            p = plain_new();
        else if (games_open((unsigned)threads, &g))
            exit(3);
        solve_all(rows, p, g, threads);
        s->cpu[r] = bench_cpu() - cpu;
        s->wall[r] = bench_wall() - wall;
        if (g)
            games_stats(g, &s->stats);
        if (p)
            s->stats = (struct games_stats){
                .games = p->n,
                .game_bytes = p->n * sizeof(struct form) + p->table_size * 4,
                .cache_bytes = p->memo_size * 8,
                .opened = p->computed,
                .computed = p->computed};
        for (uint32_t i = 0; p && i < p->n; i++)
            s->stats.game_bytes +=
                (p->forms[i].nleft + p->forms[i].nright) * sizeof(uint32_t);
        if (p)
            plain_free(p);
        games_close(g);
    }
}

static void report(const struct rows *rows, bool plain, int threads,
                   int repeats)
{
    static struct sample zero;
    struct sample s = zero;
    struct rows copy = *rows;
    measure(&copy, plain, threads, repeats, &s);
    double cpu = bench_median(s.cpu, (size_t)repeats);
    double wall = bench_median(s.wall, (size_t)repeats);
    printf("%s,%u,%u,%llu,%d,%.4f,%.4f,%.2f,%llu,%.0f,%.0f,%.1f,%.1f\n",
           plain ? "plain" : "store", rows->size, rows->heaps,
           (unsigned long long)(rows->n - 1), threads, cpu, wall,
           1e6 * cpu / (double)rows->n, (unsigned long long)s.stats.games,
           (double)s.stats.games / cpu, (double)s.stats.opened / cpu,
           (double)s.stats.game_bytes / (double)s.stats.games,
           (double)s.stats.cache_bytes / 1048576);
    fflush(stdout);
}

int main(int argc, const char **argv)
{
    static const unsigned grids[][2] = {{4, 6}, {6, 6}, {10, 5}, {4, 9}};
    int repeats = 5, threads = 2;
    struct poptOption options[] = {
        {"repeats", 'r', POPT_ARG_INT | POPT_ARGFLAG_SHOW_DEFAULT, &repeats, 0,
         "runs of each line", "N"},
        {"threads", 't', POPT_ARG_INT | POPT_ARGFLAG_SHOW_DEFAULT, &threads, 0,
         "most threads", "N"},
        POPT_AUTOHELP POPT_TABLEEND};
    poptContext context = poptGetContext(NULL, argc, argv, options, 0);
    int rc = poptGetNextOpt(context);
    poptFreeContext(context);
    if (rc != -1 || repeats < 1 || repeats > REPEATS_MAX || threads < 1) {
        fprintf(stderr, "bench: bad option (--help)\n");
        return 2;
    }
    printf("version,size,heaps,rows,threads,cpu_s,wall_s,us_per_row,games,"
           "games_per_s,comparisons_per_s,bytes_per_game,cache_mib\n");
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        struct rows rows;
        rows_init(&rows, grids[i][0], grids[i][1]);
        report(&rows, true, 1, repeats);
        for (int t = 1; t <= threads; t *= 2)
            report(&rows, false, t, repeats);
        rows_release(&rows);
    }
    return 0;
}
