/* campaign_status.c - the progress of a campaign, from its files. */
#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/run/built_in.h"
#include "census/run/runner.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/file/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
    const char *state;
    bool known; /* rows are known */
    bool finished;
    uint64_t rows, rows_done;
};

static enum status inspect(const struct campaign_census *c,
                           const struct catalogue *known, struct state *s)
{
    struct parts_info info;
    struct archive *a;
    enum status st;
    const json_int_t exit =
        json_integer_value(json_object_get(c->record, "exit"));
    const bool failed = exit && exit != status_exit(STATUS_STOPPED);
    *s = (struct state){.state = failed ? "failed" : "waiting"};
    if (runner_resumable(c->output)) {
        st = parts_inspect(c->output, &info);
        if (st)
            return st;
        s->state = info.locked ? "running" : failed ? "failed" : "interrupted";
        s->known = true;
        s->rows = info.rows;
        s->rows_done = info.rows_done;
        parts_info_release(&info);
        return STATUS_OK;
    }
    if (!disk_exists(c->output))
        return STATUS_OK;
    st = archive_open(c->output, &a);
    if (st)
        return st;
    *s = (struct state){"finished", true, true, archive_rows(a),
                        archive_rows(a)};
    archive_close(a);
    /* Without plug-ins it cannot be known. */
    s->finished = known && !campaign_check_one(c, known);
    s->state = s->finished ? "finished" : known ? "other" : "unreadable";
    return STATUS_OK;
}

static json_t *field(const struct campaign_census *c, const char *key,
                     json_t *otherwise)
{
    json_t *value = json_object_get(c->record, key);
    if (!value)
        return otherwise;
    json_decref(otherwise);
    return json_incref(value);
}

static json_t *census_json(const struct campaign_census *c,
                           const struct state *s)
{
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "file",
                     cli_json_text(c->output), "state", s->state, "rows",
                     s->known ? json_integer((json_int_t)s->rows) : json_null(),
                     "rows_done", json_integer((json_int_t)s->rows_done),
                     "seconds", field(c, "seconds", json_real(0)),
                     "cpu_seconds", field(c, "cpu_seconds", json_real(0)),
                     "peak_mb", field(c, "peak_mb", json_null()), "calls",
                     field(c, "calls", json_integer(0)), "exit",
                     field(c, "exit", json_null()));
}

static json_t *campaign_status(const struct campaign *c)
{
    json_t *list = json_array();
    json_int_t finished = 0;
    struct plugins plugins;
    const bool loaded = !plugins_open(&built_in, c->plugins, &plugins);
    for (size_t i = 0; i < c->n; i++) {
        struct state s;
        /* A file that cannot be read has been logged. */
        if (inspect(&c->censuses[i], loaded ? &plugins.catalogue : NULL, &s))
            s = (struct state){.state = "unreadable"};
        finished += s.finished;
        json_array_append_new(list, census_json(&c->censuses[i], &s));
    }
    if (loaded)
        plugins_close(&plugins);
    return json_pack("{s:o, s:I, s:o}", "campaign", cli_json_text(c->path),
                     "finished", finished, "censuses", list);
}

/* 5025 seconds as "1:23:45". */
static char *time_text(double seconds)
{
    char *text = NULL;
    const unsigned long s = (unsigned long)seconds;
    int n = s < 100 ? asprintf(&text, "%.1f s", seconds)
                    : asprintf(&text, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60,
                               s % 60);
    return n < 0 ? NULL : text;
}

static char *number_text(const json_t *value)
{
    char *text = NULL;
    int n = json_is_integer(value)
                ? asprintf(&text, "%lld", (long long)json_integer_value(value))
                : asprintf(&text, "-");
    return n < 0 ? NULL : text;
}

enum { TABLE_COLUMNS = 8 };

static void fill_row(const json_t *census, char *cells[TABLE_COLUMNS])
{
    static const char *const texts[] = {"file", "state"};
    static const char *const numbers[] = {"rows_done", "rows", "peak_mb",
                                          "exit"};
    for (int i = 0; i < 2; i++)
        cells[i] = strdup(json_string_value(json_object_get(census, texts[i])));
    for (int i = 0; i < 2; i++)
        cells[2 + i] = number_text(json_object_get(census, numbers[i]));
    cells[4] = time_text(json_number_value(json_object_get(census, "seconds")));
    cells[5] =
        time_text(json_number_value(json_object_get(census, "cpu_seconds")));
    for (int i = 0; i < 2; i++)
        cells[6 + i] = number_text(json_object_get(census, numbers[2 + i]));
}

static enum status print_table(const json_t *status)
{
    static const char *const heads[TABLE_COLUMNS] = {
        "file", "state", "done", "rows", "time", "CPU", "MB", "exit"};
    static const bool right[TABLE_COLUMNS] = {0, 0, 1, 1, 1, 1, 1, 1};
    const json_t *list = json_object_get(status, "censuses");
    const size_t n = json_array_size(list);
    char **cells = calloc(n * TABLE_COLUMNS + 1, sizeof *cells);
    bool whole = cells != NULL;
    for (size_t i = 0; i < n && whole; i++)
        fill_row(json_array_get(list, i), &cells[i * TABLE_COLUMNS]);
    for (size_t i = 0; i < n * TABLE_COLUMNS && whole; i++)
        whole = cells[i] != NULL;
    if (whole) {
        cli_table(heads, TABLE_COLUMNS, (const char *const *)cells, n, right);
        printf(
            "%lld of %zu finished\n",
            (long long)json_integer_value(json_object_get(status, "finished")),
            n);
    }
    for (size_t i = 0; cells && i < n * TABLE_COLUMNS; i++)
        free(cells[i]);
    free(cells);
    return whole ? STATUS_OK : cli_no_memory();
}

static bool any_running(const json_t *status)
{
    const json_t *census;
    size_t i;
    json_array_foreach(json_object_get(status, "censuses"), i, census)
    {
        const json_t *state = json_object_get(census, "state");
        if (!strcmp(json_string_value(state), "running"))
            return true;
    }
    return false;
}

enum status campaign_print(const struct campaign *c, bool json, bool *running)
{
    json_t *status = campaign_status(c);
    if (!status)
        return cli_no_memory();
    if (running)
        *running = any_running(status);
    enum status st = json ? cli_json(json_incref(status)) : print_table(status);
    json_decref(status);
    return st;
}
