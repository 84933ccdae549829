// SPDX-License-Identifier: MIT

#include "image/shot.h"
#include "tests/image/distort.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
// It needs what stdio.h declares.
#include <jpeglib.h>

const bool distort_packs = true;

// The caller frees it.
static unsigned char *pack(const struct canvas *canvas, int quality, bool progressive,
                           unsigned long *size)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    size_t stride = (size_t) (canvas->width * canvas->channels);
    unsigned char *file = NULL;
    uint8_t *bytes = distort_bytes(canvas);

    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &file, size);
    jpeg.image_width = (JDIMENSION) canvas->width;
    jpeg.image_height = (JDIMENSION) canvas->height;
    jpeg.input_components = canvas->channels;
    jpeg.in_color_space = canvas->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    if (progressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = bytes + jpeg.next_scanline * stride;

        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(bytes);
    return file;
}

void distort_jpeg(struct canvas *canvas, int quality, bool progressive)
{
    unsigned long size = 0;
    unsigned char *packed = pack(canvas, quality, progressive, &size);
    FILE *file = fmemopen(packed, size, "rb");
    struct shot shot;

    assert(file);
    bool ok = shot_read_file(&shot, file, "packed.jpg");
    assert(ok);
    fclose(file);
    free(packed);
    canvas_finish(canvas);
    *canvas = canvas_make(shot.width, shot.height, 1, 0);
    for (size_t i = 0; i < canvas_area(canvas); i++)
        canvas->level[i] = (float) shot.grey[i] / 255;
    shot_finish(&shot);
}
