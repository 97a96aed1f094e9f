/* gather.h - the parts of one run that lie in several folders, put together.
 *
 * Nothing in the folders is changed, and no lock is taken: a part under its
 * final name is whole, whoever is at work beside it. A part that is there twice
 * must say the same in every column but costs. One thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_GATHER_H
#define ENGINE_STORE_WRITE_GATHER_H

#include "engine/store/write/parts.h"

/* Finds the parts, reading each of them. folders[] must live as long as the
 * parts are open. FORMAT, naming them: a folder of another run, or of parts of
 * another size; two parts that disagree; parts that are missing, damaged ones
 * (each of which is named in a note) among them. IO, NOMEM. Logged. */
enum status gather_open(const char *archive_path, const struct run_identity *,
                        const char *const folders[], size_t n,
                        struct parts **) MUST_CHECK;
/* As parts_archive, but the folders stay. */
enum status gather_archive(struct parts *, const struct run_record *,
                           bool replace, const struct crew *) MUST_CHECK;

#endif
