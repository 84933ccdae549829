// SPDX-License-Identifier: MIT
//
// Functions that differ between C libraries: libc_glibc.c, or libc_other.c for all
// others.

#ifndef SWEEP_LIBC_H
#define SWEEP_LIBC_H

#include <stddef.h>

// "glibc 2.36"; "another C library".
void libc_name(char *text, size_t size);

// The extended Bessel functions; NULL if the library has none.
extern const struct libc_bessel {
    long double (*j0)(long double), (*j1)(long double);
    long double (*y0)(long double), (*y1)(long double);
} libc_bessel;

#endif // SWEEP_LIBC_H
