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
#include "engine/value/games/games_inner.h"
#include "engine/value/games/games_text.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 1000, SIDES_MAX = 64 };

/* What is read, and how deep in braces. */
struct reader {
    struct games_worker *w;
    const char *text, *at;
    unsigned depth;
    bool minus; /* a minus was read just before */
};

static enum status complain(const struct reader *r, enum status st,
                            const char *what)
{
    return log_error(st, "value '%s': %s at character %zu", r->text, what,
                     (size_t)(r->at - r->text) + 1);
}

static enum status refuse(const struct reader *r, const char *what)
{
    return complain(r, STATUS_USAGE, what);
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool eat(struct reader *r, const char *token)
{
    skip_blanks(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n))
        return false;
    r->at += n;
    return true;
}

static bool at_digit(const struct reader *r)
{
    return *r->at >= '0' && *r->at <= '9';
}

static enum status made(const struct reader *r, uint32_t id)
{
    return id == GAMES_NONE ? games_failure(r->w) : STATUS_OK;
}

/* A number of at most `most`. */
static enum status read_count(struct reader *r, uint64_t most, uint64_t *count)
{
    const char *start = r->at;
    if (!at_digit(r))
        return refuse(r, "a number is missing");
    for (*count = 0; at_digit(r); r->at++) {
        const uint64_t digit = (uint64_t)(*r->at - '0');
        if (*count > (most - digit) / 10) {
            r->at = start;
            return complain(r, STATUS_RANGE, "a number too large");
        }
        *count = *count * 10 + digit;
    }
    return STATUS_OK;
}

/* 3, 3/4. */
static enum status read_number(struct reader *r, uint32_t *number)
{
    const char *start = r->at;
    uint64_t num, den = 1;
    struct dyadic x;
    enum status st = read_count(r, INT64_MAX, &num);
    if (!st && *r->at == '/') {
        r->at++;
        st = read_count(r, UINT64_C(1) << DYADIC_EXP_MAX, &den);
    }
    if (st)
        return st;
    if (!den || (den & (den - 1)))
        return refuse(r, "a denominator that is no power of two");
    const unsigned exp = (unsigned)__builtin_ctzll(den);
    if (!dyadic_make((int64_t)num, exp, &x) || !games_number_fits(x)) {
        r->at = start;
        return complain(r, STATUS_RANGE,
                        "a number whose birthday is above 65535");
    }
    *number = games_number(r->w, x.num, x.exp);
    return made(r, *number);
}

static enum status add_to(struct reader *r, uint32_t *sum, uint32_t part)
{
    enum status st = made(r, part);
    if (!st) {
        *sum = games_add(r->w, *sum, part);
        st = made(r, *sum);
    }
    return st;
}

static enum status read_sum(struct reader *r, uint32_t *game);

/* What follows a single arrow in brackets: a power up to 65535. */
static enum status read_power(struct reader *r, const char *end, uint64_t *n)
{
    enum status st = read_count(r, GAMES_BIRTHDAY_MAX, n);
    if (!st && !*n)
        return refuse(r, "a power below 1");
    return st || eat(r, end) ? st : refuse(r, "the power does not end");
}

static const char *const raised[] = {"\u00b9", "\u00b2", "\u00b3",
                                     "\u2074", "\u2075", "\u2076",
                                     "\u2077", "\u2078", "\u2079"};

/* ^<2> is a power, ^<2 a comparison. */
static bool at_power(const struct reader *r)
{
    const char *at = r->at + 1;
    if (*r->at != '<')
        return false;
    while (*at >= '0' && *at <= '9')
        at++;
    return at > r->at + 1 && *at == '>';
}

/* What one arrow says: ^3, ^[3], ^<3> and its like. */
static enum status read_arrow(struct reader *r, int sign, uint32_t *sum)
{
    const uint32_t up = games_up(r->w, sign, 0);
    uint64_t n = 0;
    size_t k = 0;
    enum status st = made(r, up);
    if (st)
        return st;
    if (at_digit(r)) {
        st = read_count(r, GAMES_BIRTHDAY_MAX / 2, &n);
        return st ? st : add_to(r, sum, games_up(r->w, sign * (int)n, 0));
    }
    const bool power = at_power(r), power_to = *r->at == '[';
    while (k < sizeof raised / sizeof raised[0] && !eat(r, raised[k]))
        k++;
    if (k < sizeof raised / sizeof raised[0])
        n = k + 1;
    else if (power || power_to) {
        r->at++;
        st = read_power(r, power ? ">" : "]", &n);
    }
    if (st || !n)
        return st ? st : add_to(r, sum, up);
    const uint32_t one = games_up(r->w, 1, 0);
    const uint32_t x = power_to ? games_power_to(r->w, one, (unsigned)n)
                                : games_power(r->w, one, (unsigned)n);
    return add_to(r, sum, x != GAMES_NONE && sign < 0 ? games_negate(x) : x);
}

