// SPDX-License-Identifier: MIT
//
// Reading pictures, hostile ones included.

#include "png.h"

#include "log.h"
#include "png_fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MAX   16384
#define PIXELS_MAX (1L << 26)
#define CHUNK_MAX  (1u << 20)

static int channels_of(png_structp png, png_infop info)
{
    int type = png_get_color_type(png, info);

    if (png_get_bit_depth(png, info) != 8)
        return 0;
    return type == PNG_COLOR_TYPE_GRAY   ? 1
           : type == PNG_COLOR_TYPE_RGB  ? 3
           : type == PNG_COLOR_TYPE_RGBA ? 4
                                         : 0;
}

static void on_read(png_structp png, png_bytep data, size_t size)
{
    FILE *file = png_get_io_ptr(png);

    if (fread(data, 1, size, file) == size)
        return;
    if (ferror(file))
        ((struct png_fault *) png_get_error_ptr(png))->errnum = errno;
    png_error(png, "the file ends too early");
}

// Leaves by libpng's longjmp if anything is wrong; picture->bytes may then be set.
static void read_picture(png_structp png, png_infop info, struct png_picture *picture)
{
    png_set_user_limits(png, SIDE_MAX, SIDE_MAX);
    png_set_chunk_malloc_max(png, CHUNK_MAX);
    png_set_chunk_cache_max(png, 16);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);

    picture->width = (int) png_get_image_width(png, info);
    picture->height = (int) png_get_image_height(png, info);
    picture->channels = channels_of(png, info);
    if (!picture->channels)
        png_error(png, "not 8 bits of grey, RGB or RGBA");
    if ((long) picture->width * picture->height > PIXELS_MAX)
        png_error(png, "too large a picture");
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);

    size_t stride = (size_t) picture->width * (size_t) picture->channels;
    picture->bytes = calloc((size_t) picture->height, stride);
    if (!picture->bytes)
        png_error(png, "no memory");
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < picture->height; y++)
            png_read_row(png, picture->bytes + (size_t) y * stride, NULL);
    png_read_end(png, NULL);
}

static bool decode(FILE *file, struct png_picture *picture, struct png_fault *fault)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, fault,
                                             png_fault_error, png_fault_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;

    snprintf(fault->text, sizeof fault->text, "no memory");
    if (info && !setjmp(png_jmpbuf(png))) {
        png_set_read_fn(png, file, on_read);
        read_picture(png, info, picture);
        fault->text[0] = 0;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return !fault->text[0];
}

bool png_read(const char *path, struct png_picture *picture)
{
    struct png_fault fault = { 0 };
    FILE *file = fopen(path, "rbe");
    bool ok = false;

    *picture = (struct png_picture){ 0 };
    if (!file) {
        log_error("%s: %s", path, strerror(errno));
        return false;
    }
    ok = decode(file, picture, &fault);
    if (!ok) {
        png_fault_say(&fault, path);
        png_finish(picture);
    }
    fclose(file);
    return ok;
}

void png_finish(struct png_picture *picture)
{
    free(picture->bytes);
    *picture = (struct png_picture){ 0 };
}
