#include "engine/run/together.h"

#include "engine/base/log.h"

static enum status no_memory(void)
{
    return log_error(STATUS_NOMEM, "out of memory for what processes tell");
}

bool together_serves(const struct plan *plan)
{
    for (size_t g = 0; g < plan->ngames; g++)
        if (plan->domains[g]->own_numbers && !plan->domains[g]->tell)
            return false;
    return true;
}

enum status together_open(struct together *t, const struct handout *handout,
                          struct team *team)
{
    const unsigned processes = handout->processes;
    *t = (struct together){.handout = handout, .team = team};
    t->first = calloc(processes + 1, sizeof *t->first);
    t->lengths = calloc(processes, sizeof *t->lengths);
    return t->first && t->lengths ? STATUS_OK : no_memory();
}

void together_close(struct together *t)
{
    for (size_t g = 0; t->team && g < t->team->ndomains; g++)
        if (t->team->domains[g].kind->tell_end)
            t->team->domains[g].kind->tell_end(t->known[g]);
    free(t->keys);
    free(t->unsorted);
    free(t->values);
    free(t->first);
    free(t->owners);
    free(t->lengths);
    free(t->mine.at);
    free(t->all.at);
}

/* The list, longer; as it was, and not *all, if memory is short. */
static void *longer(void *list, size_t bytes, bool *all)
{
    void *more = realloc(list, bytes);
    if (more)
        return more;
    *all = false;
    return list;
}

static enum status reserve(struct together *t, size_t more)
{
    if (more <= t->cap - t->n)
        return STATUS_OK;
    const size_t cap = 2 * t->cap + more;
    bool all = true;
    t->keys = longer(t->keys, cap * sizeof *t->keys, &all);
    t->unsorted = longer(t->unsorted, cap * sizeof *t->unsorted, &all);
    t->values = longer(t->values, cap * sizeof *t->values, &all);
    t->owners = longer(t->owners, cap * sizeof *t->owners, &all);
    if (!all)
        return no_memory();
    t->cap = cap;
    return STATUS_OK;
}

/* The positions of one row. */
static enum status list_point(struct together *t, const struct point *point,
                              unsigned owner)
{
    const struct game *game = &t->team->plan->games[t->game];
    const struct domain_kind *domain = t->team->domains[t->game].kind;
    const unsigned processes = t->handout->processes;
    struct position states[POINT_PARTS_MAX], key;
    enum status st = game_start(game, point, states);
    if (!st)
        st = reserve(t, POINT_PARTS_MAX);
    if (st)
        return st;
    const size_t n = game_states(game, states[0], states);
    for (size_t i = 0; i < n; i++) {
        if (!solve_key(game, domain, states[i], &key))
            continue;
        t->unsorted[t->n] = key;
        t->owners[t->n++] = owner < processes
                                ? owner
                                : (unsigned)(position_hash(key) % processes);
    }
    return STATUS_OK;
}

/* Those of one process behind those of the one before. */
static void sort(struct together *t)
{
    const unsigned processes = t->handout->processes;
    for (unsigned r = 0; r <= processes; r++)
        t->first[r] = 0;
    for (size_t i = 0; i < t->n; i++)
        t->first[t->owners[i] + 1]++;
    for (unsigned r = 0; r < processes; r++)
        t->first[r + 1] += t->first[r];
    for (size_t i = 0; i < t->n; i++)
        t->keys[t->first[t->owners[i]]++] = t->unsorted[i];
    for (unsigned r = processes; r > 0; r--)
        t->first[r] = t->first[r - 1];
    t->first[0] = 0;
}

enum status together_list(struct together *t, size_t g, uint64_t row,
                          uint64_t n, unsigned owner)
{
    struct point point;
    enum status st = STATUS_OK;
    t->game = g;
    t->n = 0;
    for (uint64_t i = 0; i < n && !st; i++) {
        grid_walk(&t->team->plan->grid, i, row + i, &point);
        st = list_point(t, &point, owner);
    }
    if (st)
        t->n = 0;
    sort(t);
    return st;
}

size_t together_own(const struct together *t)
{
    const unsigned process = t->handout->process;
    return t->first[process + 1] - t->first[process];
}

