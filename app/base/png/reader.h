// SPDX-License-Identifier: MIT
//
// What the readers of pictures share: a file of which nothing is known, and libpng held
// short. A file may claim what it likes: it gets memory for no more than it can hold.

#ifndef PNG_READER_H
#define PNG_READER_H

#include "base/png/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PNG_READER_SIDE_MAX   16384
#define PNG_READER_PIXELS_MAX (1L << 26)

// A regular file, from its beginning; never waits for one that is not. Returns NULL,
// after logging "path: why", if it cannot be opened.
FILE *png_reader_open(const char *path);

// Gives `body` a libpng that reads `file`, which can seek, with its limits set and
// nothing read yet. The body leaves by png_error or png_reader_refuse if anything is
// wrong; what it has made by then is the caller's to free. Damage in any chunk is wrong.
// Returns false, after logging "name: why", if it left so, or if there was no memory.
bool png_reader_run(FILE *file, const char *name,
                    void (*body)(png_structp png, png_infop info, void *context),
                    void *context);

// png_read_info, and that the picture is neither too large nor larger than the file could
// hold.
void png_reader_info(png_structp png, png_infop info);

// Reads the picture into `bytes` [height][stride], all passes of it, and what is behind
// it. After png_read_update_info.
void png_reader_rows(png_structp png, png_infop info, uint8_t *bytes, size_t stride);

// png_error, with our own words.
_Noreturn void png_reader_refuse(png_structp png, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

#endif // PNG_READER_H
