/* solve.c - `census solve`: one position. */
#include "engine/solve.h"
#include "census/cli.h"
#include "census/command.h"
#include "engine/log.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "solve",
    .words = "RULESET POSITION",
    .summary = "Solves one position: its outcome, its value and the winning "
               "moves.",
    .details =
        "  census solve top-entails:empty=free 2+2\n"
        "  census solve nim 3+4+5\n\n"
        "RULESET is NAME or NAME:KEY=VALUE,KEY=VALUE (census list rulesets).\n"
        "Outcome N: the player who moves next wins; P: the other one does.\n"
        "Positions are sums of heaps: 2+2; a star marks a plain Nim heap\n"
        "(3+*2), t a Top Entails and e an entailing-Nim heap; [1]+2 must move\n"
        "in the heap of one, (2)+3 must not move in the heap of two. 0 is the\n"
        "empty position.\n",
};

/* A game asked in one domain, with a memo of its own. */
struct asked {
    struct domain domain;
    struct memo memo;
    struct solver solver;
};

static enum status asked_open(struct asked *a, const struct game *game,
                              const char *domain)
{
    enum status st = domain_open(domain, game, 1, &a->domain);
    if (st)
        return st;
    const struct memo_spec spec = {.key_bits = 128,
                                   .value_bytes = a->domain.kind->value_bytes,
                                   .threads = 1};
    st = memo_open(memo_find("striped"), &spec, &a->memo);
    if (st) {
        domain_close(&a->domain);
        return st;
    }
    st = solver_init(&a->solver, game, &a->domain, &a->memo, 0);
    if (st) {
        memo_close(&a->memo);
        domain_close(&a->domain);
    }
    return st;
}

static void asked_close(struct asked *a)
{
    solver_release(&a->solver);
    memo_close(&a->memo);
    domain_close(&a->domain);
}

/* The domain that gives this game's positions a value beyond the outcome, or
 * NULL. */
static const char *value_domain(const struct game *game)
{
    const struct domain_kind *best = NULL;
    for (size_t i = 0; domain_kinds[i]; i++) {
        const struct domain_kind *kind = domain_kinds[i];
        bool fits = !(kind->needs & ~game->traits) &&
                    !(kind->refuses & game->traits) &&
                    (!kind->players || kind->players == game->players);
        if (fits && kind->tells_value)
            best = kind;
    }
    return best ? best->name : NULL;
}

static json_t *position_json(const struct game *game, struct position p)
{
    size_t size = game->rules->print(game->self, p, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text)
        return NULL;
    game->rules->print(game->self, p, text, size);
    json_t *json = json_string(text);
    free(text);
    return json;
}

struct winning {
    const struct game *game;
    json_t *list;
};

static void add_winning(void *context, struct position p)
{
    struct winning *w = context;
    json_array_append_new(w->list, position_json(w->game, p));
}

/* Outcome and winning moves into `answer`. In partizan games the winning moves
 * are those of both players, by name. */
static enum status answer_outcome(const struct game *game, struct position p,
                                  json_t *answer)
{
    struct asked a;
    enum outcome outcome = OUTCOME_UNSET;
    struct winning left = {game, json_array()}, right = {game, json_array()};
    enum status st = asked_open(&a, game, "outcome");
    if (st)
        return st;
    st = solve_outcome(&a.solver, p, &outcome);
    if (!st)
        st = solve_winning(&a.solver, p, LEFT, add_winning, &left);
    if (!st && game->traits & GAME_PARTIZAN)
        st = solve_winning(&a.solver, p, RIGHT, add_winning, &right);
    json_object_set_new(answer, "outcome",
                        json_string(outcome_labels[outcome]));
    if (game->traits & GAME_PARTIZAN)
        json_object_set_new(
            answer, "winning",
            json_pack("{s:O, s:O}", "left", left.list, "right", right.list));
    else
        json_object_set(answer, "winning", left.list);
    json_decref(left.list);
    json_decref(right.list);
    asked_close(&a);
    return st;
}

static enum status answer_value(const struct game *game, struct position p,
                                const char *domain, json_t *answer)
{
    struct asked a;
    uint64_t value;
    enum status st = asked_open(&a, game, domain);
    if (st)
        return st;
    st = solve_value(&a.solver, p, &value);
    if (!st) {
        const struct domain_kind *kind = a.domain.kind;
        size_t size = kind->print(a.domain.self, value, NULL, 0) + 1;
        char *text = malloc(size);
        if (text)
            kind->print(a.domain.self, value, text, size);
        json_object_set_new(answer, "value", json_string(text ? text : ""));
        if (!json_object_get(answer, "outcome") && kind->players == 2)
            json_object_set_new(
                answer, "outcome",
                json_string(
                    outcome_labels[kind->outcome(a.domain.self, value)]));
        free(text);
    }
    asked_close(&a);
    return st;
}

static void print_list(const char *title, const json_t *list)
{
    size_t i;
    json_t *item;
    printf("%s", title);
    json_array_foreach(list, i, item)
    {
        printf("%s%s", i ? "  " : "", json_string_value(item));
    }
    printf("%s\n", json_array_size(list) ? "" : "none");
}

static void print_answer(const json_t *answer)
{
    const char *value = json_string_value(json_object_get(answer, "value"));
    const char *outcome = json_string_value(json_object_get(answer, "outcome"));
    const json_t *winning = json_object_get(answer, "winning");
    printf("position  %s\n",
           json_string_value(json_object_get(answer, "position")));
    if (outcome)
        printf("outcome   %s\n", outcome);
    if (value)
        printf("value     %s\n", value);
    if (json_is_array(winning)) {
        print_list("winning   ", winning);
    } else if (winning) {
        print_list("Left      ", json_object_get(winning, "left"));
        print_list("Right     ", json_object_get(winning, "right"));
    }
}

static enum status answer(const struct game *game, const char *text,
                          const char *ask, json_t *json)
{
    struct position p;
    const char *value = ask ? ask : value_domain(game);
    enum status st = game->rules->parse(game->self, text, &p);
    if (st)
        return st;
    json_object_set_new(json, "position", position_json(game, p));
    if (game->players == 2)
        st = answer_outcome(game, p, json);
    if (!st)
        st = value
                 ? answer_value(game, p, value, json)
                 : (json_object_set_new(json, "value", json_null()), STATUS_OK);
    return st;
}

static enum status solve_run(int argc, const char **argv)
{
    char *ask = NULL;
    int json = 0;
    const char *words[2];
    bool done;
    struct game game;
    struct poptOption options[] = {
        {"ask", 0, POPT_ARG_STRING, &ask, 0,
         "value domain (the one that fits the rules)", "DOMAIN"},
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 2, 2, &done);
    if (st || done)
        return st;
    st = game_open(rulesets, words[0], &game);
    if (st)
        return st;
    json_t *object = json_object();
    st = answer(&game, words[1], ask, object);
    if (!st && json)
        st = cli_json(json_incref(object));
    else if (!st)
        print_answer(object);
    json_decref(object);
    game_close(&game);
    return st ? st : cli_flush();
}

const struct command command_solve = {
    .name = "solve",
    .summary = "one position: outcome, value, winning moves",
    .run = solve_run,
};
