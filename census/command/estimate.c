/* estimate.c - `census estimate`: what a run would need. */
#include "census/command/command.h"
#include "census/run/budget.h"
#include "census/run/order.h"
#include "census/run/watch.h"

#include <stdio.h>

static const struct cli_usage usage = {
    .name = "estimate",
    .words = "[CENSUS]",
    .summary =
        "Says what `census run` with the same arguments would need: "
        "time, positions, memory\nand the archive's size; nothing is written. "
        "Exit status 3 if it does not fit.",
    .details = "The number of positions is counted or sampled where the grid "
               "is swept. A recursion is\ntried on the first rows for about "
               "two seconds and carried on from there: an order of\n"
               "magnitude; where rows reach many positions beyond the grid, "
               "what it takes at least\n(at_least). The archive's size is "
               "carried on from those rows, too. With --json what\nis not "
               "known is null (seconds, "
               "positions, memo_bytes); archive_bytes is the most\n"
               "that it can be where pilot_rows is 0.\n",
};

/* Long enough for the pilot to reach rows like the last ones. */
static const double pilot_seconds = 2;

static enum status print_json(const struct order *o, const struct budget *b)
{
    static const char *const basis[] = {[ESTIMATE_NONE] = "none",
                                        [ESTIMATE_CARRIED] = "carried",
                                        [ESTIMATE_TRIED] = "tried",
                                        [ESTIMATE_SAMPLED] = "sampled",
                                        [ESTIMATE_COUNTED] = "counted"};
    const struct estimate *e = &b->estimate;
    const bool positions = e->basis != ESTIMATE_NONE;
    return cli_json(json_pack(
        "{s:s, s:I, s:s, s:o, s:b, s:s, s:o, s:I, s:I, s:b, s:I, s:I, s:I, "
        "s:o, s:I, s:o, s:o, s:i}",
        "census", o->request.plan.census->name, "rows", (json_int_t)e->rows,
        "method", e->method->name, "positions",
        positions ? json_integer((json_int_t)e->positions) : json_null(),
        "at_least", e->open, "basis", basis[e->basis], "memo_bytes",
        cli_json_count(e->memo_bytes), "spilled_bytes",
        (json_int_t)e->spill_bytes, "memory_bytes", (json_int_t)e->memory_bytes,
        "memory_at_least", e->more, "memory_limit", (json_int_t)b->memory,
        "archive_bytes", (json_int_t)e->archive_bytes, "disk_needed",
        (json_int_t)b->needed, "disk_free", cli_json_limit(b->disk),
        "pilot_rows", (json_int_t)e->pilot_rows, "seconds",
        cli_json_seconds(e->seconds), "cpu_seconds",
        cli_json_seconds(e->cpu_seconds), "threads", (int)b->threads));
}

static enum status estimate(const struct order *o)
{
    const struct runner_options *options = &o->options;
    struct watch watch;
    const struct run_options run = {
        .threads = (unsigned)options->threads,
        .memo = options->memo ? memo_find(options->memo) : NULL,
        .recursion = options->recursion,
        .memory = budget_memory(options->memory),
        .stop = watch_stop,
        .context = &watch,
    };
    uint64_t part_rows = (uint64_t)options->part_rows;
    struct pilots pilots;
    struct budget budget;
    char text[300];
    enum status st = runner_memo(options->memo);
    watch_begin(&watch, 0);
    if (!st)
        st = pilots_fly(&o->request.plan, &run, pilot_seconds, &pilots);
    if (!st && !part_rows)
        part_rows = pilots_part_rows(&o->request.plan, &run, &pilots);
    if (!st)
        st = budget_make(&o->request.plan, &run, part_rows, options->path,
                         options->memory, &pilots, 0, &budget);
    if (st)
        return st;
    budget_text(&budget, text, sizeof text);
    if (o->json)
        st = print_json(o, &budget);
    else
        printf("%s: %s\n", o->request.plan.census->name, text);
    enum status fits = budget_refuse(&budget, options->path);
    return st ? st : fits;
}

static enum status estimate_main(int argc, const char **argv)
{
    struct order *order;
    bool done;
    watch_block();
    enum status st = order_read(&usage, argc, argv, &order, &done);
    if (st || done)
        return st;
    st = estimate(order);
    order_close(order);
    enum status flushed = cli_flush();
    return st ? st : flushed;
}

const struct command command_estimate = {
    .name = "estimate",
    .summary = "say what a run would need",
    .run = estimate_main,
};
