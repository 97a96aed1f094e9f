/* Archives that lie, made through HDF5, for every command that reads one; `make
 * crafted` has more of them. */
#include "test/common/draw.h"
#include "test/fuzz/bear.h"
#include "test/fuzz/craft.h"

#include <criterion/criterion.h>

Test(crafted, no_command_crashes_hangs_or_believes, .timeout = 300)
{
    enum { ARCHIVES = 2 };
    struct bear_count n = {0};
    struct bear *b = bear_open();
    uint64_t seed = draw_seed(3);
    for (size_t i = 0; i < ARCHIVES; i++) {
        uint8_t bytes[CRAFT_BYTES];
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)draw(&seed, 256);
        bear_try(b, bytes, 8 + draw(&seed, sizeof bytes - 8), &n);
    }
    bear_close(b);
    cr_expect_eq(n.archives, ARCHIVES);
    cr_expect_gt(n.calls, 20 * ARCHIVES);
    cr_expect_eq(n.wrong, 0);
    cr_expect_eq(n.crashed, 0);
    cr_expect_eq(n.hung, 0);
    cr_expect_eq(n.escaped, 0);
    cr_expect_eq(n.silent, 0);
}
