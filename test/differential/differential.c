/* differential.c - all ways of a run must give the same rows.
 *
 *    differential [-n CENSUSES] [-t SECONDS] [-s SEED]
 *
 * Draws a ruleset with parameters, a value domain that suits it, a small grid
 * and, of half of them, columns, solves it once plainly, and again in other
 * ways: by recursion, with each memo, on 1, 2 or 5 threads, stopped and
 * resumed, in slices that are merged, and as a plug-in that fills only what is
 * required. Every key and fact must be the same. Where the domain's definition
 * is a few lines, the values are worked out by brute force, too. The archive
 * must be proved, or said not to be provable, and with a cell altered it must
 * not be. What fails is made as small as it goes and printed. Exit status 1 if
 * anything differs.
 *
 * Called in the source folder, alone: it makes threads, files in /dev/shm, and
 * listens to its own stderr.
 */
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/columns.h"
#include "census/run/runner.h"
#include "census/run/shared.h"
#include "engine/base/clock.h"
#include "engine/proof/proof.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TEXT = 200,
    NUMBERS = 6,
    WAYS = 3,
    ROWS_MAX = 300,
    GAMES_MAX = 64,
    LIMIT = 2
};

/* ---- what is drawn ---- */

/* How a grid's text is made of pairs lo..hi, and where they begin. */
static const struct grid_form {
    const char *format;
    int pairs;
    struct {
        int lo, spread, width;
    } draw[3];
} forms[] = {
    {"lists:parts=%d..%d,size=%d..%d", 2, {{1, 2, 1}, {1, 2, 4}}},
    {"lists:parts=%d..%d,size=%d..%d", 2, {{2, 1, 0}, {1, 1, 4}}},
    {"lists:parts=%d..%d,size=%d..%d", 2, {{3, 1, 0}, {1, 1, 3}}},
    {"multisets:parts=%d..%d,size=%d..%d", 2, {{0, 3, 2}, {1, 3, 5}}},
    {"partitions:total=%d..%d", 1, {{0, 4, 8}}},
    {"partitions:total=%d..%d", 1, {{0, 1, 10}}},
    {"rows:heaps=%d..%d,size=%d..%d", 2, {{0, 2, 3}, {1, 2, 3}}},
    {"palindromes:heaps=%d..%d,size=%d..%d", 2, {{0, 3, 4}, {1, 2, 4}}},
    {"sums:parts=%d..%d,heaps=%d..%d,nim=%d..%d",
     3,
     {{0, 2, 2}, {1, 2, 4}, {1, 2, 3}}},
    {"boards:rows=%d..%d,columns=%d..%d", 2, {{1, 2, 1}, {1, 2, 2}}},
    {"strips:length=%d..%d", 1, {{1, 4, 4}}},
    {"regions:squares=%d..%d", 1, {{1, 2, 3}}},
    {"sets", 0, {{0}}},
    {"regions:squares=%d..%d,up-to=symmetry", 1, {{1, 3, 3}}},
    /* Large enough for the methods of one heap: periods, dense tables. */
    {"multisets:parts=1..1,size=%d..%d", 1, {{1, 2, 250}}},
};

struct way {
    const char *memo; /* NULL: the fastest way that fits */
    int threads;
    bool recursion, plain; /* plain: only the required slots */
    int ticks;             /* stop after so many shards; -1: do not */
    unsigned slices;       /* 0: one run */
    long long part_rows;
};

struct trial {
    char rules[TEXT];
    const char *ask;
    char columns[TEXT]; /* "": those of a census without --columns */
    const struct grid_form *form;
    int number[NUMBERS];
};

static void grid_text(const struct trial *t, char out[TEXT])
{
    const int *n = t->number;
    /* Numbers past those of the format are not read. */
    const char *const format = t->form->format;
    switch (t->form->pairs) {
    case 0:
        snprintf(out, TEXT, "%s", format);
        return;
    case 1:
        snprintf(out, TEXT, format, n[0], n[1]);
        return;
    case 2:
        snprintf(out, TEXT, format, n[0], n[1], n[2], n[3]);
        return;
    default:
        snprintf(out, TEXT, format, n[0], n[1], n[2], n[3], n[4], n[5]);
    }
}

