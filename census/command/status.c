/* status.c - `census status`: how far a run is. */
#include "census/campaign/campaign.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/runner.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/read/archive.h"
#include "engine/store/write/progress_file.h"
#include "engine/store/write/slices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct cli_usage usage = {
    .name = "status",
    .words = "PATH",
    .summary =
        "Says whether the archive PATH is finished, running or "
        "interrupted, and how many rows it has;\nor how far the campaign "
        "in the file PATH is.",
    .details =
        "Of a run that is at work: when it started, rows of the part in hand, "
        "rows a second,\ntime left (\"at least\" while it is not known how "
        "much dearer later rows are) and\nmemory, as it notes them once a "
        "second. --watch: every two seconds, until it is no\nlonger at "
        "work.\n",
};

static enum status show_finished(const char *path, bool json)
{
    struct archive *a;
    char census[64];
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    unsigned long long rows = archive_rows(a);
    char coverage[4096] = "";
    st = archive_attribute(a, "census", census, sizeof census);
    if (!st && archive_has_attribute(a, "coverage"))
        st = archive_attribute(a, "coverage", coverage, sizeof coverage);
    archive_close(a);
    if (st)
        return st;
    if (json)
        return cli_json(json_pack("{s:s, s:s, s:I, s:I, s:s}", "state",
                                  "finished", "census", census, "rows",
                                  (json_int_t)rows, "rows_done",
                                  (json_int_t)rows, "coverage", coverage));
    printf("%s: finished, census %s, %llu rows\n", path, census, rows);
    if (*coverage)
        printf("  holds %s\n", coverage);
    return STATUS_OK;
}

/* The slices of a run as text or JSON. */
struct slices {
    const char *path;
    const struct parts_info *info;
    json_t *list; /* NULL: as text */
    size_t n;
};

/* What a run at work has noted. */
static json_t *progress_json(const struct progress_record *r, uint64_t in_hand)
{
    json_t *left = r->left < 0 ? json_null() : json_real(r->left);
    return json_pack("{s:s, s:f, s:I, s:f, s:o, s:b, s:I, s:I, s:I, s:f}",
                     "started", r->started, "seconds", r->seconds,
                     "rows_in_hand", (json_int_t)in_hand, "rate", r->rate,
                     "seconds_left", left, "at_least", (int)r->least,
                     "memory_bytes", (json_int_t)r->memory_bytes, "disk_bytes",
                     (json_int_t)r->disk_bytes, "threads",
                     (json_int_t)r->threads, "noted_seconds_ago", r->age);
}

/* Notes are a second old; older ones are of a run that does something else, or
 * is held up. */
enum { OLD_NOTE = 10 };

static void print_progress(const struct progress_record *r, uint64_t in_hand)
{
    char since[CLOCK_SPAN], left[CLOCK_SPAN] = "?", ago[CLOCK_SPAN];
    clock_span(r->seconds, since);
    if (r->left >= 0)
        clock_span(r->left, left);
    printf("  %llu rows of the part in hand; started %s, at work for %s\n",
           (unsigned long long)in_hand, r->started, since);
    printf("  %.0f rows/s, %s%s left; %.1f MB of memory, ", r->rate,
           r->left >= 0 && r->least ? "at least " : "", left,
           (double)r->memory_bytes / (1 << 20));
    if (r->disk_bytes)
        printf("%.1f MB of tables on the disk, ",
               (double)r->disk_bytes / (1 << 20));
    printf("%u threads\n", r->threads);
    clock_span(r->age, ago);
    if (r->age >= OLD_NOTE)
        printf("  as noted %s ago\n", ago);
}

/* The progress of a run or slice that is at work. Rows in hand: those it has
 * solved beyond `done`, the rows of parts; object: NULL to print it. */
static enum status show_progress(const char *path,
                                 const struct parts_slice *slice, uint64_t done,
                                 json_t *object)
{
    struct progress_record r;
    char *folder = disk_path("%s.parts", path);
    const bool found = folder && progress_file_read(folder, slice, &r);
    const uint64_t in_hand = found && r.rows > done ? r.rows - done : 0;
    free(folder);
    if (found && !object)
        print_progress(&r, in_hand);
    if (found && object &&
        json_object_update_new(object, progress_json(&r, in_hand)))
        return cli_no_memory();
    return STATUS_OK;
}

static json_t *slice_json(const struct slice_record *r, uint64_t parts,
                          uint64_t done)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:b, s:b, s:s, s:I, s:I, s:f}",
                     "slice", (json_int_t)r->slice.index, "of",
                     (json_int_t)r->slice.count, "parts", (json_int_t)parts,
                     "parts_done", (json_int_t)done, "ended", (int)r->ended,
                     "damaged", (int)r->damaged, "holder", r->holder, "rows",
                     (json_int_t)r->rows, "evaluated", (json_int_t)r->evaluated,
                     "cpu_seconds", r->cpu_seconds);
}

static void print_slice(const struct slice_record *r, uint64_t parts,
                        uint64_t done)
{
    if (r->damaged) {
        printf("  slice %llu of %llu: %llu of %llu parts; its record is "
               "damaged\n",
               (unsigned long long)r->slice.index,
               (unsigned long long)r->slice.count, (unsigned long long)done,
               (unsigned long long)parts);
        return;
    }
    printf("  slice %llu of %llu: %llu of %llu parts, %s by %s; %llu rows "
           "solved, %llu positions evaluated\n",
           (unsigned long long)r->slice.index,
           (unsigned long long)r->slice.count, (unsigned long long)done,
           (unsigned long long)parts, r->ended ? "ended" : "begun", r->holder,
           (unsigned long long)r->rows, (unsigned long long)r->evaluated);
}

