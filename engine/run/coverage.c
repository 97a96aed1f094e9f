#include "engine/run/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a parameter in a canonical text, "parts=1..3,size=1..6": its
 * length; 0 if it is not there. */
static size_t value_of(const char *spec, const char *name, const char **value)
{
    const char *at = strchr(spec, ':');
    const size_t n = strlen(name);
    for (at = at ? at + 1 : ""; *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (length > n && at[n] == '=' && !strncmp(at, name, n)) {
            *value = at + n + 1;
            return length - n - 1;
        }
        at += length;
    }
    return 0;
}

/* Parameters that are as they are without being named say nothing. */
static void write_grid(FILE *out, const struct grid *grid)
{
    const struct grid_kind *kind = grid->kind;
    const char *before = ": ", *value;
    fprintf(out, "%s", kind->summary);
    for (size_t i = 0; i < kind->nparams; i++) {
        const struct param *p = &kind->params[i];
        const size_t n = value_of(grid->spec, p->name, &value);
        if (!n || (p->def && strlen(p->def) == n && !strncmp(value, p->def, n)))
            continue;
        fprintf(out, "%s%s %.*s", before, p->help, (int)n, value);
        before = ", ";
    }
    fprintf(out, "; none of these %llu is missing",
            (unsigned long long)grid->count);
}

static void write_game(FILE *out, const struct game *game,
                       const struct domain_kind *domain)
{
    const char *parameters = strchr(game->spec, ':');
    fprintf(out, "; as positions of %s (%s)%s%s; asked for %s (%s)",
            game->rules->name, game->rules->summary, parameters ? ", " : "",
            parameters ? parameters + 1 : "", domain->name, domain->summary);
}

char *coverage_text(const struct plan *plan)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write_grid(out, &plan->grid);
    for (size_t i = 0; i < plan->ngames; i++)
        write_game(out, &plan->games[i], plan->domains[i]);
    if (fclose(out)) {
        free(text);
        text = NULL;
    }
    return text;
}
