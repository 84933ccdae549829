// SPDX-License-Identifier: MIT
//
// Photographs: turned by 0.2 to 30 degrees, in perspective, and pictures that were
// resampled until they beat. None is read wrongly, and a slope that can be seen is named.

#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "analyze_tilt" };

static const struct model {
    enum fp_round round;
    int precision, width, rows;
} models[] = {
    { FP_RTZ, 14, 256, 16 },
    { FP_RNE, 24, 200, 10 },
    { FP_RO, 18, 128, 8 },
};

static struct canvas painted(const struct model *model, struct simulated *device)
{
    *device = simulated_device(model->round, model->precision, model->width, model->rows);
    device->subtract = model->precision % 4 == 0;
    return simulated_paint(device);
}

// Takes the canvas over. Fails if it is read wrongly.
static struct analyze_answer read_right(const struct simulated *device,
                                        struct canvas canvas, double value)
{
    struct distort_case picture = { .truth = { simulated_truth(device) }, .truths = 1 };
    struct analyze_answer answer = distort_read(canvas, 0);
    char name[96], text[360];

    simulated_name(device, name, sizeof name);
    distort_describe(&answer, text, sizeof text);
    if (distort_judge(&picture, &answer) == DISTORT_WRONG)
        fail_msg("%s, %g: %s", name, value, text);
    return answer;
}

static bool is_named(const struct analyze_answer *answer)
{
    return !answer->conclusive && answer->fraction_bits == -1 && !answer->survivors &&
           !answer->found &&
           !strcmp(answer->reason, "tilted or photographed; take a screenshot, or open "
                                   "the page on the device");
}

// On a black table, a grey and a white one. A slope of two pixels over the narrower side
// can be seen, if the picture has lines.
TEST(turned)
{
    static const double degrees[] = { 0.2, -0.5, 1, -2, 4, -8, 12, -20, 30 };
    int named = 0, seen = 0;

    for (size_t i = 0; i < COUNT_OF(models) * COUNT_OF(degrees); i++) {
        const struct model *model = &models[i % COUNT_OF(models)];
        double angle = degrees[i / COUNT_OF(models)];
        struct simulated device;
        struct canvas canvas = painted(model, &device);
        double rise = fabs(angle) * 0.01745 * fmin(canvas.width, canvas.height);

        if (i % 2)
            retouch_turn(&canvas, 1);
        retouch_photograph(&canvas, angle, 0, 0.2, (float) (i % 3) / 2);
        struct analyze_answer answer = read_right(&device, canvas, angle);

        named += is_named(&answer);
        seen += rise >= 2 && model->rows >= 10;
        if (rise >= 2 && model->rows >= 10 && !is_named(&answer))
            fail_msg("model %zu, %g degrees: %s", i % COUNT_OF(models), angle,
                     answer.reason);
    }
    print_message("# %d of %zu are called tilted, %d must\n", named,
                  COUNT_OF(models) * COUNT_OF(degrees), seen);
}

// Depth over the width or the height of the picture, straight and turned by a degree.
TEST(perspective)
{
    static const double slants[] = { 0.01, -0.03, 0.08, -0.2 };

    for (size_t i = 0; i < COUNT_OF(models) * COUNT_OF(slants) * 2; i++) {
        double slant = slants[i / 2 % COUNT_OF(slants)];
        struct simulated device;
        struct canvas canvas = painted(&models[i / (2 * COUNT_OF(slants))], &device);

        retouch_camera(&canvas, (struct retouch_camera){
                                    .degrees = i % 3 == 0,
                                    .slant = { i % 2 ? slant : 0, i % 2 ? 0 : slant },
                                    .margin = 0.1,
                                    .table = 0.5f });
        read_right(&device, canvas, slant);
    }
}

// Pixels of a screen that beat against those of a camera.
TEST(moire)
{
    for (size_t i = 0; i < COUNT_OF(models) * 4; i++) {
        double ratio = 1.01 + 0.39 * (double) (i % 4) / 3;
        struct simulated device;
        struct canvas canvas = painted(&models[i / 4], &device);

        retouch_scale(&canvas, ratio, ratio, (enum retouch_filter)(i % RETOUCH_FILTERS));
        retouch_scale(&canvas, 1.03 / ratio, 0.97 / ratio, RETOUCH_NEAREST);
        struct analyze_answer answer = read_right(&device, canvas, ratio);

        assert_false(is_named(&answer));
    }
}
