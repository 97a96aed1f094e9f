#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"

#include <stdio.h>
#include <string.h>

struct text {
    const struct games *g;
    enum games_style style;
    char *out;
    size_t cap, length, limit; /* no more games from this length on */
    games_text_of *known;      /* NULL: options are printed */
    const void *context;
};

static void put(struct text *t, const char *text)
{
    for (; *text; text++, t->length++)
        if (t->length + 1 < t->cap)
            t->out[t->length] = *text;
}

static void put_count(struct text *t, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    put(t, digits);
}

static void put_styled(struct text *t, const char *ascii, const char *unicode)
{
    put(t, t->style == GAMES_UNICODE ? unicode : ascii);
}

static bool put_number(struct text *t, uint32_t id)
{
    int64_t num;
    unsigned exp;
    if (!games_dyadic(t->g, id, &num, &exp))
        return false;
    put(t, num < 0 ? "-" : "");
    put_count(t, (uint64_t)(num < 0 ? -num : num));
    put(t, exp ? "/" : "");
    if (exp)
        put_count(t, UINT64_C(1) << exp);
    return true;
}

static bool is_single(const struct games *g, uint32_t id)
{
    return games_lefts(g, id) == 1 && games_rights(g, id) == 1;
}

/* As files have it: n ups or downs with or without *, 3 ups being 3 and an
 * arrow; other nimbers beside them stay in braces. */
static bool put_stored_ups(struct text *t, uint32_t id)
{
    static const char *const arrows[2][2] = {{"\u2191", "\u21d1"},
                                             {"\u2193", "\u21d3"}};
    int ups;
    unsigned k;
    if (!games_ups(t->g, id, &ups, &k) || !ups || k > 1)
        return false;
    const unsigned n = (unsigned)(ups < 0 ? -ups : ups);
    if (n > 2)
        put_count(t, n);
    put(t, arrows[ups < 0][n == 2]);
    put(t, k ? "*" : "");
    return true;
}

/* 3/4+^3*2: a number, ups and a nimber. */
static bool put_sum(struct text *t, uint32_t id)
{
    uint32_t number;
    int ups;
    unsigned k;
    if (!games_sum_of_ups(t->g, id, &number, &ups, &k) ||
        (number != GAMES_ZERO && !put_number(t, number)))
        return false;
    const unsigned n = (unsigned)(ups < 0 ? -ups : ups);
    put(t, number == GAMES_ZERO ? "" : "+");
    if (n)
        put(t, n == 2 ? (ups < 0 ? "vv" : "^^") : ups < 0 ? "v" : "^");
    if (n > 2)
        put_count(t, n);
    put(t, k ? "*" : "");
    if (k > 1)
        put_count(t, k);
    return true;
}

/* {0 | v*}, or its negative. */
static bool put_second_up(struct text *t, uint32_t id)
{
    for (int down = 0; down < 2; down++) {
        uint32_t x = down ? games_negate(id) : id;
        int ups;
        unsigned k;
        if (!is_single(t->g, x) || games_left(t->g, x, 0) != GAMES_ZERO ||
            !games_ups(t->g, games_right(t->g, x, 0), &ups, &k) || ups != -1 ||
            k != 1)
            continue;
        put_styled(t, down ? "-^.Pow(2)" : "^.Pow(2)",
                   down ? "\u2193\u00b2" : "\u2191\u00b2");
        return true;
    }
    return false;
}

/* A number as it stands before a dot. */
static bool put_factor(struct text *t, uint32_t number)
{
    int64_t num;
    unsigned exp;
    if (!games_dyadic(t->g, number, &num, &exp))
        return false;
    const bool braced = exp && t->style == GAMES_ASCII;
    put(t, braced ? "(" : "");
    put_number(t, number);
    put(t, braced ? ")" : "");
    return true;
}

/* {0 | {0 | -x}} with a number x > 0, or its negative. */
static bool put_tiny(struct text *t, uint32_t id)
{
    const struct games *g = t->g;
    const bool ascii = t->style == GAMES_ASCII;
    for (int miny = 0; miny < 2; miny++) {
        uint32_t x = miny ? games_negate(id) : id;
        int64_t num;
        unsigned exp;
        if (!is_single(g, x) || games_left(g, x, 0) != GAMES_ZERO)
            continue;
        x = games_right(g, x, 0);
        if (!is_single(g, x) || games_left(g, x, 0) != GAMES_ZERO)
            continue;
        x = games_negate(games_right(g, x, 0));
        if (games_outcome(g, x) != OUTCOME_L || !games_dyadic(g, x, &num, &exp))
            continue;
        put(t, ascii ? (miny ? "-" : "") : miny ? "\u29ff" : "\u29fe");
        put_factor(t, x);
        put(t, ascii ? ".Tiny" : "");
        return true;
    }
    return false;
}

/* As files have it: x* = {x | x}, and the switch {x | -x}. */
static bool put_stored_switch(struct text *t, uint32_t id)
{
    const struct games *g = t->g;
    int64_t num;
    unsigned exp;
    if (!is_single(g, id))
        return false;
    uint32_t left = games_left(g, id, 0), right = games_right(g, id, 0);
    if (!games_dyadic(g, left, &num, &exp))
        return false;
    if (left == right) {
        put_number(t, left);
        put(t, "*");
        return true;
    }
    if (left != games_negate(right) || games_outcome(g, left) != OUTCOME_L)
        return false;
    put(t, "\u00b1");
    put_number(t, left);
    return true;
}

