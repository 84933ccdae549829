// SPDX-License-Identifier: MIT

#include "measure/private.h"

#include <stdio.h>
#include <string.h>

// How the second render asks: each case of one pixel, on a target as small as that.
// The published shader finds its case by the size of the picture, which therefore stays.
static struct probe_params second_params(const struct probe *probe,
                                         const struct probe_params *params)
{
    struct probe_params second = *params;

    if (params->form != FORM_PUBLISHED && !probe->expressions)
        second.rows = 1;
    return second;
}

// Whether two renders show the same in each case.
static bool again_is_same(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *got, const struct probe_params *second,
                          const struct pixels *again)
{
    struct probe_shape shape = probe_shape(probe, params),
                       small = probe_shape(probe, second);
    size_t count = (size_t) got->width * (size_t) got->height;

    if (probe->expressions || params->rows == second->rows)
        return !memcmp(got->words, again->words, count * sizeof *got->words);
    for (int i = 0; i < shape.columns * shape.bands; i++) {
        int x, y, x_again, y_again;

        probe_cell_pixel(shape, i / shape.columns, i % shape.columns, &x, &y);
        probe_cell_pixel(small, i / shape.columns, i % shape.columns, &x_again, &y_again);
        if (pixels_row(got, y)[x] != pixels_row(again, y_again)[x_again])
            return false;
    }
    return true;
}

enum device_answer measure_again(struct device *device, const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct pixels *got, struct verdict *verdict)
{
    struct probe_params second = second_params(probe, params);
    struct pixels again;
    char reason[80];
    int x, y;

    pixels_init(&again, probe_pixel_width(probe, &second),
                probe_pixel_height(probe, &second), params->readout);
    enum device_answer answer = device->paint(device, probe, &second, 1, &again);

    if (answer == DEVICE_REFUSED || answer == DEVICE_UNABLE) {
        *verdict = verdict_because(STATUS_ERROR, device->reason);
    } else if (pixels_find_canary(got, &x, &y)) {
        snprintf(reason, sizeof reason, "pixel %d,%d was never painted", x, y);
        *verdict = verdict_because(STATUS_UNPAINTED, reason);
    } else if (!again_is_same(probe, params, got, &second, &again) &&
               !(measure_is_mixed(probe, params, got, verdict) &&
                 measure_is_mixed(probe, &second, &again, verdict))) {
        *verdict = verdict_because(
            STATUS_UNSTABLE,
            params->form == FORM_GUARDED
                ? "two renders differ: with other values of the guard the driver "
                  "computes otherwise"
                : "two renders of the same differ");
    }
    pixels_finish(&again);
    return answer;
}
