// SPDX-License-Identifier: MIT
//
// How it works
//
// GL_ONE, GL_ONE_MINUS_SRC_ALPHA is s + d * (1 - a). In n bits s and a are whole levels
// over 2^n - 1, and so is d: but for d * (1 - a) all is exact, and that is no tie, since
// 2^n - 1 is odd. Units compute it differently: a product of bytes x = D w is 255 times
// too large, and x / 255 costs more than x >> 8 or (x + (x >> 8) + 128) >> 8, which are
// not always the nearest. Each of the ways of traits.h is tried on all cases.
//
// OpenGL has no rule but that precision and range are no lower than those of the target
// (4.6, 17.3.6.1), and that either neighbour of a number may be stored (2.3.5.2): what is
// a whole level off deviates, or two units in the last place of a float, since product
// and sum may each be rounded in any direction.
//
// With an alpha of 13 / 255, a layer of 5 %, d fades to nearest only where d * 13 / 255
// is 1/2 or more: levels up to 9 stay for ever.
//
// A shader's color may lie between levels: some units round it to one first, and then
// d * (1 - a), others the sum alone (figures of GPUs: github.com/PCSX2/pcsx2/pull/6809).
// Where s is of sixteenths of a level both can be told apart. Either neighbour is right
// both times: two levels off deviate.
//
// In sRGB d is decoded, and the sum encoded; each may be off, and two levels deviate: an
// H100 is off by 1.14. Thresholds are asked near each of the 255, other cases where the
// exact result lies 1/32 of a level or more from one. The largest error is that of the
// cases asked: a device may be off by more elsewhere.

#include "probe/shared/blend.h"

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/trial.h"

#include <math.h>

#define FIRST   256 // cases of a row; the others lie between these
#define COLUMNS 512
#define ROWS    8
#define LAYER   13 // alpha of a layer of 5 %, over 255

const struct probe_target blend_targets[BLEND_COUNT] = {
    [BLEND_RGBA8_FADE] = { PROBE_TARGET_RGBA8, 2 },
    [BLEND_RGBA8_OVER] = { PROBE_TARGET_RGBA8, 2 },
    [BLEND_RGB10_A2_OVER] = { PROBE_TARGET_RGB10_A2, 2 },
    [BLEND_RGBA16F_OVER] = { PROBE_TARGET_RGBA16F, 2 },
    [BLEND_RGBA32F_OVER] = { PROBE_TARGET_RGBA32F, 2 },
    [BLEND_SRGB8_ENCODE] = { PROBE_TARGET_SRGB8_ALPHA8, 2 },
    [BLEND_SRGB8_OVER] = { PROBE_TARGET_SRGB8_ALPHA8, 2 },
    [BLEND_RGBA8_BETWEEN] = { PROBE_TARGET_RGBA8, 2 },
};

static double as_float(double value)
{
    return (double) fp_from_bits(
        (uint32_t) fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value)));
}

// 1 - a, for which d times it, over `most`, leaves the remainder `rest`; any, where none
// does.
static int hard_weight(int most, int d, int rest)
{
    for (int w = 0; w <= most; w++)
        if (d * w % most == rest)
            return w;
    return most - d;
}

// Row 0: each d below a layer of 5 %. Rows 1 and 2: x as close to a tie as can be, on
// either side; the others: each d, and alphas of all sizes.
static struct blend_case fade_case(int at)
{
    int row = at / FIRST, d = at % FIRST;
    int a = row ? (37 * d + 36 * row) % 256 : LAYER;

    if (row == 1 || row == 2)
        a = 255 - hard_weight(255, d, 126 + row);
    return (struct blend_case){ .a = a / 255.0, .d = (uint32_t) d };
}

// Row 0: white over white, at all alphas. Rows 1 and 2: close to ties, of large d.
static struct blend_case over_case(int most, int at)
{
    uint64_t state = (uint64_t) at;
    int row = at / FIRST, a = row ? draws_below(&state, most + 1) : 0;
    int s = row ? draws_below(&state, a + 1) : 0, d = draws_below(&state, most + 1);

