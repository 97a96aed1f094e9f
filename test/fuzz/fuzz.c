#include "test/fuzz/fuzz.h"
#include "census/run/built_in.h"

#include "census/run/request.h"
#include "census/run/runner.h"
#include "engine/store/query/query.h"
#include "engine/store/query/scan.h"
#include "engine/store/read/verify.h"
#include "rules/rules.h"
#include "test/fuzz/bear.h"
#include "test/fuzz/craft.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const specs[] = {
    "top-entails",     "top-entails:reply=elsewhere",
    "entailing-nim",   "nim",
    "end-nim",         "octal:0.77",
    "toads-and-frogs", "domineering",
    "clobber",
};
enum { GAMES = sizeof specs / sizeof *specs, TEXT = 512 };

struct fuzz {
    char folder[64], archive[96], changed[96], run[96], json[128];
    struct game games[GAMES];
    struct archive *open;
    uint8_t *bytes; /* of the archive */
    size_t size;
    struct bear *bear; /* NULL until it is needed */
};

/* The bytes as a C text, cut at their first zero. */
static const char *text_of(const uint8_t *bytes, size_t n, char out[TEXT])
{
    n = n < TEXT - 1 ? n : TEXT - 1;
    memcpy(out, bytes, n);
    out[n] = 0;
    return out;
}

/* Whatever reads as a position prints as a text that reads as the same. */
static void fuzz_position(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    char text[TEXT], printed[4 * TEXT];
    if (!n)
        return;
    const struct game *game = &f->games[bytes[0] % GAMES];
    struct position p, q;
    text_of(bytes + 1, n - 1, text);
    if (game->rules->parse(game->self, text, &p))
        return;
    size_t length = game->rules->print(game->self, p, printed, sizeof printed);
    assert(length < sizeof printed && strlen(printed) == length);
    enum status st = game->rules->parse(game->self, printed, &q);
    assert(!st && position_equal(p, q));
}

/* Whatever opens says how to open the same game again. */
static void fuzz_ruleset(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    char text[TEXT];
    struct game game, again;
    (void)f;
    if (game_open(rulesets, text_of(bytes, n, text), &game))
        return;
    enum status st = game_open(rulesets, game.spec, &again);
    assert(!st && !strcmp(game.spec, again.spec) &&
           game.traits == again.traits);
    game_close(&again);
    game_close(&game);
}

/* Points have the numbers that they are found by. */
static void fuzz_grid(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    char text[TEXT];
    struct grid grid;
    struct point point;
    (void)f;
    if (grid_open(grid_kinds, text_of(bytes, n, text), NULL, &grid))
        return;
    for (uint64_t i = 0; i < 16 && grid.count; i++) {
        const uint64_t index =
            i % 2 ? grid.count - 1 - i / 2 % grid.count : grid.count / 16 * i;
        uint64_t found;
        grid_unrank(&grid, index, &point);
        bool there = grid.kind->rank(grid.self, &point, &found);
        assert(there && found == index);
        if (grid.kind->layer_end) {
            uint64_t end = grid.kind->layer_end(grid.self, index);
            assert(end > index && end <= grid.count);
        }
    }
    grid_close(&grid);
}

static void fuzz_where(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    char text[TEXT];
    struct query *query;
    uint64_t rows;
    enum status st = query_open(f->open, &query);
    assert(!st);
    if (!query_where(query, text_of(bytes, n, text))) {
        st = query_count(query, &rows);
        assert(!st && rows <= archive_rows(f->open));
    }
    query_close(query);
}

static void write_file(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");
    size_t written = out ? fwrite(bytes, 1, n, out) : 0;
    int failed = out ? fclose(out) : 1;
    assert(!failed && written == n);
}

static void fuzz_run(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    struct parts_info info;
    struct request *r = malloc(sizeof *r);
    assert(r);
    write_file(f->json, bytes, n);
    if (!parts_inspect(f->run, &info)) {
        if (!request_reopen(info.census, info.version, info.params, info.rules,
                            info.ask, info.grid, &built_in, r))
            request_close(r);
        parts_info_release(&info);
    }
    free(r);
}