enum status together_solve(struct together *t, size_t from, size_t to,
                           unsigned worker)
{
    const size_t first = t->first[t->handout->process];
    return solve_bulk(&team_solvers(t->team, worker)[t->game],
                      t->keys + first + from, to - from,
                      t->values + first + from);
}

/* Values of a domain whose numbers all processes share. */
static enum status write_plain(const struct domain_kind *kind,
                               const uint64_t values[], size_t n,
                               struct message *words)
{
    const size_t bytes = n * kind->value_bytes, length = (bytes + 3) / 4;
    if (message_reserve(words, length))
        return no_memory();
    unsigned char *at = (unsigned char *)(words->at + words->n);
    memset(at, 0, 4 * length);
    for (size_t i = 0; i < n; i++)
        memcpy(at + i * kind->value_bytes, &values[i], kind->value_bytes);
    words->n += length;
    return STATUS_OK;
}

static void read_plain(const struct domain_kind *kind, const uint32_t words[],
                       uint64_t values[], size_t n)
{
    const unsigned char *at = (const unsigned char *)words;
    for (size_t i = 0; i < n; i++) {
        values[i] = 0;
        memcpy(&values[i], at + i * kind->value_bytes, kind->value_bytes);
    }
}

/* What this process has found. */
static enum status speak(struct together *t)
{
    const struct domain *domain = &t->team->domains[t->game];
    const uint64_t *values = t->values + t->first[t->handout->process];
    const size_t n = together_own(t);
    t->mine.n = 0;
    if (!n)
        return STATUS_OK;
    return domain->kind->tell
               ? domain->kind->tell(domain->self, &t->known[t->game], values, n,
                                    &t->mine)
               : write_plain(domain->kind, values, n, &t->mine);
}

/* What all have found; `stride` words of each. */
static enum status hear(struct together *t, size_t stride)
{
    const struct domain *domain = &t->team->domains[t->game];
    enum status st = STATUS_OK;
    for (unsigned r = 0; r < t->handout->processes && !st; r++) {
        const uint32_t *words = t->all.at + r * stride;
        uint64_t *values = t->values + t->first[r];
        const size_t n = t->first[r + 1] - t->first[r];
        if (!n)
            continue;
        if (domain->kind->hear)
            st = domain->kind->hear(domain->self, &t->known[t->game], words,
                                    t->lengths[r], values, n);
        else
            read_plain(domain->kind, words, values, n);
    }
    return st;
}

/* All lengths, and room for all words: `stride` of each process. */
static enum status measure(struct together *t, enum status st, size_t *stride)
{
    const struct handout *h = t->handout;
    t->lengths[h->process] = t->mine.n;
    st = h->exchange(h->self, t->lengths, h->processes, sizeof *t->lengths,
                     h->processes, st);
    if (st)
        return st;
    *stride = 0;
    for (unsigned r = 0; r < h->processes; r++)
        *stride = t->lengths[r] > *stride ? t->lengths[r] : *stride;
    t->all.n = 0;
    if (message_reserve(&t->all, h->processes * *stride + 1))
        st = no_memory();
    return h->exchange(h->self, NULL, 0, 0, 0, st);
}

enum status together_tell(struct together *t, enum status st, enum status *own)
{
    const struct handout *h = t->handout;
    size_t stride;
    *own = STATUS_OK;
    if (!st)
        st = speak(t);
    st = measure(t, st, &stride);
    if (st || !stride)
        return st;
    uint32_t *mine = t->all.at + h->process * stride;
    memset(mine, 0, stride * sizeof *mine);
    memcpy(mine, t->mine.at, t->mine.n * sizeof *mine);
    st = h->exchange(h->self, t->all.at, h->processes, stride * sizeof *mine,
                     h->processes, STATUS_OK);
    if (!st)
        *own = hear(t, stride);
    return st;
}

enum status together_keep(struct together *t, size_t from, size_t to,
                          unsigned worker)
{
    struct memo *memo = &t->team->memos[t->game];
    return memo_put(memo, worker, t->keys + from, t->values + from, to - from);
}
