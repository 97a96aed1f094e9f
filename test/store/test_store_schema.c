#include "engine/store/file/schema.h"
#include "engine/store/read/verify.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "census made-up 3\n"
                           "point|u64|key||which point this is\n"
                           "total|u32|key|counters|in all heaps\n"
                           "heaps|u16|key|heaps|number of heaps\n"
                           "byte|u8|fact||noise\n"
                           "outcome|enum:N=1,P=2,L=3,R=4|fact||who wins\n"
                           "balance|i64|fact|points|of either sign\n"
                           "score|f64|fact|points|of the first\n"
                           "word|text:5|fact||a text\n"
                           "seconds|u32|cost|s|how long it took\n";

Test(store_schema, text_of_every_type)
{
    char *found = schema_text("made-up", 3, store_columns, STORE_COLUMNS);
    cr_assert_str_eq(found, text);
    free(found);
}

static enum status against(const char *path, const char *schema)
{
    struct archive *a;
    enum status st = archive_open(path, &a);
    if (st == STATUS_OK)
        st = verify_schema(a, schema);
    archive_close(a);
    return st;
}

/* Replaces the first `from` in the schema by `to`; an empty `word` means that
 * the file and the schema agree. */
static void check(const char *path, const char *schema, const char *from,
                  const char *to, const char *word)
{
    char changed[1024], heard[1024];
    const char *at = strstr(text, from);
    cr_assert_not_null(at, "%s", from);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
             at + strlen(from));
    store_spill(schema, changed, strlen(changed));
    store_listen();
    enum status st = against(path, schema);
    store_heard(heard, sizeof heard);
    if (!*word) {
        cr_assert_eq(st, STATUS_OK, "%s", heard);
        return;
    }
    cr_assert_eq(st, STATUS_FORMAT, "%s -> %s", from, to);
    cr_assert(store_one_line(heard, (const char *[]){path, word, NULL}), "%s",
              heard);
}

Test(store_schema, first_difference_is_named)
{
    char folder[64], path[96], schema[96], heard[512];
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    snprintf(schema, sizeof schema, "%s/x.txt", folder);
    store_make_archive(path, 300, 100);
    check(path, schema, "made-up", "made-up", "");
    check(path, schema, "made-up 3", "made-up 4", "'census made-up 4'");
    check(path, schema, "total|u32", "total|u16",
          "column total: its type is 'u32', the schema says 'u16'");
    check(path, schema, "heaps|u16|key", "heaps|u16|fact",
          "column heaps: its role is 'key'");
    check(path, schema, "L=3,R=4", "R=3,L=4", "column outcome: its type");
    check(path, schema, "|points|of either", "|counters|of either",
          "column balance: its unit is 'points'");
    check(path, schema, "of the first", "of the last",
          "column score: its help");
    check(path, schema, "text:5", "text:6", "column word: its type");
    check(path, schema, "point|u64", "points|u64",
          "column point: its name is 'point', the schema says 'points'");
    check(path, schema, "seconds|u32|cost|s|how long it took\n", "",
          "column seconds is not in the schema");
    check(path, schema, "took\n", "took\nmore|u8|fact||x\n",
          "column more of the schema is missing");
    store_listen();
    strcat(schema, ".none");
    cr_assert_eq(against(path, schema), STATUS_IO);
    store_heard(heard, sizeof heard);
    cr_assert(store_one_line(heard, (const char *[]){schema, NULL}));
    store_folder_remove(folder);
}
