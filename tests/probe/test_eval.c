// SPDX-License-Identifier: MIT
//
// The fakes and the reference paint by the same eval; so eval is held here against
// pictures that MPFR works out from the words of DESIGN and FACTS: operands, sums, what
// follows them, and which cases a format cannot ask. By the model unit for all rules,
// by the host's FPU for the four that it has.

#include "base/fp_bits.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "tests/probe/picture.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct group this_group = { .name = "eval" };

static struct probe_params params_of(const struct fp_model *model, int columns)
{
    return (struct probe_params){
        .form = FORM_GUARDED,
        .readout = READOUT_BITS,
        .width = columns,
        .rows = 1,
        .precision = picture_is_wide(model->format) ? PRECISION_DOUBLE : PRECISION_HIGHP,
        .model = *model,
        .precision_bits = model->format.precision,
    };
}

static void check_operands(const struct probe *probe, enum picture_question question,
                           const struct probe_params *params, int band, int column)
{
    double got[PROBE_OPERANDS], want[PICTURE_OPERANDS];
    int count = picture_operands(question, params->model.format, params->width, band,
                                 column, want);

    probe->operand(params, band, column, got);
    assert_int_equal(probe->operands, count);
    for (int k = 0; k < count; k++)
        if (fp_bits64(got[k]) != fp_bits64(want[k]))
            fail_msg("%s p=%d band %d column %d operand %d: got %a want %a", probe->name,
                     params->precision_bits, band, column, k, got[k], want[k]);
}

// Shown as a binary32: an infinity beyond its range.
static double shown(double value)
{
    return fabs(value) > FLT_MAX ? copysign(INFINITY, value) : value;
}

// One picture; returns how many cases were compared.
static long check_picture(enum picture_question question, const struct fp_model *model,
                          const struct unit *unit, int columns)
{
    const struct probe *probe = probe_find(picture_name(question));
    struct probe_params params = params_of(model, columns);
    struct probe_cases cases;
    struct picture want;
    long compared = 0;

    assert_non_null(probe);
    picture_init(&want, question, model, columns);
    probe_cases_init(&cases, probe, &params, model->format, 1);
    assert_int_equal(cases.count, want.columns * want.bands);
    uint32_t *values = malloc(cases.count * sizeof *values);
    assert_non_null(values);
    assert_true(probe->eval(probe, unit, model, (const uint64_t *const *) cases.operands,
                            cases.count, values));
    for (int i = 0; i < (int) cases.count; i++) {
        int band = i / want.columns, column = i % want.columns;
        float got = fp_from_bits(values[i]);
        double value = shown(want.values[i]);

        check_operands(probe, question, &params, band, column);
        if (cases.defined[i] != want.defined[i])
            fail_msg("%s p=%d emax=%d band %d column %d: defined %d", probe->name,
                     model->format.precision, model->format.emax, band, column,
                     cases.defined[i]);
        if (!want.defined[i])
            continue;
        compared++;
        if (isnan(value) ? !isnan(got) : fp_bits64((double) got) != fp_bits64(value))
            fail_msg("%s by %s: %s p=%d emax=%d flush=%d W=%d band %d column %d: got %a "
                     "want %a",
                     probe->name, unit->name, fp_round_name(model->round),
                     model->format.precision, model->format.emax, model->flush_in,
                     columns, band, column, (double) got, value);
    }
    free(values);
    probe_cases_finish(&cases);
    picture_finish(&want);
    return compared;
}

// By default every thirteenth rule, counted over all precisions.
static void check_probe(enum picture_question question)
{
    const struct unit unit = unit_model();
    long compared = 0;

    for (int i = 0; i < 20 * FP_ROUND_COUNT; i += group_every ? 1 : 13) {
        int p = 5 + i / FP_ROUND_COUNT;
        int columns = 16 << p % 4;
        struct fp_model model = { .round = (enum fp_round)(i % FP_ROUND_COUNT) };
        static const int emax[] = { 127, 15, 5 };

        for (int range = 0; range < 3; range++)
            for (int flush = 0; flush < 2; flush++) {
                model.format = (struct fp_format){ p, emax[range] };
                model.flush_in = model.flush_out = flush != 0;
                if (flush == 0 || probe_find(picture_name(question))->tiny || p % 5 == 0)
                    compared += check_picture(question, &model, &unit, columns);
            }
    }
    printf("# %s: %ld answers compared\n", picture_name(question), compared);
    assert_true(compared > (group_every ? 3000 : 200));
}

