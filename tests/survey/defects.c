// SPDX-License-Identifier: MIT

#include "tests/survey/defects.h"

#define FOLDED(name)                                              \
    {                                                             \
        name, .verdict = true, .forms = PLAIN, .answer = "folded" \
    }

#define SET(bit) (1u << (bit))
#define PLAIN    SET(FORM_PLAIN)
#define HIGHP    SET(PRECISION_HIGHP)
#define MEDIUMP  SET(PRECISION_MEDIUMP)
#define DOUBLE   SET(PRECISION_DOUBLE)
#define FLOAT16  SET(PRECISION_FLOAT16)
#define NARROW   (MEDIUMP | SET(PRECISION_LOWP))
#define WIDE     (HIGHP | DOUBLE | FLOAT16) // no chain ends in a product

// Arithmetic that flushes, line by line: what comes out of it, and which end is to blame.
#define FLUSHED                                                                          \
    { "subnormals",                                                                      \
      .expressions = { "ceil(x)", "floor(x)", "inversesqrt(x)", "log2(x)", "n / x",      \
                       "sign(x)", "sqrt(x)", "x != y", "x == 0", "x > y" },              \
      .answer = "flushed on input", .deviates = TRACES_ALWAYS },                         \
        { "subnormals", .expressions = { "x * 2^k", "x + x", "x / n" },                  \
          .answer = "flushed on input, sign kept", .deviates = TRACES_ALWAYS },          \
        { "subnormals",                                                                  \
          .expressions = { "clamp(x, -n, n)", "fma(x, 1, 0)", "max(x, -n)", "min(x, n)", \
                           "x * 1", "x + 0" },                                           \
          .answer = "flushed, sign kept", .deviates = TRACES_ALWAYS },                   \
        { "subnormals",                                                                  \
          .expressions = { "n * 2^-k", "n - m", "n / big", "ldexp(n, -k)" },             \
          .precisions = WIDE, .answer = "flushed on output, sign kept",                  \
          .deviates = TRACES_ALWAYS },                                                   \
        { "subnormals",                                                                  \
          .expressions = { "n * 2^-k", "n - m", "n / big", "ldexp(n, -k)" },             \
          .precisions = MEDIUMP, .answer = "flushed, sign kept",                         \
          .deviates = TRACES_ALWAYS },                                                   \
        { "subnormals", .expressions = { "exp2(-n)" }, .precisions = WIDE,               \
          .answer = "flushed on output", .deviates = TRACES_ALWAYS },                    \
    {                                                                                    \
        "subnormals", .expressions = { "fract(x)", "exp2(-n)" }, .answer = "flushed",    \
                      .deviates = TRACES_ALWAYS                                          \
    }

// Moves are kept. A picture that is flushed tells no rule.
static const struct trace flushed[] = {
    FLUSHED,
    { "zero_hole", .answer = "flushed", .deviates = TRACES_ALWAYS },
    { "zero_hole", .verdict = true, .answer = "ok" },
    { "width", .verdict = true, .answer = "ok" },
    { "excess", .verdict = true, .answer = "ok", .may = true }, // beyond a wide range
    DERIVATIVES_FLUSHED,
    { "storage", .detail = "; subnormals flushed" },
    { "sampler", .expressions = { SAMPLED_FLOATS }, .detail = "; subnormals flushed" },
    { "sampler", .expressions = { SAMPLED_HALVES }, .precisions = NARROW,
      .answer = "all numbers exact, subnormals flushed" },
    { 0 },
};

// The lines of the matrix, where nothing else looks.
static const struct trace moves_flushed[] = {
    FLUSHED,
    { "subnormals", .expressions = { "abs(x)" }, .answer = "flushed",
      .deviates = TRACES_ALWAYS },
    { "subnormals", .answer = "flushed, sign kept", .deviates = TRACES_ALWAYS },
    { 0 },
};

