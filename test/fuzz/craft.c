#include "test/fuzz/craft.h"

#include "engine/store/file/digest.h"
#include "engine/store/read/archive.h"
#include "engine/store/write/identity.h"

#include <assert.h>
#include <hdf5.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, CHANGES = 3, ROWS_READ = 4096, WIDTH_READ = 4096 };

struct hand {
    const uint8_t *at;
    size_t left;
    char *says;
    hid_t file;
};

/* 0..below-1; 0 when the bytes are used up. */
static size_t take(struct hand *h, size_t below)
{
    if (!h->left)
        return 0;
    h->left--;
    return *h->at++ % below;
}

static void say(struct hand *h, const char *format, ...)
{
    const size_t n = strlen(h->says);
    va_list args;
    va_start(args, format);
    vsnprintf(h->says + n, CRAFT_SAYS - n, format, args);
    va_end(args);
}

/* ---- what there is ---- */

/* A member of a group, by its number modulo theirs; false: it has none. */
static bool member(struct hand *h, const char *group, char name[NAME])
{
    H5G_info_t info;
    char last[NAME - 16] = "";
    if (H5Lexists(h->file, group, H5P_DEFAULT) <= 0 ||
        H5Gget_info_by_name(h->file, group, &info, H5P_DEFAULT) < 0 ||
        !info.nlinks)
        return false;
    if (H5Lget_name_by_idx(h->file, group, H5_INDEX_NAME, H5_ITER_INC,
                           take(h, info.nlinks), last, sizeof last,
                           H5P_DEFAULT) < 0)
        return false;
    snprintf(name, NAME, "%s/%s", group, last);
    return true;
}

static bool column(struct hand *h, char name[NAME])
{
    return member(h, take(h, 4) ? "/rows" : "/values", name) ||
           member(h, "/rows", name);
}

static uint64_t number(struct hand *h)
{
    static const uint64_t numbers[] = {
        0,          1,          2,          255,        65536,      INT32_MAX,
        UINT32_MAX, 1ull << 32, 1ull << 40, 1ull << 59, 1ull << 61, INT64_MAX,
        1ull << 63, UINT64_MAX, 13,         15,
    };
    return numbers[take(h, sizeof numbers / sizeof *numbers)];
}

static const char *text(struct hand *h)
{
    static char lengthy[70000];
    static const char *const texts[] = {
        "",
        "\x1b[2J\x1b]0;x\a",
        "\xc2\x9b"
        "31m",
        "\xff\xfe",
        "%s%n%d",
        "../../x",
        "custom",
        "e1-rule",
        "nim",
        "end-nim:play=misere",
        "rows:heaps=1..3,size=1..3",
        "rows:heaps=0..9,size=1..255",
        "multisets:parts=0..3,size=1..4",
        "outcome",
        "nimber",
        "partizan loony",
        "{\"total\":9}",
        "{\"columns\":\"value,mean\"}",
        "[[[[[[",
        "UNSET P N L R",
        "key",
        "fact",
        "cost",
        "a\nb",
        lengthy,
    };
    memset(lengthy, 'a', sizeof lengthy - 1);
    return texts[take(h, sizeof texts / sizeof *texts)];
}

/* ---- attributes ---- */

static void put_attribute(hid_t at, const char *name, hid_t type, hid_t space,
                          const void *value)
{
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (a >= 0 && value)
        (void)H5Awrite(a, type, value);
    if (a >= 0)
        H5Aclose(a);
}

static hid_t text_type(size_t width)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, width ? width : 1);
    (void)H5Tset_strpad(type, H5T_STR_NULLPAD);
    (void)H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static void put_text(hid_t at, const char *name, const char *value)
{
    const hid_t type = text_type(strlen(value));
    const hid_t space = H5Screate(H5S_SCALAR);
    if (H5Aexists(at, name) > 0)
        (void)H5Adelete(at, name);
    put_attribute(at, name, type, space, value);
    H5Sclose(space);
    H5Tclose(type);
}

