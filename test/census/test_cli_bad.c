/* What bad input gets: one line on stderr that names what and where, the exit
 * status of its kind, nothing on stdout, and no file that was not there. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { USAGE = 2, ENVIRONMENT = 3 };

struct bad {
    int status;
    const char *names; /* what the line must say */
    const char *words[PROGRAM_WORDS];
};

#define TEP "top-entails-partitions"
#define CUSTOM(rules, ask, grid)                                               \
    {                                                                          \
        "run", "--rules", rules, "--ask", ask, "--grid", grid, "-o", "x.h5"    \
    }

static const struct bad commands[] = {
    {USAGE, "which command", {NULL}},
    {USAGE, "'nonsense'", {"nonsense"}},
    {USAGE, "'--nonsense'", {"--nonsense"}},
    {USAGE, "--nonsense", {"list", "--nonsense"}},
    {USAGE, "'nonsense'", {"list", "nonsense"}},
    {USAGE, "RULESET POSITION", {"solve", "nim"}},
    {USAGE, "'3'", {"solve", "nim", "2", "3"}},
    {USAGE, "one rule", {"check", "te.h5"}},
    {USAGE, "PATH", {"resume"}},
    {USAGE, "PATH", {"status"}},
    {USAGE, "FILE", {"query"}},
    {USAGE, "FILE", {"verify"}},
    {USAGE, "'nonsense'", {"schema", "nonsense"}},
    {USAGE, "'nonsense'", {"reproduce", "nonsense"}},
    {USAGE, "-2", {"reproduce", "--threads", "-2"}},
    {USAGE, "no check 'nonsense'", {"check", "te.h5", "nonsense"}},
    {USAGE, "nim", {"check", "nim.h5", "three-clause"}},
    {USAGE, "0..100", {"check", "te.h5", "three-clause", "--limit", "101"}},
    {USAGE, "digits only", {"check", "te.h5", "three-clause", "--limit", "-1"}},
    {USAGE, "--sample", {"verify", "te.h5", "--sample", "-1"}},
    {USAGE, "--proof, not both", {"verify", "te.h5", "--proof", "--sample=9"}},
    {USAGE, "--fast, not both", {"verify", "te.h5", "--fast", "--sample=9"}},
    {USAGE, "not both", {"query", "te.h5", "--json", "--format", "csv"}},
    {USAGE, "not both", {"bench", "--json", "--format", "csv"}},
    {USAGE, "of " TEP, {"bench", "--rules=nim", "--ask", TEP, "--total=3"}},
};

