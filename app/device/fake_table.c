// SPDX-License-Identifier: MIT
//
// The words of a simulated device's id, and the member of struct fake that each word
// sets.

#include "base/log.h"
#include "base/text.h"
#include "device/fake.h"
#include "device/fake_private.h"
#include "unit/limited.h"
#include "unit/wide.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- reading ----

bool fake_word_number(const struct fake_word *word, const char *id, const char *value,
                      int *field)
{
    size_t length = strspn(value, "0123456789");
    long number = length < 6 ? strtol(value, NULL, 10) : -1;

    if (length == 0 || value[length] || number < word->low || number > word->high) {
        log_error("%s: %s=%s is not from %d to %d", id, word->name, value, word->low,
                  word->high);
        return false;
    }
    *field = (int) number;
    return true;
}

bool fake_word_choice(const struct fake_word *word, const char *id, const char *value,
                      int *field)
{
    char known[100] = "";

    for (int i = 0; word->choices[i]; i++) {
        text_join(known, sizeof known, ", ", word->choices[i]);
        if (strcmp(word->choices[i], value) != 0)
            continue;
        *field = i + 1;
        return true;
    }
    log_error("%s: %s=%s is unknown; use one of %s", id, word->name, value, known);
    return false;
}

#define FIELD(name) .field = offsetof(struct fake, name)

static const char *const mixed_words[] = {
    [TRAITS_MIXED_WIDE - 1] = "wide",
    [TRAITS_MIXED_NARROW - 1] = "narrow",
    [TRAITS_MIXED_COUNT - 1] = NULL,
};
static const char *const constants_words[] = {
    [TRAITS_CONSTANTS_NEAREST - 1] = "nearest",
    [TRAITS_CONSTANTS_DOUBLE - 1] = "double",
    [TRAITS_CONSTANTS_BY_RULE - 1] = "by-rule",
    [TRAITS_CONSTANTS_COUNT - 1] = NULL,
};
static const char *const mixes[] = {
    [TRAITS_MIX_FUSED - 1] = "fused",
    [TRAITS_MIX_TWO_PRODUCTS - 1] = "products",
    [TRAITS_MIX_ONCE - 1] = "once",
    [TRAITS_MIX_COUNT - 1] = NULL,
};
static const char *const derivatives[] = {
    [TRAITS_DERIVATIVES_COARSE - 1] = "coarse",
    [TRAITS_DERIVATIVES_COARSE_LAST - 1] = "coarse-last",
    [TRAITS_DERIVATIVES_COUNT - 1] = NULL,
};
static const char *const blends[] = {
    [TRAITS_BLEND_TRUNCATED - 1] = "truncated",
    [TRAITS_BLEND_UP - 1] = "up",
    [TRAITS_BLEND_SHIFTED - 1] = "shifted",
    [TRAITS_BLEND_CLOSE - 1] = "close",
    [TRAITS_BLEND_WEIGHTS - 1] = "weights",
    [TRAITS_BLEND_TOP_WEIGHTS - 1] = "top-weights",
    [TRAITS_BLEND_FUSED - 1] = "fused",
    [TRAITS_BLEND_STEPS - 1] = "steps",
    [TRAITS_BLEND_ENCODED - 1] = "encoded",
    [TRAITS_BLEND_SOURCE - 1] = "source",
    [TRAITS_BLEND_COUNT - 1] = NULL,
};
static const char *const programs[] = {
    [TRAITS_PROGRAMS_PLAIN - 1] = "plain",
    [TRAITS_PROGRAMS_EVERY - 1] = "every",
    [TRAITS_PROGRAMS_STAGES - 1] = "stages",
    [TRAITS_PROGRAMS_COUNT - 1] = NULL,
};
static const char *const depth_ways[] = {
    [TRAITS_DEPTH_TRUNCATED - 1] = "truncated",
    [TRAITS_DEPTH_UP - 1] = "up",
    [TRAITS_DEPTH_FLOAT - 1] = "float",
    [TRAITS_DEPTH_COUNT - 1] = NULL,
};
static const char *const overflows[] = { "saturate", NULL };
static const char *const exact_rules[] = { "rne", "rna", "rnz", "rnu", "rnd", "rno",
                                           "rtz", "raz", "rup", "rdn", "ro",  NULL };
static const char *const ends[] = { "infinite", "largest", NULL };
static const char *const orders[] = {
    [REWRITING_MINUS_FIRST - 1] = "minus-first",
    [REWRITING_PLUS_FIRST - 1] = "plus-first",
    [REWRITING_ONE_FIRST - 1] = "one-first",
    [REWRITING_ONE_LAST - 1] = "one-last",
    [REWRITING_COUNT - 1] = NULL,
};