/* Of no kind that an archive has. */
static void put_odd(struct hand *h, hid_t at, const char *name)
{
    static const hsize_t three = 3;
    const size_t kind = take(h, 6);
    const char *const texts[] = {"a", "b", "c"};
    const hid_t scalar = H5Screate(H5S_SCALAR), none = H5Screate(H5S_NULL);
    const hid_t list = H5Screate_simple(1, &three, NULL);
    const hid_t vlen = H5Tcopy(H5T_C_S1), pair = H5Tcreate(H5T_COMPOUND, 16);
    (void)H5Tset_size(vlen, H5T_VARIABLE);
    (void)H5Tinsert(pair, "a", 0, H5T_STD_U64LE);
    (void)H5Tinsert(pair, "b", 8, H5T_IEEE_F64LE);
    const double real[] = {1.5, -1e300, 0};
    const int64_t negative[] = {-1, -2, -3};
    switch (kind) {
    case 0:
        put_attribute(at, name, vlen, scalar, texts);
        break;
    case 1:
        put_attribute(at, name, vlen, list, texts);
        break;
    case 2:
        put_attribute(at, name, H5T_NATIVE_DOUBLE, scalar, real);
        break;
    case 3:
        put_attribute(at, name, H5T_NATIVE_INT64, list, negative);
        break;
    case 4:
        put_attribute(at, name, H5T_STD_U64LE, none, NULL);
        break;
    default:
        put_attribute(at, name, pair, scalar, negative);
    }
    say(h, " odd %zu", kind);
    H5Tclose(pair);
    H5Tclose(vlen);
    H5Sclose(list);
    H5Sclose(none);
    H5Sclose(scalar);
}

static void change_attribute(struct hand *h)
{
    char where[NAME] = "/", name[NAME] = "";
    const size_t of = take(h, 4);
    if (of == 1)
        snprintf(where, sizeof where, "/run");
    else if (of > 1 && !column(h, where))
        return;
    const hid_t at = H5Oopen(h->file, where, H5P_DEFAULT);
    if (at < 0)
        return;
    H5O_info_t info;
    const hid_t space = H5Screate(H5S_SCALAR);
    const uint64_t whole = number(h);
    if (H5Oget_info2(at, &info, H5O_INFO_NUM_ATTRS) >= 0 && info.num_attrs &&
        H5Aget_name_by_idx(at, ".", H5_INDEX_NAME, H5_ITER_INC,
                           take(h, info.num_attrs), name, sizeof name,
                           H5P_DEFAULT) >= 0) {
        const size_t how = take(h, 8);
        const char *const as = text(h);
        say(h, "%s@%s", where, name);
        (void)H5Adelete(at, name);
        if (how < 4)
            put_text(at, name, as), say(h, "='%.20s'", as);
        else if (how < 6)
            put_attribute(at, name, H5T_NATIVE_UINT64, space, &whole),
                say(h, "=%llu", (unsigned long long)whole);
        else if (how < 7)
            put_odd(h, at, name);
        else
            say(h, " gone");
    }
    H5Sclose(space);
    H5Oclose(at);
}

/* ---- columns ---- */

static hid_t drawn_type(struct hand *h, hid_t old)
{
    static const char *const labels[] = {"UNSET", "N", "P", "\x1b[2J", ""};
    const size_t kind = take(h, 14);
    hid_t type;
    say(h, " type %zu", kind);
    switch (kind) {
    case 1:
        return H5Tcopy(H5T_STD_U8LE);
    case 2:
        return H5Tcopy(H5T_STD_U64LE);
    case 3:
        return H5Tcopy(H5T_STD_I16LE);
    case 4:
        return H5Tcopy(H5T_STD_U32BE);
    case 5:
        return H5Tcopy(H5T_IEEE_F64LE);
    case 6:
        return H5Tcopy(H5T_IEEE_F32LE);
    case 7:
        return text_type(1 + take(h, 64));
    case 8:
        return text_type(60000);
    case 9:
        type = H5Tcopy(H5T_C_S1);
        (void)H5Tset_size(type, H5T_VARIABLE);
        return type;
    case 10:
        type = H5Tenum_create(H5T_STD_U8LE);
        for (uint8_t i = 0; i < 1 + take(h, 5); i++) {
            const uint8_t as = (uint8_t)(i * (1 + take(h, 60)));
            (void)H5Tenum_insert(type, labels[i], &as);
        }
        return type;
    case 11:
        type = H5Tcreate(H5T_OPAQUE, 1 + take(h, 9));
        return type;
    case 12:
        type = H5Tcreate(H5T_COMPOUND, 8);
        (void)H5Tinsert(type, "a", 0, H5T_STD_U32LE);
        return type;
    default:
        return H5Tcopy(old);
    }
}