// A product that is kept in full takes the sum's accuracy nowhere, but splits nothing.
static const struct trace contracted[] = {
    { "contraction", .but = "fma(a, b, c)", .forms = PLAIN, .answer = "fused" },
    { "operations", .expressions = { "a * b + c" }, .forms = PLAIN,
      .answer = "rne, fused" },
    { "error_free", .expressions = { "split(a)" }, .forms = PLAIN,
      .answer = "fused: lo is always 0" },
    { "error_free", .expressions = { "float-float a * b", "float-float a * a + c" },
      .forms = PLAIN, .answer = "* bits", .may = true },
    { "pair_quotients", .forms = PLAIN, .answer = "* bits", .may = true },
    { 0 },
};

// fract(2^i + x) and the three halvings have nothing that could be simplified.
static const struct trace folded[] = {
    FOLDED("width"),
    FOLDED("excess"),
    { "stripes_unit", .verdict = true, .forms = PLAIN | SET(FORM_PUBLISHED),
      .answer = "folded" },
    FOLDED("ties"),
    FOLDED("sieve"),
    { "folding", .forms = PLAIN, .answer = "folded to *" },
    { "error_free", .expressions = { "TwoSum(a, b)", "Fast2Sum(a, b)" }, .forms = PLAIN,
      .answer = "folded: e is always 0" },
    { "error_free",
      .expressions = { "float-float a + b", "float-float a * b",
                       "float-float a * a + c" },
      .forms = PLAIN, .answer = "* bits: no better than *" },
    { "pair_quotients", .forms = PLAIN, .answer = "* bits: no better than *" },
    { 0 },
};

// GLSL lets fma() be two operations, but where it is precise.
static const struct trace separate[] = {
    { "contraction", .expressions = { "fma(a, b, c)" }, .answer = "separate",
      .deviates = TRACES_PRECISE },
    { "operations", .expressions = { "fma(a, b, c)" }, .answer = "rne, separate",
      .deviates = TRACES_PRECISE },
    { "error_free", .expressions = { "TwoProd(a, b) by fma" },
      .answer = "fma is two steps: e is always 0", .deviates = TRACES_PRECISE },
    { 0 },
};

// The census only says how many of its quotients are as written.
static const struct trace by_reciprocal[] = {
    { "operations", .expressions = { "a / b" }, .answer = "a * (1 / b)",
      .deviates = TRACES_ALWAYS },
    { "integers", .expressions = { "mod(x, y)" },
      .answer = "x - y * floor(x * (1 / y))" },
    { "folding", .expressions = { "(a * b) / b", "(a / b) * b" } },
    { "pair_quotients", .answer = "* bits", .detail = "; a * (1 / b)", .may = true },
    { 0 },
};

// The missing columns are worth 2^-columns of an ulp. A trace may be absent where that is
// too little to show in one of the formats. A chopped product never overflows.
#define TRUNCATED(columns, may_show, said)                                               \
    static const struct trace truncated_##columns[] = {                                  \
        { "operations", .expressions = { "a * b" },                                      \
          .answer = "truncated product, " #columns " column*", .from = DEVIATION_COUNT,  \
          .deviates = TRACES_ALWAYS },                                                   \
        { "operations", .expressions = { "a * b + c" },                                  \
          .answer = "rne, separate, truncated product, " #columns " column*",            \
          .from = DEVIATION_COUNT, .deviates = TRACES_ALWAYS },                          \
        { "operations", .expressions = { "a * (1.0 / b)" },                              \
          .answer = "nearest, truncated product, *column*", .deviates = TRACES_EITHER,   \
          .from = DEVIATION_COUNT },                                                     \
        { "specials", .expressions = { "max * 2" }, .answer = "max",                     \
          .deviates = TRACES_ALWAYS },                                                   \
        { "error_free",                                                                  \
          .expressions = { "TwoProd(a, b) by fma", "TwoProd(a, b) by Dekker" },          \
          .answer = "inexact by truncated products: *", .may = may_show },               \
        { "error_free", .expressions = { "float-float a * b", "float-float a * a + c" }, \
          .answer = "* bits", .may = may_show },                                         \
        { "error_free", .expressions = { "split(a)" }, .may = true },                    \
        { "pair_quotients", .answer = "* bits", .may = true },                           \
        { "contraction", .but = "fma(a, b, c)", .detail = said },                        \
        { "folding",                                                                     \
          .expressions = { "(a * 3.0) * 5.0", "(a * b) * c", "(a * b) / b",              \
                           "(a / b) * b", "sqrt(a * a)", "sqrt(a) * sqrt(a)" },          \
          .may = true },                                                                 \
        { "constants", .expressions = { "0.1 * 0.3", "(1.0e30 * 1.0e30) * 1.0e-30" },    \
          .may = true },                                                                 \
        { "integers", .expressions = { "mod(x, y)" }, .may = true },                     \
        { 0 },                                                                           \
    }

