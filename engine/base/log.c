#include "engine/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* A terminal may hold a progress line: go back to its start and clear it.
 * Messages quote what the user wrote; a line feed or an escape sequence in it
 * must not make two lines of one or act on the terminal. */
static void put_line(const char *format, va_list args)
{
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : "";
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    fprintf(stderr, "%scensus: %s\n", clear, text);
}

enum status(log_error)(enum status st, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(format, args);
    va_end(args);
    return st;
}

void log_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(format, args);
    va_end(args);
}

void log_transient(const char *text)
{
    fprintf(stderr, "\r\033[K%s", text);
}
