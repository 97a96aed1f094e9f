#include "census/cli/cli.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const struct cli_usage *usage, poptContext context)
{
    printf("%s\n\n", usage->summary);
    fflush(stdout);
    poptPrintHelp(context, stdout, 0);
    if (*usage->details)
        printf("\n%s", usage->details);
}

static enum status read_words(const struct cli_usage *usage,
                              poptContext context, const char *words[],
                              size_t least, size_t most)
{
    size_t n = 0;
    const char *word;
    while ((word = poptGetArg(context))) {
        if (n == most)
            return log_error(STATUS_USAGE,
                             "%s: unexpected argument '%s' (census %s --help)",
                             usage->name, word, usage->name);
        words[n++] = word;
    }
    if (n < least)
        return log_error(STATUS_USAGE, "%s: usage: census %s %s", usage->name,
                         usage->name, usage->words);
    while (n < most)
        words[n++] = NULL;
    return STATUS_OK;
}

enum { OPTIONS_MAX = 40 };

/* The commands' options with numbers as texts: popt would read 0x10 and " 7",
 * too, and take half of a number that is too large. */
struct numbers {
    struct poptOption options[OPTIONS_MAX];
    char *texts[OPTIONS_MAX];
    const struct poptOption *own; /* the command's */
    size_t n;
};

static bool is_number(const struct poptOption *o)
{
    const unsigned type = o->argInfo & POPT_ARG_MASK;
    return type == POPT_ARG_INT || type == POPT_ARG_LONGLONG ||
           type == POPT_ARG_DOUBLE;
}

static void numbers_make(struct numbers *x, const struct poptOption options[])
{
    static const struct poptOption end = POPT_TABLEEND;
    *x = (struct numbers){.own = options};
    while (options[x->n].longName || options[x->n].shortName ||
           options[x->n].arg) {
        assert(x->n + 1 < OPTIONS_MAX);
        struct poptOption *o = &x->options[x->n];
        *o = options[x->n];
        if (is_number(o)) {
            assert(o->argDescrip);
            o->argInfo = POPT_ARG_STRING;
            o->arg = &x->texts[x->n];
        }
        x->n++;
    }
    x->options[x->n] = end;
}

static bool is_threads(const struct poptOption *o)
{
    return o->longName && !strcmp(o->longName, "threads");
}

static bool read_number(const struct poptOption *o, const char *text)
{
    uint64_t number;
    if ((o->argInfo & POPT_ARG_MASK) == POPT_ARG_DOUBLE)
        return text_decimal(text, strlen(text), o->arg);
    if (!text_number(text, &number))
        return false;
    if (is_threads(o) && (number < 1 || number > CLI_THREADS_MAX))
        return false;
    if ((o->argInfo & POPT_ARG_MASK) == POPT_ARG_LONGLONG) {
        *(long long *)o->arg = (long long)number;
        return number <= LLONG_MAX;
    }
    *(int *)o->arg = (int)number;
    return number <= INT_MAX;
}

static enum status numbers_read(const struct cli_usage *usage,
                                struct numbers *x)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < x->n; i++) {
        char *text = is_number(&x->own[i]) ? x->texts[i] : NULL;
        if (text && !st && !read_number(&x->own[i], text))
            st = is_threads(&x->own[i]) && text_number(text, &(uint64_t){0})
                     ? log_error(STATUS_USAGE,
                                 "%s: --threads %s: must be within 1..%d",
                                 usage->name, text, CLI_THREADS_MAX)
                     : log_error(STATUS_USAGE,
                                 "%s: --%s %s: must be a number, of digits "
                                 "only, and not too large",
                                 usage->name, x->own[i].longName, text);
        free(text);
    }
    return st;
}

/* What an option of the version before is called now, allocated, with its
 * value; NULL: it is none of these, or memory is short. */
static char *rename_option(const struct cli_usage *usage, const char *option)
{
    const struct cli_renamed *r = usage->renamed;
    const size_t n = strcspn(option, "=");
    char *now = NULL;
    while (r && r->old && (strlen(r->old) != n || memcmp(r->old, option, n)))
        r++;
    if (!r || !r->old || asprintf(&now, "%s%s", r->now, option + n) < 0)
        return NULL;
    log_note("%s: %s is now written %s; the old spelling is accepted until the "
             "next version",
             usage->name, r->old, r->now);
    return now;
}

/* Renames in args[] up to "--"; what was allocated is in old[]. */
static void rename_options(const struct cli_usage *usage, const char *args[],
                           char *old[])
{
    for (size_t i = 1; args[i] && strcmp(args[i], "--"); i++) {
        old[i] = rename_option(usage, args[i]);
        args[i] = old[i] ? old[i] : args[i];
    }
}

