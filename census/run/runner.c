#include "census/run/runner.h"

#include "census/cli/cli.h"
#include "census/cli/version.h"
#include "census/run/budget.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/output.h"
#include "engine/base/text.h"
#include "engine/store/file/digest.h"
#include "engine/store/write/identity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

char *runner_command_line(int argc, const char **argv)
{
    size_t size = sizeof "census", used;
    for (int i = 0; i < argc; i++)
        size += 4 * strlen(argv[i]) + 1;
    char *text = malloc(size);
    if (!text)
        return NULL;
    strcpy(text, "census");
    used = strlen(text);
    for (int i = 0; i < argc; i++) {
        text[used++] = ' ';
        used += text_escape(argv[i], text + used, size - used);
    }
    return text;
}

enum status runner_archive(struct parts *parts,
                           const struct runner_options *options,
                           const struct run_report *report, const char *started)
{
    char host[256] = "", ended[32];
    gethostname(host, sizeof host - 1);
    clock_date(ended);
    const struct run_record record = {
        .software = version_text(),
        .compiler = version_compiler(),
        .command = options->command,
        .host = host,
        .started = started,
        .ended = ended,
        .memo = report->memo                              ? report->memo
                : report->method && !report->method->memo ? report->method->name
                                                          : "none",
        .threads = report->threads,
        .seconds = report->seconds,
        .cpu_seconds = report->cpu_seconds,
        .evaluated = report->evaluated,
    };
    const struct crew crew = run_crew((unsigned)options->threads);
    return parts_archive(parts, &record, options->replace, &crew);
}

/* Refuses a path that cannot name a file before anything is made beside it. */
static enum status check_path(const char *path)
{
    struct stat st;
    char *parts = NULL;
    size_t n = strlen(path);
    if (!n)
        return log_error(STATUS_USAGE, "the archive's path is empty");
    const char *fault =
        path[n - 1] == '/' ? "a folder, not a file" : output_fault(path);
    if (fault)
        return log_error(STATUS_IO, "%s: %s", path, fault);
    if (asprintf(&parts, "%s.parts", path) < 0)
        return cli_no_memory();
    if (lstat(parts, &st) == 0 && !S_ISDIR(st.st_mode))
        fault = "must be a folder, and no link to one";
    if (fault)
        log_error(STATUS_IO, "%s: %s", parts, fault);
    free(parts);
    return fault ? STATUS_IO : STATUS_OK;
}

enum status runner_check_path(const struct runner_options *options)
{
    enum status st = check_path(options->path);
    if (!st && !options->resume && !options->replace &&
        access(options->path, F_OK) == 0)
        st = log_error(STATUS_EXISTS, "%s exists already (--force replaces it)",
                       options->path);
    return st;
}

enum status runner_open(const struct run_identity *identity,
                        const struct runner_options *options,
                        struct parts **parts)
{
    const uint64_t part_rows = options->part_rows
                                   ? (uint64_t)options->part_rows
                                   : run_part_rows(identity->rows);
    enum status st = runner_check_path(options);
    if (!st && !options->resume && options->replace)
        st = parts_discard(options->path);
    return st ? st
              : parts_open(options->path, identity, part_rows, !options->resume,
                           parts);
}

/* A new run that failed before its first part leaves nothing behind. */
enum status runner_close(struct parts *parts, enum status st,
                         const struct runner_options *options)
{
    const bool useless = st && st != STATUS_STOPPED && !options->resume &&
                         parts_rows_done(parts) == 0;
    parts_close(parts);
    if (useless && parts_discard(options->path))
        log_note("%s.parts: left behind", options->path);
    return st;
}

enum status runner_memo(const char *name)
{
    if (name && !memo_find(name))
        return log_error(STATUS_UNKNOWN, "no memo '%s' (census list memos)",
                         name);
    return STATUS_OK;
}

