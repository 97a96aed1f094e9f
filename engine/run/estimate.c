#include "engine/run/estimate.h"

#include "engine/base/log.h"
#include "engine/base/memory.h"
#include "engine/run/team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points sampled: all of small grids. At 16,384 of the 6,639,349 of
 * top-entails-partitions --total 60 the number of states is out by 0.1 %. */
enum { SAMPLE = 16384 };

/* The size of an archive without rows: 6,228 bytes with 4 columns, 7,447 with
 * 6, 9,937 with 10 (archives of one or two rows). And a run takes 4 to 5 MB
 * above what the program holds before it and what is counted here: 14 MB
 * against 9.8 for the smallest. */
enum {
    ARCHIVE_BYTES = 3600,
    COLUMN_BYTES = 650,
    PROGRAM_BYTES = 9 << 19, /* 4.5 MB */
};

/* A position and its mirror count once: at the point of the one that is
 * remembered. */
static bool counts(const struct plan *plan, size_t g, uint64_t index,
                   struct position p)
{
    const struct game *game = &plan->games[g];
    const struct grid *grid = &plan->grid;
    uint64_t own;
    bool turned;
    struct position q = solve_remembered(game, plan->domains[g], p, &turned);
    return !turned || !grid_row(grid, game, q, &own) || own == index;
}

/* The states of all points in one game, from evenly spread ones. */
static enum status count_states(const struct plan *plan, size_t g,
                                uint64_t *states, bool *exact)
{
    const struct game *game = &plan->games[g];
    const uint64_t count = plan->grid.count;
    const uint64_t n = count < SAMPLE ? count : SAMPLE;
    struct position found[POINT_PARTS_MAX];
    struct point point;
    uint64_t sum = 0;
    *exact = n == count;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t index =
            *exact ? i
                   : (uint64_t)((double)count * ((double)i + 0.5) / (double)n);
        grid_unrank(&plan->grid, index, &point);
        enum status st = game_start(game, &point, &found[0]);
        if (st)
            return st;
        if (counts(plan, g, index, found[0]))
            sum += game_states(game, found[0], found);
    }
    *states = n ? (uint64_t)((double)sum * ((double)count / (double)n)) : 0;
    return STATUS_OK;
}

/* Do the positions of a run number as the states of its points? In sweeps,
 * unless sums are solved by their components. */
static bool counts_states(const struct plan *plan, const struct method *method)
{
    for (size_t g = 0; g < plan->ngames; g++)
        if (solve_adds(&plan->games[g], plan->domains[g]))
            return method->states_only && !method->memo;
    return method->states_only;
}

/* Bytes of a memo for `positions` positions of game g; 0: not known. */
static uint64_t memo_bytes(const struct plan *plan, size_t g,
                           const struct run_options *options,
                           uint64_t positions)
{
    const struct memo_kind *kind = run_memo(plan, options);
    const struct domain_kind *domain = plan->domains[g];
    struct ranking ranking;
    const struct memo_spec spec =
        team_memo_spec(plan, g, domain, run_threads(options->threads),
                       kind->apart ? 0 : positions, &ranking);
    return kind->bytes ? kind->bytes(&spec, positions) : 0;
}

/* What the method keeps. Solvers have memos, too, for rows that ask for further
 * positions. */
static enum status estimate_kept(const struct plan *plan,
                                 const struct run_options *options,
                                 struct estimate *e)
{
    struct method_bytes kept;
    enum status st = e->method->bytes_needed(plan, options->spill, &kept);
    e->spill_bytes = kept.disk;
    e->memo_bytes = kept.memory;
    for (size_t g = 0; g < plan->ngames; g++)
        e->memo_bytes += memo_bytes(plan, g, options, 0);
    return st;
}

/* Shorter differences of CPU seconds are noise; steeper powers have not been
 * seen. */
static const double SHORTEST = 0.002, POWER_MOST = 2;

/* What is solved before the first row is known. */
static enum status estimate_prepared(const struct plan *plan,
                                     const struct run_options *options,
                                     struct estimate *e)
{
    enum status st = e->method->positions(plan, &e->positions);
    e->basis = ESTIMATE_COUNTED;
    return st ? st : estimate_kept(plan, options, e);
}

/* Sweeps solve every state of every point. */
static enum status estimate_sweep(const struct plan *plan,
                                  const struct run_options *options,
                                  struct estimate *e)
{
    bool known = true;
    e->basis = ESTIMATE_COUNTED;
    for (size_t g = 0; g < plan->ngames; g++) {
        uint64_t states;
        bool exact;
        enum status st = count_states(plan, g, &states, &exact);
        if (st)
            return st;
        const uint64_t bytes = memo_bytes(plan, g, options, states);
        e->expect[g] = e->method->memo ? states : 0;
        e->positions += states;
        e->memo_bytes += bytes;
        known = known && bytes;
        if (!exact)
            e->basis = ESTIMATE_SAMPLED;
    }
    if (!e->method->memo)
        return estimate_kept(plan, options, e);
    if (!known)
        e->memo_bytes = 0;
    return STATUS_OK;
}