static int sign(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Numbers, then nimbers, then the rest. */
static int class_of(const struct games *g, uint32_t id)
{
    return games_is_number(g, id) ? 0 : games_is_nimber(g, id) ? 1 : 2;
}

/* The order of options in braces: < 0 if a comes first; 0 only if a == b. No
 * two options of one side are numbers. */
static int order(const struct games *g, uint32_t a, uint32_t b)
{
    int by = sign(class_of(g, a), class_of(g, b));
    if (!by) {
        by = sign(games_birthday(g, a), games_birthday(g, b));
        by = class_of(g, a) == 1 ? -by : by;
    }
    struct games_name x = games_name(g, a), y = games_name(g, b);
    if (!by)
        by = (x.hi > y.hi) - (x.hi < y.hi);
    if (!by)
        by = (x.lo > y.lo) - (x.lo < y.lo);
    return by;
}

/* The option that follows `last` in order; GAMES_NONE as `last` asks for the
 * first, as an answer says that there is none. */
static uint32_t next_option(const struct games *g, uint32_t id, bool left,
                            uint32_t last)
{
    size_t n = left ? games_lefts(g, id) : games_rights(g, id);
    uint32_t next = GAMES_NONE;
    for (size_t i = 0; i < n; i++) {
        uint32_t x = left ? games_left(g, id, i) : games_right(g, id, i);
        if ((last == GAMES_NONE || order(g, last, x) < 0) &&
            (next == GAMES_NONE || order(g, x, next) < 0))
            next = x;
    }
    return next;
}

static void put_game(struct text *t, uint32_t id);

static void put_option(struct text *t, uint32_t id)
{
    size_t length;
    if (!t->known) {
        put_game(t, id);
        return;
    }
    const char *text = t->known(t->context, id, &length);
    if (t->length + length < t->cap)
        memcpy(t->out + t->length, text, length);
    t->length += length;
}

/* The braces are longer than the options' known texts together. */
static bool is_long(const struct text *t, uint32_t id)
{
    const size_t lefts = games_lefts(t->g, id), rights = games_rights(t->g, id);
    size_t sum = 0;
    for (size_t i = 0; i < lefts + rights && sum < t->limit; i++) {
        size_t length;
        uint32_t x = i < lefts ? games_left(t->g, id, i)
                               : games_right(t->g, id, i - lefts);
        sum += t->known(t->context, x, &length) ? length : t->limit;
    }
    return sum >= t->limit;
}

static void put_side(struct text *t, uint32_t id, bool left)
{
    uint32_t x = next_option(t->g, id, left, GAMES_NONE);
    while (x != GAMES_NONE && t->length < t->limit) {
        put_option(t, x);
        x = next_option(t->g, id, left, x);
        put(t, x == GAMES_NONE ? "" : ", ");
    }
}

/* +-1, +-{2 | 1}, +-(1, 1+*): a game that is its own negative. */
static bool put_switch(struct text *t, uint32_t id)
{
    const struct games *g = t->g;
    if (games_negate(id) != id)
        return false;
    const uint32_t x = games_left(g, id, 0);
    const bool bare = games_lefts(g, id) == 1 && games_is_number(g, x);
    put(t, bare ? "+-" : "+-(");
    put_side(t, id, true);
    put(t, bare ? "" : ")");
    return true;
}

static bool put_named(struct text *t, uint32_t id)
{
    return t->style == GAMES_ASCII
               ? put_sum(t, id) || put_second_up(t, id) || put_tiny(t, id) ||
                     put_switch(t, id)
               : put_stored_ups(t, id) || put_second_up(t, id) ||
                     put_tiny(t, id) || put_stored_switch(t, id);
}

static void put_game(struct text *t, uint32_t id)
{
    if (t->length >= t->limit)
        return;
    if (put_number(t, id))
        return;
    if (games_is_nimber(t->g, id)) {
        unsigned k = games_heap(t->g, id);
        put(t, "*");
        if (k > 1)
            put_count(t, k);
        return;
    }
    if (put_named(t, id))
        return;
    if (t->known && is_long(t, id)) {
        t->length = t->limit;
        return;
    }
    put(t, "{");
    put_side(t, id, true);
    put(t, games_lefts(t->g, id) ? " |" : "|");
    put(t, games_rights(t->g, id) ? " " : "");
    put_side(t, id, false);
    put(t, "}");
}

static size_t print(struct text *t, uint32_t id)
{
    put_game(t, id);
    if (t->cap)
        t->out[t->length < t->cap ? t->length : t->cap - 1] = 0;
    return t->length;
}

size_t games_print(const struct games *g, enum games_style style, uint32_t id,
                   char out[], size_t cap)
{
    struct text t = {g, style, out, cap, .limit = GAMES_TEXT_MAX};
    return print(&t, id);
}

size_t games_print_start(const struct games *g, enum games_style style,
                         uint32_t id, char out[], size_t cap)
{
    struct text t = {g, style, out, cap, .limit = cap};
    return print(&t, id);
}

size_t games_print_short(const struct games *g, enum games_style style,
                         uint32_t id, games_text_of *known, const void *context,
                         char out[], size_t cap)
{
    struct text t = {g, style, out, cap, 0, cap, known, context};
    return print(&t, id);
}
