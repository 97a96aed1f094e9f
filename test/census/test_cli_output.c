#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Output that cannot be written is told, whoever writes it. */
Test(cli_output, standard_output)
{
    static const char *const calls[][5] = {
        {"--help"},
        {"--version"},
        {"list"},
        {"list", "--json"},
        {"run", "--help"},
        {"solve", "nim", "1+2"},
        {"solve", "nim", "1+2", "--json"},
        {"query", "te.h5", "--by", "outcome"},
        {"query", "te.h5", "--json"},
        {"query", "te.h5", "--against", "three-clause"},
        {"show", "te.h5", "1+1"},
        {"check", "te.h5", "three-clause"},
        {"verify", "te.h5"},
        {"status", "te.h5"},
        {"schema", "e1-sums"},
    };
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "8",
                            "-o", "te.h5", "--quiet")));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int how = PROGRAM_CLOSED; how <= PROGRAM_FULL; how++) {
            struct program_call call =
                program_call(folder, calls[i], (enum program_output)how);
            cr_expect_eq(call.status, 3, "%s %d", calls[i][0], how);
            cr_expect(call.err_lines == 1 &&
                          strstr(call.err, "standard output"),
                      "%s %d: %s", calls[i][0], how, call.err);
            program_release(&call);
        }
    store_folder_remove(folder);
}

/* The first file that a run opens would get the number of a closed stream. */
Test(cli_output, nothing_is_written_into_files_opened_in_its_place)
{
    char folder[64];
    store_folder_make(folder);
    struct program_call call =
        program_call(folder, WORDS("run", "e1-sums"), PROGRAM_CLOSED);
    cr_expect_eq(call.status, 0);
    program_release(&call);
    free(program_text(folder, 0, WORDS("verify", "e1-sums.h5")));
    store_folder_remove(folder);
}
