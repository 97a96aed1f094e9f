/* memo_file.h - the solved positions of a run that was stopped, in its parts
 * folder: PATH.parts/memo-0.bin for game 0, and so on.
 *
 *   0            1024
 *   | head text, |  key, value | key, value | ...
 *   | zeros      |
 *
 *   census-memo 2
 *   run <sha256 of what is run>
 *   game 0
 *   rules top-entails:reply=same,empty=lose
 *   ask outcome
 *   key 43                      bits: 8 bytes to 64, else 16
 *   value 2                     bits: as many bytes as they need
 *   entries 7843122
 *   sha256 <of the entries>
 *
 * The file does not depend on the memo strategy: a run may read it into any. A
 * file whose head is not byte for byte what this run would write, or whose
 * entries have another length or digest, is not read at all. MEMO_FILE_FORMAT
 * is raised when a game packs its positions or a domain numbers its values in
 * another way.
 *
 * One thread, while the memo is quiet.
 */
#ifndef ENGINE_STORE_WRITE_MEMO_FILE_H
#define ENGINE_STORE_WRITE_MEMO_FILE_H

#include "engine/memo/memo.h"
#include "engine/store/write/parts.h"

enum { MEMO_FILE_FORMAT = 2, MEMO_FILE_HEAD = 1024 };

/* What the entries are. */
struct memo_file {
    size_t game; /* number in the census */
    const char *rules, *ask;
    unsigned key_bits, value_bits;
};

/* Writes every entry of a memo that has each(), in place of an older file,
 * which stays if this fails. IO, NOMEM: not logged, *why gets a text. */
enum status memo_file_write(struct parts *, const struct memo_file *,
                            const struct memo *, const char **why) MUST_CHECK;

/* Hands the entries of a file to put(), some at a time, until that fails. No
 * file is fine. FORMAT if it is not what it should be, IO, NOMEM: not logged,
 * *why gets a text; what put() returns, with *why NULL. */
enum status
memo_file_read(struct parts *, const struct memo_file *,
               enum status (*put)(void *context, const struct position keys[],
                                  const uint64_t values[], size_t n),
               void *context, const char **why) MUST_CHECK;

#endif
