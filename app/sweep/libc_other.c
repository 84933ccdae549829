// SPDX-License-Identifier: MIT

#include "sweep/libc.h"

#include <stdio.h>

const struct libc_bessel libc_bessel = { NULL, NULL, NULL, NULL };

// musl does not say its version, nor its name.
void libc_name(char *text, size_t size)
{
    snprintf(text, size, "another C library");
}
