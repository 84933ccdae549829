// SPDX-License-Identifier: MIT

#include "base/environment.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdbool.h>

static int found = FE_TONEAREST; // when main began

static _Thread_local struct {
    bool left; // the driver was in this thread
    int depth; // of environment_enter
    fenv_t driver;
} here;

void environment_start(void)
{
    found = fegetround();
    environment_own();
}

void environment_enter(void)
{
    if (here.depth++ > 0)
        return;
    fesetenv(here.left ? &here.driver : FE_DFL_ENV);
    if (!here.left)
        fesetround(found);
}

void environment_leave(void)
{
    if (--here.depth > 0)
        return;
    fegetenv(&here.driver);
    here.left = true;
    fesetenv(FE_DFL_ENV);
}

void environment_own(void)
{
    here.depth = 0;
    fesetenv(FE_DFL_ENV);
}

void *environment_dlopen(const char *path, int flags)
{
    void *library = dlopen(path, flags);

    if (here.depth == 0)
        fesetenv(FE_DFL_ENV);
    return library;
}
