#include "engine/base/log.h"

#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <string.h>

/* The reason, behind what is quoted, is there however long that is. */
Test(log, what_is_quoted_is_cut_and_not_the_reason)
{
    char longest[5000], heard[6000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    store_listen();
    log_note("position '%s' at '%s': must be %d%% of heaps", longest, longest,
             7);
    store_heard(heard, sizeof heard);
    cr_expect_lt(strlen(heard), 1100);
    cr_expect(strstr(heard, "xxx' at 'xxx"), "%s", heard);
    cr_expect(strstr(heard, "': must be 7% of heaps (shortened)\n"), "%s",
              heard);
    store_listen();
    log_note("a %s message", "short");
    store_heard(heard, sizeof heard);
    cr_expect_str_eq(heard, "census: a short message\n");
}