static void read_all(struct archive *a)
{
    uint8_t *values = NULL;
    for (size_t c = 0; c < archive_columns(a); c++) {
        const uint64_t rows = archive_rows(a);
        const size_t width = archive_column(a, c)->width;
        if (rows > 100000 || width > 1000)
            continue;
        values = realloc(values, rows * width + 1);
        assert(values);
        if (archive_read(a, c, 0, rows, values))
            break;
    }
    free(values);
}

/* A changed file is refused, or is read without harm. What verify lets pass is
 * the very archive. */
static void fuzz_archive_file(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    struct archive *a;
    struct verify_report report;
    struct request *r = malloc(sizeof *r);
    assert(r);
    write_file(f->changed, bytes, n);
    if (!archive_open(f->changed, &a)) {
        read_all(a);
        if (!request_of_archive(a, &built_in, r))
            request_close(r);
        archive_close(a);
    }
    free(r);
    if (!verify_file(f->changed, true, NULL, &report))
        assert(report.rows == archive_rows(f->open));
}

/* Whatever an archive is made into, every command ends in an orderly way. */
static void fuzz_crafted(struct fuzz *f, const uint8_t *bytes, size_t n)
{
    if (!f->bear)
        f->bear = bear_open();
    bear_here(f->bear, bytes, n);
}

const struct fuzz_target fuzz_targets[] = {
    {"position", 120, fuzz_position},
    {"ruleset", 200, fuzz_ruleset},
    {"grid", 200, fuzz_grid},
    {"where", 120, fuzz_where},
    {"run", 2000, fuzz_run},
    {"archive", 1 << 16, fuzz_archive_file},
    {"crafted", CRAFT_BYTES, fuzz_crafted},
    {NULL, 0, NULL},
};

static void read_archive(struct fuzz *f)
{
    struct stat st;
    FILE *in = fopen(f->archive, "rb");
    assert(in && fstat(fileno(in), &st) == 0);
    f->size = (size_t)st.st_size;
    f->bytes = malloc(f->size);
    assert(f->bytes && fread(f->bytes, 1, f->size, in) == f->size);
    fclose(in);
}

static void make_archive(struct fuzz *f)
{
    struct request *r = malloc(sizeof *r);
    const struct runner_options options = {
        .path = f->archive, .command = "fuzz", .threads = 1, .quiet = true};
    struct run_report report;
    assert(r);
    enum status st = request_open_custom(
        "top-entails", "outcome", "lists:parts=1..2,size=1..4", &built_in, r);
    assert(!st);
    st = runner_run(r, &options, &report);
    assert(!st);
    request_close(r);
    free(r);
    st = archive_open(f->archive, &f->open);
    assert(!st);
    read_archive(f);
}

struct fuzz *fuzz_open(void)
{
    struct fuzz *f = calloc(1, sizeof *f);
    char parts[128];
    assert(f);
    snprintf(f->folder, sizeof f->folder, "/dev/shm/census-fuzz-XXXXXX");
    if (!mkdtemp(f->folder)) {
        snprintf(f->folder, sizeof f->folder, "/tmp/census-fuzz-XXXXXX");
        char *made = mkdtemp(f->folder);
        assert(made);
    }
    snprintf(f->archive, sizeof f->archive, "%s/seed.h5", f->folder);
    snprintf(f->changed, sizeof f->changed, "%s/changed.h5", f->folder);
    snprintf(f->run, sizeof f->run, "%s/run.h5", f->folder);
    snprintf(f->json, sizeof f->json, "%s.parts/run.json", f->run);
    snprintf(parts, sizeof parts, "%s.parts", f->run);
    int failed = mkdir(parts, 0700);
    assert(!failed);
    for (size_t i = 0; i < GAMES; i++) {
        enum status st = game_open(rulesets, specs[i], &f->games[i]);
        assert(!st);
    }
    make_archive(f);
    return f;
}

void fuzz_close(struct fuzz *f)
{
    char parts[128];
    snprintf(parts, sizeof parts, "%s.parts", f->run);
    archive_close(f->open);
    if (f->bear)
        bear_close(f->bear);
    for (size_t i = 0; i < GAMES; i++)
        game_close(&f->games[i]);
    unlink(f->json);
    unlink(f->changed);
    unlink(f->archive);
    rmdir(parts);
    rmdir(f->folder);
    free(f->bytes);
    free(f);
}

const uint8_t *fuzz_archive(const struct fuzz *f, size_t *n)
{
    *n = f->size;
    return f->bytes;
}
