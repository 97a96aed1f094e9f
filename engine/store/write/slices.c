#include "engine/store/write/slices.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/write/folder.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* *found: is there such a file? Of a damaged one, nothing but that. IO, NOMEM;
 * logged. */
static enum status read_record(const char *path, struct slice_record *r,
                               bool *found)
{
    json_int_t rows, evaluated;
    const char *holder;
    char *text;
    size_t length;
    int ended;
    *found = false;
    if (!disk_exists(path))
        return STATUS_OK;
    enum status st = disk_read(path, &text, &length);
    if (st != STATUS_OK)
        return st;
    *found = true;
    json_t *object = json_loadb(text, length, 0, NULL);
    r->damaged =
        !object || json_unpack(object, "{ss sb sI sI sF}", "holder", &holder,
                               "ended", &ended, "rows", &rows, "evaluated",
                               &evaluated, "cpu_seconds", &r->cpu_seconds);
    if (r->damaged) {
        log_note("%s: damaged: what the slice has done is not known, but by "
                 "its parts",
                 path);
        r->cpu_seconds = 0;
    } else {
        snprintf(r->holder, sizeof r->holder, "%s", holder);
        r->ended = ended;
        r->rows = rows < 0 ? 0 : (uint64_t)rows;
        r->evaluated = evaluated < 0 ? 0 : (uint64_t)evaluated;
    }
    json_decref(object);
    free(text);
    return STATUS_OK;
}

/* What the slice's file says so far, zeros if it is not there. */
static enum status last_record(const struct parts *p, struct slice_record *r)
{
    char *path = disk_path("%s/%s.json", p->folder, p->member);
    *r = (struct slice_record){0};
    if (!path)
        return STATUS_NOMEM;
    bool found;
    enum status st = read_record(path, r, &found);
    if (!found)
        *r = (struct slice_record){0};
    free(path);
    return st;
}

static enum status write_record(const struct parts *p,
                                const struct slice_record *r)
{
    char *name = disk_path("%s.json", p->member);
    json_t *object =
        json_pack("{ss sb sI sI sf}", "holder", r->holder, "ended",
                  (int)r->ended, "rows", (json_int_t)r->rows, "evaluated",
                  (json_int_t)r->evaluated, "cpu_seconds", r->cpu_seconds);
    char *text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
    enum status st = STATUS_NOMEM;
    if (name && text)
        st = disk_write(p->folder, name, text);
    else
        log_error(st, "%s: out of memory", p->folder);
    json_decref(object);
    free(text);
    free(name);
    return st;
}

static void put_holder(struct slice_record *r)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(r->holder, sizeof r->holder, "%s, process %ld", host,
             (long)getpid());
}

enum status slices_begin(const struct parts *p)
{
    struct slice_record r;
    if (!p->joined || !*p->member)
        return STATUS_OK;
    enum status st = last_record(p, &r);
    put_holder(&r);
    r.ended = false;
    return st == STATUS_OK ? write_record(p, &r) : st;
}

enum status slices_end(const struct parts *p, const struct run_record *done,
                       uint64_t rows)
{
    struct slice_record r;
    if (!p->joined || !*p->member)
        return STATUS_OK;
    enum status st = last_record(p, &r);
    put_holder(&r);
    r.ended = true;
    r.rows += rows;
    r.evaluated += done->evaluated;
    r.cpu_seconds += done->cpu_seconds;
    return st == STATUS_OK ? write_record(p, &r) : st;
}

struct gathering {
    const char *folder;
    struct slice_record *records;
    size_t n, room;
};

static enum status gather_one(void *context, const char *name)
{
    struct gathering *g = context;
    unsigned index, count;
    if (!folder_is_slice(name, &index, &count))
        return STATUS_OK;
    if (g->n == g->room) {
        const size_t room = 2 * g->room + 16;
        void *more = realloc(g->records, room * sizeof *g->records);
        if (!more)
            return log_error(STATUS_NOMEM, "out of memory for slices");
        g->records = more;
        g->room = room;
    }
    char *path = disk_path("%s/%s", g->folder, name);
    if (!path)
        return STATUS_NOMEM;
    struct slice_record *r = &g->records[g->n];
    *r = (struct slice_record){.slice = {.index = index, .count = count}};
    bool found;
    enum status st = read_record(path, r, &found);
    free(path);
    g->n += found;
    return found ? STATUS_OK : st;
}

static int by_place(const void *a, const void *b)
{
    const struct parts_slice *x = &((const struct slice_record *)a)->slice;
    const struct parts_slice *y = &((const struct slice_record *)b)->slice;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

enum status slices_each(const char *folder,
                        enum status (*visit)(void *context,
                                             const struct slice_record *),
                        void *context)
{
    struct gathering g = {.folder = folder};
    enum status st = folder_each(folder, gather_one, &g);
    if (g.n)
        qsort(g.records, g.n, sizeof *g.records, by_place);
    for (size_t i = 0; i < g.n && !st; i++)
        st = visit(context, &g.records[i]);
    free(g.records);
    return st;
}
