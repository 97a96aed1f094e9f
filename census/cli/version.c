#include "census/cli/version.h"

#ifndef CENSUS_VERSION
#define CENSUS_VERSION "unknown"
#endif

const char *version_text(void)
{
    return CENSUS_VERSION;
}

const char *version_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}
