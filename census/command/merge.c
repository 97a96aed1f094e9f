/* merge.c - `census merge`: one archive of the parts that slices have made. */
#include "census/cli/cli.h"
#include "census/cli/version.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/runner.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/write/gather.h"
#include "engine/store/write/slices.h"

#include <stdlib.h>
#include <unistd.h>

static const struct cli_usage usage = {
    .name = "merge",
    .words = "[FILE] FOLDER...",
    .summary = "Makes the archive FILE from the parts that `census run "
               "--slice` has left in\nfolders.",
    .details =
        "Each FOLDER is a PATH.parts; the same part may be in several of them. "
        "Refused, and\nnamed, are parts that are missing, parts that disagree, "
        "and those of another run.\n\n"
        "  census merge te60.h5 te60.h5.parts --remove\n"
        "  census merge node1/te60.h5.parts node2/te60.h5.parts -o te60.h5\n",
};

enum { FOLDERS_MOST = 4096 };

struct merging {
    const char *path;
    const char *const *folders;
    size_t n;
    const char *command;
    int threads, force, remove, quiet, json;
    struct run_record record;
};

static enum status add(void *context, const struct slice_record *slice)
{
    struct run_record *record = context;
    record->evaluated += slice->evaluated;
    record->cpu_seconds += slice->cpu_seconds;
    return STATUS_OK;
}

static enum status write_archive(struct merging *m, const struct plan *plan,
                                 struct parts *parts, const char *started)
{
    char host[256] = "", ended[CLOCK_DATE];
    const struct run_options run = {.threads = (unsigned)m->threads,
                                    .quiet = m->quiet};
    const uint64_t from = clock_now();
    const struct crew crew = run_crew(run.threads);
    enum status st = run_book(plan, parts, &run);
    gethostname(host, sizeof host - 1);
    clock_date(ended);
    m->record = (struct run_record){
        .software = version_text(),
        .compiler = version_compiler(),
        .command = m->command,
        .host = host,
        .started = started,
        .ended = ended,
        .memo = "none",
        .threads = run_threads(run.threads),
        .seconds = (double)(clock_now() - from) / 1e9,
        .cpu_seconds = clock_cpu_seconds(),
    };
    for (size_t i = 0; i < m->n && !st; i++)
        st = slices_each(m->folders[i], add, &m->record);
    return st ? st : gather_archive(parts, &m->record, m->force, &crew);
}

static enum status merge_parts(struct merging *m, const struct request *request)
{
    const struct run_identity identity =
        plan_identity(&request->plan, request->params);
    char started[CLOCK_DATE];
    struct parts *parts;
    clock_date(started);
    enum status st = gather_open(m->path, &identity, m->folders, m->n, &parts);
    if (st)
        return st;
    st = write_archive(m, &request->plan, parts, started);
    parts_close(parts);
    for (size_t i = 0; i < m->n && !st && m->remove; i++)
        st = parts_discard_folder(m->folders[i]);
    return st;
}

static enum status merge(struct merging *m, const struct catalogue *known)
{
    const struct runner_options options = {.path = m->path,
                                           .replace = m->force};
    struct parts_info info = {0};
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = runner_check_path(&options);
    if (!st)
        st = parts_inspect_folder(m->folders[0], &info);
    if (!st) {
        st = request_reopen(info.census, info.version, info.params, info.rules,
                            info.ask, info.grid, known, request);
        parts_info_release(&info);
    }
    if (!st) {
        st = merge_parts(m, request);
        request_close(request);
    }
    free(request);
    return st;
}

static enum status merge_run(int argc, const char **argv)
{
    const char *words[FOLDERS_MOST] = {NULL};
    char **files = NULL;
    struct plugins plugins;
    struct merging m = {0};
    char *output = NULL;
    bool done;
    struct poptOption options[] = {
        {"remove", 0, POPT_ARG_NONE, &m.remove, 0,
         "remove the folders when the archive is there", NULL},
        {"force", 0, POPT_ARG_NONE, &m.force, 0, "replace an archive", NULL},
        CLI_THREADS(m.threads),
        {"output", 'o', POPT_ARG_STRING, &output, 0,
         "the archive (the first word)", "FILE"},
        CLI_PLUGIN(files),
        {"quiet", 'q', POPT_ARG_NONE, &m.quiet, 0, "no progress", NULL},
        {"json", 0, POPT_ARG_NONE, &m.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st =
        cli_read(&usage, options, argc, argv, words, 1, FOLDERS_MOST, &done);
    if (st || done)
        return st;
    if (!output && !words[1])
        return log_error(STATUS_USAGE,
                         "merge: the archive is missing: --output FILE, or as "
                         "the first of two words or more");
    m.path = output ? output : words[0];
    m.folders = output ? words : words + 1;
    const size_t most = FOLDERS_MOST - !output;
    while (m.n < most && m.folders[m.n])
        m.n++;
    char *command = runner_command_line(argc, argv);
    if (!command)
        return cli_no_memory();
    m.command = command;
    st = plugins_open(&built_in, files, &plugins);
    if (!st) {
        st = merge(&m, &plugins.catalogue);
        plugins_close(&plugins);
    }
    if (!st && m.json)
        st = cli_json(json_pack("{s:o, s:I}", "file", cli_json_text(m.path),
                                "folders", (json_int_t)m.n));
    free(command);
    return st ? st : cli_flush();
}

const struct command command_merge = {
    .name = "merge",
    .summary = "one archive of the parts that slices have made",
    .run = merge_run,
};
