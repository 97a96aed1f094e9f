/* Values read by descent. From the loosest to the tightest:
 *
 *   sum       signed {(+ | -) signed | +- choices}
 *   signed    [-] ordinal | +- choices
 *   ordinal   product {: product}
 *   product   dotted {* dotted}, but for a number and a star, see below
 *   dotted    value {.Tiny | .Miny | .Pow(n) | .PowTo(n) | .Cool(x) | .Heat(x)}
 *   value     { slashes } | ( sum ) | tiny x | miny x | [number][ups][star]
 *
 * A number, ups and a star written together are a sum, as CGSuite shows them:
 * 1^2*3 is 1 + ^2 + *3, and 3*2 is 3 + *2. A star between a number and what is
 * no digit is a product: 3*{1 | -1}.
 */
#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_reader.h"
#include "engine/value/games/games_text.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 1000, SIDES_MAX = 64 };

static enum status read_sum(struct games_reader *r, uint32_t *game);

/* A list of values up to `end`, a slash or both. */
struct list {
    uint32_t *at;
    size_t n;
};

static enum status read_list(struct games_reader *r, struct list *list)
{
    enum status st = STATUS_OK;
    games_reader_skip(r);
    *list = (struct list){NULL, 0};
    if (*r->at == '|' || *r->at == '}' || *r->at == ')')
        return STATUS_OK;
    do {
        uint32_t *longer = realloc(list->at, (list->n + 1) * sizeof *longer);
        if (!longer)
            return log_error(STATUS_NOMEM, "no memory for a value");
        list->at = longer;
        st = read_sum(r, &list->at[list->n]);
        list->n += !st;
    } while (!st && games_reader_eat(r, ","));
    return st;
}

/* The lists of {a || b | c} and the slashes after each. */
struct sides {
    struct list lists[SIDES_MAX];
    unsigned slashes[SIDES_MAX];
    size_t n;
};

static unsigned eat_slashes(struct games_reader *r)
{
    unsigned n = 0;
    while (games_reader_eat(r, "|"))
        n++;
    return n;
}

/* Lists first..last as a game, parted at the most slashes; one list is itself
 * what stands on that side. */
static enum status join(struct games_reader *r, struct sides *s, size_t first,
                        size_t last, struct list *out)
{
    size_t at = first;
    *out = s->lists[first];
    if (first == last)
        return STATUS_OK;
    for (size_t i = first + 1; i < last; i++)
        if (s->slashes[i] > s->slashes[at])
            at = i;
    for (size_t i = at + 1; i < last; i++)
        if (s->slashes[i] == s->slashes[at])
            return games_reader_refuse(
                r, "slashes that are read two ways ({a || b | c} or "
                   "{a | b || c})");
    struct list left, right;
    enum status st = join(r, s, first, at, &left);
    st = st ? st : join(r, s, at + 1, last, &right);
    if (st)
        return st;
    const uint32_t game = games_make(r->w, left.at, left.n, right.at, right.n);
    st = games_reader_made(r, game);
    /* The game is what stands here from now on, in the first list's place. */
    struct list *here = &s->lists[first];
    uint32_t *one = realloc(here->at, sizeof *one);
    if (!one)
        return log_error(STATUS_NOMEM, "no memory for a value");
    one[0] = game;
    *here = *out = (struct list){one, 1};
    return st;
}

/* Between braces; *out is one game, or a list if there is no slash. */
static enum status read_sides(struct games_reader *r, struct list *out,
                              bool *slashed)
{
    struct sides s = {.n = 0};
    enum status st = STATUS_OK;
    *out = (struct list){NULL, 0};
    for (bool more = true; more && !st;) {
        st = read_list(r, &s.lists[s.n]);
        s.slashes[s.n++] = st ? 0 : eat_slashes(r);
        more = s.slashes[s.n - 1] > 0;
        if (!st && more && s.n == SIDES_MAX)
            st = games_reader_refuse(r, "too many slashes");
    }
    if (!st && !games_reader_eat(r, "}"))
        st = games_reader_refuse(r, "',', '|' or '}' is missing");
    st = st ? st : join(r, &s, 0, s.n - 1, out);
    *slashed = s.n > 1;
    for (size_t i = st ? 0 : 1; i < s.n; i++)
        free(s.lists[i].at);
    if (st)
        *out = (struct list){NULL, 0};
    return st;
}

static enum status read_braces(struct games_reader *r, uint32_t *game)
{
    struct list sides;
    bool slashed;
    enum status st = read_sides(r, &sides, &slashed);
    if (!st && !slashed)
        st = games_reader_refuse(r, "braces without a '|'");
    if (!st)
        *game = sides.at[0];
    free(sides.at);
    return st;
}

static enum status read_dotted(struct games_reader *r, uint32_t *game);

