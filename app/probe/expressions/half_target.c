// SPDX-License-Identifier: MIT
//
// What an RGBA16F render target makes of a float that a fragment shader writes: the
// cases of half.h, read back as the bits of the half.

#include "probe/probe_list.h"
#include "probe/shared/half.h"

static const char *const names[HALF_TOPIC_COUNT] = {
    "RGBA16F target, exact",
    "RGBA16F target, ties",
    "RGBA16F target, near ties",
    "RGBA16F target, subnormal results",
    "RGBA16F target, ties among subnormals",
    "RGBA16F target, overflow",
    "RGBA16F target, infinity",
    "RGBA16F target, NaN",
    "RGBA16F target, zeros",
};

static void half_target_operand(const struct probe_params *params, int line, int at,
                                uint64_t *words)
{
    (void) params;
    words[0] = half_operand((enum half_topic) line, at);
}

static bool half_target_answer(const struct lines_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_pack(FP_RNE, (uint32_t) call->in[0][i]);
    return true;
}

static bool half_target_judge(const struct lines_seen *seen, struct finding *finding,
                              struct traits *found)
{
    struct half_row row = { .seen = seen, .topic = (enum half_topic) seen->line };
    enum fp_round round;

    (void) found;
    return half_judge(&row, finding, &round) && round == FP_RNE;
}

static struct probe_shape half_target_shape(const struct probe_params *params)
{
    return lines_shape(&probe_half_target, params);
}

static const struct lines half_target_lines = {
    .names = names,
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
    .judge = half_target_judge,
};

const struct probe probe_half_target = {
    .name = "half_target",
    .summary = "an RGBA16F target: rounding, subnormals, overflow, NaN",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .ramp = -1,
    .shape = half_target_shape,
    .lines = &half_target_lines,
    .topic = "conversions",
    .explain =
        "What an RGBA16F render target makes of the floats that a shader writes: which\n"
        "rule rounds, whether halves below 2^-14 are kept, and whether numbers above\n"
        "65504 become infinity or stay at 65504. OpenGL leaves all of it open; a line\n"
        "departs where it is not IEEE 754's, to nearest with ties to even.\n"
        "\n"
        "It matters in high dynamic range: a target that truncates darkens a picture a\n"
        "little with every pass that is added to it, and an infinity spreads through a\n"
        "blur where 65504 would not. It may well differ from packHalf2x16() on the\n"
        "same device: other hardware, or other code, does it.\n"
        "\n"
        "What may fool it: blending and multisampling, which are off here; and a\n"
        "driver that reads back through floats changes the bits of a NaN.",
};
