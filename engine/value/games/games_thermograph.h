/* games_thermograph.h - thermographs: how a game's stops change as every move
 * is taxed t, and what follows from that: mean and temperature.
 *
 *        t        the mast: both walls at the mean
 *   Left ^  |  Right            {2 | -1}: mean 1/2, temperature 3/2;
 *        |  .                   the Left wall is 2 - t, the Right wall t - 1,
 *        | / \                  from t = -1 to the temperature
 *        |/   \
 *
 * Exact over dyadic rationals. The conventions are those of cooling down to
 * t = -1: the temperature of an integer is -1, of 1/2 it is -1/2, of m/2^k in
 * lowest terms -1/2^k; of * and every infinitesimal that is no number it is 0.
 *
 * Drawn when first asked for and kept in the store, by value, until it closes.
 * Threads as in games.h. RANGE, not logged: a number on the way needs more than
 * dyadic.h holds, so that one value of many is without an answer. NOMEM,
 * logged.
 *
 * Source: Siegel, Combinatorial Game Theory (2013), II.5; Berlekamp, Conway,
 * Guy, Winning Ways, ch. 6.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_THERMOGRAPH_H
#define ENGINE_VALUE_GAMES_GAMES_THERMOGRAPH_H

#include "engine/base/dyadic.h"
#include "engine/value/games/games.h"

/* From tax t on the wall goes from value x by slope per unit of tax, up to the
 * next point; after the last one straight up. */
struct games_point {
    struct dyadic t, x;
    int slope; /* Left wall: -1 or 0; Right wall: 1 or 0 */
};

/* The first points are at t = -1, the last at the temperature and the mean. */
struct games_thermograph {
    struct dyadic mean, temperature;
    const struct games_point *left, *right;
    size_t nleft, nright;
};

/* *thermograph lives as long as the store. */
enum status
games_thermograph(struct games_worker *, uint32_t,
                  const struct games_thermograph **thermograph) MUST_CHECK;

/* 0 and 1 of {1 | -1}; 1/2 and 3/2 of {2 | -1}. */
enum status games_mean(struct games_worker *, uint32_t,
                       struct dyadic *) MUST_CHECK;
enum status games_temperature(struct games_worker *, uint32_t,
                              struct dyadic *) MUST_CHECK;
/* The stops of games_facts.h as fractions: 1 and -1 of {1 | -1}. They need no
 * thermograph. */
enum status games_stops(struct games_worker *, uint32_t, struct dyadic *left,
                        struct dyadic *right) MUST_CHECK;

/* The value of a wall at tax t >= -1. RANGE. */
enum status games_wall(const struct games_thermograph *, bool left,
                       struct dyadic t, struct dyadic *x) MUST_CHECK;

#endif