static enum status read_tiny(struct games_reader *r, bool miny, uint32_t *game)
{
    uint32_t x;
    if (++r->depth > DEPTH_MAX)
        return games_reader_refuse(r, "tinies too deep");
    enum status st = read_dotted(r, &x);
    r->depth--;
    if (st)
        return st;
    *game = games_tiny(r->w, x);
    *game = miny && *game != GAMES_NONE ? games_negate(*game) : *game;
    return games_reader_made(r, *game);
}

static enum status read_brackets(struct games_reader *r, uint32_t *game)
{
    enum status st = read_sum(r, game);
    return st || games_reader_eat(r, ")")
               ? st
               : games_reader_refuse(r, "')' is missing");
}

static enum status read_value(struct games_reader *r, uint32_t *game)
{
    games_reader_skip(r);
    r->minus = r->minus && games_reader_at_digit(r);
    if (games_reader_eat(r, "{"))
        return read_braces(r, game);
    if (games_reader_eat(r, "("))
        return read_brackets(r, game);
    if (games_reader_eat(r, "tiny") || games_reader_eat(r, "\u29fe"))
        return read_tiny(r, false, game);
    if (games_reader_eat(r, "miny") || games_reader_eat(r, "\u29ff"))
        return read_tiny(r, true, game);
    return games_reader_together(r, game);
}

/* (x), a number, for what takes one. */
static enum status read_argument(struct games_reader *r, struct dyadic *x)
{
    uint32_t id;
    if (!games_reader_eat(r, "("))
        return games_reader_refuse(r, "'(' is missing");
    enum status st = read_brackets(r, &id);
    return st ? st
           : games_dyadic(games_store(r->w), id, &x->num, &x->exp)
               ? STATUS_OK
               : games_reader_refuse(r, "a number is missing");
}

/* .Pow(n), .PowTo(n): of {0 | H} only. */
static enum status raise(struct games_reader *r, bool to, uint32_t *game)
{
    const struct games *g = games_store(r->w);
    struct dyadic n;
    enum status st = read_argument(r, &n);
    if (st)
        return st;
    if (n.exp || n.num < 1 || n.num > GAMES_POWER_MAX)
        return games_reader_refuse(r, "a power that is not 1 to 1000");
    if (games_lefts(g, *game) != 1 || games_rights(g, *game) != 1 ||
        games_left(g, *game, 0) != GAMES_ZERO)
        return games_reader_refuse(r, "a power of a game that is not {0 | H}");
    *game = to ? games_power_to(r->w, *game, (unsigned)n.num)
               : games_power(r->w, *game, (unsigned)n.num);
    return games_reader_made(r, *game);
}

static enum status temper(struct games_reader *r, bool heat, uint32_t *game)
{
    struct dyadic t;
    enum status st = read_argument(r, &t);
    if (st)
        return st;
    if (t.num < 0)
        return games_reader_refuse(r, "a temperature below 0");
    *game = heat ? games_heat(r->w, *game, t) : games_cool(r->w, *game, t);
    return games_reader_made(r, *game);
}

static enum status read_dotted(struct games_reader *r, uint32_t *game)
{
    enum status st = read_value(r, game);
    while (!st && games_reader_eat(r, ".")) {
        const bool miny = games_reader_eat(r, "Miny");
        if (miny || games_reader_eat(r, "Tiny")) {
            *game = games_tiny(r->w, *game);
            *game = miny && *game != GAMES_NONE ? games_negate(*game) : *game;
            st = games_reader_made(r, *game);
        } else if (games_reader_eat(r, "PowTo"))
            st = raise(r, true, game);
        else if (games_reader_eat(r, "Pow"))
            st = raise(r, false, game);
        else if (games_reader_eat(r, "Cool"))
            st = temper(r, false, game);
        else if (games_reader_eat(r, "Heat"))
            st = temper(r, true, game);
        else
            st = games_reader_refuse(
                r, "none of Tiny, Miny, Pow, PowTo, Cool, Heat");
    }
    return st;
}

static enum status read_product(struct games_reader *r, uint32_t *game)
{
    enum status st = read_dotted(r, game);
    while (!st && games_reader_eat(r, "*")) {
        int64_t n;
        unsigned exp;
        if (!games_dyadic(games_store(r->w), *game, &n, &exp) || exp)
            return games_reader_refuse(r, "a product of what is no integer");
        st = read_dotted(r, game);
        if (!st) {
            *game = games_multiple(r->w, n, *game);
            st = games_reader_made(r, *game);
        }
    }
    return st;
}

static enum status read_ordinal(struct games_reader *r, uint32_t *game)
{
    enum status st = read_product(r, game);
    while (!st && games_reader_eat(r, ":")) {
        uint32_t upper;
        st = read_product(r, &upper);
        if (!st) {
            *game = games_ordinal_sum(r->w, *game, upper);
            st = games_reader_made(r, *game);
        }
    }
    return st;
}

