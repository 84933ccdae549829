// SPDX-License-Identifier: MIT
//
// The system's libEGL with one GL extension fewer: the one that
// FPSTRIPE_TEST_EXTENSION names. For -d egl:PATH; everything but the list of
// extensions is the real driver's.

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function)(void);
typedef function (*loader)(const char *name);
typedef const unsigned char *(*string_getter)(unsigned name, unsigned index);

function eglGetProcAddress(const char *name);

static function find(const char *name)
{
    static void *real;
    function found = NULL;
    void *symbol;

    if (!real)
        real = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!real)
        return NULL;
    symbol = dlsym(real, name);
    if (symbol)
        memcpy(&found, &symbol, sizeof found);
    else if (strcmp(name, "eglGetProcAddress"))
        found = ((loader) find("eglGetProcAddress"))(name);
    return found;
}

static const unsigned char *get_string(unsigned name, unsigned index)
{
    const char *hidden = getenv("FPSTRIPE_TEST_EXTENSION");
    const unsigned char *string = ((string_getter) find("glGetStringi"))(name, index);

    if (string && hidden && !strcmp((const char *) string, hidden))
        return (const unsigned char *) "GL_TEST_hidden";
    return string;
}

function eglGetProcAddress(const char *name)
{
    return strcmp(name, "glGetStringi") ? find(name) : (function) get_string;
}
