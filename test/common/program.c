#include "test/common/program.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Made absolute, since calls are made in other folders. */
static void find_program(char path[PATH_MAX])
{
    const char *name = getenv("CENSUS");
    cr_assert_not_null(realpath(name ? name : "build/census", path),
                       "CENSUS must name the program");
}

/* What starts the tests may ignore signals (nohup), which the program would
 * inherit; the tests mean what the program does by itself. */
__attribute__((constructor)) static void default_signals(void)
{
    static const int signals[] = {SIGHUP,  SIGINT,  SIGTERM, SIGXCPU,
                                  SIGUSR1, SIGXFSZ, SIGCHLD};
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void be_program(const char *folder, const char *const words[],
                       enum program_output output, const int files[2])
{
    char path[PATH_MAX];
    char *args[PROGRAM_WORDS + 2] = {path};
    find_program(path);
    for (int i = 0; words[i] && i < PROGRAM_WORDS; i++)
        args[i + 1] = (char *)words[i];
    int out = output == PROGRAM_FULL ? open("/dev/full", O_WRONLY) : files[0];
    if (chdir(folder) || dup2(out, 1) < 0 || dup2(files[1], 2) < 0)
        _exit(99);
    if (output == PROGRAM_CLOSED)
        close(1);
    /* Idle threads should not spin on a machine that is shared. */
    setenv("OMP_WAIT_POLICY", "passive", 0);
    execv(path, args);
    _exit(99);
}

struct program program_start(const char *folder, const char *const words[],
                             enum program_output output)
{
    struct program p = {
        .files = {open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600),
                  open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)}};
    cr_assert(p.files[0] > 2 && p.files[1] > 2);
    p.pid = fork();
    cr_assert_geq(p.pid, 0);
    if (p.pid == 0)
        be_program(folder, words, output, p.files);
    return p;
}

static char *slurp(int fd, size_t *lines)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = calloc((size_t)size + 1, 1);
    cr_assert_eq(pread(fd, text, (size_t)size, 0), size);
    *lines = 0;
    for (char *at = text; *at; at++)
        *lines += *at == '\n';
    close(fd);
    return text;
}

struct program_call program_wait(const struct program *p)
{
    struct program_call call;
    struct rusage usage;
    int status;
    cr_assert_eq(wait4(p->pid, &status, 0, &usage), p->pid);
    call.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    call.peak_mb = usage.ru_maxrss / 1024;
    call.out = slurp(p->files[0], &call.out_lines);
    call.err = slurp(p->files[1], &call.err_lines);
    cr_assert_neq(call.status, 99, "the program could not be started");
    return call;
}

struct program_call program_call(const char *folder, const char *const words[],
                                 enum program_output output)
{
    const struct program p = program_start(folder, words, output);
    return program_wait(&p);
}

/* The signals that a process blocks, as bits; 0 if it has ended. */
static unsigned long long blocked(pid_t pid)
{
    char path[64], line[256];
    unsigned long long bits = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "SigBlk: %llx", &bits) == 1)
            break;
    if (in)
        fclose(in);
    return bits;
}

bool program_blocks(const struct program *p, int signal)
{
    siginfo_t ended = {.si_pid = 0};
    while (!(blocked(p->pid) >> (signal - 1) & 1)) {
        cr_assert_eq(
            waitid(P_PID, (id_t)p->pid, &ended, WEXITED | WNOHANG | WNOWAIT),
            0);
        if (ended.si_pid)
            return false;
        usleep(200);
    }
    return true;
}

void program_release(struct program_call *call)
{
    free(call->out);
    free(call->err);
}

char *program_text(const char *folder, int status, const char *const words[])
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_assert_eq(call.status, status, "%s: exit status %d: %s", words[0],
                 call.status, call.err);
    cr_assert_str_empty(call.err, "%s", words[0]);
    free(call.err);
    return call.out;
}

void program_wants(const char *folder, int status, const char *const words[],
                   const char *text)
{
    char *found = program_text(folder, status, words);
    cr_expect_str_eq(found, text, "%s", found);
    free(found);
}

void program_refuses(const char *folder, int status, const char *const words[],
                     const char *what)
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, status, "%s: %d: %s", what, call.status,
                 call.err);
    cr_expect_eq(call.err_lines, 1, "%s: %s", what, call.err);
    cr_expect(strstr(call.err, what), "%s: %s", what, call.err);
    cr_expect_str_empty(call.out);
    program_release(&call);
}

json_t *program_json(const char *folder, int status, const char *const words[])
{
    json_error_t error;
    char *text = program_text(folder, status, words);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(json, "%s: %s in %s", words[0], error.text, text);
    free(text);
    return json;
}

json_t *program_rows(const char *folder, int status, const char *const words[])
{
    json_t *json = program_json(folder, status, words);
    json_t *rows = json_incref(json_object_get(json, "rows"));
    cr_assert(json_is_array(rows), "%s: no list of rows", words[0]);
    json_decref(json);
    return rows;
}

const char *program_field_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "no text '%s'", key);
    return text;
}

json_int_t program_field_number(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    cr_assert(json_is_integer(number), "no number '%s'", key);
    return json_integer_value(number);
}

void program_has_fields(const json_t *object, const char *const keys[])
{
    size_t n = 0;
    for (; keys[n]; n++)
        cr_assert_not_null(json_object_get(object, keys[n]), "no '%s'",
                           keys[n]);
    cr_assert_eq(json_object_size(object), n, "more than the %zu keys", n);
}

char *program_listing(const char *folder)
{
    char command[PATH_MAX];
    char *text = NULL;
    size_t size = 0;
    snprintf(command, sizeof command,
             "find '%s' -type d -printf '%%P/\\n' -o -printf "
             "'%%P %%s %%T@\\n' | sort",
             folder);
    FILE *in = popen(command, "r");
    cr_assert_not_null(in);
    cr_assert_gt(getdelim(&text, &size, 0, in), 0);
    cr_assert_eq(pclose(in), 0);
    return text;
}
