/* serve.c - linked to calls.c: with CALLS_SERVE in the environment the program
 * is loaded once and called many times, each time in a process of its own
 * forked before main. Most of a short command's time goes by in loading its
 * libraries.
 *
 * A request on stdin is lines: the number of the lines that follow; the files
 * for stdout and stderr; seconds after which SIGALRM ends the call; what goes
 * into the environment, "NAME=VALUE", then an empty line; the words of the
 * call. The answer on stdout is a line with the status as waitpid gives it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES_MAX = 64 };

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void),
                           void (*)(void), void (*)(void), void *);

void calls_begin(void);

static main_function *real_main;

/* False at the end of requests. */
static bool request_read(char *lines[LINES_MAX + 1])
{
    static char text[LINES_MAX][1024];
    char number[32];
    if (!fgets(number, sizeof number, stdin))
        return false;
    const int n = atoi(number);
    for (int i = 0; i < n && i < LINES_MAX; i++) {
        if (!fgets(text[i], sizeof text[i], stdin))
            return false;
        text[i][strcspn(text[i], "\n")] = 0;
        lines[i] = text[i];
        lines[i + 1] = NULL;
    }
    return n > 3 && n <= LINES_MAX;
}

static void becomes(int file, const char *path, int flags)
{
    const int opened = open(path, flags, 0666);
    if (opened < 0 || dup2(opened, file) < 0)
        _exit(127);
    close(opened);
}

static int call(char **lines)
{
    becomes(0, "/dev/null", O_RDONLY);
    becomes(1, lines[0], O_WRONLY | O_CREAT | O_TRUNC);
    becomes(2, lines[1], O_WRONLY | O_CREAT | O_TRUNC);
    alarm((unsigned)atoi(lines[2]));
    char **words = lines + 3;
    for (; *words && **words; words++)
        putenv(*words);
    if (!*words++)
        _exit(127);
    int n = 0;
    while (words[n])
        n++;
    calls_begin();
    return real_main(n, words, environ);
}

static int serve(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
    char *lines[LINES_MAX + 1];
    unsetenv("CALLS_SERVE");
    while (request_read(lines)) {
        int status = -1;
        const pid_t child = fork();
        if (child == 0)
            exit(call(lines));
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 1;
        printf("%d\n", status);
        fflush(stdout);
    }
    return 0;
}

int __libc_start_main(main_function *program, int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    start_function *start =
        (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    return start(getenv("CALLS_SERVE") ? serve : program, argc, argv, init,
                 fini, rtld_fini, stack_end);
}
