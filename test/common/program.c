#include "test/common/program.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Made absolute, since calls are made in other folders. */
static void find_program(char path[PATH_MAX])
{
    const char *name = getenv("CENSUS");
    cr_assert_not_null(realpath(name ? name : "build/census", path),
                       "CENSUS must name the program");
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
    /* What popt hands out lives until the program ends (census/cli/cli.c). */
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0);
    execv(path, args);
    _exit(99);
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

struct program_call program_call(const char *folder, const char *const words[],
                                 enum program_output output)
{
    const int files[2] = {open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600),
                          open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
    struct program_call call;
    int status;
    cr_assert(files[0] > 2 && files[1] > 2);
    pid_t pid = fork();
    cr_assert_geq(pid, 0);
    if (pid == 0)
        be_program(folder, words, output, files);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    call.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    call.out = slurp(files[0], &call.out_lines);
    call.err = slurp(files[1], &call.err_lines);
    cr_assert_neq(call.status, 99, "the program could not be started");
    return call;
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

json_t *program_json(const char *folder, int status, const char *const words[])
{
    json_error_t error;
    char *text = program_text(folder, status, words);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(json, "%s: %s in %s", words[0], error.text, text);
    free(text);
    return json;
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
