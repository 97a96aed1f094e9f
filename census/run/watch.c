#include "census/run/watch.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/memory.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static bool ignored(int signal)
{
    struct sigaction action;
    return !sigaction(signal, NULL, &action) && action.sa_handler == SIG_IGN;
}

/* A blocked signal is queued even where it is ignored, so these are left out.
 */
void watch_stops(sigset_t *set)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (!ignored(stops[i]))
            sigaddset(set, stops[i]);
}

static void show_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGUSR1);
}

/* Accepts one of the signals that are pending, and returns it; 0: none is. */
static int accept_one(const sigset_t *set)
{
    static const struct timespec now = {0, 0};
    const int signal = sigtimedwait(set, NULL, &now);
    return signal > 0 ? signal : 0;
}

/* A person, or a supervisor, who asks twice means it. A closed terminal may
 * send SIGHUP twice, and the system SIGXCPU every second: these stay blocked.
 */
static void let_next_through(int signal)
{
    sigset_t set;
    if (signal != SIGINT && signal != SIGTERM)
        return;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Nanoseconds between two questions to the system. */
enum { SIGNALS_EVERY = 1000000 };

static bool any_pending(const sigset_t *set)
{
    sigset_t pending;
    sigpending(&pending);
    if (sigisemptyset(&pending))
        return false;
    for (int signal = 1; signal < SIGRTMIN; signal++)
        if (sigismember(set, signal) && sigismember(&pending, signal))
            return true;
    return false;
}

void watch_block(void)
{
    sigset_t set;
    watch_stops(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

void watch_deadline(struct watch *w, double seconds)
{
    watch_stops(&w->stops);
    atomic_init(&w->stop_due, 0);
    atomic_init(&w->show_due, 0);
    w->deadline = seconds > 0 ? clock_now() + (uint64_t)(seconds * 1e9) : 0;
    w->memory = 0;
    atomic_init(&w->memory_due, 0);
    atomic_init(&w->stopped, false);
}

void watch_begin(struct watch *w, double seconds)
{
    watch_block();
    watch_deadline(w, seconds);
}

void watch_memory(struct watch *w, uint64_t bytes)
{
    w->memory = bytes;
}

/* Is it time again? True for one of the threads that ask at once. */
static bool is_due(_Atomic uint64_t *when, uint64_t now, uint64_t every)
{
    uint64_t due = atomic_load_explicit(when, memory_order_relaxed);
    return now >= due &&
           atomic_compare_exchange_strong(when, &due, now + every);
}

/* One thread counts and, if that is too much, logs it. */
static bool is_full(struct watch *w, uint64_t now)
{
    if (!w->memory || !is_due(&w->memory_due, now, CLOCK_SECOND / 10))
        return false;
    const uint64_t held = memory_resident();
    if (held <= w->memory)
        return false;
    log_note("%llu MB of memory are in use, and %llu MB is the limit "
             "(--memory)",
             (unsigned long long)(held >> 20),
             (unsigned long long)(w->memory >> 20));
    return true;
}

bool watch_stop(void *context)
{
    struct watch *w = context;
    const uint64_t now = clock_now();
    if (atomic_load_explicit(&w->stopped, memory_order_relaxed))
        return true;
    if (is_due(&w->stop_due, now, SIGNALS_EVERY) && any_pending(&w->stops))
        let_next_through(accept_one(&w->stops));
    else if ((!w->deadline || now <= w->deadline) && !is_full(w, now))
        return false;
    atomic_store(&w->stopped, true);
    return true;
}

bool watch_show(void *context)
{
    struct watch *w = context;
    sigset_t set;
    if (!is_due(&w->show_due, clock_now(), SIGNALS_EVERY))
        return false;
    show_signals(&set);
    return any_pending(&set) && accept_one(&set);
}

void watch_end(void)
{
    sigset_t stop, show;
    watch_stops(&stop);
    show_signals(&show);
    while (accept_one(&show))
        ;
    pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
    pthread_sigmask(SIG_UNBLOCK, &show, NULL);
}