/* A trail of coins and the ground. */
static void draw_trail(uint64_t *seed, char out[TEXT])
{
    const size_t n = 2 + draw(seed, 8);
    for (size_t i = 0; i < n; i++)
        out[i] = "0abcde"[draw(seed, 6)];
    out[n] = 0;
}

/* A value for a parameter without choices, by what it is called. */
static void draw_word(uint64_t *seed, const char *name, char out[TEXT])
{
    if (!strcmp(name, "code"))
        snprintf(out, TEXT, "%d.%zu%zu%zu", draw(seed, 4) ? 0 : 4,
                 draw(seed, 8), draw(seed, 8), 1 + draw(seed, 7));
    else if (!strcmp(name, "graph"))
        draw_trail(seed, out);
    else
        snprintf(out, TEXT, "%zu,%zu", 1 + draw(seed, 3), 4 + draw(seed, 3));
}

static void draw_rules(uint64_t *seed, char out[TEXT])
{
    size_t n = 0;
    while (rulesets[n])
        n++;
    const struct ruleset *r = rulesets[draw(seed, n)];
    size_t used = (size_t)snprintf(out, TEXT, "%s", r->name);
    char mark = ':';
    for (size_t i = 0; i < r->nparams && used < TEXT; i++) {
        const struct param *p = &r->params[i];
        char value[TEXT] = "";
        if (p->def && draw(seed, 2))
            continue;
        if (p->type == PARAM_CHOICE) {
            size_t choices = 1;
            for (const char *c = p->choices; *c; c++)
                choices += *c == '|';
            const char *at = p->choices;
            for (size_t skip = draw(seed, choices); skip; skip--)
                at = strchr(at, '|') + 1;
            snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "|"), at);
        } else if (p->type == PARAM_INTEGER) {
            const int64_t room = p->hi - p->lo < 3 ? p->hi - p->lo : 3;
            snprintf(
                value, sizeof value, "%lld",
                (long long)(p->lo + (int64_t)draw(seed, (size_t)room + 1)));
        } else {
            draw_word(seed, p->name, value);
        }
        used += (size_t)snprintf(out + used, TEXT - used, "%c%s%s%s", mark,
                                 p->type == PARAM_REST ? "" : p->name,
                                 p->type == PARAM_REST ? "" : "=", value);
        mark = ',';
    }
}

static bool suits(const struct game *game, const struct domain_kind *kind)
{
    return !(kind->needs & ~game->traits) && !(kind->refuses & game->traits) &&
           (!kind->players || kind->players == game->players);
}

static const char *draw_domain(uint64_t *seed, const char *rules)
{
    const struct domain_kind *const *kinds = built_in.domains;
    const char *name = NULL;
    struct game game;
    size_t n = 0;
    if (game_open(rulesets, rules, &game))
        return NULL;
    while (kinds[n])
        n++;
    for (int tries = 0; tries < 50 && !name; tries++) {
        const struct domain_kind *kind = kinds[draw(seed, n)];
        name = suits(&game, kind) ? kind->name : NULL;
    }
    game_close(&game);
    return name;
}

/* The domain's own column and some others, whatever it is: those that do not
 * suit are refused, and then others are drawn. */
static void draw_columns(uint64_t *seed, char out[TEXT])
{
    struct columns_entry e;
    const char *domain;
    size_t n = 0;
    while (columns_get(built_in.domains, n, &e, &domain))
        n++;
    size_t used = (size_t)snprintf(out, TEXT, "position,value");
    for (size_t i = 0; i < 1 + draw(seed, 3) && used < TEXT; i++)
        if (columns_get(built_in.domains, draw(seed, n), &e, &domain) &&
            strcmp(e.column.name, "position") != 0 && e.column.role)
            used +=
                (size_t)snprintf(out + used, TEXT - used, ",%s", e.column.name);
}

