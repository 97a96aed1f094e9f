#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct inspection {
    const char *folder, *run;
    struct parts_info *info;
};

/* Status is called often: it checks head and length, and every byte only of
 * short parts that nobody is writing. A resume reads every byte. */
enum { SHORT_PART = 4 << 20 };

static enum status inspect(void *context, const char *name, uint64_t part)
{
    const struct inspection *inspection = context;
    struct digest_head head;
    const char *why;
    char *path = disk_path("%s/%s", inspection->folder, name);
    if (!path)
        return STATUS_NOMEM;
    enum status st = digest_check(path, false, &head, &why);
    if (st == STATUS_OK && !inspection->info->locked &&
        head.length <= SHORT_PART)
        st = digest_check(path, true, &head, &why);
    /* What cannot be read is not damaged; what a run removes meanwhile is gone.
     */
    const bool unread = st == STATUS_IO && disk_exists(path);
    const bool gone = st == STATUS_IO && !unread;
    if (unread)
        st = log_error(st, "%s: %s", path, why);
    free(path);
    if (unread || gone)
        return unread ? st : STATUS_OK;
    if (st == STATUS_OK && head.part && head.index == part &&
        part < inspection->info->parts && !strcmp(head.run, inspection->run)) {
        inspection->info->has[part] = true;
        inspection->info->parts_done++;
        inspection->info->rows_done += head.rows;
    } else {
        inspection->info->bad++;
    }
    return STATUS_OK;
}

static enum status inspect_parts(const char *folder, const char *run,
                                 struct parts_info *info)
{
    struct inspection inspection = {folder, run, info};
    info->has = calloc(info->parts, sizeof *info->has);
    if (!info->has)
        return log_error(STATUS_NOMEM, "%s: out of memory", folder);
    enum status st = folder_scan(folder, inspect, &inspection);
    return st == STATUS_OK ? folder_memo_bytes(folder, &info->memo_bytes) : st;
}

enum status parts_inspect_folder(const char *folder, struct parts_info *info)
{
    char run[DIGEST_HEX];
    char *lock = disk_path("%s/lock", folder);
    enum status st = lock ? identity_read(folder, info, run) : STATUS_NOMEM;
    if (st == STATUS_OK) {
        info->locked = lock_held(lock, info->holder);
        st = inspect_parts(folder, run, info);
        if (st != STATUS_OK)
            parts_info_release(info);
    }
    free(lock);
    return st;
}

enum status parts_inspect(const char *archive_path, struct parts_info *info)
{
    char *folder = disk_path("%s.parts", archive_path);
    enum status st = folder ? parts_inspect_folder(folder, info) : STATUS_NOMEM;
    free(folder);
    return st;
}
