/* contract_heaps.c - the promises about the moves of a single heap. */
#include "engine/base/log.h"
#include "engine/game/contract.h"

#include <stdlib.h>

/* Beside the heap whose moves are listed lies a larger one, so that an
 * obligation is never alone, and moves in it are told from those in the heap.
 */
enum { HEAP_MAX = 12, HEAP_BESIDE = 13 };

/* What moves make of a heap: pairs, the larger first, and whether they oblige.
 */
struct made {
    uint32_t a, b;
    bool obliges;
};

static bool made_equal(struct made x, struct made y)
{
    return x.a == y.a && x.b == y.b && x.obliges == y.obliges;
}

static bool contains(const struct made list[], size_t n, struct made m)
{
    size_t i = 0;
    while (i < n && !made_equal(list[i], m))
        i++;
    return i < n;
}

static struct made made_of(uint32_t a, uint32_t b, bool obliges)
{
    return a > b ? (struct made){a, b, obliges} : (struct made){b, a, obliges};
}

/* What is left of the heap in an option: false if the move was in the other
 * heap. *fault: more than two heaps are left. */
static bool left_of(const struct game *g, struct position option,
                    struct made *m, const char **fault)
{
    struct point parts = {.n = 0};
    uint32_t left[2] = {0, 0}, n = 0;
    bool beside = false;
    g->rules->parts(g->self, option, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        if (!beside && parts.size[i] == HEAP_BESIDE)
            beside = true;
        else if (n++ < 2)
            left[n - 1] = parts.size[i];
    }
    if (beside && n > 2)
        *fault = "a move makes more than two heaps of one";
    *m = made_of(left[0], left[1], game_obliged(g, option));
    return beside;
}

/* Every move that is said is an option, and the other way round, of those that
 * oblige or of those that do not. */
static const char *heap_fault(const struct game *g, bool oblige,
                              const struct made said[], size_t nsaid,
                              const struct position options[], size_t n,
                              struct made made[])
{
    const char *fault = NULL;
    size_t k = 0;
    for (size_t i = 0; i < n && !fault; i++)
        if (left_of(g, options[i], &made[k], &fault) &&
            made[k].obliges == oblige)
            k++;
    if (fault)
        return fault;
    for (size_t i = 0; i < nsaid; i++)
        if (!contains(made, k, said[i]))
            return oblige ? "heap->obliging has a move that options() has not"
                          : "heap->options has a move that options() has not";
    for (size_t i = 0; i < k; i++)
        if (!contains(said, nsaid, made[i]))
            return oblige ? "options() has a move that heap->obliging has not"
                          : "options() has a move that heap->options has not";
    return NULL;
}

/* The moves that heap->options lists; DISAGREE with text. */
static const char *say_options(const struct game *g, uint32_t size,
                               struct position *room, size_t n,
                               struct made said[])
{
    uint32_t(*pairs)[2] = (uint32_t(*)[2])room;
    if (g->rules->heap->options(g->self, size, pairs) != n ||
        contract_spoilt(room, n))
        return "heap->options gives more or fewer moves than it says";
    for (size_t i = 0; i < n; i++) {
        said[i] = made_of(pairs[i][0], pairs[i][1], false);
        if (said[i].a > size)
            return "heap->options makes a heap larger";
    }
    return NULL;
}

static const char *say_obliging(const struct game *g, uint32_t size,
                                struct position *room, size_t most,
                                struct made said[], size_t *n)
{
    uint32_t *left = (uint32_t *)room;
    *n = g->rules->heap->obliging(g->self, size, left);
    if (*n > most || contract_spoilt(room, most))
        return "heap->obliging gives more moves than the heap has counters";
    for (size_t i = 0; i < *n; i++) {
        said[i] = made_of(left[i], 0, true);
        if (left[i] > size)
            return "heap->obliging makes a heap larger";
    }
    return NULL;
}

static enum status check_heap(const struct game *g, struct position p,
                              uint32_t size, bool oblige, char broken[])
{
    size_t n, nsaid = size;
    struct position *out = NULL;
    if (!oblige)
        nsaid = g->rules->heap->options(g->self, size, NULL);
    struct position *room = contract_room(nsaid);
    enum status st = contract_options(g, p, LEFT, &out, &n, broken);
    struct made *said = calloc(nsaid + 1, sizeof *said);
    struct made *made = calloc(n + 1, sizeof *made);
    if (!st && !(room && said && made))
        st = log_error(STATUS_NOMEM, "moves of a heap");
    if (!st) {
        const char *fault =
            oblige ? say_obliging(g, size, room, nsaid, said, &nsaid)
                   : say_options(g, size, room, nsaid, said);
        if (!fault)
            fault = heap_fault(g, oblige, said, nsaid, out, n, made);
        if (fault)
            st = contract_broken(g, p, broken, fault);
    }
    free(room);
    free(said);
    free(made);
    free(out);
    return st;
}

static enum status check_heaps(const struct game *g, bool oblige, char broken[])
{
    enum status st = STATUS_OK;
    for (uint32_t size = 1; size <= HEAP_MAX && !st; size++) {
        const struct point point = {.n = 2, .size = {size, HEAP_BESIDE}};
        struct position p;
        if (!game_start(g, &point, &p))
            st = check_heap(g, p, size, oblige, broken);
    }
    return st;
}

enum status contract_heaps(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    if (!g->rules->heap || !g->rules->parts)
        return STATUS_OK;
    return check_heaps(g, false, broken);
}

enum status contract_obliging(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    if (!g->rules->heap || !g->rules->heap->obliging || !g->rules->parts)
        return STATUS_OK;
    return check_heaps(g, true, broken);
}
