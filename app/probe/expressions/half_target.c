// SPDX-License-Identifier: MIT
//
// What an RGBA16F render target makes of a float that a fragment shader writes: the
// cases of half.h, read back as the bits of the half.

#include "probe/list.h"
#include "probe/shared/half.h"

static const struct expression list[HALF_TOPIC_COUNT] = {
    [HALF_EXACT] = { "exact", .label = "RGBA16F target, exact" },
    [HALF_TIES] = { "ties", .label = "RGBA16F target, ties" },
    [HALF_NEAR_TIES] = { "near-ties", .label = "RGBA16F target, near ties" },
    [HALF_SUBNORMALS] = { "subnormals", .label = "RGBA16F target, subnormal results" },
    [HALF_SUBNORMAL_TIES] = { "subnormal-ties",
                              .label = "RGBA16F target, ties among subnormals" },
    [HALF_OVERFLOW] = { "overflow", .label = "RGBA16F target, overflow" },
    [HALF_INFINITY] = { "infinity", .label = "RGBA16F target, infinity" },
    [HALF_NAN] = { "nan", .label = "RGBA16F target, NaN" },
    [HALF_ZEROS] = { "zeros", .label = "RGBA16F target, zeros" },
};

static void half_target_operand(const struct probe_params *params, int line, int at,
                                uint64_t *words)
{
    (void) params;
    words[0] = half_operand((enum half_topic) line, at);
}

static bool half_target_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_pack(FP_RNE, (uint32_t) call->in[0][i]);
    return true;
}

static bool half_target_judge(const struct expressions_seen *seen,
                              struct finding *finding, struct traits *found)
{
    struct half_row row = { .seen = seen, .topic = (enum half_topic) seen->expression };
    enum fp_round round;

    (void) found;
    return half_judge(&row, finding, &round) && round == FP_RNE;
}

const struct probe probe_half_target = {
    .name = "half_target",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .expressions =
        &(const struct expressions){
            .list = list,
            .count = HALF_TOPIC_COUNT,
            .columns = HALF_CASES,
            .rows = 1,
            .results = 1,
            .raw = 1,
            .stages = 1u << STAGE_FRAGMENT,
            .precisions = 1u << PRECISION_HIGHP,
            .readout = READOUT_FLOAT16,
            .operand = half_target_operand,
            .answer = half_target_answer,
            .kinds = half_kinds,
            .alike = ALIKE_EVERYWHERE,
            .judge = half_target_judge,
            .breaks_glsl = half_breaks_glsl,
        },
    .topic = "conversions",
};
