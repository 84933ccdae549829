// SPDX-License-Identifier: MIT

#include "tests/image/simulated.h"

#include "base/fp.h"
#include "base/history.h"
#include "probe/picture.h"
#include "unit/unit.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIPES 26

// Small pictures mostly: they cost less, and are harder to read.
static const int widths[] = { 64, 128, 256, 96, 128, 32, 64, 256, 16, 512, 128, 200 };
static const int rows[] = { 10, 6, 12, 8, 14, 4, 10, 20, 16, 2, 12, 5, 32, 10, 3, 7, 64 };

// A ramp as wide as the format can hold exactly: log2(width) + 1 bits.
static int fitting(int width, int precision)
{
    int limit = precision > 12 ? 2048 : 1 << (precision - 1);
    bool is_power = !(width & (width - 1));

    if (!is_power && precision < 16)
        width = 64;
    return width < limit ? width : limit;
}

static struct simulated shape(struct fp_model model, bool subtract, int index)
{
    struct simulated device = { .model = model, .subtract = subtract };
    int width = widths[index % (int) (sizeof widths / sizeof *widths)];
    int height = rows[index % (int) (sizeof rows / sizeof *rows)];

    if (index % 50 == 49) // some as large as screens
        width = index % 100 == 49 ? 1024 : 2048;
    device.width = fitting(width, model.format.precision);
    device.height = STRIPES * (device.width > 256 && height > 20 ? 20 : height);
    device.stripes = STRIPES;
    return device;
}

struct simulated simulated_device(enum fp_round round, int precision, int width, int high)
{
    return (struct simulated){ .model = { { precision, 127 }, round, false, false },
                               .width = width,
                               .height = STRIPES * high,
                               .stripes = STRIPES };
}

static int add_all(struct simulated *devices, int count)
{
    for (int p = 5; p <= 24; p++)
        for (int rule = 0; rule < FP_ROUND_COUNT; rule++)
            for (int form = 0; form < 2; form++) {
                struct fp_model model = { { p, 127 }, (enum fp_round) rule, 0, 0 };

                devices[count] = shape(model, form == 1, count);
                count++;
            }
    return count;
}

// Exponents that end within the picture or, at 31, behind it.
static int add_narrow(struct simulated *devices, int count)
{
    static const int precisions[] = { 5, 8, 10, 11, 13, 14, 16, 17, 18, 20, 24 };
    static const enum fp_round rules[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RO };

    for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++)
        for (int k = 0; k < 16; k++) {
            struct fp_format format = { precisions[i], k & 1 ? 31 : 15 };
            struct fp_model model = { format, rules[k / 4], 0, 0 };

            devices[count] = shape(model, k & 2, count);
            devices[count].white_nan = k % 4 == 2;
            count++;
        }
    return count;
}

// history.h's models: "rtz,p=14,emax=31" and more that no sum shows.
static int add_published(struct simulated *devices, int count)
{
    for (int i = 0; i < 2 * history_count; i++) {
        const char *text = history_list[i / 2].model;
        struct fp_model model = { .format = FP_BINARY32 };
        char rule[32];

        snprintf(rule, sizeof rule, "%.*s", (int) strcspn(text, ","), text);
        bool found = fp_round_find(rule, &model.round);
        assert(found);
        if (strstr(text, ",p="))
            model.format.precision = atoi(strstr(text, ",p=") + 3);
        if (strstr(text, ",emax="))
            model.format.emax = atoi(strstr(text, ",emax=") + 6);
        devices[count] = shape(model, i % 2, count);
        count++;
    }
    return count;
}

int simulated_list(struct simulated devices[SIMULATED_MAX])
{
    int count = add_published(devices, add_narrow(devices, add_all(devices, 0)));

    for (int i = 0; i < 12; i++) {
        struct fp_model model = { FP_BINARY32, FP_RNE, false, false };

        devices[count] = shape(model, true, count);
        devices[count++].folded = true;
    }
    assert(count <= SIMULATED_MAX);
    return count;
}

// Returns the value of a stripe at x, or NaN.
static double shown(const struct simulated *device, int stripe, double x)
{
    // The sum in each order: + or - and an operand, a for 2^B and q for 1 - x.
    static const char *const steps[REWRITING_COUNT] = {
        [REWRITING_NONE] = "+x-a",          [REWRITING_ONE_FIRST] = "+x-a",
        [REWRITING_MINUS_FIRST] = "-q+1-a", [REWRITING_PLUS_FIRST] = "+1-q-a",
        [REWRITING_ONE_LAST] = "-q-a+1",
    };
    struct unit unit = unit_model();
    struct fp_format format = device->model.format;
    double values[] = { ['1'] = 1, ['a'] = ldexp(1, stripe), ['q'] = 1 - x, ['x'] = x };
    uint64_t sum = fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(values['a']));
    const char *step = steps[device->order];

    for (; *step; step += 2) {
        uint64_t addend =
            fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(values[(int) step[1]]));
        struct unit_call call = { *step == '+' ? UNIT_ADD : UNIT_SUB,
                                  device->model,
                                  &sum,
                                  &sum,
                                  &addend,
                                  NULL,
                                  1 };

        if (step[1] == 'a' && !device->subtract)
            continue;
        bool ok = unit.apply(&unit, &call);
        assert(ok);
    }
    double value = fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, sum));

    if (!isfinite(value))
        return NAN;
    return device->subtract ? value : value - floor(value);
}

