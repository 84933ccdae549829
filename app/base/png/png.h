// SPDX-License-Identifier: MIT
//
// Pictures as PNG files, 8 bits a channel, no time chunk: the same pixels and texts
// give the same file. Files appear whole or not at all. Only this
// folder knows libpng.

#ifndef BASE_PNG_PNG_H
#define BASE_PNG_PNG_H

#include "base/pixels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// A tEXt chunk: `key` is 1 to 79 printable characters, `value` any string; what
// Latin-1 cannot say in it becomes '?'.
struct png_note {
    const char *key, *value;
};

// Writes pixels word by word as RGBA, lowest byte red: what an RGBA8 target held, or
// the little-endian bytes of a binary32. `notes` [count] may be NULL if count is 0.
// Returns false, after logging why, if the file could not be written; an older file
// of that name is then as it was. A path that is no regular file (/dev/stdout) is
// written in place.
bool png_write(const char *path, const struct pixels *pixels,
               const struct png_note *notes, int count);

// The same for bytes: grey [height][width], rgb and rgba [height][width][3 or 4].
bool png_write_grey(const char *path, int width, int height, const uint8_t *bytes,
                    const struct png_note *notes, int count);
bool png_write_rgb(const char *path, int width, int height, const uint8_t *bytes,
                   const struct png_note *notes, int count);
bool png_write_rgba(const char *path, int width, int height, const uint8_t *bytes,
                    const struct png_note *notes, int count);

// The bytes of such a file of greys [height][width], packed as small as libpng can:
// for free(), `*size` of them. The same greys give the same bytes. Returns NULL, after
// logging why, if libpng fails.
uint8_t *png_encode_grey(int width, int height, const uint8_t *bytes, size_t *size);

// A picture that was read: bytes [height][width][channels], owned; width and height in
// [1, 16384], channels 1 (grey), 3 (RGB) or 4 (RGBA). Row 0 is the top.
struct png_picture {
    int width, height, channels;
    uint8_t *bytes;

    // Only where any PNG is read.
    int colours; // in `palette`, above each of the bytes, indexes; 0: there is none
    uint8_t palette[256][3];
    bool rgba;  // it was RGBA
    bool sheet; // its note of the key Software says that fpstripe drew it for people
    bool whole; // and its note of the key sheet has the size of this picture
};

// Reads any file but a link, hostile ones included; ancillary chunks are skipped. Returns
// false, after logging "path: why", if it is not a whole PNG of 8-bit grey, RGB or RGBA
// of at most 2^26 pixels; `picture` is then zeroed.
bool png_read(const char *path, struct png_picture *picture);

// The same of a file that is open and can seek; `name` is for messages. `any`: of any
// whole PNG, as one looks at it, grey or RGB: 1 to 16 bits a sample become 8, over black
// where it is transparent; palette or not, interlaced or not. Gamma and colour profiles
// are not looked at.
bool png_read_file(FILE *file, const char *name, bool any, struct png_picture *picture);

// Opens any regular file for it, at its beginning; never waits. Returns NULL, after
// logging "path: why", if there is none or it cannot seek.
FILE *png_open(const char *path);

// Accepts a zeroed struct and leaves one.
void png_finish(struct png_picture *picture);

#endif // BASE_PNG_PNG_H
