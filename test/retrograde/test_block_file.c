/* A table in a file: what is read is what was written, or the damage is said.
 */
#include "engine/retrograde/block_file.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 5, BYTES = 4096 };

static void open_file(struct block_file *f)
{
    cr_assert_eq(block_file_open(".", "tables", BLOCKS, BYTES, f), STATUS_OK);
}

Test(block_file, reads_what_was_written)
{
    struct block_file f;
    static char in[BLOCKS * BYTES], out[BLOCKS * BYTES];
    open_file(&f);
    memset(out, 1, sizeof out);
    cr_assert_eq(block_file_read(&f, 0, BLOCKS, out), STATUS_OK);
    cr_expect_arr_eq(out, in, sizeof in, "zeros");
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (char)(i % 251);
    cr_assert_eq(block_file_write(&f, 1, 3, in + BYTES), STATUS_OK);
    cr_assert_eq(block_file_read(&f, 2, 2, out), STATUS_OK);
    cr_expect_arr_eq(out, in + 2 * BYTES, 2 * BYTES);
    block_file_clear(&f);
    memset(in, 0, sizeof in);
    cr_assert_eq(block_file_read(&f, 0, BLOCKS, out), STATUS_OK);
    cr_expect_arr_eq(out, in, sizeof in, "zeros again");
    block_file_close(&f);
}

Test(block_file, says_what_is_damaged, .init = cr_redirect_stderr)
{
    struct block_file f;
    static char block[BYTES];
    open_file(&f);
    memset(block, 7, sizeof block);
    cr_assert_eq(block_file_write(&f, 2, 1, block), STATUS_OK);
    cr_assert_eq(pwrite(f.file, "x", 1, 2 * BYTES + 100), 1);
    cr_expect_eq(block_file_read(&f, 2, 1, block), STATUS_FORMAT);
    cr_assert_eq(block_file_write(&f, 4, 1, block), STATUS_OK);
    cr_assert_eq(ftruncate(f.file, 4 * BYTES + 1), 0);
    cr_expect_eq(block_file_read(&f, 4, 1, block), STATUS_IO);
    block_file_close(&f);
    cr_expect_eq(block_file_open("./nowhere", "tables", 1, BYTES, &f),
                 STATUS_IO);
}
