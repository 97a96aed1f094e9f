/* schema.h - the published text contract of an archive.
 *
 *   census top-entails-partitions 1
 *   total|u16|key|counters|counters in all heaps
 *   outcome|enum:N=1,P=2,L=3,R=4|fact||outcome without obligation
 *
 * First line: census and version. Then one line per column, in order:
 * name|type|role|unit|help. A text column of 12 bytes has type text:12; UNSET
 * is not listed, being illegal. Pure functions; any thread.
 */
#ifndef ENGINE_STORE_FILE_SCHEMA_H
#define ENGINE_STORE_FILE_SCHEMA_H

#include "engine/base/column.h"

/* The text, allocated; NULL if out of memory. */
char *schema_text(const char *census, unsigned version,
                  const struct column columns[], size_t n);
/* The same without unit and help: what two runs must agree in to be one. */
char *schema_facts(const char *census, unsigned version,
                   const struct column columns[], size_t n);

#endif
