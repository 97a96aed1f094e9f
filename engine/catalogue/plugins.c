#include "engine/catalogue/plugins.h"

#include "engine/base/log.h"
#include "engine/catalogue/plugin.h"
#include "engine/game/contract.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The loader says "FILE: reason"; the file is named already. */
static const char *reason(const char *path)
{
    const char *text = dlerror();
    size_t n = strlen(path);
    if (!text)
        return "not loaded";
    return !strncmp(text, path, n) && !strncmp(text + n, ": ", 2) ? text + n + 2
                                                                  : text;
}

/* Bytes up to the end of a field. */
#define UP_TO(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* The tables as they were when PLUGIN_VERSION was raised: no plug-in has
 * shorter ones. */
static const struct plugin_sizes shortest = {
    .ruleset = UP_TO(struct ruleset, region),
    .obligation = UP_TO(struct obligation_slots, obliged),
    .partizan = UP_TO(struct partizan_slots, mirror),
    .heap = UP_TO(struct heap_slots, obliging),
    .board = UP_TO(struct board_slots, rank),
    .region = UP_TO(struct region_slots, region),
    .grid = UP_TO(struct grid_kind, layer_end),
    .domain = UP_TO(struct domain_kind, check_book),
    .check = UP_TO(struct check, predict),
};
static const struct plugin_sizes ours = PLUGIN_SIZES;

static bool within(uint32_t size, uint32_t least, uint32_t most)
{
    return size >= least && size <= most;
}

static bool same_layout(const struct plugin_sizes *s)
{
    return within(s->ruleset, shortest.ruleset, ours.ruleset) &&
           within(s->obligation, shortest.obligation, ours.obligation) &&
           within(s->partizan, shortest.partizan, ours.partizan) &&
           within(s->heap, shortest.heap, ours.heap) &&
           within(s->board, shortest.board, ours.board) &&
           within(s->region, shortest.region, ours.region) &&
           within(s->grid, shortest.grid, ours.grid) &&
           within(s->domain, shortest.domain, ours.domain) &&
           within(s->check, shortest.check, ours.check) &&
           s->param == ours.param && s->param_value == ours.param_value &&
           s->point == ours.point && s->game == ours.game &&
           s->column == ours.column && s->book == ours.book;
}

/* A plug-in that is being taken in. */
struct loading {
    const char *file;
    const struct plugin *plugin;
    struct plugins *p;
    enum status status; /* of the first failure, logged */
};

static void fail(struct loading *l, enum status st)
{
    l->status = l->status ? l->status : st;
}

/* The table of a plug-in, of `size` bytes, with what it lacks empty. */
static const void *copy_table(struct loading *l, const void *table, size_t size,
                              size_t full)
{
    struct plugins *p = l->p;
    if (!table || l->status)
        return NULL;
    void **tables = realloc(p->tables, (p->ntables + 1) * sizeof *tables);
    void *copy = calloc(1, full);
    if (tables)
        p->tables = tables;
    if (!tables || !copy) {
        free(copy);
        fail(l, log_error(STATUS_NOMEM, "plug-in %s: out of memory", l->file));
        return NULL;
    }
    p->tables[p->ntables++] = copy;
    return memcpy(copy, table, size);
}

/* Appends an entry to a list of n, and moves the list. Names are taken once. */
static void append(struct loading *l, const char *what,
                   const void *const **list, const void *entry,
                   const char *(*name_of)(const void *))
{
    size_t n = 0;
    if (l->status)
        return;
    for (; (*list)[n]; n++)
        if (!strcmp(name_of((*list)[n]), name_of(entry))) {
            fail(l, log_error(STATUS_EXISTS,
                              "plug-in %s: there is a %s '%s' already", l->file,
                              what, name_of(entry)));
            return;
        }
    const void **longer = calloc(n + 2, sizeof *longer);
    void **tables = realloc(l->p->tables, (l->p->ntables + 1) * sizeof *tables);
    if (tables)
        l->p->tables = tables;
    if (!longer || !tables) {
        free(longer);
        fail(l, log_error(STATUS_NOMEM, "plug-in %s: out of memory", l->file));
        return;
    }
    memcpy(longer, *list, n * sizeof *longer);
    longer[n] = entry;
    l->p->tables[l->p->ntables++] = longer;
    *list = longer;
}

static void need(struct loading *l, bool filled, const char *what,
                 const char *slot)
{
    if (!filled && !l->status)
        fail(l, log_error(STATUS_FORMAT, "plug-in %s: a %s without %s", l->file,
                          what, slot));
}

static const char *ruleset_name(const void *entry)
{
    return ((const struct ruleset *)entry)->name;
}

static const char *grid_name(const void *entry)
{
    return ((const struct grid_kind *)entry)->name;
}

static const char *domain_name(const void *entry)
{
    return ((const struct domain_kind *)entry)->name;
}

static const char *check_name(const void *entry)
{
    return ((const struct check *)entry)->name;
}

static void take_ruleset(struct loading *l, const struct ruleset *theirs)
{
    const struct plugin_sizes *s = &l->plugin->sizes;
    struct ruleset *r =
        (struct ruleset *)copy_table(l, theirs, s->ruleset, sizeof *r);
    char broken[CONTRACT_TEXT];
    if (!r)
        return;
    if (contract_slots(r, broken))
        fail(l, log_error(STATUS_FORMAT, "plug-in %s: %s", l->file, broken));
    r->obligation =
        copy_table(l, r->obligation, s->obligation, sizeof *r->obligation);
    r->partizan = copy_table(l, r->partizan, s->partizan, sizeof *r->partizan);
    r->heap = copy_table(l, r->heap, s->heap, sizeof *r->heap);
    r->board = copy_table(l, r->board, s->board, sizeof *r->board);
    r->region = copy_table(l, r->region, s->region, sizeof *r->region);
    append(l, "ruleset", (const void *const **)&l->p->catalogue.rulesets, r,
           ruleset_name);
}