    if (row == 0) {
        s = a = most * (at % FIRST) / (FIRST - 1);
        d = most;
    } else if (row <= 2) {
        d = most - at % FIRST * (most < 1023 ? 1 : 2);
        a = most - hard_weight(most, d, most / 2 + row - 1);
        s = draws_below(&state, a + 1);
    }
    return (struct blend_case){ .s = (double) s / most,
                                .a = (double) a / most,
                                .d = (uint32_t) d };
}

static double distance_to(double level, double step)
{
    return fabs(level / step - round(level / step)) * step;
}

// Rows 0 and 1: close to ties. Neither s nor the sum is nearer than 1/32 of a level to a
// tie, nor the sum to a level, unless both are levels.
static struct blend_case between_case(int at)
{
    struct blend_case blend = over_case(255, at + FIRST), whole = blend;
    uint64_t state = (uint64_t) at;
    int most = (int) lround(blend.a * 255 * 16);

    blend.format = PROBE_TARGET_RGBA8;
    for (int i = 0; i < 64; i++) {
        int s = draws_below(&state, most + 1);

        blend.s = s / (255 * 16.0);
        if (s % 16 != 8 && distance_to(blend_exact(&blend), 0.5) >= 0x1p-5)
            return blend;
    }
    return whole;
}

// s and d in [1/4, 1), a of eight bits.
static struct blend_case floats_case(struct fp_format format, int at)
{
    uint64_t state = (uint64_t) at;
    double a = draws_below(&state, 256) / 256.0, s, d;

    s = fabs(draws_number(&state, format.precision, -1 - draws_below(&state, 2)));
    d = fabs(draws_number(&state, format.precision, -1 - draws_below(&state, 2)));
    return (struct blend_case){
        .s = s,
        .a = a,
        .d = (uint32_t) fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(d)),
    };
}

// Returns s near the threshold between byte k and the next: 1/256, 1/32, 1/8 and 1/4 of a
// level beside it. The later cases lie between 1/8 and 1/4: encoders that are wrong at
// 1/8 and right at 1/4 are off most there.
static struct blend_case encode_case(int at)
{
    static const double offsets[2][8] = {
        { -0x1p-8, 0x1p-8, -0x1p-5, 0x1p-5, -0.125, 0.125, -0.25, 0.25 },
        { -0x9p-6, 0x9p-6, -0xap-6, 0xap-6, -0xcp-6, 0xcp-6, -0xep-6, 0xep-6 },
    };
    int later = at >= ROWS * FIRST;
    double k = at / 8 % FIRST;

    return (struct blend_case){
        .s = k < 255 ? as_float(blend_decoded((k + 0.5 + offsets[later][at % 8]) / 255))
                     : at % 8 / 7.0,
        .a = 1,
    };
}

// Fills s and a of a faint source over blend->d such that the exact result lies up to
// 0.4 of a level beside a threshold. If decoding and encoding err to the same side, the
// stored byte has its largest error there. Returns false if there is no such source.
static bool lay_faint(struct blend_case *blend, int at)
{
    static const struct faint {
        int alpha; // over 255
        double offset;
    } faint[] = { { 1, 0.4 },   { 1, -0.4 },   { 3, 0.375 }, { 3, -0.375 },
                  { 13, 0.34 }, { 13, -0.34 }, { 51, 0.25 }, { 51, -0.25 } };
    const struct faint *source = &faint[at / FIRST % ROWS];
    double a = source->alpha / 255.0, rest = blend_decoded(blend->d / 255.0) * (1 - a);
    double above = 0.5 + source->offset;
    int least = (int) ceil(255 * blend_encoded(rest) - above);
    int most = (int) floor(255 * blend_encoded(fmin(rest + a, 1)) - above);
    uint64_t state = (uint64_t) at;

    if (most < least)
        return false;
    least += draws_below(&state, most - least + 1);
    blend->a = a;
    blend->s = as_float(blend_decoded((least + above) / 255) - rest);
    return true;
}