TRUNCATED(0, false, "; the product is truncated");
TRUNCATED(3, true, "; the product is truncated");
TRUNCATED(8, true, NULL);

// Registers that are wider than the format. The range of mediump is too small to show
// them, so that its results are judged by those of highp: its pictures are an excess
// where a ramp was asked, and unrounded elsewhere. Some cases then cannot show whether
// products are fused or an expression was simplified.
#define KEEPING (PLAIN | SET(FORM_PRECISE))
#define KEPT(name)                                                 \
    {                                                              \
        name, .verdict = true, .forms = KEEPING, .answer = "[eu]*" \
    }
#define KEEPING_LINES (KEEPING | SET(FORM_INVARIANT))
#define UNCLEAR       "fused or kept in more bits inside"

static const struct trace excess_64[] = {
    { "width", .verdict = true, .precisions = HIGHP | DOUBLE, .forms = KEEPING,
      .answer = "excess" },
    { "width", .verdict = true, .forms = KEEPING, .answer = "undecided" },
    KEPT("excess"),
    KEPT("alignment"),
    KEPT("stripes"),
    KEPT("stripes_unit"),
    KEPT("ties"),
    KEPT("sieve"),
    { "operations", .expressions = { "a + b", "a - b", "a * b", "a / b", "sqrt(a)" },
      .precisions = DOUBLE, .forms = KEEPING, .answer = "* with 64 bits inside",
      .from = DEVIATION_COUNT, .deviates = TRACES_ALWAYS },
    { "operations", .forms = KEEPING, .answer = "*", .from = DEVIATION_COUNT,
      .deviates = TRACES_EITHER, .may = true },
    { "operations", .expressions = { "fma(a, b, c)" }, .precisions = ~HIGHP,
      .forms = SET(FORM_GUARDED), .answer = "rne, " UNCLEAR, .may = true },
    { "contraction", .precisions = HIGHP | DOUBLE, .forms = KEEPING_LINES,
      .answer = "*separate with 64 bits inside", .from = DEVIATION_COUNT,
      .deviates = TRACES_EITHER },
    { "contraction", .forms = KEEPING_LINES, .answer = UNCLEAR, .from = DEVIATION_COUNT,
      .deviates = TRACES_EITHER },
    { "contraction", .precisions = HIGHP | DOUBLE, .forms = SET(FORM_GUARDED),
      .detail = "72 of 72 cases" },
    { "contraction", .forms = SET(FORM_GUARDED), .answer = UNCLEAR, .may = true },
    { "folding", .forms = KEEPING_LINES, .answer = "kept with 64 bits inside*",
      .from = DEVIATION_COUNT, .deviates = TRACES_PRECISE, .may = true },
    { "reassociation", .forms = KEEPING_LINES, .answer = "neither",
      .from = DEVIATION_COUNT, .deviates = TRACES_PRECISE, .may = true },
    { "error_free",
      .expressions = { "float-float a + b", "float-float a * b",
                       "float-float a * a + c" },
      .forms = KEEPING_LINES, .answer = "* bits: no better than *",
      .from = DEVIATION_COUNT, .deviates = TRACES_PRECISE },
    { "error_free", .expressions = { "split(a)" }, .precisions = ~DOUBLE,
      .forms = KEEPING_LINES, .answer = UNCLEAR ": lo is always 0",
      .from = DEVIATION_COUNT, .deviates = TRACES_PRECISE },
    { "error_free", .forms = KEEPING_LINES, .answer = "not exact with 64 bits inside: *",
      .from = DEVIATION_COUNT, .deviates = TRACES_PRECISE },
    { "pair_quotients", .forms = KEEPING, .answer = "* bits*", .from = DEVIATION_COUNT,
      .deviates = TRACES_EITHER, .may = true },
    { "constants", .forms = KEEPING, .may = true },
    { 0 },
};

