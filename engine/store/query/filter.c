#include "engine/store/query/filter.h"

#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/store/query/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bounds recursion; no sensible condition comes near. */
enum { NODES_MAX = 1000, DEPTH_MAX = 1000 };

struct reader {
    const struct archive *archive;
    const struct query_names *names;
    const char *text;
    size_t at; /* next character */
    size_t depth;
    struct filter *filter;
};

static const struct comparison {
    const char *text;
    bool less, equal, greater;
} comparisons[] = {
    /* Longer ones first. */
    {"<=", true, true, false}, {">=", false, true, true},
    {"!=", true, false, true}, {"==", false, true, false},
    {"=", false, true, false}, {"<", true, false, false},
    {">", false, false, true},
};

static bool is_blank(char c)
{
    return isspace((unsigned char)c);
}

static void skip_blanks(struct reader *r)
{
    while (is_blank(r->text[r->at]))
        r->at++;
}

/* Does the text begin with this whole word? */
static bool is_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(text, word, n) &&
           (!text[n] || is_blank(text[n]) || strchr("()", text[n]));
}

static bool accept_word(struct reader *r, const char *word)
{
    skip_blanks(r);
    if (!is_word(r->text + r->at, word))
        return false;
    r->at += strlen(word);
    return true;
}

static enum status add_node(struct reader *r, struct filter_node node,
                            size_t *number)
{
    struct filter *f = r->filter;
    if (f->n == NODES_MAX)
        return condition_fail(STATUS_USAGE, r->text, r->at,
                              "more than %d conditions", NODES_MAX);
    struct filter_node *more = realloc(f->nodes, (f->n + 1) * sizeof *f->nodes);
    if (!more)
        return log_error(STATUS_NOMEM, "out of memory for a condition");
    f->nodes = more;
    *number = f->n;
    f->nodes[f->n++] = node;
    return STATUS_OK;
}

static enum status read_operator(struct reader *r, struct condition *c)
{
    const struct comparison *op = NULL;
    skip_blanks(r);
    for (size_t i = 0; i < sizeof comparisons / sizeof *op && !op; i++)
        if (!strncmp(r->text + r->at, comparisons[i].text,
                     strlen(comparisons[i].text)))
            op = &comparisons[i];
    if (!op)
        return condition_fail(STATUS_USAGE, r->text, r->at,
                              "not of the form COLUMN OP VALUE with = != < <= "
                              "> >=");
    r->at += strlen(op->text);
    c->less = op->less;
    c->equal = op->equal;
    c->greater = op->greater;
    return STATUS_OK;
}

/* The value is quoted, or goes up to an "and", an "or", a closing bracket
 * without its opening one, or the end: it may hold blanks and pairs of
 * brackets, as positions do. Allocated; *at is where it starts. */
static enum status read_value_text(struct reader *r, char **value, size_t *at)
{
    const char *text = r->text;
    size_t end, after, open = 0, start = r->at;
    while (is_blank(text[start]))
        start++;
    if (text[start] == '\'' || text[start] == '"') {
        const char *close = strchr(text + start + 1, text[start]);
        if (!close)
            return condition_fail(STATUS_USAGE, text, start,
                                  "this quote is never closed");
        end = (size_t)(close - text);
        after = end + 1;
        start++;
    } else {
        for (end = r->at; text[end]; end++) {
            if (text[end] == ')' && !open--)
                break;
            open += text[end] == '(';
            if (!open && is_blank(text[end]) &&
                (is_word(text + end + 1, "and") ||
                 is_word(text + end + 1, "or")))
                break;
        }
        after = end;
        start = start < end ? start : end;
        while (end > start && is_blank(text[end - 1]))
            end--;
    }
    r->at = after;
    *at = start;
    *value = strndup(text + start, end - start);
    return *value ? STATUS_OK
                  : log_error(STATUS_NOMEM, "out of memory for a condition");
}

static enum status find_column(const struct reader *r, size_t start, size_t n,
                               size_t *column)
{
    char name[64] = "", names[700];
    if (n < sizeof name)
        memcpy(name, r->text + start, n);
    *column = archive_find(r->archive, name);
    if (*column < archive_columns(r->archive))
        return STATUS_OK;
    archive_names(r->archive, names, sizeof names);
    return condition_fail(STATUS_UNKNOWN, r->text, start,
                          "no column '%.*s'; there are:%s", text_quoted(n),
                          r->text + start, names);
}

/* "position" of a file that has no such column, if its rows are known by
 * another way. */
static bool is_position(const struct reader *r, size_t start, size_t n)
{
    static const char name[] = "position";
    return r->names && r->names->position && n == strlen(name) &&
           !memcmp(r->text + start, name, n) &&
           archive_find(r->archive, name) == archive_columns(r->archive);
}

