#include "engine/memo/memo.h"

#include <assert.h>
#include <string.h>

#define X(object) extern const struct memo_kind object;
#include "memos.inc"
#undef X

const struct memo_kind *const memo_kinds[] = {
#define X(object) &object,
#include "memos.inc"
#undef X
    NULL};

const struct memo_kind *memo_find(const char *name)
{
    for (size_t i = 0; memo_kinds[i]; i++)
        if (!strcmp(memo_kinds[i]->name, name))
            return memo_kinds[i];
    return NULL;
}

const struct memo_kind *memo_best(unsigned key_bits)
{
    const struct memo_kind *best = memo_kinds[0];
    for (size_t i = 0; memo_kinds[i]; i++)
        if (memo_kinds[i]->default_bits >= key_bits &&
            (best->default_bits < key_bits ||
             memo_kinds[i]->default_bits < best->default_bits))
            best = memo_kinds[i];
    return best;
}

enum status memo_open(const struct memo_kind *kind,
                      const struct memo_spec *spec, struct memo *memo)
{
    assert(spec->key_bits >= 1 && spec->key_bits <= 128);
    assert(spec->value_bytes == 1 || spec->value_bytes == 2 ||
           spec->value_bytes == 4 || spec->value_bytes == 8);
    assert(spec->value_bits <= 8 * spec->value_bytes && spec->threads >= 1);
    memo->kind = kind;
    return kind->open(spec, &memo->self);
}

void memo_close(struct memo *memo)
{
    memo->kind->close(memo->self);
}
