#include "test/common/draw.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Stops after so many shards, on its own account. */
struct stopper {
    atomic_int left;
};

static bool stop_soon(void *context)
{
    struct stopper *s = context;
    return atomic_fetch_sub(&s->left, 1) <= 0;
}

static enum status run_until(struct request *r, const char *path, bool create,
                             int ticks)
{
    const struct run_identity id = plan_identity(&r->plan, r->params);
    struct stopper stopper = {ticks};
    const struct run_options options = {.threads = 2,
                                        .memo = memo_find("striped"),
                                        .quiet = true,
                                        .stop = stop_soon,
                                        .context = &stopper};
    struct run_report report;
    struct parts *parts;
    cr_assert_eq(parts_open(path, &id, 20, create, &parts), STATUS_OK);
    enum status st = run_census(&r->plan, parts, &options, &report);
    cr_assert_leq(report.rows, parts_rows_done(parts));
    cr_assert(!create || report.rows == parts_rows_done(parts));
    parts_close(parts);
    return st;
}

Test(run_stop, stopped_at_any_shard_and_resumed)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "16"};
    struct run_report report;
    struct request *r = whole_open(&c);
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(&c, p.reference, (struct runner_options){.threads = 1},
                  &report);
    int stops = 0;
    for (enum status st = STATUS_STOPPED; st; stops++) {
        const struct runner_options rest = {
            .path = p.path, .threads = 5, .resume = true};
        st = run_until(r, p.path, true, 2 * stops);
        cr_assert(!st || st == STATUS_STOPPED);
        if (run_until(r, p.path, false, stops)) /* or it is at its end */
            cr_assert(runner_resumable(p.path));
        cr_assert_eq(whole_run(&c, rest, &report), STATUS_OK);
        whole_same_facts(p.path, p.reference);
        cr_assert_eq(unlink(p.path), 0);
    }
    cr_assert_geq(stops, 8);
    whole_close(r);
    store_folder_remove(p.folder);
}

static void pause_ns(uint64_t ns)
{
    const struct timespec t = {.tv_sec = (time_t)(ns / 1000000000),
                               .tv_nsec = (long)(ns % 1000000000)};
    nanosleep(&t, NULL);
}

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Starts runs and kills them at random moments until so many were hit, going
 * on with what each left behind; an archive that got finished in between is
 * compared and taken away. */
static void kill_and_resume(const struct whole_case *c,
                            const struct whole_place *p, uint64_t longest,
                            int kills)
{
    uint64_t seed = now_ns();
    while (kills > 0) {
        const struct runner_options options = {
            .path = p->path,
            .threads = 1 + (int)draw(&seed, 5),
            .part_rows = 100,
            .resume = runner_resumable(p->path),
        };
        pid_t pid = whole_start(c, &options);
        pause_ns(draw(&seed, longest));
        kill(pid, SIGKILL);
        int ended = whole_wait(pid);
        cr_assert(ended == 0 || ended == -SIGKILL, "ended with %d", ended);
        kills -= ended != 0;
        if (!runner_resumable(p->path) && access(p->path, F_OK) == 0) {
            whole_same_facts(p->path, p->reference);
            cr_assert_eq(unlink(p->path), 0);
        }
    }
}

Test(run_stop, killed_at_random_moments_and_resumed, .timeout = 120)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "21"};
    struct runner_options options = {.threads = 2, .part_rows = 100};
    struct whole_place p;
    whole_place_make(&p);
    options.path = p.reference;
    uint64_t started = now_ns();
    cr_assert_eq(whole_wait(whole_start(&c, &options)), 0);
    kill_and_resume(&c, &p, now_ns() - started, 8);
    options.path = p.path;
    options.resume = runner_resumable(p.path);
    cr_assert_eq(whole_wait(whole_start(&c, &options)), 0);
    whole_same_facts(p.path, p.reference);
    cr_assert_not(runner_resumable(p.path));
    store_folder_remove(p.folder);
}

Test(run_stop, stopped_by_a_signal_and_resumed, .timeout = 120,
     .init = cr_redirect_stderr)
{
    const struct whole_case c = {.name = "top-entails-partitions",
                                 .param = "26"};
    static const int signals[] = {SIGINT, SIGTERM};
    struct runner_options options = {.threads = 2, .part_rows = 100};
    struct whole_place p;
    whole_place_make(&p);
    options.path = p.reference;
    cr_assert_eq(whole_wait(whole_start(&c, &options)), 0);
    options.path = p.path;
    for (int i = 0; i < 2; i++) {
        options.resume = false;
        pid_t pid = whole_start(&c, &options);
        whole_wait_for_part(p.path);
        kill(pid, signals[i]);
        cr_assert_eq(whole_wait(pid), 130);
        cr_assert(runner_resumable(p.path));
        options.resume = true;
        options.threads = 5;
        cr_assert_eq(whole_wait(whole_start(&c, &options)), 0);
        whole_same_facts(p.path, p.reference);
        cr_assert_eq(unlink(p.path), 0);
    }
    store_folder_remove(p.folder);
}
