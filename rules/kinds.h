/* kinds.h - kinds of heap that may stand beside a ruleset's own (PART_OWN).
 *
 * Three games share a table here, so that one position may hold heaps of all of
 * them (replies.h); the numbers are part of positions, the letters of notation.
 */
#ifndef RULES_KINDS_H
#define RULES_KINDS_H

enum heap_kind {
    PART_NIM = 1, /* plain Nim heaps, written *3 */
    PART_TOP = 2, /* Top Entails heaps, written t3 */
    PART_ONE = 3, /* entailing-Nim heaps, written e3 */
};

#endif