// Row 0: nothing over each byte.
static struct blend_case srgb_case(int at)
{
    struct blend_case blend = { .format = PROBE_TARGET_SRGB8_ALPHA8 };
    uint64_t state = (uint64_t) at;
    double level;

    blend.d = (uint32_t) (at % FIRST);
    if (at >= ROWS * FIRST && lay_faint(&blend, at))
        return blend;
    while (at >= FIRST) {
        blend.a = draws_below(&state, 256) / 255.0;
        blend.s = as_float(blend.a * draws_below(&state, 65537) / 65536);
        level = blend_exact(&blend);
        if (fabs(level - floor(level) - 0.5) > 0x1p-5)
            break;
    }
    return blend;
}

static struct blend_case blend_case_of(int line, int at)
{
    struct blend_case blend;

    switch (line) {
    case BLEND_RGBA8_FADE: blend = fade_case(at); break;
    case BLEND_RGBA8_OVER: blend = over_case(255, at); break;
    case BLEND_RGB10_A2_OVER: blend = over_case(1023, at); break;
    case BLEND_RGBA16F_OVER: blend = floats_case(FP_BINARY16, at); break;
    case BLEND_RGBA32F_OVER: blend = floats_case(FP_BINARY32, at); break;
    case BLEND_SRGB8_ENCODE: blend = encode_case(at); break;
    case BLEND_RGBA8_BETWEEN: blend = between_case(at); break;
    default: blend = srgb_case(at); break;
    }
    blend.format = blend_targets[line].format;
    return blend;
}

// Returns the number of a case among all of its line: those of earlier versions first.
static int case_number(const struct probe_params *params, int at)
{
    int columns = expressions_columns(&probe_blend, params);
    int row = at / columns, column = at % columns;

    return column < FIRST ? row * FIRST + column
                          : ROWS * FIRST + row * (columns - FIRST) + column - FIRST;
}

void blend_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    struct blend_case blend = blend_case_of(line, case_number(params, at));

    words[0] = fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(blend.s));
    words[1] = fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(blend.a));
    words[2] = blend.d;
}

static struct blend_case case_of_words(int line, const uint64_t *const *in, size_t i)
{
    return (struct blend_case){
        .format = blend_targets[line].format,
        .s = (double) fp_from_bits((uint32_t) in[0][i]),
        .a = (double) fp_from_bits((uint32_t) in[1][i]),
        .d = (uint32_t) in[2][i],
    };
}

bool blend_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        struct blend_case blend = case_of_words(call->expression, call->in, i);

        call->out[0][i] = blend_word(&blend, call->traits->blend);
    }
    return true;
}

// Rules of steps in floats.
static void say_floats(const struct probe_params *params, enum traits_blend how,
                       bool halves, struct finding *finding)
{
    enum fp_round rule = how == TRAITS_BLEND_TRUNCATED ? FP_RTZ
                         : how == TRAITS_BLEND_UP      ? FP_RUP
                                                       : FP_RNE;

    finding->survivors = VERDICT_RULE(rule);
    FINDING_SAY(finding, &kind_rule, .rules = finding->survivors);
    if (how == TRAITS_BLEND_STEPS)
        FINDING_ALSO(finding, &kind_blend_steps);
    else if (!halves)
        FINDING_ALSO(finding,
                     how == TRAITS_BLEND_FUSED ? kept_fused(params) : &kind_separate);
}

