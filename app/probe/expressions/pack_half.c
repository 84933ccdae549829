// SPDX-License-Identifier: MIT
//
// packHalf2x16(), by topic. The x component is asked beside a 1 in y, and the other way
// round in the last expression, so that an exchange or a leak between the halves would
// show.

#include "probe/list.h"
#include "probe/shared/half.h"

#define LINES    (HALF_TOPIC_COUNT + 1)
#define SECOND   HALF_TOPIC_COUNT
#define HALF_ONE UINT32_C(0x3c00)

static const struct expression list[LINES] = {
    [HALF_EXACT] = { "exact", .label = "packHalf2x16(x), exact" },
    [HALF_TIES] = { "ties", .label = "packHalf2x16(x), ties" },
    [HALF_NEAR_TIES] = { "near-ties", .label = "packHalf2x16(x), near ties" },
    [HALF_SUBNORMALS] = { "subnormals", .label = "packHalf2x16(x), subnormal results" },
    [HALF_SUBNORMAL_TIES] = { "subnormal-ties",
                              .label = "packHalf2x16(x), ties among subnormals" },
    [HALF_OVERFLOW] = { "overflow", .label = "packHalf2x16(x), overflow" },
    [HALF_INFINITY] = { "infinity", .label = "packHalf2x16(x), infinity" },
    [HALF_NAN] = { "nan", .label = "packHalf2x16(x), NaN" },
    [HALF_ZEROS] = { "zeros", .label = "packHalf2x16(x), zeros" },
    [SECOND] = { "second", .label = "packHalf2x16(x), second half" },
};

static enum half_topic topic_of(int line)
{
    return line == SECOND ? HALF_TIES : (enum half_topic) line;
}

static void pack_half_operand(const struct probe_params *params, int line, int at,
                              uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(line), at);
}

static bool pack_half_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        uint32_t code = half_pack(call->traits->half, (uint32_t) call->in[0][i]);

        call->out[0][i] =
            call->expression == SECOND ? code << 16 | HALF_ONE : HALF_ONE << 16 | code;
    }
    return true;
}

static bool pack_half_judge(const struct expressions_seen *seen, struct finding *finding,
                            struct traits *found)
{
    bool second = seen->expression == SECOND;
    struct half_row row = {
        .seen = seen,
        .topic = topic_of(seen->expression),
        .shift = second ? 16 : 0,
        .rest = second ? HALF_ONE : HALF_ONE << 16,
    };

    return half_judge(&row, finding, &found->half);
}

const struct probe probe_pack_half = {
    .name = "pack_half",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .expressions =
        &(const struct expressions){
            .list = list,
            .count = LINES,
            .columns = HALF_CASES,
            .rows = 1,
            .results = 1,
            .raw = 1,
            .stages = EXPRESSIONS_STAGES,
            .precisions = 1u << PRECISION_HIGHP,
            .readout = READOUT_BITS,
            .operand = pack_half_operand,
            .answer = pack_half_answer,
            .kinds = half_kinds,
            .alike = ALIKE_EVERYWHERE,
            .judge = pack_half_judge,
            .breaks_glsl = half_breaks_glsl,
        },
    .topic = "conversions",
};
