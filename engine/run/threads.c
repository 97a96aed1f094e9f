#include "engine/run/threads.h"

#include "engine/base/log.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Censuses of every method ended well with 64 KB, and as the first thread with
 * 96 KB, not with 48 and 64 (OMP_STACKSIZE=48k census run e4-mixed --size 8
 * --nim 1 -t 2). Partizan games take some 400 bytes more per move. */
static const uint64_t least_stack = 256 << 10;

/* The threads that the process has; 1 where there is no /proc. */
static unsigned present(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    unsigned n = 0;
    while (folder && (entry = readdir(folder)))
        n += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return n ? n : 1;
}

static void *wait_for_all(void *made)
{
    sem_wait(made);
    return NULL;
}

enum status threads_probe(unsigned threads)
{
    const unsigned there = present();
    const unsigned more = threads > there ? threads - there : 0;
    unsigned n = 0;
    sem_t made;
    if (!more)
        return STATUS_OK;
    pthread_t *ids = calloc(more, sizeof *ids);
    if (!ids)
        return log_error(STATUS_NOMEM, "out of memory for the threads");
    sem_init(&made, 0, 0);
    int error = 0;
    while (n < more &&
           !(error = pthread_create(&ids[n], NULL, wait_for_all, &made)))
        n++;
    for (unsigned i = 0; i < n; i++)
        sem_post(&made);
    for (unsigned i = 0; i < n; i++)
        pthread_join(ids[i], NULL);
    sem_destroy(&made);
    free(ids);
    return error ? log_error(STATUS_NOMEM,
                             "%u threads are asked for, and the system gives "
                             "only %u (%s): give a smaller --threads",
                             threads, there + n, strerror(error))
                 : STATUS_OK;
}

/* That of the first thread grows up to the limit; pthread_getattr_np would read
 * the whole list of mappings to find it. */
static uint64_t first_stack(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) ? UINT64_MAX : limit.rlim_cur;
}

uint64_t threads_stack(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    if (gettid() == getpid())
        return first_stack();
    if (pthread_getattr_np(pthread_self(), &attributes))
        return UINT64_MAX;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}

enum status threads_fit(uint64_t smallest)
{
    if (smallest >= least_stack)
        return STATUS_OK;
    return log_error(STATUS_NOMEM,
                     "a thread has a stack of %llu KB and needs %llu: raise "
                     "OMP_STACKSIZE or the limit on stacks (ulimit -s)",
                     (unsigned long long)(smallest >> 10),
                     (unsigned long long)(least_stack >> 10));
}
