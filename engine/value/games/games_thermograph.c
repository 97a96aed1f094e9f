/* A game that is no integer has options on both sides. The Left scaffold is the
 * highest Right wall of a Left option less the tax, the Right scaffold the
 * lowest Left wall of a Right option plus the tax. They close in as the tax
 * grows; where they first meet is the temperature, and the mast stands there.
 * Below it the scaffolds are the walls.
 *
 * An integer's walls are its mast, from t = -1 on.
 */
#include "engine/value/games/games_thermograph.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A piecewise linear function of the tax; after the last point its slope goes
 * on. */
struct line {
    struct games_point *at;
    size_t n, cap;
};

struct drawing {
    struct games_worker *w;
    struct line left, right, scratch, taxed;
};

static const struct dyadic start = {-1, 0};

static enum status no_memory(void)
{
    return log_error(STATUS_NOMEM, "no memory for a thermograph");
}

static enum status append(struct line *line, struct games_point p)
{
    if (line->n == line->cap) {
        const size_t cap = line->cap ? 2 * line->cap : 16;
        struct games_point *at = realloc(line->at, cap * sizeof *at);
        if (!at)
            return no_memory();
        line->at = at;
        line->cap = cap;
    }
    line->at[line->n++] = p;
    return STATUS_OK;
}

/* Appends a point unless the line goes there by itself. */
static enum status turn(struct line *line, struct games_point p)
{
    return line->n && line->at[line->n - 1].slope == p.slope ? STATUS_OK
                                                             : append(line, p);
}

/* by: the distance from p's tax to t. */
static bool go(struct games_point p, struct dyadic by, struct dyadic *x)
{
    return p.slope == 0  ? (*x = p.x, true)
           : p.slope < 0 ? dyadic_subtract(p.x, by, x)
                         : dyadic_add(p.x, by, x);
}

static bool value_at(struct games_point p, struct dyadic t, struct dyadic *x)
{
    struct dyadic by;
    return dyadic_subtract(t, p.t, &by) && go(p, by, x);
}

/* Two lines followed upwards together. a, b: where they are at tax t. */
struct walk {
    const struct line *f, *g;
    size_t i, j;
    struct games_point a, b;
};

static struct walk begin(const struct line *f, const struct line *g)
{
    return (struct walk){f, g, 0, 0, f->at[0], g->at[0]};
}

/* The tax of the next point of either line; false if there is none. */
static bool next_point(const struct walk *k, struct dyadic *t)
{
    const bool f = k->i + 1 < k->f->n, g = k->j + 1 < k->g->n;
    if (f)
        *t = k->f->at[k->i + 1].t;
    if (g && (!f || dyadic_compare(k->g->at[k->j + 1].t, *t) < 0))
        *t = k->g->at[k->j + 1].t;
    return f || g;
}

static bool move_one(const struct line *f, size_t *i, struct games_point *a,
                     struct dyadic t)
{
    if (*i + 1 < f->n && !dyadic_compare(f->at[*i + 1].t, t)) {
        *a = f->at[++*i];
        return true;
    }
    struct games_point p = *a;
    a->t = t;
    return value_at(p, t, &a->x);
}

static bool move_to(struct walk *k, struct dyadic t)
{
    return move_one(k->f, &k->i, &k->a, t) && move_one(k->g, &k->j, &k->b, t);
}

/* Where a - b, which is not 0 and nears 0, is 0: false if it does not fit. */
static bool meeting(const struct walk *k, struct dyadic *t)
{
    struct dyadic apart;
    if (!dyadic_subtract(k->a.x, k->b.x, &apart))
        return false;
    int nearing = k->b.slope - k->a.slope; /* per unit of tax */
    if (nearing < 0) {
        nearing = -nearing;
        apart = dyadic_negate(apart);
    }
    return (nearing == 1 || dyadic_half(apart, &apart)) &&
           dyadic_add(k->a.t, apart, t);
}

/* Do the lines near each other at this tax? */
static bool near(const struct walk *k)
{
    const int above = dyadic_compare(k->a.x, k->b.x);
    return above > 0 ? k->a.slope < k->b.slope
                     : above < 0 && k->a.slope > k->b.slope;
}

/* On to the next point of either line or to where they meet; *more: false if
 * neither is left. */
static enum status advance(struct walk *k, bool *more)
{
    struct dyadic t, cross;
    *more = next_point(k, &t);
    if (near(k)) {
        if (!meeting(k, &cross))
            return STATUS_RANGE;
        if (!*more || dyadic_compare(cross, t) < 0)
            t = cross;
        *more = true;
    }
    return !*more || move_to(k, t) ? STATUS_OK : STATUS_RANGE;
}

