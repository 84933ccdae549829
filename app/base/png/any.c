// SPDX-License-Identifier: MIT
//
// Reading pictures of any kind, to be looked at.

#include "base/png/png.h"

#include "base/png/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Indexes, a byte each; what they mean is the picture's palette.
static void ask_indexes(png_structp png, png_infop info, struct png_any *picture)
{
    png_colorp colours;
    png_bytep alpha = NULL;
    int transparent = 0;

    if (!png_get_PLTE(png, info, &colours, &picture->colours) || !picture->colours)
        png_reader_refuse(png, "no palette");
    png_get_tRNS(png, info, &alpha, &transparent, NULL);
    for (int i = 0; i < picture->colours; i++) {
        const png_byte rgb[] = { colours[i].red, colours[i].green, colours[i].blue };

        for (int c = 0; c < 3; c++)
            picture->palette[i][c] =
                (uint8_t) (i < transparent ? (rgb[c] * alpha[i] + 127) / 255 : rgb[c]);
    }
    picture->channels = 1;
    png_set_packing(png);
}

// Greys or RGB, 8 bits each, over black.
static void ask_samples(png_structp png, png_infop info, struct png_any *picture)
{
    const png_color_16 black = { 0 };
    int type = png_get_color_type(png, info);

    png_set_expand(png);
    png_set_scale_16(png);
    if (type & PNG_COLOR_MASK_ALPHA || png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_background(png, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    picture->channels = type & PNG_COLOR_MASK_COLOR ? 3 : 1;
    picture->rgba = type == PNG_COLOR_TYPE_RGBA;
}

static void check_indexes(png_structp png, const struct png_any *picture)
{
    size_t count = (size_t) picture->width * (size_t) picture->height;
    uint8_t most = 0;

    for (size_t i = 0; i < count; i++)
        most = picture->bytes[i] > most ? picture->bytes[i] : most;
    if (picture->colours && most >= picture->colours)
        png_reader_refuse(png, "palette index %d, but %d colours", most,
                          picture->colours);
}

static void take_probe(png_const_structp png, png_infop info, struct png_any *picture)
{
    png_unknown_chunkp notes;
    int count = png_get_unknown_chunks(png, info, &notes);
    const size_t key = sizeof("probe");

    for (int i = 0; i < count; i++)
        if (notes[i].size > key && !memcmp(notes[i].data, "probe", key))
            snprintf(picture->probe, sizeof(picture->probe), "%.*s",
                     (int) (notes[i].size - key), (const char *) notes[i].data + key);
}

// Leaves by libpng's longjmp if anything is wrong; picture->bytes may then be set.
static void read_any(png_structp png, png_infop info, void *context)
{
    struct png_any *picture = context;
    size_t stride;

    // As a chunk that libpng does not know: it makes room for any text that it does.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "tEXt",
                                1);
    png_reader_info(png, info);
    picture->width = (int) png_get_image_width(png, info);
    picture->height = (int) png_get_image_height(png, info);
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE)
        ask_indexes(png, info, picture);
    else
        ask_samples(png, info, picture);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);

    stride = (size_t) picture->width * (size_t) picture->channels;
    if (png_get_rowbytes(png, info) != stride)
        png_reader_refuse(png, "an unknown kind of PNG");
    picture->bytes = malloc((size_t) picture->height * stride);
    if (!picture->bytes)
        png_reader_refuse(png, "no memory");
    png_reader_rows(png, info, picture->bytes, stride);
    check_indexes(png, picture);
    take_probe(png, info, picture);
}

bool png_any_read_file(FILE *file, const char *name, struct png_any *picture)
{
    *picture = (struct png_any){ 0 };
    if (png_reader_run(file, name, read_any, picture))
        return true;
    png_any_finish(picture);
    return false;
}

bool png_any_read(const char *path, struct png_any *picture)
{
    FILE *file = png_reader_open(path);
    bool ok;

    *picture = (struct png_any){ 0 };
    if (!file)
        return false;
    ok = png_any_read_file(file, path, picture);
    fclose(file);
    return ok;
}

void png_any_finish(struct png_any *picture)
{
    free(picture->bytes);
    *picture = (struct png_any){ 0 };
}
