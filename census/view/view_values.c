/* view_values.c - partizan values with what is known of them, as JSON. */
#include "census/view/view_inner.h"

#include "engine/base/log.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "engine/value/games/games_thermograph.h"
#include "engine/value/partizan.h"

#include <string.h>

size_t view_value_column(const struct view *v)
{
    size_t column;
    const struct domain_kind *kind = values_domain(v->wording->values, &column);
    return kind && !strcmp(kind->name, "partizan")
               ? column
               : archive_columns(v->archive);
}

static double real(struct dyadic x)
{
    return (double)x.num / (double)(UINT64_C(1) << x.exp);
}

static json_t *exactly(struct dyadic x)
{
    char text[DYADIC_TEXT];
    dyadic_text(x, text, sizeof text);
    return json_string(text);
}

static json_t *wall(const struct games_point at[], size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(
            list, json_pack("[f, f]", real(at[i].t), real(at[i].x)));
    return list;
}

/* Without an answer where a number on the way needs more than 62 bits. */
static enum status add_thermograph(struct games_worker *w, uint32_t id,
                                   json_t *to)
{
    const struct games_thermograph *t;
    enum status st = games_thermograph(w, id, &t);
    if (st)
        return st == STATUS_RANGE ? STATUS_OK : st;
    json_object_set_new(to, "mean", exactly(t->mean));
    json_object_set_new(to, "temperature", exactly(t->temperature));
    json_object_set_new(to, "left", wall(t->left, t->nleft));
    json_object_set_new(to, "right", wall(t->right, t->nright));
    return STATUS_OK;
}

static enum status add_options(const struct domain *d, uint32_t id, bool left,
                               json_t *to)
{
    const struct games *g = partizan_games(d);
    const size_t n = left ? games_lefts(g, id) : games_rights(g, id);
    json_t *list = json_array();
    json_object_set_new(to, left ? "lefts" : "rights", list);
    json_object_set_new(to, left ? "nlefts" : "nrights",
                        json_integer((json_int_t)n));
    for (size_t i = 0; i < n && i < VIEW_OPTIONS_MOST; i++) {
        const uint32_t option =
            left ? games_left(g, id, i) : games_right(g, id, i);
        char *text;
        enum status st = values_print(d, VALUES_SHORT, option, &text);
        if (st)
            return st;
        json_array_append_new(list, json_string(text));
        free(text);
    }
    return STATUS_OK;
}

static enum status describe(const struct domain *d, uint32_t id, json_t *to)
{
    struct games *g = partizan_games(d);
    json_object_set_new(to, "outcome",
                        json_string(outcome_labels[games_outcome(g, id)]));
    json_object_set_new(to, "birthday", json_integer(games_birthday(g, id)));
    enum status st = add_options(d, id, true, to);
    st = st ? st : add_options(d, id, false, to);
    return st ? st : add_thermograph(games_worker(g, 0), id, to);
}

enum status view_values(struct view *v, const json_t *names, json_t *to)
{
    json_t *values = json_object();
    const char *text;
    json_t *name;
    if (json_object_set_new(to, "values", values))
        return cli_no_memory();
    json_object_foreach((json_t *)names, text, name)
    {
        const struct domain *domain;
        uint64_t value;
        enum status st = values_find(v->wording->values,
                                     json_string_value(name), &domain, &value);
        if (st)
            return st;
        if (value == DOMAIN_UNKNOWN)
            continue; /* not in /values */
        json_t *item = json_object();
        if (json_object_set_new(values, text, item))
            return cli_no_memory();
        json_object_set_new(item, "name", json_string(json_string_value(name)));
        st = describe(domain, (uint32_t)value, item);
        if (st)
            return st;
    }
    return STATUS_OK;
}
