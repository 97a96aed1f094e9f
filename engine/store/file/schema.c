#include "engine/store/file/schema.h"

#include "engine/base/log.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* "u16", "text:12" or "enum:N=1,P=2". UNSET is in no finished file. */
static void put_type(FILE *out, const struct column *column)
{
    if (column->labels) {
        fputs("enum:", out);
        for (size_t v = 1; column->labels[v]; v++)
            fprintf(out, "%s%s=%zu", v > 1 ? "," : "", column->labels[v], v);
    } else if (column->type == COLUMN_TEXT) {
        fprintf(out, "text:%zu", column->width);
    } else {
        fputs(column_type_name(column->type), out);
    }
}

static char *render(const char *census, unsigned version,
                    const struct column columns[], size_t n, bool meaning)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "census %s %u\n", census, version);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s|", columns[i].name);
        put_type(out, &columns[i]);
        fprintf(out, "|%s", column_role_name(columns[i].role));
        if (meaning)
            fprintf(out, "|%s|%s", columns[i].unit, columns[i].help);
        fputc('\n', out);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

char *schema_text(const char *census, unsigned version,
                  const struct column columns[], size_t n)
{
    return render(census, version, columns, n, true);
}

char *schema_facts(const char *census, unsigned version,
                   const struct column columns[], size_t n)
{
    return render(census, version, columns, n, false);
}

enum status schema_digest(const struct schema_run *what, char run[DIGEST_HEX])
{
    char *facts = schema_facts(what->census, what->version, what->columns,
                               what->ncolumns);
    char *text = NULL;
    int n = -1;
    if (facts)
        n = asprintf(
            &text, "%srules %s\nask %s\ngrid %s\nrows %" PRIu64 "\n%s%s%s",
            facts, what->rules, what->ask, what->grid, what->rows,
            what->beside ? "beside_grid " : "",
            what->beside ? what->beside : "", what->beside ? "\n" : "");
    free(facts);
    if (n < 0)
        return log_error(STATUS_NOMEM, "out of memory for what is run");
    digest_bytes(text, (size_t)n, run);
    free(text);
    return STATUS_OK;
}
