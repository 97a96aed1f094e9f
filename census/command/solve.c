/* solve.c - `census solve`: one position. */
#include "engine/solve/solve.h"
#include "census/answer/values.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "census/run/promises.h"
#include "census/run/watch.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/run/run.h"

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
        "empty position.\n\n"
        "Where the values of the parts add up, outcome and winning moves come\n"
        "from them ('by values'), however large the position; otherwise, and\n"
        "with --search, from a search of the whole position ('by search').\n"
        "The value of a position in which the player is compelled to move in\n"
        "one part is the set of all k such that it, beside a Nim heap of k, "
        "is\n"
        "lost for the player.\n",
};

/* A game asked in one domain, with a memo of its own. */
struct asked {
    struct domain domain;
    struct memo memo;
    struct solver solver;
    struct watch watch;
    uint64_t due; /* the next note of progress, ns of the clock */
};

static bool interrupted(void *context)
{
    static const uint64_t every = 10 * CLOCK_SECOND;
    struct asked *a = context;
    struct memo_stats stats;
    const uint64_t now = clock_now();
    if (!a->due)
        a->due = now + every;
    if (watch_show(&a->watch) || now >= a->due) {
        a->memo.kind->stats(a->memo.self, &stats);
        log_note("%s: %llu positions solved, memo %llu MB, stack %llu MB",
                 a->solver.game->spec, (unsigned long long)stats.entries,
                 (unsigned long long)(stats.bytes >> 20),
                 (unsigned long long)(solver_bytes(&a->solver) >> 20));
        a->due = now + every;
    }
    return watch_stop(&a->watch);
}

struct wish {
    const char *ask; /* NULL: what fits the rules */
    bool search;
    enum values_form form;
    double seconds; /* 0: no limit */
    uint64_t memory;
};

static enum status asked_open(struct asked *a, const struct game *game,
                              const struct domain_kind *domain,
                              const struct wish *wish)
{
    enum status st = domain_open(domain, game, 1, &a->domain);
    if (st)
        return st;
    const struct memo_spec spec = {.key_bits = 128,
                                   .value_bytes = a->domain.kind->value_bytes,
                                   .threads = 1};
    st = memo_open(memo_best(spec.key_bits), &spec, &a->memo);
    if (st) {
        domain_close(&a->domain);
        return st;
    }
    st = solver_init(&a->solver, game, &a->domain, &a->memo, 0);
    if (st) {
        memo_close(&a->memo);
        domain_close(&a->domain);
        return st;
    }
    watch_begin(&a->watch, wish->seconds);
    watch_memory(&a->watch, wish->memory);
    a->due = 0;
    a->solver.interrupted = interrupted;
    a->solver.interrupter = a;
    a->solver.memory = wish->memory;
    return STATUS_OK;
}

static void asked_close(struct asked *a)
{
    watch_end();
    solver_release(&a->solver);
    memo_close(&a->memo);
    domain_close(&a->domain);
}

static bool suits(const struct domain_kind *kind, const struct game *game)
{
    return kind->tells_value && !(kind->needs & ~game->traits) &&
           !(kind->refuses & game->traits) &&
           !domain_lacks_obligations(kind, game) &&
           (!kind->players || kind->players == game->players);
}

/* One whose values add up says the most; of these, the one made for the fewest
 * games. */
static bool says_more(const struct domain_kind *a, const struct domain_kind *b)
{
    const int needs =
        __builtin_popcount(a->needs) - __builtin_popcount(b->needs);
    return !a->sum != !b->sum ? a->sum != NULL : needs > 0;
}

/* The domain that gives this game's positions a value beyond the outcome, or
 * NULL. */
static const struct domain_kind *
value_domain(const struct domain_kind *const *kinds, const struct game *game)
{
    const struct domain_kind *best = NULL;
    for (; *kinds; kinds++)
        if (suits(*kinds, game) && (!best || says_more(*kinds, best)))
            best = *kinds;
    return best;
}

/* NULL: out of memory. */
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
    bool failed; /* a move is missing in the list */
};

static void add_winning(void *context, struct position p)
{
    struct winning *w = context;
    json_t *text = position_json(w->game, p);
    w->failed = w->failed || !text || json_array_append_new(w->list, text);
}

/* Outcome and winning moves into `answer`; no moves if some do not fit in a
 * position. In partizan games the winning moves are those of both players, by
 * name. */
static enum status add_outcome(struct solver *solver, struct position p,
                               json_t *answer)
{
    const struct game *game = solver->game;
    enum outcome outcome = OUTCOME_UNSET;
    struct winning left = {.game = game, .list = json_array()};
    struct winning right = {.game = game, .list = json_array()};
    const bool moves =
        !game->rules->movable || game->rules->movable(game->self, p);
    enum status st = solve_outcome(solver, p, &outcome);
    if (!st && moves)
        st = solve_winning(solver, p, LEFT, add_winning, &left);
    if (!st && moves && game->traits & GAME_PARTIZAN)
        st = solve_winning(solver, p, RIGHT, add_winning, &right);
    if (!st && (left.failed || right.failed))
        st = cli_no_memory();
    json_object_set_new(answer, "outcome",
                        json_string(outcome_labels[outcome]));
    if (!moves)
        json_object_set_new(answer, "winning", json_null());
    else if (game->traits & GAME_PARTIZAN)
        json_object_set_new(
            answer, "winning",
            json_pack("{s:O, s:O}", "left", left.list, "right", right.list));
    else
        json_object_set(answer, "winning", left.list);
    json_decref(left.list);
    json_decref(right.list);
    return st;
}

