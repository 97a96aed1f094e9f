#include "engine/value/domain.h"

#include "engine/base/log.h"

#include <string.h>

#define X(object) extern const struct domain_kind object;
#include "domains.inc"
#undef X

const struct domain_kind *const domain_kinds[] = {
#define X(object) &object,
#include "domains.inc"
#undef X
    NULL};

static const char *trait_text(unsigned trait)
{
    switch (trait) {
    case GAME_PARTIZAN:
        return "different options for the two players";
    case GAME_OBLIGES:
        return "obligations on the next move";
    case GAME_SHRINKS:
        return "moves that only take or split";
    case GAME_MISERE:
        return "misere play";
    case GAME_SUMS:
        return "positions that are sums of their parts";
    }
    return "other traits";
}

const struct domain_kind *domain_named(const struct domain_kind *const kinds[],
                                       const char *name)
{
    while (*kinds && strcmp((*kinds)->name, name))
        kinds++;
    return *kinds;
}

enum status domain_find(const struct domain_kind *const kinds[],
                        const char *name, const struct domain_kind **kind)
{
    *kind = domain_named(kinds, name);
    return *kind
               ? STATUS_OK
               : log_error(STATUS_UNKNOWN,
                           "no value domain '%s' (census list domains)", name);
}

/* The lowest trait that is needed and missing, or refused and there. */
enum status domain_suits(const struct domain_kind *kind,
                         const struct game *game)
{
    unsigned missing = kind->needs & ~game->traits;
    unsigned unwanted = kind->refuses & game->traits;
    if (missing)
        return log_error(STATUS_USAGE, "domain %s needs %s, and %s has none",
                         kind->name, trait_text(missing & -missing),
                         game->spec);
    if (unwanted)
        return log_error(STATUS_USAGE, "domain %s cannot handle %s, as %s has",
                         kind->name, trait_text(unwanted & -unwanted),
                         game->spec);
    if (domain_lacks_obligations(kind, game))
        return log_error(STATUS_USAGE,
                         "domain %s must know which positions of %s oblige, and "
                         "the ruleset does not say (obligation_slots)",
                         kind->name, game->spec);
    if (kind->players && kind->players != game->players)
        return log_error(STATUS_USAGE, "domain %s is for %u players, %s has %u",
                         kind->name, kind->players, game->spec, game->players);
    return STATUS_OK;
}

enum status domain_open(const struct domain_kind *kind, const struct game *game,
                        unsigned threads, struct domain *domain)
{
    enum status st = domain_suits(kind, game);
    *domain = (struct domain){.kind = kind};
    return st || !kind->open ? st : kind->open(game, threads, &domain->self);
}

void domain_close(struct domain *domain)
{
    if (domain->kind->close)
        domain->kind->close(domain->self);
}
