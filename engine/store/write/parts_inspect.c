#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct look {
    const char *folder, *run;
    struct parts_info *info;
};

/* A quick look at head and length: a run may be writing, and status is asked
 * often. A resume reads every byte. */
static enum status look_at(void *context, const char *name, uint64_t part)
{
    const struct look *look = context;
    struct digest_head head;
    const char *why;
    char *path = disk_path("%s/%s", look->folder, name);
    if (!path)
        return STATUS_NOMEM;
    enum status st = digest_check(path, false, &head, &why);
    free(path);
    if (st == STATUS_OK && head.part && head.index == part &&
        part < look->info->parts && !strcmp(head.run, look->run)) {
        look->info->parts_done++;
        look->info->rows_done += head.rows;
    } else {
        look->info->bad++;
    }
    return STATUS_OK;
}

enum status parts_inspect(const char *archive_path, struct parts_info *info)
{
    char run[DIGEST_HEX];
    char *folder = disk_path("%s.parts", archive_path);
    char *lock = folder ? disk_path("%s/lock", folder) : NULL;
    enum status st = lock ? identity_read(folder, info, run) : STATUS_NOMEM;
    if (st == STATUS_OK) {
        struct look look = {folder, run, info};
        st = folder_scan(folder, look_at, &look);
        if (st == STATUS_OK)
            st = folder_memo_bytes(folder, &info->memo_bytes);
        info->locked = lock_held(lock, info->holder);
        if (st != STATUS_OK)
            parts_info_release(info);
    }
    free(lock);
    free(folder);
    return st;
}