/* Extrapolates y to x rows from two pilots: a power of the rows. */
static double extrapolate(uint64_t y0, uint64_t y1, uint64_t x0, uint64_t x1,
                          uint64_t x)
{
    double slope = 1;
    if (x0 && y0 && y1 >= y0 && x1 > x0)
        slope = log((double)y1 / (double)y0) / log((double)x1 / (double)x0);
    return (double)y1 * pow((double)x / (double)x1, slope);
}

/* CPU seconds to solve n rows. What grows is a power of the rows, at least the
 * first: that of the differences of three pilots, in which what a run costs
 * that has no rows cancels. Pilots too short to differ say nothing of it. */
static double solving(const struct pilots *pilots, uint64_t n)
{
    const struct pilot *p = pilots->last;
    const double first = p[1].seconds - p[0].seconds,
                 second = p[2].seconds - p[1].seconds;
    const double rows[2] = {(double)p[1].rows, (double)p[2].rows};
    double power = 1;
    if (!p[1].rows || second <= 0)
        return p[2].seconds * (double)n / rows[1];
    if (p[0].rows && first > SHORTEST && p[2].rows == 4 * p[1].rows)
        power = log(second / first) / log(4);
    power = power < 1 ? 1 : power > POWER_MOST ? POWER_MOST : power;
    return p[2].seconds + second *
                              (pow((double)n, power) - pow(rows[1], power)) /
                              (pow(rows[1], power) - pow(rows[0], power));
}

/* CPU seconds to find `positions` before the first row, carried on from two
 * pilots that were cut: a power of them, at least the first. */
static double finding(const struct pilots *pilots, uint64_t positions)
{
    const struct pilot *cut = pilots->cut;
    double power = 1;
    if (cut[0].positions && cut[1].positions > cut[0].positions &&
        cut[0].seconds > SHORTEST)
        power = log(cut[1].seconds / cut[0].seconds) /
                log((double)cut[1].positions / (double)cut[0].positions);
    power = power < 1 ? 1 : power > POWER_MOST ? POWER_MOST : power;
    return cut[1].seconds *
           pow((double)positions / (double)cut[1].positions, power);
}

/* More positions than this for a row of a pilot are not those of the grid: how
 * many more there are for later rows the first ones do not tell. Of Top Entails
 * with reply=elsewhere, multisets of 1..9, rows of up to three parts reach
 * 14,221 positions and the one row of four nines 59,900 of all 59,939. */
enum { BEYOND = 4 };
/* Fewer rows than this say nothing of the values that others have. */
enum { VALUE_ROWS = 256 };
/* Values that are kept, and the book of them: rows of 1..4 counters in 9 heaps
 * have 10 MB of games, and take some 60 MB more than without. */
enum { BOOK_TIMES = 5 };
/* In the archive it takes 4.4 MB, and to make it 0.5 CPU seconds. */
static const double BOOK_PACKED = 0.44, BOOK_SECONDS = 50e-9; /* a byte */

static bool keeps_values(const struct plan *plan)
{
    for (size_t g = 0; g < plan->ngames; g++)
        if (plan->domains[g]->bytes)
            return true;
    return false;
}

/* Rows are compressed, written, read back, copied and verified: of retrograde
 * runs, a good half of which is this, 2 times what compressing them takes. */
static const double writing_times = 2;

