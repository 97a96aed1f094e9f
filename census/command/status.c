/* status.c - `census status`: how far a run is. */
#include "census/campaign/campaign.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/store/read/archive.h"

#include <stdio.h>
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

static enum status show_parts(const char *path, bool json)
{
    struct parts_info info;
    enum status st = parts_inspect(path, &info);
    if (st)
        return st;
    const char *state = info.locked ? "running" : "interrupted";
    if (json) {
        st = cli_json(json_pack(
            "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "state",
            state, "census", info.census, "rules", info.rules, "grid",
            info.grid, "rows", (json_int_t)info.rows, "rows_done",
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
        if (!info.locked)
            printf("  go on with: census resume %s%s\n", path,
                   access(path, F_OK) ? "" : " --force");
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
