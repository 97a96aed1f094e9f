#include "engine/store/file/h5.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 64 };

static enum status wrong_column(hid_t dataset, const char *name,
                                const char *what)
{
    char path[1024] = "HDF5";
    H5Fget_name(dataset, path, sizeof path);
    return log_error(STATUS_FORMAT,
                     "%s: column %s: its %s is not what it "
                     "should be",
                     path, name, what);
}

/* What is said of a column in attributes: `words` holds its name in words, for
 * the labels of plots and tables. */
enum { MEANINGS = 4 };
static void describe(const struct column *column, char words[NAME_MAX_BYTES],
                     struct h5_attribute list[MEANINGS])
{
    int n = snprintf(words, NAME_MAX_BYTES, "%s", column->name);
    assert(n > 0 && n < NAME_MAX_BYTES);
    for (char *c = words; *c; c++)
        if (*c == '_')
            *c = ' ';
    const struct h5_attribute all[MEANINGS] = {
        {.name = "long_name", .text = words},
        {.name = "units", .text = *column->unit ? column->unit : "1"},
        {.name = "role", .text = column_role_name(column->role)},
        {.name = "help", .text = column->help},
    };
    memcpy(list, all, sizeof all);
}

static size_t label_count(const struct column *column)
{
    size_t n = 0;
    while (column->labels && column->labels[n])
        n++;
    return n;
}

/* All labels, separated by blanks, and their number. */
static size_t join_labels(const struct column *column, char out[], size_t cap)
{
    const size_t n = label_count(column);
    size_t used = 0;
    *out = 0;
    for (size_t i = 0; i < n && used < cap; i++)
        used += (size_t)snprintf(out + used, cap - used, "%s%s", i ? " " : "",
                                 column->labels[i]);
    return n;
}

/* flag_values and flag_meanings of the CF conventions, for readers that do not
 * know enumerations. */
static enum status put_flags(hid_t dataset, const struct column *column)
{
    uint8_t values[256];
    char meanings[4096];
    const hsize_t n = join_labels(column, meanings, sizeof meanings);
    assert(strlen(meanings) < sizeof meanings - 1);
    for (size_t i = 0; i < n; i++)
        values[i] = (uint8_t)i;
    enum status st = h5_put_text(dataset, "flag_meanings", meanings);
    if (st != STATUS_OK)
        return st;
    hid_t space = H5Screate_simple(1, &n, NULL), attribute = -1;
    if (space < 0 ||
        (attribute = H5Acreate2(dataset, "flag_values", H5T_STD_U8LE, space,
                                H5P_DEFAULT, H5P_DEFAULT)) < 0 ||
        H5Awrite(attribute, H5T_NATIVE_UINT8, values) < 0)
        st = h5_fail(dataset, "flag_values");
    H5Sclose(space);
    return h5_end(attribute, st);
}

/* The same read back. */
static enum status same_flags(hid_t dataset, const struct column *column)
{
    char meanings[4096];
    uint8_t values[256] = {0};
    const size_t n = join_labels(column, meanings, sizeof meanings);
    const struct h5_attribute texts[] = {
        {.name = "flag_meanings", .text = meanings}};
    enum status st = h5_same_attributes(dataset, texts, 1);
    if (st != STATUS_OK)
        return st;
    hid_t attribute = H5Aopen(dataset, "flag_values", H5P_DEFAULT);
    hid_t space = attribute < 0 ? -1 : H5Aget_space(attribute);
    bool same = space >= 0 &&
                H5Sget_simple_extent_npoints(space) == (hssize_t)n &&
                H5Aread(attribute, H5T_NATIVE_UINT8, values) >= 0;
    for (size_t i = 0; i < n && same; i++)
        same = values[i] == i;
    H5Sclose(space);
    H5Aclose(attribute);
    return same ? STATUS_OK
                : wrong_column(dataset, column->name, "flag_values");
}

static hid_t labelled_type(const struct column *column)
{
    hid_t type = H5Tenum_create(H5T_STD_U8LE);
    size_t n = label_count(column);
    assert(column->type == COLUMN_U8 && n > 1 && n <= 255);
    for (size_t i = 0; i < n && type >= 0; i++) {
        uint8_t value = (uint8_t)i;
        if (H5Tenum_insert(type, column->labels[i], &value) < 0) {
            H5Tclose(type);
            type = -1;
        }
    }
    return type;
}

