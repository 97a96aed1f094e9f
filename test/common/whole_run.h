/* whole_run.h - runs of whole censuses, from request to archive, for tests.
 *
 * A run in a process of its own can be killed or stopped. The process that
 * starts one must not have used OpenMP itself: its threads do not survive a
 * fork. One thread at a time.
 */
#ifndef TEST_COMMON_WHOLE_RUN_H
#define TEST_COMMON_WHOLE_RUN_H

#include "census/run/runner.h"

#include <sys/types.h>

/* A named census with the text of its one parameter or NULL; or, if name is
 * NULL, one made of rules, domain and grid. */
struct whole_case {
    const char *name, *param;
    const char *rules, *ask, *grid;
};

/* A fresh folder, store_folder_remove() takes it away, and two paths in it. */
struct whole_place {
    char folder[64], path[96], reference[96];
};
void whole_place_make(struct whole_place *);
/* In memory where there is such a place: many small runs would wait for the
 * disk most of the time. */
void whole_place_quick(struct whole_place *);

/* The request opened, allocated; the test fails if it cannot be. */
struct request *whole_open(const struct whole_case *);
void whole_close(struct request *);

/* In this process, quiet whatever the options say. */
enum status whole_run(const struct whole_case *, struct runner_options,
                      struct run_report *);
/* The same to an archive at `path`, which it may replace; the test fails if it
 * does. */
void whole_archive(const struct whole_case *, const char *path,
                   struct runner_options, struct run_report *);
/* In a process of its own, which exits with the exit status of the run. */
pid_t whole_start(const struct whole_case *, const struct runner_options *);
/* Its exit status, or minus the signal that ended it. */
int whole_wait(pid_t);

/* Waits for the first part: the run is under way and far from its end. */
void whole_wait_for_part(const char *path);

/* A second archive, made by the store itself from the first one's rows after
 * `value` was written to a column of one of them, or of a text's first byte the
 * bits of `value` were changed: digests and checksums fit. Of one part, with
 * the first one's /values. */
void whole_forge(const struct request *, const char *from, const char *to,
                 uint64_t row, const char *column, uint64_t value);

/* The same with the cell of row `other` in the place of that of `row`. */
void whole_forge_as(const struct request *, const char *from, const char *to,
                    uint64_t row, const char *column, uint64_t other);

/* Compares every KEY and FACT column of two archives, values byte by byte and
 * the digest written beside them; the test fails where they part. */
void whole_same_facts(const char *path, const char *reference);

#endif
