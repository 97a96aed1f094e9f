/* resume.c - `census resume`: go on with an interrupted run. */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/machine.h"
#include "census/run/shared.h"
#include "census/run/watch.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/file/digest.h"

#include <stdlib.h>
#include <unistd.h>

static const struct cli_usage usage = {
    .name = "resume",
    .words = "PATH",
    .summary = "Goes on with an interrupted run and writes its archive.\n"
               "PATH is the archive it will become; its rows so far are in "
               "PATH.parts.",
    .details = "Threads and memo may differ from the first run's: the facts "
               "do not depend on them.\n",
};

static enum status nothing_to_resume(const char *path)
{
    struct digest_head head;
    const char *why;
    if (access(path, F_OK))
        return log_error(STATUS_IO,
                         "%s: there is no run to resume: no %s.parts/run.json",
                         path, path);
    if (digest_check(path, false, &head, &why))
        return log_error(STATUS_EXISTS, "%s: there is no run to resume: %s",
                         path, why);
    return log_error(STATUS_EXISTS, "%s: already finished", path);
}

static enum status resume(const struct runner_options *options,
                          const struct plugins *plugins,
                          struct request *request, bool json)
{
    const char *path = options->path;
    struct parts_info info;
    struct run_report report;
    bool speaks;
    if (!runner_resumable(path))
        return nothing_to_resume(path);
    enum status st = parts_inspect(path, &info);
    if (st)
        return st;
    st = request_reopen(info.census, info.version, info.params, info.rules,
                        info.ask, info.grid, &plugins->catalogue, request);
    parts_info_release(&info);
    if (st)
        return st;
    st = shared_run(request, options, &report, &speaks);
    if (!st && speaks)
        st = runner_report(options, &report, json);
    request_close(request);
    return st;
}

static enum status resume_run(int argc, const char **argv)
{
    char *memo = NULL, *memory = NULL, *limit = NULL, **files = NULL;
    struct plugins plugins;
    int threads = 0, quiet = 0, force = 0, json = 0;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        CLI_THREADS(threads),
        {"memo", 0, POPT_ARG_STRING, &memo, 0,
         "memo strategy (the fastest way that fits)", "MEMO"},
        CLI_PLUGIN(files),
        {"force", 0, POPT_ARG_NONE, &force, 0,
         "replace an archive that has appeared at PATH", NULL},
        {"memory", 0, POPT_ARG_STRING, &memory, 0,
         "most memory: 512M, 8G (three quarters of what there is)", "BYTES"},
        {"time-limit", 0, POPT_ARG_STRING, &limit, 0,
         "stop, to be resumed, after so long: 90s, 30m, 12h", "TIME"},
        {"quiet", 'q', POPT_ARG_NONE, &quiet, 0, "no progress, no summary",
         NULL},
        {"json", 0, POPT_ARG_NONE, &json, 0, "summary as JSON on stdout", NULL},
        POPT_TABLEEND};
    watch_block();
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    struct request *request = malloc(sizeof *request);
    char *command = runner_command_line(argc, argv);
    if (!request || !command)
        return cli_no_memory();
    struct runner_options runner = {
        .path = words[0],
        .command = command,
        .memo = memo,
        .threads = threads,
        .resume = true,
        .replace = force,
        .quiet = quiet,
    };
    if (memory)
        st = machine_bytes("--memory", memory, &runner.memory);
    if (!st && limit)
        st = machine_seconds("--time-limit", limit, &runner.seconds);
    if (!st)
        st = plugins_open(&built_in, files, &plugins);
    if (!st) {
        st = resume(&runner, &plugins, request, json);
        plugins_close(&plugins);
    }
    free(request);
    free(command);
    return st;
}

const struct command command_resume = {
    .name = "resume",
    .summary = "go on with an interrupted run",
    .run = resume_run,
};
