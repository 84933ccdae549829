// SPDX-License-Identifier: MIT
//
// The zero hole: no arithmetic is recognised in a picture that no arithmetic paints. The
// group eval compares the pictures themselves with MPFR.

#include "measure/identify.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>

static const struct probe *zero_hole;

static int find(void **state)
{
    zero_hole = probe_find("zero_hole");
    return zero_hole ? 0 : -1;
}

static struct group this_group = { .name = "zero_hole", .set_up = find };

static struct probe_params params_of(int precision, int emax)
{
    return (struct probe_params){
        .form = FORM_PLAIN,
        .readout = READOUT_BITS,
        .width = 64,
        .rows = 1,
        .model = { .format = { precision, emax } },
        .precision_bits = precision,
    };
}

static struct pixels paint(const struct probe_params *params,
                           const struct fp_model *model)
{
    struct pixels pixels;
    struct unit unit = unit_model();
    struct probe_cases cases;
    struct probe_shape shape = probe_shape(zero_hole, params);

    pixels_init(&pixels, probe_pixel_width(zero_hole, params),
                probe_pixel_height(zero_hole, params), params->readout);
    // what a device computes by, and what the operands were built for, may differ
    uint32_t *values =
        calloc((size_t) shape.columns * (size_t) shape.bands, sizeof *values);

    assert_non_null(values);
    probe_cases_init(&cases, zero_hole, params, model->format, 1);
    assert_true(zero_hole->eval(zero_hole, &unit, model,
                                (const uint64_t *const *) cases.operands, cases.count,
                                values));
    probe_paint(zero_hole, params, values, &pixels);
    probe_cases_finish(&cases);
    free(values);
    return pixels;
}

// As measure does: infer, then identify with what infer says of subnormals.
static struct verdict look(const struct probe_params *params, const struct pixels *pixels)
{
    struct verdict inferred = zero_hole->infer(params, pixels);
    struct probe_params known = *params;
    struct identified identified;

    known.model.flush_in = known.model.flush_out =
        inferred.subnormals == SUBNORMALS_FLUSHED;
    identify(zero_hole, &known, pixels, 0, &identified);
    return identify_judge(&inferred, &identified);
}

TEST(ranges)
{
    static const struct fp_format formats[] = { { 11, 15 }, { 8, 127 }, { 16, 63 },
                                                { 10, 13 }, { 24, 27 }, { 24, 300 } };

    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct probe_params params = params_of(formats[i].precision, formats[i].emax);

        if (formats[i].emax > 127)
            params.precision = PRECISION_DOUBLE;
        assert_null(zero_hole->unfit(&params));
    }
    struct probe_params narrow = params_of(11, 13);

    assert_non_null(zero_hole->unfit(&narrow));
    narrow = params_of(3, 127);
    assert_non_null(zero_hole->unfit(&narrow));
}

// Every step of the way but the first product is exact, since nothing else is subnormal.
TEST(operands_are_normal)
{
    for (int p = 5; p <= 24; p++) {
        struct probe_params params = params_of(p, p == 11 ? 15 : 127);
        struct probe_shape shape = probe_shape(zero_hole, &params);
        double smallest = ldexp(1, 1 - params.model.format.emax);

        for (int i = 0; i < shape.columns * shape.bands; i++) {
            double operands[PROBE_OPERANDS];

            zero_hole->operand(&params, i / shape.columns, i % shape.columns, operands);
            for (int k = 0; k < 4; k++)
                assert_true(operands[k] >= smallest);
            assert_true(operands[0] < 2 * smallest);
            assert_true(operands[1] * operands[2] == 1);
            assert_true(ldexp(operands[0], p) / smallest ==
                        floor(ldexp(operands[0], p) / smallest));
        }
    }
}

// A range that is not the one for which the operands were built.
TEST(other_ranges)
{
    for (int emax = 100; emax <= 200; emax += 10) {
        struct probe_params params = params_of(16, 127);
        struct fp_model model = { { 16, emax }, FP_RNE, emax & 2, emax & 2 };
        struct pixels pixels = paint(&params, &model);
        struct verdict verdict = zero_hole->infer(&params, &pixels);

        if (verdict.status == STATUS_OK || !verdict.reason[0] || verdict.survivors)
            fail_msg("emax %d passes for 127: %s", emax, status_name(verdict.status));
        pixels_finish(&pixels);
    }
}

// One cell that is wrong.
TEST(spoilt)
{
    struct probe_params params = params_of(24, 127);
    struct probe_shape shape = probe_shape(zero_hole, &params);

    for (int i = 0; i < 3 * shape.bands; i++) {
        struct fp_model model = { FP_BINARY32, i % 2 ? FP_RTZ : FP_RNE, i % 3 == 2,
                                  i % 3 == 2 };
        struct pixels pixels = paint(&params, &model);
        int x, y;

        probe_cell_pixel(shape, i / 3, 7 * i % shape.columns, &x, &y);
        uint32_t *word = &pixels_row(&pixels, y)[x];

        *word = i % 4 == 0 ? 0x7fc00000 : i % 4 == 1 ? *word + 1 : *word ^ 0x3f000000;
        // even without the models
        struct verdict verdict = zero_hole->infer(&params, &pixels);

        if (verdict.status == STATUS_OK || !verdict.reason[0])
            fail_msg("band %d, word 0x%08x: passes", i / 3, *word);
        assert_int_not_equal(look(&params, &pixels).status, STATUS_OK);
        pixels_finish(&pixels);
    }
}