enum status cli_read(const struct cli_usage *usage, struct poptOption options[],
                     int argc, const char **argv, const char *words[],
                     size_t least, size_t most, bool *done)
{
    int help = 0;
    char name[64], words_text[160];
    struct numbers numbers;
    numbers_make(&numbers, options);
    struct poptOption table[] = {
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, numbers.options, 0, "Options:", NULL},
        {"help", 'h', POPT_ARG_NONE, &help, 0, "show this help", NULL},
        POPT_TABLEEND};
    snprintf(name, sizeof name, "census %s", usage->name);
    snprintf(words_text, sizeof words_text, "[OPTION]... %s", usage->words);
    const char **args = malloc(((size_t)argc + 1) * sizeof *args);
    char **renamed = calloc((size_t)argc + 1, sizeof *renamed);
    if (!args || !renamed)
        return cli_no_memory();
    memcpy(args, argv, (size_t)argc * sizeof *args);
    args[0] = name;
    args[argc] = NULL;
    rename_options(usage, args, renamed);

    enum status st = STATUS_OK;
    poptContext context = poptGetContext("census", argc, args, table, 0);
    poptSetOtherOptionHelp(context, words_text);
    int code = poptGetNextOpt(context);
    *done = help;
    if (help)
        print_help(usage, context);
    else if (code < -1)
        st = log_error(STATUS_USAGE, "%s: %s: %s (census %s --help)",
                       usage->name, poptBadOption(context, 0),
                       poptStrerror(code), usage->name);
    else
        st = read_words(usage, context, words, least, most);
    const enum status read = numbers_read(usage, &numbers);
    st = st || help ? st : read;
    /* The context is not freed: the words are its own, and the commands use
     * them until the program ends. */
    for (int i = 0; i < argc; i++)
        free(renamed[i]);
    free(renamed);
    free(args);
    return st;
}

enum status cli_no_memory(void)
{
    return log_error(STATUS_NOMEM, "out of memory");
}

json_t *cli_json_text(const char *text)
{
    const size_t size = 4 * strlen(text) + 1;
    char *plain = malloc(size);
    if (!plain)
        return NULL;
    text_escape(text, plain, size);
    json_t *json = json_string(plain);
    free(plain);
    return json;
}

json_t *cli_json_count(uint64_t n)
{
    return n ? json_integer((json_int_t)n) : json_null();
}

json_t *cli_json_seconds(double seconds)
{
    return seconds > 0 ? json_real(seconds) : json_null();
}

json_t *cli_json_limit(uint64_t n)
{
    return n == UINT64_MAX ? json_null() : json_integer((json_int_t)n);
}

void cli_json_add(json_t **list, json_t *item)
{
    if (!*list)
        json_decref(item);
    else if (json_array_append_new(*list, item)) {
        json_decref(*list);
        *list = NULL;
    }
}

void cli_json_set(json_t **object, const char *key, json_t *item)
{
    if (!*object)
        json_decref(item);
    else if (json_object_set_new(*object, key, item)) {
        json_decref(*object);
        *object = NULL;
    }
}

enum status cli_json(json_t *value)
{
    if (!value)
        return cli_no_memory();
    int failed = json_dumpf(value, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    json_decref(value);
    if (failed)
        return log_error(STATUS_IO, "standard output: %s", strerror(errno));
    printf("\n");
    return STATUS_OK;
}

enum status cli_flush(void)
{
    if (fflush(stdout) || ferror(stdout))
        return log_error(STATUS_IO, "standard output: %s", strerror(errno));
    return STATUS_OK;
}

/* Terminal columns of a UTF-8 text: its bytes that start a character. */
static size_t text_width(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void put_cells(const char *const cells[], size_t columns,
                      const size_t widths[], const bool right[])
{
    for (size_t c = 0; c < columns; c++) {
        int pad = (int)(widths[c] - text_width(cells[c]));
        const char *gap = c ? "  " : "";
        if (right && right[c])
            printf("%s%*s%s", gap, pad, "", cells[c]);
        else if (c + 1 < columns)
            printf("%s%s%*s", gap, cells[c], pad, "");
        else
            printf("%s%s", gap, cells[c]);
    }
    printf("\n");
}

enum { COLUMNS_MAX = 64 };

void cli_table(const char *const heads[], size_t columns,
               const char *const cells[], size_t rows, const bool right[])
{
    size_t widths[COLUMNS_MAX];
    assert(columns <= COLUMNS_MAX);
    for (size_t c = 0; c < columns; c++) {
        widths[c] = text_width(heads[c]);
        for (size_t r = 0; r < rows; r++) {
            size_t width = text_width(cells[r * columns + c]);
            widths[c] = width > widths[c] ? width : widths[c];
        }
    }
    put_cells(heads, columns, widths, right);
    for (size_t r = 0; r < rows; r++)
        put_cells(&cells[r * columns], columns, widths, right);
}

void cli_csv_to(FILE *file, const char *const cells[], size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        const char *text = cells[c];
        if (c)
            putc(',', file);
        if (!strpbrk(text, ",\"\r\n")) {
            fputs(text, file);
            continue;
        }
        putc('"', file);
        for (; *text; text++) {
            if (*text == '"')
                putc('"', file);
            putc(*text, file);
        }
        putc('"', file);
    }
    fputs("\r\n", file);
}

void cli_csv(const char *const cells[], size_t columns)
{
    cli_csv_to(stdout, cells, columns);
}
