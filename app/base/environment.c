// SPDX-License-Identifier: MIT

#include "base/environment.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static int found = FE_TONEAREST; // when main began

static _Thread_local struct {
    bool left;   // the driver was in this thread
    bool copied; // by the driver: this process is not the program's
    int depth;   // of environment_enter
    fenv_t driver;
} here;

// Where libwayland looks for a compositor: it writes to standard error if this is no
// path. GLFW has it, and a layer of Mesa's Vulkan that Zink loads.
static void give_runtime_folder(void)
{
    const char *folder = getenv("XDG_RUNTIME_DIR");

    if (!folder || *folder != '/')
        setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
}

void environment_start(void)
{
    give_runtime_folder();
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

static void end_copy(void)
{
    if (here.copied)
        _exit(0);
}

void environment_leave(void)
{
    if (--here.depth > 0)
        return;
    end_copy();
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
    here.depth++;
    void *library = dlopen(path, flags);

    if (--here.depth > 0)
        return library;
    end_copy();
    fesetenv(FE_DFL_ENV);
    return library;
}

enum vectors environment_vectors(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return VECTORS_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return VECTORS_AVX2;
#endif
    return VECTORS_BASELINE;
}

void environment_copied(void)
{
    here.copied = here.depth > 0;
}
