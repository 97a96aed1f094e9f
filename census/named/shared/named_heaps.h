/* named_heaps.h - the games of the censuses in which answers are compelled in a
 * heap that is named: two games, the largest or the smallest other heap, and
 * what becomes of a player who has none. Constant data.
 */
#ifndef CENSUS_NAMED_SHARED_NAMED_HEAPS_H
#define CENSUS_NAMED_SHARED_NAMED_HEAPS_H

enum { NAMED_HEAPS = 8 };

/* For `games` of struct census; columns follow in this order. */
#define NAMED_HEAPS_GAMES                                                      \
    {                                                                          \
        {"top-entails:reply=largest,alone=strict", "outcome"},                 \
            {"top-entails:reply=largest,alone=lapse", "outcome"},              \
            {"top-entails:reply=smallest,alone=strict", "outcome"},            \
            {"top-entails:reply=smallest,alone=lapse", "outcome"},             \
            {"entailing-nim:reply=largest,alone=strict", "outcome"},           \
            {"entailing-nim:reply=largest,alone=lapse", "outcome"},            \
            {"entailing-nim:reply=smallest,alone=strict", "outcome"},          \
        {                                                                      \
            "entailing-nim:reply=smallest,alone=lapse", "outcome"              \
        }                                                                      \
    }

#endif
