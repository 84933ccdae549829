// SPDX-License-Identifier: MIT

#include "eval/conversions.h"

#include "base/fp.h"
#include "probe/expressions.h"

#include <string.h>

static const char *const names[] = {
    "packHalf2x16(vec2(a, 0.0))",
    "unpackHalf2x16(a).x",
    "double(a)",
    "float(a)",
    "double(unpackHalf2x16(a).x)",
    "packHalf2x16(vec2(float(a), 0.0))",
};

#define CONVERSIONS (int) (sizeof names / sizeof *names)

static const struct {
    const char *name;
    struct fp_format from, to;
} all[CONVERSIONS] = {
    { "f32_to_f16", { 24, 127 }, { 11, 15 } },
    { "f16_to_f32", { 11, 15 }, { 24, 127 } },
    { "f32_to_f64", { 24, 127 }, { 53, 1023 } },
    { "f64_to_f32", { 53, 1023 }, { 24, 127 } },
    { "f16_to_f64", { 11, 15 }, { 53, 1023 } },
    { "f64_to_f16", { 53, 1023 }, { 11, 15 } },
};

int conversions_find(const char *name, struct fp_format *from, struct fp_format *to)
{
    for (int i = 0; i < CONVERSIONS; i++) {
        if (strcmp(all[i].name, name) != 0)
            continue;
        *from = all[i].from;
        *to = all[i].to;
        return i;
    }
    return -1;
}

// Converts as the shader does: to half by the rule of packHalf2x16(), in two steps from
// double.
static bool conversions_answer(const struct expressions_call *call)
{
    struct fp_format from = all[call->expression].from, to = all[call->expression].to;
    enum fp_round round = call->traits->model.round, half = call->traits->half;
    bool narrows = to.precision == 11;

    for (size_t i = 0; i < call->count; i++) {
        uint64_t word = call->in[0][i];

        if (narrows && from.precision == 53)
            word = fp_convert(from, FP_BINARY32, round, word);
        call->out[0][i] = narrows ? fp_convert(FP_BINARY32, to, half, word)
                                  : fp_convert(from, to, round, word);
    }
    return true;
}

static const struct expressions expressions = {
    .names = names,
    .count = CONVERSIONS,
    .results = 1,
    .raw = 1,
    .raw_operands = 1,
    .stages = EXPRESSIONS_STAGES,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_DOUBLE,
    .readout = READOUT_BITS,
    .answer = conversions_answer,
};

const struct probe conversions_probe = {
    .name = "eval/conversions",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .expressions = &expressions,
};