static void draw_trial(uint64_t *seed, struct trial *t)
{
    memset(t, 0, sizeof *t);
    do {
        draw_rules(seed, t->rules);
        t->ask = draw_domain(seed, t->rules);
    } while (!t->ask);
    if (draw(seed, 2))
        draw_columns(seed, t->columns);
    t->form = &forms[draw(seed, sizeof forms / sizeof *forms)];
    for (int i = 0; i < t->form->pairs; i++) {
        t->number[2 * i] = t->form->draw[i].lo +
                           (int)draw(seed, (size_t)t->form->draw[i].spread);
        t->number[2 * i + 1] =
            t->number[2 * i] +
            (int)draw(seed, (size_t)t->form->draw[i].width + 1);
    }
}

static struct way draw_way(uint64_t *seed)
{
    static const int threads[] = {1, 2, 5};
    struct way w = {.ticks = -1};
    size_t n = 0;
    while (memo_kinds[n])
        n++;
    const struct memo_kind *memo = memo_kinds[draw(seed, n)];
    w.memo = memo->forgets || !draw(seed, 4) ? NULL : memo->name;
    w.threads = threads[draw(seed, 3)];
    w.recursion = draw(seed, 2);
    w.plain = !draw(seed, 3);
    w.part_rows = 1 + (long long)draw(seed, 40);
    if (!draw(seed, 2))
        w.ticks = (int)draw(seed, 6);
    else if (!draw(seed, 2))
        w.slices = 2 + (unsigned)draw(seed, 3);
    return w;
}

static void print_trial(FILE *out, const struct trial *t, const struct way *w)
{
    char grid[TEXT];
    grid_text(t, grid);
    fprintf(out, "--rules %s --ask %s --grid %s%s%s", t->rules, t->ask, grid,
            *t->columns ? " --columns " : "", t->columns);
    if (w)
        fprintf(out, " --memo %s -t%d%s --part-rows %lld%s",
                w->memo ? w->memo : "(fastest)", w->threads,
                w->recursion ? " --recursion" : "", w->part_rows,
                w->plain ? ", required slots only" : "");
    if (w && w->ticks >= 0)
        fprintf(out, ", stopped after %d shards", w->ticks);
    if (w && w->slices)
        fprintf(out, ", in %u slices", w->slices);
    fprintf(out, "\n");
}

/* ---- games that fill only what is required ---- */

struct plain_games {
    struct ruleset rules[GAMES_MAX];
    const struct ruleset *list[GAMES_MAX + 1];
    struct catalogue catalogue;
};

static void plain_make(struct plain_games *g)
{
    size_t n = 0;
    for (; rulesets[n] && n < GAMES_MAX; n++) {
        const struct ruleset *r = rulesets[n];
        g->rules[n] = (struct ruleset){
            .name = r->name,
            .summary = r->summary,
            .params = r->params,
            .nparams = r->nparams,
            .open = r->open,
            .close = r->close,
            .start = r->start,
            .parse = r->parse,
            .print = r->print,
            .options_max = r->options_max,
            .options = r->options,
            .measure = r->measure,
            /* Where positions are limited, these are part of the game. */
            .searchable = r->searchable,
            .movable = r->movable,
            /* What positions a grid of boards has. */
            .board = r->board,
        };
        g->list[n] = &g->rules[n];
    }
    g->list[n] = NULL;
    g->catalogue = built_in;
    g->catalogue.rulesets = g->list;
}

/* ---- solving ---- */

struct bench {
    struct whole_place place;
    struct plain_games plain;
};

/* After how many questions a run stops, and when at the latest. */
struct until {
    atomic_int left;
    uint64_t end; /* clock_now() */
};

static bool stop_soon(void *context)
{
    struct until *until = context;
    return atomic_fetch_sub(&until->left, 1) <= 0 || clock_now() > until->end;
}

/* A run that is stopped: its parts stay. */
static enum status run_until(struct request *r, const char *path,
                             const struct way *w)
{
    const struct run_identity id = plan_identity(&r->plan, r->params);
    struct until until = {.left = w->ticks,
                          .end = clock_now() + LIMIT * CLOCK_SECOND};
    const struct run_options options = {.threads = (unsigned)w->threads,
                                        .memo =
                                            w->memo ? memo_find(w->memo) : NULL,
                                        .recursion = w->recursion,
                                        .quiet = true,
                                        .keep = 1e-9,
                                        .stop = stop_soon,
                                        .context = &until};
    struct run_report report;
    struct parts *parts;
    enum status st =
        parts_open(path, &id, (uint64_t)w->part_rows, true, &parts);
    if (st)
        return st;
    st = run_census(&r->plan, parts, &options, &report);
    parts_close(parts);
    return st;
}

