// SPDX-License-Identifier: MIT
//
// How it works
//
// The second render of a question may differ from the first in two ways: the guard has
// other values, and the target is smaller. If the pictures differ, that may be the cause,
// or the device does not repeat itself. So both renders are repeated, A B B A B A A B,
// before a cause is named: a device that errs in every second or fourth render errs in
// one A and not in another. A third render, of the smaller target with the values of the
// first guard, distinguishes the two causes.

#include "base/cause.h"
#include "base/fp_bits.h"
#include "measure/private.h"
#include "probe/picture.h"
#include "probe/shared/inside.h"
#include "unit/wide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- one picture by two arithmetics ----
//
// Where an expression keeps more bits than are stored, a compiler may store an
// intermediate result in one place and not in another: when it runs out of registers, or
// in the code for fragments at an edge. Then two renders differ, or two pixels of a case,
// and no single arithmetic paints the picture. It is explained if each pixel shows the
// sum as it is kept, or as it is stored.

// Returns true if a binary32 pattern is beyond the range of a format, or the end of it.
static bool is_end_of_range(struct fp_format format, uint32_t word)
{
    return fabs((double) fp_from_bits(word)) >=
           ldexp(1 - ldexp(1, -format.precision), format.emax + 1);
}

// Returns true if a pixel shows a case in one of these ways. How it overflows is a trait
// of its own.
static bool shows_mixed(const struct probe *probe, const struct probe_params *params,
                        const double *operands, uint32_t word)
{
    struct traits traits = TRAITS_NONE(params->model);
    uint32_t values[INSIDE_MIXED];

    traits.inside_bits = params->inside_bits;
    for (int i = inside_mixed(probe, &traits, operands, values) - 1; i >= 0; i--)
        if (probe_shows(probe, params->readout, word, values[i]) ||
            (is_end_of_range(params->model.format, word) &&
             is_end_of_range(params->model.format, values[i])))
            return true;
    return false;
}

static bool is_mixed(const struct probe *probe, const struct probe_params *params,
                     const struct pixels *pixels)
{
    struct probe_shape shape = probe_shape(probe, params);
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < pixels->height; y++) {
        int band = shape.bands - 1 - y / shape.cell_height;

        for (int x = 0; x < pixels->width && !probe_is_separator(shape, y); x++) {
            probe->operand(params, band, x / shape.cell_width, operands);
            if (!shows_mixed(probe, params, operands, pixels_row(pixels, y)[x]))
                return false;
        }
    }
    return true;
}

bool measure_is_mixed(const struct probe *probe, const struct probe_params *params,
                      const struct pixels *pixels, struct verdict *verdict)
{
    bool sums = probe->folds || probe->ramp || probe->judges_adder;

    if (probe->expressions || !sums || params->form == FORM_PUBLISHED ||
        params->inside_bits <= 0 || params->inside_bits > WIDE_BITS ||
        !is_mixed(probe, params, pixels))
        return false;
    *verdict = verdict_unknown(STATUS_EXCESS);
    verdict->inside_bits = params->inside_bits;
    snprintf(verdict->reason, sizeof verdict->reason,
             "some sums came back unrounded: " CAUSE_KEEPS, params->inside_bits);
    return true;
}

struct probe_params measure_second(const struct probe *probe,
                                   const struct probe_params *params)
{
    struct probe_params second = *params;

    if (params->form != FORM_PUBLISHED && !probe->expressions)
        second.rows = 1;
    return second;
}

// Returns true if two renders show the same in each case.
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

// A way to render a question, and the picture that it gave.
struct way {
    struct probe_params params;
    int variant;
    struct pixels pixels;
};

// Renders again in this way. Returns false if the picture differs, or if there is none;
// *answer is what the device answered.
static bool again_is_repeated(struct device *device, const struct probe *probe,
                              const struct way *way, enum device_answer *answer)
{
    const struct pixels *got = &way->pixels;
    struct pixels again;

    pixels_init(&again, got->width, got->height, way->params.readout);
    *answer = device->paint(device, probe, &way->params, way->variant, &again);
    bool same = *answer == DEVICE_PAINTED &&
                again_is_same(probe, &way->params, got, &way->params, &again);

    pixels_finish(&again);
    return same;
}

// Returns true if the second render has other values of the guard (device.h).
static bool has_other_guards(const struct probe *probe, const struct probe_params *params)
{
    return params->form == FORM_GUARDED && !probe->expressions && probe->addends > 0;
}