// clang-format off
const struct fake_word fake_words[] = {
    { "Rounding models of simulated devices alone", "chop-gN", NULL,
      "like chop-g3, with N guard bits, 0 to 40", FAKE_MODEL, FIELD(adder) },
    { NULL, "rne-nsN", NULL, "like rne-ns3, with N guard bits, 1 to 40", FAKE_MODEL, FIELD(adder) },
    { NULL, "rna-nsN", NULL, "like rna-ns3, with N guard bits, 1 to 40", FAKE_MODEL, FIELD(adder) },
    { NULL, "stochastic", NULL, "away from zero with the probability of the fraction, by a "
      "hash of the operands", FAKE_MODEL, FIELD(adder) },
    { NULL, "faithful", NULL, "to either neighbour, by a hash", FAKE_MODEL, FIELD(adder) },
    { NULL, "ties-hash", NULL, "to nearest, ties by a hash", FAKE_MODEL, FIELD(adder) },
    { "Changes of the sums", "sticky", "N", "the first N places behind the guard bits are "
      "ORed into a sticky bit", FAKE_STICKY, FIELD(adder) },
    { NULL, "far", "N", "the smaller operand is dropped if its leading bit is more than N places lower",
      FAKE_NUMBER, 1, 253, FIELD(adder.far) },
    { NULL, "double", "N[:MODEL]", "sums are rounded twice: to N bits, more than p, to nearest "
      "even or by MODEL, then to p; N is up to 64", FAKE_FIRST, FIELD(adder) },
    { NULL, "sign", "MODEL", "negative sums are rounded by MODEL; words after it (sticky, double) "
      "apply to negative sums, words before it to the others", FAKE_SIGN, FIELD(adder) },
    { NULL, "redraw", NULL, "the hash changes with each render", FAKE_FLAG, FIELD(redraw) },

    { "Number format", "p", "N", "significand bits, the hidden one included (default: 24)",
      FAKE_NUMBER, 5, 24, FIELD(traits.model.format.precision) },
    { NULL, "emax", "N", "largest exponent (default: 127)",
      FAKE_NUMBER, 5, 127, FIELD(traits.model.format.emax) },
    { NULL, "mediump", "N", "significand bits of mediump and lowp; 11 is binary16 (default: p)",
      FAKE_NUMBER, 5, 24, FIELD(mediump) },
    { NULL, "double", NULL, "double precision is supported, in binary64",
      FAKE_FLAG, FIELD(fp64) },
    { NULL, "float16", NULL, "half precision is supported, in binary16",
      FAKE_FLAG, FIELD(float16) },

    { "Defects of the arithmetic", "ftz", NULL, "subnormal operands and results become zero",
      FAKE_FLAG, FIELD(traits.model.flush_in) },
    { NULL, "sum-ftz", NULL, "subnormal operands and results of sums become zero",
      FAKE_FLAG, FIELD(apart.sums.flush) },
    { NULL, "product-ftz", NULL, "subnormal operands and results of products become zero",
      FAKE_FLAG, FIELD(apart.products.flush) },
    { NULL, "sum-bits", "N", "sums keep N significand bits, if p is larger",
      FAKE_NUMBER, 5, 24, FIELD(apart.sums.bits) },
    { NULL, "sum-overflow", "HOW", "sums beyond the range become: infinite, infinity; "
      "largest, the largest number", FAKE_CHOICE, FIELD(apart.sums.overflow), .choices = ends },
    { NULL, "product", "MODEL", "products are rounded by MODEL, one of the first eleven models",
      FAKE_CHOICE, FIELD(apart.product_rule), .choices = exact_rules },
    { NULL, "product-overflow", "HOW", "products beyond the range become: infinite, "
      "infinity; largest, the largest number", FAKE_CHOICE, FIELD(apart.products.overflow), .choices = ends },
    { NULL, "flush-moves", NULL, "subnormals become zero even if they are only copied",
      FAKE_ALL, FIELD(traits.flushes) },
    { NULL, "multiplier", "N", "products are truncated; the multiplier keeps N columns below the last place",
      FAKE_NUMBER, 0, 8, FIELD(traits.multiplier) },
    { NULL, "reciprocal", NULL, "a / b is computed as a * (1 / b)",
      FAKE_FLAG, FIELD(traits.by_reciprocal) },
    { NULL, "low-reciprocal", NULL, "1 / b is truncated where reciprocal computes it",
      FAKE_FLAG, FIELD(traits.low_reciprocal) },
    { NULL, "separate-fma", NULL, "fma(a, b, c) is a product and a sum, each rounded",
      FAKE_FLAG, FIELD(traits.fma_separate) },
    { NULL, "mad", NULL, "a fused a * b + c truncates its product before the sum, like GPUs of "
      "compute capability 1.x, which are rne,ftz,contract,mad,reciprocal",
      FAKE_FLAG, FIELD(traits.mad) },
    { NULL, "nan-equal", NULL, "NaN equals NaN",
      FAKE_FLAG, FIELD(traits.nan_equal) },
    { NULL, "excess", "N", "expressions keep N significand bits until they are stored, in all "
      "forms but guarded and published",
      FAKE_NUMBER, 25, WIDE_BITS, FIELD(traits.inside_bits) },
    { NULL, "guard-keeps", NULL, "with excess: the guarded form keeps the bits too, unless the sum "
      "is stored in memory", FAKE_FLAG, FIELD(guard_keeps) },
    { NULL, "spills", NULL, "with excess: fract(a + b) keeps the bits in only one of two renders",
      FAKE_FLAG, FIELD(spills) },
    { NULL, "overflow", "HOW", "saturate: the largest finite number replaces infinity", FAKE_CHOICE, FIELD(overflow), .choices = overflows },
    { NULL, "fixed", "N", "lowp is fixed point: whole numbers of 2^-N, from -2 to less than 2",
      FAKE_NUMBER, 1, LIMITED_FRACTION_MAX, FIELD(fixed) },
    { NULL, "half", "MODEL", "packHalf2x16 rounds by rounding model MODEL",
      FAKE_RULE, FIELD(traits.half) },
    { NULL, "blend", "HOW", "targets blend differently: truncated; up; shifted, x >> n; close, "
      "(x + (x >> n) + half) >> n; weights, d * (w + 1) >> n; top-weights, d * (w + (w >> "
      "(n-1))) >> n; fused, in floats; steps, in halves; encoded, sRGB bytes without decoding; "
      "source, s is rounded first",
      FAKE_CHOICE, FIELD(traits.blend), .choices = blends },
    { NULL, "depth", "N", "depth buffers in fixed point keep N bits, if the format has "
      "more", FAKE_NUMBER, 12, 24, FIELD(traits.depth.bits) },
    { NULL, "depth-by", "HOW", "rounding of a depth to a level: truncated; up; float, not rounded, kept in "
      "binary32", FAKE_CHOICE, FIELD(traits.depth.by), .choices = depth_ways },
    { NULL, "depth-unclamped", NULL, "depths outside [0, 1] are kept in floats",
      FAKE_FLAG, FIELD(traits.depth.unclamped) },
    { NULL, "depth-unequal", NULL, "the second of two programs fuses a * b + c if it computes a "
      "depth", FAKE_FLAG, FIELD(traits.depth.unequal) },
    { NULL, "offset", "N", "a unit of glPolygonOffset is N levels of the format, or ulps",
      FAKE_NUMBER, 1, 16, FIELD(traits.depth.unit) },
    { NULL, "offset-constant", NULL, "with offset, for depths in floats: a unit is N * 2^-24",
      FAKE_FLAG, FIELD(traits.depth.constant) },
    { NULL, "offset-length", NULL, "the factor of glPolygonOffset multiplies the length of the slope, "
      "not its larger component", FAKE_FLAG, FIELD(traits.depth.length) },
    { NULL, "upload", "MODEL", "floats in a texture of halves are rounded by rounding model MODEL",
      FAKE_RULE, FIELD(traits.upload) },
    { NULL, "half-samplers", NULL, "all samplers return halves, highp samplers too",
      FAKE_FLAG, FIELD(traits.half_samplers) },
    { NULL, "filter", "N", "a filter's weights have N fraction bits",
      FAKE_NUMBER, 1, 11, FIELD(traits.filter.bits) },
    { NULL, "filter-round", "MODEL", "weights and positions are rounded by MODEL, one of the "
      "first eleven models", FAKE_RULE, FIELD(traits.filter.round) },
    { NULL, "subpixel", "N", "vertices are on a grid of N bits below the pixel",
      FAKE_NUMBER, 1, 14, FIELD(traits.subpixel_bits) },
    { NULL, "subpixel-round", "MODEL", "vertices are rounded to it by MODEL, one of the "
      "first eleven models", FAKE_RULE, FIELD(traits.subpixel_round) },
    { NULL, "filter-bytes", NULL, "a filtered texel of bytes is rounded to bytes",
      FAKE_FLAG, FIELD(traits.filter.bytes) },
    { NULL, "mix", "HOW", "mixing of two texels: fused, a product and a sum are rounded once; products, "
      "a * (1 - w) + b * w; once, one rounding at the end",
      FAKE_CHOICE, FIELD(traits.filter.mix), .choices = mixes },
    { NULL, "texels", "N", "texel positions have N fraction bits without a filter",
      FAKE_NUMBER, 1, 13, FIELD(traits.filter.texel_bits) },
    { NULL, "interpolate", "N", "varyings keep N significand bits over a triangle",
      FAKE_NUMBER, 5, 24, FIELD(traits.interpolated) },
    { NULL, "interpolate-by", "MODEL", "varyings over a triangle are rounded by rounding model "
      "MODEL", FAKE_RULE, FIELD(traits.interpolating) },
    { NULL, "divided-varyings", NULL, "varyings over a triangle are (v / w) * (1 / (1 / w)), with "
      "three roundings", FAKE_FLAG, FIELD(traits.divides_varyings) },
    { NULL, "pixel-corners", NULL, "gl_FragCoord.xy are whole numbers, the corners of pixels",
      FAKE_FLAG, FIELD(traits.pixel_corners) },
    { NULL, "derivatives", "HOW", "coarse: all fragments of a quad get the derivative of its first row "
      "or column; coarse-last: of its last", FAKE_CHOICE, FIELD(traits.derivatives),
      .choices = derivatives },
    { NULL, "ints", "N", "ints and uints of mediump and lowp have N bits (default: 32)",
      FAKE_NUMBER, 9, 32, FIELD(ints) },
    { NULL, "ints-saturate", NULL, "operands that such ints cannot hold become the nearest that they hold",
      FAKE_FLAG, FIELD(traits.integers_saturate) },
    { NULL, "highp-ints", "N", "ints and uints of highp have N bits (default: 32)",
      FAKE_NUMBER, 9, 32, FIELD(highp_ints) },
    { NULL, "coarse", "N", "sin, cos, tan and atan(y, x) lose their last N bits",
      FAKE_NUMBER, 0, 20, FIELD(traits.coarse_bits) },
    { NULL, "vector-steps", NULL, "length, normalize, dot and inverse compute squares and "
      "products, which may overflow although the result does not",
      FAKE_FLAG, FIELD(traits.by_steps) },
    { NULL, "multiply-selection", NULL, "mix(x, y, bool) and ?: are x * (1 - a) + y * a",
      FAKE_FLAG, FIELD(traits.by_product) },
    { NULL, "exp-tanh", NULL, "tanh(x) is NaN where e^x is infinite",
      FAKE_FLAG, FIELD(traits.tanh_overflows) },
    { NULL, "low-powers", NULL, "pow(2.0, n) is half an ulp too low, except for n = 0",
      FAKE_FLAG, FIELD(traits.low_powers) },

    { "Defects of the compiler, in the plain and published forms", "fold", NULL,
      "expressions are simplified: (a + b) - a becomes b",
      FAKE_ALL, FIELD(traits.folds) },
    { NULL, "reassociate", "HOW",
      "a + (1.0 - b), the published shader's sum, is computed in another order: "
      "minus-first, (a - b) + 1.0; plus-first, (a + 1.0) - b; one-first, a + (1.0 - b), "
      "in every form; one-last, ((a - b) - a) + 1.0, if a is subtracted again",
      FAKE_CHOICE, FIELD(traits.rewriting), .choices = orders },
    { NULL, "contract", NULL, "a * b + c is fused, in all its shapes",
      FAKE_ALL, FIELD(traits.contracts) },
    { NULL, "fuse-second", NULL, "contract makes fma(c, d, a * b) of a * b + c * d "
      "(default: fma(a, b, c * d))", FAKE_FLAG, FIELD(traits.fuses_second) },
    { "Defects of the compiler, in every form", "programs", "HOW",
      "the second of two programs fuses or reorders the same expression: plain, "
      "unless it is invariant; every, in every form; stages, only in the vertex "
      "shader", FAKE_CHOICE, FIELD(traits.programs), .choices = programs },
    { NULL, "constants", "HOW",
      "the compiler computes expressions of literals: nearest, in steps "
      "to nearest even; double, in binary64, then rounded; by-rule, with literals that "
      "are rounded by the device's rounding model",
      FAKE_CHOICE, FIELD(traits.constants), .choices = constants_words },
    { NULL, "mixed", "HOW",
      "how wide operations of mediump and another precision are: wide, highp with a "
      "literal, too; narrow, mediump with a highp operand, too",
      FAKE_CHOICE, FIELD(traits.mixed), .choices = mixed_words },

    { "Defects of claims and pictures", "claims", "N", "mediump and lowp claim N fraction bits",
      FAKE_NUMBER, 1, 23, FIELD(claims) },
    { NULL, "int-claims", "N", "mediump and lowp claim ints of N bits, highp claims 32",
      FAKE_NUMBER, 9, 32, FIELD(int_claims) },
    { NULL, "unstable", NULL, "a pixel changes in every second render",
      FAKE_FLAG, FIELD(unstable) },
    { NULL, "unpainted", NULL, "a pixel is never painted",
      FAKE_FLAG, FIELD(unpainted) },
};
// clang-format on

const int fake_word_count = (int) (sizeof fake_words / sizeof *fake_words);