static enum status open_trial(const struct trial *t,
                              const struct catalogue *known, struct request *r)
{
    char grid[TEXT];
    grid_text(t, grid);
    return request_open_columns(t->rules, t->ask, grid,
                                *t->columns ? t->columns : NULL, known, r);
}

extern const struct command command_merge;

/* Slice after slice, and the archive of their parts. */
static enum status solve_in_slices(const struct request *r, const struct way *w,
                                   const struct runner_options *options,
                                   struct run_report *report)
{
    struct runner_options slice = *options;
    char parts[TEXT];
    const char *words[] = {"merge", options->path, parts, "--force", NULL};
    enum status st = STATUS_OK;
    bool speaks;
    for (unsigned i = 0; !st && i < w->slices; i++) {
        slice.slice = (struct parts_slice){.index = i, .count = w->slices};
        st = shared_run(r, &slice, report, &speaks);
    }
    snprintf(parts, sizeof parts, "%s.parts", options->path);
    return st ? st : command_merge.run(4, words);
}

/* The archive at path. What is said on the way is dropped. */
static enum status solve(struct bench *b, const struct trial *t,
                         const struct way *w, const char *path)
{
    struct runner_options options = {
        .command = "differential",
        .path = path,
        .replace = true,
        .quiet = true,
        .memo = w->memo,
        .threads = w->threads,
        .recursion = w->recursion,
        /* A census that takes so long is too large. */
        .seconds = LIMIT,
        .part_rows = w->part_rows};
    struct request *r = malloc(sizeof *r);
    struct run_report report;
    char heard[1000];
    store_listen();
    (void)unlink(path);
    enum status st = parts_discard(path);
    st = st ? st : open_trial(t, w->plain ? &b->plain.catalogue : &built_in, r);
    if (!st && r->plan.grid.count > ROWS_MAX) {
        request_close(r);
        st = STATUS_RANGE;
    } else if (!st) {
        if (w->ticks >= 0) {
            options.resume = run_until(r, path, w) == STATUS_STOPPED;
            options.threads = 1 + w->threads % 2;
        }
        st = w->slices ? solve_in_slices(r, w, &options, &report)
                       : runner_run(r, &options, &report);
        request_close(r);
    }
    store_heard(heard, sizeof heard);
    free(r);
    return st;
}

/* The first column whose rows differ, or NULL. */
static const char *difference(const char *path, const char *reference)
{
    static char name[64];
    const char *found = NULL;
    struct archive *a = NULL, *b = NULL;
    if (archive_open(path, &a) || archive_open(reference, &b)) {
        archive_close(a);
        return "(cannot be opened)";
    }
    const uint64_t rows = archive_rows(a);
    if (rows != archive_rows(b) || archive_columns(a) != archive_columns(b))
        found = "(rows or columns)";
    for (size_t c = 0; !found && c < archive_columns(a); c++) {
        const struct column *x = archive_column(a, c);
        const struct column *y = archive_column(b, c);
        char *u = malloc(rows * x->width + 1), *v = malloc(rows * y->width + 1);
        if (strcmp(x->name, y->name) || x->width != y->width ||
            archive_read(a, c, 0, rows, u) || archive_read(b, c, 0, rows, v) ||
            (x->role != COLUMN_COST && memcmp(u, v, rows * x->width))) {
            snprintf(name, sizeof name, "%s", x->name);
            found = name;
        }
        free(u);
        free(v);
    }
    archive_close(a);
    archive_close(b);
    return found;
}

/* ---- brute force ---- */

/* What the position is worth, worked out by trying every move; what has been
 * worked out is kept in a table of triples. */
struct brute {
    const struct game *game;
    const char *ask;
    struct known {
        struct position p;
        uint64_t value; /* plus 1; 0: a free place */
    } * at;
    size_t n, cap;
};

enum { BRUTE_MAX = 200000 };

