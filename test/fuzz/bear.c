#include "test/fuzz/bear.h"

#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/runner.h"
#include "engine/base/status.h"
#include "test/fuzz/craft.h"

#include <assert.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 12, SECONDS = 20, SAID_MOST = 1 << 20, PATH = 128 };

/* In the folder; lie.h5 is the crafted archive, true.h5 what it was made of. */
static const char *const calls[][WORDS] = {
    {"verify", "lie.h5", "-q"},
    {"verify", "lie.h5", "-q", "--fast"},
    {"verify", "lie.h5", "-q", "--proof", "-t", "1"},
    {"verify", "lie.h5", "-q", "--json"},
    {"query", "lie.h5"},
    {"query", "lie.h5", "--by", "outcome"},
    {"query", "lie.h5", "--rows=9", "--json"},
    {"query", "lie.h5", "--rows=9", "--values", "full"},
    {"query", "lie.h5", "--where", "outcome = P", "--rows=9"},
    {"query", "lie.h5", "--sum", "heaps", "--max", "heaps", "--json"},
    {"query", "lie.h5", "--distinct", "outcome", "--format", "csv"},
    {"show", "lie.h5", "--row=3"},
    {"show", "lie.h5", "2", "--json"},
    {"status", "lie.h5"},
    {"status", "lie.h5", "--json"},
    {"diff", "lie.h5", "true.h5"},
    {"diff", "true.h5", "lie.h5", "--json"},
    {"check", "lie.h5", "three-clause"},
    {"check", "lie.h5", "end-compare", "--json"},
    {"check", "lie.h5", "--says", "heaps", "--column", "outcome"},
    {"assign", "lie.h5"},
    {"explain", "lie.h5", "--column", "outcome", "--from", "heaps"},
    {"export", "lie.h5", "-o", "x.csv", "--force"},
    {"export", "lie.h5", "-o", "x.db", "--force"},
    {"export", "lie.h5", "-o", "x.txt", "--force", "--oeis"},
    {"sql", "lie.h5", "select * from lie limit 9"},
    {"sql", "lie.h5", "select count(*), max(heaps) from lie"},
    {"view", "lie.h5", "-o", "x.html", "--force"},
    {"quotient", "--check", "lie.h5"},
    {"resume", "lie.h5", "-q"},
    {"run", "e1-rule", "-q", "-o", "lie.h5"},
};
enum { CALLS = sizeof calls / sizeof *calls, VERIFY = 0, QUERY = 4 };

static const struct {
    const char *rules, *ask, *grid; /* rules NULL: the census e1-rule */
} truths[] = {
    {NULL, NULL, NULL},
    {"end-nim", "partizan", "rows:heaps=1..3,size=1..2"},
    {"top-entails", "loony", "multisets:parts=0..3,size=1..4"},
};
enum { TRUTHS = sizeof truths / sizeof *truths };

struct bear {
    char folder[PATH / 2], lie[PATH], truth[TRUTHS][PATH], again[PATH];
    char out[PATH];
};

static const struct command *command_of(const char *name)
{
    size_t i = 0;
    while (commands[i] && strcmp(commands[i]->name, name))
        i++;
    assert(commands[i]);
    return commands[i];
}

static enum status call(const char *const words[WORDS])
{
    const char *argv[WORDS + 1] = {NULL};
    int argc = 0;
    while (argc < WORDS && words[argc]) {
        argv[argc] = words[argc];
        argc++;
    }
    return command_of(words[0])->run(argc, argv);
}

/* ---- a process for each ---- */

static void limit(int what, rlim_t most)
{
    const struct rlimit r = {most, most};
    (void)setrlimit(what, &r);
}

/* In a child: output to b->out, limits, the folder. */
static void enter(const struct bear *b)
{
    const int out = open(b->out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(b->folder))
        _exit(99);
    limit(RLIMIT_CORE, 0);
#if !defined __SANITIZE_ADDRESS__
    limit(RLIMIT_AS, 8ull << 30);
#endif
    limit(RLIMIT_FSIZE, 1ull << 30);
    alarm(SECONDS);
}

