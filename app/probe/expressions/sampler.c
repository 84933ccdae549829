// SPDX-License-Identifier: MIT
//
// What a sampler makes of a texel. A sampler has a precision, as a variable has, and in
// GLSL ES a sampler2D without a qualifier is lowp (4.7.4): what it reads may then be a
// half. Of a texture of floats the same numbers are asked as of other storage, and judged
// so (storage.c), by what is claimed of this precision.
//
// A byte c stands for c / 255; in an sRGB texture, for the 2.4th power of
// (c / 255 + 0.055) / 1.055, or c / 255 / 12.92 below 0.04045 (IEC 61966-2-1). What comes
// back has so many bits, -log2 of the largest relative error; where 10 are claimed, bytes
// must be told apart. An integer that does not fit the precision may lose upper bits.

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/integer.h"

#include <math.h>

#define COLUMNS 128

enum { FETCHED, SAMPLED, UNQUALIFIED, BYTES, SRGB, INTS, UINTS, LINE_COUNT };

static const char *const names[LINE_COUNT] = {
    "RGBA32F, texelFetch()",
    "RGBA32F, texture()",
    "RGBA32F, no precision",
    "RGBA8",
    "SRGB8_ALPHA8",
    "RGBA32I",
    "RGBA32UI",
};

// Powers of two, one less, their complements, and numbers of any length.
static uint32_t sampler_integer(int at)
{
    uint64_t state = (uint64_t) at;

    switch (at / 32) {
    case 0: return UINT32_C(1) << at;
    case 1: return (UINT32_C(1) << (at - 32)) - 1;
    case 2: return ~(UINT32_C(1) << (at - 64)) + 1;
    default: return (uint32_t) draws_next(&state) >> (at - 96);
    }
}

static uint32_t byte(int at)
{
    return (uint32_t) (at * 255 + COLUMNS / 2) / (COLUMNS - 1);
}

static void sampler_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    if (line <= UNQUALIFIED)
        probe_storage.expressions->operand(params, 0, at, words);
    else
        words[0] = line <= SRGB ? byte(at) : sampler_integer(at);
}