static const struct {
    const char *token;
    int ups;
} arrows[] = {{"^", 1},       {"v", -1},     {"\u2191", 1},
              {"\u2193", -1}, {"\u21d1", 2}, {"\u21d3", -2}};
enum { ARROWS = sizeof arrows / sizeof arrows[0], ASCII = 2, SINGLE = 4 };

static size_t eat_arrow(struct reader *r)
{
    size_t i = 0;
    while (i < ARROWS && !eat(r, arrows[i].token))
        i++;
    return i;
}

/* Arrows, if there are any: ^^, v3, mixed as they come. What follows the last
 * of several equal ones is not theirs: ^^2 is no value. */
static enum status read_arrows(struct reader *r, bool number, uint32_t *sum,
                               bool *found)
{
    enum status st = STATUS_OK;
    size_t before = ARROWS, i;
    while (!st && (i = eat_arrow(r)) < ARROWS) {
        if (number && i >= ASCII)
            return refuse(r, "a number before an arrow is read two ways (^3 or "
                             "3+^)");
        if (i >= SINGLE || i == before || *r->at == *arrows[i].token)
            st = add_to(r, sum, games_up(r->w, arrows[i].ups, 0));
        else
            st = read_arrow(r, arrows[i].ups, sum);
        before = i;
        *found = true;
    }
    return st;
}