/* The exit status, or minus the signal. */
static int end_of(pid_t pid)
{
    int status;
    const pid_t ended = waitpid(pid, &status, 0);
    assert(ended == pid);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static pid_t start(void)
{
    fflush(stdout);
    const pid_t pid = fork();
    assert(pid >= 0);
    return pid;
}

static int run_call(const struct bear *b, const char *const words[WORDS])
{
    const pid_t pid = start();
    if (!pid) {
        enter(b);
        const enum status st = call(words);
        fflush(NULL);
        _exit(status_exit(st));
    }
    return end_of(pid);
}

/* ---- what must not be ---- */

static void solve(size_t which, const char *path, bool replace)
{
    struct request *r = malloc(sizeof *r);
    const struct runner_options options = {.path = path,
                                           .command = "bear",
                                           .threads = 1,
                                           .quiet = true,
                                           .replace = replace};
    const char *none[PARAM_MAX] = {NULL};
    struct run_report report;
    assert(r);
    enum status st =
        truths[which].rules
            ? request_open_custom(truths[which].rules, truths[which].ask,
                                  truths[which].grid, &built_in, r)
            : request_open("e1-rule", none, &built_in, r);
    st = st ? st : runner_run(r, &options, &report);
    _exit(st ? 1 : 0);
}

/* Bytes of a column, NULL if it cannot be read; measurements differ from run to
 * run and have none. */
static char *bytes_of(hid_t file, const char *name, size_t *n)
{
    char role[8] = "";
    char *bytes = NULL;
    *n = 0;
    const hid_t d = H5Dopen2(file, name, H5P_DEFAULT);
    if (d < 0)
        return NULL;
    const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
    if (H5Aexists(d, "role") > 0) {
        const hid_t a = H5Aopen(d, "role", H5P_DEFAULT), as = H5Aget_type(a);
        if (H5Tget_size(as) < sizeof role)
            (void)H5Aread(a, as, role);
        H5Tclose(as);
        H5Aclose(a);
    }
    const hssize_t rows = H5Sget_simple_extent_npoints(space);
    if (rows >= 0 && rows < 1 << 20) {
        *n = (size_t)rows * H5Tget_size(type);
        bytes = calloc(1, *n + 1);
        assert(bytes);
        if (!strcmp(role, "cost"))
            *n = 0;
        else if (rows &&
                 H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) < 0) {
            free(bytes);
            bytes = NULL;
        }
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(d);
    return bytes;
}

static bool same_group(hid_t a, hid_t b, const char *group)
{
    H5G_info_t x = {0}, y = {0};
    const htri_t there = H5Lexists(a, group, H5P_DEFAULT);
    if (there != H5Lexists(b, group, H5P_DEFAULT))
        return false;
    if (there <= 0)
        return true;
    bool same = H5Gget_info_by_name(a, group, &x, H5P_DEFAULT) >= 0 &&
                H5Gget_info_by_name(b, group, &y, H5P_DEFAULT) >= 0 &&
                x.nlinks == y.nlinks;
    for (hsize_t i = 0; same && i < x.nlinks; i++) {
        char last[64] = "", name[PATH];
        size_t m = 0, n = 1;
        (void)H5Lget_name_by_idx(a, group, H5_INDEX_NAME, H5_ITER_INC, i, last,
                                 sizeof last, H5P_DEFAULT);
        snprintf(name, sizeof name, "%s/%s", group, last);
        char *u = bytes_of(a, name, &m), *v = bytes_of(b, name, &n);
        same = u && v && m == n && !memcmp(u, v, n);
        free(u);
        free(v);
    }
    return same;
}

/* In a child: solves what the archive says that it is, and compares. */
static void compare(const struct bear *b)
{
    struct archive *a;
    struct request *r = malloc(sizeof *r);
    const struct runner_options options = {.path = b->again,
                                           .command = "bear",
                                           .threads = 1,
                                           .quiet = true,
                                           .replace = true};
    struct run_report report;
    assert(r);
    if (archive_open(b->lie, &a) || request_of_archive(a, &built_in, r) ||
        runner_run(r, &options, &report))
        _exit(2);
    archive_close(a);
    const hid_t x = H5Fopen(b->lie, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t y = H5Fopen(b->again, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (x < 0 || y < 0)
        _exit(3);
    _exit(same_group(x, y, "/rows") && same_group(x, y, "/values") ? 0 : 1);
}

static int is_right(const struct bear *b)
{
    const pid_t pid = start();
    if (!pid) {
        enter(b);
        compare(b);
    }
    return end_of(pid);
}

/* What was written; cut. */
static char *said(const struct bear *b)
{
    char *text = calloc(1, SAID_MOST + 1);
    FILE *in = fopen(b->out, "rb");
    assert(text && in);
    const size_t n = fread(text, 1, SAID_MOST, in);
    fclose(in);
    for (size_t i = 0; i < n; i++)
        text[i] = text[i] ? text[i] : '\1';
    return text;
}

/* A control character, or one of U+0080..9F in UTF-8. */
static bool escapes(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    for (; *at; at++)
        if ((*at < ' ' && *at != '\n' && *at != '\r') || *at == 0x7f ||
            (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0))
            return true;
    return false;
}

static void blame(const char *what, const char *const words[WORDS], int status,
                  const char *says, const char *text, unsigned long *count)
{
    ++*count;
    printf("%s:", what);
    for (size_t i = 0; i < WORDS && words[i]; i++)
        printf(" %s", words[i]);
    printf(" (%d)\n  archive: ", status);
    for (; *says; says++)
        putchar(*says < ' ' ? '?' : *says);
    printf("\n  said: ");
    for (size_t i = 0; text[i] && i < 300; i++)
        putchar(text[i] < ' ' && text[i] != '\n' ? '?' : text[i]);
    printf("\n");
}

static void judge(const struct bear *b, size_t which, const char *says,
                  struct bear_count *n)
{
    const int status = run_call(b, calls[which]);
    char *text = said(b);
    n->calls++;
    n->opened += which == QUERY && !status;
    if (status == -SIGALRM)
        blame("hung", calls[which], status, says, text, &n->hung);
    else if (status < 0 || status == 99)
        blame("crashed", calls[which], status, says, text, &n->crashed);
    else if (escapes(text))
        blame("escaped", calls[which], status, says, text, &n->escaped);
    else if (status && !*text)
        blame("silent", calls[which], status, says, text, &n->silent);
    if (which == VERIFY && !status) {
        n->passed++;
        const int right = is_right(b);
        if (right)
            blame("wrong", calls[which], right, says, text, &n->wrong);
    }
    free(text);
}

static size_t craft(const struct bear *b, const uint8_t *bytes, size_t n,
                    char says[CRAFT_SAYS])
{
    char link[PATH];
    const size_t of = n ? bytes[0] % TRUTHS : 0;
    snprintf(link, sizeof link, "%s/true.h5", b->folder);
    (void)unlink(link);
    const int failed = symlink(b->truth[of], link);
    assert(!failed);
    craft_archive(b->truth[of], b->lie, bytes + !!n, n - !!n, says);
    return of;
}

void bear_try(struct bear *b, const uint8_t *bytes, size_t n,
              struct bear_count *count)
{
    char says[CRAFT_SAYS];
    craft(b, bytes, n, says);
    count->archives++;
    for (size_t i = 0; i < CALLS; i++)
        judge(b, i, says, count);
}

void bear_here(struct bear *b, const uint8_t *bytes, size_t n)
{
    char says[CRAFT_SAYS];
    const int failed = chdir(b->folder);
    assert(!failed);
    craft(b, bytes, n, says);
    for (size_t i = 0; i < CALLS; i++)
        (void)!call(calls[i]);
}

struct bear *bear_open(void)
{
    struct bear *b = calloc(1, sizeof *b);
    assert(b);
    snprintf(b->folder, sizeof b->folder, "/dev/shm/census-bear-XXXXXX");
    if (!mkdtemp(b->folder)) {
        snprintf(b->folder, sizeof b->folder, "/tmp/census-bear-XXXXXX");
        char *made = mkdtemp(b->folder);
        assert(made);
    }
    snprintf(b->lie, PATH, "%s/lie.h5", b->folder);
    snprintf(b->again, PATH, "%s/again.h5", b->folder);
    snprintf(b->out, PATH, "%s/out", b->folder);
    for (size_t i = 0; i < TRUTHS; i++) {
        snprintf(b->truth[i], PATH, "%s/truth-%zu.h5", b->folder, i);
        const pid_t pid = start();
        if (!pid)
            solve(i, b->truth[i], false);
        const int status = end_of(pid);
        assert(!status);
    }
    return b;
}

void bear_close(struct bear *b)
{
    char command[PATH];
    snprintf(command, sizeof command, "rm -rf %s", b->folder);
    const int failed = system(command);
    assert(!failed);
    free(b);
}
