/* classes_archive.h - the classes of positions as an archive.
 *
 *   /rows    position  class  representative  size    a row per position
 *   /values  class_a  class_b  test  test_text        a row per pair of
 *                                                     classes, if asked for
 *
 * Queried and exported like any other archive. Called by the main thread.
 */
#ifndef CENSUS_RUN_CLASSES_ARCHIVE_H
#define CENSUS_RUN_CLASSES_ARCHIVE_H

#include "census/run/runner.h"
#include "engine/survey/classes_sums.h"

/* Most pairs that are written: 64 bytes each. */
enum { CLASSES_ARCHIVE_PAIRS = 1 << 20 };

/* tests[k]: the least test that separates pair number k
 * (classes_sums_separate); npairs 0: no pairs are written. EXISTS, IO, NOMEM;
 * logged. */
enum status classes_archive(const struct classes_sums *, uint64_t npairs,
                            const uint64_t tests[],
                            const struct runner_options *) MUST_CHECK;

#endif
