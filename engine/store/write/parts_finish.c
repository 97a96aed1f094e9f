#include "engine/store/write/parts.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/merge.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum status make_archive(struct parts *p,
                                const struct run_record *record, bool replace,
                                const struct crew *crew)
{
    char *tmp = disk_path("%s/.archive.h5.tmp", p->folder);
    if (!tmp)
        return STATUS_NOMEM;
    /* What is copied is held against the digests of its chunks in the archive;
     * what is compressed again gets new ones. */
    enum status st =
        merge_copies(p) ? STATUS_OK : folder_examine(p, false, crew);
    if (st == STATUS_OK)
        st = disk_remove(tmp);
    if (st == STATUS_OK)
        st = merge_write(p, tmp, record);
    if (st == STATUS_OK)
        st = merge_publish(p, tmp, record, replace, true, crew);
    if (st != STATUS_OK)
        unlink(tmp); /* the failure is logged already */
    free(tmp);
    /* Is it a part's fault? */
    if ((st == STATUS_FORMAT || st == STATUS_IO) &&
        p->rows_done == p->id.rows) {
        enum status found = folder_examine(p, true, crew);
        st = found == STATUS_OK ? st : found;
    }
    return st;
}

/* True if the archive there is the one that these parts became. */
static bool is_made(const struct parts *p)
{
    struct digest_head head;
    const char *why;
    char *path = disk_path("%s/archived", p->folder), *text = NULL;
    size_t length;
    bool made = path && disk_exists(path) &&
                disk_read(path, &text, &length) == STATUS_OK &&
                digest_check(p->archive, true, &head, &why) == STATUS_OK &&
                !head.part && !strcmp(text, head.sha256);
    free(text);
    free(path);
    return made;
}

/* Removes a folder whose lock is held. run.json goes first: without it the
 * remains are not mistaken for a run that has lost its parts. */
static enum status remove_folder(const char *folder)
{
    char *run = disk_path("%s/run.json", folder);
    char *lock = disk_path("%s/lock", folder);
    char *parent = disk_folder(folder);
    enum status st = run && lock && parent ? disk_remove(run) : STATUS_NOMEM;
    if (st == STATUS_OK)
        st = disk_sync(folder);
    if (st == STATUS_OK)
        st = folder_clean(folder, FOLDER_ALL);
    if (st == STATUS_OK)
        st = disk_remove(lock);
    if (st == STATUS_OK && rmdir(folder) < 0)
        log_note("%s: left, since it holds files that are not ours (%s)",
                 folder, strerror(errno));
    if (st == STATUS_OK)
        st = disk_sync(parent);
    free(run);
    free(lock);
    free(parent);
    return st;
}

enum status parts_discard(const char *archive_path)
{
    char *folder = disk_path("%s.parts", archive_path);
    enum status st = folder ? parts_discard_folder(folder) : STATUS_NOMEM;
    free(folder);
    return st;
}

enum status parts_discard_folder(const char *folder)
{
    int fd = -1;
    char *lock = disk_path("%s/lock", folder);
    enum status st = lock ? STATUS_OK : STATUS_NOMEM;
    if (st == STATUS_OK && disk_exists(folder)) {
        st = lock_take(lock, &fd);
        if (st == STATUS_OK)
            st = remove_folder(folder);
        if (fd >= 0)
            lock_drop(fd);
    }
    free(lock);
    return st;
}

enum status parts_archive(struct parts *p, const struct run_record *record,
                          bool replace, const struct crew *crew)
{
    assert(p->lock >= 0 && p->rows_done == p->id.rows);
    enum status st = STATUS_OK;
    if (replace || !is_made(p)) {
        if (!replace && disk_exists(p->archive))
            return log_error(STATUS_EXISTS, "%s: exists already", p->archive);
        st = make_archive(p, record, replace, crew);
    }
    if (st != STATUS_OK)
        return st;
    st = remove_folder(p->folder);
    lock_drop(p->lock);
    p->lock = -1;
    return st;
}
