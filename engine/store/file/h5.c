#include "engine/store/file/h5.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 256, LINKS_IN_HEADER = 256, ATTRIBUTES_IN_HEADER = 64 };

enum status h5_ready(void)
{
    hbool_t threads = 0;
    /* At exit HDF5 1.10.8 would close what it could not close before, and
     * crash: seen after a full disk. All that we open we close ourselves. Only
     * the first call counts; the others fail, harmlessly. */
    H5dont_atexit();
    /* In a thread-safe library the error printer is set per thread. */
    if (H5open() < 0 || H5Eset_auto2(H5E_DEFAULT, NULL, NULL) < 0 ||
        H5is_library_threadsafe(&threads) < 0)
        return log_error(STATUS_IO, "the HDF5 library does not start");
    if (!threads)
        return log_error(STATUS_IO, "this HDF5 library is not thread-safe; "
                                    "please use the serial one");
    return STATUS_OK;
}

/* Keeps the system's reason if HDF5 gives one, else the innermost text. */
static herr_t keep_reason(unsigned depth, const H5E_error2_t *error, void *out)
{
    static const char mark[] = "error message = '";
    char *message = out;
    const char *system = error->desc ? strstr(error->desc, mark) : NULL;
    if (system) {
        system += sizeof mark - 1;
        snprintf(message, MESSAGE, "%.*s", (int)strcspn(system, "'"), system);
        return 1;
    }
    if (depth == 0 && error->desc)
        snprintf(message, MESSAGE, "%s", error->desc);
    return 0;
}

enum status h5_fail(hid_t object, const char *doing)
{
    char reason[MESSAGE] = "HDF5 gives no reason", path[1024] = "";
    /* Before any other call, which would clear the error stack. */
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, reason);
    if (H5Iis_valid(object) <= 0 || H5Fget_name(object, path, sizeof path) < 0)
        snprintf(path, sizeof path, "HDF5");
    return log_error(STATUS_IO, "%s: %s (%s)", path, reason, doing);
}

static enum status fail_path(enum status st, const char *path)
{
    char reason[MESSAGE] = "HDF5 gives no reason";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, reason);
    return log_error(st, "%s: %s", path, reason);
}

/* Closing a file closes all that is open in it, so that a failure half-way
 * needs no clean-up. HDF5's file locks fail on some network file systems and
 * are useless for files that never change. */
static hid_t access_list(void)
{
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    if (list >= 0 &&
        (H5Pset_fapl_sec2(list) < 0 ||
         H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) < 0 ||
         H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110) < 0 ||
         H5Pset_file_locking(list, 0, 1) < 0)) {
        H5Pclose(list);
        list = -1;
    }
    return list;
}

enum status h5_create(const char *path, hid_t *file)
{
    hid_t creation = H5Pcreate(H5P_FILE_CREATE), access = access_list();
    *file = -1;
    if (creation >= 0 && access >= 0 &&
        H5Pset_userblock(creation, DIGEST_HEAD) >= 0 &&
        H5Pset_obj_track_times(creation, 0) >= 0 &&
        H5Pset_attr_phase_change(creation, ATTRIBUTES_IN_HEADER, 0) >= 0)
        *file = H5Fcreate(path, H5F_ACC_EXCL, creation, access);
    enum status st = *file < 0 ? fail_path(STATUS_IO, path) : STATUS_OK;
    H5Pclose(creation);
    H5Pclose(access);
    return st;
}

enum status h5_open(const char *path, hid_t *file)
{
    hid_t access = access_list();
    *file = access < 0 ? -1 : H5Fopen(path, H5F_ACC_RDONLY, access);
    enum status st = *file < 0 ? fail_path(STATUS_FORMAT, path) : STATUS_OK;
    H5Pclose(access);
    return st;
}

enum status h5_open_again(hid_t file, hid_t *again)
{
    *again = H5Freopen(file);
    return *again < 0 ? h5_fail(file, "opening it again") : STATUS_OK;
}

enum status h5_stamp(hid_t file, struct disk_stamp *stamp)
{
    void *fd = NULL;
    if (H5Fget_vfd_handle(file, H5P_DEFAULT, &fd) < 0 || !fd ||
        !disk_stamp(*(const int *)fd, stamp))
        return h5_fail(file, "reading which file it is");
    return STATUS_OK;
}