static enum status show_slice(void *context, const struct slice_record *r)
{
    struct slices *s = context;
    const struct parts_info *info = s->info;
    const struct parts_slice *slice = &r->slice;
    const uint64_t first =
        parts_slice_first(info->parts, slice->index, slice->count);
    const uint64_t end =
        parts_slice_first(info->parts, slice->index + 1, slice->count);
    uint64_t done = 0, rows = 0;
    for (uint64_t i = first; i < end; i++) {
        const uint64_t left = info->rows - i * info->part_rows;
        done += info->has[i];
        rows +=
            info->has[i] ? left < info->part_rows ? left : info->part_rows : 0;
    }
    s->n++;
    json_t *object = s->list ? slice_json(r, end - first, done) : NULL;
    if (s->list && (!object || json_array_append_new(s->list, object)))
        return cli_no_memory();
    if (!s->list)
        print_slice(r, end - first, done);
    return info->locked && !r->ended
               ? show_progress(s->path, slice, rows, object)
               : STATUS_OK;
}

static enum status show_slices(const char *path, const struct parts_info *info,
                               json_t *list, size_t *n)
{
    struct slices s = {path, info, list, 0};
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

static json_t *parts_json(const struct parts_info *info, const char *state)
{
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "state",
        state, "census", info->census, "rules", info->rules, "grid", info->grid,
        "rows", (json_int_t)info->rows, "rows_done",
        (json_int_t)info->rows_done, "parts", (json_int_t)info->parts,
        "parts_done", (json_int_t)info->parts_done, "bad",
        (json_int_t)info->bad, "memo_bytes", (json_int_t)info->memo_bytes,
        "holder", info->holder);
}

static enum status print_parts(const char *path, const struct parts_info *info,
                               const char *state)
{
    size_t slices = 0;
    printf("%s: %s%s%s, census %s\n", path, state, info->locked ? " by " : "",
           info->holder, info->census);
    printf(
        "  %llu of %llu rows done (%.1f %%), %llu of %llu parts\n",
        (unsigned long long)info->rows_done, (unsigned long long)info->rows,
        info->rows ? 100.0 * (double)info->rows_done / (double)info->rows : 0.0,
        (unsigned long long)info->parts_done, (unsigned long long)info->parts);
    if (info->bad)
        printf("  %llu parts set aside as damaged\n",
               (unsigned long long)info->bad);
    if (info->memo_bytes)
        printf("  %.1f MB of solved positions kept for when it goes on\n",
               (double)info->memo_bytes / (1 << 20));
    enum status st = info->locked
                         ? show_progress(path, NULL, info->rows_done, NULL)
                         : STATUS_OK;
    if (!st)
        st = show_slices(path, info, NULL, &slices);
    show_next(path, info, slices);
    return st;
}

static enum status show_parts(const char *path, bool json, bool *running)
{
    struct parts_info info;
    enum status st = parts_inspect(path, &info);
    if (st)
        return st;
    const char *state = info.locked ? "running" : "interrupted";
    json_t *object = json ? parts_json(&info, state) : NULL;
    if (json && !object)
        st = cli_no_memory();
    else if (json && info.locked)
        st = show_progress(path, NULL, info.rows_done, object);
    if (st)
        json_decref(object);
    else
        st = json ? print_object(path, &info, object)
                  : print_parts(path, &info, state);
    *running = info.locked;
    parts_info_release(&info);
    return st;
}

static enum status show_campaign(const char *path, bool json, bool *running)
{
    struct campaign c;
    enum status st = campaign_open(path, &c);
    if (st)
        return st;
    st = campaign_print(&c, json, running);
    campaign_close(&c);
    return st;
}

/* *running: it is at work. */
static enum status show(const char *path, bool json, bool *running)
{
    *running = false;
    enum status st = campaign_is(path) ? show_campaign(path, json, running)
                     : runner_resumable(path) ? show_parts(path, json, running)
                                              : show_finished(path, json);
    return st ? st : cli_flush();
}

/* Of a campaign nothing is at work for a moment between two censuses. */
static enum status watch(const char *path, bool json)
{
    static const struct timespec every = {.tv_sec = 2};
    static const char clear[] = "\033[H\033[J";
    const bool terminal = isatty(STDOUT_FILENO);
    enum status st = STATUS_OK;
    for (unsigned still = campaign_is(path) ? 2 : 1, n = 0; !st && n < still;) {
        bool running;
        if (terminal)
            fputs(clear, stdout);
        st = show(path, json, &running);
        n = running ? 0 : n + 1;
        if (!st && n < still)
            nanosleep(&every, NULL);
    }
    return st;
}

static enum status status_run(int argc, const char **argv)
{
    int json = 0, again = 0;
    const char *words[1];
    bool done, running;
    struct poptOption options[] = {
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        {"watch", 0, POPT_ARG_NONE, &again, 0,
         "again every two seconds while it is at work", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    return again ? watch(words[0], json) : show(words[0], json, &running);
}

const struct command command_status = {
    .name = "status",
    .summary = "is a run or campaign finished, running or interrupted",
    .run = status_run,
};
