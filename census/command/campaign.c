/* campaign.c - `census campaign`: censuses one after another, from a file. */
#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/watch.h"
#include "engine/base/log.h"

static const struct cli_usage usage = {
    .name = "campaign",
    .words = "FILE",
    .summary =
        "Runs the censuses that a file lists, one after another, each within\n"
        "its limits, and tells at the end what came of them.",
    .details =
        "  {\"campaign\": 1, \"defaults\": {\"time_limit\": \"2h\"},\n"
        "   \"censuses\": [\n"
        "     {\"census\": \"top-entails-partitions\", "
        "\"params\": {\"total\": 60}},\n"
        "     {\"rules\": \"nim\", \"ask\": \"nimber\", "
        "\"grid\": \"partitions:total=0..40\",\n"
        "      \"output\": \"nim.h5\", \"threads\": 1}],\n"
        "   \"then\": {\"failure\": \"mail -s $CENSUS_CAMPAIGN me\"}}\n\n"
        "Call it again to go on with what was stopped or failed; what is\n"
        "finished stays as it is. A census that fails does not stop the others."
        "\nCtrl-C stops after the shards in hand. census status FILE shows how "
        "far\nit is. Keys and limits: census(1).\n",
};

/* Without running anything. */
static enum status look(const char *path, bool dry, bool json)
{
    struct campaign c;
    enum status st = campaign_open(path, &c);
    if (st)
        return st;
    st = dry ? campaign_dry_run(&c) : campaign_estimate(&c, json);
    campaign_close(&c);
    return st ? st : cli_flush();
}

static enum status campaign(const char *path, bool quiet, bool json)
{
    struct campaign c;
    enum status st = campaign_open(path, &c);
    if (st)
        return st;
    enum status outcome = campaign_run(&c, quiet);
    st = campaign_print(&c, json, NULL);
    campaign_then(&c, outcome);
    campaign_close(&c);
    if (!st)
        st = cli_flush();
    return outcome ? outcome : st;
}

static enum status campaign_command(int argc, const char **argv)
{
    int quiet = 0, json = 0, dry = 0, check = 0;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"check", 0, POPT_ARG_NONE, &check, 0,
         "find mistakes and say what time, memory and disk it would need",
         NULL},
        {"dry-run", 'n', POPT_ARG_NONE, &dry, 0,
         "find mistakes and print what would be called", NULL},
        {"quiet", 'q', POPT_ARG_NONE, &quiet, 0, "no progress, no notes", NULL},
        {"json", 0, POPT_ARG_NONE, &json, 0, "summary as JSON on stdout", NULL},
        POPT_TABLEEND};
    watch_block();
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    return dry || check ? look(words[0], dry, json)
                        : campaign(words[0], quiet, json);
}

const struct command command_campaign = {
    .name = "campaign",
    .summary = "run the censuses of a file, one after another",
    .run = campaign_command,
};