enum status h5_close(hid_t file, const char *path, enum status so_far)
{
    if (H5Fclose(file) < 0 && so_far == STATUS_OK)
        return fail_path(STATUS_IO, path);
    return so_far;
}

enum status h5_end(hid_t object, enum status so_far)
{
    /* By its own function: these let go of an object that cannot be written,
     * H5Oclose does not, and then the file cannot be closed either. */
    const H5I_type_t type = object < 0 ? H5I_BADID : H5Iget_type(object);
    char path[1024] = "HDF5";
    herr_t result = 0;
    if (object >= 0 && so_far == STATUS_OK)
        H5Fget_name(object, path, sizeof path);
    if (type == H5I_DATASET)
        result = H5Dclose(object);
    else if (type == H5I_GROUP)
        result = H5Gclose(object);
    else if (type == H5I_ATTR)
        result = H5Aclose(object);
    return result < 0 && so_far == STATUS_OK ? fail_path(STATUS_IO, path)
                                             : so_far;
}

enum status h5_group(hid_t file, const char *name, hid_t *group)
{
    hid_t list = H5Pcreate(H5P_GROUP_CREATE);
    *group = -1;
    if (list >= 0 &&
        H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED |
                                             H5P_CRT_ORDER_INDEXED) >= 0 &&
        H5Pset_link_phase_change(list, LINKS_IN_HEADER, 0) >= 0 &&
        H5Pset_attr_phase_change(list, ATTRIBUTES_IN_HEADER, 0) >= 0 &&
        H5Pset_obj_track_times(list, 0) >= 0)
        *group = H5Gcreate2(file, name, H5P_DEFAULT, list, H5P_DEFAULT);
    enum status st = *group < 0 ? h5_fail(file, name) : STATUS_OK;
    H5Pclose(list);
    return st;
}

struct plain {
    bool datasets;
    enum status st;
};

static herr_t check_link(hid_t group, const char *name, const H5L_info_t *info,
                         void *context)
{
    struct plain *plain = context;
    char path[1024] = "HDF5", where[256] = "";
    const char *fault = NULL;
    if (info->type != H5L_TYPE_HARD) {
        fault = "is a link to somewhere else";
    } else if (plain->datasets) {
        hid_t object = H5Oopen(group, name, H5P_DEFAULT);
        if (object < 0 || H5Iget_type(object) != H5I_DATASET)
            fault = "is no dataset";
        H5Oclose(object);
    }
    if (!fault)
        return 0;
    H5Fget_name(group, path, sizeof path);
    H5Iget_name(group, where, sizeof where);
    plain->st = log_error(STATUS_FORMAT, "%s: %s%s%s %s", path, where,
                          where[0] && where[1] ? "/" : "", name, fault);
    return 1;
}

enum status h5_plain(hid_t group, bool datasets)
{
    struct plain plain = {datasets, STATUS_OK};
    if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, check_link,
                   &plain) < 0)
        return h5_fail(group, "listing what is in it");
    return plain.st;
}

enum status h5_put_chunk(hid_t dataset, uint64_t first_row,
                         const struct chunk *chunk)
{
    hsize_t at = first_row;
    if (H5Dwrite_chunk(dataset, H5P_DEFAULT, chunk->mask, &at, chunk->size,
                       chunk->bytes) < 0)
        return h5_fail(dataset, "writing rows");
    return STATUS_OK;
}

enum status h5_get_chunk(hid_t dataset, uint64_t first_row, uint8_t *bytes,
                         size_t cap, size_t *size, uint32_t *mask)
{
    hsize_t at = first_row, stored = 0;
    if (H5Dget_chunk_storage_size(dataset, &at, &stored) < 0)
        return h5_fail(dataset, "reading rows");
    if (stored == 0 || stored > cap) {
        char path[1024] = "HDF5";
        H5Fget_name(dataset, path, sizeof path);
        return log_error(STATUS_FORMAT, "%s: the chunk of row %llu %s", path,
                         (unsigned long long)first_row,
                         stored ? "is too long" : "is missing");
    }
    if (H5Dread_chunk(dataset, H5P_DEFAULT, &at, mask, bytes) < 0)
        return h5_fail(dataset, "reading rows");
    *size = stored;
    return STATUS_OK;
}
