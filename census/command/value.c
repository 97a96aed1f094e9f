/* value.c - `census value`: values of partizan games by themselves. */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "engine/base/log.h"
#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "engine/value/games/games_thermograph.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "value",
    .words = "TEXT ...",
    .summary = "Reads values of partizan games, simplifies them and says what "
               "is known of them.",
    .details =
        "  census value '{1|-1}+^3'\n"
        "  census value '{2|-1}' --thermograph\n"
        "  census value '^^ > *' -- '-1/2 + 3*{1|0}'\n\n"
        "  {a, b | c}  {a || b | c}   options of Left and of Right\n"
        "  3/4  *2  ^^  v3  1^2*3     numbers, nimbers, ups and downs; 1^2*3 "
        "is\n"
        "                             1 + ^2 + *3\n"
        "  ^<2>  ^[2]                 {0 | v*} and {^ | *}\n"
        "  tiny(2)  miny(2)  +-1      {0 | {0 | -2}}, its negative, {1 | -1}\n"
        "  +-(1, 1+*)                 {1, 1* | -1, -1*}\n"
        "  a + b  a - b  3*{1|0}      sums and multiples; 3*2 is 3 + *2\n"
        "  a : b                      ordinal sum, of the canonical form of a\n"
        "  a.Cool(1/2)  a.Heat(1)     also .Tiny .Miny .Pow(n) .PowTo(n)\n"
        "  a <= b                     also == != >= < > <> <| |>: true or "
        "false\n"
        "\n"
        "What is printed is read by CGSuite as the same value. Stops, mean "
        "and\n"
        "temperature are exact: an integer has temperature -1, 1/2 has -1/2.\n"
        "A dash stands for what a value has not: the atomic weight of what is\n"
        "not all-small.\n",
};

struct asked {
    struct games *games;
    struct games_worker *worker;
    bool json, thermograph;
    bool failed; /* something is missing in the JSON: out of memory */
};

static void put(struct asked *a, json_t *object, const char *key, json_t *item)
{
    a->failed = json_object_set_new(object, key, item) || a->failed;
}

static void append(struct asked *a, json_t *list, json_t *item)
{
    a->failed = json_array_append_new(list, item) || a->failed;
}