static void take_grid(struct loading *l, const struct grid_kind *theirs)
{
    const struct grid_kind *k =
        copy_table(l, theirs, l->plugin->sizes.grid, sizeof *k);
    if (!k)
        return;
    need(l, k->name && k->summary, "grid", "name and summary");
    need(l,
         (k->open || k->open_for) && k->close && k->count && k->unrank &&
             k->rank && k->bounds,
         "grid", "one of open, close, count, unrank, rank, bounds");
    append(l, "grid", (const void *const **)&l->p->catalogue.grids, k,
           grid_name);
}

static void take_domain(struct loading *l, const struct domain_kind *theirs)
{
    const struct domain_kind *k =
        copy_table(l, theirs, l->plugin->sizes.domain, sizeof *k);
    if (!k)
        return;
    need(l, k->name && k->summary && k->column.name, "domain",
         "name, summary and column");
    need(l, k->fold && k->print && k->outcome, "domain",
         "one of fold, print, outcome");
    need(l,
         k->value_bytes == 1 || k->value_bytes == 2 || k->value_bytes == 4 ||
             k->value_bytes == 8,
         "domain", "value_bytes of 1, 2, 4 or 8");
    append(l, "domain", (const void *const **)&l->p->catalogue.domains, k,
           domain_name);
}

static void take_check(struct loading *l, const struct check *theirs)
{
    const struct check *k =
        copy_table(l, theirs, l->plugin->sizes.check, sizeof *k);
    if (!k)
        return;
    need(l, k->name && k->summary && k->column, "check",
         "name, summary and column");
    need(l, k->fits && k->predict, "check", "one of fits, predict");
    append(l, "check", (const void *const **)&l->p->catalogue.checks, k,
           check_name);
}

/* Everything that the plug-in has, in order, until something fails. */
static enum status take_all(struct loading *l)
{
    const struct catalogue *has = &l->plugin->has;
    for (size_t i = 0; has->rulesets && has->rulesets[i]; i++)
        take_ruleset(l, has->rulesets[i]);
    for (size_t i = 0; has->grids && has->grids[i]; i++)
        take_grid(l, has->grids[i]);
    for (size_t i = 0; has->domains && has->domains[i]; i++)
        take_domain(l, has->domains[i]);
    for (size_t i = 0; has->checks && has->checks[i]; i++)
        take_check(l, has->checks[i]);
    if (!has->rulesets && !has->grids && !has->domains && !has->checks)
        return log_error(STATUS_FORMAT, "plug-in %s: has nothing", l->file);
    return l->status;
}

/* Checks the descriptor of a loaded object, and takes what it has. */
static enum status take_object(const char *file, void *handle,
                               struct plugins *p)
{
    const struct plugin *plugin = dlsym(handle, "census_plugin");
    if (!plugin)
        return log_error(STATUS_FORMAT,
                         "plug-in %s: a shared object, but no plug-in: it has "
                         "no symbol census_plugin (CENSUS_PLUGIN in "
                         "engine/plugin.h)",
                         file);
    const bool same = plugin->version == PLUGIN_VERSION;
    if (!same || plugin->size != sizeof *plugin || !same_layout(&plugin->sizes))
        return log_error(STATUS_FORMAT,
                         "plug-in %s: made for version %u of the interface%s, "
                         "this program has %d: compile it again with this "
                         "program's headers",
                         file, plugin->version, same ? " (other sizes)" : "",
                         PLUGIN_VERSION);
    struct loading l = {.file = file, .plugin = plugin, .p = p};
    return take_all(&l);
}

static enum status load(const char *file, struct plugins *p)
{
    /* dlopen searches the system's folders for a name without a slash. */
    char *path = realpath(file, NULL);
    if (!path)
        return log_error(STATUS_IO, "plug-in %s: %s", file, strerror(errno));
    enum status st = STATUS_OK;
    void *handle = NULL;
    struct stat info;
    /* Opening a pipe would block until it has a writer. */
    if (!stat(path, &info) && !S_ISREG(info.st_mode)) {
        st = log_error(STATUS_FORMAT, "plug-in %s: not a regular file", file);
    } else if (access(path, R_OK)) {
        st = log_error(STATUS_IO, "plug-in %s: %s", file, strerror(errno));
    } else {
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            st = log_error(STATUS_FORMAT, "plug-in %s: %s", file, reason(path));
    }
    free(path);
    if (st)
        return st;
    p->handles[p->n++] = handle;
    return take_object(file, handle, p);
}

enum status plugins_open(const struct catalogue *built_in, char *const files[],
                         struct plugins *p)
{
    size_t given = 0;
    enum status st = STATUS_OK;
    while (files && files[given])
        given++;
    *p = (struct plugins){.catalogue = *built_in};
    while (built_in->rulesets[p->built_in])
        p->built_in++;
    p->handles = calloc(given + 1, sizeof *p->handles);
    if (!p->handles)
        st = log_error(STATUS_NOMEM, "list of plug-ins");
    for (size_t i = 0; i < given && !st; i++)
        st = load(files[i], p);
    if (st)
        plugins_close(p);
    return st;
}

void plugins_close(struct plugins *p)
{
    for (size_t i = 0; i < p->n; i++)
        dlclose(p->handles[i]);
    for (size_t i = 0; i < p->ntables; i++)
        free(p->tables[i]);
    free(p->tables);
    free(p->handles);
    *p = (struct plugins){0};
}
