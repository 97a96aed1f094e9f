#include "census/answer/prove.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdio.h>

enum status prove(struct archive *a, const struct plan *plan,
                  const struct limits *limits, struct watch *watch,
                  unsigned threads, bool quiet, struct proof_report *report)
{
    struct proof_options options = {.threads = threads,
                                    .quiet = quiet,
                                    .stop = watch_stop,
                                    .context = watch};
    enum status st = limits_read(limits, &options.seconds, &options.memory);
    if (st)
        return st;
    st = proof_check(a, plan, &options, report);
    /* A limit has been logged. */
    return st == STATUS_STOPPED && atomic_load(&watch->stopped)
               ? log_error(st, "%s: stopped: nothing is proved",
                           archive_path(a))
               : st;
}

/* Is column c a fact that the proof covers, or one that it does not? */
static bool among(const struct census *census, const struct proof_report *r,
                  size_t c, bool covered)
{
    return census->columns[c].role == COLUMN_FACT &&
           (r->columns >> c & 1) == covered;
}

/* Did rows answer for the options of others? If not, all was solved again. */
static bool by_rows(const struct proof_report *r)
{
    return r->read_from_file > 0;
}

static json_t *names(const struct census *census, const struct proof_report *r,
                     bool covered)
{
    json_t *list = json_array();
    for (size_t c = 0; c < census->ncolumns; c++)
        if (among(census, r, c, covered))
            cli_json_add(&list, json_string(census->columns[c].name));
    return list;
}

json_t *prove_json(const struct census *census, const struct proof_report *r)
{
    return json_pack(
        "{s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:b, s:I, s:f, "
        "s:f, s:i}",
        "columns", names(census, r, true), "columns_not_covered",
        names(census, r, false), "rows", (json_int_t)(r->rows - r->silent),
        "rows_not_covered", (json_int_t)r->silent, "positions",
        (json_int_t)r->folded, "sums", (json_int_t)r->added, "sums_folded",
        (json_int_t)r->both, "options_read", (json_int_t)r->read_from_file,
        "outside", (json_int_t)r->outside, "by_rows", by_rows(r), "from_losses",
        r->losses, "bytes", (json_int_t)r->bytes, "seconds", r->seconds,
        "cpu_seconds", r->cpu_seconds, "threads", (int)r->threads);
}

static void print_names(const struct census *census,
                        const struct proof_report *r, bool covered)
{
    const char *separator = "";
    for (size_t c = 0; c < census->ncolumns; c++)
        if (among(census, r, c, covered)) {
            printf("%s%s", separator, census->columns[c].name);
            separator = ", ";
        }
}

void prove_print(const char *path, const struct census *census,
                 const struct proof_report *r)
{
    bool others = false;
    for (size_t c = 0; c < census->ncolumns; c++)
        others = others || among(census, r, c, false);
    printf(by_rows(r) ? "%s: proved by its rows: %llu rows are what their "
                        "options make of them, in "
                      : "%s: solved again: %llu rows are what the rules make "
                        "of them, in ",
           path, (unsigned long long)(r->rows - r->silent));
    print_names(census, r, true);
    if (others) {
        printf("\n%s: not covered, since no other values of positions change "
               "them: ",
               path);
        print_names(census, r, false);
    }
    if (r->silent)
        printf("\n%s: not covered: %llu rows that ask for the value of no "
               "position",
               path, (unsigned long long)r->silent);
    if (!by_rows(r))
        printf("\n%s: no row answered for an option of another", path);
    printf("\n%s: %llu options read in the file, %llu positions without a row "
           "solved; %llu positions folded, %llu sums added, %llu of them "
           "folded, too; %.1f s, %.1f CPU s on %u threads, %llu MB\n",
           path, (unsigned long long)r->read_from_file,
           (unsigned long long)r->outside, (unsigned long long)r->folded,
           (unsigned long long)r->added, (unsigned long long)r->both,
           r->seconds, r->cpu_seconds, r->threads,
           (unsigned long long)(r->bytes >> 20));
}