static const struct bad runs[] = {
    {USAGE, "'nonsense'", {"run", "nonsense"}},
    {USAGE, "name a census", {"run"}},
    {USAGE, "--grid", {"run", "--rules", "nim"}},
    {USAGE, "--total", {"run", "e1-sums", "--total", "3"}},
    {USAGE, "own", {"run", "e1-sums", "--rules", "nim"}},
    {USAGE, "of " TEP, {"run", "-o", TEP, "e1-sums", "--total", "3"}},
    {USAGE,
     "and --rules is what is to be solved",
     {"run", "--rules=nim", "--grid=lists:parts=1,size=1", "-o", TEP,
      "--total=3"}},
    {USAGE, "total=100000", {"run", TEP, "--total", "100000"}},
    {USAGE, "total=-1", {"run", TEP, "--total", "-1"}},
    {USAGE, "total=4x", {"run", TEP, "--total", "4x"}},
    {USAGE, "total", {"run", TEP, "--total", ""}},
    {USAGE, "2^63", {"run", TEP, "--total", "420"}},
    {USAGE, "-1", {"run", TEP, "--threads", "-1"}},
    {USAGE, "digits only", {"run", TEP, "--threads", "0x2"}},
    {USAGE, "digits only", {"run", TEP, "--threads", " 2"}},
    {USAGE, "digits only", {"run", TEP, "--part-rows", "+10"}},
    {USAGE, "0x10M", {"run", TEP, "--memory", "0x10M"}},
    {USAGE, "1e1s", {"run", TEP, "--time-limit", "1e1s"}},
    {USAGE, "1025", {"run", TEP, "--threads", "1025"}},
    {USAGE, "many", {"run", TEP, "--threads", "many"}},
    {USAGE, "65537", {"run", TEP, "--part-rows", "65537"}},
    {USAGE, "-5", {"run", TEP, "--part-rows", "-5"}},
    {USAGE, "memo 'nonsense'", {"run", TEP, "--memo", "nonsense"}},
    {USAGE, "path", {"run", TEP, "-o", ""}},
    {ENVIRONMENT, "te.h5 exists", {"run", TEP, "--total", "9", "-o", "te.h5"}},
    {ENVIRONMENT, "folder", {"run", TEP, "-o", "folder"}},
    {ENVIRONMENT, "folder", {"run", TEP, "-o", "folder", "--force"}},
    {ENVIRONMENT, "folder/", {"run", TEP, "-o", "folder/", "--force"}},
    {ENVIRONMENT, "none/x.h5", {"run", TEP, "-o", "none/x.h5"}},
    {ENVIRONMENT, "/proc/x.h5", {"run", TEP, "-o", "/proc/x.h5"}},
    {ENVIRONMENT, "te.h5/x.h5", {"run", TEP, "-o", "te.h5/x.h5"}},
    {ENVIRONMENT, "/proc/x", {"reproduce", "-o", "/proc/x"}},
    {ENVIRONMENT, "plain.txt", {"reproduce", "-o", "plain.txt"}},
    {USAGE, "ruleset 'nonsense'",
     CUSTOM("nonsense", "outcome", "lists:parts=1,size=1")},
    {USAGE, "ruleset ''", CUSTOM("", "outcome", "lists:parts=1,size=1")},
    {USAGE, "domain 'nonsense'", CUSTOM("nim", "nonsense", "lists")},
    {USAGE, "obligations",
     CUSTOM("top-entails", "nimber", "lists:parts=1,size=1")},
    {USAGE, "empty=x",
     CUSTOM("top-entails:empty=x", "outcome", "lists:parts=1,size=1")},
    {USAGE, "twice",
     CUSTOM("nim:play=normal,play=misere", "outcome", "lists:parts=1,size=1")},
};

static const struct bad grids[] = {
    {USAGE, "grid 'nonsense'", CUSTOM("nim", "outcome", "nonsense")},
    {USAGE, "grid ''", CUSTOM("nim", "outcome", "")},
    {USAGE, "missing", CUSTOM("nim", "outcome", "lists")},
    {USAGE, "missing", CUSTOM("nim", "outcome", "lists:parts=1..2")},
    {USAGE, "2..1", CUSTOM("nim", "outcome", "lists:parts=2..1,size=1")},
    {USAGE, "1..a", CUSTOM("nim", "outcome", "lists:parts=1..a,size=1")},
    {USAGE, "1...2", CUSTOM("nim", "outcome", "lists:parts=1...2,size=1")},
    {USAGE, "-1..2", CUSTOM("nim", "outcome", "lists:parts=-1..2,size=1")},
    {USAGE, "99999999999999999999",
     CUSTOM("nim", "outcome", "lists:parts=1,size=99999999999999999999")},
    {USAGE, "no value", CUSTOM("nim", "outcome", "lists:parts=,size=1")},
    {USAGE, "'colour'", CUSTOM("nim", "outcome", "lists:colour=1")},
    {USAGE, "''", CUSTOM("nim", "outcome", "lists:parts=1,,size=1")},
    {USAGE, "2^63",
     CUSTOM("nim", "outcome", "multisets:parts=1..60,size=1..60")},
    {USAGE, "heaps of other games",
     CUSTOM("nim", "outcome", "sums:parts=2,heaps=1..3,one=1..3")},
    {USAGE, "heaps of one kind",
     CUSTOM("octal:0.77", "nimber", "sums:parts=2,heaps=1..3,top=1..3")},
};

