/* solved.h - a game asked in one domain, for tests. */
#ifndef TEST_COMMON_SOLVED_H
#define TEST_COMMON_SOLVED_H

#include "engine/solve/solve.h"

struct solved {
    struct game game;
    struct domain domain;
    struct memo memo;
    struct solver solver;
};

/* Opens a built-in domain by its name. Errors of domain_find and
 * domain_open. */
enum status solved_domain(const char *name, const struct game *,
                          unsigned threads, struct domain *);

/* Aborts the test if anything is refused. */
void solved_open(struct solved *, const char *rules, const char *ask);
void solved_close(struct solved *);

/* The position's value. */
uint64_t solved_value(struct solved *, struct position);
uint64_t solved_text(struct solved *, const char *position);
struct position solved_parse(const struct solved *, const char *position);

#endif
