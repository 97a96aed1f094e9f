#include "census/view/view.h"

#include "census/view/view_inner.h"
#include "engine/base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char style[] = {
#include "page.css.inc"
};
static const unsigned char script[] = {
#include "page.js.inc"
};

/* Text within an element. */
static void put_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            putc(*text, out);
        }
}

/* JSON within an element: these three only stand in its strings, where they
 * may be escaped; then nothing in it ends or begins an element. */
static int put_json(const char *text, size_t size, void *context)
{
    FILE *out = context;
    for (size_t i = 0; i < size; i++)
        if (strchr("<>&", text[i]) && text[i])
            fprintf(out, "\\u%04x", (unsigned)text[i]);
        else
            putc(text[i], out);
    return ferror(out) ? -1 : 0;
}

static enum status put_page(FILE *out, const json_t *data)
{
    const json_t *title =
        json_object_get(json_object_get(data, "archive"), "title");
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\""
          "default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    put_text(out, title ? json_string_value(title) : "archive");
    fputs("</title>\n<style>\n", out);
    fwrite(style, 1, sizeof style, out);
    fputs("</style>\n</head>\n<body>\n<main id=\"page\">"
          "<noscript>This page is drawn by a script, and scripts are switched "
          "off.</noscript></main>\n"
          "<script type=\"application/json\" id=\"data\">",
          out);
    if (json_dump_callback(data, put_json, out, JSON_COMPACT) && !ferror(out))
        return cli_no_memory();
    fputs("</script>\n<script>\n", out);
    fwrite(script, 1, sizeof script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return STATUS_OK;
}

static enum status gather(struct view *v, json_t *data)
{
    json_t *names = json_object();
    if (!data || !names) {
        json_decref(names);
        return cli_no_memory();
    }
    enum status st = query_count(v->query, &v->matched);
    if (!st)
        st = view_rows(v, data, names);
    if (!st)
        st = view_values(v, names, data);
    json_decref(names);
    return st;
}

enum status view_write(struct view *v, const char *path)
{
    json_t *data = json_object();
    enum status st = gather(v, data);
    FILE *out = st ? NULL : fopen(path, "r+e");
    if (out)
        st = put_page(out, data);
    json_decref(data);
    if (st && !out)
        return st;
    bool failed = !out || ferror(out);
    if (out && fclose(out))
        failed = true;
    if (failed && !st)
        st = log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    return st;
}
