#include "census/run/shared.h"

#include "census/run/budget.h"
#include "census/run/watch.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/store/write/slices.h"

#include <stdlib.h>

/* A run while this process has a part in it. */
struct shared {
    const struct request *request;
    struct runner_options options;
    struct run_options run;
    struct watch watch;
    struct ranks ranks;
    struct book book; /* of rank 0, which makes the archive */
    char started[CLOCK_DATE];
};

static bool stop(void *context)
{
    struct shared *s = context;
    return watch_stop(&s->watch) ||
           (s->ranks.kind && s->ranks.kind->ending(&s->ranks));
}

static bool show(void *context)
{
    struct shared *s = context;
    return watch_show(&s->watch);
}

static enum status agree(struct shared *s, enum status st)
{
    return s->ranks.kind ? s->ranks.kind->agree(&s->ranks, st) : st;
}

/* What a method without a common memo costs that is cut in slices. */
static void note_cost(const struct shared *s, const struct parts *parts)
{
    const struct plan *plan = &s->request->plan;
    const struct method *method = run_method(plan, &s->run);
    uint64_t first, end;
    parts_share(parts, &first, &end);
    if (s->options.quiet)
        return;
    if (method->prepare)
        log_note("%s: %s finds all that rows are read from before the first of "
                 "them: each process does that by itself",
                 plan->census->name, method->name);
    else if (!method->layers)
        return;
    else if (!method->memo)
        log_note("%s: %s needs all that is before: each process solves the "
                 "parts before its own again, without writing them",
                 plan->census->name, method->name);
    else if (s->options.slice.count > 1 && first)
        log_note("%s: %s needs what is before: of the %llu parts before this "
                 "slice, those that are there are %s, the others solved again",
                 plan->census->name, method->name, (unsigned long long)first,
                 plan->census->recall ? "read" : "of no use");
}

static enum status join(const struct shared *s, struct parts **parts)
{
    const struct runner_options *o = &s->options;
    const struct run_identity identity =
        plan_identity(&s->request->plan, s->request->params);
    struct parts_slice slice = o->slice;
    if (s->ranks.kind)
        slice = (struct parts_slice){.count = s->ranks.rank ? 0 : 1};
    slice.any_size = !o->part_rows;
    return parts_join(o->path, &identity,
                      o->part_rows ? (uint64_t)o->part_rows
                                   : run_shared_part_rows(identity.rows),
                      &slice, parts);
}

static enum status solve(struct shared *s, struct run_report *report)
{
    struct parts *parts = NULL;
    struct pilots pilots;
    enum status st = join(s, &parts);
    if (!st)
        st = slices_begin(parts);
    if (!st)
        st = budget_pilots(&s->request->plan, &s->run, s->options.path, true,
                           &pilots);
    if (!st)
        st = runner_budget(s->request, &s->options, parts, &pilots, &s->run);
    /* All ranks begin, or none does. */
    st = agree(s, st);
    if (!parts)
        return st;
    if (!st) {
        note_cost(s, parts);
        st = run_census(&s->request->plan, parts, &s->run, report);
    }
    const struct run_record done = {.evaluated = report->evaluated,
                                    .cpu_seconds = report->cpu_seconds};
    enum status written = slices_end(parts, &done, report->rows);
    parts_close(parts);
    return st ? st : written;
}

static enum status slice(struct shared *s, struct run_report *report)
{
    const struct runner_options *o = &s->options;
    enum status st = runner_check_path(o);
    if (!st)
        st = solve(s, report);
    if (st == STATUS_STOPPED)
        log_note("%s: slice %llu of %llu was stopped; the same call goes on "
                 "with it",
                 o->path, (unsigned long long)o->slice.index,
                 (unsigned long long)o->slice.count);
    else if (!st && !o->quiet)
        log_note("%s: slice %llu of %llu is there; when all are: census merge "
                 "%s.parts -o %s",
                 o->path, (unsigned long long)o->slice.index,
                 (unsigned long long)o->slice.count, o->path, o->path);
    return st;
}

/* Before anybody joins. */
static enum status clear(const struct shared *s)
{
    const struct runner_options *o = &s->options;
    enum status st = s->ranks.rank ? STATUS_OK : runner_check_path(o);
    if (!st && !s->ranks.rank && !o->resume && o->replace)
        st = parts_discard(o->path);
    if (!st && !s->ranks.rank && !o->resume && runner_resumable(o->path))
        st = log_error(STATUS_EXISTS,
                       "%s.parts: there is a run to resume already", o->path);
    return st;
}

