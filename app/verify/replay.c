// SPDX-License-Identifier: MIT

#include "verify/private.h"

#include <stdio.h>
#include <string.h>

static const char *replay_unsupported(const struct device *device,
                                      const struct probe *probe,
                                      const struct probe_params *params)
{
    const struct verify_replay *replay = device->priv;
    const struct verdict *verdict = &replay->result->verdict;

    if (replay->model)
        return replay->model->unsupported(replay->model, probe, params);
    return verdict->status == STATUS_UNSUPPORTED && !replay->got ? verdict->reason : NULL;
}

// Copies one pixel of each case: the second render has one pixel for each
// (measure_again.c), or is as the first.
static void paint_cells(const struct pixels *got, const struct probe *probe,
                        const struct probe_params *params, struct pixels *out)
{
    struct probe_shape small = probe_shape(probe, params), shape = small;

    shape.cell_width = got->width / shape.columns;
    shape.cell_height = got->height / shape.bands;
    pixels_clear(out);
    for (int i = 0; i < shape.columns * shape.bands; i++) {
        int x, y, from_x, from_y;

        probe_cell_pixel(shape, i / shape.columns, i % shape.columns, &from_x, &from_y);
        probe_cell_pixel(small, i / shape.columns, i % shape.columns, &x, &y);
        pixels_row(out, y)[x] = pixels_row(got, from_y)[from_x];
    }
}

static enum device_answer replay_refuse(struct device *device, const char *reason)
{
    snprintf(device->reason, sizeof device->reason, "%s", reason);
    return DEVICE_REFUSED;
}

// Compares the picture with the model's.
static bool compare_model(struct verify_replay *replay, const struct probe *probe,
                          const struct probe_params *params)
{
    const struct pixels *got = replay->got;
    size_t count = (size_t) got->width * (size_t) got->height, i = 0;
    struct pixels own;

    pixels_init(&own, got->width, got->height, params->readout);
    bool ok =
        replay->model->paint(replay->model, probe, params, 0, &own) == DEVICE_PAINTED;

    while (i < count && got->words[i] == own.words[i])
        i++;
    if (ok && i < count) {
        replay->differs = true;
        replay->x = (int) (i % (size_t) got->width);
        replay->y = (int) (i / (size_t) got->width);
        replay->has = got->words[i];
        replay->should = own.words[i];
    }
    pixels_finish(&own);
    return ok;
}

// Copies the picture as it was read back, or one pixel for each case.
static void paint_again(const struct verify_replay *replay, const struct probe *probe,
                        const struct probe_params *params, int variant,
                        struct pixels *out)
{
    const struct pixels *got = replay->got;

    if (got->width == out->width && got->height == out->height)
        memcpy(out->words, got->words,
               (size_t) got->width * (size_t) got->height * sizeof *got->words);
    else
        paint_cells(got, probe, params, out);
    if (variant == 1 && replay->result->verdict.status == STATUS_UNSTABLE)
        pixels_row(out, out->height - 1)[0] ^= 1;
}

static enum device_answer replay_paint(struct device *device, const struct probe *probe,
                                       const struct probe_params *params, int variant,
                                       struct pixels *out)
{
    struct verify_replay *replay = device->priv;
    const struct pixels *got = replay->got;
    const struct verdict *verdict = &replay->result->verdict;
    char reason[80];

    if (replay->model && (!got || (variant == 1 && !replay->differs)))
        return replay->model->paint(replay->model, probe, params, variant, out);
    if (!got || (variant == 1 && verdict->status == STATUS_ERROR))
        return replay_refuse(device, verdict->reason);
    snprintf(reason, sizeof reason, "the picture is %d x %d, and should be %d x %d",
             got->width, got->height, out->width, out->height);
    if (variant == 0 && (got->width != out->width || got->height != out->height))
        return replay_refuse(device, reason);
    if (variant == 0 && replay->model && !compare_model(replay, probe, params))
        return DEVICE_BROKEN;
    paint_again(replay, probe, params, variant, out);
    return DEVICE_PAINTED;
}

struct device verify_replay_device(struct verify_replay *replay,
                                   const struct facts *facts)
{
    return (struct device){
        .facts = *facts,
        .unsupported = replay_unsupported,
        .paint = replay_paint,
        .priv = replay,
    };
}
