#include "engine/base/output.h"

#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *at(const char *folder, const char *name)
{
    char *path;
    cr_assert_gt(asprintf(&path, "%s/%s", folder, name), 0);
    return path;
}

Test(output, temporary_names_are_new)
{
    char folder[64], *first, *second;
    store_folder_make(folder);
    char *path = at(folder, "x.h5");
    const int a = output_temporary(path, &first);
    const int b = output_temporary(path, &second);
    cr_assert(a >= 0 && b >= 0);
    cr_expect_str_neq(first, second);
    cr_expect(!access(first, F_OK) && !access(second, F_OK));
    cr_expect(access(path, F_OK));
    cr_expect_eq(strncmp(first, folder, strlen(folder)), 0);
    close(a);
    close(b);
    unlink(first);
    unlink(second);
    free(first);
    free(second);
    free(path);
    path = at(folder, "none/x.h5");
    cr_expect_eq(output_temporary(path, &first), -1);
    cr_expect_null(first);
    free(path);
    store_folder_remove(folder);
}

Test(output, what_must_not_be_replaced)
{
    char folder[64];
    store_folder_make(folder);
    char *file = at(folder, "file"), *link = at(folder, "link");
    char *nowhere = at(folder, "nowhere"), *pipe = at(folder, "pipe");
    cr_expect_null(output_fault(file));
    FILE *made = fopen(file, "w");
    cr_assert(made && !fclose(made));
    cr_assert(!symlink("file", link) && !symlink("none", nowhere) &&
              !mkfifo(pipe, 0600));
    cr_expect_null(output_fault(file));
    cr_expect_not_null(output_fault(link));
    cr_expect_not_null(output_fault(nowhere));
    cr_expect_not_null(output_fault(pipe));
    cr_expect_not_null(output_fault(folder));
    char *a = output_canonical(file), *b = output_canonical(link);
    cr_expect_str_eq(a, b);
    free(a);
    free(b);
    free(file);
    free(link);
    free(nowhere);
    free(pipe);
    store_folder_remove(folder);
}

Test(output, one_path_for_a_file)
{
    static const char *const ways[] = {
        "w.h5",           "./w.h5",
        ".//w.h5",        "test/../w.h5",
        "test/./../w.h5", "test/base/../../w.h5",
        "none/../w.h5",   "none/more/../../w.h5"};
    char *first = output_canonical(ways[0]);
    cr_expect_eq(*first, '/');
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        char *other = output_canonical(ways[i]);
        cr_expect_str_eq(other, first, "%s", ways[i]);
        free(other);
    }
    char *other = output_canonical("v.h5");
    cr_expect_str_neq(other, first);
    free(other);
    free(first);
}
