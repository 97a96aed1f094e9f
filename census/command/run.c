/* run.c - `census run`: solve a census and write its archive. */
#include "census/command/command.h"
#include "census/run/order.h"
#include "census/run/shared.h"
#include "census/run/watch.h"

static const struct cli_usage usage = {
    .name = "run",
    .words = "[CENSUS]",
    .summary = "Solves every position of a grid and writes one archive.\n"
               "CENSUS is a named census (census list); or give --rules, --ask "
               "and --grid,\neach written NAME or NAME:KEY=VALUE,KEY=VALUE.",
    .details =
        "  census run top-entails-partitions --total 60 -o te60.h5\n"
        "  census run --rules nim --ask nimber --grid "
        "multisets:parts=1..4,size=1..7\n\n"
        "While it runs, finished rows are kept in PATH.parts; after an\n"
        "interruption `census resume PATH` goes on with them. Where the "
        "archive is\nthere already, of the same census, nothing is done, "
        "and that is fine.\n\n"
        "SIGINT, SIGTERM, SIGHUP and SIGXCPU end a run so that it can "
        "be resumed, a second\nSIGINT or SIGTERM ends it at once; "
        "SIGUSR1 shows its progress.\n\n"
        "With --slice I/N (I of 0..N-1) it solves one of N shares of "
        "the rows, beside other\nslices or alone, and leaves them in "
        "PATH.parts, for `census merge`; `--slice slurm`\nis the "
        "slice of this task of a Slurm array.\n",
};

static enum status run_run(int argc, const char **argv)
{
    struct order *order;
    struct run_report report;
    bool done, speaks;
    watch_block();
    enum status st = order_read(&usage, argc, argv, &order, &done);
    if (st || done)
        return st;
    const struct runner_options *o = &order->options;
    if (!o->replace && !o->slice.count &&
        runner_finished(&order->request, o->path)) {
        st = runner_report_finished(&order->request, o, order->json);
        order_close(order);
        return st;
    }
    st = shared_run(&order->request, &order->options, &report, &speaks);
    if (!st && speaks)
        st = runner_report(&order->options, &report, order->json);
    order_close(order);
    return st;
}

const struct command command_run = {
    .name = "run",
    .summary = "solve a census and write its archive",
    .run = run_run,
};
