/* verify.h - is this file what it claims to be? Trusts nothing in it.
 *
 * Works on archives and on single parts: the digest of the whole file, the
 * identity made again of what the file names, the checksum of every chunk,
 * enumeration values legal and none UNSET, every column of the published schema
 * text there with its type, role and unit. Keys and facts are checked by the
 * caller, who knows grid and game.
 */
#ifndef ENGINE_STORE_READ_VERIFY_H
#define ENGINE_STORE_READ_VERIFY_H

#include "engine/base/crew.h"
#include "engine/store/read/archive.h"

#include <stdbool.h>
#include <stdint.h>

struct verify_report {
    uint64_t bytes, chunks, rows; /* examined */
    bool deep;                    /* chunks and values were read, too */
    struct disk_stamp stamp;      /* which file it was */
};

/* The SHA-256 over the file against the one in its head, and the identity;
 * `deep` also reads every chunk, on the crew's threads. FORMAT with one line
 * that names the first fault that was met; IO. */
enum status verify_file(const char *path, bool deep, const struct crew *,
                        struct verify_report *) MUST_CHECK;
/* The same of a file whose SHA-256 has just been computed from what can be read
 * of it (digest_seal): all but that, so that it is not read twice. */
enum status verify_sealed(const char *path, const struct crew *) MUST_CHECK;
/* The file's columns against a schema text (schema.h). FORMAT. */
enum status verify_schema(struct archive *, const char *schema_path) MUST_CHECK;

#endif
