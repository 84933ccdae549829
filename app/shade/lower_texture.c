// SPDX-License-Identifier: MIT
//
// Reading textures. A sampler is a scalar, the number of its texture. A texture has one
// level, so that the level of detail changes nothing.
//
// The precision of a sampler is that of the result. A coordinate is rounded to its own
// precision: with a lowp sampler, the coordinates may be highp.

#include "shade/lower_private.h"

// Bits of image operands (SPIR-V 1.6, 3.14), each followed by so many ids.
enum { TEXTURE_BIAS = 1, TEXTURE_LOD = 2, TEXTURE_GRAD = 4, TEXTURE_OFFSET = 8 + 16 };

// Returns the shift by the offset of textureOffset(), as the machine has it.
static int32_t texture_offset(struct lower *lower, const struct spirv_instruction *at,
                              int mask_at)
{
    const uint32_t mask = spirv_word(at, mask_at);
    const int before =
        !!(mask & TEXTURE_BIAS) + !!(mask & TEXTURE_LOD) + 2 * !!(mask & TEXTURE_GRAD);
    struct spirv_instruction offset;
    int32_t moved[2];

    if (!(mask & TEXTURE_OFFSET)) {
        if (mask >= 32)
            lower_refuse(lower, "four offsets of a texture are not supported");
        return 0;
    }
    offset = spirv_type(lower->spirv, spirv_word(at, mask_at + 1 + before));
    for (int k = 0; k < 2; k++) {
        struct spirv_instruction part =
            spirv_type(lower->spirv, spirv_word(&offset, 3 + k));

        if (offset.op != SPIRV_CONSTANT_COMPOSITE || part.op != SPIRV_CONSTANT ||
            part.count != 4) {
            lower_refuse(lower, "an offset of a texture is no constant");
            return 0;
        }
        moved[k] = (int32_t) part.words[3];
    }
    return (int32_t) ((uint32_t) moved[1] << 16 | ((uint32_t) moved[0] & 0xffff));
}

static int32_t texture_component(struct lower *lower, uint32_t id)
{
    struct spirv_instruction at = spirv_type(lower->spirv, id);

    if (at.op == SPIRV_CONSTANT && at.count == 4 && at.words[3] < 4)
        return (int32_t) at.words[3];
    lower_refuse(lower, "a component of textureGather() is no constant from 0 to 3");
    return 0;
}

static bool is_projected(int op)
{
    return op == SPIRV_IMAGE_SAMPLE_PROJ_IMPLICIT_LOD ||
           op == SPIRV_IMAGE_SAMPLE_PROJ_EXPLICIT_LOD;
}

void lower_sample(struct lower *lower, const struct spirv_instruction *at)
{
    const bool gathers = at->op == SPIRV_IMAGE_GATHER,
               fetches = at->op == SPIRV_IMAGE_FETCH;
    const uint32_t sampler = lower_operand(lower, spirv_word(at, 3), 1)[0];
    const uint32_t *place =
        lower_operand(lower, spirv_word(at, 4), is_projected(at->op) ? 3 : 2);
    const enum program_precision p = lower_precision(lower, at->words[2]);
    const enum program_precision own =
        lower_failed(lower) ? p : lower_precision(lower, spirv_word(at, 4));
    const int32_t component = gathers ? texture_component(lower, spirv_word(at, 5)) : 0;
    struct program_insn insn = { .op = gathers   ? PROGRAM_GATHER
                                       : fetches ? PROGRAM_FETCH
                                                 : PROGRAM_TEXTURE,
                                 .precision = (uint8_t) p,
                                 .in = { sampler },
                                 .limit = texture_offset(lower, at, gathers ? 6 : 5) };
    uint32_t out[4];

    if (!lower->values[sampler].is_int || lower->values[place[0]].is_int != fetches)
        lower_refuse(lower, "malformed call of a texture function");
    for (uint32_t k = 0; k < 2 && !lower_failed(lower); k++) {
        insn.in[1 + k] = fetches || lower->traits->coordinates_stay
                             ? place[k]
                             : lower_round(lower, own, place[k]);
        if (is_projected(at->op))
            insn.in[1 + k] = lower_2(lower, PROGRAM_DIV, own, insn.in[1 + k], place[2]);
    }
    for (int32_t k = 0; k < 4 && !lower_failed(lower); k++) {
        insn.extra = gathers ? component + 4 * k : k;
        out[k] = lower_memory(lower, insn);
        lower->values[out[k]].state =
            p == PROGRAM_MEDIUM ? LOWER_IN_MEDIUM : LOWER_IN_HIGH;
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, 4);
}

void lower_texture_size(struct lower *lower, const struct spirv_instruction *at)
{
    const uint32_t sampler = lower_operand(lower, spirv_word(at, 3), 1)[0];
    uint32_t out[2];

    for (int32_t k = 0; k < 2; k++)
        out[k] = lower_memory(lower, (struct program_insn){ .op = PROGRAM_TEXTURE_SIZE,
                                                            .in = { sampler },
                                                            .extra = k });
    lower_bind(lower, at->words[2], out, 2);
}