// Where NaNs are equal, a == a is true, whoever says so.
static const struct trace nan_equal[] = {
    { "specials", .expressions = { "NaN == NaN" }, .answer = "true",
      .detail = "as if a NaN equalled a NaN", .deviates = TRACES_ALWAYS },
    { "specials", .expressions = { "NaN != NaN" }, .answer = "false",
      .detail = "as if a NaN equalled a NaN", .deviates = TRACES_ALWAYS },
    { "folding", .expressions = { "a == a" }, .answer = "kept or folded" },
    { 0 },
};

// No specification bounds errors outside of [-pi, pi]. All eleven bits of mediump
// are lost.
#define COARSE(bits)                                                                    \
    static const struct trace coarse_##bits[] = {                                       \
        { "functions",                                                                  \
          .expressions = { "sin(x), |x| <= pi", "cos(x), |x| <= pi",                    \
                           "tan(x), |x| <= 1.5" },                                      \
          .precisions = HIGHP, .answer = "*",                                           \
          .detail = "; the last " #bits " bits are always 0", .from = DEVIATION_VULKAN, \
          .deviates = TRACES_ALWAYS },                                                  \
        { "functions",                                                                  \
          .expressions = { "sin(x), |x| up to 100000", "cos(x), |x| up to 100000",      \
                           "tan(x), |x| up to 100000" },                                \
          .precisions = HIGHP, .answer = "*",                                           \
          .detail = "; the last " #bits " bits are always 0" },                         \
        { "functions",                                                                  \
          .expressions = { "sin(x), |x| <= pi", "cos(x), |x| <= pi",                    \
                           "tan(x), |x| <= 1.5" },                                      \
          .precisions = MEDIUMP, .answer = "*",                                         \
          .detail = "; the last 11 bits are always 0", .from = DEVIATION_VULKAN,        \
          .deviates = TRACES_ALWAYS },                                                  \
        { "functions",                                                                  \
          .expressions = { "sin(x), |x| up to 100000", "cos(x), |x| up to 100000",      \
                           "tan(x), |x| up to 100000" },                                \
          .precisions = MEDIUMP, .answer = "*",                                         \
          .detail = "; the last 11 bits are always 0" },                                \
        { "vectors", .expressions = { ANGLES }, .precisions = HIGHP, .answer = "*",     \
          .detail = "; the last " #bits " bits are always 0", .from = DEVIATION_VULKAN, \
          .deviates = TRACES_EITHER },                                                  \
        { "vectors", .expressions = { ANGLES }, .precisions = MEDIUMP, .answer = "*",   \
          .detail = "; the last 11 bits are always 0", .from = DEVIATION_VULKAN,        \
          .deviates = TRACES_ALWAYS },                                                  \
        { "vectors", .expressions = { HASHES }, .precisions = HIGHP,                    \
          .answer = "* different of 256" },                                             \
        { "vectors", .expressions = { HASHES }, .precisions = MEDIUMP,                  \
          .answer = "1 different of 256" },                                             \
        { 0 },                                                                          \
    }

COARSE(14);
COARSE(20);

// A compute shader has no claim. The device has ten bits: 1 + 2^-11 is lost.

// In single steps to nearest even both sides are the same.
static const struct trace none[] = { { 0 } };

// The published sum in another order, and its kin. As long as there is a fraction, 2^n +
// 1 is exact; what it shows of whole units, 8 bits do not tell.
#define REWRITTEN(name, can)                                                            \
    {                                                                                   \
        name, .verdict = true, .forms = SET(FORM_PUBLISHED), .answer = "ok", .may = can \
    }
#define REASSOCIATED(own, order)                                                        \
    {                                                                                   \
        "reassociation", .but = own, .forms = PLAIN, .answer = "reassociated to " order \
    }

