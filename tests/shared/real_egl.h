// SPDX-License-Identifier: MIT
//
// For a library that stands in front of libEGL: the functions of the real one.

#ifndef TESTS_SHARED_REAL_EGL_H
#define TESTS_SHARED_REAL_EGL_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef void (*function)(void);
typedef function (*loader)(const char *name);

// A function of EGL or GL by name; NULL, after saying why, if there is no libEGL, or if
// it has none. `path`: of the library, NULL for libEGL.so.1; the first one asked counts.
static inline function real_egl(const char *path, const char *name)
{
    static void *real;
    function found = NULL;
    void *symbol;

    if (!real)
        real = dlopen(path ? path : "libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!real) {
        fprintf(stderr, "real libEGL: %s\n", dlerror());
        return NULL;
    }
    symbol = dlsym(real, name);
    if (symbol)
        memcpy(&found, &symbol, sizeof found);
    else if (strcmp(name, "eglGetProcAddress"))
        found = ((loader) real_egl(path, "eglGetProcAddress"))(name);
    return found;
}

#endif // TESTS_SHARED_REAL_EGL_H
