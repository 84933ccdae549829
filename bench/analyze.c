// SPDX-License-Identifier: MIT
//
// Reads the rows of a PNG with libpng, one after the other, and discards them.

#include <libpng16/png.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    png_bytep row;

    if (!file || !info || setjmp(png_jmpbuf(png)))
        return 1;
    png_init_io(png, file);
    png_read_info(png, info);
    row = malloc(png_get_rowbytes(png, info));
    if (!row)
        return 1;
    for (png_uint_32 y = 0; y < png_get_image_height(png, info); y++)
        png_read_row(png, row, NULL);
    png_read_end(png, NULL);
    return 0;
}