/* Heaps above 65,535, positions above 128 bits, 2^32 rows and more. */
static const struct bad past_the_end[] = {
    {USAGE, "1..255",
     CUSTOM("end-nim", "outcome", "palindromes:heaps=1..4,size=1..256")},
    {USAGE, "2^63",
     CUSTOM("nim", "nimber", "palindromes:heaps=1..128,size=1..255")},
    {USAGE, "2^63", CUSTOM("nim", "nimber", "rows:heaps=1..64,size=1..255")},
    {USAGE, "2^63", CUSTOM("nim", "nimber", "lists:parts=64,size=1..2")},
    {USAGE, "2^63", CUSTOM("top-entails", "loony", "partitions:total=0..512")},
    {USAGE, "2^63",
     CUSTOM("nim", "nimber", "sums:parts=1..24,heaps=1..100000")},
    {USAGE, "add up to 2^32",
     CUSTOM("nim", "nimber", "lists:parts=3,size=2000000000")},
    {USAGE, "1..2000000000",
     CUSTOM("nim", "nimber", "multisets:parts=1,size=4294967297")},
    {USAGE, "a position of the grid does not fit in 128 bits",
     CUSTOM("nim", "nimber", "multisets:parts=2,size=1..2000000000")},
    {USAGE, "a position of the grid does not fit in 128 bits",
     CUSTOM("top-entails", "loony", "multisets:parts=2,size=1..2000000000")},
    {USAGE, "120 counters",
     CUSTOM("end-nim", "partizan", "rows:heaps=1..2,size=255")},
    {USAGE, "sides up to",
     CUSTOM("maundy-cake", "outcome", "lists:parts=2,size=65536")},
#ifndef __SANITIZE_ADDRESS__ /* which has a line of its own to say of 2 TB */
    {ENVIRONMENT, "x.h5", CUSTOM("nim", "nimber", "lists:parts=62,size=1..2")},
    {ENVIRONMENT,
     "x.h5",
     {"run", "--rules=nim", "--grid=lists:parts=62,size=1..2", "--slice=0/2",
      "-o", "x.h5"}},
#endif
    {USAGE, "2000000000", {"solve", "nim", "4294967297"}},
    {USAGE, "2000000000", {"solve", "nim", "3+*4294967296"}},
    {USAGE, "120 counters", {"solve", "end-nim", "65536 1"}},
    {USAGE, "0..255", {"solve", "end-nim:beside=256", "1"}},
};

static const struct bad positions[] = {
    {USAGE, "''", {"solve", "nim", ""}},
    {USAGE, "'x'", {"solve", "nim", "x"}},
    {USAGE, "'1+'", {"solve", "nim", "1+"}},
    {USAGE, "'+1'", {"solve", "nim", "+1"}},
    {USAGE, "'1++2'", {"solve", "nim", "1++2"}},
    {USAGE, "'1 2'", {"solve", "nim", "1 2"}},
    {USAGE, "'1.5'", {"solve", "nim", "1.5"}},
    {USAGE, "'1+*'", {"solve", "nim", "1+*"}},
    {USAGE, "-1", {"solve", "nim", "-1"}},
    {USAGE, "[1", {"solve", "top-entails", "[1"}},
    {USAGE, "1]", {"solve", "top-entails", "1]"}},
    {USAGE, "[1)", {"solve", "top-entails", "[1)"}},
    {USAGE, "[]", {"solve", "top-entails", "[]"}},
    {USAGE, "two obligations", {"solve", "top-entails", "[1]+[2]"}},
    {USAGE, "obligation", {"solve", "nim", "[1]+2"}},
    {USAGE, "obligation", {"solve", "top-entails", "(1)+2"}},
    {USAGE, "99999999999999999999", {"solve", "nim", "99999999999999999999"}},
    {USAGE, "too large", {"solve", "top-entails", "5000", "--search"}},
    {USAGE, "'1?2'", {"solve", "nim", "1\n2"}},
    {USAGE, "'?[2J'", {"solve", "nim", "\033[2J"}},
    {USAGE, "'nonsense'", {"solve", "nonsense", "1"}},
    {USAGE, "'nonsense'", {"solve", "nim", "1", "--ask", "nonsense"}},
};

#define QUERY(...)                                                             \
    {                                                                          \
        "query", "te.h5", __VA_ARGS__                                          \
    }

