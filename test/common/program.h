/* program.h - calls of the built program, for tests.
 *
 * The program is the one that the environment names as CENSUS (the Makefile's
 * test target does), else build/census. One thread at a time.
 */
#ifndef TEST_COMMON_PROGRAM_H
#define TEST_COMMON_PROGRAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROGRAM_WORDS = 16 };

struct program_call {
    int status;   /* exit status, or minus the signal */
    long peak_mb; /* the most memory it held */
    char *out, *err;
    size_t out_lines, err_lines; /* line feeds */
};

/* Where a call's standard output goes. */
enum program_output { PROGRAM_CAUGHT, PROGRAM_CLOSED, PROGRAM_FULL };

/* Calls the program in `folder` with words[], NULL at the end. The test fails
 * if it cannot be started. */
struct program_call program_call(const char *folder, const char *const words[],
                                 enum program_output);

/* The same in two steps. */
struct program {
    pid_t pid;
    int files[2];
};
struct program program_start(const char *folder, const char *const words[],
                             enum program_output);
struct program_call program_wait(const struct program *);
/* Waits until it blocks `signal`: from then on that does not end it. False if
 * it has ended before. Not for a program that waits for the signal meanwhile:
 * the system does not show that as blocked. */
bool program_blocks(const struct program *, int signal);

void program_release(struct program_call *);

/* Calls it, wants exit status `status` and nothing on stderr, and gives back
 * what it wrote, allocated. */
char *program_text(const char *folder, int status, const char *const words[]);
/* The same, and wants this text. */
void program_wants(const char *folder, int status, const char *const words[],
                   const char *text);
/* Calls it, and wants exit status `status`, one line on stderr with `what` in
 * it, and nothing on stdout. */
void program_refuses(const char *folder, int status, const char *const words[],
                     const char *what);
/* The same as program_text, parsed as JSON. */
json_t *program_json(const char *folder, int status, const char *const words[]);

/* The list of its "rows". */
json_t *program_rows(const char *folder, int status, const char *const words[]);

/* A text or whole number of an object, and whether it has these fields and no
 * others; the test fails if not. */
const char *program_field_text(const json_t *, const char *key);
json_int_t program_field_number(const json_t *, const char *key);
void program_has_fields(const json_t *, const char *const keys[]);

/* Every file with its size and time, and every folder, below a folder, as
 * allocated text: equal texts mean that nothing has come, gone or changed. */
char *program_listing(const char *folder);

/* Words of a call, for the functions above. */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