static double linear(int line, double c)
{
    if (line == BYTES)
        return c;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

// The byte that stands for a number, or 256.
static int encoded(int line, double value)
{
    double c = line == BYTES              ? value
               : value <= 0.04045 / 12.92 ? value * 12.92
                                          : 1.055 * pow(value, 1 / 2.4) - 0.055;

    return c > -0.5 && c < 1.5 ? (int) (255 * c + 0.5) : 256;
}

static uint64_t wanted_number(int line, uint64_t word)
{
    return fp_bits((float) linear(line, (double) word / 255));
}

static bool sampler_answer(const struct expressions_call *call)
{
    int line = call->expression;
    uint64_t numbers[EXPRESSIONS_CHUNK];
    struct expressions_call inner = *call;
    struct traits traits = *call->traits;

    if (line == UNQUALIFIED && call->params->precision != PRECISION_LOWP) {
        for (size_t i = 0; i < call->count; i++)
            call->out[0][i] = EXPRESSIONS_ABSENT;
        return true;
    }
    if (traits.half_samplers)
        traits.model.format = FP_BINARY16;
    for (size_t i = 0; i < call->count; i++) {
        numbers[i] = line == BYTES || line == SRGB ? wanted_number(line, call->in[0][i])
                                                   : call->in[0][i];
        call->out[0][i] = numbers[i];
    }
    inner.expression = 0;
    inner.traits = &traits;
    inner.in[0] = numbers;
    return line >= INTS || probe_storage.expressions->answer(&inner);
}

// Bytes: how many bits of what they stand for are right, and whether any is lost.
static void judge_bytes(const struct expressions_seen *seen, struct finding *finding)
{
    int line = seen->expression;
    double worst = 0;
    size_t first = seen->count, worst_at = 0;

    for (size_t i = seen->count; i-- > 0;) {
        double exact = linear(line, (double) seen->in[0][i] / 255);
        double got = expressions_number(seen, seen->got[0][i]);
        double error = exact > 0 ? fabs(got - exact) / exact : fabs(got);

        finding->agree += seen->got[0][i] == wanted_number(line, seen->in[0][i]);
        if (!(error <= worst)) {
            worst = error;
            worst_at = i;
        }
        if (encoded(line, got) != (int) seen->in[0][i])
            first = i;
    }
    finding->deviates = first < seen->count && seen->claim->precision >= 10;
    if (finding->agree == finding->cases) {
        FINDING_SAY(finding, FINDING_ALL_EXACT, .of = (int) finding->cases);
        return;
    }
    FINDING_SAY(finding, FINDING_BITS, .bits = worst < 1 ? -ilogb(worst) - 1 : 0);
    expressions_case(seen, &seen->known, finding->deviates ? first : worst_at,
                     &finding->example);
    FINDING_DETAIL(finding, finding->deviates ? FINDING_FIRST_CASE : FINDING_WORST_CASE);
}

// The least range that GLSL ES has for integers of a precision, of magnitudes.
static uint32_t least_range(const struct expressions_seen *seen)
{
    int n = integer_least_bits(seen->params->precision);

    return seen->expression == UINTS ? (uint32_t) ((UINT64_C(1) << n) - 1)
                                     : (UINT32_C(1) << (n - 1)) - 1;
}

static bool is_in_range(const struct expressions_seen *seen, uint32_t word)
{
    uint32_t most = least_range(seen);
    bool negative = seen->expression == INTS && word >> 31;

    return (negative ? ~word : word) <= most;
}

static void judge_integers(const struct expressions_seen *seen, struct finding *finding)
{
    size_t first = seen->count, deviating = seen->count;
    bool low[33];

    for (int bits = 1; bits <= 32; bits++)
        low[bits] = true;
    for (size_t i = seen->count; i-- > 0;) {
        uint32_t word = (uint32_t) seen->in[0][i], got = (uint32_t) seen->got[0][i];

        for (int bits = 1; bits <= 32; bits++)
            low[bits] =
                low[bits] && got == integer_kept(bits, seen->expression == INTS, word);
        finding->agree += got == word;
        if (got != word)
            first = i;
        if (got != word && is_in_range(seen, word))
            deviating = i;
    }
    int kept = 32;

    while (kept > 0 && !low[kept])
        kept--;
    finding->deviates = deviating < seen->count;
    if (first == seen->count)
        FINDING_SAY(finding, FINDING_ALL_EXACT, .of = (int) finding->cases);
    else if (kept)
        FINDING_SAY(finding, FINDING_IN_BITS, .bits = kept);
    else
        FINDING_SAY(finding, FINDING_WRONG,
                    .count = (int) (finding->cases - finding->agree),
                    .of = (int) finding->cases);
    if (first < seen->count)
        expressions_detail_case(seen, NULL, finding->deviates ? deviating : first,
                                finding);
}

static bool sampler_judge(const struct expressions_seen *seen, struct finding *finding,
                          struct traits *found)
{
    if (seen->expression <= UNQUALIFIED)
        return probe_storage.expressions->judge(seen, finding, found);
    if (seen->expression <= SRGB)
        judge_bytes(seen, finding);
    else
        judge_integers(seen, finding);
    return expressions_reproduces(seen, found);
}

const struct probe probe_sampler = {
    .name = "sampler",
    .forms = 1u << FORM_PLAIN,
    .textures =
        (const struct probe_texture[]){
            { .sampler = "floats", .texels = PROBE_TEXELS_RGBA32F },
            { .sampler = "unqualified", .texels = PROBE_TEXELS_RGBA32F },
            { .sampler = "bytes", .texels = PROBE_TEXELS_RGBA8 },
            { .sampler = "srgb_bytes", .texels = PROBE_TEXELS_SRGB8_ALPHA8 },
            { .sampler = "ints", .texels = PROBE_TEXELS_RGBA32I },
            { .sampler = "uints", .texels = PROBE_TEXELS_RGBA32UI },
            { .sampler = NULL, .texels = PROBE_TEXELS_COUNT },
        },
    .operands = 1,
    .expressions =
        &(const struct expressions){
            .names = names,
            .count = LINE_COUNT,
            .columns = COLUMNS,
            .rows = 1,
            .results = 1,
            .raw_operands = 1,
            .stages = EXPRESSIONS_STAGES,
            .precisions =
                1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_LOWP,
            .readout = READOUT_BITS,
            .operand = sampler_operand,
            .answer = sampler_answer,
            .judge = sampler_judge,
        },
    .topic = "samplers",
};
