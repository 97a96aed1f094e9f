/* log.h - what the program says on stderr.
 *
 * One call is one line and one write, so lines of several threads never mix. A
 * line has at most 1,024 bytes: of a longer one the texts that it quotes (%s)
 * are cut, and it says so.
 * Any thread may call at any time.
 */
#ifndef ENGINE_BASE_LOG_H
#define ENGINE_BASE_LOG_H

#include "engine/base/status.h"

/* Prints "census: <message>" and returns `st`, so that a failure is reported
 * and returned in one statement: return log_error(STATUS_IO, "%s: ...", path).
 */
enum status log_error(enum status st, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#ifdef __clang_analyzer__
/* The analyzer does not follow calls into other files; without this it assumes
 * that a failure may be logged and STATUS_OK returned. */
#define log_error(st, ...) ((void)(log_error)(st, __VA_ARGS__), (st))
#endif

/* Prints "census: <message>": a note, not a failure. */
void log_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes over the terminal's last line; "" clears it. */
void log_transient(const char *text);

#endif
