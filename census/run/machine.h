/* machine.h - the memory and disk that this process may use. */
#ifndef CENSUS_RUN_MACHINE_H
#define CENSUS_RUN_MACHINE_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of memory that this process may use: the machine's, or less if its
 * control group has less. */
uint64_t machine_memory(void);

/* Bytes that may still be written where `path` is to be; UINT64_MAX if the
 * system does not say. */
uint64_t machine_disk(const char *path);

/* "512M", "8G", "65536": a number of bytes with K, M, G or T, powers of 1024.
 * USAGE, logged; `what` names the option. */
enum status machine_bytes(const char *what, const char *text,
                          uint64_t *bytes) MUST_CHECK;
/* The option --memory of a command: `text`, or three quarters of what there is
 * if it is NULL. USAGE, logged. */
enum status machine_memory_limit(const char *text, uint64_t *bytes) MUST_CHECK;
/* "90", "90s", "30m", "12h": seconds. USAGE, logged. */
enum status machine_seconds(const char *what, const char *text,
                            double *seconds) MUST_CHECK;

#endif
