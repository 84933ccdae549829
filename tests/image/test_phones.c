// SPDX-License-Identifier: MIT
//
// Screenshots as phones make them: 16 devices in 6 kinds of screens. The test
// fails if one is read wrongly, or a kind less often than its table says.

#include "tests/image/distort.h"
#include "tests/image/phone.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdio.h>

static struct group this_group = { .name = "analyze_phones" };

// The devices, as the picture shows them: p from 10 to 24, the sizes that pages draw.
static const struct {
    enum fp_round round;
    int precision, width, rows;
    bool subtract;
} devices[] = {
    { FP_RTZ, 14, 512, 20, false },     { FP_RNE, 24, 512, 20, false },
    { FP_RTZ, 17, 256, 10, false },     { FP_RNE, 11, 256, 20, true },
    { FP_RTZ, 24, 512, 10, true },      { FP_RNE, 17, 512, 20, false },
    { FP_CHOP_G1, 12, 256, 10, false }, { FP_RNA, 13, 256, 20, true },
    { FP_RNE_NS1, 16, 512, 10, true },  { FP_RTZ, 10, 256, 10, true },
    { FP_RNE, 23, 512, 20, true },      { FP_RTZ, 22, 256, 20, false },
    { FP_RO, 18, 512, 20, true },       { FP_RNE, 10, 256, 10, false },
    { FP_RTZ, 20, 512, 20, false },     { FP_RNE, 14, 512, 10, true },
};

// A kind of screens. Its frames are dark, or every second one is light.
static const struct screen {
    const char *name;
    int size;       // the shorter side, in pixels
    bool light;     // every second frame is light
    double scale;   // of the picture; 0: as wide as the room lets it be
    float white[3]; // the colour of white
    double gamma;   // of a colour space that has another curve
    int quality;    // of a JPEG; 0: none
    int read_least; // of the 16 devices
} screens[] = {
    { "status bar", 720, true, 1, { 1, 1, 1 }, 1, 0, 16 },
    { "dark frame", 720, false, 0, { 1, 1, 1 }, 1, 0, 15 },
    { "night tint", 720, true, 0, { 1, 0.82f, 0.6f }, 1, 0, 16 },
    { "Display P3", 720, true, 1, { 0.97f, 1, 0.99f }, 0.92, 0, 16 },
    { "HiDPI", 1080, true, 2.625, { 1, 1, 1 }, 1, 0, 16 },
    { "JPEG 40", 720, true, 1, { 1, 1, 1 }, 1, 40, 14 },
};

static struct canvas screenshot(const struct screen *screen, int number,
                                const struct simulated *device)
{
    static const float dark[3] = { 0 };
    uint64_t seed = (uint64_t) number + 1;
    bool light = screen->light && number % 2;
    float frame = (float) (light ? 230 + retouch_random(&seed, 26)
                                 : 12 + retouch_random(&seed, 30)) /
                  255;
    struct phone phone = phone_make(screen->size, false, frame, light ? frame : 0, &seed);
    struct canvas picture = simulated_paint(device);
    int wide = phone.room.right - phone.room.left;
    int high = phone.room.bottom - phone.room.top;
    double scale = screen->scale > 0 ? screen->scale : (double) wide / picture.width;

    scale =
        fmin(scale, fmin((double) wide / picture.width, (double) high / picture.height));
    retouch_scale(&picture, scale, scale,
                  number % 4 < 2 ? RETOUCH_NEAREST : RETOUCH_LINEAR);
    retouch_paste(&phone.canvas, &picture, phone.room.left + (wide - picture.width) / 2,
                  phone.room.top + (high - picture.height) / 3);
    canvas_finish(&picture);
    retouch_curve(&phone.canvas, screen->gamma, 1, 0);
    retouch_dye(&phone.canvas, dark, screen->white);
    if (screen->quality)
        distort_jpeg(&phone.canvas, screen->quality, false);
    return phone.canvas;
}

TEST_EACH(is_read, screens)
{
    const struct screen *screen = *state;
    int answers[3] = { 0 };

    if (screen->quality && !distort_packs)
        skip();
    for (int i = 0; i < (int) COUNT_OF(devices); i++) {
        struct simulated device = simulated_device(devices[i].round, devices[i].precision,
                                                   devices[i].width, devices[i].rows);
        device.subtract = devices[i].subtract;
        struct distort_case picture = { .canvas = screenshot(screen, i, &device),
                                        .truth = { simulated_truth(&device) },
                                        .truths = 1 };
        struct analyze_answer answer = distort_ask(&picture);
        char text[360];
        enum distort_answer judged = distort_judge(&picture, &answer);

        distort_describe(&answer, text, sizeof text);
        print_message("# %d %s\n", i, text);
        if (judged == DISTORT_WRONG)
            fail_msg("device %d: %s", i, text);
        answers[judged]++;
        distort_finish(&picture);
    }
    print_message("# %s: %d read of %zu, 0 wrong\n", screen->name, answers[DISTORT_RIGHT],
                  COUNT_OF(devices));
    assert_true(answers[DISTORT_RIGHT] >= screen->read_least);
}
