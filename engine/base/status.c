#include "engine/base/status.h"

#include <assert.h>

static const struct {
    int exit_status;
    const char *text;
} entries[] = {
#define X(code, exit_status, text) [STATUS_##code] = {exit_status, text},
    STATUS_LIST(X)
#undef X
};

const char *status_text(enum status st)
{
    assert(st < STATUS_COUNT);
    return entries[st].text;
}

int status_exit(enum status st)
{
    assert(st < STATUS_COUNT);
    return entries[st].exit_status;
}
