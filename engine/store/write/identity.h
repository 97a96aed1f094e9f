/* identity.h - what is being run, in run.json and in the files.
 *
 * The identity of a run is the SHA-256 of its census, version, rules, ask,
 * grid, number of rows, columns (without unit and help) and the parameters that
 * the grid does not tell. Every file of the
 * run carries it, so a part of another run is never mistaken for one of this
 * run. One thread at a time for one folder.
 */
#ifndef ENGINE_STORE_WRITE_IDENTITY_H
#define ENGINE_STORE_WRITE_IDENTITY_H

#include "engine/store/file/digest.h"
#include "engine/store/file/h5.h"
#include "engine/store/write/parts.h"

/* NOMEM; logged. */
enum status identity_digest(const struct run_identity *,
                            char run[DIGEST_HEX]) MUST_CHECK;

/* run.json of a parts folder: written once, and read back into *info (its
 * texts, version, rows, part_rows and parts only) and the identity it names.
 * IO, NOMEM, FORMAT if it is damaged or newer; logged. */
enum status identity_write(const char *folder, const struct run_identity *,
                           uint64_t part_rows) MUST_CHECK;
/* The same unless there is one already, or another process writes one now. */
enum status identity_write_new(const char *folder, const struct run_identity *,
                               uint64_t part_rows) MUST_CHECK;
enum status identity_read(const char *folder, struct parts_info *info,
                          char run[DIGEST_HEX]) MUST_CHECK;

/* The part_rows of a folder, if it is of this run. FORMAT, saying what else
 * it is of; as above. */
enum status identity_of_folder(const char *folder, const struct run_identity *,
                               uint64_t *part_rows) MUST_CHECK;

/* The root attributes of a part or an archive; and are they there? FORMAT. */
enum status identity_put(hid_t file, const struct run_identity *,
                         const char *format) MUST_CHECK;
enum status identity_same(hid_t file, const struct run_identity *,
                          const char *format) MUST_CHECK;

#endif