static bool starts_value(const struct reader *r)
{
    static const char *const starts[] = {
        "{",      "(",      "^",      "v",      "*",      "tiny",  "miny",
        "\u2191", "\u2193", "\u21d1", "\u21d3", "\u29fe", "\u29ff"};
    const char *at = r->at;
    while (*at == ' ')
        at++;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncmp(at, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* A star that is no product. */
static bool eat_star(struct reader *r, bool number)
{
    const char *start = r->at;
    if (!eat(r, "*"))
        return false;
    if (number && !at_digit(r) && starts_value(r)) {
        r->at = start;
        return false;
    }
    return true;
}

/* [number] [arrows] [star], at least one. */
static enum status read_together(struct reader *r, uint32_t *sum)
{
    enum status st = STATUS_OK;
    bool found = false;
    uint64_t heap = 1;
    *sum = GAMES_ZERO;
    skip_blanks(r);
    const bool number = at_digit(r), minus = r->minus;
    r->minus = false;
    if (number)
        st = read_number(r, sum);
    st = st ? st : read_arrows(r, number, sum, &found);
    if (!st && number && minus && found)
        return refuse(r,
                      "a minus before a number and an arrow is read two ways "
                      "(-1+^ or -(1+^))");
    if (!st && eat_star(r, number && !found)) {
        found = true;
        if (at_digit(r))
            st = read_count(r, GAMES_NIMBER_MAX, &heap);
        st = st ? st : add_to(r, sum, games_nimber(r->w, (unsigned)heap));
    }
    if (!st && !number && !found)
        return refuse(r, "a value is missing");
    return st;
}

/* A list of values up to `end`, a slash or both. */
struct list {
    uint32_t *at;
    size_t n;
};

static enum status read_list(struct reader *r, struct list *list)
{
    enum status st = STATUS_OK;
    skip_blanks(r);
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
    } while (!st && eat(r, ","));
    return st;
}

/* The lists of {a || b | c} and the slashes after each. */
struct sides {
    struct list lists[SIDES_MAX];
    unsigned slashes[SIDES_MAX];
    size_t n;
};

static unsigned eat_slashes(struct reader *r)
{
    unsigned n = 0;
    while (n < SIDES_MAX && eat(r, "|"))
        n++;
    return n;
}

/* Lists first..last as a game, parted at the most slashes; one list is itself
 * what stands on that side. */
static enum status join(struct reader *r, struct sides *s, size_t first,
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
            return refuse(r, "slashes that are read two ways ({a || b | c} or "
                             "{a | b || c})");
    struct list left, right;
    enum status st = join(r, s, first, at, &left);
    st = st ? st : join(r, s, at + 1, last, &right);
    if (st)
        return st;
    const uint32_t game = games_make(r->w, left.at, left.n, right.at, right.n);
    st = made(r, game);
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
static enum status read_sides(struct reader *r, struct list *out)
{
    struct sides s = {.n = 0};
    enum status st = STATUS_OK;
    *out = (struct list){NULL, 0};
    for (bool more = true; more && !st;) {
        st = read_list(r, &s.lists[s.n]);
        s.slashes[s.n++] = st ? 0 : eat_slashes(r);
        more = s.slashes[s.n - 1] > 0;
        if (!st && more && s.n == SIDES_MAX)
            st = refuse(r, "too many slashes");
    }
    if (!st && !eat(r, "}"))
        st = refuse(r, "',', '|' or '}' is missing");
    st = st ? st : join(r, &s, 0, s.n - 1, out);
    for (size_t i = st ? 0 : 1; i < s.n; i++)
        free(s.lists[i].at);
    if (st)
        *out = (struct list){NULL, 0};
    return st;
}

static enum status read_braces(struct reader *r, uint32_t *game)
{
    struct list sides;
    const char *start = r->at;
    enum status st = read_sides(r, &sides);
    if (!st && (sides.n != 1 || !memchr(start, '|', (size_t)(r->at - start))))
        st = refuse(r, "braces without a '|'");
    if (!st)
        *game = sides.at[0];
    free(sides.at);
    return st;
}

static enum status read_dotted(struct reader *r, uint32_t *game);

static enum status read_tiny(struct reader *r, bool miny, uint32_t *game)
{
    uint32_t x;
    enum status st = read_dotted(r, &x);
    if (st)
        return st;
    *game = games_tiny(r->w, x);
    *game = miny && *game != GAMES_NONE ? games_negate(*game) : *game;
    return made(r, *game);
}

static enum status read_brackets(struct reader *r, uint32_t *game)
{
    enum status st = read_sum(r, game);
    return st || eat(r, ")") ? st : refuse(r, "')' is missing");
}

static enum status read_value(struct reader *r, uint32_t *game)
{
    skip_blanks(r);
    r->minus = r->minus && at_digit(r);
    if (eat(r, "{"))
        return read_braces(r, game);
    if (eat(r, "("))
        return read_brackets(r, game);
    if (eat(r, "tiny") || eat(r, "\u29fe"))
        return read_tiny(r, false, game);
    if (eat(r, "miny") || eat(r, "\u29ff"))
        return read_tiny(r, true, game);
    return read_together(r, game);
}

/* (x), a number, for what takes one. */
static enum status read_argument(struct reader *r, struct dyadic *x)
{
    uint32_t id;
    if (!eat(r, "("))
        return refuse(r, "'(' is missing");
    enum status st = read_brackets(r, &id);
    return st ? st
           : games_dyadic(games_store(r->w), id, &x->num, &x->exp)
               ? STATUS_OK
               : refuse(r, "a number is missing");
}

/* .Pow(n), .PowTo(n): of {0 | H} only. */
static enum status raise(struct reader *r, bool to, uint32_t *game)
{
    const struct games *g = games_store(r->w);
    struct dyadic n;
    enum status st = read_argument(r, &n);
    if (st)
        return st;
    if (n.exp || n.num < 1 || n.num > GAMES_BIRTHDAY_MAX)
        return refuse(r, "a power that is no number from 1 on");
    if (games_lefts(g, *game) != 1 || games_rights(g, *game) != 1 ||
        games_left(g, *game, 0) != GAMES_ZERO)
        return refuse(r, "a power of a game that is not {0 | H}");
    *game = to ? games_power_to(r->w, *game, (unsigned)n.num)
               : games_power(r->w, *game, (unsigned)n.num);
    return made(r, *game);
}

static enum status temper(struct reader *r, bool heat, uint32_t *game)
{
    struct dyadic t;
    enum status st = read_argument(r, &t);
    if (st)
        return st;
    if (t.num < 0)
        return refuse(r, "a temperature below 0");
    *game = heat ? games_heat(r->w, *game, t) : games_cool(r->w, *game, t);
    return made(r, *game);
}

static enum status read_dotted(struct reader *r, uint32_t *game)
{
    enum status st = read_value(r, game);
    while (!st && eat(r, ".")) {
        const bool miny = eat(r, "Miny");
        if (miny || eat(r, "Tiny")) {
            *game = games_tiny(r->w, *game);
            *game = miny && *game != GAMES_NONE ? games_negate(*game) : *game;
            st = made(r, *game);
        } else if (eat(r, "PowTo"))
            st = raise(r, true, game);
        else if (eat(r, "Pow"))
            st = raise(r, false, game);
        else if (eat(r, "Cool"))
            st = temper(r, false, game);
        else if (eat(r, "Heat"))
            st = temper(r, true, game);
        else
            st = refuse(r, "none of Tiny, Miny, Pow, PowTo, Cool, Heat");
    }
    return st;
}

static enum status read_product(struct reader *r, uint32_t *game)
{
    enum status st = read_dotted(r, game);
    while (!st && eat(r, "*")) {
        int64_t n;
        unsigned exp;
        if (!games_dyadic(games_store(r->w), *game, &n, &exp) || exp)
            return refuse(r, "a product of what is no integer");
        st = read_dotted(r, game);
        if (!st) {
            *game = games_multiple(r->w, n, *game);
            st = made(r, *game);
        }
    }
    return st;
}

static enum status read_ordinal(struct reader *r, uint32_t *game)
{
    enum status st = read_product(r, game);
    while (!st && eat(r, ":")) {
        uint32_t upper;
        st = read_product(r, &upper);
        if (!st) {
            *game = games_ordinal_sum(r->w, *game, upper);
            st = made(r, *game);
        }
    }
    return st;
}

static enum status choose(struct reader *r, const struct list *left,
                          uint32_t *game)
{
    uint32_t *right = malloc((left->n + 1) * sizeof *right);
    if (!right)
        return log_error(STATUS_NOMEM, "no memory for a value");
    for (size_t i = 0; i < left->n; i++)
        right[i] = games_negate(left->at[i]);
    *game = games_make(r->w, left->at, left->n, right, left->n);
    free(right);
    return made(r, *game);
}

/* After a plus and minus: {a, b, .. | -a, -b, ..} of (a, b) or {a, b}, {x | -x}
 * of x. */
static enum status read_choices(struct reader *r, uint32_t *game)
{
    struct list left = {NULL, 0};
    enum status st;
    if (eat(r, "(")) {
        st = read_list(r, &left);
        if (!st && !eat(r, ")"))
            st = refuse(r, "')' is missing");
    } else if (eat(r, "{")) {
        st = read_sides(r, &left);
    } else {
        st = read_ordinal(r, game);
        left = (struct list){game, 1};
        return st ? st : choose(r, &left, game);
    }
    st = st ? st : choose(r, &left, game);
    free(left.at);
    return st;
}

static bool eat_plus_minus(struct reader *r)
{
    return eat(r, "+-") || eat(r, "\u00b1");
}

static enum status read_signed(struct reader *r, uint32_t *game)
{
    if (eat_plus_minus(r))
        return read_choices(r, game);
    if (!eat(r, "-"))
        return read_ordinal(r, game);
    r->minus = true;
    if (++r->depth > DEPTH_MAX)
        return refuse(r, "signs too deep");
    enum status st = read_signed(r, game);
    r->depth--;
    if (!st)
        *game = games_negate(*game);
    return st;
}

static enum status read_sum(struct reader *r, uint32_t *game)
{
    if (++r->depth > DEPTH_MAX)
        return refuse(r, "braces too deep");
    enum status st = read_signed(r, game);
    for (bool more = true; more && !st;) {
        uint32_t part;
        if (eat_plus_minus(r)) {
            st = read_choices(r, &part);
        } else if (eat(r, "+")) {
            st = read_signed(r, &part);
        } else if (eat(r, "-")) {
            st = read_signed(r, &part);
            part = st ? part : games_negate(part);
        } else {
            more = false;
            continue;
        }
        st = st ? st : add_to(r, game, part);
    }
    r->depth--;
    return st;
}

static enum status end(struct reader *r)
{
    skip_blanks(r);
    return *r->at ? refuse(r, "something else follows the value") : STATUS_OK;
}

enum status games_parse(struct games_worker *w, const char *text,
                        uint32_t *game)
{
    struct reader r = {.w = w, .text = text, .at = text};
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
    struct reader r = {.w = w, .text = text, .at = text};
    enum status st = read_sum(&r, &q->a);
    q->relation = GAMES_NO_RELATION;
    for (size_t i = 0; i < sizeof relations / sizeof relations[0] && !st; i++)
        if (q->relation == GAMES_NO_RELATION && eat(&r, relations[i].token)) {
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
