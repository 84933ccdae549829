// SPDX-License-Identifier: MIT

#include "tests/probe/look.h"

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

struct probe_params look_usual(struct fp_format format)
{
    enum precision precision = format.emax > 127   ? PRECISION_DOUBLE
                               : format.emax == 15 ? PRECISION_MEDIUMP
                                                   : PRECISION_HIGHP;

    return look_params(precision, FORM_PLAIN, format);
}

struct probe_params look_known(struct fp_format format, enum fp_round round)
{
    struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, format);

    params.model.round = round;
    return params;
}

void look_paint(const struct probe *probe, const struct probe_params *params,
                const struct traits *traits, struct pixels *pixels)
{
    struct unit unit = unit_model();

    assert_true(pixels_init(pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), params->readout));
    assert_true(lines_paint(probe, params, traits, &unit, pixels));
}

void look_judge(const struct probe *probe, const struct probe_params *params,
                const struct facts_claim *claim, const struct pixels *pixels,
                struct finding *findings)
{
    static const struct facts_claim none;
    struct unit unit = unit_model();
    struct difference difference;

    assert_true(lines_judge(probe, params, claim ? claim : &none, pixels, &unit, findings,
                            &difference));
    if (difference.mismatches != 0)
        fail_msg("%s: what was found does not reproduce: %s", probe->name,
                 difference.where);
}

// The words of an answer lie side by side, line 0 at the bottom (probe.h).
static void spoil_all(const struct probe *probe, const struct probe_params *params,
                      look_spoil *spoil, struct pixels *pixels)
{
    const struct lines *lines = probe->lines;
    int halves = params->precision == PRECISION_DOUBLE ? 2 : 1;
    for (int line = 0; line < lines->count; line++) {
        uint32_t *row = pixels_row(pixels, lines->count - 1 - line);
        for (int i = 0; i < lines->columns * lines->results; i++) {
            uint32_t *at = row + i * halves;
            uint64_t word = at[0] | (halves == 2 ? (uint64_t) at[1] << 32 : 0);
            word = spoil(line, i / lines->results, i % lines->results, word);
            at[0] = (uint32_t) word;
            if (halves == 2)
                at[1] = (uint32_t) (word >> 32);
        }
    }
}

void look_spoilt(const struct probe *probe, const struct probe_params *params,
                 const struct traits *traits, look_spoil *spoil, struct finding *findings)
{
    struct pixels pixels;

    look_paint(probe, params, traits, &pixels);
    if (spoil)
        spoil_all(probe, params, spoil, &pixels);
    look_judge(probe, params, NULL, &pixels, findings);
    pixels_finish(&pixels);
}

void look(const struct probe *probe, const struct probe_params *params,
          const struct traits *traits, struct finding *findings)
{
    look_spoilt(probe, params, traits, NULL, findings);
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

void look_answers(const struct probe *probe, const struct probe_params *params,
                  const struct traits *traits, int line, uint64_t *const *out)
{
    struct unit unit = unit_model();
    struct lines_call call = { .probe = probe,
                               .params = params,
                               .traits = traits,
                               .unit = &unit,
                               .line = line,
                               .count = 1 };
    for (int i = 0; i < probe->lines->columns; i++) {
        uint64_t words[PROBE_OPERANDS] = { 0 };
        probe->lines->operand(params, line, i, words);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            call.in[k] = &words[k];
        for (int k = 0; k < probe->lines->results; k++)
            call.out[k] = &out[k][i];
        assert_true(probe->lines->answer(&call));
    }
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
