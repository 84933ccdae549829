// SPDX-License-Identifier: MIT
//
// A picture as the bytes of a PNG, in memory.

#include "base/png/png.h"

#include "base/log.h"
#include "base/png/fault.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 8192

// The slowest level: such bytes are embedded in pages that are sent about.
#define LEVEL 9

struct target {
    uint8_t *bytes; // owned
    size_t size, room;
};

static void on_write(png_structp png, png_bytep data, size_t size)
{
    struct target *target = png_get_io_ptr(png);

    if (target->room - target->size < size) {
        size_t room = 2 * (target->size + size) + FIRST_SIZE;
        uint8_t *grown = realloc(target->bytes, room);

        if (!grown)
            png_error(png, "no memory");
        target->bytes = grown;
        target->room = room;
    }
    memcpy(target->bytes + target->size, data, size);
    target->size += size;
}

static void on_flush(png_structp png)
{
    (void) png;
}

// "Up" turns all rows of a stripe but its first into zeros.
static void write_picture(png_structp png, png_infop info, int width, int height,
                          const uint8_t *bytes)
{
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, LEVEL);
    png_set_IHDR(png, info, (png_uint_32) width, (png_uint_32) height, 8,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < height; y++)
        png_write_row(png, bytes + (size_t) y * (size_t) width);
    png_write_end(png, NULL);
}

uint8_t *png_encode_grey(int width, int height, const uint8_t *bytes, size_t *size)
{
    struct png_fault fault = { .text = "no memory" };
    struct target *target = calloc(1, sizeof(*target));
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &fault,
                                              png_fault_error, png_fault_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *whole = NULL;

    *size = 0;
    if (target && info && !setjmp(png_jmpbuf(png))) {
        png_set_write_fn(png, target, on_write, on_flush);
        write_picture(png, info, width, height, bytes);
        fault.text[0] = 0;
    }
    png_destroy_write_struct(&png, &info);
    if (fault.text[0])
        log_error("no PNG of %d x %d: %s", width, height, fault.text);
    if (target && fault.text[0]) {
        free(target->bytes);
    } else if (target) {
        whole = target->bytes;
        *size = target->size;
    }
    free(target);
    return whole;
}
