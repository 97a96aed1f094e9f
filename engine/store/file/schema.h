/* schema.h - the published text contract of an archive.
 *
 *   census top-entails-partitions 1
 *   total|u16|key|counters|counters in all heaps
 *   outcome|enum:N=1,P=2,L=3,R=4|fact||outcome without obligation
 *
 * First line: census and version. Then one line per column, in order:
 * name|type|role|unit|help. A text column of 12 bytes has type text:12; UNSET
 * is not listed, being illegal. Pure functions; any thread.
 *
 * The identity of a run is the SHA-256 of schema_facts() and of what else
 * struct schema_run says (FORMAT.md has the text).
 */
#ifndef ENGINE_STORE_FILE_SCHEMA_H
#define ENGINE_STORE_FILE_SCHEMA_H

#include "engine/base/column.h"
#include "engine/store/file/digest.h"

/* The text, allocated; NULL if out of memory. */
char *schema_text(const char *census, unsigned version,
                  const struct column columns[], size_t n);
/* The same without unit and help: what two runs must agree in to be one. */
char *schema_facts(const char *census, unsigned version,
                   const struct column columns[], size_t n);

/* What makes two runs the same. */
struct schema_run {
    const char *census;
    unsigned version;
    const struct column *columns;
    size_t ncolumns;
    const char *rules, *ask, *grid;
    uint64_t rows;      /* of the whole run */
    const char *beside; /* parameters that the grid does not tell, "heaps=9
                           order=30"; NULL: there are none */
};
/* The identity. NOMEM; logged. */
enum status schema_digest(const struct schema_run *,
                          char run[DIGEST_HEX]) MUST_CHECK;

/* The root attribute `order` of every file. */
#define SCHEMA_ORDER "row i answers point i of the grid, counted from 0"

#endif
