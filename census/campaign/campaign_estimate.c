/* campaign_estimate.c - what a campaign would need, before it is run. */
#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/run/budget.h"
#include "census/run/built_in.h"
#include "census/run/machine.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/file/disk.h"

#include <stdio.h>
#include <stdlib.h>

/* Of a pilot. */
static const double pilot_seconds = 0.5;

/* What one census would need, as a row of the table and as JSON. */
struct need {
    struct budget budget;
    bool finished;
};

static enum status estimate(const struct campaign_census *c,
                            const struct catalogue *known, struct request *r,
                            struct need *n)
{
    struct watch watch;
    struct pilots pilots;
    const struct runner_options options = {.memo = c->memo,
                                           .threads = (int)c->threads};
    uint64_t memory = 0, part_rows = (uint64_t)c->part_rows;
    *n = (struct need){.finished = !runner_resumable(c->output) &&
                                   disk_exists(c->output)};
    if (n->finished)
        return STATUS_OK;
    enum status st = campaign_request(c, known, r);
    if (!st && c->memory)
        st = machine_bytes("memory", c->memory, &memory);
    if (st)
        return st;
    const struct run_options run = runner_setup(&options, &watch);
    st = pilots_fly(&r->plan, &run, pilot_seconds, &pilots);
    if (!st && !part_rows)
        part_rows = pilots_part_rows(&r->plan, &run, &pilots);
    if (!st)
        st = budget_make(&r->plan, &run, part_rows, c->output, memory, &pilots,
                         0, &n->budget);
    request_close(r);
    return st;
}

/* Of one that is finished only that: its file says the rest. */
static json_t *need_json(const struct campaign_census *c, const struct need *n)
{
    const struct estimate *e = &n->budget.estimate;
    return json_pack("{s:o, s:b, s:o, s:o, s:o, s:o}", "file",
                     cli_json_text(c->output), "finished", n->finished, "rows",
                     cli_json_count(e->rows), "seconds",
                     cli_json_seconds(e->seconds), "memory_bytes",
                     cli_json_count(e->memory_bytes), "archive_bytes",
                     cli_json_count(e->archive_bytes));
}

/* "about 40 s" */
static const char *time_said(const char *how, double seconds, char out[48])
{
    char text[32];
    if (seconds > 0)
        snprintf(out, 48, "%s %s", how, budget_time_text(seconds, text));
    else
        snprintf(out, 48, "time not known");
    return out;
}

static void print_need(const struct campaign_census *c, const struct need *n)
{
    const struct estimate *e = &n->budget.estimate;
    char time[48], memory[32], archive[32];
    if (n->finished)
        printf("%s: finished\n", c->output);
    else
        printf("%s: %llu rows, %s, memory %s%s, archive %s%s\n", c->output,
               (unsigned long long)e->rows,
               time_said("about", e->seconds, time),
               e->more ? "more than " : "",
               budget_size_text(e->memory_bytes, memory),
               e->pilot_rows ? "" : "at most ",
               budget_size_text(e->archive_bytes, archive));
}

static enum status print_needs(const struct campaign *c, json_t *list,
                               const struct need *sum, bool unknown, bool json)
{
    const struct estimate *e = &sum->budget.estimate;
    char time[48], memory[32], disk[32], room[32];
    if (json)
        return cli_json(
            json_pack("{s:o, s:O, s:o, s:I, s:I, s:o}", "campaign",
                      cli_json_text(c->path), "censuses", list, "seconds",
                      unknown ? json_null() : json_real(e->seconds),
                      "memory_bytes", (json_int_t)e->memory_bytes,
                      "disk_needed", (json_int_t)sum->budget.needed,
                      "disk_free", cli_json_limit(sum->budget.disk)));
    printf("in all: %s, memory %s at most, disk %s of %s\n",
           time_said(unknown ? "at least" : "about", e->seconds, time),
           budget_size_text(e->memory_bytes, memory),
           budget_size_text(sum->budget.needed, disk),
           budget_size_text(sum->budget.disk, room));
    return STATUS_OK;
}

/* One runs after another: times and archives add up, the greatest memory
 * counts. */
static void add_need(struct need *sum, const struct need *n)
{
    struct estimate *e = &sum->budget.estimate;
    const struct estimate *own = &n->budget.estimate;
    e->seconds += own->seconds;
    sum->budget.needed += n->budget.needed;
    if (own->memory_bytes > e->memory_bytes)
        e->memory_bytes = own->memory_bytes;
    if (n->budget.disk < sum->budget.disk)
        sum->budget.disk = n->budget.disk;
}

enum status campaign_estimate(const struct campaign *c, bool json)
{
    struct plugins plugins;
    struct need sum = {.budget.disk = machine_disk(c->path)};
    bool unknown = false;
    enum status st = campaign_check(c), fits = STATUS_OK;
    if (st)
        return st;
    struct request *request = malloc(sizeof *request);
    json_t *list = json_array();
    if (!request || !list)
        return cli_no_memory();
    st = plugins_open(&built_in, c->plugins, &plugins);
    if (!st) {
        for (size_t i = 0; i < c->n && !st; i++) {
            struct need n;
            st = estimate(&c->censuses[i], &plugins.catalogue, request, &n);
            if (st)
                break;
            unknown |= !n.finished && n.budget.estimate.seconds <= 0;
            if (!n.finished && budget_refuse(&n.budget, c->censuses[i].output))
                fits = STATUS_NOMEM;
            if (!n.finished)
                add_need(&sum, &n);
            if (json)
                cli_json_add(&list, need_json(&c->censuses[i], &n));
            else
                print_need(&c->censuses[i], &n);
        }
        plugins_close(&plugins);
    }
    if (!st)
        st = print_needs(c, list, &sum, unknown, json);
    if (!st && sum.budget.needed > sum.budget.disk)
        fits = log_error(STATUS_IO, "%s: the disk is too small for all of it",
                         c->path);
    json_decref(list);
    free(request);
    return st ? st : fits;
}
