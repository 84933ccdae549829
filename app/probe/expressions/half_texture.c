// SPDX-License-Identifier: MIT
//
// What a texture of halves (RGBA16F) holds: of floats, which the driver converts at
// upload, the cases of half.h; and of halves, those of the cases that are halves. A
// highp sampler reads them as floats, which hold every half.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/half.h"
#include "probe/shared/kinds.h"

#define NO_HALF UINT32_C(0x10000) // which half_judge takes for none, as all that is more

static enum half_topic half_texture_topic(int line)
{
    switch (line) {
    case HALF_TEXTURE_HALVES_EXACT: return HALF_EXACT;
    case HALF_TEXTURE_HALVES_SUBNORMALS: return HALF_SUBNORMALS;
    case HALF_TEXTURE_HALVES_INFINITY: return HALF_INFINITY;
    case HALF_TEXTURE_HALVES_NAN: return HALF_NAN;
    case HALF_TEXTURE_HALVES_ZEROS: return HALF_ZEROS;
    default: return (enum half_topic) line;
    }
}

void half_texture_operand(const struct probe_params *params, int line, int at,
                          uint64_t *words)
{
    (void) params;
    words[0] = half_operand(half_texture_topic(line), at);
}

bool half_texture_answer(const struct expressions_call *call)
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

bool half_texture_judge(const struct expressions_seen *seen, struct finding *finding,
                        struct traits *found)
{
    uint64_t codes[HALF_CASES];
    struct expressions_seen halves = *seen;
    struct half_row row = { .seen = &halves,
                            .topic = half_texture_topic(seen->expression) };

    for (size_t i = 0; i < seen->count; i++)
        codes[i] = half_texture_code((uint32_t) seen->got[0][i]);
    halves.got[0] = codes;
    bool known = half_judge(&row, finding, &found->upload);

    if (finding_is(finding, &kind_spoils_other_half)) // there is none in a texel
        FINDING_SAY(finding, &kind_other);
    return known && expressions_reproduces(seen, found);
}

const struct probe_texture half_texture_textures[] = {
    { .sampler = "of_floats", .texels = PROBE_TEXELS_RGBA16F },
    { .sampler = "of_halves", .texels = PROBE_TEXELS_RGBA16F_OF_HALVES },
    { .sampler = NULL, .texels = PROBE_TEXELS_COUNT },
};