enum status runner_budget(const struct request *request,
                          const struct runner_options *options,
                          const struct parts *parts,
                          const struct pilots *pilots, struct run_options *run)
{
    const uint64_t rows = request->plan.grid.count;
    const double done = (double)parts_rows_done(parts) / (double)(rows + !rows);
    struct budget budget;
    char text[300];
    enum status st =
        budget_make(&request->plan, run, parts_rows_per_part(parts),
                    options->path, options->memory, pilots, done, &budget);
    if (st)
        return st;
    const uint64_t held = budget.estimate.held_bytes;
    run->spill = budget.spill;
    memcpy(run->expect, budget.estimate.expect, sizeof run->expect);
    run->memory = budget.memory > held ? budget.memory - held : 1;
    budget_text(&budget, text, sizeof text);
    if (!options->quiet)
        log_note("%s: %s", request->plan.census->name, text);
    return budget_refuse(&budget, options->path);
}

static enum status solve_and_archive(const struct request *request,
                                     const struct runner_options *options,
                                     struct parts *parts,
                                     const struct run_options *run,
                                     const char *started,
                                     struct run_report *report)
{
    enum status st = run_census(&request->plan, parts, run, report);
    return st ? st : runner_archive(parts, options, report, started);
}

static enum status run_and_archive(const struct request *request,
                                   const struct runner_options *options,
                                   struct parts *parts,
                                   const struct pilots *pilots,
                                   struct run_options *run,
                                   struct run_report *report)
{
    char started[CLOCK_DATE];
    clock_date(started);
    enum status st = runner_budget(request, options, parts, pilots, run);
    if (st)
        return st;
    st = solve_and_archive(request, options, parts, run, started, report);
    /* Parts that the archive's check found damaged were set aside. */
    if (st == STATUS_FORMAT &&
        parts_rows_done(parts) < request->plan.grid.count)
        st = solve_and_archive(request, options, parts, run, started, report);
    return st;
}

/* Would the memos of a run be kept at a stop? */
static bool keeps_memos(const struct plan *plan, const struct method *method)
{
    for (size_t g = 0; g < plan->ngames; g++)
        if (!plan->domains[g]->own_numbers)
            return !method || method->memo;
    return false;
}

/* A run that was stopped before it had solved what the next one need not: why,
 * and what helps. */
static void note_no_gain(const struct plan *plan, const struct parts *parts,
                         const struct run_report *report)
{
    const uint64_t part = parts_rows_per_part(parts), rows = plan->grid.count;
    const bool repeats = report->method && !report->method->memo;
    log_note("nothing was gained: no part of %llu rows was finished%s%s; give "
             "it more time%s",
             (unsigned long long)(part < rows ? part : rows),
             !parts_rows_done(parts) ? ""
             : repeats          ? ", as what was finished is solved again first"
             : report->recalled ? ", as what was finished is read back first"
                                : "",
             report->kept ? ", and the memo that is kept has not grown"
             : keeps_memos(plan, report->method)
                 ? ", and it was too short for a memo to be kept"
                 : ", and no memo is kept of what is in hand",
             part > 1 && rows > 1 && !repeats
                 ? ", or begin anew with smaller parts (--part-rows)"
                 : "");
}

static enum status run_with(const struct request *request,
                            const struct runner_options *options,
                            const struct pilots *pilots,
                            struct run_options *run, struct run_report *report)
{
    const struct run_identity identity =
        plan_identity(&request->plan, request->params);
    struct parts *parts;
    enum status st = runner_open(&identity, options, &parts);
    if (st)
        return st;
    st = run_and_archive(request, options, parts, pilots, run, report);
    if (st == STATUS_STOPPED)
        log_note("stopped with %llu of %llu rows done; go on with: census "
                 "resume %s%s",
                 (unsigned long long)parts_rows_done(parts),
                 (unsigned long long)request->plan.grid.count, options->path,
                 access(options->path, F_OK) ? "" : " --force");
    if (st == STATUS_STOPPED && !report->rows && report->kept <= report->warm &&
        run->stop(run->context))
        note_no_gain(&request->plan, parts, report);
    return runner_close(parts, st, options);
}

/* Tries the first rows where that tells something: how many make a part of a
 * new run, unless that is given, and what the run will need. */
static enum status try_rows(const struct request *request,
                            const struct run_options *run,
                            struct runner_options *options,
                            struct pilots *pilots)
{
    const bool sized = options->part_rows || options->resume;
    enum status st =
        budget_pilots(&request->plan, run, options->path, sized, pilots);
    if (st == STATUS_STOPPED && !options->resume)
        log_note("stopped before the first row: there is nothing to resume");
    if (!st && !sized)
        options->part_rows =
            (long long)pilots_part_rows(&request->plan, run, pilots);
    return st;
}

