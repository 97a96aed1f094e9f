#include "engine/store/verify.h"
#include "test/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* rows, part_rows: one short part, several, a ragged last one, whole chunks,
 * more than one chunk per part, parts shorter than a chunk. */
struct shape {
    uint64_t rows, part_rows;
};

ParameterizedTestParameters(store_parts, round_trip)
{
    static struct shape shapes[] = {
        {1, 65536},      {258, 65536},    {258, 100},      {258, 43},
        {65536, 65536},  {70000, 65536},  {200000, 65536}, {150000, 131072},
        {150000, 50000}, {131072, 131072}};
    return cr_make_param_array(struct shape, shapes,
                               sizeof shapes / sizeof *shapes);
}

ParameterizedTest(struct shape *s, store_parts, round_trip)
{
    char folder[64], path[96];
    struct archive *a;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    store_make_archive(path, s->rows, s->part_rows);
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(archive_columns(a), STORE_COLUMNS);
    cr_assert_eq(store_count_wrong(a, s->rows), 0);
    archive_close(a);
    store_folder_remove(folder);
}
