// SPDX-License-Identifier: MIT
//
// How it works
//
// Half of the times are in steps of one length, the other half in steps that halve toward
// `from`. None but the first is a whole number: 64 s has seven bits, which every device
// keeps, while 64.3 s has more.

#include "shade/breaks.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define BREAKS_STEPS 24 // of each kind
#define BREAKS_TIMES (2 * BREAKS_STEPS + 1)
#define BREAKS_FINE  128 // the bisection ends at so fine a part of the time

struct breaks_pictures {
    const struct breaks_search *search;
    double *exact, *got;
};

static bool breaks_at(const struct breaks_pictures *pictures, double time, bool *broken)
{
    const struct breaks_search *search = pictures->search;
    struct shade_scene scene = *search->scene;

    scene.time = time;
    if (!shade_draw(search->program, search->exact, &scene, NULL, pictures->exact) ||
        !shade_draw(search->program, search->device, &scene, NULL, pictures->got))
        return false;
    *broken =
        shade_compare(&scene, pictures->got, pictures->exact, search->limit).changed > 0;
    return true;
}

static int earlier_first(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;

    return x < y ? -1 : x > y;
}

static void fill_times(const struct breaks_search *search, double times[BREAKS_TIMES])
{
    const double span = search->to - search->from;

    times[0] = search->from;
    for (int k = 0; k < BREAKS_STEPS; k++) {
        times[1 + k] = search->from + span * (k + 0.618) / BREAKS_STEPS;
        times[1 + BREAKS_STEPS + k] = search->from + span * exp2(-0.77 * k - 0.001);
    }
    qsort(times, BREAKS_TIMES, sizeof *times, earlier_first);
}

static bool breaks_bisect(const struct breaks_pictures *pictures, struct breaks *breaks)
{
    while (breaks->first - breaks->before > breaks->first / BREAKS_FINE) {
        const double middle = 0.5 * (breaks->before + breaks->first);
        bool broken;

        if (!breaks_at(pictures, middle, &broken))
            return false;
        if (broken)
            breaks->first = middle;
        else
            breaks->before = middle;
    }
    return true;
}

static bool breaks_scan(const struct breaks_pictures *pictures, struct breaks *breaks)
{
    double times[BREAKS_TIMES];

    fill_times(pictures->search, times);
    for (int i = 0; i < BREAKS_TIMES; i++) {
        bool broken;

        if (!breaks_at(pictures, times[i], &broken))
            return false;
        breaks->tried++;
        if (broken && !breaks->any) {
            breaks->any = true;
            breaks->first = times[i];
            breaks->before = times[i > 0 ? i - 1 : 0];
        }
        breaks->later += breaks->any;
        breaks->bad += broken;
    }
    return !breaks->any || breaks_bisect(pictures, breaks);
}

bool breaks_find(const struct breaks_search *search, struct breaks *breaks)
{
    const size_t size =
        4 * (size_t) search->scene->width * (size_t) search->scene->height;
    struct breaks_pictures pictures = { search, memory_new(size, sizeof(double)),
                                        memory_new(size, sizeof(double)) };
    bool ok;

    *breaks = (struct breaks){ 0 };
    ok = breaks_scan(&pictures, breaks);
    free(pictures.exact);
    free(pictures.got);
    return ok;
}

struct machine_device breaks_highp(const struct machine_device *device)
{
    struct machine_device highp = *device;

    highp.precisions[PROGRAM_MEDIUM] = highp.precisions[PROGRAM_HIGH];
    return highp;
}
