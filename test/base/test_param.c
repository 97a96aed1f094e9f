#include "engine/base/param.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

enum { SIZE, RANGE, WAY, NAME, REST, COUNT };

static const struct param params[COUNT] = {
    [SIZE] = {.name = "size",
              .type = PARAM_INTEGER,
              .lo = -5,
              .hi = 100,
              .def = "7",
              .help = "a number"},
    [RANGE] = {.name = "range",
               .type = PARAM_RANGE,
               .lo = 0,
               .hi = 50,
               .def = "1..3",
               .help = "a range"},
    [WAY] = {.name = "way",
             .type = PARAM_CHOICE,
             .choices = "same|elsewhere|any",
             .def = "same",
             .help = "a choice"},
    [NAME] = {.name = "name", .type = PARAM_TEXT, .def = "x", .help = "a text"},
    [REST] = {.name = "list", .type = PARAM_REST, .def = "0", .help = "a list"},
};

static enum status read_spec(const char *spec, struct param_value v[COUNT],
                             char canonical[PARAM_SPEC_MAX])
{
    return param_read("thing", spec, params, COUNT, v, canonical);
}

Test(param, name_ends_at_the_colon, .init = cr_redirect_stderr)
{
    char name[8];
    cr_assert_eq(param_name("nim:players=3", name, sizeof name), STATUS_OK);
    cr_expect_str_eq(name, "nim");
    cr_assert_eq(param_name("", name, sizeof name), STATUS_OK);
    cr_expect_str_eq(name, "");
    cr_assert_eq(param_name("seven77", name, sizeof name), STATUS_OK);
    cr_expect_str_eq(name, "seven77");
    cr_expect_eq(param_name("eight888", name, sizeof name), STATUS_USAGE);
}

Test(param, defaults)
{
    struct param_value v[COUNT];
    char canonical[PARAM_SPEC_MAX];
    cr_assert_eq(read_spec("thing", v, canonical), STATUS_OK);
    cr_expect_eq(v[SIZE].lo, 7);
    cr_expect(v[RANGE].lo == 1 && v[RANGE].hi == 3);
    cr_expect_eq(v[WAY].lo, 0);
    cr_expect_str_eq(v[NAME].text, "x");
    cr_expect_str_eq(v[REST].text, "0");
    cr_expect_str_eq(canonical, "thing:size=7,range=1..3,way=same,name=x,0");
}

Test(param, values_in_any_order)
{
    struct param_value v[COUNT];
    char canonical[PARAM_SPEC_MAX];
    cr_assert_eq(read_spec("thing:4,way=any,1,range=2..50,name=a b,3,size=-5",
                           v, canonical),
                 STATUS_OK);
    cr_expect_eq(v[SIZE].lo, -5);
    cr_expect(v[RANGE].lo == 2 && v[RANGE].hi == 50);
    cr_expect_eq(v[WAY].lo, 2);
    cr_expect_str_eq(v[NAME].text, "a b");
    cr_expect_str_eq(v[REST].text, "4,1,3");
    cr_expect_str_eq(canonical,
                     "thing:size=-5,range=2..50,way=any,name=a b,4,1,3");
}

Test(param, one_number_is_a_range)
{
    struct param_value v[COUNT];
    char canonical[PARAM_SPEC_MAX];
    cr_assert_eq(read_spec("thing:range=6", v, canonical), STATUS_OK);
    cr_expect(v[RANGE].lo == 6 && v[RANGE].hi == 6);
}

/* The canonical text is its own canonical text, and means the same. */
Test(param, canonical_is_stable)
{
    static const char *const specs[] = {"thing", "thing:9,8",
                                        "thing:range=4,size=0",
                                        "thing:name=y,way=elsewhere,2"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct param_value v[COUNT], again[COUNT];
        char canonical[PARAM_SPEC_MAX], twice[PARAM_SPEC_MAX];
        cr_assert_eq(read_spec(specs[i], v, canonical), STATUS_OK);
        cr_assert_eq(read_spec(canonical, again, twice), STATUS_OK);
        cr_expect_str_eq(canonical, twice);
        for (int j = 0; j < COUNT; j++) {
            cr_expect_str_eq(v[j].text, again[j].text);
            if (params[j].type <= PARAM_CHOICE)
                cr_expect_eq(v[j].lo, again[j].lo);
        }
    }
}