static enum status add_value(struct asked *a, struct position p,
                             enum values_form form, json_t *answer)
{
    uint64_t value;
    char *text = NULL;
    enum status st = solve_value(&a->solver, p, &value);
    if (!st)
        st = values_print(&a->domain, form, value, &text);
    if (!st && json_object_set_new(answer, "value", json_string(text)))
        st = cli_no_memory();
    free(text);
    return st;
}

/* Outcome and winning moves by searching whole positions. */
static enum status search(const struct game *game, struct position p,
                          const struct wish *wish, json_t *answer)
{
    struct asked a;
    const struct domain_kind *domain;
    enum status st = domain_find(domain_kinds, "outcome", &domain);
    if (!st)
        st = asked_open(&a, game, domain, wish);
    if (st)
        return st;
    json_object_set_new(answer, "by", json_string("search"));
    st = add_outcome(&a.solver, p, answer);
    asked_close(&a);
    return st;
}

/* A domain that adds the values of components gives the outcome of any sum
 * without a search. */
static bool adds_components(const struct game *game,
                            const struct domain *domain)
{
    return game->players == 2 && domain->kind->sum && game->rules->split &&
           game->traits & GAME_SUMS;
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
        printf("outcome   %s, by %s\n", outcome,
               json_string_value(json_object_get(answer, "by")));
    if (value)
        printf("value     %s\n", value);
    if (json_is_null(winning)) {
        printf("winning   not listed: a move leads to a position that is too "
               "large for this game\n");
    } else if (json_is_array(winning)) {
        print_list("winning   ", winning);
    } else if (winning) {
        print_list("Left      ", json_object_get(winning, "left"));
        print_list("Right     ", json_object_get(winning, "right"));
    }
}

/* How a position is to be solved and shown. */

/* What cannot be added to a JSON object for want of memory is missing in it. */
static bool is_whole(const struct game *game, const json_t *answer)
{
    return json_object_get(answer, "position") &&
           json_object_get(answer, "value") &&
           (game->players != 2 || (json_object_get(answer, "by") &&
                                   json_object_get(answer, "outcome") &&
                                   json_object_get(answer, "winning")));
}

static enum status add_answers(const struct game *game, struct position p,
                               struct asked *a, const struct wish *wish,
                               json_t *json)
{
    const bool by_values =
        a && adds_components(game, &a->domain) && !wish->search;
    enum status st = STATUS_OK;
    if (by_values) {
        json_object_set_new(json, "by", json_string("values"));
        st = add_outcome(&a->solver, p, json);
    } else if (game->players == 2) {
        st = search(game, p, wish, json);
    }
    if (!st && a)
        st = add_value(a, p, wish->form, json);
    else if (!st)
        json_object_set_new(json, "value", json_null());
    return st;
}

static enum status answer(const struct catalogue *known,
                          const struct game *game, const char *text,
                          const struct wish *wish, json_t *json)
{
    struct position p;
    struct asked a;
    const struct domain_kind *domain = NULL;
    enum status st = game->rules->parse(game->self, text, &p);
    if (!st && wish->ask)
        st = domain_find(known->domains, wish->ask, &domain);
    else if (!st)
        domain = value_domain(known->domains, game);
    if (!st && domain)
        st = asked_open(&a, game, domain, wish);
    if (st)
        return st;
    json_object_set_new(json, "position", position_json(game, p));
    st = add_answers(game, p, domain ? &a : NULL, wish, json);
    if (domain)
        asked_close(&a);
    return st;
}

static enum status solve(const struct plugins *plugins,
                         const char *const words[2], const struct wish *wish,
                         bool json)
{
    const struct catalogue *known = &plugins->catalogue;
    struct game game;
    char text[PARAM_SPEC_MAX];
    const char *spec;
    enum status st = game_given(known->rulesets, words[0], text, &spec);
    if (!st)
        st = game_open(known->rulesets, spec, &game);
    if (st)
        return st;
    json_t *object = json_object();
    st = promises_of_game(&game, NULL);
    if (!st)
        st = answer(known, &game, words[1], wish, object);
    if (st == STATUS_STOPPED)
        log_note("%s: interrupted, without an answer", game.spec);
    if (!st && !is_whole(&game, object))
        st = cli_no_memory();
    if (!st && json)
        st = cli_json(json_incref(object));
    else if (!st)
        print_answer(object);
    json_decref(object);
    game_close(&game);
    return st;
}

static enum status solve_run(int argc, const char **argv)
{
    char *ask = NULL, *values = NULL, **files = NULL;
    struct limits limits = {NULL};
    int json = 0, searching = 0;
    struct wish wish = {0};
    const char *words[2];
    bool done;
    struct poptOption options[] = {
        {"ask", 0, POPT_ARG_STRING, &ask, 0,
         "value domain (the one that fits the rules)", "DOMAIN"},
        {"search", 0, POPT_ARG_NONE, &searching, 0,
         "find the outcome by searching the whole position", NULL},
        LIMITS(limits),
        ANSWER_VALUES(values),
        CLI_PLUGIN(files),
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 2, 2, &done);
    if (st || done)
        return st;
    struct plugins plugins;
    st = values_read_form("solve", values, &wish.form);
    if (!st)
        st = limits_read(&limits, &wish.seconds, &wish.memory);
    if (!st)
        st = plugins_open(&built_in, files, &plugins);
    if (st)
        return st;
    wish.ask = ask;
    wish.search = searching;
    st = solve(&plugins, words, &wish, json);
    plugins_close(&plugins);
    return st ? st : cli_flush();
}

const struct command command_solve = {
    .name = "solve",
    .summary = "one position: outcome, value, winning moves",
    .run = solve_run,
};
