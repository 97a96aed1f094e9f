#include "engine/survey/dictionary.h"

#include "engine/value/dictionary/games_book.h"
#include "test/common/solved.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* /values is what it claims to be: each value built again from its options,
 * and none missing. */

static const struct whole_case rows = {
    .rules = "end-nim", .ask = "partizan", .grid = "rows:heaps=1..4,size=1..3"};

static enum status check(const struct request *r, const char *path,
                         uint64_t *values)
{
    struct archive *a;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    enum status st = dictionary_check(a, &r->plan, values);
    archive_close(a);
    return st;
}

Test(dictionary, of_an_archive)
{
    struct request *r = whole_open(&rows);
    struct run_report run;
    struct whole_place p;
    uint64_t values;
    char heard[400];
    whole_place_quick(&p);
    whole_archive(&rows, p.reference, (struct runner_options){.threads = 2},
                  &run);
    cr_expect_eq(check(r, p.reference, &values), STATUS_OK);
    cr_expect_gt(values, 50);
    /* Row 0 names a value that is missing. */
    whole_forge(r, p.reference, p.path, 0, "value", 1);
    store_listen();
    enum status st = check(r, p.path, &values);
    store_heard(heard, sizeof heard);
    cr_expect_eq(st, STATUS_DISAGREE);
    cr_expect_gt(values, 50);
    cr_expect(
        store_one_line(heard, (const char *const[]){"row 0,", "/values", NULL}),
        "%s", heard);
    store_folder_remove(p.folder);
    whole_close(r);
}

struct fault {
    const char *what;
    void (*make)(struct games_book *, size_t i);
};

static void other_name(struct games_book *b, size_t i)
{
    b->entries[i].name[31] ^= 1;
}

static void other_order(struct games_book *b, size_t i)
{
    memset(b->entries[i].name, '0', GAMES_NAME_TEXT);
}

static void other_outcome(struct games_book *b, size_t i)
{
    b->entries[i].outcome ^= 1;
}

static void other_birthday(struct games_book *b, size_t i)
{
    b->entries[i].birthday++;
}

static void other_text(struct games_book *b, size_t i)
{
    b->entries[i].text[0] ^= 1;
}

static void other_place(struct games_book *b, size_t i)
{
    b->entries[i].first++;
}

static void itself(struct games_book *b, size_t i)
{
    b->options[b->entries[i].first] = (uint32_t)i;
}

static void far_away(struct games_book *b, size_t i)
{
    b->options[b->entries[i].first] = UINT32_MAX;
}

/* One that no other is an option of, and with an option on each side. */
static size_t tallest(const struct games_book *b)
{
    size_t most = 1;
    for (size_t i = 1; i < b->n; i++)
        if (b->entries[i].birthday > b->entries[most].birthday)
            most = i;
    cr_assert(most && b->entries[most].lefts && b->entries[most].rights);
    return most;
}

Test(dictionary, faults_are_named)
{
    static const struct fault faults[] = {
        {"name", other_name},       {"in order", other_order},
        {"outcome", other_outcome}, {"birthday", other_birthday},
        {"text", other_text},       {"where they must be", other_place},
        {"simpler value", itself},  {"simpler value", far_away},
    };
    struct solved s;
    size_t at;
    const char *what;
    solved_open(&s, "end-nim", "partizan");
    const uint32_t ids[] = {(uint32_t)solved_text(&s, "1 3 2")};
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
        struct games_book book;
        cr_assert_eq(games_book_make(s.domain.self, ids, 1, NULL, &book),
                     STATUS_OK);
        cr_expect_eq(games_book_check(&book, &at, &what), STATUS_OK);
        const size_t i = tallest(&book);
        faults[f].make(&book, i);
        cr_expect_eq(games_book_check(&book, &at, &what), STATUS_DISAGREE);
        cr_assert_not_null(what);
        cr_expect(strstr(what, faults[f].what), "%s, not %s", what,
                  faults[f].what);
        cr_expect_eq(at, i, "%zu", at);
        games_book_release(&book);
    }
    solved_close(&s);
}