/* The highest (lowest) of f and g, into *out. */
static enum status envelope(const struct line *f, const struct line *g,
                            bool highest, struct line *out)
{
    struct walk k = begin(f, g);
    out->n = 0;
    for (;;) {
        int above = dyadic_compare(k.a.x, k.b.x);
        above = above ? above : k.a.slope - k.b.slope;
        struct games_point p = (above > 0) == highest ? k.a : k.b;
        enum status st = turn(out, p);
        if (st)
            return st;
        bool more;
        st = advance(&k, &more);
        if (st || !more)
            return st;
    }
}

/* Adds the tax to a wall, or takes it away. */
static enum status tax(const struct games_point wall[], size_t n, int by,
                       struct line *out)
{
    out->n = 0;
    for (size_t i = 0; i < n; i++) {
        struct games_point p = wall[i];
        if (!go((struct games_point){p.t, p.x, by}, p.t, &p.x))
            return STATUS_RANGE;
        p.slope += by;
        enum status st = turn(out, p);
        if (st)
            return st;
    }
    return STATUS_OK;
}

static void swap(struct line *a, struct line *b)
{
    struct line x = *a;
    *a = *b;
    *b = x;
}

static struct games_thermograph *drawn(const struct games *g, uint32_t id);

/* The scaffold of one player, from the thermographs of the options. */
static enum status scaffold(struct drawing *d, uint32_t id, bool left,
                            struct line *out)
{
    const struct games *g = d->w->store;
    const size_t n = left ? games_lefts(g, id) : games_rights(g, id);
    out->n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct games_thermograph *o =
            drawn(g, left ? games_left(g, id, i) : games_right(g, id, i));
        enum status st = left ? tax(o->right, o->nright, -1, &d->taxed)
                              : tax(o->left, o->nleft, 1, &d->taxed);
        if (!st && i) {
            st = envelope(out, &d->taxed, left, &d->scratch);
            swap(out, &d->scratch);
        } else if (!st) {
            swap(out, &d->taxed);
        }
        if (st)
            return st;
    }
    return STATUS_OK;
}

/* Where the scaffolds first meet. */
static enum status find_mast(const struct drawing *d, struct games_point *mast)
{
    struct walk k = begin(&d->left, &d->right);
    assert(dyadic_compare(k.a.x, k.b.x) > 0);
    while (dyadic_compare(k.a.x, k.b.x)) {
        bool more;
        enum status st = advance(&k, &more);
        if (st)
            return st;
        assert(more);
    }
    *mast = (struct games_point){k.a.t, k.a.x, 0};
    return STATUS_OK;
}

/* Ends a scaffold at the mast. */
static enum status cut(struct line *line, struct games_point mast)
{
    while (line->n > 1 && dyadic_compare(line->at[line->n - 1].t, mast.t) >= 0)
        line->n--;
    return append(line, mast);
}

/* A thermograph with its points. */
struct drawn {
    struct games_thermograph graph;
    struct games_point points[];
};

static _Atomic(struct games_thermograph *) *place(const struct games *g,
                                                  uint32_t id)
{
    return &g->thermographs[(size_t)(id >> 2) * 2 + (id & 1)];
}

static struct games_thermograph *drawn(const struct games *g, uint32_t id)
{
    return atomic_load_explicit(place(g, id), memory_order_acquire);
}

static enum status keep(struct games_worker *w, uint32_t id,
                        struct games_thermograph graph, bool negated)
{
    const size_t n = graph.nleft + graph.nright;
    struct drawn *d = games_keep(w, sizeof *d + n * sizeof graph.left[0]);
    if (!d)
        return no_memory();
    memcpy(d->points, graph.left, graph.nleft * sizeof graph.left[0]);
    memcpy(d->points + graph.nleft, graph.right,
           graph.nright * sizeof graph.right[0]);
    for (size_t i = 0; negated && i < n; i++) {
        d->points[i].x = dyadic_negate(d->points[i].x);
        d->points[i].slope = -d->points[i].slope;
    }
    d->graph = graph;
    d->graph.left = d->points;
    d->graph.right = d->points + graph.nleft;
    games_touch(&w->store->has_thermographs);
    /* Another thread may have drawn the same: both stay. */
    atomic_store_explicit(place(w->store, id), &d->graph, memory_order_release);
    return STATUS_OK;
}

/* The thermograph of -G from that of G. */
static enum status mirror(struct games_worker *w, uint32_t id,
                          const struct games_thermograph *other)
{
    return keep(w, id,
                (struct games_thermograph){.mean = dyadic_negate(other->mean),
                                           .temperature = other->temperature,
                                           .left = other->right,
                                           .right = other->left,
                                           .nleft = other->nright,
                                           .nright = other->nleft},
                true);
}

static enum status keep_integer(struct games_worker *w, uint32_t id,
                                struct dyadic n)
{
    const struct games_point mast = {start, n, 0};
    return keep(w, id, (struct games_thermograph){n, start, &mast, &mast, 1, 1},
                false);
}

