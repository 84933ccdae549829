// SPDX-License-Identifier: MIT

#include "base/png/fault.h"

#include "base/log.h"

#include <stdio.h>
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

void png_fault_say(const struct png_fault *fault, const char *path)
{
    log_error("%s: %s", path, fault->errnum ? strerror(fault->errnum) : fault->text);
}
