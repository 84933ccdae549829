// SPDX-License-Identifier: MIT
//
// Times identify() with all models (21 rounding models, 20 precisions) on the picture of
// each probe. The ratio is to the time of painting the picture once with the model unit.

#include "measure/identify.h"
#include "bench/times.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNS 21

static void bench(const struct probe *probe)
{
    struct probe_params params = {
        .readout = READOUT_BITS,
        .form = FORM_GUARDED,
        .width = 512,
        .rows = 1,
        .model = { FP_BINARY32, FP_RNE, false, false },
        .precision_bits = 24,
    };
    struct unit unit = unit_model();
    struct pixels pixels;
    struct identified identified;
    struct times eval = { 0 }, all = { 0 };

    pixels_init(&pixels, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), params.readout);
    for (int i = 0; i < RUNS; i++) {
        double start = times_now_ns();

        if (!probe_eval(probe, &params, &unit, &pixels))
            exit(5);
        double painted = times_now_ns();

        identify(probe, &params, &pixels, 0, &identified);
        times_add(&all, times_now_ns() - painted);
        times_add(&eval, painted - start);
    }

    printf("%-13s eval %8.4f ms  identify %8.4f ms (minimum %8.4f, maximum %8.4f)  "
           "ratio %6.2f\n",
           probe->name, 1e-6 * times_median(&eval), 1e-6 * times_median(&all),
           1e-6 * times_min(&all), 1e-6 * times_max(&all), times_ratio(&all, &eval));
    pixels_finish(&pixels);
}

int main(void)
{
    for (int i = 0; i < probe_picture_count; i++)
        bench(probe_list[i]);
    return 0;
}