static hid_t number_type(enum column_type type)
{
    switch (type) {
    case COLUMN_U8:
        return H5T_STD_U8LE;
    case COLUMN_U16:
        return H5T_STD_U16LE;
    case COLUMN_U32:
        return H5T_STD_U32LE;
    case COLUMN_U64:
        return H5T_STD_U64LE;
    case COLUMN_I64:
        return H5T_STD_I64LE;
    case COLUMN_F64:
        return H5T_IEEE_F64LE;
    default:
        return -1;
    }
}

/* The HDF5 type of a column, to be closed. */
static hid_t type_of(const struct column *column)
{
    if (column->labels)
        return labelled_type(column);
    if (column->type == COLUMN_TEXT)
        return h5_text_type(column->width);
    return H5Tcopy(number_type(column->type));
}

/* Rows that were never written read as all ones: the greatest number, no
 * number at all, no UTF-8; or as UNSET. */
enum { FILLER_MOST = 32768, TEXT_MOST = 1 << 22 };

static herr_t set_fill(hid_t list, hid_t type, const struct column *column)
{
    /* A header of HDF5 has no room for a longer one: zeros, then. */
    if (column->width > FILLER_MOST)
        return 0;
    uint8_t *fill = malloc(column->width);
    if (!fill)
        return -1;
    memset(fill, column->labels ? 0 : 0xff, column->width);
    herr_t result = H5Pset_fill_value(list, type, fill);
    free(fill);
    return result;
}

static hid_t creation_list(const struct column *column, hid_t type,
                           hsize_t chunk_rows)
{
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (list >= 0 &&
        (H5Pset_chunk(list, 1, &chunk_rows) < 0 ||
         set_fill(list, type, column) < 0 ||
         /* The order of the filters is that of the mask in chunk.h. */
         H5Pset_shuffle(list) < 0 || H5Pset_deflate(list, CHUNK_LEVEL) < 0 ||
         H5Pset_fletcher32(list) < 0 || H5Pset_obj_track_times(list, 0) < 0 ||
         H5Pset_attr_phase_change(list, 64, 0) < 0)) {
        H5Pclose(list);
        list = -1;
    }
    return list;
}

static enum status put_meaning(hid_t dataset, const struct column *column)
{
    char words[NAME_MAX_BYTES];
    struct h5_attribute list[MEANINGS];
    describe(column, words, list);
    enum status st = h5_put_attributes(dataset, list, MEANINGS);
    if (st == STATUS_OK && column->labels)
        st = put_flags(dataset, column);
    return st;
}

enum status h5_put_column(hid_t group, const struct column *column,
                          uint64_t rows, uint64_t chunk_rows, hid_t *dataset)
{
    /* A chunk may be longer than the rows but not than what they might become,
     * and a fixed limit keeps the chunk index a plain array. */
    hsize_t now = rows, limit = rows > chunk_rows ? rows : chunk_rows;
    hid_t type = type_of(column);
    hid_t list = type < 0 ? -1 : creation_list(column, type, chunk_rows);
    hid_t space = list < 0 ? -1 : H5Screate_simple(1, &now, &limit);
    *dataset = space < 0 ? -1
                         : H5Dcreate2(group, column->name, type, space,
                                      H5P_DEFAULT, list, H5P_DEFAULT);
    enum status st = *dataset < 0 ? h5_fail(group, column->name) : STATUS_OK;
    H5Sclose(space);
    H5Pclose(list);
    H5Tclose(type);
    return st == STATUS_OK ? put_meaning(*dataset, column) : st;
}

/* The labels of an enumeration type: values 0, 1, 2 ... in order. */
static const char *const *read_labels(hid_t type)
{
    int n = H5Tget_nmembers(type);
    if (n < 2 || n > 255 || H5Tget_size(type) != 1)
        return NULL;
    char **labels = calloc((size_t)n + 1, sizeof *labels);
    bool ok = labels != NULL;
    for (int i = 0; ok && i < n; i++) {
        uint8_t value = 0;
        char *name = H5Tget_member_name(type, (unsigned)i);
        ok = name && H5Tget_member_value(type, (unsigned)i, &value) >= 0 &&
             value == i && !name[text_plain(name, strlen(name))];
        labels[i] = ok ? strdup(name) : NULL;
        ok = ok && labels[i];
        H5free_memory(name);
    }
    if (!ok) {
        for (int i = 0; labels && i < n; i++)
            free(labels[i]);
        free(labels);
        return NULL;
    }
    return (const char *const *)labels;
}

/* Finds type, width and labels; false if no column type of the store is stored
 * so. */
