// SPDX-License-Identifier: MIT
//
// Error handling of libpng, for the two files that use it.

#ifndef BASE_PNG_FAULT_H
#define BASE_PNG_FAULT_H

// By this path, because png.h is ours.
#include <libpng16/png.h>

// The last message of libpng before it gave up, and errno if a file was the reason.
struct png_fault {
    char text[160];
    int errnum;
};

// libpng's handlers; the error pointer is a png_fault. The first leaves by longjmp.
void png_fault_error(png_structp png, png_const_charp message);
void png_fault_warning(png_structp png, png_const_charp message);

// Its memory, which is there or ends the program.
png_voidp png_fault_new(png_structp png, png_alloc_size_t size);
void png_fault_free(png_structp png, png_voidp memory);

// Logs "path: why".
void png_fault_say(const struct png_fault *fault, const char *path);

#endif // BASE_PNG_FAULT_H
