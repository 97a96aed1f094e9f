/* oracle_replies.h - games with a compelled reply, solved slowly and plainly.
 *
 * The engine is compared with this. It is written from the definitions alone
 * and shares nothing with the engine: positions are arrays of heaps, moves are
 * found by trying every one, outcomes by recursion, and what has been solved is
 * kept under its text. One oracle belongs to one thread.
 */
#ifndef TEST_ORACLE_ORACLE_REPLIES_H
#define TEST_ORACLE_ORACLE_REPLIES_H

#include <stdbool.h>
#include <stddef.h>

enum oracle_kind { ORACLE_TOP, ORACLE_ONE, ORACLE_NIM, ORACLE_KINDS };
enum oracle_reply {
    ORACLE_SAME,
    ORACLE_ELSEWHERE,
    ORACLE_ANY,
    ORACLE_LARGEST,
    ORACLE_SMALLEST
};
enum oracle_empty { ORACLE_FREE, ORACLE_LOSE, ORACLE_ILLEGAL };
enum oracle_alone { ORACLE_STRICT, ORACLE_LAPSE };

enum {
    ORACLE_HEAPS_MAX = 40,
    ORACLE_MOVES_MAX = 200,
    ORACLE_TEXT_MAX = 256,
    ORACLE_UNBOUND = -1
};

struct oracle_rules {
    enum oracle_reply reply;
    enum oracle_empty empty; /* read with reply ORACLE_SAME only */
    enum oracle_alone alone; /* read where another heap is asked for */
    bool misere;             /* the player without a move wins */
};

struct oracle_heap {
    unsigned char kind, size; /* size 0: sent into an emptied heap */
};

/* Heaps in any order; `bound` is the index of the heap that the obligation
 * names, or ORACLE_UNBOUND. */
struct oracle_state {
    int n, bound;
    struct oracle_heap heap[ORACLE_HEAPS_MAX];
};

struct oracle {
    struct oracle_rules rules;
    void *solved; /* a search tree of texts */
};

/* A state from kinds and sizes: oracle_add(&s, ORACLE_TOP, 3). Its result is
 * the index of the new heap. Start from oracle_empty_board. */
extern const struct oracle_state oracle_empty_board;
int oracle_add(struct oracle_state *, enum oracle_kind, int size);
int oracle_total(const struct oracle_state *);

void oracle_init(struct oracle *, struct oracle_rules);
void oracle_release(struct oracle *);

/* Every state the player can move to, sorted, each once; their number. */
size_t oracle_moves(const struct oracle_rules *, const struct oracle_state *,
                    struct oracle_state out[ORACLE_MOVES_MAX]);
/* Does the player to move win? */
bool oracle_wins(struct oracle *, const struct oracle_state *);
/* The moves after which the opponent loses. */
size_t oracle_winning(struct oracle *, const struct oracle_state *,
                      struct oracle_state out[ORACLE_MOVES_MAX]);
/* The mex rule over all moves: the naive values under ORACLE_ANY. */
int oracle_grundy(struct oracle *, const struct oracle_state *);
/* The least k <= 40 such that the heap beside a Nim heap of k is lost for the
 * player to move; -1 (loony) if there is none. */
int oracle_pair_value(struct oracle *, enum oracle_kind, int size);

/* The state in the program's notation: "[t3]+*2+e1". Heaps of kind `own` are
 * bare numbers; ORACLE_KINDS: none are. */
void oracle_text(const struct oracle_rules *, const struct oracle_state *,
                 enum oracle_kind own, char out[ORACLE_TEXT_MAX]);

/* All states without obligation, of heaps of the kinds in a mask (1 << kind),
 * with at most `total` counters. The caller frees. */
struct oracle_state *oracle_all(unsigned kinds, int total, size_t *count);
/* The same heaps with every obligation that an entailing move can leave on
 * them, the free state first; their number. */
size_t oracle_obliged(const struct oracle_rules *, const struct oracle_state *,
                      struct oracle_state out[ORACLE_HEAPS_MAX + 2]);

/* Calls visit for every multiset of 1..parts heaps of one kind, each of size
 * 1..size. */
void oracle_sums(enum oracle_kind, int parts, int size,
                 void (*visit)(void *, const struct oracle_state *), void *);

#endif