static struct known *place_of(struct brute *b, struct position p)
{
    size_t i = position_hash(p) % b->cap;
    while (b->at[i].value && !position_equal(b->at[i].p, p))
        i = (i + 1) % b->cap;
    return &b->at[i];
}

static uint64_t brute_value(struct brute *b, struct position p);

static uint64_t mex(const uint64_t values[], size_t n)
{
    for (uint64_t m = 0;; m++) {
        bool there = false;
        for (size_t i = 0; i < n; i++)
            there = there || values[i] == m;
        if (!there)
            return m;
    }
}

/* The winner, counted from the mover, whom the mover prefers. */
static uint64_t favourite(const uint64_t values[], size_t n, unsigned players,
                          bool down)
{
    uint64_t best = players, rank = players;
    for (size_t i = 0; i < n; i++) {
        const uint64_t winner = (values[i] + 1) % players;
        const uint64_t place = down && winner ? players - winner : winner;
        if (place < rank) {
            rank = place;
            best = winner;
        }
    }
    return n ? best : players - 1;
}

/* Does the mover, who has these options, win? After the move the other one is
 * to move; `other` is the bit that says that he wins. */
static bool wins(const uint64_t values[], size_t n, bool misere, uint64_t other)
{
    bool found = n == 0 && misere;
    for (size_t i = 0; i < n; i++)
        found = found || !(values[i] & other);
    return found;
}

/* Bit 0: Left wins if she moves first; bit 1: Right if he does. */
static uint64_t who_wins(const struct game *g, const uint64_t left[],
                         size_t nleft, const uint64_t right[], size_t nright)
{
    const bool misere = g->traits & GAME_MISERE;
    return (uint64_t)wins(left, nleft, misere, 2) |
           (uint64_t)wins(right, nright, misere, 1) << 1;
}

static uint64_t fold(const struct brute *b, const uint64_t values[], size_t n,
                     size_t nright)
{
    const struct game *g = b->game;
    if (!strcmp(b->ask, "nimber"))
        return mex(values, n);
    if (!strcmp(b->ask, "upstream"))
        return favourite(values, n, g->players, false);
    if (!strcmp(b->ask, "downstream"))
        return favourite(values, n, g->players, true);
    return g->traits & GAME_PARTIZAN
               ? who_wins(g, values, n, values + n, nright)
               : who_wins(g, values, n, values, n);
}

static uint64_t brute_value(struct brute *b, struct position p)
{
    const struct ruleset *r = b->game->rules;
    const void *self = b->game->self;
    if (place_of(b, p)->value)
        return place_of(b, p)->value - 1;
    const size_t most = r->options_max(self, p);
    struct position *options = calloc(2 * most + 1, sizeof *options);
    uint64_t *values = calloc(2 * most + 1, sizeof *values);
    const size_t n = r->options(self, p, LEFT, options);
    const size_t m = b->game->traits & GAME_PARTIZAN
                         ? r->options(self, p, RIGHT, options + n)
                         : 0;
    for (size_t i = 0; i < n + m && b->n < BRUTE_MAX; i++)
        values[i] = brute_value(b, options[i]);
    const uint64_t value = fold(b, values, n, m);
    free(options);
    free(values);
    if (b->n < BRUTE_MAX) {
        *place_of(b, p) = (struct known){p, value + 1};
        b->n++;
    }
    return value;
}

static int64_t as_fact(const char *ask, uint64_t value)
{
    static const enum outcome classes[] = {OUTCOME_P, OUTCOME_L, OUTCOME_R,
                                           OUTCOME_N};
    return strcmp(ask, "outcome") ? (int64_t)value : (int64_t)classes[value];
}

/* Compares the domain's column. false: it differs at *row. *tried: it could be
 * worked out. */
