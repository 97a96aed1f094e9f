/* ruleset.h - what the engine needs to know about a game.
 *
 * A ruleset is a constant table of functions without variables. Whatever
 * depends on parameters is made by open() and handed back to every call, so
 * many variants of a game are open at once. An opened game is read-only: all
 * its functions may be called from every thread at the same time.
 *
 * A ruleset knows no value domain: it says which positions a player can move
 * to, never what they are worth. One file rules/<name>.c (dashes of the name
 * written as underscores) with a constant rules_<name> at its foot; nothing
 * else in the program names it.
 */
#ifndef ENGINE_GAME_RULESET_H
#define ENGINE_GAME_RULESET_H

#include "engine/base/param.h"
#include "engine/game/heap_code.h"
#include "engine/game/point.h"
#include "engine/game/position.h"
#include "engine/game/region.h"

#include <stdbool.h>

enum mover { LEFT, RIGHT }; /* impartial games are asked for LEFT only */

/* Facts about an opened game that value domains and the driver rely on. */
enum game_trait {
    GAME_PARTIZAN = 1, /* the players have different options */
    GAME_OBLIGES = 2,  /* a position may oblige the player to move */
    GAME_SHRINKS = 4,  /* a move lowers the total of the parts, or keeps it and
                          raises their number */
    GAME_MISERE = 8,   /* the player without a move wins */
    GAME_SUMS = 16,    /* a position is the disjunctive sum of its parts, of
                          which an obligation names the one to move in */
    GAME_ELSEWHERE = 32, /* so, but an obligation names a part not to move in:
                            one of it, if there are equal ones */
    GAME_LAPSES = 64,    /* unless it is the only part: then none is barred */
};

struct game;

/* OPTIONAL, for games with GAME_OBLIGES. */
struct obligation_slots {
    /* All states with the parts of p: without obligation first, then with every
     * obligation that could be on it, in a fixed order; at most
     * POINT_PARTS_MAX. A sweep solves all of them. */
    size_t (*states)(const void *self, struct position p,
                     struct position out[]);
    /* OPTIONAL. The place of p in the list of its states(), below 2 + the
     * number of different parts: so a memo need not keep keys. */
    size_t (*state)(const void *self, struct position p);
    /* Does p carry an obligation? */
    bool (*obliged)(const void *self, struct position p);
};

/* OPTIONAL, for games in which the players have different options. */
struct partizan_slots {
    /* The same position with the players exchanged: Left's options of it are
     * the mirrors of Right's options of p. The mirror of a mirror is p. Of the
     * two only one is solved and remembered. */
    struct position (*mirror)(const void *self, struct position p);
    /* OPTIONAL, with split(). Number i = 0, 1, .. of some positions that are
     * worth as much as p to the mover, or more, as its parts, each as split()
     * writes them and none of a larger measure than p. Returns how many parts,
     * 0: there are not so many. An option of the mover need not be solved if
     * such a position is no better than another option. */
    size_t (*bound)(const void *self, struct position p, enum mover mover,
                    size_t i, struct position out[]);
    /* REQUIRED with bound. How good p looks for the mover: of his options those
     * with the largest promise are solved first. */
    int32_t (*promise)(const void *self, struct position p, enum mover mover);
};

/* OPTIONAL, for games in which a move changes one heap into at most two. */
struct heap_slots {
    /* What a move can make of a heap of `size`: pairs of heaps no larger than
     * it, 0 for none, in any order. Returns their number; with out == NULL only
     * that. Moves that oblige are not among them. */
    size_t (*options)(const void *self, uint32_t size, uint32_t out[][2]);
    /* OPTIONAL, with GAME_OBLIGES: what a move that obliges can leave of a heap
     * of `size`; the answer must be in what is left, and 0 leaves no answer;
     * or, with GAME_ELSEWHERE, not in what is left, and 0 is not among it.
     * Returns their number, at most size. */
    size_t (*obliging)(const void *self, uint32_t size, uint32_t out[]);
    /* OPTIONAL. The same moves, and those that oblige, as a rule for every size
     * (heap_code.h); false if they are none. */
    bool (*code)(const void *self, struct heap_code *out);
};

/* OPTIONAL, for games on boards. The grids `boards` and `strips` hand out all
 * positions of a board, numbered by these. */
struct board_slots {
    /* The number of positions of a board; 0: there is no such board, USAGE or
     * RANGE, logged. */
    enum status (*count)(const void *self, uint32_t rows, uint32_t columns,
                         uint64_t *count);
    /* Position number i, i < count. */
    struct position (*unrank)(const void *self, uint32_t rows, uint32_t columns,
                              uint64_t i);
    /* The number of a position and the board that it is on; false if no board
     * has it in its list. */
    bool (*rank)(const void *self, struct position, uint32_t *rows,
                 uint32_t *columns, uint64_t *i);
};

enum { SET_ELEMENTS_MAX = 62, SET_GROUPS_MAX = 64 };

/* OPTIONAL, with board, for impartial games with GAME_OBLIGES in which a
 * position is a set of elements: number i of a board is the set of the bits of
 * i. A move takes one element; with the last one of a group that has it, it
 * obliges the opponent to hand the turn back, so that the same player moves
 * again, anywhere. The grid `sets` hands out the sets of the board of 0 rows
 * and 0 columns. */
struct set_slots {
    /* The elements of a board that has positions. */
    uint32_t (*elements)(const void *self, uint32_t rows, uint32_t columns);
    /* Its groups, as sets; their number, at most SET_GROUPS_MAX. No element is
     * in more than two. Of boards with at most SET_ELEMENTS_MAX elements. */
    size_t (*groups)(const void *self, uint32_t rows, uint32_t columns,
                     uint64_t out[]);
};

