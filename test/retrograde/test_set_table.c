/* All sets of lines of 3 x 3 boxes against another program's values. */
#include "engine/retrograde/set_table.h"
#include "rules/rules.h"

#include <criterion/criterion.h>

static void solve_to(struct set_table *t, uint64_t last)
{
    const size_t layers = set_table_begin(t, last);
    for (size_t layer = 0; layer < layers; layer++)
        for (uint64_t k = set_table_tasks(t, layer); k--;)
            set_table_task(t, layer, k);
    if (layers)
        set_table_end(t);
}

/* bench/nimstring_plain prints this hash. */
Test(set_table, three_by_three_boxes)
{
    struct game game;
    struct set_table *t;
    uint64_t hash = 0xcbf29ce484222325u;
    cr_assert_eq(game_open(rulesets, "strings-and-coins", &game), STATUS_OK);
    cr_assert(set_table_fits(&game, 3, 3));
    cr_assert_not(set_table_fits(&game, 4, 4));
    cr_assert_eq(set_table_open(&game, 3, 3, &t), STATUS_OK);
    solve_to(t, 5);
    solve_to(t, 1000000);
    solve_to(t, 999);
    solve_to(t, set_table_count(t) - 1);
    for (uint64_t set = 0; set < set_table_count(t); set++)
        hash = (hash ^ set_table_values(t)[set]) * 0x100000001b3u;
    cr_expect_eq(hash, 0x52a5fbb4aca35127u);
    set_table_close(t);
    game_close(&game);
}
