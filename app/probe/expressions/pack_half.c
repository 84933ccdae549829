// SPDX-License-Identifier: MIT
//
// packHalf2x16(), by topic. The x component is asked beside a 1 in y, and the other way
// round in the last line, so that an exchange or a leak between the halves would show.

#include "probe/probe_list.h"
#include "probe/shared/half.h"

#define LINES      (HALF_TOPIC_COUNT + 1)
#define SECOND     HALF_TOPIC_COUNT
#define HALF_ONE   UINT32_C(0x3c00)
#define ALL_STAGES (1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE)

static const char *const names[LINES] = {
    "packHalf2x16(x), exact",
    "packHalf2x16(x), ties",
    "packHalf2x16(x), near ties",
    "packHalf2x16(x), subnormal results",
    "packHalf2x16(x), ties among subnormals",
    "packHalf2x16(x), overflow",
    "packHalf2x16(x), infinity",
    "packHalf2x16(x), NaN",
    "packHalf2x16(x), zeros",
    "packHalf2x16(x), second half",
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

static bool pack_half_answer(const struct lines_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        uint32_t code = half_pack(call->traits->half, (uint32_t) call->in[0][i]);

        call->out[0][i] =
            call->line == SECOND ? code << 16 | HALF_ONE : HALF_ONE << 16 | code;
    }
    return true;
}

static bool pack_half_judge(const struct lines_seen *seen, struct finding *finding,
                            struct traits *found)
{
    bool second = seen->line == SECOND;
    struct half_row row = {
        .seen = seen,
        .topic = topic_of(seen->line),
        .shift = second ? 16 : 0,
        .rest = second ? HALF_ONE : HALF_ONE << 16,
    };

    return half_judge(&row, finding, &found->half);
}

static struct probe_shape pack_half_shape(const struct probe_params *params)
{
    return lines_shape(&probe_pack_half, params);
}

static const struct lines pack_half_lines = {
    .names = names,
    .count = LINES,
    .columns = HALF_CASES,
    .rows = 1,
    .results = 1,
    .raw = 1,
    .stages = ALL_STAGES,
    .precisions = 1u << PRECISION_HIGHP,
    .readout = READOUT_BITS,
    .operand = pack_half_operand,
    .answer = pack_half_answer,
    .judge = pack_half_judge,
};

const struct probe probe_pack_half = {
    .name = "pack_half",
    .summary = "packHalf2x16: rounding, subnormals, overflow, NaN",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .ramp = -1,
    .shape = pack_half_shape,
    .lines = &pack_half_lines,
    .topic = "conversions",
    .explain =
        "How packHalf2x16() makes a half of a float: which rule rounds, whether halves\n"
        "below 2^-14 are kept, what becomes of numbers above 65504, of infinity and of\n"
        "NaN. GLSL leaves the rounding open, so that no answer here breaks a promise;\n"
        "a line departs where it is not IEEE 754's, to nearest with ties to even.\n"
        "\n"
        "It matters where halves are stored to save room: by truncation a sum that is\n"
        "packed again and again drifts to zero, values above 65519 become 65504 on one\n"
        "device and infinity on another, and a dark picture loses its last shades where\n"
        "subnormals are flushed.\n"
        "\n"
        "\"No sticky bit\": a small number is shifted into place before it is rounded, and\n"
        "what falls off is forgotten, so that a number just above a tie passes for one.\n"
        "\n"
        "What may fool it: in GLSL ES the parameter is mediump, and a device may round\n"
        "it to its own half on the way, so that what is seen is the two steps together.\n"
        "A driver for CPUs converts by an instruction or by a routine of its own,\n"
        "depending on the CPU.",
};