/* OPTIONAL, for games that begin on any connected set of squares. The grid
 * `regions` hands those out. */
struct region_slots {
    /* Every connected region of so many squares or fewer has a start. */
    uint32_t squares_max;
    /* The start on a cropped region (region_crop). */
    struct position (*start)(const void *self, const struct region *);
    /* The region, cropped, of which p is the start; false if there is none. */
    bool (*region)(const void *self, struct position p, struct region *);
};

struct ruleset {
    const char *name, *summary;
    const struct param *params;
    size_t nparams;

    /* REQUIRED. Fills self, traits and players of the game (rules
     * and spec are filled already). USAGE (logged), NOMEM. */
    enum status (*open)(const struct param_value[], struct game *);
    void (*close)(void *self);

    /* REQUIRED. The position of a grid point, without obligation. RANGE if it
     * does not fit in a position, USAGE if it is none of this game; logged. */
    enum status (*start)(const void *self, const struct point *,
                         struct position *);
    /* REQUIRED. Notation to position and back; parse logs what is wrong and
     * where (USAGE, RANGE). print writes at most cap bytes with the final 0
     * and returns the length it needed, like snprintf. */
    enum status (*parse)(const void *self, const char *text, struct position *);
    size_t (*print)(const void *self, struct position, char out[], size_t cap);

    /* REQUIRED. options() writes every position that `mover` can move to, each
     * once, and returns their number, at most options_max() of the same
     * position. 0: the mover has no move. */
    size_t (*options_max)(const void *self, struct position);
    size_t (*options)(const void *self, struct position, enum mover,
                      struct position out[]);
    /* REQUIRED. A number that every move lowers; the longest play from the
     * position is at most this long. */
    uint64_t (*measure)(const void *self, struct position);

    /* OPTIONAL. n, 1..128, such that every position that can be reached from
     * points within these bounds is < 2^n as a number of 128 bits; NULL: 128.
     * At 64 or fewer, memos keep half as much. */
    unsigned (*bits)(const void *self, const struct grid_bounds *);
    /* OPTIONAL. True if every position that can be reached from p fits in a
     * position, so that a search from p is possible; NULL: always. */
    bool (*searchable)(const void *self, struct position p);
    /* OPTIONAL. True if every option of p fits in a position; options() may be
     * called for no other. NULL: always. */
    bool (*movable)(const void *self, struct position p);
    /* OPTIONAL. The parts of a position, without the obligation: the inverse
     * of start(). Needed by predictions and by grids' rank(). */
    void (*parts)(const void *self, struct position, struct point *);
    /* OPTIONAL, with parts. The parts as runs by ascending size, for a position
     * whose parts are all PART_OWN: quicker. At most POINT_PARTS_MAX. */
    size_t (*runs)(const void *self, struct position, struct point_run out[]);
    /* OPTIONAL, with GAME_SUMS. The parts of p, each as a position; an
     * obligation stays on the part that it names. At most POINT_PARTS_MAX
     * parts. A part may be written as another position of the same value, which
     * then stands for all of that kind: so p itself, if it is one part. What
     * stands for a part is its own only part, and so is its mirror, unless the
     * part stands for that, too. */
    size_t (*split)(const void *self, struct position, struct position out[]);

    const struct obligation_slots *obligation;
    const struct partizan_slots *partizan;
    const struct heap_slots *heap;
    const struct board_slots *board;
    const struct region_slots *region;

    /* OPTIONAL, for people. Positions in the notation of parse() and print(),
     * "3+2, [1]+2": texts that a game with default parameters prints. And how
     * to name it where a parameter has no default: "octal:0.77". */
    const char *positions, *example;

    const struct set_slots *set;
    /* OPTIONAL. The value of a parameter that a person wrote as "@path": what
     * the file of that name says. IO, FORMAT, RANGE; logged. */
    enum status (*from_file)(const char *path, char value[PARAM_TEXT_MAX]);
};

/* An opened game. */
struct game {
    const struct ruleset *rules;
    void *self;
    unsigned traits;           /* enum game_trait */
    unsigned players;          /* 2 or more */
    char spec[PARAM_SPEC_MAX]; /* canonical text, opens the same game again */
};

/* Opens "top-entails:reply=same" from a NULL-terminated list of rulesets.
 * USAGE, UNKNOWN, NOMEM; logged. */
enum status game_open(const struct ruleset *const rules[], const char *spec,
                      struct game *) MUST_CHECK;
/* The ruleset that a text like "nim:players=3" names; NULL: none. */
const struct ruleset *ruleset_find(const struct ruleset *const rules[],
                                   const char *spec);
/* The text as game_open() takes it, for a text that a person wrote: with what
 * the files say for "key=@path" (from_file), in text[]; else as given. Nothing
 * else reads them, so that no archive can name a file. USAGE and errors of
 * from_file; logged. */
enum status game_given(const struct ruleset *const rules[], const char *given,
                       char text[PARAM_SPEC_MAX], const char **spec) MUST_CHECK;
void game_close(struct game *);

/* The position of a grid point, without obligation: start(), or the position
 * that the point is. Errors of start(). */
static inline enum status game_start(const struct game *game,
                                     const struct point *point,
                                     struct position *p)
{
    if (!point->whole)
        return game->rules->start(game->self, point, p);
    *p = point->position;
    return STATUS_OK;
}

/* All states of p, see obligation_slots; p alone where nothing obliges. */
static inline size_t game_states(const struct game *game, struct position p,
                                 struct position out[])
{
    if (game->rules->obligation)
        return game->rules->obligation->states(game->self, p, out);
    out[0] = p;
    return 1;
}

static inline bool game_obliged(const struct game *game, struct position p)
{
    return game->rules->obligation &&
           game->rules->obligation->obliged(game->self, p);
}

#endif
