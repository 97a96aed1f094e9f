/* status.c - `census status`: how far a run is. */
#include "census/campaign/campaign.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/read/archive.h"
#include "engine/store/write/slices.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct cli_usage usage = {
    .name = "status",
    .words = "PATH",
    .summary =
        "Says whether the archive PATH is finished, running or "
        "interrupted, and how many rows it has;\nor how far the campaign "
        "in the file PATH is.",
    .details = "",
};

static enum status show_finished(const char *path, bool json)
{
    struct archive *a;
    char census[64];
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    unsigned long long rows = archive_rows(a);
    st = archive_attribute(a, "census", census, sizeof census);
    archive_close(a);
    if (st)
        return st;
    if (json)
        return cli_json(json_pack("{s:s, s:s, s:I, s:I}", "state", "finished",
                                  "census", census, "rows", (json_int_t)rows,
                                  "rows_done", (json_int_t)rows));
    printf("%s: finished, census %s, %llu rows\n", path, census, rows);
    return STATUS_OK;
}

/* The slices of a run as text or JSON. */
struct slices {
    const struct parts_info *info;
    json_t *list; /* NULL: as text */
    size_t n;
};

static enum status show_slice(void *context, const struct slice_record *r)
{
    struct slices *s = context;
    const struct parts_slice *slice = &r->slice;
    const uint64_t parts = s->info->parts;
    const uint64_t first = parts_slice_first(parts, slice->index, slice->count);
    const uint64_t end =
        parts_slice_first(parts, slice->index + 1, slice->count);
    uint64_t done = 0;
    for (uint64_t i = first; i < end; i++)
        done += s->info->has[i];
    s->n++;
    if (s->list &&
        json_array_append_new(
            s->list,
            json_pack("{s:I, s:I, s:I, s:I, s:b, s:s, s:I, s:I, s:f}", "slice",
                      (json_int_t)slice->index, "of", (json_int_t)slice->count,
                      "parts", (json_int_t)(end - first), "parts_done",
                      (json_int_t)done, "ended", (int)r->ended, "holder",
                      r->holder, "rows", (json_int_t)r->rows, "evaluated",
                      (json_int_t)r->evaluated, "cpu_seconds", r->cpu_seconds)))
        return cli_no_memory();
    if (!s->list)
        printf("  slice %llu of %llu: %llu of %llu parts, %s by %s; %llu rows "
               "solved, %llu positions evaluated\n",
               (unsigned long long)slice->index,
               (unsigned long long)slice->count, (unsigned long long)done,
               (unsigned long long)(end - first), r->ended ? "ended" : "begun",
               r->holder, (unsigned long long)r->rows,
               (unsigned long long)r->evaluated);
    return STATUS_OK;
}

static enum status show_slices(const char *path, const struct parts_info *info,
                               json_t *list, size_t *n)
{
    struct slices s = {info, list, 0};
    char *folder = disk_path("%s.parts", path);
    enum status st =
        folder ? slices_each(folder, show_slice, &s) : STATUS_NOMEM;
    free(folder);
    *n = s.n;
    return st;
}

/* What is to be done with parts that nobody is adding to. */
static void show_next(const char *path, const struct parts_info *info,
                      size_t slices)
{
    if (info->locked)
        return;
    if (slices && info->parts_done == info->parts)
        printf("  make the archive with: census merge %s.parts -o %s\n", path,
               path);
    else
        printf("  go on with: census resume %s%s\n", path,
               access(path, F_OK) ? "" : " --force");
}

static enum status print_object(const char *path, const struct parts_info *info,
                                json_t *object)
{
    json_t *list = json_array();
    size_t slices = 0;
    enum status st =
        list ? show_slices(path, info, list, &slices) : cli_no_memory();
    if (!st && slices && json_object_set(object, "slices", list))
        st = cli_no_memory();
    json_decref(list);
    if (!st)
        return cli_json(object);
    json_decref(object);
    return st;
}

static enum status show_parts(const char *path, bool json)
{
    struct parts_info info;
    size_t slices = 0;
    enum status st = parts_inspect(path, &info);
    if (st)
        return st;
    const char *state = info.locked ? "running" : "interrupted";
    if (json) {
        st = print_object(
            path, &info,
            json_pack(
                "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:s}",
                "state", state, "census", info.census, "rules", info.rules,
                "grid", info.grid, "rows", (json_int_t)info.rows, "rows_done",
                (json_int_t)info.rows_done, "parts", (json_int_t)info.parts,
                "parts_done", (json_int_t)info.parts_done, "bad",
                (json_int_t)info.bad, "memo_bytes", (json_int_t)info.memo_bytes,
                "holder", info.holder));
    } else {
        printf("%s: %s%s%s, census %s\n", path, state,
               info.locked ? " by " : "", info.holder, info.census);
        printf("  %llu of %llu rows done (%.1f %%), %llu of %llu parts\n",
               (unsigned long long)info.rows_done,
               (unsigned long long)info.rows,
               info.rows ? 100.0 * (double)info.rows_done / (double)info.rows
                         : 0.0,
               (unsigned long long)info.parts_done,
               (unsigned long long)info.parts);
        if (info.bad)
            printf("  %llu parts set aside as damaged\n",
                   (unsigned long long)info.bad);
        if (info.memo_bytes)
            printf("  %.1f MB of solved positions kept for when it goes on\n",
                   (double)info.memo_bytes / (1 << 20));
        st = show_slices(path, &info, NULL, &slices);
        show_next(path, &info, slices);
    }
    parts_info_release(&info);
    return st;
}

static enum status show_campaign(const char *path, bool json)
{
    struct campaign c;
    enum status st = campaign_open(path, &c);
    if (st)
        return st;
    st = campaign_print(&c, json);
    campaign_close(&c);
    return st;
}

static enum status status_run(int argc, const char **argv)
{
    int json = 0;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL}, POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    if (campaign_is(words[0]))
        st = show_campaign(words[0], json);
    else
        st = runner_resumable(words[0]) ? show_parts(words[0], json)
                                        : show_finished(words[0], json);
    return st ? st : cli_flush();
}

const struct command command_status = {
    .name = "status",
    .summary = "is a run or campaign finished, running or interrupted",
    .run = status_run,
};
