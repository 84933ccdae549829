// SPDX-License-Identifier: MIT

#include "sweep/libc.h"

#include <gnu/libc-version.h>
#include <math.h>
#include <stdio.h>

const struct libc_bessel libc_bessel = { j0l, j1l, y0l, y1l };

void libc_name(char *text, size_t size)
{
    snprintf(text, size, "glibc %s", gnu_get_libc_version());
}
