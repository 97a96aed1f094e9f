#include "engine/retrograde/masks.h"

#include "engine/base/log.h"
#include "engine/retrograde/scratch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t bytes(uint64_t count)
{
    return (size_t)count * sizeof(_Atomic uint16_t);
}

enum status masks_open(uint64_t count, const char *folder, struct masks *m)
{
    *m = (struct masks){.count = count, .file = -1};
    enum status st = folder
                         ? scratch_open(folder, "masks", bytes(count), &m->file)
                         : STATUS_OK;
    if (st)
        return st;
    void *at =
        mmap(NULL, bytes(count), PROT_READ | PROT_WRITE,
             folder ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
             m->file, 0);
    if (at != MAP_FAILED) {
        m->at = at;
        return STATUS_OK;
    }
    if (folder)
        close(m->file);
    return log_error(STATUS_NOMEM,
                     "out of memory: the masks of %llu positions need %zu MB",
                     (unsigned long long)count, bytes(count) >> 20);
}

void masks_close(struct masks *m)
{
    if (m->at) {
        munmap((void *)m->at, bytes(m->count));
        if (m->file >= 0)
            close(m->file);
    }
    m->at = NULL;
}

static size_t whole_pages(uint64_t count)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes(count) / page * page;
}

/* Advice only: if the kernel ignores it, that costs memory, not facts. */
void masks_forget(struct masks *m, uint64_t low, uint64_t high)
{
    const size_t from = whole_pages(atomic_load(&m->low));
    const size_t to = whole_pages(low);
    if (to > from && m->file < 0)
        madvise((char *)m->at + from, to - from, MADV_DONTNEED);
    else if (to > from)
        fallocate(m->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  (off_t)from, (off_t)(to - from));
    atomic_store(&m->low, low);
    atomic_store(&m->high, high);
}

void masks_page_out(struct masks *m)
{
    const size_t from = whole_pages(atomic_load(&m->low));
    const size_t to = whole_pages(atomic_load(&m->high));
#ifdef MADV_PAGEOUT
    if (m->file >= 0 && to > from)
        madvise((char *)m->at + from, to - from, MADV_PAGEOUT);
#else
    (void)from;
    (void)to;
#endif
}

uint64_t masks_bytes(const struct masks *m)
{
    return bytes(atomic_load(&m->high) - atomic_load(&m->low));
}