struct run_options runner_setup(const struct runner_options *options,
                                struct watch *watch)
{
    watch_begin(watch, options->seconds);
    return (struct run_options){
        .threads = (unsigned)options->threads,
        .memo = options->memo ? memo_find(options->memo) : NULL,
        .recursion = options->recursion,
        .check = options->check,
        .quiet = options->quiet,
        .memory = budget_memory(options->memory),
        .stop = watch_stop,
        .show = watch_show,
        .context = watch,
    };
}

enum status runner_run(const struct request *request,
                       const struct runner_options *options,
                       struct run_report *report)
{
    struct runner_options own = *options;
    struct pilots pilots;
    struct watch watch;
    *report = (struct run_report){0};
    enum status st = runner_memo(options->memo);
    if (!st)
        st = runner_check_path(options);
    if (st)
        return st;
    struct run_options run = runner_setup(options, &watch);
    st = try_rows(request, &run, &own, &pilots);
    if (!st)
        st = run_with(request, &own, &pilots, &run, report);
    return st;
}

bool runner_resumable(const char *path)
{
    char *name = NULL;
    if (asprintf(&name, "%s.parts/run.json", path) < 0)
        return false;
    bool there = access(name, F_OK) == 0;
    free(name);
    return there;
}

bool runner_finished(const struct request *request, const char *path)
{
    const struct run_identity identity =
        plan_identity(&request->plan, request->params);
    char run[DIGEST_HEX];
    struct digest_head head;
    const char *why;
    return !runner_resumable(path) && !digest_check(path, false, &head, &why) &&
           !head.part && !identity_digest(&identity, run) &&
           !strcmp(run, head.run);
}

enum status runner_report_finished(const struct request *request,
                                   const struct runner_options *options,
                                   bool json)
{
    if (!options->quiet)
        log_note("%s: already finished: nothing to do", options->path);
    if (!json)
        return STATUS_OK;
    enum status st = cli_json(json_pack(
        "{s:o, s:I, s:s}", "file", cli_json_text(options->path), "rows",
        (json_int_t)request->plan.grid.count, "state", "finished"));
    return st ? st : cli_flush();
}

static double peak_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void log_report(const struct runner_options *options,
                       const struct run_report *r)
{
    const double per_position =
        r->positions ? (double)r->evaluated / (double)r->positions : 0;
    char ratio[64] = "";
    if (r->positions && !r->recalled)
        snprintf(ratio, sizeof ratio, " (%.4f each)", per_position);
    log_note("%s: %llu rows in %.2f s, %.2f CPU s on %u threads, %.0f rows per "
             "CPU second; %llu positions evaluated%s by %s; %s%s %llu MB, "
             "peak memory %.0f MB",
             options->path, (unsigned long long)r->rows, r->seconds,
             r->cpu_seconds, r->threads, (double)r->rows / r->cpu_seconds,
             (unsigned long long)r->evaluated, ratio, r->method->name,
             r->memo ? "memo " : r->method->keeps, r->memo ? r->memo : "",
             (unsigned long long)(r->memo_bytes >> 20), peak_megabytes());
}

enum status runner_report(const struct runner_options *options,
                          const struct run_report *r, bool json)
{
    if (!options->quiet)
        log_report(options, r);
    if (!json)
        return STATUS_OK;
    enum status st = cli_json(json_pack(
        "{s:o, s:I, s:I, s:I, s:I, s:I, s:s?, s:I, s:f, s:f, s:i, s:s, s:I, "
        "s:f}",
        "file", cli_json_text(options->path), "rows", (json_int_t)r->rows,
        "recalled", (json_int_t)r->recalled, "warm", (json_int_t)r->warm,
        "evaluated", (json_int_t)r->evaluated, "positions",
        (json_int_t)r->positions, "memo", r->memo, "memo_bytes",
        (json_int_t)r->memo_bytes, "seconds", r->seconds, "cpu_seconds",
        r->cpu_seconds, "threads", (int)r->threads, "method", r->method->name,
        "barriers", (json_int_t)r->barriers, "waiting_cpu_seconds",
        r->waiting_seconds));
    return st ? st : cli_flush();
}
