/* proof_facts.h - the values of positions that the rows of an archive hold.
 *
 * Holds the FACT columns of all rows decoded in memory (texts apart), row after
 * row, and nothing else:
 *
 *   rows x bytes of a row's facts     top-entails-partitions --total 60:
 *                                     6,639,349 x 6 bytes, 38 MB
 *   rows x 4, values x 8              where the rows name values of the game:
 *                                     each row's place in /values, and those
 *                                     values, built again in the proof's own
 *                                     domain
 *
 * Read-only once open; any thread may ask, each with its own reader.
 */
#ifndef ENGINE_PROOF_PROOF_FACTS_H
#define ENGINE_PROOF_PROOF_FACTS_H

#include "engine/proof/proof_table.h"
#include "engine/run/plan.h"
#include "engine/value/domain.h"

struct proof_facts {
    const struct plan *plan;
    struct proof_limits *limits;
    uint64_t rows;
    size_t width;    /* bytes of a row's facts; 0: the rows hold none */
    uint8_t *bytes;  /* rows x width */
    uint32_t *named; /* rows: place in values[]; PROOF_NOT_NAMED: in none.
                        NULL: rows name no values */
    uint64_t *values;
    size_t nvalues;
    /* The rows of positions, for games that cannot say which parts a position
     * has (ruleset.h, parts), and for grids of positions, whose rank may be a
     * walk. NULL: not needed. */
    struct proof_table *rows_of[CENSUS_GAMES_MAX];
};

#define PROOF_NOT_NAMED UINT32_MAX

/* The archive's columns must be those of the plan's census and its rows the
 * grid's points. NOMEM with the bytes needed; NO_ANSWER beyond the limit of
 * memory; IO, FORMAT; logged. */
enum status proof_facts_open(struct proof_facts *, struct archive *,
                             const struct plan *,
                             struct proof_limits *) MUST_CHECK;
/* If the domain of the first game names its values, and a column holds such
 * names: reads them and /values, and builds the values again, by worker 0 of
 * the domain. FORMAT if one is not what its options make of it, NO_ANSWER,
 * NOMEM, IO as above; logged. */
enum status proof_facts_read_names(struct proof_facts *, struct archive *,
                                   const struct domain *) MUST_CHECK;
/* When all facts are read: 24 bytes and more for each row, where they are
 * needed. NO_ANSWER, NOMEM as above; logged. */
enum status proof_facts_index(struct proof_facts *) MUST_CHECK;
void proof_facts_close(struct proof_facts *);

/* One thread's scratch. */
struct proof_reader {
    const struct proof_facts *facts;
    void *row;
    struct point point;
    struct position states[POINT_PARTS_MAX];
};

enum status proof_reader_init(struct proof_reader *,
                              const struct proof_facts *) MUST_CHECK;
void proof_reader_release(struct proof_reader *);

/* The value of a position in game number `game`, if some row holds it, and
 * which; PROOF_UNKNOWN if none does, or if it is no number that a file could
 * hold (such a row is wrong, and nothing is made of it). */
uint64_t proof_facts_value(struct proof_reader *, const struct domain_kind *,
                           size_t game, struct position, uint64_t *row);
/* What row number `row` says a state of its point is worth; as above. */
uint64_t proof_facts_state(struct proof_reader *, const struct domain_kind *,
                           size_t game, uint64_t row, size_t state);

#endif
