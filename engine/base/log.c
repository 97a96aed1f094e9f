#include "engine/base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A terminal may hold a progress line: go back to its start and clear it.
 * Messages quote what the user wrote; a line feed or an escape sequence in it
 * must not make two lines of one or act on the terminal. */
enum { LINE = 1024 };

/* The format with every plain %s cut to `most` bytes; false if there is no
 * room for it. */
static bool shorten(const char *format, int most, char out[LINE])
{
    size_t used = 0;
    for (; *format && used < LINE - 16; format++) {
        const bool cut = format[0] == '%' && format[1] == 's';
        const bool percent = format[0] == '%' && format[1] == '%';
        out[used++] = *format;
        if (cut)
            used += (size_t)snprintf(out + used, 12, ".%d", most);
        if (percent)
            out[used++] = *++format;
    }
    out[used] = 0;
    return !*format;
}

/* A message names its reason behind what it quotes: what is quoted is cut, not
 * the end of the message. */
static void put_short(char text[LINE], const char *format, va_list args)
{
    static const char end[] = " (shortened)";
    static const int most[] = {200, 100, 50, 20};
    char shorter[LINE];
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        va_list again;
        if (!shorten(format, most[i], shorter))
            return;
        va_copy(again, args);
        const int n = vsnprintf(text, LINE, shorter, again);
        va_end(again);
        if (n >= 0 && n < (int)(LINE - sizeof end)) {
            strcpy(text + n, end);
            return;
        }
    }
}

static void put_line(const char *format, va_list args)
{
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : "";
    char text[LINE];
    va_list again;
    va_copy(again, args);
    if (vsnprintf(text, sizeof text, format, args) >= LINE)
        put_short(text, format, again);
    va_end(again);
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