// Returns true if the smaller target with the values of the first guard shows what the
// first render shows, so that the guard explains the difference; *repeated says whether
// that render can be repeated.
static bool is_by_guard(struct device *device, const struct probe *probe,
                        const struct way *first, const struct way *second, bool *repeated,
                        enum device_answer *answer)
{
    struct way small = { .params = second->params, .variant = first->variant };

    pixels_init(&small.pixels, second->pixels.width, second->pixels.height,
                small.params.readout);
    *answer = device->paint(device, probe, &small.params, small.variant, &small.pixels);
    *repeated =
        *answer == DEVICE_PAINTED && again_is_repeated(device, probe, &small, answer);
    bool same = again_is_same(probe, &first->params, &first->pixels, &small.params,
                              &small.pixels);

    pixels_finish(&small.pixels);
    return same;
}

// Renders again and again to see what the difference of two renders follows.
static enum capture_repeats see_repeats(struct device *device, const struct probe *probe,
                                        const struct way *first, const struct way *second,
                                        enum device_answer *answer)
{
    const struct way *const order[] = { second, first, second, first, first, second };
    bool guards = has_other_guards(probe, &first->params), repeated = true;
    bool sizes = first->params.rows != second->params.rows && !probe->expressions;

    if (!guards && !sizes)
        return CAPTURE_REPEATS_NOT;
    for (size_t i = 0; repeated && i < sizeof order / sizeof *order; i++)
        repeated = again_is_repeated(device, probe, order[i], answer);
    if (repeated && guards && sizes)
        guards = is_by_guard(device, probe, first, second, &repeated, answer);
    return !repeated ? CAPTURE_REPEATS_NOT
           : guards  ? CAPTURE_REPEATS_BY_GUARD
                     : CAPTURE_REPEATS_BY_TARGET;
}

static bool both_are_mixed(const struct probe *probe, const struct probe_params *params,
                           const struct pixels *got, const struct pixels *again,
                           struct verdict *verdict)
{
    struct probe_params second = measure_second(probe, params);

    return again->words && measure_is_mixed(probe, params, got, verdict) &&
           measure_is_mixed(probe, &second, again, verdict);
}

enum device_answer measure_again(struct device *device, const struct probe *probe,
                                 const struct probe_params *params,
                                 struct measurement *measurement)
{
    struct capture_second *seen = &measurement->second;
    const struct pixels *got = &measurement->got;
    const struct way first = { .params = *params, .pixels = *got };
    struct way second = { .params = measure_second(probe, params), .variant = 1 };
    struct pixels *again = &measurement->again;
    struct verdict unused;
    int x, y;

    pixels_init(again, probe_pixel_width(probe, &second.params),
                probe_pixel_height(probe, &second.params), params->readout);
    enum device_answer answer = device->paint(device, probe, &second.params, 1, again);

    seen->answer = CAPTURE_SECOND_SAME;
    if (answer == DEVICE_REFUSED || answer == DEVICE_UNABLE) {
        seen->answer = CAPTURE_SECOND_REFUSED;
        snprintf(seen->reason, sizeof seen->reason, "%s", device->reason);
    } else if (!again_is_same(probe, params, got, &second.params, again)) {
        seen->answer = CAPTURE_SECOND_OTHER;
        second.pixels = *again;
        if (!pixels_find_canary(got, &x, &y) &&
            !both_are_mixed(probe, params, got, again, &unused))
            seen->repeats = see_repeats(device, probe, &first, &second, &answer);
    }
    if (seen->answer != CAPTURE_SECOND_OTHER)
        pixels_finish(again);
    return answer;
}

void measure_spoilt(const struct probe *probe, const struct probe_params *params,
                    const struct measurement *measurement, struct verdict *verdict)
{
    static const char *const causes[CAPTURE_REPEATS_COUNT] = {
        CAUSE_NOT_REPEATED, CAUSE_NOT_REPEATED, CAUSE_GUARD, CAUSE_SMALLER
    };
    const struct capture_second *seen = &measurement->second;
    char reason[80];
    int x, y;

    if (seen->answer == CAPTURE_SECOND_REFUSED) {
        *verdict = verdict_because(STATUS_ERROR, seen->reason);
    } else if (pixels_find_canary(&measurement->got, &x, &y)) {
        snprintf(reason, sizeof reason, "pixel %d,%d was never painted", x, y);
        *verdict = verdict_because(STATUS_UNPAINTED, reason);
    } else if (seen->answer == CAPTURE_SECOND_OTHER &&
               !both_are_mixed(probe, params, &measurement->got, &measurement->again,
                               verdict)) {
        *verdict = verdict_because(STATUS_UNSTABLE, causes[seen->repeats]);
    }
}