static bool brute_agrees(const struct trial *t, const char *path, bool *tried,
                         uint64_t *row)
{
    static const char *const asks[] = {"outcome", "nimber", "upstream",
                                       "downstream"};
    struct request *r = malloc(sizeof *r);
    struct archive *a = NULL;
    bool known = false, same = true;
    *tried = false;
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        known = known || !strcmp(asks[i], t->ask);
    if (!known || open_trial(t, &built_in, r)) {
        free(r);
        return true;
    }
    const struct game *game = &r->plan.games[0];
    struct brute b = {.game = game, .ask = t->ask, .cap = 4 * BRUTE_MAX};
    b.at = calloc(b.cap, sizeof *b.at);
    const size_t column =
        archive_open(path, &a)
            ? 0
            : archive_find(a, r->plan.domains[0]->column.name);
    *tried = a && column < archive_columns(a);
    for (uint64_t i = 0; *tried && same && i < r->plan.grid.count; i++) {
        struct point point;
        struct position p;
        int64_t found;
        grid_unrank(&r->plan.grid, i, &point);
        if (game_start(game, &point, &p) ||
            archive_read_i64(a, column, i, 1, &found))
            break;
        const int64_t wanted = as_fact(t->ask, brute_value(&b, p));
        *tried = b.n < BRUTE_MAX;
        same = !*tried || wanted == found;
        *row = i;
    }
    free(b.at);
    archive_close(a);
    request_close(r);
    free(r);
    return same;
}

/* ---- proofs ---- */

static enum status prove(const struct request *r, const char *path)
{
    const struct proof_options options = {.threads = 2, .quiet = true};
    struct proof_report report;
    struct archive *a;
    char heard[1000];
    store_listen();
    enum status st = archive_open(path, &a);
    if (!st) {
        st = proof_check(a, &r->plan, &options, &report);
        archive_close(a);
    }
    store_heard(heard, sizeof heard);
    return st;
}

/* Another value than the cell has, or for a text the bits to be changed. */
static uint64_t another(uint64_t *seed, const struct column *column,
                        const char *path, uint64_t row)
{
    struct archive *a;
    uint64_t value = 0;
    size_t labels = 0;
    if (column->type == COLUMN_TEXT)
        return 1 + draw(seed, 7);
    if (!archive_open(path, &a)) {
        (void)!archive_read(a, archive_find(a, column->name), row, 1, &value);
        archive_close(a);
    }
    while (column->labels && column->labels[labels])
        labels++;
    return labels ? 1 + (value + draw(seed, labels - 2)) % (labels - 1)
                  : value ^ 1u << draw(seed, 3);
}

/* With a cell altered, is it refused? */
static enum status prove_altered(uint64_t *seed, struct bench *b,
                                 const struct request *r)
{
    const struct census *census = r->plan.census;
    const char *from = b->place.reference, *to = b->place.path;
    size_t c;
    do
        c = draw(seed, census->ncolumns);
    while (census->columns[c].role == COLUMN_COST ||
           census->columns[c].type == COLUMN_F64);
    const uint64_t row = draw(seed, r->plan.grid.count);
    /* A way that was stopped by the limit has left parts. */
    enum status st = parts_discard(to);
    if (st)
        return st;
    whole_forge(r, from, to, row, census->columns[c].name,
                another(seed, &census->columns[c], from, row));
    return prove(r, to);
}

/* ---- one after another ---- */

struct tally {
    unsigned long tried, solved, columns, ways, refused, brute, proved,
        not_provable, altered, differing, altered_proved;
};

static const struct way plainest = {.threads = 1, .ticks = -1};

static bool differs(struct bench *b, const struct trial *t, const struct way *w)
{
    return !solve(b, t, &plainest, b->place.reference) &&
           !solve(b, t, w, b->place.path) &&
           difference(b->place.path, b->place.reference);
}

/* Lowers and narrows the grid's numbers while it still differs, then makes the
 * way simpler. */
