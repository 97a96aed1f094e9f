/* status.h - the one error vocabulary of the program.
 *
 * Three kinds of trouble, three treatments:
 *   a bug          a promise broken inside the program -> assert, abort
 *   environment    memory, disk, HDF5, user input      -> enum status, returned
 *   an outcome     one grid point cannot be solved     -> a row that says so
 *
 * The function that first meets a failure logs it, once, with path and detail
 * (log.h); every caller above only passes the code on.
 */
#ifndef ENGINE_BASE_STATUS_H
#define ENGINE_BASE_STATUS_H

/* X(code, exit status of the program, text) */
#define STATUS_LIST(X)                                                         \
    X(OK, 0, "success")                                                        \
    X(DISAGREE, 1, "a check or claim disagrees")                               \
    X(USAGE, 2, "bad command line or parameter")                               \
    X(UNKNOWN, 2, "no such name")                                              \
    X(RANGE, 2, "too large for this program")                                  \
    X(NOMEM, 3, "out of memory")                                               \
    X(IO, 3, "file could not be read or written")                              \
    X(FORMAT, 3, "file is not in the expected format")                         \
    X(EXISTS, 3, "file exists already")                                        \
    X(LOCKED, 3, "in use by another run")                                      \
    X(NO_ANSWER, 4, "no answer: not provable")                                 \
    X(STOPPED, 130, "interrupted, or a limit reached")

enum status {
#define X(code, exit_status, text) STATUS_##code,
    STATUS_LIST(X)
#undef X
        STATUS_COUNT
};

const char *status_text(enum status);
int status_exit(enum status); /* the program's exit status, 0..130 */

#define MUST_CHECK __attribute__((warn_unused_result))

#endif
