/* loony_set.h - finite and cofinite sets of nimbers, as bits.
 *
 *   word[0]           word[n-1]         beyond
 *   0 1 2 .. 63  ...  .. 64 n - 1       all of them, or none: `rest`
 *
 * k < 64 n is in the set iff its bit is set; a larger k iff rest. The memory
 * of the words is the caller's. All functions are pure and may run on any
 * thread.
 */
#ifndef ENGINE_VALUE_LOONY_LOONY_SET_H
#define ENGINE_VALUE_LOONY_LOONY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOONY_SET_EMPTY UINT64_MAX /* the least member of no set */

struct loony_set {
    uint64_t *word;
    size_t n;
    bool rest;
};

bool loony_set_has(const struct loony_set *, uint64_t k);
uint64_t loony_set_least(const struct loony_set *);
bool loony_set_equal(const struct loony_set *, const struct loony_set *);
uint64_t loony_set_hash(const struct loony_set *);

void loony_set_add(struct loony_set *, uint64_t k); /* k < 64 n */
/* into = into u from; into has at least as many words. */
void loony_set_join(struct loony_set *into, const struct loony_set *from);
void loony_set_complement(struct loony_set *);
/* Drops the last words that equal rest. Equal sets, trimmed, have equal
 * words. */
void loony_set_trim(struct loony_set *);

/* {k xor by : k in s} into out, which has loony_set_shifted(s, by) words. */
size_t loony_set_shifted(const struct loony_set *s, uint64_t by);
void loony_set_shift(const struct loony_set *s, uint64_t by,
                     struct loony_set *out);

/* "{0,2}", "{}", "all", "all but {1}"; like snprintf. */
size_t loony_set_print(const struct loony_set *, char out[], size_t cap);

#endif
