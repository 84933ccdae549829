// SPDX-License-Identifier: MIT
//
// JPEG pictures, by libjpeg (libjpeg-turbo, or any of its interface). Only jpeg.c knows
// it; no_jpeg.c stands for it where the program is built without.

#ifndef IMAGE_JPEG_H
#define IMAGE_JPEG_H

#include "base/png/png.h"

#include <stdbool.h>
#include <stdio.h>

// Reads a JPEG of 8 bits, grey or colours, sequential or progressive, into `picture` as
// png_read_file does: 1 or 3 channels, no palette. The file, which may be hostile, is
// open, can seek, and stands at its beginning; what follows the picture in it is not
// read, and neither are its orientation and colour profile. Takes, beside the picture,
// two bytes a sample of a progressive one. Returns false, after logging "name: why", if
// it is not a whole JPEG of at most 2^26 pixels, or this build has no libjpeg;
// `picture` is then zeroed. Warns of stray bytes before the first scan.
bool jpeg_read_file(FILE *file, const char *name, struct png_picture *picture);

#endif // IMAGE_JPEG_H
