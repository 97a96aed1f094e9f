/* partizan.h - the store behind the value domain `partizan`, for code that
 * needs more of a value than its name. Threads as in games.h. */
#ifndef ENGINE_VALUE_PARTIZAN_H
#define ENGINE_VALUE_PARTIZAN_H

#include "engine/value/domain.h"
#include "engine/value/games/games.h"

#include <assert.h>

/* The store of an opened domain; it must be partizan. A value of the domain is
 * the id of a game in it, and worker numbers are the same. */
static inline struct games *partizan_games(const struct domain *domain)
{
    assert(domain->kind->book_value); /* no other domain has games */
    return domain->self;
}

#endif
