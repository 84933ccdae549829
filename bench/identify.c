// SPDX-License-Identifier: MIT
//
// identify over all models: 21 rules times 20 precisions, on the picture of each probe.
// The ratio is against painting that picture once with the model unit.

#include "measure/identify.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS 21

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double) time.tv_sec + 1e-6 * (double) time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

static double median(double *times)
{
    qsort(times, RUNS, sizeof(*times), compare);
    return times[RUNS / 2];
}

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
    double eval[RUNS], all[RUNS];

    if (!pixels_init(&pixels, probe_pixel_width(probe, &params),
                     probe_pixel_height(probe, &params), params.readout))
        exit(5);
    for (int i = 0; i < RUNS; i++) {
        double start = now_ms();

        if (!probe_eval(probe, &params, &unit, &pixels))
            exit(5);
        double painted = now_ms();

        if (!identify(probe, &params, &pixels, &identified))
            exit(5);
        eval[i] = painted - start;
        all[i] = now_ms() - painted;
    }
    double one = median(eval), many = median(all);

    printf("%-13s eval %8.4f ms  identify %8.4f ms (minimum %8.4f, maximum %8.4f)  "
           "ratio %6.2f\n",
           probe->name, one, many, all[0], all[RUNS - 1], many / one);
    pixels_finish(&pixels);
}

int main(void)
{
    for (int i = 0; i < probe_picture_count; i++)
        bench(probe_list[i]);
    return 0;
}
