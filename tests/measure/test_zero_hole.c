// SPDX-License-Identifier: MIT
//
// The zero hole: each arithmetic is recognised in its own picture, and none in a picture
// that no arithmetic paints. The group eval compares the pictures themselves with MPFR.

#include "measure/identify.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>

#define RULE VERDICT_RULE

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

// Which rules paint the same, since all is positive and products have a sticky bit.
static const uint32_t classes[] = {
    RULE(FP_RNE) | RULE(FP_RNE_NS1) | RULE(FP_RNE_NS2) | RULE(FP_RNE_NS3),
    RULE(FP_RNA) | RULE(FP_RNU) | RULE(FP_RNA_NS1) | RULE(FP_RNA_NS2) | RULE(FP_RNA_NS3),
    RULE(FP_RNZ) | RULE(FP_RND),
    RULE(FP_RNO),
    RULE(FP_RTZ) | RULE(FP_RDN) | RULE(FP_CHOP_G0) | RULE(FP_CHOP_G1) | RULE(FP_CHOP_G2) |
        RULE(FP_CHOP_G3),
    RULE(FP_RAZ) | RULE(FP_RUP),
    RULE(FP_RO),
};

static size_t class_of(enum fp_round round)
{
    size_t i = 0;

    while (!(classes[i] & RULE(round)))
        i++;
    return i;
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

// binary64: what is shown still fits a float.
TEST(doubles)
{
    struct probe_params params = params_of(53, 1023);
    struct fp_model model = { FP_BINARY64, FP_RTZ, false, false };

    params.precision = PRECISION_DOUBLE;
    struct pixels pixels = paint(&params, &model);
    struct verdict verdict = look(&params, &pixels);

    assert_int_equal(verdict.status, STATUS_OK);
    assert_int_equal(verdict.fraction_bits, 52);
    assert_int_equal(verdict.survivors, classes[class_of(FP_RTZ)]);
    pixels_finish(&pixels);
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

TEST(recognised)
{
    static const enum readout readouts[] = { READOUT_BITS, READOUT_FLOAT32,
                                             READOUT_RGBA8 };

    for (int i = 0; i < 20 * FP_ROUND_COUNT * 3; i++) {
        int p = 5 + i % 20, round = i / 20 % FP_ROUND_COUNT;
        struct probe_params params = params_of(p, p == 11 ? 15 : 127);
        struct fp_model model = { params.model.format, (enum fp_round) round, false,
                                  false };

        params.readout = readouts[i / 20 / FP_ROUND_COUNT];
        struct pixels pixels = paint(&params, &model);
        struct verdict verdict = look(&params, &pixels);
        uint32_t want = classes[class_of(model.round)];

        if (verdict.status != STATUS_OK || verdict.fraction_bits != p - 1 ||
            verdict.subnormals != SUBNORMALS_KEPT || (verdict.survivors & want) != want ||
            (params.readout != READOUT_RGBA8 && p > 9 && verdict.survivors != want))
            fail_msg("%s p=%d readout %d: %s (%s), survivors 0x%x want 0x%x",
                     fp_round_name(model.round), p, params.readout,
                     status_name(verdict.status), verdict.reason, verdict.survivors,
                     want);
        pixels_finish(&pixels);
    }
}

// Rounded up or down is seen even by the eye: white and black in band p.
TEST(eye)
{
    static const enum fp_round rules[] = { FP_RNE, FP_RTZ, FP_RUP };

    for (int i = 0; i < 3; i++) {
        struct probe_params params = params_of(24, 127);
        struct fp_model model = { FP_BINARY32, rules[i], false, false };

        params.readout = READOUT_RGBA8;
        params.rows = 10;
        struct pixels pixels = paint(&params, &model);
        struct verdict verdict = zero_hole->infer(&params, &pixels);

        assert_int_equal(verdict.status, STATUS_OK);
        for (int other = 0; other < 3; other++)
            assert_int_equal(!!(verdict.survivors & RULE(rules[other])), other == i);
        pixels_finish(&pixels);
    }
}

TEST(flushed)
{
    for (int i = 0; i < 60; i++) {
        int p = 5 + i % 20, how = 1 + i / 20;
        struct probe_params params = params_of(p, 127);
        struct fp_model model = { params.model.format, FP_RTZ, how & 1, how >> 1 };

        params.readout = i % 2 ? READOUT_RGBA8 : READOUT_BITS;
        struct pixels pixels = paint(&params, &model);
        struct verdict verdict = look(&params, &pixels);

        assert_int_equal(verdict.status, STATUS_OK);
        assert_int_equal(verdict.subnormals, SUBNORMALS_FLUSHED);
        assert_int_equal(verdict.fraction_bits, p - 1);
        assert_int_equal(verdict.survivors, VERDICT_ALL_RULES);
        pixels_finish(&pixels);
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