static void shrink(struct bench *b, struct trial *t, struct way *w)
{
    bool smaller = true;
    while (smaller) {
        smaller = false;
        for (int i = 0; i < 2 * t->form->pairs && !smaller; i++) {
            struct trial less = *t;
            less.number[i] += i % 2 ? -1 : 1;
            if (less.number[i - i % 2] <= less.number[i - i % 2 + 1] &&
                differs(b, &less, w)) {
                *t = less;
                smaller = true;
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        struct way simpler = *w;
        if (i == 0)
            simpler.ticks = -1;
        else if (i == 1)
            simpler.slices = 0;
        else if (i == 2)
            simpler.threads = 1;
        else if (i == 3)
            simpler.memo = NULL;
        else if (i == 4)
            simpler.recursion = false;
        else
            simpler.plain = false;
        if (differs(b, t, &simpler))
            *w = simpler;
    }
    struct trial less = *t;
    less.columns[0] = 0;
    if (differs(b, &less, w))
        *t = less;
}

static void report(const char *what, const struct trial *t, const struct way *w,
                   struct tally *n)
{
    n->differing++;
    printf("DIFFERS (%s): ", what);
    print_trial(stdout, t, w);
    fflush(stdout);
}

static void compare_ways(uint64_t *seed, struct bench *b, const struct trial *t,
                         struct tally *n)
{
    for (int i = 0; i < WAYS; i++) {
        struct way w = draw_way(seed);
        struct trial small = *t;
        if (solve(b, t, &w, b->place.path)) {
            n->refused++;
            continue;
        }
        n->ways++;
        const char *column = difference(b->place.path, b->place.reference);
        if (!column)
            continue;
        report(column, t, &w, n);
        shrink(b, &small, &w);
        printf("  the smallest: ");
        print_trial(stdout, &small, &w);
        (void)!solve(b, t, &plainest, b->place.reference);
    }
}

static void prove_both(uint64_t *seed, struct bench *b, const struct trial *t,
                       struct tally *n)
{
    struct request *r = malloc(sizeof *r);
    enum status st = open_trial(t, &built_in, r);
    if (st) {
        free(r);
        return;
    }
    st = prove(r, b->place.reference);
    n->proved += st == STATUS_OK;
    n->not_provable += st == STATUS_NO_ANSWER || st == STATUS_STOPPED;
    if (st && st != STATUS_NO_ANSWER && st != STATUS_STOPPED)
        report("not proved", t, NULL, n);
    if (!st) {
        n->altered++;
        if (prove_altered(seed, b, r) != STATUS_DISAGREE) {
            n->altered_proved++;
            report("an altered row is proved", t, NULL, n);
        }
    }
    request_close(r);
    free(r);
}

static void one(uint64_t *seed, struct bench *b, struct tally *n)
{
    struct trial t;
    uint64_t row = 0;
    bool tried;
    char heard[1000];
    store_listen();
    draw_trial(seed, &t);
    store_heard(heard, sizeof heard);
    n->tried++;
    if (solve(b, &t, &plainest, b->place.reference)) {
        /* The columns may be what does not suit. */
        if (!*t.columns)
            return;
        t.columns[0] = 0;
        if (solve(b, &t, &plainest, b->place.reference))
            return;
    }
    n->columns += *t.columns != 0;
    n->solved++;
    n->ways++;
    compare_ways(seed, b, &t, n);
    if (!brute_agrees(&t, b->place.reference, &tried, &row)) {
        report("brute force", &t, NULL, n);
        printf("  row %llu\n", (unsigned long long)row);
    }
    n->brute += tried;
    prove_both(seed, b, &t, n);
}

int main(int argc, char **argv)
{
    unsigned long most = 300;
    double seconds = 1e9;
    uint64_t seed = 1;
    for (int c; (c = getopt(argc, argv, "n:t:s:")) >= 0;)
        switch (c) {
        case 'n':
            most = strtoul(optarg, NULL, 10);
            break;
        case 't':
            seconds = strtod(optarg, NULL);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    struct bench *b = calloc(1, sizeof *b);
    struct tally n = {0};
    const time_t start = time(NULL);
    printf("differential: seed %llu\n", (unsigned long long)seed);
    fflush(stdout);
    whole_place_quick(&b->place);
    plain_make(&b->plain);
    while (n.solved < most && difftime(time(NULL), start) < seconds)
        one(&seed, b, &n);
    store_folder_remove(b->place.folder);
    printf("differential: %lu censuses (%lu drawn, %lu with columns), %lu ways "
           "solved (%lu not to be had), %lu by brute force, %lu proved, %lu "
           "not provable, %lu altered: %lu differing, %lu altered proved\n",
           n.solved, n.tried, n.columns, n.ways, n.refused, n.brute, n.proved,
           n.not_provable, n.altered, n.differing, n.altered_proved);
    free(b);
    return n.differing > 0;
}
