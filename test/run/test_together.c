/* Processes that solve each layer together, without MPI: children of this one,
 * which exchange what they found in shared memory. Facts as by one process, and
 * every position evaluated by one of them.
 */
#include "engine/store/write/parts.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES_MAX = 4, ROOM = 1 << 22, PART_ROWS = 50 };

/* What the processes share. */
struct table {
    pthread_barrier_t barrier;
    int status[PROCESSES_MAX];
    uint64_t evaluated[PROCESSES_MAX], rows[PROCESSES_MAX];
    unsigned char bytes[ROOM];
};

struct seat {
    struct table *table;
    struct handout handout;
};

static enum status exchange(void *self, void *rows, uint64_t n, size_t size,
                            unsigned owner, enum status st)
{
    struct seat *seat = self;
    struct table *t = seat->table;
    const struct handout *h = &seat->handout;
    const size_t first = handout_first(h, n, owner, h->process) * size,
                 end = handout_first(h, n, owner, h->process + 1) * size;
    enum status worst = STATUS_OK;
    cr_assert_leq(n * size, ROOM);
    t->status[h->process] = (int)st;
    if (end > first)
        memcpy(t->bytes + first, (char *)rows + first, end - first);
    pthread_barrier_wait(&t->barrier);
    if (n && rows)
        memcpy(rows, t->bytes, n * size);
    for (unsigned i = 0; i < h->processes; i++)
        worst = t->status[i] > (int)worst ? (enum status)t->status[i] : worst;
    pthread_barrier_wait(&t->barrier);
    return worst;
}

static struct table *open_table(unsigned processes)
{
    pthread_barrierattr_t shared;
    struct table *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(t, MAP_FAILED);
    pthread_barrierattr_init(&shared);
    pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&t->barrier, &shared, processes);
    return t;
}

static enum status join(const struct whole_case *c, const char *path,
                        struct table *t, unsigned process, unsigned processes,
                        unsigned threads)
{
    struct request *r = whole_open(c);
    struct run_report report;
    struct parts *parts;
    struct book book = {0};
    struct seat seat = {.table = t};
    seat.handout = (struct handout){.self = &seat,
                                    .process = process,
                                    .processes = processes,
                                    .exchange = exchange};
    const struct run_options run = {.threads = threads,
                                    .memo = memo_find("line"),
                                    .quiet = true,
                                    .handout = &seat.handout,
                                    .book = process ? NULL : &book};
    const struct parts_slice slice = {.count = !process};
    const struct run_identity identity = plan_identity(&r->plan, r->params);
    enum status st = parts_join(path, &identity, PART_ROWS, &slice, &parts);
    cr_assert_eq(st, STATUS_OK);
    st = run_census(&r->plan, parts, &run, &report);
    t->evaluated[process] = report.evaluated;
    t->rows[process] = report.rows;
    parts_close(parts);
    book_release(&book);
    whole_close(r);
    return st;
}

/* The parts of a run by so many processes, then its archive by this one. */
static void by_processes(const struct whole_case *c, const char *path,
                         unsigned processes, unsigned threads,
                         uint64_t *evaluated, uint64_t *rows)
{
    struct table *t = open_table(processes);
    pid_t children[PROCESSES_MAX];
    for (unsigned i = 0; i < processes; i++) {
        children[i] = fork();
        cr_assert_geq(children[i], 0);
        if (!children[i])
            _exit(join(c, path, t, i, processes, threads) ? 1 : 0);
    }
    *evaluated = *rows = 0;
    for (unsigned i = 0; i < processes; i++) {
        cr_assert_eq(whole_wait(children[i]), 0);
        *evaluated += t->evaluated[i];
        *rows += t->rows[i];
        cr_expect_gt(t->rows[i], 0, "process %u has solved nothing", i);
    }
    munmap(t, sizeof *t);
}

/* In a process of its own: one that forks must not have used OpenMP. Returns
 * the positions evaluated. */
static uint64_t alone(const struct whole_case *c, const char *path, bool resume)
{
    struct table *t = open_table(1);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (!child) {
        struct run_report report;
        const struct runner_options options = {
            .path = path, .memo = "line", .threads = 1, .resume = resume};
        const enum status st = whole_run(c, options, &report);
        t->evaluated[0] = report.evaluated;
        _exit(status_exit(st));
    }
    cr_assert_eq(whole_wait(child), 0);
    const uint64_t evaluated = t->evaluated[0];
    munmap(t, sizeof *t);
    return evaluated;
}

static const struct whole_case cases[] = {
    {NULL, NULL, "end-nim", "partizan", "rows:heaps=1..5,size=1..3"},
    {.name = "e2-rows", .param = "4"},
    {NULL, NULL, "end-nim", "outcome", "rows:heaps=1..5,size=1..3"},
    {NULL, NULL, "top-entails", "loony", "partitions:total=0..13"},
    {NULL, NULL, "top-entails:empty=lose", "outcome", "partitions:total=0..13"},
    {NULL, NULL, "nim", "nimber", "partitions:total=0..13"},
    {NULL, NULL, "subtraction:1,3,4,players=3", "forcible",
     "partitions:total=0..13"},
    {.name = "top-entails-partitions", .param = "14"},
};
enum { CASES = sizeof cases / sizeof *cases };

ParameterizedTestParameters(together, equal_facts_each_position_once)
{
    static int numbers[CASES];
    for (int i = 0; i < CASES; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, CASES);
}

/* The second part, and the last but one. */
static void lose_parts(const char *path)
{
    char part[128];
    unsigned n = 0;
    do
        snprintf(part, sizeof part, "%s.parts/part-%06u.h5", path, n++);
    while (!access(part, F_OK));
    cr_assert_geq(n, 4);
    snprintf(part, sizeof part, "%s.parts/part-%06u.h5", path, n - 3);
    cr_assert_eq(unlink(part), 0);
    snprintf(part, sizeof part, "%s.parts/part-000001.h5", path);
    unlink(part);
}

/* All rows, and again with some parts gone, as after a process was killed. */
ParameterizedTest(int *number, together, equal_facts_each_position_once)
{
    const struct whole_case *c = &cases[*number];
    struct whole_place p;
    whole_place_quick(&p);
    const uint64_t once = alone(c, p.reference, false);
    for (unsigned processes = 2; processes <= PROCESSES_MAX; processes++) {
        uint64_t evaluated, rows, again;
        by_processes(c, p.path, processes, 1 + processes % 2, &evaluated,
                     &rows);
        /* What is beyond the grid, as no heaps are, each finds for itself. */
        cr_expect_leq(evaluated, once + 2 * processes, "%s: %llu, alone %llu",
                      c->name ? c->name : c->rules,
                      (unsigned long long)evaluated, (unsigned long long)once);
        lose_parts(p.path);
        by_processes(c, p.path, processes - 1, 1, &evaluated, &again);
        cr_expect_lt(again, rows);
        cr_expect_leq(evaluated, once + 2 * processes);
        alone(c, p.path, true);
        whole_same_facts(p.path, p.reference);
        unlink(p.path);
    }
    store_folder_remove(p.folder);
}
