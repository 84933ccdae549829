// SPDX-License-Identifier: MIT

#include "base/png/fault.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void png_fault_error(png_structp png, png_const_charp message)
{
    struct png_fault *fault = png_get_error_ptr(png);

    snprintf(fault->text, sizeof fault->text, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

void png_fault_warning(png_structp png, png_const_charp message)
{
    (void) png;
    (void) message;
}

png_voidp png_fault_new(png_structp png, png_alloc_size_t size)
{
    (void) png;
    return memory_resize(NULL, 1, size);
}

void png_fault_free(png_structp png, png_voidp memory)
{
    (void) png;
    free(memory);
}

void png_fault_say(const struct png_fault *fault, const char *path)
{
    log_error("%s: %s", path, fault->errnum ? strerror(fault->errnum) : fault->text);
}
