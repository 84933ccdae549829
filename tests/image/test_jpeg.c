// SPDX-License-Identifier: MIT
//
// Stripes that libjpeg packed, at the qualities that programs save screenshots with: read
// rightly or not at all. Simulated devices of all rounding models and precisions, grey
// and in colours (with chroma of half the size), sequential and progressive.

#include "image/shot.h"
#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
// It needs what stdio.h declares.
#include <jpeglib.h>

#define STEP        60 // of the devices that are sampled
#define RIGHT_LEAST 50 // per cent of them that are read

static struct group this_group = { .name = "jpeg" };

static const struct quality {
    const char *name;
    int quality;
} qualities[] = {
    { "quality 75", 75 }, { "quality 80", 80 }, { "quality 85", 85 },
    { "quality 90", 90 }, { "quality 95", 95 },
};

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

static struct shot unpack(unsigned char *bytes, unsigned long size)
{
    FILE *file = fmemopen(bytes, size, "rb");
    struct shot shot;

    assert_non_null(file);
    assert_true(shot_read_file(&shot, file, "packed.jpg"));
    fclose(file);
    return shot;
}

// The device's picture, number `i`, as it comes out of a file.
static enum distort_answer look(const struct simulated *device, int i, int quality)
{
    struct distort_case picture = distort_begin(device, 0);
    struct analyze_answer answer;
    unsigned long size = 0;
    unsigned char *file;
    struct shot shot;

    if (i % 2)
        retouch_colour(&picture.canvas);
    file = pack(&picture.canvas, quality, i % 4 > 1, &size);
    shot = unpack(file, size);
    analyze(&shot, &picture.options, &answer);
    enum distort_answer judged = distort_judge(&picture, &answer);

    shot_finish(&shot);
    free(file);
    distort_finish(&picture);
    return judged;
}

TEST_EACH(is_read, qualities)
{
    static struct simulated devices[SIMULATED_MAX];
    const struct quality *quality = *state;
    int count = simulated_list(devices), answers[3] = { 0 },
        step = group_every ? 1 : STEP;

    // Each quality has others of the sample.
    for (int i = group_every ? 0 : quality->quality % STEP; i < count; i += step) {
        enum distort_answer answer = look(&devices[i], i / step, quality->quality);
        char name[96];

        simulated_name(&devices[i], name, sizeof name);
        if (answer == DISTORT_WRONG)
            fail_msg("%s is read wrongly", name);
        answers[answer]++;
    }
    print_message("# right %d, inconclusive %d\n", answers[DISTORT_RIGHT],
                  answers[DISTORT_INCONCLUSIVE]);
    assert_true(answers[DISTORT_RIGHT] * 100 >=
                RIGHT_LEAST * (answers[DISTORT_RIGHT] + answers[DISTORT_INCONCLUSIVE]));
}
