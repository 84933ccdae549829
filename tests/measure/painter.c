// SPDX-License-Identifier: MIT

#include "tests/measure/painter.h"

#include "base/fp.h"
#include "measure/measure.h"
#include "probe/picture.h"
#include "unit/unit.h"

#include <assert.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct painter *now;

uint32_t painter_right_of(const struct painter_case *at, const double *operands)
{
    struct unit unit = unit_model();
    uint64_t bits[PROBE_OPERANDS];
    const uint64_t *pointers[PROBE_OPERANDS];
    uint32_t value;

    for (int k = 0; k < at->probe->operands; k++) {
        bits[k] =
            fp_convert(FP_BINARY64, now->model.format, FP_RNE, fp_bits64(operands[k]));
        pointers[k] = &bits[k];
    }
    bool ok = at->probe->eval(at->probe, &unit, &now->model, pointers, 1, &value);
    assert(ok);
    return value;
}

uint32_t painter_right(const struct painter_case *at)
{
    double operands[PROBE_OPERANDS];

    at->probe->operand(at->params, at->band, at->column, operands);
    return painter_right_of(at, operands);
}

uint32_t painter_addend(const struct painter_case *at)
{
    double operands[PROBE_OPERANDS];

    at->probe->operand(at->params, at->band, at->column, operands);
    double value = operands[1];

    for (int k = 2; k < at->probe->operands; k++)
        value *= operands[k];
    return fp_bits((float) value);
}

static uint32_t word(const struct probe *probe, const struct probe_params *params,
                     uint32_t value)
{
    if (params->readout != READOUT_RGBA8 || !now->byte || isnan(fp_from_bits(value)))
        return probe_encode(probe, params->readout, value);

    double level = 255 * ((double) fp_from_bits(value) * (double) probe->level_scale +
                          (double) probe->level_bias);
    int byte = now->byte(level < 0 ? 0 : level > 255 ? 255 : level);

    return (uint32_t) byte * 0x010101u | 0xff000000u;
}

static enum device_answer paint(struct device *device, const struct probe *probe,
                                const struct probe_params *params, int variant,
                                struct pixels *out)
{
    now = device->priv;

    struct probe_shape shape = probe_shape(probe, params);
    uint32_t black = word(probe, params, 0);

    for (int y = out->height - 1; y >= 0; y--) {
        int below = y + 1;
        bool first = (out->height - 1 - y) % shape.cell_height == 0;
        int band = shape.bands - 1 - y / shape.cell_height;

        for (int x = 0; x < out->width; x++) {
            uint32_t *pixel = &pixels_row(out, y)[x];

            if (probe_is_separator(shape, y))
                *pixel = black;
            else if (!first)
                *pixel = pixels_row(out, below)[x];
            else if (x % shape.cell_width)
                *pixel = pixel[-1];
            else
                *pixel = word(probe, params,
                              now->cell(&(struct painter_case){ probe, params, band,
                                                                x / shape.cell_width }));
        }
    }
    if (now->spoil)
        now->spoil(out, variant);
    return DEVICE_PAINTED;
}

static const char *unsupported(const struct device *device, const struct probe *probe,
                               const struct probe_params *params)
{
    return params->form == FORM_GUARDED && params->stage == STAGE_FRAGMENT
               ? NULL
               : "this painter paints the guarded form in the fragment stage";
}

static void close_device(struct device *device)
{
    *device = (struct device){ 0 };
}

struct device painter_device(struct painter *painter)
{
    return (struct device){
        .facts = { .id = "painter", .api = API_FAKE, .simulated = true },
        .unsupported = unsupported,
        .paint = paint,
        .close = close_device,
        .priv = painter,
    };
}

struct verdict painter_look(struct painter *painter, const struct probe *probe,
                            enum readout readout)
{
    struct device device = painter_device(painter);
    struct unit host = unit_host();
    struct measurement measurement;
    struct probe_params params = {
        .form = FORM_GUARDED,
        .readout = readout,
        .width = 64,
        .rows = 20,
        .model = { .format = probe->needs_width ? painter->model.format : FP_BINARY32 },
        .precision_bits = painter->model.format.precision,
    };

    if (readout == READOUT_RGBA8)
        params.model.format.emax = painter->model.format.emax;
    assert_true(measure(&device, probe, &params, &host, true, &measurement));
    struct verdict verdict = measurement.result.verdict;
    measure_finish(&measurement);
    return verdict;
}

void painter_check(const char *what, const struct painter *painter,
                   const struct probe *probe, unsigned statuses,
                   const struct verdict *verdict)
{
    char survivors[240];
    bool ok = verdict->status == STATUS_OK;

    verdict_survivors_text(verdict->survivors, survivors, sizeof survivors);
    if (!(PAINTER_STATUS(verdict->status) & statuses) || (!ok && !verdict->reason[0]) ||
        (!ok && verdict->survivors) ||
        (ok && verdict->fraction_bits != painter->model.format.precision - 1) ||
        (ok && !(verdict->survivors & VERDICT_RULE(painter->model.round))))
        fail_msg("%s, %s of %s p=%d: %s (%s), %d bits, %s", what, probe->name,
                 fp_round_name(painter->model.round), painter->model.format.precision,
                 status_name(verdict->status), verdict->reason, verdict->fraction_bits,
                 survivors);
}