static const struct trace minus_first[] = {
    REWRITTEN("stripes", false),
    REWRITTEN("stripes_unit", false),
    REASSOCIATED("(a - b) + 1.0", "(a - b) + 1.0"),
    { 0 },
};
static const struct trace plus_first[] = {
    REWRITTEN("stripes_unit", true),
    REASSOCIATED("(a + 1.0) - b", "(a + 1.0) - b"),
    { 0 },
};
static const struct trace one_first[] = {
    { "reassociation", .expressions = { "(a - b) + 1.0", "(a + 1.0) - b" },
      .forms = PLAIN, .answer = "reassociated to a + (1.0 - b)" },
    { 0 },
};
static const struct trace one_last[] = {
    REWRITTEN("stripes_unit", false),
    { 0 },
};
#define TRUNCATING "fake:rtz,mediump=11,double,float16"

const struct defect defects[] = {
    { "ftz", NULL, flushed },
    { "flush-moves", NULL, moves_flushed },
    { "contract", NULL, contracted },
    { "fold", NULL, folded },
    { "separate-fma", NULL, separate },
    { "reciprocal", NULL, by_reciprocal },
    { "multiplier=0", NULL, truncated_0 },
    { "multiplier=3", NULL, truncated_3 },
    { "multiplier=8", NULL, truncated_8 },
    { "nan-equal", NULL, nan_equal },
    { "excess=64", NULL, excess_64 },
    { "half=rna", NULL, half_away },
    { "half=rnu", NULL, half_up },
    { "half=rtz", NULL, half_truncated },
    { "blend=shifted", NULL, shifted_blend },
    { "depth=18", NULL, depth_18_bits },
    { "depth-by=truncated", NULL, depth_truncated },
    { "depth-by=float", NULL, depth_floats },
    { "depth-unclamped", NULL, depth_unclamped },
    { "depth-unequal", NULL, depth_unequal },
    { "offset=3", NULL, offset_of_3 },
    { "offset-constant", NULL, offset_constant },
    { "offset-length", NULL, offset_of_length },
    { "upload=rtz", NULL, upload_truncated },
    { "half-samplers", NULL, half_samplers },
    { "filter=8", NULL, filter_bits },
    { "filter=3", NULL, filter_few },
    { "filter-bytes", NULL, filter_bytes },
    { "mix=products", NULL, mixed_by_products },
    { "texels=4", NULL, texel_bits },
    { "interpolate=10", NULL, interpolated_10 },
    { "interpolate-by=rtz", NULL, interpolated_by_rtz },
    { "divided-varyings", NULL, divided_varyings },
    { "pixel-corners", NULL, pixel_corners },
    { "derivatives=coarse", NULL, coarse_first },
    { "programs=plain", NULL, programs_plain },
    { "programs=every", NULL, programs_every },
    { "programs=stages", NULL, programs_stages },
    { "ints=16", NULL, ints_16 },
    { "ints-saturate", NULL, none },
    { "ints=16,ints-saturate", NULL, saturated_16 },
    { "highp-ints=17", NULL, highp_ints_17 },
    { "int-claims=20", NULL, int_claims_20 },
    { "coarse=14", NULL, coarse_14 },
    { "coarse=20", NULL, coarse_20 },
    { "vector-steps", NULL, vector_steps },
    { "reassociate=minus-first", NULL, minus_first },
    { "reassociate=plus-first", NULL, plus_first },
    { "reassociate=one-first", NULL, one_first },
    { "reassociate=one-last", NULL, one_last },
    { "claims=11", NULL, claims_more },
    { "claims=9", NULL, claims_less },
    { "constants=nearest", NULL, none },
    { "constants=double", NULL, in_double },
    { "constants=by-rule", NULL, none },
    { "constants=nearest", TRUNCATING, truncating_nearest },
    { "constants=double", TRUNCATING, truncating_double },
    { "constants=by-rule", TRUNCATING, truncating_by_rule },
};
const int defects_count = (int) (sizeof defects / sizeof *defects);