static enum status read_position(struct reader *r, size_t start,
                                 struct filter_node *leaf)
{
    const struct condition *c = &leaf->condition;
    char *value = NULL;
    size_t at;
    if (c->less != c->greater)
        return condition_fail(STATUS_USAGE, r->text, start,
                              "positions have no order; use = or !=");
    leaf->kind = FILTER_ROWS;
    leaf->rows.names = r->names;
    leaf->rows.others = c->less;
    enum status st = read_value_text(r, &value, &at);
    if (st == STATUS_OK)
        st = r->names->position(r->names->context, value, &leaf->rows.wanted);
    free(value);
    return st;
}

/* The text as the column holds it. */
static enum status translate(const struct reader *r, const struct condition *c,
                             char **value)
{
    char *stored = NULL;
    if (!r->names || !r->names->stored)
        return STATUS_OK;
    enum status st = r->names->stored(r->names->context, c->column,
                                      c->less != c->greater, *value, &stored);
    if (st == STATUS_OK && stored) {
        free(*value);
        *value = stored;
    }
    return st;
}

static enum status read_column(struct reader *r, size_t start, size_t n,
                               struct condition *c)
{
    char *value = NULL;
    size_t at = start;
    enum status st = find_column(r, start, n, &c->column);
    if (st == STATUS_OK)
        st = read_value_text(r, &value, &at);
    if (st == STATUS_OK)
        st = translate(r, c, &value);
    if (st == STATUS_OK)
        st = condition_read(archive_column(r->archive, c->column), r->text, at,
                            value, c);
    free(value);
    return st;
}

static void leaf_release(struct filter_node *leaf)
{
    free(leaf->condition.text);
    free(leaf->rows.wanted);
}

static enum status read_condition(struct reader *r, size_t *node)
{
    struct filter_node leaf = {.kind = FILTER_CONDITION};
    size_t start = r->at;
    size_t n = strcspn(r->text + start, "<>=!() \t\n");
    r->at += n;
    enum status st = read_operator(r, &leaf.condition);
    if (st == STATUS_OK)
        st = is_position(r, start, n)
                 ? read_position(r, start, &leaf)
                 : read_column(r, start, n, &leaf.condition);
    if (st == STATUS_OK)
        st = add_node(r, leaf, node);
    if (st != STATUS_OK)
        leaf_release(&leaf);
    return st;
}

static enum status read_joined(struct reader *, enum filter_kind, size_t *node);

/* A condition, an expression in brackets, or "not" and one of these. */
static enum status read_one(struct reader *r, size_t *node)
{
    enum status st;
    if (++r->depth > DEPTH_MAX)
        return condition_fail(STATUS_USAGE, r->text, r->at,
                              "more than %d levels deep", DEPTH_MAX);
    if (accept_word(r, "not")) {
        struct filter_node not = {.kind = FILTER_NOT};
        st = read_one(r, &not .left);
        if (st == STATUS_OK)
            st = add_node(r, not, node);
    } else if (r->text[r->at] == '(') {
        size_t open = r->at++;
        st = read_joined(r, FILTER_OR, node);
        skip_blanks(r);
        if (st == STATUS_OK && r->text[r->at++] != ')')
            return condition_fail(STATUS_USAGE, r->text, open,
                                  "this bracket is never closed");
    } else {
        st = read_condition(r, node);
    }
    r->depth--;
    return st;
}

/* Operands joined by "or", each of them operands joined by "and". */
static enum status read_joined(struct reader *r, enum filter_kind kind,
                               size_t *node)
{
    const bool or = kind == FILTER_OR;
    enum status st = or ? read_joined(r, FILTER_AND, node) : read_one(r, node);
    while (st == STATUS_OK && accept_word(r, or ? "or" : "and")) {
        struct filter_node both = {.kind = kind, .left = *node};
        st = or ? read_joined(r, FILTER_AND, &both.right)
                : read_one(r, &both.right);
        if (st == STATUS_OK)
            st = add_node(r, both, node);
    }
    return st;
}

enum status filter_read(const struct archive *a,
                        const struct query_names *names, const char *text,
                        struct filter *f)
{
    struct reader r = {.archive = a, .names = names, .text = text, .filter = f};
    size_t root;
    *f = (struct filter){0};
    enum status st = read_joined(&r, FILTER_OR, &root);
    if (st == STATUS_OK)
        skip_blanks(&r);
    if (st == STATUS_OK && text[r.at])
        st = condition_fail(STATUS_USAGE, text, r.at,
                            "and, or, or the end of the condition must come "
                            "here");
    if (st != STATUS_OK)
        filter_release(f);
    return st;
}

void filter_release(struct filter *f)
{
    for (size_t i = 0; i < f->n; i++)
        leaf_release(&f->nodes[i]);
    free(f->nodes);
    *f = (struct filter){0};
}