/* Of every nimber but 0 that of *: an option 0 taxed t is worth no less to
 * Left than *j taxed t, whose Right wall is min(t, 0). */
static enum status keep_nimber(struct games_worker *w, uint32_t id)
{
    const struct dyadic one = dyadic_integer(1), zero = dyadic_integer(0);
    const struct games_point left[] = {{start, one, -1}, {zero, zero, 0}};
    const struct games_point right[] = {{start, start, 1}, {zero, zero, 0}};
    return keep(w, id,
                (struct games_thermograph){zero, zero, left, right, 2, 2},
                false);
}

/* Draws a game whose options are drawn. */
static enum status draw(struct drawing *d, uint32_t id)
{
    struct dyadic x;
    struct games_point mast;
    const bool number = games_is_number(d->w->store, id);
    if (number && !games_dyadic(d->w->store, id, &x.num, &x.exp))
        return STATUS_RANGE;
    if (number && !x.exp)
        return keep_integer(d->w, id, x);
    enum status st = scaffold(d, id, true, &d->left);
    st = st ? st : scaffold(d, id, false, &d->right);
    st = st ? st : find_mast(d, &mast);
    st = st ? st : cut(&d->left, mast);
    st = st ? st : cut(&d->right, mast);
    return st ? st
              : keep(d->w, id,
                     (struct games_thermograph){mast.x, mast.t, d->left.at,
                                                d->right.at, d->left.n,
                                                d->right.n},
                     false);
}

/* Draws the game on top, or pushes what must be drawn before. */
static enum status step(struct drawing *d, struct games_stack *todo)
{
    const struct games *g = d->w->store;
    const uint32_t id = todo->at[todo->n - 1];
    const size_t before = todo->n, lefts = games_lefts(g, id),
                 rights = games_rights(g, id);
    bool room = true;
    if (drawn(g, id)) {
        todo->n--;
        return STATUS_OK;
    }
    if (lefts && games_is_nimber(g, id))
        return keep_nimber(d->w, id);
    if (id & 1) {
        const struct games_thermograph *other = drawn(g, games_negate(id));
        return other                                ? mirror(d->w, id, other)
               : games_push(todo, games_negate(id)) ? STATUS_OK
                                                    : STATUS_NOMEM;
    }
    for (size_t i = 0; lefts && rights && i < lefts + rights && room; i++) {
        const uint32_t x =
            i < lefts ? games_left(g, id, i) : games_right(g, id, i - lefts);
        room = drawn(g, x) || games_push(todo, x);
    }
    return !room ? STATUS_NOMEM : todo->n > before ? STATUS_OK : draw(d, id);
}

enum status games_thermograph(struct games_worker *w, uint32_t id,
                              const struct games_thermograph **thermograph)
{
    struct drawing d = {.w = w};
    struct games_stack todo = {0};
    enum status st = STATUS_OK;
    if (!drawn(w->store, id))
        st = games_push(&todo, id) ? STATUS_OK : STATUS_NOMEM;
    while (!st && todo.n)
        st = step(&d, &todo);
    free(d.left.at);
    free(d.right.at);
    free(d.scratch.at);
    free(d.taxed.at);
    free(todo.at);
    *thermograph = st ? NULL : drawn(w->store, id);
    return st;
}

enum status games_mean(struct games_worker *w, uint32_t id, struct dyadic *mean)
{
    const struct games_thermograph *t;
    enum status st = games_thermograph(w, id, &t);
    if (!st)
        *mean = t->mean;
    return st;
}

enum status games_temperature(struct games_worker *w, uint32_t id,
                              struct dyadic *temperature)
{
    const struct games_thermograph *t;
    enum status st = games_thermograph(w, id, &t);
    if (!st)
        *temperature = t->temperature;
    return st;
}

enum status games_stops(struct games_worker *w, uint32_t id,
                        struct dyadic *left, struct dyadic *right)
{
    const uint32_t l = games_left_stop(w, id), r = games_right_stop(w, id);
    if (l == GAMES_NONE || r == GAMES_NONE)
        return STATUS_NOMEM;
    return games_dyadic(w->store, l, &left->num, &left->exp) &&
                   games_dyadic(w->store, r, &right->num, &right->exp)
               ? STATUS_OK
               : STATUS_RANGE;
}

enum status games_wall(const struct games_thermograph *graph, bool left,
                       struct dyadic t, struct dyadic *x)
{
    const struct games_point *at = left ? graph->left : graph->right;
    size_t i = left ? graph->nleft : graph->nright;
    while (i > 1 && dyadic_compare(at[i - 1].t, t) > 0)
        i--;
    return value_at(at[i - 1], t, x) ? STATUS_OK : STATUS_RANGE;
}
