/* proof_facts.h - the values of positions that the rows of an archive hold.
 *
 * Holds the FACT columns of all rows decoded in memory (texts apart), row after
 * row, and nothing else:
 *
 *   rows x bytes of a row's facts     top-entails-partitions --total 60:
 *                                     6,639,349 x 6 bytes, 38 MB
 *
 * Read-only once open; any thread may ask, each with its own reader.
 */
#ifndef ENGINE_PROOF_PROOF_FACTS_H
#define ENGINE_PROOF_PROOF_FACTS_H

#include "engine/proof/proof_table.h"
#include "engine/run/plan.h"

struct proof_facts {
    const struct plan *plan;
    struct proof_limits *limits;
    uint64_t rows;
    size_t width;   /* bytes of a row's facts; 0: the rows hold none */
    uint8_t *bytes; /* rows x width */
};

/* The archive's columns must be those of the plan's census and its rows the
 * grid's points. NOMEM with the bytes needed; NO_ANSWER beyond the limit of
 * memory; IO, FORMAT; logged. */
enum status proof_facts_open(struct proof_facts *, struct archive *,
                             const struct plan *,
                             struct proof_limits *) MUST_CHECK;
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
