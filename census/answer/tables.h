/* tables.h - archives as tables of SQL, with their games.
 *
 * What engine/store/sql cannot do without a game is added here: the column
 * `position`, texts of values, and predict(). Games and values are opened when
 * they are first asked for.
 *
 *   predict('rule', row)        what `census check` has the rule predict for
 *   predict('rule', position)   the column, as the column holds it; NULL if it
 *                               makes no prediction
 *
 * With several archives a third argument names the one that is meant. Called by
 * the main thread only.
 */
#ifndef CENSUS_ANSWER_TABLES_H
#define CENSUS_ANSWER_TABLES_H

#include "census/answer/values.h"
#include "census/run/request.h"
#include "engine/store/sql/sql.h"

struct tables {
    struct sql *sql;
    const struct catalogue *known;
    size_t n;
    struct tables_archive {
        struct tables *tables;
        char *name;
        struct archive *archive;
        bool owned;              /* closed with the tables */
        struct request *request; /* NULL: not asked for yet */
        struct values *values;   /* NULL: none was spelled yet */
    } of[SQL_SOURCES_MAX];
};

/* The archives in files[], each under the name of its file without folder and
 * ending, or under NAME if it is given as NAME=FILE. USAGE, IO, FORMAT, NOMEM;
 * logged. It stays where it is until it is closed. */
enum status tables_open(const char *const files[], size_t n,
                        const struct catalogue *known,
                        struct tables *) MUST_CHECK;
/* One archive that is open already and stays so; of its rows those that pass
 * the filters. */
enum status tables_open_archive(struct archive *, const struct filter[],
                                size_t n, const struct catalogue *known,
                                struct tables *) MUST_CHECK;
void tables_close(struct tables *);

/* The position of a row of the i-th archive, allocated; NULL: logged. */
char *tables_position(struct tables *, size_t i, uint64_t row);
/* The same of a census that is open. */
char *tables_text(const struct request *, uint64_t row);

#endif
