// SPDX-License-Identifier: MIT
//
// What a texture of halves (RGBA16F) holds: of floats, which the driver converts at
// upload, the cases of half.h; and of halves, those of the cases that are halves. A
// highp sampler reads them as floats, which hold every half.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/half.h"

#define NO_HALF UINT32_C(0x10000) // which half_judge takes for none, as all that is more
#define LINES   (HALF_TOPIC_COUNT + 5)

static const char *const names[LINES] = {
    "RGBA16F of floats, exact",
    "RGBA16F of floats, ties",
    "RGBA16F of floats, near ties",
    "RGBA16F of floats, subnormal results",
    "RGBA16F of floats, ties among subnormals",
    "RGBA16F of floats, overflow",
    "RGBA16F of floats, infinity",
    "RGBA16F of floats, NaN",
    "RGBA16F of floats, zeros",
    "RGBA16F of halves, exact",
    "RGBA16F of halves, subnormals",
    "RGBA16F of halves, infinity",
    "RGBA16F of halves, NaN",
    "RGBA16F of halves, zeros",
};

static enum half_topic half_texture_topic(int line)
{
    static const enum half_topic of_halves[] = {
        HALF_EXACT, HALF_SUBNORMALS, HALF_INFINITY, HALF_NAN, HALF_ZEROS,
    };

    return line < HALF_TOPIC_COUNT ? (enum half_topic) line
                                   : of_halves[line - HALF_TOPIC_COUNT];
}

static void half_texture_operand(const struct probe_params *params, int line, int at,
                                 uint64_t *words)
{
    (void) params;
    words[0] = half_operand(half_texture_topic(line), at);
}

static bool half_texture_answer(const struct expressions_call *call)
{
    enum fp_round round =
        call->expression < HALF_TOPIC_COUNT ? call->traits->upload : FP_RNE;

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_unpack(half_pack(round, (uint32_t) call->in[0][i]));
    return true;
}

// The half that a float is; a NaN has the upper bits of its payload. The bits of what is
// no half: some devices read an infinity as 65536.
static uint32_t half_texture_code(uint32_t bits)
{
    uint32_t code = half_pack(FP_RNE, bits);

    if (fp_is_nan(FP_BINARY32, bits) || half_unpack(code) == bits)
        return code;
    return bits > NO_HALF ? bits : NO_HALF;
}

static bool half_texture_judge(const struct expressions_seen *seen,
                               struct finding *finding, struct traits *found)
{
    uint64_t codes[HALF_CASES];
    struct expressions_seen halves = *seen;
    struct half_row row = { .seen = &halves,
                            .topic = half_texture_topic(seen->expression) };

    for (size_t i = 0; i < seen->count; i++)
        codes[i] = half_texture_code((uint32_t) seen->got[0][i]);
    halves.got[0] = codes;
    bool known = half_judge(&row, finding, &found->upload);

    if (finding_is(finding, FINDING_SPOILS_OTHER_HALF)) // there is none in a texel
        FINDING_SAY(finding, FINDING_OTHER);
    return known && expressions_reproduces(seen, found);
}

const struct probe probe_half_texture = {
    .name = "half_texture",
    .forms = 1u << FORM_PLAIN,
    .textures =
        (const struct probe_texture[]){
            { .sampler = "of_floats", .texels = PROBE_TEXELS_RGBA16F },
            { .sampler = "of_halves", .texels = PROBE_TEXELS_RGBA16F_OF_HALVES },
            { .sampler = NULL, .texels = PROBE_TEXELS_COUNT },
        },
    .operands = 1,
    .expressions =
        &(const struct expressions){
            .names = names,
            .count = LINES,
            .columns = HALF_CASES,
            .rows = 1,
            .results = 1,
            .signed_zeros = true,
            .stages = 1u << STAGE_FRAGMENT,
            .precisions = 1u << PRECISION_HIGHP,
            .readout = READOUT_BITS,
            .operand = half_texture_operand,
            .answer = half_texture_answer,
            .judge = half_texture_judge,
        },
    .topic = "conversions",
};
