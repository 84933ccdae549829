// SPDX-License-Identifier: MIT
//
// Reading captures: 8 bits of grey, RGB or RGBA, as they are.

#include "base/png/png.h"

#include "base/png/reader.h"

#include <stdio.h>
#include <stdlib.h>

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

// Leaves by libpng's longjmp if anything is wrong; picture->bytes may then be set.
static void read_picture(png_structp png, png_infop info, void *context)
{
    struct png_picture *picture = context;
    size_t stride;

    png_reader_info(png, info);
    picture->width = (int) png_get_image_width(png, info);
    picture->height = (int) png_get_image_height(png, info);
    picture->channels = channels_of(png, info);
    if (!picture->channels)
        png_reader_refuse(png, "not 8 bits of grey, RGB or RGBA");
    png_set_interlace_handling(png);
    png_read_update_info(png, info);

    stride = (size_t) picture->width * (size_t) picture->channels;
    picture->bytes = calloc((size_t) picture->height, stride);
    if (!picture->bytes)
        png_reader_refuse(png, "no memory");
    png_reader_rows(png, info, picture->bytes, stride);
}

bool png_read_file(FILE *file, const char *name, struct png_picture *picture)
{
    *picture = (struct png_picture){ 0 };
    if (png_reader_run(file, name, read_picture, picture))
        return true;
    png_finish(picture);
    return false;
}

bool png_read(const char *path, struct png_picture *picture)
{
    FILE *file = png_reader_open(path);
    bool ok;

    *picture = (struct png_picture){ 0 };
    if (!file)
        return false;
    ok = png_read_file(file, path, picture);
    fclose(file);
    return ok;
}

void png_finish(struct png_picture *picture)
{
    free(picture->bytes);
    *picture = (struct png_picture){ 0 };
}
