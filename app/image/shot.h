// SPDX-License-Identifier: MIT
//
// A picture to be analyzed: a screenshot or a figure, converted to grey.

#ifndef IMAGE_SHOT_H
#define IMAGE_SHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct shot {
    int width, height; // [1, 16384], at most 2^26 pixels
    uint8_t *grey;     // [height][width], owned; row 0 at the top, 0 is black
    bool sheet;        // a note in the file says that it is a sheet of fpstripe, or was
                       // cut out of one
    bool whole_sheet;  // and that nothing was cut off
};

// Reads any whole PNG: 1 to 16 bits, palette, grey or colours, with or without alpha
// (over black), interlaced or not; and, if the build has libjpeg, any whole JPEG
// (image/jpeg.h). A coloured picture becomes grey by the mixture of its
// channels that tells most; a pixel that is grey already stays as it is. Takes no more
// than three bytes a pixel of a PNG. Returns false, after logging "path: why", if it is
// not one, or is a capture of words that are no greys; `shot` is then zeroed.
bool shot_read(struct shot *shot, const char *path);

// The same of a file that is open and can seek; `name` is for messages.
bool shot_read_file(struct shot *shot, FILE *file, const char *name);

// Accepts a zeroed struct and leaves one.
void shot_finish(struct shot *shot);

#endif // IMAGE_SHOT_H