static bool read_type(hid_t type, struct column *column)
{
    column->width = H5Tget_size(type);
    if (H5Tget_class(type) == H5T_ENUM) {
        column->type = COLUMN_U8;
        column->labels = read_labels(type);
        return column->labels != NULL;
    }
    if (H5Tget_class(type) == H5T_STRING) {
        column->type = COLUMN_TEXT;
        return H5Tis_variable_str(type) == 0 && column->width > 0 &&
               column->width <= TEXT_MOST;
    }
    for (int t = 0; t < COLUMN_TEXT; t++) {
        column->type = (enum column_type)t;
        if (H5Tequal(type, number_type(column->type)) > 0)
            return true;
    }
    return false;
}

static enum status read_meaning(hid_t dataset, struct column *column)
{
    char *role = NULL, *unit = NULL, *help = NULL;
    enum status st = h5_get_text(dataset, "role", &role);
    if (st == STATUS_OK)
        st = h5_get_text(dataset, "units", &unit);
    if (st == STATUS_OK)
        st = h5_get_text(dataset, "help", &help);
    column->unit = unit;
    column->help = help;
    if (st == STATUS_OK && !strcmp(unit, "1"))
        *unit = 0;
    for (int r = COLUMN_KEY; role && r <= COLUMN_COST; r++)
        if (!strcmp(role, column_role_name((enum column_role)r)))
            column->role = (enum column_role)r;
    free(role);
    return st;
}

/* True if the values are laid out as h5_put_column does it. */
static bool read_layout(hid_t dataset, uint64_t *rows, uint64_t *chunk_rows)
{
    hsize_t n = 0, chunk = 0;
    hid_t list = H5Dget_create_plist(dataset), space = H5Dget_space(dataset);
    bool ok = list >= 0 && space >= 0 &&
              H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &n, NULL) == 1 &&
              H5Pget_layout(list) == H5D_CHUNKED &&
              H5Pget_chunk(list, 1, &chunk) == 1 && H5Pget_nfilters(list) == 3;
    static const H5Z_filter_t filters[] = {
        H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32};
    for (unsigned i = 0; ok && i < 3; i++) {
        size_t none = 0;
        unsigned flags;
        ok = H5Pget_filter2(list, i, &flags, &none, NULL, 0, NULL, NULL) ==
             filters[i];
    }
    H5Sclose(space);
    H5Pclose(list);
    *rows = n;
    *chunk_rows = chunk;
    return ok && n > 0 && chunk > 0 &&
           (chunk == CHUNK_ROWS || (chunk < CHUNK_ROWS && n <= chunk));
}

enum status h5_get_column(hid_t dataset, const char *name,
                          struct column *column, uint64_t *rows,
                          uint64_t *chunk_rows)
{
    char path[1024] = "HDF5";
    *column = (struct column){.name = strdup(name)};
    if (!column->name)
        return log_error(STATUS_NOMEM, "out of memory for column %s", name);
    hid_t type = H5Dget_type(dataset);
    bool known = type >= 0 && read_type(type, column);
    H5Tclose(type);
    if (known && read_layout(dataset, rows, chunk_rows))
        return read_meaning(dataset, column);
    H5Fget_name(dataset, path, sizeof path);
    return log_error(STATUS_FORMAT,
                     "%s: column %s is not laid out as this program does it",
                     path, name);
}

void h5_column_release(struct column *column)
{
    for (size_t i = 0; column->labels && column->labels[i]; i++)
        free((char *)column->labels[i]);
    free((void *)column->labels);
    free((char *)column->name);
    free((char *)column->unit);
    free((char *)column->help);
    *column = (struct column){0};
}

static bool same_labels(const char *const *a, const char *const *b)
{
    size_t i = 0;
    if (!a || !b)
        return !a && !b;
    while (a[i] && b[i] && !strcmp(a[i], b[i]))
        i++;
    return !a[i] && !b[i];
}

/* Type and layout are compared by reading them as a column. */
enum status h5_same_column(hid_t dataset, const struct column *column)
{
    char words[NAME_MAX_BYTES];
    struct h5_attribute list[MEANINGS];
    struct column found;
    uint64_t rows, chunk_rows;
    enum status st =
        h5_get_column(dataset, column->name, &found, &rows, &chunk_rows);
    if (st == STATUS_OK &&
        (found.type != column->type || found.width != column->width))
        st = wrong_column(dataset, column->name, "type");
    if (st == STATUS_OK && !same_labels(found.labels, column->labels))
        st = wrong_column(dataset, column->name, "enumeration");
    h5_column_release(&found);
    if (st != STATUS_OK)
        return st;
    describe(column, words, list);
    st = h5_same_attributes(dataset, list, MEANINGS);
    return st == STATUS_OK && column->labels ? same_flags(dataset, column) : st;
}