static const struct bad queries[] = {
    {USAGE, "at a time", QUERY("--min", "heaps", "--rows", "2")},
    {USAGE, "goes with", QUERY("--sum", "heaps", "--against", "three-clause")},
    {USAGE, "goes with", QUERY("--rows", "1", "--against", "three-clause")},
    {USAGE, "'none'", QUERY("--by", "none", "--against", "three-clause")},
    {USAGE, "'nonsense'", QUERY("--against", "nonsense")},
    {USAGE, "does not apply", QUERY("--against", "two-heap")},
    {USAGE, "no numbers", QUERY("--sum", "outcome")},
    {USAGE, "'colour'", QUERY("--by", "outcome", "--mean", "colour")},
    {USAGE, "--mean", QUERY("--mean", "heaps,")},
    {USAGE, "'colour'", QUERY("--sort", "colour", "--limit", "2")},
    {USAGE, "'colour'", QUERY("--by", "outcome", "--sort", "-colour")},
    {USAGE, "--threads", QUERY("--by", "heaps", "--threads", "0")},
    {USAGE, "--limit", QUERY("--sort", "heaps")},
    {USAGE, "--limit", QUERY("--by", "heaps", "--limit", "0")},
    {USAGE, "--limit", QUERY("--limit", "-1")},
    {USAGE, "character 15", QUERY("--where", "outcome=N and heap>2")},
    {USAGE, "character 1:", QUERY("--where", "(outcome=N or heaps>2")},
    {USAGE, "at a time", QUERY("--by", "outcome", "--rows", "0")},
    {USAGE, "'colour'", QUERY("--by", "colour")},
    {USAGE, "'colour'", QUERY("--by", "outcome,colour")},
    {USAGE, "--by", QUERY("--by", "")},
    {USAGE, "--by", QUERY("--by", "outcome,")},
    {USAGE, "'colour'", QUERY("--distinct", "colour")},
    {USAGE, "'colour'", QUERY("--max", "colour")},
    {USAGE, "'colour'", QUERY("--where", "colour=1")},
    {USAGE, "'outcome=X'", QUERY("--where", "outcome=X")},
    {USAGE, "'outcome<P'", QUERY("--where", "outcome<P")},
    {USAGE, "'heaps=one'", QUERY("--where", "heaps=one")},
    {USAGE, "'heaps=1x'", QUERY("--where", "heaps=1x")},
    {USAGE, "'heaps>'", QUERY("--where", "heaps>")},
    {USAGE, "'heaps'", QUERY("--where", "heaps")},
    {USAGE, "column ''", QUERY("--where", "=1")},
    {USAGE, "''", QUERY("--where", "")},
    {USAGE, "-3", QUERY("--rows", "-3")},
    {USAGE, "few", QUERY("--rows", "few")},
    {USAGE, "nonsense", QUERY("--format", "nonsense")},
};

static const struct bad files[] = {
    {ENVIRONMENT, "none.h5: ", {"query", "none.h5"}},
    {ENVIRONMENT, "none/x.h5: ", {"query", "none/x.h5"}},
    {ENVIRONMENT, "plain.txt: ", {"query", "plain.txt"}},
    {ENVIRONMENT, "empty.h5: ", {"query", "empty.h5"}},
    {ENVIRONMENT, "head.h5: ", {"query", "head.h5", "--by", "outcome"}},
    {ENVIRONMENT, "cut.h5: ", {"query", "cut.h5", "--by", "outcome"}},
    {ENVIRONMENT, "folder: ", {"query", "folder"}},
    {ENVIRONMENT, "plain.txt: ", {"check", "plain.txt", "three-clause"}},
    {ENVIRONMENT, "cut.h5: ", {"check", "cut.h5", "three-clause"}},
    {ENVIRONMENT, "none.h5: ", {"verify", "none.h5"}},
    {ENVIRONMENT, "plain.txt: ", {"verify", "plain.txt"}},
    {ENVIRONMENT, "empty.h5: ", {"verify", "empty.h5"}},
    {ENVIRONMENT, "head.h5: ", {"verify", "head.h5"}},
    {ENVIRONMENT, "cut.h5: ", {"verify", "cut.h5", "--fast"}},
    {ENVIRONMENT, "flip.h5: ", {"verify", "flip.h5", "--fast"}},
    {ENVIRONMENT, "folder: ", {"verify", "folder"}},
    {ENVIRONMENT, "none.txt: ", {"verify", "te.h5", "--schema", "none.txt"}},
    {ENVIRONMENT, "te.h5: ", {"verify", "te.h5", "--schema", "plain.txt"}},
    {ENVIRONMENT, "none.h5: ", {"status", "none.h5"}},
    {ENVIRONMENT, "plain.txt: ", {"status", "plain.txt"}},
    {ENVIRONMENT, "cut.h5: ", {"status", "cut.h5"}},
    {ENVIRONMENT, "none.h5: ", {"resume", "none.h5"}},
    {ENVIRONMENT, "te.h5: already", {"resume", "te.h5"}},
    {ENVIRONMENT, "plain.txt: there is no", {"resume", "plain.txt"}},
};