/* How a new column is laid out. */
static hid_t drawn_layout(struct hand *h, hsize_t rows, const char *path)
{
    static const hsize_t sizes[] = {1, 2, 7, 14, 65536, 1u << 31};
    const hid_t p = H5Pcreate(H5P_DATASET_CREATE);
    const size_t layout = take(h, 8);
    hsize_t chunk = sizes[take(h, 6)];
    say(h, " layout %zu chunk %llu", layout, (unsigned long long)chunk);
    (void)H5Pset_fill_time(p, H5D_FILL_TIME_NEVER);
    if (layout == 1)
        (void)H5Pset_layout(p, H5D_COMPACT);
    else if (layout == 2)
        (void)H5Pset_layout(p, H5D_CONTIGUOUS);
    else if (layout == 3)
        (void)H5Pset_external(p, path, 0, H5F_UNLIMITED);
    else {
        if (layout == 4 || chunk > rows)
            chunk = rows && rows < 65536 ? rows : 65536;
        (void)H5Pset_chunk(p, 1, &chunk);
    }
    if (layout >= 4) {
        const size_t filters = take(h, 16);
        if (filters < 12 || filters & 1)
            (void)H5Pset_shuffle(p);
        if (filters < 12 || filters & 2)
            (void)H5Pset_deflate(p, 1);
        if (filters < 12 || filters == 15)
            (void)H5Pset_fletcher32(p);
        if (filters == 12)
            (void)H5Pset_filter(p, 32768, H5Z_FLAG_OPTIONAL, 0, NULL);
    }
    return p;
}

static hid_t drawn_space(struct hand *h, hsize_t *rows)
{
    const size_t how = take(h, 8);
    if (how >= 4)
        *rows = how >= 6 ? number(h) : *rows;
    hsize_t sizes[] = {*rows, 3};
    const hsize_t ends[] = {H5S_UNLIMITED, 3};
    say(h, " space %zu rows %llu", how, (unsigned long long)*rows);
    switch (how) {
    case 1:
        return H5Screate(H5S_NULL);
    case 2:
        return H5Screate_simple(2, sizes, NULL);
    case 3:
        return H5Screate(H5S_SCALAR);
    default:
        return H5Screate_simple(1, sizes, how % 2 ? ends : NULL);
    }
}

static herr_t copy_attribute(hid_t from, const char *name,
                             const H5A_info_t *info, void *to)
{
    const hid_t a = H5Aopen(from, name, H5P_DEFAULT);
    const hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    char *value = calloc(1, info->data_size + 1);
    assert(value);
    if (H5Tis_variable_str(type) <= 0 && H5Aread(a, type, value) >= 0)
        put_attribute(*(hid_t *)to, name, type, space, value);
    free(value);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(a);
    return 0;
}

/* Values from elsewhere, as many as there were. */
static void fill(hid_t to, const char *values, hsize_t rows, size_t width)
{
    const hid_t type = H5Dget_type(to), space = H5Dget_space(to);
    const hssize_t now = H5Sget_simple_extent_npoints(space);
    const hsize_t n = now < 0 || (hsize_t)now > rows ? rows : (hsize_t)now;
    const hsize_t from = 0;
    if (H5Sget_simple_extent_ndims(space) == 1 && n > 0 &&
        H5Tis_variable_str(type) <= 0 && H5Tget_size(type) <= width &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, NULL, &n, NULL) >=
            0) {
        const hid_t part = H5Screate_simple(1, &n, NULL);
        (void)H5Dwrite(to, type, part, space, H5P_DEFAULT, values);
        H5Sclose(part);
    }
    H5Sclose(space);
    H5Tclose(type);
}

