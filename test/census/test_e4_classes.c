/* e4-classes against the oracle of compelled replies: two elements have the
 * same class if and only if they have the same outcomes beside every test, and
 * so many classes are left if heaps are smaller. */
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 4, TESTS = 1 + SIZE + SIZE * (SIZE + 1) / 2, ELEMENTS = 64 };

/* An element as its column shows it, and what is said of it. */
struct element {
    int n, size[2], barred; /* which heap, or -1 */
    char class[16];
    int largest, from;
    char outcomes[4 * TESTS + 1];
};

struct family {
    struct oracle oracle;
    bool any; /* heaps of the test may be barred */
    size_t n;
    struct element of[ELEMENTS];
};

static void read_element(struct family *f, const json_t *row, int barred,
                         const char *prefix, const char *which)
{
    char name[64];
    struct element *e = &f->of[f->n++];
    cr_assert_lt(f->n, (size_t)ELEMENTS);
    e->n = sscanf(program_field_text(row, "position"), "%d+%d", &e->size[0],
                  &e->size[1]);
    e->n = e->size[0] ? e->n : 0;
    e->barred = barred;
    e->largest = (int)program_field_number(row, "largest");
    snprintf(name, sizeof name, "%s_%s", prefix, which);
    snprintf(e->class, sizeof e->class, "%s", program_field_text(row, name));
    snprintf(name, sizeof name, "%s_%s_from", prefix, which);
    e->from = (int)program_field_number(row, name);
}

/* The outcomes of an element beside all tests of heaps to `size`. */
static void play(struct family *f, struct element *e, int size)
{
    size_t used = 0;
    for (int a = 0; a <= size; a++)
        for (int b = a; b <= size; b++) {
            struct oracle_state s = oracle_empty_board;
            const int own = e->n;
            for (int i = 0; i < own; i++)
                oracle_add(&s, ORACLE_TOP, e->size[i]);
            if (a)
                oracle_add(&s, ORACLE_TOP, a);
            if (b)
                oracle_add(&s, ORACLE_TOP, b);
            s.bound = e->barred;
            e->outcomes[used++] = oracle_wins(&f->oracle, &s) ? 'N' : 'P';
            for (s.bound = own; f->any && s.bound < s.n; s.bound++)
                e->outcomes[used++] = oracle_wins(&f->oracle, &s) ? 'N' : 'P';
        }
    e->outcomes[used] = 0;
}

/* So many classes have the elements of heaps to `size` beside such tests. */
static size_t count_classes(struct family *f, int size)
{
    size_t classes = 0;
    for (size_t i = 0; i < f->n; i++) {
        bool new = f->of[i].largest <= size;
        if (new)
            play(f, &f->of[i], size);
        for (size_t k = 0; k < i && new; k++)
            new = f->of[k].largest > size ||
                  strcmp(f->of[k].outcomes, f->of[i].outcomes) != 0;
        classes += new;
    }
    return classes;
}

static void compare(struct family *f, const char *what)
{
    for (int size = 1; size <= SIZE; size++) {
        size_t said = 0;
        for (size_t i = 0; i < f->n; i++)
            said += f->of[i].largest <= size && f->of[i].from <= size &&
                    f->of[i].from >= f->of[i].largest;
        cr_expect_eq(said, count_classes(f, size), "%s, heaps to %d", what,
                     size);
    }
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < i; k++)
            cr_expect_eq(!strcmp(f->of[i].class, f->of[k].class),
                         !strcmp(f->of[i].outcomes, f->of[k].outcomes),
                         "%s: %s, %s", what, f->of[i].class, f->of[k].class);
}

/* Elements with one of their heaps barred: the larger, or the smaller one. */
static void read_barred(struct family *f, const json_t *rows,
                        const char *prefix)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const int n = (int)program_field_number(row, "parts");
        if (n > 0)
            read_element(f, row, n - 1, prefix, "barred");
        if (program_field_number(row, "difference") > 0)
            read_element(f, row, 0, prefix, "small");
    }
}

static void read_free(struct family *f, const json_t *rows, const char *prefix,
                      const char *which)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
        read_element(f, row, ORACLE_UNBOUND, prefix, which);
}

static void convention(const json_t *rows, enum oracle_alone alone,
                       const char *prefix)
{
    static struct family f;
    oracle_init(&f.oracle, (struct oracle_rules){.reply = ORACLE_ELSEWHERE,
                                                 .alone = alone});
    f.any = false;
    f.n = 0;
    read_free(&f, rows, prefix, "free");
    compare(&f, "free");
    f.n = 0;
    read_barred(&f, rows, prefix);
    compare(&f, "barred");
    f.any = true;
    f.n = 0;
    read_free(&f, rows, prefix, "any");
    compare(&f, "any");
    oracle_release(&f.oracle);
}

Test(e4_classes, as_the_oracle_tells_apart)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "e4-classes", "--size", "4", "--tests", "2",
                            "-o", "c.h5", "--quiet")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "c.h5", "--rows", "100", "--json"));
    cr_assert_eq(json_array_size(rows), (size_t)TESTS);
    convention(rows, ORACLE_STRICT, "strict");
    convention(rows, ORACLE_LAPSE, "lapse");
    json_decref(rows);
    store_folder_remove(folder);
}
