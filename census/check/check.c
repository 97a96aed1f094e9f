#include "census/check/check.h"

#include "engine/base/log.h"

#define X(object) extern const struct check object;
#include "checks.inc"
#undef X

const struct check *const checks[] = {
#define X(object) &object,
#include "checks.inc"
#undef X
    NULL};

enum status check_column(const struct check *check, const struct game *game,
                         const struct archive *a, size_t *column)
{
    *column = archive_find(a, check->column);
    if (!check->fits(game))
        return log_error(STATUS_USAGE, "check %s does not apply to %s",
                         check->name, game->spec);
    if (*column == archive_columns(a))
        return log_error(STATUS_USAGE, "%s: no column '%s', which %s predicts",
                         archive_path(a), check->column, check->name);
    return STATUS_OK;
}