/* The column made anew, with its attributes. */
static void remake(struct hand *h, const char *name, const char *path)
{
    char aside[NAME + 4], outside[200];
    static char values[ROWS_READ * 64];
    const hid_t old = H5Dopen2(h->file, name, H5P_DEFAULT);
    if (old < 0)
        return;
    snprintf(aside, sizeof aside, "%s~~", name);
    snprintf(outside, sizeof outside, "%s.raw", path);
    say(h, "%s", name);
    const hid_t was = H5Dget_type(old), at = H5Dget_space(old);
    const hssize_t before = H5Sget_simple_extent_npoints(at);
    hsize_t rows = before > 0 ? (hsize_t)before : 0;
    memset(values, (int)take(h, 256), sizeof values);
    if (rows <= ROWS_READ && H5Tis_variable_str(was) <= 0 &&
        H5Tget_size(was) <= 64)
        (void)H5Dread(old, was, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    const hsize_t filled = rows <= ROWS_READ ? rows : ROWS_READ;
    const hid_t type = drawn_type(h, was);
    const hid_t space = drawn_space(h, &rows);
    const hid_t layout = drawn_layout(h, rows, outside);
    const hid_t now = H5Dcreate2(h->file, aside, type, space, H5P_DEFAULT,
                                 layout, H5P_DEFAULT);
    if (now >= 0) {
        hid_t to = now;
        fill(now, values, filled, 64);
        (void)H5Aiterate2(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_attribute,
                          &to);
        H5Dclose(now);
        (void)H5Ldelete(h->file, name, H5P_DEFAULT);
        (void)H5Lmove(h->file, aside, h->file, name, H5P_DEFAULT, H5P_DEFAULT);
    } else {
        say(h, " (not to be had)");
    }
    H5Pclose(layout);
    H5Sclose(space);
    H5Tclose(type);
    H5Sclose(at);
    H5Tclose(was);
    H5Dclose(old);
}

static void change_column(struct hand *h, const char *path)
{
    char name[NAME];
    if (column(h, name))
        remake(h, name, path);
}

/* All columns of the rows in the same way, so that their sizes agree. */
static void change_all_columns(struct hand *h, const char *path)
{
    enum { MOST = 32 };
    char names[MOST][NAME];
    size_t n = 0;
    H5G_info_t info;
    if (H5Gget_info_by_name(h->file, "/rows", &info, H5P_DEFAULT) < 0)
        return;
    for (; n < MOST && n < info.nlinks; n++) {
        char last[NAME - 16] = "";
        (void)H5Lget_name_by_idx(h->file, "/rows", H5_INDEX_CRT_ORDER,
                                 H5_ITER_INC, n, last, sizeof last,
                                 H5P_DEFAULT);
        snprintf(names[n], NAME, "/rows/%s", last);
    }
    struct hand after = *h;
    for (size_t i = 0; i < n; i++) {
        after = *h;
        remake(&after, names[i], path);
    }
    *h = after;
}

/* One cell, or all, of other bytes. */
static void change_cells(struct hand *h)
{
    char name[NAME];
    static char values[ROWS_READ * 64];
    if (!column(h, name))
        return;
    const hid_t d = H5Dopen2(h->file, name, H5P_DEFAULT);
    if (d < 0)
        return;
    const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
    const hssize_t rows = H5Sget_simple_extent_npoints(space);
    const size_t width = H5Tget_size(type);
    const size_t row = take(h, 256), as = take(h, 256), other = take(h, 256);
    if (rows > 0 && rows <= ROWS_READ && width <= 64 &&
        H5Tis_variable_str(type) <= 0 &&
        H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0) {
        char *const cell = values + row % (size_t)rows * width;
        const size_t how = take(h, 4);
        say(h, "%s cells %zu: %zu", name, how, as);
        if (how == 0)
            memset(values, (int)as, (size_t)rows * width);
        else if (how == 1)
            memset(cell, (int)as, width);
        else if (how == 2)
            memmove(cell, values + other % (size_t)rows * width, width);
        else
            cell[other % width] = (char)(cell[other % width] ^ as);
        (void)H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(d);
}

/* A chunk of other bytes than its filters make. */
static void change_chunk(struct hand *h)
{
    char name[NAME];
    if (!column(h, name))
        return;
    const hid_t d = H5Dopen2(h->file, name, H5P_DEFAULT);
    if (d < 0)
        return;
    static const size_t sizes[] = {0, 1, 4, 20, 300, 60000};
    static uint8_t bytes[60000];
    const hsize_t first = 0;
    const size_t size = sizes[take(h, 6)];
    memset(bytes, (int)take(h, 256), sizeof bytes);
    const uint32_t mask = (uint32_t)take(h, 16);
    say(h, "%s chunk of %zu bytes, mask %u", name, size, mask);
    (void)H5Dwrite_chunk(d, H5P_DEFAULT, mask, &first, size, bytes);
    H5Dclose(d);
}

/* ---- links and groups ---- */

static void change_links(struct hand *h, const char *from)
{
    char name[NAME], other[NAME];
    const size_t how = take(h, 12);
    hid_t made = -1;
    if (!column(h, name) || !column(h, other))
        return;
    say(h, "%s link %zu %s", name, how, other);
    if (how < 4)
        (void)H5Ldelete(h->file, how ? name : "/rows", H5P_DEFAULT);
    switch (how) {
    case 0:
        (void)H5Lcreate_external(from, "/rows", h->file, "/rows", H5P_DEFAULT,
                                 H5P_DEFAULT);
        break;
    case 1:
        (void)H5Lcreate_soft("/nowhere", h->file, name, H5P_DEFAULT,
                             H5P_DEFAULT);
        break;
    case 2:
        (void)H5Lcreate_hard(h->file, "/", h->file, name, H5P_DEFAULT,
                             H5P_DEFAULT);
        break;
    case 3:
        (void)H5Lcreate_hard(h->file, other, h->file, name, H5P_DEFAULT,
                             H5P_DEFAULT);
        break;
    case 4:
        (void)H5Ldelete(h->file, name, H5P_DEFAULT);
        break;
    case 5:
        (void)H5Lmove(h->file, name, h->file, "/rows/\x1b[2J", H5P_DEFAULT,
                      H5P_DEFAULT);
        break;
    case 6:
        (void)H5Lmove(h->file, name, h->file, "/rows/~~", H5P_DEFAULT,
                      H5P_DEFAULT);
        (void)H5Lmove(h->file, other, h->file, name, H5P_DEFAULT, H5P_DEFAULT);
        (void)H5Lmove(h->file, "/rows/~~", h->file, other, H5P_DEFAULT,
                      H5P_DEFAULT);
        break;
    case 7:
        made = H5Gcreate2(h->file, "/rows/more", H5P_DEFAULT, H5P_DEFAULT,
                          H5P_DEFAULT);
        break;
    case 8:
        (void)H5Ldelete(h->file, "/values", H5P_DEFAULT);
        (void)H5Lcreate_soft("/rows", h->file, "/values", H5P_DEFAULT,
                             H5P_DEFAULT);
        break;
    case 9:
        (void)H5Ldelete(h->file, "/run", H5P_DEFAULT);
        break;
    case 10:
        (void)H5Lcreate_hard(h->file, other, h->file, "/rows/again",
                             H5P_DEFAULT, H5P_DEFAULT);
        break;
    default:
        (void)H5Lmove(h->file, "/values", h->file, "/gone", H5P_DEFAULT,
                      H5P_DEFAULT);
    }
    if (made >= 0)
        H5Gclose(made);
}

/* ---- what is made good again ---- */

/* As the page on the format says; of one block of rows. */
static herr_t mend_digest(hid_t rows, const char *name, const H5L_info_t *info,
                          void *unused)
{
    static char values[ROWS_READ * 64];
    uint8_t bytes[DIGEST_BYTES];
    char hex[DIGEST_HEX];
    (void)info;
    (void)unused;
    const hid_t d = H5Dopen2(rows, name, H5P_DEFAULT);
    if (d < 0)
        return 0;
    const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t width = H5Tget_size(type);
    if (n >= 0 && n <= ROWS_READ && width <= 64 &&
        H5Tis_variable_str(type) <= 0 &&
        (!n || H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0)) {
        digest_bytes(values, (size_t)n * width, hex);
        for (size_t i = 0; i < DIGEST_BYTES; i++) {
            unsigned byte = 0;
            (void)!sscanf(hex + 2 * i, "%2x", &byte);
            bytes[i] = (uint8_t)byte;
        }
        digest_bytes(bytes, n ? sizeof bytes : 0, hex);
        put_text(d, "sha256", hex);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(d);
    return 0;
}

/* The identity of what the file now says that it is; false if it cannot be
 * read. */
static bool identity_now(const char *path, char run[DIGEST_HEX])
{
    enum { MOST = 32 };
    struct column columns[MOST];
    char texts[5][1000];
    static const char *const names[] = {"census", "rules", "ask", "grid",
                                        "census_version"};
    struct archive *a;
    bool good = !archive_open(path, &a);
    if (!good)
        return false;
    good = archive_columns(a) <= MOST;
    for (size_t i = 0; good && i < 5; i++)
        good = !archive_attribute(a, names[i], texts[i], sizeof texts[i]);
    for (size_t i = 0; good && i < archive_columns(a); i++)
        columns[i] = *archive_column(a, i);
    const struct run_identity id = {
        .census = texts[0],
        .version = good ? (unsigned)strtoul(texts[4], NULL, 10) : 0,
        .rules = texts[1],
        .ask = texts[2],
        .grid = texts[3],
        .rows = archive_rows(a),
        .columns = columns,
        .ncolumns = archive_columns(a)};
    good = good && !identity_digest(&id, run);
    archive_close(a);
    return good;
}

/* As many rows as the first column has. */
static uint64_t mend_rows(hid_t file)
{
    char name[NAME];
    uint64_t rows = 0;
    const hid_t scalar = H5Screate(H5S_SCALAR);
    hid_t d = -1;
    if (H5Lget_name_by_idx(file, "/rows", H5_INDEX_NAME, H5_ITER_INC, 0, name,
                           sizeof name, H5P_DEFAULT) >= 0) {
        const hid_t group = H5Gopen2(file, "/rows", H5P_DEFAULT);
        d = H5Dopen2(group, name, H5P_DEFAULT);
        H5Gclose(group);
    }
    if (d >= 0) {
        const hid_t space = H5Dget_space(d);
        rows = (uint64_t)H5Sget_simple_extent_npoints(space);
        H5Sclose(space);
        H5Dclose(d);
        (void)H5Adelete(file, "rows");
        put_attribute(file, "rows", H5T_NATIVE_UINT64, scalar, &rows);
    }
    H5Sclose(scalar);
    return rows;
}

static hid_t open_changing(const char *path)
{
    const hid_t p = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_libver_bounds(p, H5F_LIBVER_V110, H5F_LIBVER_V110);
    (void)H5Pset_fclose_degree(p, H5F_CLOSE_STRONG);
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, p);
    H5Pclose(p);
    return file;
}

static void put_run(const char *path, const char run[DIGEST_HEX])
{
    const hid_t file = open_changing(path);
    if (file < 0)
        return;
    put_text(file, "run", run);
    H5Fclose(file);
}

static void copy(const char *from, const char *to)
{
    char buffer[4096];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert(in && out);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;) {
        const size_t written = fwrite(buffer, 1, n, out);
        assert(written == n);
    }
    fclose(in);
    int failed = fclose(out);
    assert(!failed);
}

static void change_byte(struct hand *h, const char *path)
{
    FILE *f = fopen(path, "r+b");
    assert(f);
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    const long at = (long)(take(h, 256) << 8 | take(h, 256));
    fseek(f, DIGEST_HEAD + at % (size - DIGEST_HEAD), SEEK_SET);
    fputc((int)take(h, 256), f);
    fclose(f);
    say(h, "byte %ld", at);
}

static void change(struct hand *h, const char *from, const char *to)
{
    switch (take(h, 10)) {
    case 0:
    case 1:
        change_attribute(h);
        break;
    case 2:
    case 3:
        change_column(h, to);
        break;
    case 4:
    case 5:
        change_cells(h);
        break;
    case 6:
        change_chunk(h);
        break;
    case 7:
    case 8:
        change_all_columns(h, to);
        break;
    default:
        change_links(h, from);
    }
    say(h, "; ");
}

void craft_archive(const char *from, const char *to, const uint8_t *bytes,
                   size_t n, char says[CRAFT_SAYS])
{
    struct hand h = {.at = bytes, .left = n, .says = says};
    struct digest_head head;
    const char *why;
    char run[DIGEST_HEX];
    says[0] = 0;
    copy(from, to);
    enum status st = digest_check(to, true, &head, &why);
    assert(!st);
    H5E_auto2_t report;
    void *context;
    H5Eget_auto2(H5E_DEFAULT, &report, &context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const size_t honest = take(&h, 8), raw = take(&h, 16);
    h.file = open_changing(to);
    assert(h.file >= 0);
    for (size_t i = 0; i < CHANGES && (!i || h.left); i++)
        change(&h, from, to);
    if (honest & 1)
        (void)H5Literate_by_name(h.file, "/rows", H5_INDEX_NAME, H5_ITER_INC,
                                 NULL, mend_digest, NULL, H5P_DEFAULT);
    if (honest & 4)
        head.rows = mend_rows(h.file);
    H5Fclose(h.file);
    if (!raw)
        change_byte(&h, to);
    st = digest_seal(to, &head);
    assert(!st);
    if (honest & 2 && identity_now(to, run)) {
        put_run(to, run);
        memcpy(head.run, run, sizeof head.run);
        st = digest_seal(to, &head);
        assert(!st);
        say(&h, "identity made good");
    }
    H5Eset_auto2(H5E_DEFAULT, report, context);
}