static enum status choose(struct games_reader *r, const struct list *left,
                          uint32_t *game)
{
    uint32_t *right = malloc((left->n + 1) * sizeof *right);
    if (!right)
        return log_error(STATUS_NOMEM, "no memory for a value");
    for (size_t i = 0; i < left->n; i++)
        right[i] = games_negate(left->at[i]);
    *game = games_make(r->w, left->at, left->n, right, left->n);
    free(right);
    return games_reader_made(r, *game);
}

/* After a plus and minus: {a, b, .. | -a, -b, ..} of (a, b) or {a, b}, {x | -x}
 * of x. */
static enum status read_choices(struct games_reader *r, uint32_t *game)
{
    struct list left = {NULL, 0};
    enum status st;
    bool slashed;
    if (games_reader_eat(r, "(")) {
        st = read_list(r, &left);
        if (!st && !games_reader_eat(r, ")"))
            st = games_reader_refuse(r, "')' is missing");
    } else if (games_reader_eat(r, "{")) {
        st = read_sides(r, &left, &slashed);
    } else {
        st = read_ordinal(r, game);
        left = (struct list){game, 1};
        return st ? st : choose(r, &left, game);
    }
    st = st ? st : choose(r, &left, game);
    free(left.at);
    return st;
}

static bool eat_plus_minus(struct games_reader *r)
{
    return games_reader_eat(r, "+-") || games_reader_eat(r, "\u00b1");
}

static enum status read_signed(struct games_reader *r, uint32_t *game)
{
    if (eat_plus_minus(r))
        return read_choices(r, game);
    if (!games_reader_eat(r, "-"))
        return read_ordinal(r, game);
    r->minus = true;
    if (++r->depth > DEPTH_MAX)
        return games_reader_refuse(r, "signs too deep");
    enum status st = read_signed(r, game);
    r->depth--;
    if (!st)
        *game = games_negate(*game);
    return st;
}

static enum status read_sum(struct games_reader *r, uint32_t *game)
{
    if (++r->depth > DEPTH_MAX)
        return games_reader_refuse(r, "braces too deep");
    enum status st = read_signed(r, game);
    for (bool more = true; more && !st;) {
        uint32_t part;
        if (eat_plus_minus(r)) {
            st = read_choices(r, &part);
        } else if (games_reader_eat(r, "+")) {
            st = read_signed(r, &part);
        } else if (games_reader_eat(r, "-")) {
            st = read_signed(r, &part);
            part = st ? part : games_negate(part);
        } else {
            more = false;
            continue;
        }
        st = st ? st : games_reader_add(r, game, part);
    }
    r->depth--;
    return st;
}

static enum status end(struct games_reader *r)
{
    games_reader_skip(r);
    return *r->at ? games_reader_refuse(r, "something else follows the value")
                  : STATUS_OK;
}

enum status games_parse(struct games_worker *w, const char *text,
                        uint32_t *game)
{
    struct games_reader r = {.w = w, .text = text, .at = text};
    enum status st = read_sum(&r, game);
    return st ? st : end(&r);
}

/* The longer first. */
static const struct {
    const char *token;
    enum games_relation relation;
} relations[] = {{"==", GAMES_EQUAL},
                 {"<=", GAMES_LESS_OR_EQUAL},
                 {">=", GAMES_MORE_OR_EQUAL},
                 {"<>", GAMES_CONFUSED},
                 {"<|", GAMES_LESS_OR_CONFUSED},
                 {"|>", GAMES_MORE_OR_CONFUSED},
                 {"!=", GAMES_UNEQUAL},
                 {"||", GAMES_CONFUSED},
                 {"<", GAMES_LESS},
                 {">", GAMES_MORE},
                 {"=", GAMES_EQUAL}};

enum status games_parse_question(struct games_worker *w, const char *text,
                                 struct games_question *q)
{
    struct games_reader r = {.w = w, .text = text, .at = text};
    enum status st = read_sum(&r, &q->a);
    q->relation = GAMES_NO_RELATION;
    for (size_t i = 0; i < sizeof relations / sizeof relations[0] && !st; i++)
        if (q->relation == GAMES_NO_RELATION &&
            games_reader_eat(&r, relations[i].token)) {
            q->relation = relations[i].relation;
            st = read_sum(&r, &q->b);
        }
    return st ? st : end(&r);
}

bool games_holds(struct games_worker *w, const struct games_question *q)
{
    const bool le = games_le(w, q->a, q->b), ge = games_le(w, q->b, q->a);
    switch (q->relation) {
    case GAMES_NO_RELATION:
    case GAMES_EQUAL:
        return le && ge;
    case GAMES_UNEQUAL:
        return !le || !ge;
    case GAMES_LESS_OR_EQUAL:
        return le;
    case GAMES_MORE_OR_EQUAL:
        return ge;
    case GAMES_LESS:
        return le && !ge;
    case GAMES_MORE:
        return ge && !le;
    case GAMES_CONFUSED:
        return !le && !ge;
    case GAMES_LESS_OR_CONFUSED:
        return !ge;
    case GAMES_MORE_OR_CONFUSED:
        return !le;
    }
    return false;
}
