// SPDX-License-Identifier: MIT

#include "tests/probe/look.h"

#include "base/fp_bits.h"
#include "probe/expressions_judge.h"
#include "tests/shared/said.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct traits look_traits(int precision, enum fp_round round)
{
    struct fp_format format = precision <= 11   ? FP_BINARY16
                              : precision == 53 ? FP_BINARY64
                                                : (struct fp_format){ precision, 127 };

    return TRAITS_NONE(((struct fp_model){ format, round, false, false }));
}

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

struct probe_params look_for(const struct traits *traits, enum form form)
{
    bool wide = traits->model.format.precision > 24;

    return look_params(wide ? PRECISION_DOUBLE : PRECISION_HIGHP, form,
                       traits->model.format);
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

    pixels_init(pixels, probe_pixel_width(probe, params),
                probe_pixel_height(probe, params), params->readout);
    assert_true(expressions_paint(probe, params, traits, &unit, pixels));
}

const struct finding *look_judge(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct facts_claim *claim,
                                 const struct pixels *pixels)
{
    static const struct facts_claim none;
    static struct finding findings[EXPRESSIONS_MAX];
    struct expressions_reading reading;

    expressions_reading_init(&reading, probe, params, claim ? claim : &none, pixels);
    for (int line = 0; line < probe->expressions->count; line++) {
        expressions_judge(&reading, line, &findings[line]);
        if (reading.reproduced && !expressions_reproduces(&reading.seen, &reading.found))
            fail_msg("%s: what was found of %s does not reproduce", probe->name,
                     findings[line].expression);
    }
    expressions_reading_finish(&reading);
    return findings;
}

const struct finding *look(const struct probe *probe, const struct probe_params *params,
                           const struct traits *traits)
{
    return look_spoilt(probe, params, traits, NULL);
}

void look_expect(const struct finding *finding, const char *answer, bool deviates)
{
    const char *rest = strstr(answer, "...");
    bool same = rest ? !strncmp(said_answer(finding), answer, (size_t) (rest - answer))
                     : !strcmp(said_answer(finding), answer);

    if (!same || finding->deviates != deviates)
        fail_msg("%s: got \"%s\"%s, want \"%s\"%s; %s", finding->expression,
                 said_answer(finding), finding->deviates ? ", deviates" : "", answer,
                 deviates ? ", deviates" : "", said_detail(finding));
}

int look_line(const struct probe *probe, const char *name)
{
    int line = 0;

    while (strcmp(probe->expressions->list[line].label, name) != 0)
        line++;
    return line;
}

uint32_t *look_word(const struct pixels *pixels, int line, int at)
{
    return pixels_row(pixels, pixels->height - 1 - line) + at;
}

// The words of an answer lie side by side.
const struct finding *look_spoilt(const struct probe *probe,
                                  const struct probe_params *params,
                                  const struct traits *traits,
                                  const struct look_spoil *spoil)
{
    const struct expressions *lines = probe->expressions;
    struct pixels pixels;

    look_paint(probe, params, traits, &pixels);
    for (int line = 0; spoil && line < lines->count; line++) {
        uint32_t *word = look_word(&pixels, line, spoil->at * lines->results + spoil->k);

        if (!spoil->lines || spoil->lines >> line & 1)
            *word = spoil->to ? spoil->to : *word + spoil->by;
    }
    const struct finding *findings = look_judge(probe, params, NULL, &pixels);

    pixels_finish(&pixels);
    return findings;
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

    probe->expressions->operand(params, line, at, words);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        values[k] = value_of(params, words[k]);
}

double look_answer(const struct probe *probe, const struct probe_params *params,
                   const struct traits *traits, int line, int at, int k)
{
    uint64_t words[PROBE_OPERANDS] = { 0 }, out[EXPRESSIONS_RESULTS] = { 0 };
    struct unit unit = unit_model();
    struct expressions_call call = { probe, params, traits,   &unit,
                                     line,  1,      { NULL }, { &out[0], &out[1] } };

    probe->expressions->operand(params, line, at, words);
    for (int i = 0; i < PROBE_OPERANDS; i++)
        call.in[i] = &words[i];
    assert_true(probe->expressions->answer(&call));
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
