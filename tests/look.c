// SPDX-License-Identifier: MIT

#include "look.h"

#include "pixels.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct probe_params look_params(enum precision precision, enum form form,
                                struct fp_format format)
{
    return (struct probe_params){
        .precision = precision,
        .form = form,
        .readout = READOUT_BITS,
        .rows = 1,
        .model = { .format = format },
        .precision_bits = format.precision,
    };
}

void look(const struct probe *probe, const struct probe_params *params,
          const struct traits *traits, struct finding *findings)
{
    struct probe_shape shape = probe->shape(params);
    struct unit unit = unit_model();
    struct facts_claim claim = { 0 };
    struct difference difference = { 0 };
    struct pixels pixels;

    assert_true(pixels_init(&pixels, shape.columns * shape.cell_width,
                            shape.bands * shape.cell_height, READOUT_BITS));
    assert_true(lines_paint(probe, params, traits, &unit, &pixels));
    assert_true(
        lines_judge(probe, params, &claim, &pixels, &unit, findings, &difference));
    if (difference.mismatches != 0)
        fail_msg("%s: what was found does not reproduce: %s", probe->name,
                 difference.where);
    pixels_finish(&pixels);
}

static double value_of(const struct probe_params *params, uint64_t word)
{
    return params->precision == PRECISION_DOUBLE ? fp_from_bits64(word)
                                                 : (double) fp_from_bits((uint32_t) word);
}

void look_operands(const struct probe *probe, const struct probe_params *params, int line,
                   int at, double values[PROBE_OPERANDS])
{
    uint64_t words[PROBE_OPERANDS] = { 0 };

    probe->lines->operand(params, line, at, words);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        values[k] = value_of(params, words[k]);
}

double look_answer(const struct probe *probe, const struct probe_params *params,
                   const struct traits *traits, int line, int at, int k)
{
    uint64_t words[PROBE_OPERANDS] = { 0 }, out[LINES_RESULTS] = { 0 };
    struct unit unit = unit_model();
    struct lines_call call = { probe, params, traits,   &unit,
                               line,  1,      { NULL }, { &out[0], &out[1] } };

    probe->lines->operand(params, line, at, words);
    for (int i = 0; i < PROBE_OPERANDS; i++)
        call.in[i] = &words[i];
    assert_true(probe->lines->answer(&call));
    return value_of(params, out[k]);
}

bool look_same(double got, double want)
{
    return isnan(got) || isnan(want) ? isnan(got) && isnan(want)
                                     : fp_bits64(got) == fp_bits64(want);
}

int look_direction(enum fp_round round)
{
    return round == FP_RUP   ? FE_UPWARD
           : round == FP_RDN ? FE_DOWNWARD
           : round == FP_RTZ ? FE_TOWARDZERO
                             : FE_TONEAREST;
}
