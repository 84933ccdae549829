// SPDX-License-Identifier: MIT
//
// What the C libraries do not have in common: libc_glibc.c, or libc_other.c for all
// others.

#ifndef SWEEP_LIBC_H
#define SWEEP_LIBC_H

#include <stddef.h>

// "glibc 2.36"; "another C library".
void libc_name(char *text, size_t size);

// Extended Bessel functions; NULL where the library has none.
extern const struct libc_bessel {
    long double (*j0)(long double), (*j1)(long double);
    long double (*y0)(long double), (*y1)(long double);
} libc_bessel;

#endif // SWEEP_LIBC_H