TEST(each_picture)
{
    for (int question = 0; question < PICTURE_QUESTIONS; question++)
        check_probe((enum picture_question) question);
}

// In doubles: the widest format, some between it and binary32, and a few that a double
// computes with as if it were none.
TEST(doubles)
{
    static const struct fp_format formats[] = {
        { 53, 1023 }, { 52, 1023 }, { 47, 511 }, { 33, 1023 }, { 32, 1023 },
        { 31, 1023 }, { 25, 127 },  { 53, 127 }, { 24, 1023 }, { 9, 1023 },
    };
    const struct unit unit = unit_model();
    long compared = 0;

    for (int i = 0; i < 10 * FP_ROUND_COUNT; i += group_every ? 1 : 4) {
        struct fp_model model = { .format = formats[i / FP_ROUND_COUNT],
                                  .round = (enum fp_round)(i % FP_ROUND_COUNT),
                                  .flush_in = i % 3 == 0,
                                  .flush_out = i % 3 == 0 };

        for (int question = 0; question < PICTURE_QUESTIONS; question++)
            compared += check_picture((enum picture_question) question, &model, &unit,
                                      16 << i % 3);
    }
    printf("# doubles: %ld answers compared\n", compared);
    assert_true(compared > 300000);
}

TEST(host_directions)
{
    const enum fp_round rounds[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
    const struct unit unit = unit_host();

    for (int i = 0; i < 8; i++) {
        struct fp_model model = { .format = i < 4 ? FP_BINARY32 : FP_BINARY64,
                                  .round = rounds[i % 4] };

        assert_true(unit.can(&unit, UNIT_ADD, &model));
        for (int question = 0; question < PICTURE_QUESTIONS; question++)
            check_picture((enum picture_question) question, &model, &unit, 1024);
    }
}

// Every question of the oracle is a picture of the list; what else the list has is asked
// in a test of its own.
TEST(all_probes)
{
    assert_true(probe_picture_count >= PICTURE_QUESTIONS);
    for (int question = 0; question < PICTURE_QUESTIONS; question++)
        assert_non_null(probe_find(picture_name((enum picture_question) question)));
    assert_null(probe_find("nosuch"));
}

// Formats that a probe does not support: u/16 must be normal, the tie stripe must exist.
static const struct {
    const char *probe;
    int precision, emax;
    bool fits;
    enum precision type;
} fits[] = {
    { "sieve", 11, 15, true, PRECISION_MEDIUMP },
    { "sieve", 12, 15, false, PRECISION_FLOAT16 },
    { "sieve", 24, 28, true, PRECISION_HIGHP },
    { "sieve", 24, 27, false, PRECISION_HIGHP },
    { "sieve", 24, 127, true, PRECISION_HIGHP },
    { "sieve", 25, 127, false, PRECISION_HIGHP },
    { "sieve", 4, 127, false, PRECISION_HIGHP },
    { "sieve", 25, 127, true, PRECISION_DOUBLE },
    { "sieve", 53, 1023, true, PRECISION_DOUBLE },
    { "sieve", 53, 56, false, PRECISION_DOUBLE },
    { "ties", 16, 15, true, PRECISION_MEDIUMP },
    { "ties", 17, 15, false, PRECISION_MEDIUMP },
    { "ties", 24, 127, true, PRECISION_HIGHP },
    { "ties", 25, 127, false, PRECISION_HIGHP },
    { "ties", 2, 127, false, PRECISION_HIGHP },
    { "ties", 53, 1023, true, PRECISION_DOUBLE },
    { "ties", 25, 24, true, PRECISION_DOUBLE },
    { "ties", 25, 23, false, PRECISION_DOUBLE },
};

TEST(unfit)
{
    for (size_t i = 0; i < COUNT_OF(fits); i++) {
        const struct probe *probe = probe_find(fits[i].probe);
        const struct fp_model model = { .format = { fits[i].precision, fits[i].emax } };
        struct probe_params params = params_of(&model, 16);

        params.precision = fits[i].type;
        assert_int_equal(probe->unfit(&params) == NULL, fits[i].fits);
    }
}