static float level_of(const struct simulated *device, double value)
{
    if (isnan(value))
        return device->white_nan;
    value = value < 0 ? 0 : value > 1 ? 1 : value;
    return (float) (floor(255 * value + (device->cuts ? 0 : 0.5)) / 255);
}

static bool is_separator(const struct simulated *device, int from_bottom)
{
    int height = device->height / device->stripes;

    if (device->height % device->stripes == 0)
        return 10 * (from_bottom % height) >= 9 * height;
    double y = (from_bottom + 0.5) * device->stripes / device->height;

    return y - floor(y) >= 0.9;
}

struct canvas simulated_paint(const struct simulated *device)
{
    struct canvas canvas = canvas_make(device->width, device->height, 1, 0);
    float *levels = malloc((size_t) device->width * sizeof *levels);
    int painted = -1;

    assert(levels);
    for (int y = device->height - 1; y >= 0; y--) {
        int from_bottom = device->height - 1 - y;
        int stripe = (int) ((from_bottom + 0.5) * device->stripes / device->height);

        for (int x = 0; painted != stripe && x < device->width; x++) {
            double ramp = 1 - (x + 0.5) / device->width;

            levels[x] =
                level_of(device, device->folded ? ramp : shown(device, stripe, ramp));
        }
        painted = stripe;
        if (!is_separator(device, from_bottom))
            memcpy(canvas.level + (size_t) y * (size_t) canvas.width, levels,
                   (size_t) canvas.width * sizeof *levels);
    }
    free(levels);
    return canvas;
}

// Whether both forms paint the same: only a sum that reaches the next whole unit parts
// them, and not one of a ramp that the format rounded to 1 before.
static bool same_in_both(const struct simulated *device)
{
    struct simulated other = *device;
    int precision = device->model.format.precision;

    other.subtract = !other.subtract;
    for (int stripe = 0; stripe < device->stripes; stripe++) {
        double x = fmin(1 - 0.5 / device->width, 1 - ldexp(1, -precision));
        double y = shown(device, stripe, x), z = shown(&other, stripe, x);

        if (isfinite(y) && fabs(y - z) > 0.01)
            return false;
    }
    return true;
}

struct simulated_truth simulated_truth(const struct simulated *device)
{
    return (struct simulated_truth){
        .fraction_bits = device->model.format.precision - 1,
        .round = device->model.round,
        .subtract = device->subtract,
        .either_form = same_in_both(device),
    };
}

void simulated_name(const struct simulated *device, char *text, size_t size)
{
    int used = snprintf(text, size, "%s,p=%d,emax=%d,%s,%dx%d",
                        fp_round_name(device->model.round),
                        device->model.format.precision, device->model.format.emax,
                        device->folded     ? "folded"
                        : device->subtract ? "subtract"
                                           : "fract",
                        device->width, device->height);

    snprintf(text + used, size - (size_t) used, "%s",
             device->white_nan ? ",white-nan" : "");
}

bool simulated_parse(const char *text, struct simulated *device)
{
    char rule[32], form[32];

    *device = (struct simulated){ .stripes = STRIPES };
    if (sscanf(text, "%31[^,],p=%d,emax=%d,%31[^,],%dx%d", rule,
               &device->model.format.precision, &device->model.format.emax, form,
               &device->width, &device->height) != 6)
        return false;
    device->folded = !strcmp(form, "folded");
    device->subtract = strcmp(form, "fract") != 0;
    device->white_nan = strstr(text, ",white-nan");
    return fp_round_find(rule, &device->model.round);
}

struct pixels simulated_probe(const struct simulated *device, const char *name, int width,
                              int high)
{
    const struct probe *probe = probe_find(name);
    struct probe_params params = { .readout = READOUT_RGBA8,
                                   .width = width,
                                   .rows = high,
                                   .model = device->model,
                                   .precision_bits = device->model.format.precision };
    struct unit unit = unit_model();
    struct pixels pixels;

    pixels_init(&pixels, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), READOUT_RGBA8);
    bool ok = probe_eval(probe, &params, &unit, &pixels);
    assert(ok);
    return pixels;
}
