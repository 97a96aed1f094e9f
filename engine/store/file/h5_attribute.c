#include "engine/store/file/h5.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum status put(hid_t object, const char *name, hid_t type, hid_t memory,
                       const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR), attribute = -1;
    enum status st = STATUS_OK;
    if (space < 0 ||
        (attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT,
                                H5P_DEFAULT)) < 0 ||
        H5Awrite(attribute, memory, value) < 0)
        st = h5_fail(object, name);
    H5Sclose(space);
    return h5_end(attribute, st);
}

hid_t h5_text_type(size_t width)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && (H5Tset_size(type, width) < 0 ||
                      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0 ||
                      H5Tset_cset(type, H5T_CSET_UTF8) < 0)) {
        H5Tclose(type);
        type = -1;
    }
    return type;
}

enum status h5_put_text(hid_t object, const char *name, const char *text)
{
    size_t n = strlen(text);
    /* HDF5 has no text of length 0. */
    hid_t type = h5_text_type(n ? n : 1);
    if (type < 0)
        return h5_fail(object, name);
    enum status st = put(object, name, type, type, text);
    H5Tclose(type);
    return st;
}

enum status h5_put_attributes(hid_t object, const struct h5_attribute list[],
                              size_t n)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        const struct h5_attribute *a = &list[i];
        if (a->text)
            st = h5_put_text(object, a->name, a->text);
        else if (a->real)
            st = put(object, a->name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                     a->real);
        else
            st = put(object, a->name, H5T_STD_U64LE, H5T_NATIVE_UINT64,
                     &a->whole);
    }
    return st;
}

static enum status bad(hid_t object, const char *name, const char *what)
{
    char path[1024] = "HDF5", where[256] = "";
    H5Fget_name(object, path, sizeof path);
    H5Iget_name(object, where, sizeof where);
    return log_error(STATUS_FORMAT, "%s: attribute %s of %s %s", path, name,
                     where, what);
}

/* Opens a scalar attribute and its type. */
static enum status find(hid_t object, const char *name, hid_t *attribute,
                        hid_t *type)
{
    *type = -1;
    *attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (*attribute < 0)
        return bad(object, name, "is missing");
    hid_t space = H5Aget_space(*attribute);
    bool scalar = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    H5Sclose(space);
    *type = H5Aget_type(*attribute);
    if (scalar && *type >= 0)
        return STATUS_OK;
    H5Aclose(*attribute);
    H5Tclose(*type);
    return bad(object, name, "is not a single value");
}

/* Text of an attribute of fixed-length text, in memory of its own. */
static char *read_string(hid_t attribute, hid_t type)
{
    size_t n = H5Tget_size(type);
    char *text = H5Tis_variable_str(type) ? NULL : calloc(n + 1, 1);
    bool ok = text && H5Aread(attribute, type, text) >= 0 &&
              text_all_plain(text, 1, n);
    /* What follows the first zero would be read by others. */
    for (size_t i = ok ? strlen(text) : n; i < n && ok; i++)
        ok = !text[i];
    if (!ok) {
        free(text);
        text = NULL;
    }
    return text;
}

static char *print_whole(uint64_t whole)
{
    char *text = NULL;
    return asprintf(&text, "%" PRIu64, whole) < 0 ? NULL : text;
}

static char *print_real(double real)
{
    char *text = NULL;
    return asprintf(&text, "%.17g", real) < 0 ? NULL : text;
}

static char *read_number(hid_t attribute, H5T_class_t class)
{
    uint64_t whole;
    double real;
    if (class == H5T_INTEGER &&
        H5Aread(attribute, H5T_NATIVE_UINT64, &whole) >= 0)
        return print_whole(whole);
    if (class == H5T_FLOAT && H5Aread(attribute, H5T_NATIVE_DOUBLE, &real) >= 0)
        return print_real(real);
    return NULL;
}

enum status h5_get_text(hid_t object, const char *name, char **text)
{
    hid_t attribute, type;
    *text = NULL;
    enum status st = find(object, name, &attribute, &type);
    if (st != STATUS_OK)
        return st;
    H5T_class_t class = H5Tget_class(type);
    *text = class == H5T_STRING ? read_string(attribute, type)
                                : read_number(attribute, class);
    H5Tclose(type);
    H5Aclose(attribute);
    return *text ? STATUS_OK : bad(object, name, "cannot be read");
}

enum status h5_get_u64(hid_t object, const char *name, uint64_t *value)
{
    hid_t attribute, type;
    enum status st = find(object, name, &attribute, &type);
    if (st != STATUS_OK)
        return st;
    bool ok = H5Tget_class(type) == H5T_INTEGER &&
              H5Aread(attribute, H5T_NATIVE_UINT64, value) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return ok ? STATUS_OK : bad(object, name, "is not a whole number");
}

enum status h5_same_attributes(hid_t object, const struct h5_attribute list[],
                               size_t n)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        const struct h5_attribute *a = &list[i];
        char *found = NULL;
        char *wanted = a->text   ? strdup(a->text)
                       : a->real ? print_real(*a->real)
                                 : print_whole(a->whole);
        st = wanted ? h5_get_text(object, a->name, &found)
                    : log_error(STATUS_NOMEM, "out of memory for an attribute");
        if (st == STATUS_OK && strcmp(found, wanted))
            st = bad(object, a->name, "is not what it should be");
        free(found);
        free(wanted);
    }
    return st;
}
