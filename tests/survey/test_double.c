// SPDX-License-Identifier: MIT
//
// Adders of doubles: 52 stripes instead of 23. Each probe must leave exactly the rules
// that it cannot split (picture.h works them out by MPFR), all together exactly the
// right one, for any precision up to 53 bits.

#include "device/device.h"
#include "measure/measure.h"
#include "tests/measure/painter.h"
#include "tests/probe/picture.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <string.h>

static struct group this_group = { .name = "double" };

// 2^B half an ulp of a double low.
static uint32_t low_power(const struct painter_case *at)
{
    double operands[PROBE_OPERANDS];

    at->probe->operand(at->params, at->band, at->column, operands);
    operands[0] *= 1 - 0x1p-53;
    return painter_right_of(at, operands);
}

static struct measurement look(struct painter *painter, const struct probe *probe,
                               enum readout readout, int width)
{
    struct device device = painter_device(painter);
    struct unit host = unit_host();
    struct measurement measurement;
    struct probe_params params = {
        .precision = PRECISION_DOUBLE,
        .form = FORM_GUARDED,
        .readout = readout,
        .width = width,
        .rows = 10,
        .model = { .format = probe->needs_width ? painter->model.format : FP_BINARY64 },
        .precision_bits = painter->model.format.precision,
    };

    assert_true(measure(&device, probe, &params, &host, true, &measurement));
    return measurement;
}

static void check_width(const struct fp_model *model, const struct verdict *verdict)
{
    assert_int_equal(verdict->emax, model->format.emax);
    assert_int_equal(verdict->emax_at_least, model->format.emax == 1023);
    assert_int_equal(verdict->subnormals,
                     model->flush_in ? SUBNORMALS_FLUSHED : SUBNORMALS_KEPT);
}

// One adder, every probe; what they leave in common.
static void check_adder(const struct fp_model *model, int width,
                        uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT])
{
    struct painter painter = { .cell = painter_right, .model = *model };
    uint32_t left = VERDICT_ALL_RULES;

    for (int question = 0; question < PICTURE_QUESTIONS; question++) {
        const struct probe *probe =
            probe_find(picture_name((enum picture_question) question));
        struct measurement measurement = look(&painter, probe, READOUT_BITS, width);
        const struct result *result = &measurement.result;
        const struct verdict *verdict = &result->verdict;
        uint32_t class = classes[question][model->round];

        if (verdict->status != STATUS_OK || verdict->survivors != class ||
            verdict->fraction_bits != model->format.precision - 1 ||
            result->difference.mismatches || result->difference.pixels < 4)
            fail_msg("%s of %s p=%d emax=%d flush=%d: %s (%s), %d bits, %x want %x, "
                     "%ld differ",
                     probe->name, fp_round_name(model->round), model->format.precision,
                     model->format.emax, model->flush_in, status_name(verdict->status),
                     verdict->reason, verdict->fraction_bits, verdict->survivors, class,
                     result->difference.mismatches);
        if (probe->finds_width)
            check_width(model, verdict);
        left &= verdict->survivors;
        measure_finish(&measurement);
    }
    assert_int_equal(left, VERDICT_RULE(model->round));
}

// By default a third of the rules each, another from case to case.
TEST(adders)
{
    static const struct {
        struct fp_format format;
        int width;
        bool flush;
    } cases[] = {
        { { 53, 1023 }, 64, false }, { { 53, 1023 }, 128, true },
        { { 53, 511 }, 16, false },  { { 45, 1023 }, 16, true },
        { { 33, 1023 }, 32, false }, { { 32, 1023 }, 64, true },
        { { 31, 127 }, 32, false },  { { 11, 1023 }, 32, true },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct fp_model model = { .format = cases[i].format,
                                  .flush_in = cases[i].flush,
                                  .flush_out = cases[i].flush };
        uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT];

        for (int question = 0; question < PICTURE_QUESTIONS; question++)
            picture_classes((enum picture_question) question, &model, cases[i].width,
                            classes[question]);
        for (int rule = group_every ? 0 : (int) i % 11; rule < FP_ROUND_COUNT;
             rule += group_every ? 1 : 11) {
            model.round = (enum fp_round) rule;
            check_adder(&model, cases[i].width, classes);
        }
    }
}

// 52 stripes are not black, 55 are there; the fifty-third is a difference of whole ones.
TEST(stripes_of_a_double)
{
    struct painter painter = { .cell = painter_right,
                               .model = { .format = FP_BINARY64 } };
    struct measurement measurement =
        look(&painter, probe_find("stripes"), READOUT_BITS, 64);
    const struct pixels *got = &measurement.got;

    assert_int_equal(measurement.result.bands, 55);
    for (int band = 0; band < 55; band++) {
        int lit = 0;

        for (int column = 0; column < 64; column++)
            lit += pixels_row(got, (55 - band) * 10 - 1)[column] != 0;
        assert_int_equal(lit > 0, band < 52);
    }
    measure_finish(&measurement);
}

// Grey levels may leave more rules, never without the right one, and never other bits.
TEST(levels)
{
    for (int i = 0; i < FP_ROUND_COUNT * PICTURE_QUESTIONS * 2;
         i += group_every ? 1 : 11) {
        struct painter painter = {
            .cell = painter_right,
            .model = { .format = { i % 2 ? 53 : 37, 1023 },
                       .round = (enum fp_round)(i / 2 % FP_ROUND_COUNT) },
        };
        const struct probe *probe =
            probe_find(picture_name((enum picture_question)(i / 2 / FP_ROUND_COUNT)));
        struct measurement measurement = look(&painter, probe, READOUT_RGBA8, 64);
        const struct verdict *verdict = &measurement.result.verdict;

        assert_int_equal(verdict->status, STATUS_OK);
        painter_check("levels", &painter, probe, PAINTER_STATUS(STATUS_OK), verdict);
        measure_finish(&measurement);
    }
}

static const struct {
    const char *probe;
    painter_cell *cell;
    enum status status;
    const char *reason;
} spoilt[] = {
    { "width", painter_addend, STATUS_UNROUNDED, "2^60 + 1 came back whole" },
    { "excess", painter_addend, STATUS_FOLDED, "simplified to b" },
    { "stripes", painter_addend, STATUS_UNROUNDED, "perfect ramps" },
    { "stripes_unit", painter_addend, STATUS_UNROUNDED, "perfect ramps" },
    { "sieve", painter_addend, STATUS_UNROUNDED, "sums came back unrounded" },
    { "ties", painter_addend, STATUS_UNROUNDED, "ties came back unrounded" },
    { "stripes", low_power, STATUS_IMPOSSIBLE, "more bits than a binary64 holds" },
};

TEST(named_reasons)
{
    for (size_t i = 0; i < COUNT_OF(spoilt); i++) {
        struct painter painter = {
            .cell = spoilt[i].cell,
            .model = { .format = FP_BINARY64, .round = FP_RNE },
        };
        struct measurement measurement =
            look(&painter, probe_find(spoilt[i].probe), READOUT_BITS, 64);
        const struct verdict *verdict = &measurement.result.verdict;

        if (verdict->status != spoilt[i].status ||
            !strstr(verdict->reason, spoilt[i].reason))
            fail_msg("%s: %s (%s), want %s", spoilt[i].probe,
                     status_name(verdict->status), verdict->reason, spoilt[i].reason);
        measure_finish(&measurement);
    }
}