static void use_pilots(const struct plan *plan,
                       const struct run_options *options,
                       const struct pilots *pilots, struct estimate *e)
{
    const struct pilot *p = pilots->last + PILOTS - 2;
    const bool all = p[1].rows == e->rows;
    /* What all rows are read from has been found for the first ones. */
    const bool found = e->method->prepare && p[1].positions >= e->positions;
    const double times = (double)e->rows / (double)p[1].rows;
    e->pilot_rows = p[1].rows;
    if (!e->method->prepare && !counts_states(plan, e->method)) {
        e->basis = all ? ESTIMATE_TRIED : ESTIMATE_CARRIED;
        e->open = !all && p[1].positions / BEYOND > p[1].rows;
        e->positions = (uint64_t)extrapolate(p[0].positions, p[1].positions,
                                             p[0].rows, p[1].rows, e->rows);
        e->memo_bytes = all ? p[1].memo_bytes
                        : plan->ngames == 1
                            ? memo_bytes(plan, 0, options, e->positions)
                            : 0;
    }
    if (!e->memo_bytes && p[1].positions)
        e->memo_bytes =
            (uint64_t)((double)p[1].memo_bytes * (double)e->positions /
                       (double)p[1].positions);
    /* In proportion to the rows at most: of 17.7 million regions the power that
     * the first 1,024 suggest, all that a busy machine solves in the time of a
     * pilot, makes 450 GB of what takes 0.2 GB. */
    const double values =
        p[1].rows < VALUE_ROWS && !all
            ? 0
            : fmin(times * (double)p[1].value_bytes,
                   extrapolate(p[0].value_bytes, p[1].value_bytes, p[0].rows,
                               p[1].rows, e->rows));
    e->value_bytes = (uint64_t)(BOOK_TIMES * values);
    if (!pilots->cut[1].positions)
        e->cpu_seconds = found ? p[1].seconds : solving(pilots, e->rows);
    e->cpu_seconds += writing_times * times * p[1].compressing_seconds +
                      BOOK_SECONDS * values;
    /* Chunks of the first rows take as many bytes as those of the last. */
    e->archive_bytes =
        (uint64_t)(times * (double)p[1].bytes + BOOK_PACKED * values) +
        ARCHIVE_BYTES + COLUMN_BYTES * plan->census->ncolumns;
}

/* Bytes of a row in a part, compressed, without a pilot: numbers shrink to an
 * eighth or less in every archive of results/, texts to half. */
static uint64_t packed_width(const struct census *census)
{
    uint64_t eighths = 0;
    for (size_t c = 0; c < census->ncolumns; c++)
        eighths += census->columns[c].width *
                   (census->columns[c].type == COLUMN_TEXT ? 4 : 1);
    return eighths / 8;
}

/* What each thread compresses chunks in: with a compressor for narrow and one
 * for wide columns, 1.3 to 1.5 MB for numbers (eight threads of Nim, partitions
 * to 66: 38 MB, where 27.3 were expected without). */
enum { COMPRESSOR_BYTES = 3 << 18 };

static uint64_t chunk_bytes(const struct census *census, uint64_t part)
{
    const uint64_t rows = part < STORE_CHUNK_ROWS ? part : STORE_CHUNK_ROWS;
    const size_t widest = column_by_width(census->columns, census->ncolumns, 0);
    return 3 * rows * census->columns[widest].width +
           (rows == STORE_CHUNK_ROWS ? COMPRESSOR_BYTES : 0);
}

uint64_t estimate_archive_most(const struct plan *plan)
{
    const struct census *census = plan->census;
    uint64_t width = 0;
    for (size_t c = 0; c < census->ncolumns; c++)
        width += census->columns[c].width;
    return width * plan->grid.count + ARCHIVE_BYTES +
           COLUMN_BYTES * census->ncolumns;
}

enum status estimate_run(const struct plan *plan,
                         const struct run_options *options, uint64_t part_rows,
                         const struct pilots *pilots, struct estimate *e)
{
    const struct census *census = plan->census;
    const bool tried = pilots && pilots->last[PILOTS - 1].rows;
    const uint64_t part =
        part_rows < plan->grid.count ? part_rows : plan->grid.count;
    *e = (struct estimate){.method = run_method(plan, options),
                           .rows = plan->grid.count,
                           .held_bytes = memory_resident()};
    e->archive_bytes = estimate_archive_most(plan);
    enum status st = STATUS_OK;
    if (e->method->prepare)
        st = estimate_prepared(plan, options, e);
    else if (counts_states(plan, e->method))
        st = estimate_sweep(plan, options, e);
    if (!st && pilots && pilots->cut[1].positions)
        e->cpu_seconds = finding(pilots, e->positions);
    if (!st && tried)
        use_pilots(plan, options, pilots, e);
    e->seconds = e->cpu_seconds / run_threads(options->threads);
    /* Recursion sorts the rows of a part by their measures. */
    e->part_bytes =
        method_rows_held(e->method, run_threads(options->threads), part) *
            (census->row_size + e->method->row_order_bytes) +
        (tried ? (uint64_t)((double)e->archive_bytes *
                            ((double)part / (double)e->rows))
               : part * packed_width(census));
    e->more = !e->memo_bytes && !options->spill;
    e->more |= !e->value_bytes && keeps_values(plan);
    e->more |= e->open;
    e->memory_bytes = e->held_bytes + PROGRAM_BYTES + e->memo_bytes +
                      e->value_bytes + e->part_bytes +
                      run_threads(options->threads) * chunk_bytes(census, part);
    return st;
}
