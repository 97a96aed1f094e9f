/* clock.h - time and dates. Any thread. */
#ifndef ENGINE_BASE_CLOCK_H
#define ENGINE_BASE_CLOCK_H

#include <stdint.h>

#define CLOCK_SECOND UINT64_C(1000000000) /* ns */
enum { CLOCK_DATE = 32, CLOCK_SPAN = 32 };

uint64_t clock_now(void);        /* ns, monotonic */
double clock_cpu_seconds(void);  /* of the process */
uint64_t clock_cpu_thread(void); /* ns, of the calling thread */
/* The date and time as archives write it: ISO 8601, UTC. */
void clock_date(char out[CLOCK_DATE]);
/* "2 h 05 min", "3 min 20 s", "12 s" */
void clock_span(double seconds, char out[CLOCK_SPAN]);

#endif