static void folder_make(char folder[64])
{
    static const char *const cuts[] = {"head.h5", "cut.h5", "flip.h5"};
    char path[96];
    size_t size;
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", TEP, "--total", "8", "-o", "te.h5", "-q")));
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--grid",
                            "multisets:parts=1,size=1..3", "-o", "nim.h5",
                            "-q")));
    snprintf(path, sizeof path, "%s/te.h5", folder);
    char *bytes = store_slurp(path, &size);
    bytes[size / 2] ^= 1;
    for (size_t i = 0; i < 3; i++) {
        const size_t lengths[] = {300, size - 1, size};
        snprintf(path, sizeof path, "%s/%s", folder, cuts[i]);
        store_spill(path, bytes, lengths[i]);
    }
    free(bytes);
    snprintf(path, sizeof path, "%s/plain.txt", folder);
    store_spill(path, "a text\n", 7);
    snprintf(path, sizeof path, "%s/empty.h5", folder);
    store_spill(path, "", 0);
    snprintf(path, sizeof path, "%s/folder", folder);
    cr_assert_eq(mkdir(path, 0777), 0);
}

static void expect(const char *folder, const struct bad *bad)
{
    char what[256] = "census";
    for (int i = 0; i < PROGRAM_WORDS && bad->words[i]; i++)
        snprintf(what + strlen(what), sizeof what - strlen(what), " '%s'",
                 bad->words[i]);
    struct program_call call = program_call(folder, bad->words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, bad->status, "%s: exit status %d", what,
                 call.status);
    cr_expect_str_empty(call.out, "%s", what);
    cr_expect(call.err_lines == 1 && !strncmp(call.err, "census: ", 8) &&
                  strstr(call.err, bad->names),
              "%s: wanted one line with \"%s\", not: %s", what, bad->names,
              call.err);
    program_release(&call);
}

static void expect_all(const struct bad table[], size_t n)
{
    char folder[64];
    folder_make(folder);
    char *before = program_listing(folder);
    for (size_t i = 0; i < n; i++)
        expect(folder, &table[i]);
    char *after = program_listing(folder);
    cr_expect_str_eq(after, before);
    free(before);
    free(after);
    store_folder_remove(folder);
}

#define EXPECT_ALL(table)                                                      \
    Test(cli_bad, table)                                                       \
    {                                                                          \
        expect_all(table, sizeof table / sizeof *table);                       \
    }

EXPECT_ALL(commands)
EXPECT_ALL(runs)
EXPECT_ALL(grids)
EXPECT_ALL(past_the_end)
EXPECT_ALL(positions)
EXPECT_ALL(queries)
EXPECT_ALL(files)

/* A run that is there is neither overwritten nor thrown away. */
Test(cli_bad, an_unfinished_run_is_kept)
{
    const struct bad again = {
        ENVIRONMENT, "half.h5.parts", {"run", TEP, "-o", "half.h5"}};
    char folder[64], path[96];
    folder_make(folder);
    snprintf(path, sizeof path, "%s/half.h5", folder);
    struct run_identity id = store_identity(100);
    struct parts *parts;
    cr_assert_eq(parts_open(path, &id, 50, true, &parts), STATUS_OK);
    cr_assert_eq(store_write_part(parts, 0, 100), STATUS_OK);
    parts_close(parts);
    expect(folder, &again);
    /* Not a census of this program: nor can it be resumed. */
    expect(folder,
           &(struct bad){ENVIRONMENT, "'made-up'", {"resume", "half.h5"}});
    cr_expect_eq(parts_open(path, &id, 50, false, &parts), STATUS_OK);
    cr_expect(parts_has(parts, 0));
    parts_close(parts);
    store_folder_remove(folder);
}