/* The text of a value, allocated. */
static char *text_of(const struct games *g, uint32_t id)
{
    const size_t size = games_print(g, GAMES_ASCII, id, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        games_print(g, GAMES_ASCII, id, text, size);
    return text;
}

static json_t *value_json(const struct games *g, uint32_t id)
{
    char *text = text_of(g, id);
    json_t *json = text ? json_string(text) : NULL;
    free(text);
    return json;
}

static json_t *dyadic_json(struct dyadic x)
{
    char text[DYADIC_TEXT];
    dyadic_text(x, text, sizeof text);
    return json_string(text);
}

/* A fraction, or null where it needs more than 62 bits. */
static enum status set_dyadic(struct asked *a, json_t *to, const char *key,
                              enum status st, struct dyadic x)
{
    put(a, to, key, st ? json_null() : dyadic_json(x));
    return st == STATUS_RANGE ? STATUS_OK : st;
}

static enum status add_heat(struct asked *a, uint32_t id, json_t *to)
{
    struct dyadic left = {0, 0}, right = {0, 0}, mean = {0, 0}, t = {0, 0};
    enum status st = games_stops(a->worker, id, &left, &right);
    const enum status stops = st;
    st = set_dyadic(a, to, "left_stop", stops, left);
    st = st ? st : set_dyadic(a, to, "right_stop", stops, right);
    if (!st)
        st = set_dyadic(a, to, "mean", games_mean(a->worker, id, &mean), mean);
    if (!st)
        st = set_dyadic(a, to, "temperature",
                        games_temperature(a->worker, id, &t), t);
    return st;
}

static enum status add_incentives(struct asked *a, uint32_t id, bool left,
                                  json_t *to)
{
    uint32_t *list;
    size_t n;
    enum status st = games_incentives(a->worker, id, left, &list, &n);
    if (st)
        return st;
    json_t *texts = json_array();
    for (size_t i = 0; i < n; i++)
        append(a, texts, value_json(a->games, list[i]));
    free(list);
    put(a, to, left ? "left_incentives" : "right_incentives", texts);
    return STATUS_OK;
}

static enum status add_form(struct asked *a, uint32_t id, json_t *to,
                            uint32_t form, const char *key)
{
    if (form == GAMES_NONE)
        return games_failure(a->worker);
    put(a, to, key, value_json(a->games, form));
    (void)id;
    return STATUS_OK;
}

static json_t *wall_json(struct asked *a, const struct games_point wall[],
                         size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        append(a, list,
               json_pack("[o, o]", dyadic_json(wall[i].t),
                         dyadic_json(wall[i].x)));
    return list;
}

/* Both walls as their corners, [tax, value], from -1 up to the mast. */
static enum status add_walls(struct asked *a, uint32_t id, json_t *to)
{
    const struct games_thermograph *t;
    enum status st = games_thermograph(a->worker, id, &t);
    if (!st)
        put(a, to, "thermograph",
            json_pack("{s:o, s:o}", "left", wall_json(a, t->left, t->nleft),
                      "right", wall_json(a, t->right, t->nright)));
    return st == STATUS_RANGE
               ? log_error(st, "value: no thermograph: a number on the way "
                               "needs more than 62 bits")
               : st;
}

static enum status describe(struct asked *a, uint32_t id, json_t *to)
{
    const struct games *g = a->games;
    char name[GAMES_NAME_TEXT + 1] = "";
    games_name_text(games_name(g, id), name);
    put(a, to, "value", value_json(g, id));
    put(a, to, "name", json_string(name));
    put(a, to, "outcome", json_string(outcome_labels[games_outcome(g, id)]));
    put(a, to, "birthday", json_integer(games_birthday(g, id)));
    put(a, to, "left_options", json_integer((json_int_t)games_lefts(g, id)));
    put(a, to, "right_options", json_integer((json_int_t)games_rights(g, id)));
    enum status st = add_heat(a, id, to);
    if (!st && games_is_all_small(g, id))
        st = add_form(a, id, to, games_atomic_weight(a->worker, id),
                      "atomic_weight");
    else if (!st)
        put(a, to, "atomic_weight", json_null());
    if (!st)
        st = add_form(a, id, to, games_reduced(a->worker, id), "reduced");
    st = st ? st : add_incentives(a, id, true, to);
    st = st ? st : add_incentives(a, id, false, to);
    return !st && a->thermograph ? add_walls(a, id, to) : st;
}

static void print_list(const char *title, const json_t *list)
{
    size_t i;
    json_t *item;
    printf("%-17s", title);
    json_array_foreach(list, i, item)
    {
        printf("%s%s", i ? ", " : "", json_string_value(item));
    }
    printf("%s\n", json_array_size(list) ? "" : "-");
}

static void print_field(const char *title, const json_t *value)
{
    if (json_is_integer(value))
        printf("%-17s%lld\n", title, (long long)json_integer_value(value));
    else
        printf("%-17s%s\n", title,
               json_is_null(value) ? "-" : json_string_value(value));
}

static void print_answer(const json_t *answer)
{
    static const char *const fields[][2] = {
        {"value", "value"},
        {"outcome", "outcome"},
        {"birthday", "birthday"},
        {"left_options", "Left options"},
        {"right_options", "Right options"},
        {"left_stop", "Left stop"},
        {"right_stop", "Right stop"},
        {"mean", "mean"},
        {"temperature", "temperature"},
        {"atomic_weight", "atomic weight"},
        {"reduced", "reduced"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        print_field(fields[i][1], json_object_get(answer, fields[i][0]));
    print_list("Left incentives", json_object_get(answer, "left_incentives"));
    print_list("Right incentives", json_object_get(answer, "right_incentives"));
}

enum { LINES = 16, WIDTH = 60 };

static double real(struct dyadic x)
{
    return (double)x.num / (double)(UINT64_C(1) << x.exp);
}

/* Where a value stands between the walls at t = -1, the greatest at the left
 * as in the books. */
static int column(double x, double left, double right)
{
    return left > right ? (int)((left - x) / (left - right) * WIDTH + 0.5)
                        : WIDTH / 2;
}

/* The walls from above the mast down to t = -1; only the picture is rounded. */
static enum status draw(struct asked *a, uint32_t id)
{
    const struct games_thermograph *t;
    enum status st = games_thermograph(a->worker, id, &t);
    if (st)
        return st;
    const double left = real(t->left[0].x), right = real(t->right[0].x);
    char mean[DYADIC_TEXT], top[DYADIC_TEXT], ends[2][DYADIC_TEXT];
    dyadic_text(t->mean, mean, sizeof mean);
    dyadic_text(t->temperature, top, sizeof top);
    dyadic_text(t->left[0].x, ends[0], sizeof ends[0]);
    dyadic_text(t->right[0].x, ends[1], sizeof ends[1]);
    printf("\n%10s  %*s\n", "", column(real(t->mean), left, right) + 1, mean);
    for (int line = -2; line <= LINES && !st; line++) {
        char row[WIDTH + 2];
        struct dyadic at = t->temperature, x[2], down;
        memset(row, ' ', WIDTH + 1);
        row[WIDTH + 1] = 0;
        /* The temperature less line / LINES of its distance from -1. */
        st = dyadic_make(t->temperature.num + ((int64_t)1 << at.exp),
                         at.exp + 4, &down) &&
                     (line <= 0 ||
                      (dyadic_make(down.num * line, down.exp, &down) &&
                       dyadic_subtract(at, down, &at)))
                 ? STATUS_OK
                 : STATUS_RANGE;
        st = st ? st : games_wall(t, true, at, &x[0]);
        st = st ? st : games_wall(t, false, at, &x[1]);
        if (st)
            return log_error(st, "value: this thermograph is too fine to draw");
        for (int k = 0; k < 2; k++)
            row[column(real(x[k]), left, right)] = line < 0 ? '|' : 'o';
        printf("%10s  %.*s\n",
               line == 0       ? top
               : line == LINES ? "-1"
                               : "",
               WIDTH + 1, row);
        if (!dyadic_compare(t->temperature, dyadic_integer(-1)) && !line)
            break;
    }
    printf("%10s  %-*s%s\n", "", WIDTH, ends[0], ends[1]);
    return st;
}

static json_t *verdict(struct asked *a, const struct games_question *q)
{
    return json_boolean(games_holds(a->worker, q));
}

static enum status answer(struct asked *a, const char *text, json_t *list)
{
    struct games_question q;
    enum status st = games_parse_question(a->worker, text, &q);
    if (st)
        return st;
    json_t *to = json_pack("{s:s}", "text", text);
    append(a, list, to);
    if (q.relation != GAMES_NO_RELATION) {
        json_t *holds = verdict(a, &q);
        if (!a->json)
            printf("%s\n", json_is_true(holds) ? "true" : "false");
        put(a, to, "holds", holds);
        return a->failed ? cli_no_memory() : STATUS_OK;
    }
    st = describe(a, q.a, to);
    if (!st && a->failed)
        st = cli_no_memory();
    if (!st && !a->json) {
        print_answer(to);
        if (a->thermograph)
            st = draw(a, q.a);
    }
    return st;
}

static enum status answers(struct asked *a, const char *const words[])
{
    json_t *list = json_array();
    enum status st = STATUS_OK;
    for (size_t i = 0; words[i] && !st; i++) {
        if (i && !a->json)
            printf("\n");
        st = answer(a, words[i], list);
    }
    /* One object for one text, a list of them for several. */
    json_t *object = json_pack("{s:O}", "values", list);
    if (!st && a->json)
        st = cli_json(json_incref(
            json_array_size(list) == 1 ? json_array_get(list, 0) : object));
    json_decref(object);
    json_decref(list);
    return st ? st : cli_flush();
}

enum { WORDS_MAX = 256 };

static enum status value_run(int argc, const char **argv)
{
    int json = 0, thermograph = 0;
    const char *words[WORDS_MAX + 1] = {NULL};
    bool done;
    struct poptOption options[] = {
        {"thermograph", 0, POPT_ARG_NONE, &thermograph, 0,
         "draw the walls of the thermograph; with --json list their corners",
         NULL},
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st =
        cli_read(&usage, options, argc, argv, words, 1, WORDS_MAX, &done);
    if (st || done)
        return st;
    struct asked a = {.json = json, .thermograph = thermograph};
    st = games_open(1, &a.games);
    if (st)
        return st;
    a.worker = games_worker(a.games, 0);
    st = answers(&a, words);
    games_close(a.games);
    return st;
}

const struct command command_value = {
    .name = "value",
    .summary = "values of partizan games: sums, comparisons, temperature",
    .run = value_run,
};