/* The results of all ranks as one; OK, or the worst status of them. */
static enum status add_up(const struct shared *s,
                          const struct ranks_result results[],
                          struct run_report *report)
{
    enum status st = STATUS_OK;
    report->rows = report->evaluated = 0;
    report->positions = 0; /* how many of them are the same is not known */
    report->cpu_seconds = 0;
    report->threads *= s->ranks.count;
    for (unsigned r = 0; r < s->ranks.count; r++) {
        report->rows += results[r].rows;
        report->evaluated += results[r].evaluated;
        report->cpu_seconds += results[r].cpu_seconds;
        if (!st || st == STATUS_STOPPED)
            st = results[r].status ? (enum status)results[r].status : st;
        if (!s->options.quiet)
            log_note("%s: rank %u: %llu rows, %llu positions evaluated, %.2f "
                     "CPU s",
                     s->options.path, r, (unsigned long long)results[r].rows,
                     (unsigned long long)results[r].evaluated,
                     results[r].cpu_seconds);
    }
    return st;
}

/* The threads of all ranks on this machine; more than it has processors only if
 * one rank was given so many. */
static unsigned threads_near(const struct shared *s)
{
    const unsigned own = run_threads(s->run.threads), all = run_threads(0),
                   near = own * s->ranks.near;
    return near < all ? near : own < all ? all : own;
}

/* By rank 0, when all others have closed the folder: their processors are
 * idle. */
static enum status archive(struct shared *s, struct run_report *report)
{
    struct runner_options own = s->options;
    struct run_options run = s->run;
    struct run_report rest;
    struct parts *parts;
    const struct run_identity identity =
        plan_identity(&s->request->plan, s->request->params);
    own.resume = true;
    own.threads = run.threads = threads_near(s);
    run.handout = NULL;
    run.quiet = true;
    enum status st = runner_open(&identity, &own, &parts);
    if (st)
        return st;
    st = run_census(&s->request->plan, parts, &run, &rest);
    report->evaluated += rest.evaluated;
    if (!st)
        st = runner_archive(parts, &own, report, s->started);
    return runner_close(parts, st, &own);
}

static enum status as_rank(struct shared *s, struct run_report *report)
{
    struct ranks_result *results = calloc(s->ranks.count, sizeof *results);
    enum status st =
        results ? clear(s) : log_error(STATUS_NOMEM, "out of memory for ranks");
    const uint64_t from = clock_now();
    st = agree(s, st);
    if (st) {
        free(results);
        return s->ranks.rank ? STATUS_OK : st;
    }
    st = solve(s, report);
    const struct ranks_result mine = {(int)st, report->rows, report->evaluated,
                                      report->cpu_seconds};
    s->ranks.kind->end(&s->ranks, &mine, results);
    report->seconds = (double)(clock_now() - from) / 1e9;
    if (s->ranks.rank) {
        free(results);
        return STATUS_OK;
    }
    st = add_up(s, results, report);
    free(results);
    if (st == STATUS_STOPPED)
        log_note("stopped; go on with: census resume %s, with any number of "
                 "ranks",
                 s->options.path);
    return st ? st : archive(s, report);
}

static enum status run(struct shared *s, struct run_report *report)
{
    const bool ranks = s->ranks.count > 1;
    *report = (struct run_report){0};
    s->options.quiet |= s->ranks.rank > 0;
    if (ranks && s->options.slice.count)
        return log_error(STATUS_USAGE,
                         "--slice: ranks share a run without slices");
    if (!ranks && !s->options.slice.count)
        return runner_run(s->request, &s->options, report);
    enum status st = runner_memo(s->options.memo);
    if (st)
        return st;
    clock_date(s->started);
    s->run = runner_setup(&s->options, &s->watch);
    s->run.stop = stop;
    s->run.show = show;
    s->run.context = s;
    s->run.handout = ranks ? &s->ranks.handout : NULL;
    s->run.book = ranks && !s->ranks.rank ? &s->book : NULL;
    return ranks ? as_rank(s, report) : slice(s, report);
}

enum status shared_run(const struct request *request,
                       const struct runner_options *options,
                       struct run_report *report, bool *speaks)
{
    struct shared s = {.request = request, .options = *options};
    enum status st = ranks_open(&s.ranks);
    if (!st)
        st = run(&s, report);
    *speaks = s.ranks.rank == 0;
    book_release(&s.book);
    ranks_close(&s.ranks);
    return st;
}