static void say_blend(enum traits_blend how, int bits, struct finding *finding)
{
    switch (how) {
    case TRAITS_BLEND_TRUNCATED: FINDING_SAY(finding, &kind_truncates); return;
    case TRAITS_BLEND_UP: FINDING_SAY(finding, &kind_rounds_up); return;
    case TRAITS_BLEND_SHIFTED:
        FINDING_SAY(finding, &kind_blend_shifted, .bits = bits);
        return;
    case TRAITS_BLEND_CLOSE:
        FINDING_SAY(finding, &kind_blend_close, .bits = bits, .count = 1 << (bits - 1));
        return;
    case TRAITS_BLEND_WEIGHTS:
        FINDING_SAY(finding, &kind_blend_weights, .bits = bits);
        return;
    case TRAITS_BLEND_TOP_WEIGHTS:
        FINDING_SAY(finding, &kind_blend_top_weights, .bits = bits, .count = bits - 1);
        return;
    case TRAITS_BLEND_ENCODED: FINDING_SAY(finding, &kind_blend_encoded); return;
    default: FINDING_SAY(finding, &kind_nearest); return;
    }
}

// The symptoms: what a layer leaves, white that darkens, bytes that change.
static void add_symptoms(const struct expressions_seen *seen, struct finding *finding)
{
    const uint64_t *got = seen->got[0];
    int most = 255, count = 0;

    if (seen->expression == BLEND_RGBA8_FADE) {
        while (count < most && got[count + 1] >= (unsigned) count + 1)
            count++;
        if (count)
            FINDING_DETAIL(finding, &kind_stays, .count = LAYER, .of = most,
                           .most = count);
    } else if (seen->expression == BLEND_RGBA8_OVER) {
        while (count < FIRST && got[count] == (unsigned) most)
            count++;
        if (count < FIRST)
            FINDING_DETAIL(finding, &kind_white_over_white, .count = (int) got[count],
                           .of = most, .least = count);
    } else if (seen->expression == BLEND_SRGB8_OVER) {
        for (int i = 0; i < FIRST; i++)
            count += got[i] != seen->in[2][i];
        if (count)
            FINDING_DETAIL(finding, &kind_bytes_change, .count = count, .of = FIRST);
    }
}

// The levels, or units in the last place, off by which an answer deviates.
static int bound_of(int line)
{
    bool twice = line == BLEND_RGBA8_BETWEEN || line == BLEND_SRGB8_OVER;

    return blend_bits(blend_targets[line].format) && !twice ? 1 : 2;
}

bool blend_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found)
{
    static const struct trial_trait ways[] = { TRIAL_TRAIT(blend, 0,
                                                           TRAITS_BLEND_COUNT - 1) };
    enum probe_target_format format = blend_targets[seen->expression].format;
    int bits = blend_bits(format);
    size_t first = seen->count;
    double worst = 0;

    finding->agree = (long) expressions_agree(seen, &seen->known, &first);
    for (size_t i = 0; i < seen->count; i++) {
        struct blend_case blend = case_of_words(seen->expression, seen->in, i);
        double off = blend_off(&blend, (uint32_t) seen->got[0][i]);

        if (!(off <= worst)) {
            worst = off;
            first = i;
        }
    }
    finding->deviates = !(worst < bound_of(seen->expression) - 0x1p-14);

    bool known = trial_reproduces(seen, ways, 1, found);

    if (!known)
        FINDING_SAY(finding, bits ? &kind_levels_off : &kind_ulp,
                    .value = bits ? finding_floor(worst, 3) : finding_ulp(worst));
    else if (bits)
        say_blend(found->blend, bits, finding);
    else
        say_floats(seen->params, found->blend, format == PROBE_TARGET_RGBA16F, finding);
    if (known && seen->expression == BLEND_RGBA8_BETWEEN &&
        blend_rounds_source(found->blend))
        FINDING_ALSO(finding, &kind_blend_source);
    add_symptoms(seen, finding);
    if (finding->agree == finding->cases)
        return known;
    FINDING_DETAIL(finding, bits ? &kind_as_nearest : &kind_as_rne);
    expressions_case(seen, &seen->known, first, &finding->example);
    FINDING_DETAIL(finding, &kind_worst_case);
    return known;
}
