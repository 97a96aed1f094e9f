#include "census/check/check.h"
#include "census/named/censuses.h"
#include "engine/store/read/archive.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <string.h>

enum { QUICK_POINTS = 20000 };

/* Opens a registered census with its defaults, or to a smaller total; NULL if
 * it is not quick. */
static struct request *quick(const struct census *census, struct whole_case *c)
{
    *c = (struct whole_case){.name = census->name};
    if (census->nparams && !strcmp(census->params[0].name, "total"))
        c->param = "18";
    struct request *r = whole_open(c);
    if (r->plan.grid.count <= QUICK_POINTS)
        return r;
    whole_close(r);
    return NULL;
}

static void compute_claims(const struct census *census, const char *path)
{
    struct archive *a;
    char figure[512];
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    for (size_t k = 0; k < census->nclaims; k++) {
        const struct claim *claim = &census->claims[k];
        cr_assert_eq(claim->compute(a, figure, sizeof figure), STATUS_OK);
        cr_assert_str_eq(figure, claim->truth ? claim->truth : claim->printed,
                         "%s", claim->id);
        /* An erratum comes with its reason. */
        cr_assert(!claim->truth || claim->note, "%s", claim->id);
    }
    archive_close(a);
}

Test(claims, every_claim_has_its_true_figure)
{
    struct run_report report;
    struct whole_case c;
    struct whole_place p;
    size_t claims = 0;
    whole_place_quick(&p);
    for (size_t i = 0; censuses[i]; i++) {
        struct request *r = quick(censuses[i], &c);
        if (!r)
            continue;
        whole_archive(&c, p.path, (struct runner_options){.threads = 2},
                      &report);
        compute_claims(censuses[i], p.path);
        claims += censuses[i]->nclaims;
        whole_close(r);
    }
    cr_assert_geq(claims, 9, "E1 alone has nine");
    store_folder_remove(p.folder);
}

static uint64_t count_wrong(const struct check *check, const struct plan *plan,
                            const char *path)
{
    uint64_t wrong = 0;
    struct archive *a;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    const size_t column = archive_find(a, check->column);
    cr_assert_lt(column, archive_columns(a), "%s", check->name);
    for (uint64_t row = 0; row < archive_rows(a); row++) {
        struct point point;
        int64_t found, predicted;
        grid_unrank(&plan->grid, row, &point);
        cr_assert_eq(archive_read_i64(a, column, row, 1, &found), STATUS_OK);
        wrong += check->predict(&plan->games[0], &point, &predicted) &&
                 predicted != found;
    }
    archive_close(a);
    return wrong;
}

static void run_checks(const struct whole_case *c, const struct request *r,
                       const struct whole_place *p, size_t done[],
                       uint64_t wrong[])
{
    struct run_report report;
    bool made = false;
    for (size_t k = 0; checks[k]; k++) {
        const struct census *census = r->plan.census;
        bool has = false;
        for (size_t i = 0; i < census->ncolumns; i++)
            has = has || !strcmp(census->columns[i].name, checks[k]->column);
        if (!has || !checks[k]->fits(&r->plan.games[0]))
            continue;
        if (!made)
            whole_archive(c, p->path, (struct runner_options){.threads = 2},
                          &report);
        made = true;
        uint64_t found = count_wrong(checks[k], &r->plan, p->path);
        cr_assert(found == 0 || checks[k]->guess, "%s on %s", checks[k]->name,
                  census->name);
        done[k]++;
        wrong[k] += found;
    }
}

Test(claims, checks_agree_unless_they_are_guesses)
{
    size_t done[64] = {0};
    uint64_t wrong[64] = {0};
    struct whole_case c;
    struct whole_place p;
    whole_place_quick(&p);
    for (size_t i = 0; censuses[i]; i++) {
        struct request *r = quick(censuses[i], &c);
        if (r) {
            run_checks(&c, r, &p, done, wrong);
            whole_close(r);
        }
    }
    for (size_t k = 0; checks[k]; k++) {
        cr_assert_geq(done[k], 1, "%s was put to no census", checks[k]->name);
        cr_assert_eq(wrong[k] != 0, checks[k]->guess, "%s", checks[k]->name);
    }
    store_folder_remove(p.folder);
}
