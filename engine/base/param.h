/* param.h - parameters written as text: "name:key=value,key=value".
 *
 * Rulesets, grids and value domains all declare their parameters as a table of
 * struct param and are opened from such a text. One parameter of a table may
 * be positional (its values carry no key): "octal:0.77", "subtraction:1,3,4".
 * All functions are pure and may run on any thread.
 */
#ifndef ENGINE_BASE_PARAM_H
#define ENGINE_BASE_PARAM_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PARAM_TEXT_MAX = 120, PARAM_MAX = 8, PARAM_SPEC_MAX = 256 };
enum { PARAM_FILE_MAX = 4096 }; /* the name of a file, where one is read */

enum param_type {
    PARAM_INTEGER, /* 12 */
    PARAM_RANGE,   /* 1..6, or 6 for 6..6 */
    PARAM_CHOICE,  /* one of choices */
    PARAM_TEXT,    /* anything without a comma */
    PARAM_REST,    /* positional: every item without a key, commas kept */
};

struct param {
    const char *name;
    enum param_type type;
    int64_t lo, hi;      /* INTEGER, RANGE: legal bounds, inclusive */
    const char *choices; /* CHOICE: "same|elsewhere|any" */
    const char *def;     /* default as text; NULL: must be given */
    const char *help;
};

/* A parsed value: lo..hi of a RANGE; lo of an INTEGER; lo = number of the
 * CHOICE from 0; the text of the others. */
struct param_value {
    const char *name; /* the parameter's */
    int64_t lo, hi;
    char text[PARAM_TEXT_MAX];
};

/* Copies the part of `spec` before ':' to name[size]. USAGE if too long. */
enum status param_name(const char *spec, char name[], size_t size) MUST_CHECK;

/* Parses the text after ':' in `spec` into values[n], defaults filled in, and
 * writes the whole text with every parameter spelled out to
 * canonical[PARAM_SPEC_MAX]. `what` names the kind of thing in messages
 * ("ruleset"). USAGE, logged. */
enum status param_read(const char *what, const char *spec,
                       const struct param params[], size_t n,
                       struct param_value values[],
                       char canonical[PARAM_SPEC_MAX]) MUST_CHECK;

/* The same text with every number as it is printed: "parts=01..2" becomes
 * "parts=1..2". Texts and what is no number stay. False: too long. */
bool param_plain(const char *spec, const struct param params[], size_t n,
                 char plain[PARAM_SPEC_MAX]);

/* The value of a parameter of the table, by its name. */
static inline const struct param_value *param_of(const struct param_value v[],
                                                 const char *name)
{
    while (strcmp(v->name, name))
        v++;
    return v;
}

#endif