Test(param, bad_specs, .init = cr_redirect_stderr)
{
    static const char *const specs[] = {
        "thing:size=",
        "thing:size=x",
        "thing:size=1x",
        "thing:size= 1",
        "thing:size=+1",
        "thing:size=-6",
        "thing:size=101",
        "thing:size=-",
        "thing:size=99999999999999999999",
        "thing:size=0000000000000000000000000000000000001",
        "thing:size=1,size=2",
        "thing:range=1..",
        "thing:range=..3",
        "thing:range=3..1",
        "thing:range=1..51",
        "thing:range=-1..3",
        "thing:range=1...3",
        "thing:range=1..2..3",
        "thing:range=a..b",
        "thing:way=sam",
        "thing:way=samee",
        "thing:way=same|any",
        "thing:way=",
        "thing:nothing=1",
        "thing:=1",
        "thing:siz=1",
        "thing:size=1,",
        "thing:,",
        "thing:",
        "thing:,size=1",
        "thing:name=",
        "thing:1,,2",
        "thing:name=a,name=b",
    };
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct param_value v[COUNT];
        char canonical[PARAM_SPEC_MAX];
        cr_expect_eq(read_spec(specs[i], v, canonical), STATUS_USAGE, "'%s'",
                     specs[i]);
    }
}

Test(param, missing_or_unwanted, .init = cr_redirect_stderr)
{
    const struct param needed = {
        .name = "n", .type = PARAM_INTEGER, .hi = 9, .help = "a number"};
    struct param_value v;
    char canonical[PARAM_SPEC_MAX];
    cr_expect_eq(param_read("thing", "t", &needed, 1, &v, canonical),
                 STATUS_USAGE);
    cr_expect_eq(param_read("thing", "t:5", &needed, 1, &v, canonical),
                 STATUS_USAGE);
    cr_assert_eq(param_read("thing", "t:n=5", &needed, 1, &v, canonical),
                 STATUS_OK);
    cr_expect_str_eq(canonical, "t:n=5");
    cr_expect_eq(param_read("thing", "t:n=5", NULL, 0, &v, canonical),
                 STATUS_USAGE);
    cr_assert_eq(param_read("thing", "t", NULL, 0, &v, canonical), STATUS_OK);
    cr_expect_str_eq(canonical, "t");
}

/* Texts of every length about the limits: refused or kept whole, never cut. */
Test(param, long_texts, .init = cr_redirect_stderr)
{
    int kept = 0, refused = 0;
    for (size_t length = 1; length < 2 * PARAM_SPEC_MAX; length++) {
        char spec[5 * PARAM_SPEC_MAX] = "thing:name=";
        struct param_value v[COUNT];
        char canonical[PARAM_SPEC_MAX];
        size_t used = strlen(spec);
        memset(spec + used, 'a', length);
        spec[used + length] = 0;
        enum status st = read_spec(spec, v, canonical);
        cr_assert(st == STATUS_OK || st == STATUS_USAGE);
        if (!st)
            cr_assert_eq(strlen(v[NAME].text), length);
        *(st ? &refused : &kept) += 1;

        char *end = spec + sprintf(spec, "thing:");
        for (size_t i = 0; i < length; i++)
            end += sprintf(end, "%s1", i ? "," : "");
        st = read_spec(spec, v, canonical);
        cr_assert(st == STATUS_OK || st == STATUS_USAGE);
        if (!st)
            cr_assert_eq(strlen(v[REST].text), 2 * length - 1);

        memset(spec, 'b', length);
        spec[length] = 0;
        st = read_spec(spec, v, canonical);
        cr_assert(st == STATUS_OK || st == STATUS_USAGE);
        if (!st)
            cr_assert(!strncmp(canonical, spec, length));
    }
    cr_expect_gt(kept, 50);
    cr_expect_gt(refused, 50);
}

Test(param, numbers_as_they_are_printed)
{
    static const char *const cases[][2] = {
        {"thing:size=007,range=01..002,name=007,03,0",
         "thing:size=7,range=1..2,name=007,03,0"},
        {"thing:range=04", "thing:range=4"},
        {"thing:range=4..4,size=-01", "thing:range=4..4,size=-1"},
        {"thing:size=1x,range=..02,way=01,what=01",
         "thing:size=1x,range=..02,way=01,what=01"},
        {"thing", "thing"},
        {"thing:", "thing:"},
        {"thing:,size=,", "thing:,size=,"},
    };
    char plain[PARAM_SPEC_MAX], text[2 * PARAM_SPEC_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert(param_plain(cases[i][0], params, COUNT, plain));
        cr_expect_str_eq(plain, cases[i][1]);
    }
    memset(text, '1', sizeof text);
    text[sizeof text - 1] = 0;
    cr_expect_not(param_plain(text, params, COUNT, plain));
    memcpy(text, "thing:size=", strlen("thing:size="));
    text[PARAM_SPEC_MAX - 1] = 0;
    cr_expect_not(param_plain(text, params, COUNT, plain));
}
