#include "census/run/watch.h"

#include "engine/base/clock.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static void stop_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

static void show_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGUSR1);
}

/* Consumes a pending signal; false if there is none. */
static bool consume(const sigset_t *set)
{
    static const struct timespec now = {0, 0};
    return sigtimedwait(set, NULL, &now) > 0;
}

void watch_begin(struct watch *w, double seconds)
{
    sigset_t set;
    stop_signals(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    w->deadline = seconds > 0 ? clock_now() + (uint64_t)(seconds * 1e9) : 0;
}

bool watch_stop(void *context)
{
    const struct watch *w = context;
    sigset_t set, pending;
    if (w->deadline && clock_now() > w->deadline)
        return true;
    sigpending(&pending);
    if (!sigismember(&pending, SIGINT) && !sigismember(&pending, SIGTERM))
        return false;
    stop_signals(&set);
    consume(&set);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    return true;
}

bool watch_show(void *context)
{
    sigset_t set, pending;
    (void)context;
    sigpending(&pending);
    if (!sigismember(&pending, SIGUSR1))
        return false;
    show_signals(&set);
    return consume(&set);
}

void watch_end(struct watch *w, bool done)
{
    sigset_t stop, show;
    (void)w;
    stop_signals(&stop);
    show_signals(&show);
    while (consume(&show) || (done && consume(&stop)))
        ;
    sigprocmask(SIG_UNBLOCK, &stop, NULL);
    sigprocmask(SIG_UNBLOCK, &show, NULL);
}
