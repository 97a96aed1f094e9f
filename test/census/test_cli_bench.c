#include "test/common/program.h"

#include <criterion/criterion.h>
#include <string.h>

/* Every way solves the same rows and evaluates each position at least once. */
Test(cli_bench, every_way_solves_the_census)
{
    /* What strategies are left out, and why, is said on stderr. */
    struct program_call call =
        program_call(".",
                     WORDS("bench", "--rules", "top-entails", "--grid",
                           "partitions:total=0..9", "--threads", "2", "--runs",
                           "1", "--loads", "20,50", "--json"),
                     PROGRAM_CAUGHT);
    json_t *answer = json_loads(call.out, 0, NULL);
    cr_assert_eq(call.status, 0);
    cr_assert(answer, "%s", call.out);
    const json_t *ways = json_object_get(answer, "ways");
    size_t i, striped = 0;
    json_t *way;
    cr_assert_geq(json_array_size(ways), 10);
    json_array_foreach(ways, i, way)
    {
        const char *memo = json_string_value(json_object_get(way, "memo"));
        cr_assert_eq(program_field_number(way, "rows"), 97);
        cr_assert_geq(program_field_number(way, "evaluated"),
                      program_field_number(way, "positions"));
        striped += memo && !strcmp(memo, "striped");
    }
    /* Three orders and a sweep with each load, one and two threads; by itself
     * it takes the method that a run takes. */
    cr_assert_eq(striped, 10);
    way = json_array_get(ways, 0);
    cr_assert_str_eq(json_string_value(json_object_get(way, "method")),
                     "retrograde");
    cr_assert(json_object_get(answer, "best_order"));
    json_decref(answer);
    program_release(&call);
    program_refuses(".", 2,
                    WORDS("bench", "--rules", "nim", "--grid",
                          "partitions:total=0..5", "--loads", "50,90"),
                    "--loads");
}
