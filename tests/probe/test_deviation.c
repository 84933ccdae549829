// SPDX-License-Identifier: MIT
//
// From what an answer deviates, by what the specifications say of it, answer by answer.

#include "base/deviation.h"
#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "deviation" };

#define GLSL  DEVIATION_GLSL
#define IEEE  DEVIATION_IEEE754
#define BOUND DEVIATION_VULKAN

#define RULE(name) VERDICT_RULE(FP_##name)
#define ZERO       UINT32_C(0)
#define MINUS      UINT32_C(0x80000000)
#define ONE        UINT32_C(0x3f800000)
#define INF        UINT32_C(0x7f800000)
#define NAN_WORD   UINT32_C(0x7ff80000) // of a double too, with 0 behind it

// An answer that deviates, and from what. Other than said it is of highp, plain, in 24
// bits. The case is of one operand.
static const struct told {
    const char *probe, *expression;
    enum deviation from;
    const char *answer, *detail; // ids of kinds
    double error;                // in ulp, 0: not known
    uint32_t rules;
    enum precision precision;
    enum form form;
    uint32_t in, got, want; // 0, 0, 0: there is no case
    int bits;               // 0: 24
} table[] = {
    // rounded in another direction, an ulp off, beyond a bound
    { "operations", "a + b", IEEE, .answer = "rule", .error = 0.999, .rules = RULE(RTZ) },
    { "operations", "a - b", IEEE, .answer = "faithful", .error = -0.999 },
    { "operations", "a - b", GLSL, .answer = "no-rule", .error = -1 },
    { "operations", "a + b", GLSL, .answer = "rule", .error = 0.75,
      .rules = RULE(CHOP_G0) },
    { "operations", "a + b", IEEE, .answer = "rule", .error = 0.75,
      .rules = RULE(CHOP_G1) },
    { "operations", "a + b", IEEE, .answer = "rule", .error = 0.75,
      .rules = RULE(CHOP_G0) | RULE(CHOP_G1) },
    { "operations", "a + b", IEEE, .answer = "rule", .error = 0.75,
      .rules = RULE(CHOP_G0), .precision = PRECISION_MEDIUMP },
    { "operations", "a * b", GLSL, .answer = "columns", .error = 3 },
    { "operations", "a * b", GLSL, .answer = "no-rule", .detail = "answers-not-finite" },
    { "operations", "a / b", IEEE, .answer = "no-rule", .error = 2.5 },
    { "operations", "a / b", GLSL, .answer = "no-rule", .error = 2.51 },
    { "operations", "sqrt(a)", IEEE, .answer = "no-rule", .error = 6.5 },
    { "operations", "sqrt(a)", GLSL, .answer = "no-rule", .error = 6.6 },
    { "operations", "inversesqrt(a)", GLSL, .answer = "no-rule", .error = 2.01 },
    { "operations", "1.0 / a", GLSL, .answer = "no-rule", .error = 2.6 },
    { "operations", "a * (1.0 / b)", GLSL, .answer = "no-rule", .error = 5.6 },
    // the format of the precision: 2^-10, 2^-8, and double no better than float
    { "operations", "a + b", IEEE, .answer = "no-rule", .error = 1.9,
      .precision = PRECISION_MEDIUMP, .bits = 11 },
    { "operations", "a + b", GLSL, .answer = "no-rule", .error = 2.1,
      .precision = PRECISION_MEDIUMP, .bits = 11 },
    { "operations", "a / b", IEEE, .answer = "no-rule", .error = 7,
      .precision = PRECISION_LOWP, .bits = 11 },
    { "operations", "a / b", IEEE, .answer = "no-rule", .error = 1000,
      .precision = PRECISION_DOUBLE, .bits = 53 },
    { "operations", "a / b", IEEE, .answer = "no-rule", .error = 1000,
      .precision = PRECISION_FLOAT16, .bits = 11 },
    // one operation or two
    { "operations", "fma(a, b, c)", IEEE, .answer = "separate", .error = 1e6,
      .form = FORM_PRECISE },
    { "operations", "a * b + c", GLSL, .answer = "fused", .error = 0.5,
      .form = FORM_PRECISE },
    { "operations", "a * b + c", IEEE, .answer = "fused", .error = 0.5,
      .form = FORM_PRECISE, .precision = PRECISION_LOWP },
    { "operations", "a * b + c", IEEE, .answer = "fused", .error = 0.9,
      .rules = RULE(RTZ) },
    { "operations", "a * b + c", IEEE, .answer = "separate", .error = 1.9,
      .rules = RULE(RTZ) },
    { "operations", "a * b + c", IEEE, .answer = "inside-unclear", .error = 0.9,
      .rules = RULE(RTZ), .form = FORM_PRECISE },
    { "operations", "a * b + c", GLSL, .answer = "no-rule", .error = 2 },
    { "contraction", "a * b - c", GLSL, .answer = "fused", .form = FORM_PRECISE },
    { "contraction", "a * b - c", IEEE, .answer = "fused", .form = FORM_PRECISE,
      .precision = PRECISION_MEDIUMP },
    { "contraction", "a * b - c", IEEE, .answer = "neither", .form = FORM_PRECISE },
    { "contraction", "fma(a, b, c)", IEEE, .answer = "separate", .form = FORM_PRECISE },
    // what the compiler made of it
    { "folding", "(a + b) - a", GLSL, .answer = "folded-to", .form = FORM_PRECISE },
    { "folding", "(a + b) - a", IEEE, .answer = "folded-to", .form = FORM_PRECISE,
      .precision = PRECISION_LOWP },
    { "folding", "(a + b) - a", IEEE, .answer = "neither", .form = FORM_PRECISE },
    { "folding", "a + 0.0", IEEE, .answer = "folded-to", .form = FORM_PRECISE },
    { "folding", "a == a", IEEE, .answer = "folded-to", .form = FORM_PRECISE },
    { "folding", "(a * b) / b", IEEE, .answer = "folded-to", .form = FORM_PRECISE },
    { "reassociation", "a + (1.0 - b)", GLSL, .answer = "reassociated-to",
      .form = FORM_PRECISE },
    { "reassociation", "a + (1.0 - b)", IEEE, .answer = "neither", .form = FORM_PRECISE },
    { "error_free", "TwoSum(a, b)", GLSL, .answer = "folded", .detail = "sum-folded",
      .form = FORM_PRECISE },
    { "error_free", "TwoSum(a, b)", IEEE, .answer = "folded", .detail = "sum-folded",
      .form = FORM_GUARDED },
    { "error_free", "TwoSum(a, b)", IEEE, .answer = "folded", .detail = "sum-folded",
      .form = FORM_PRECISE, .precision = PRECISION_MEDIUMP },
    { "error_free", "TwoSum(a, b)", GLSL, .answer = "not-exact",
      .detail = "sums-reordered", .form = FORM_PRECISE },
    { "error_free", "split(a)", GLSL, .answer = "fused", .detail = "products-fused",
      .form = FORM_PRECISE },
    { "error_free", "split(a)", IEEE, .answer = "inside-unclear",
      .detail = "inside-unclear", .form = FORM_PRECISE },
    { "error_free", "TwoProd(a, b) by fma", IEEE, .answer = "fma-in-two-steps",
      .detail = "fma-separate", .form = FORM_PRECISE },
    { "error_free", "split(a)", IEEE, .answer = "not-exact", .detail = "no-model",
      .form = FORM_PRECISE },
    { "pair_quotients", "float-float a / b", GLSL, .answer = "bits",
      .detail = "sum-folded", .form = FORM_PRECISE },
    { "pair_quotients", "float-float sqrt(a)", IEEE, .answer = "bits",
      .detail = "no-model", .form = FORM_PRECISE },
    { "half_texture", "RGBA16F of floats, exact", GLSL, .answer = "other" },
    { "half_texture", "RGBA16F of floats, ties", IEEE, .answer = "rule" },
    { "half_texture", "RGBA16F of halves, exact", GLSL, .answer = "other" },
    { "half_texture", "RGBA16F of halves, subnormals", IEEE, .answer = "flushed" },
    { "filter", "RGBA8, linear", BOUND, .answer = "levels" },
    { "derivatives", "dFdx(1 + n ulp)", IEEE, .answer = "wrong" },
    { "interpolation", "constant", IEEE, .answer = "differ-by" },
    { "interpolation", "constant, flat", GLSL, .answer = "differ-by" },
    { "invariance", "a * b + c", GLSL, .answer = "programs-differ",
      .form = FORM_INVARIANT },
    { "sampler", "RGBA32F, texelFetch()", GLSL, .answer = "bits-between" },
    // infinities are promised, NaN and the sign of a zero are not
    { "specials", "1 / 0", GLSL, .answer = "number", .in = ZERO, .got = ONE,
      .want = INF },
    { "specials", "1 / -0", IEEE, .answer = "number", .in = MINUS, .got = INF,
      .want = INF | MINUS },
    { "specials", "1 / -0", IEEE, .answer = "number", .in = MINUS, .got = INF,
      .want = INF | MINUS, .precision = PRECISION_DOUBLE },
    { "specials", "1 / 0", IEEE, .answer = "number" },
    { "specials", "1 / -0", GLSL, .answer = "number", .in = MINUS, .got = ONE,
      .want = INF | MINUS },
    { "specials", "inf + 1", GLSL, .answer = "number", .in = INF, .got = INF | MINUS,
      .want = INF },
    { "specials", "0 * -1", IEEE, .answer = "number", .in = ONE, .got = ZERO,
      .want = MINUS },
    { "specials", "0 * -1", GLSL, .answer = "number", .in = ONE, .got = ONE,
      .want = MINUS },
    { "specials", "-0 == 0", GLSL, .answer = "false", .in = MINUS, .got = ZERO,
      .want = ONE },
    { "specials", "isinf(inf)", GLSL, .answer = "false", .in = INF, .got = ZERO,
      .want = ONE },
    { "specials", "isinf(inf)", IEEE, .answer = "false", .in = INF, .got = ZERO,
      .want = ONE, .precision = PRECISION_MEDIUMP },
    { "specials", "isnan(NaN)", GLSL, .answer = "true", .in = ONE, .got = ONE,
      .want = ZERO },
    { "specials", "isnan(NaN)", IEEE, .answer = "false", .in = NAN_WORD, .got = ZERO,
      .want = ONE },
    { "specials", "isnan(NaN)", IEEE, .answer = "false", .in = NAN_WORD, .got = ZERO,
      .want = ONE, .precision = PRECISION_DOUBLE },
    { "specials", "sign(NaN)", IEEE, .answer = "number", .in = NAN_WORD, .got = ZERO,
      .want = NAN_WORD },
    { "specials", "pow(0, 0)", IEEE, .answer = "number", .in = ZERO, .got = ZERO,
      .want = ONE },
    { "specials", "max * 2", IEEE, .answer = "largest", .in = ONE, .got = INF - 1,
      .want = INF },
    { "specials", "tanh(90)", IEEE, .answer = "number", .in = ONE, .got = NAN_WORD,
      .want = ONE },
    // whose bound it is
    { "functions", "exp(x)", GLSL, .answer = "ulp", .error = 900 },
    { "functions", "exp(x)", BOUND, .answer = "ulp", .error = 900,
      .precision = PRECISION_MEDIUMP },
    { "functions", "pow(x, y)", GLSL, .answer = "ulp", .error = 1e5 },
    { "functions", "asin(x)", BOUND, .answer = "ulp", .error = 1e7 },
    { "functions", "sin(x), |x| <= pi", BOUND, .answer = "absolute" },
    { "vectors", "length(v)", GLSL, .answer = "ulp", .error = 10 },
    { "vectors", "length(v)", BOUND, .answer = "ulp", .error = 10,
      .precision = PRECISION_MEDIUMP },
    { "vectors", "normalize(v)", BOUND, .answer = "ulp", .error = 22 },
    { "vectors", "atan(y, x)", BOUND, .answer = "some-nan" },
    { "powers", "exp2(n)", GLSL, .answer = "exact-on", .error = 9 },
    // conversions and storage
    { "integer_width", "a * b, int", GLSL, .answer = "in-bits" },
    { "integers", "float(int), rounded", IEEE, .answer = "rule", .rules = RULE(RTZ) },
    { "integers", "float(uint), rounded", GLSL, .answer = "wrong" },
    { "integers", "int(x)", GLSL, .answer = "rule", .rules = RULE(RNE) },
    { "integers", "roundEven(x), ties", GLSL, .answer = "rule", .rules = RULE(RNA) },
    { "integers", "round(x), sign of zero", IEEE, .answer = "plus-zero" },
    { "integers", "ceil(x), sign of zero", GLSL, .answer = "always-number" },
    { "pack_half", "packHalf2x16(x), ties", IEEE, .answer = "rule", .rules = RULE(RTZ) },
    { "pack_half", "packHalf2x16(x), exact", GLSL, .answer = "not-exact" },
    { "pack_half", "packHalf2x16(x), overflow", GLSL, .answer = "spoils-other-half" },
    { "half_target", "RGBA16F target, overflow", IEEE, .answer = "saturates" },
    { "half_target", "RGBA16F target, exact", GLSL, .answer = "not-exact" },
    { "half_codes", "unpackHalf2x16(code)", IEEE, .answer = "subnormals-flushed",
      .detail = "subnormals-wrong" },
    { "half_codes", "unpackHalf2x16(code)", GLSL, .answer = "wrong",
      .detail = "normals-wrong" },
    { "half_codes", "unpackHalf2x16(code)", GLSL, .answer = "wrong",
      .detail = "infinities-wrong" },
    { "unorm8", "RGBA8 target, x > 1", GLSL, .answer = "not-clamped" },
    { "blend", "RGBA8, d * (1 - a)", GLSL, .answer = "blend-shifted" },
    { "depth", "GL_EQUAL, invariant gl_Position", GLSL, .answer = "pass" },
    { "storage", "varying", GLSL, .answer = "bits-between", .detail = "claim-broken" },
    { "constants", "0.1 + 0.6", IEEE, .answer = "differs" },
    { "subnormals", "x + 0", IEEE, .answer = "flushed" },
    { "subnormals", "bit cast", IEEE, .answer = "other" },
    { "zero_hole", "zero_hole (picture)", IEEE, .answer = "flushed" },
};
#define COUNT (sizeof table / sizeof *table)

static enum deviation deviation_told(const struct told *told, bool deviates)
{
    struct result result = { .precision = told->precision, .form = told->form };
    struct finding finding = { .deviates = deviates, .survivors = told->rules };

    snprintf(result.probe, sizeof result.probe, "%s", told->probe);
    result.built = true;
    result.operands.format.precision = told->bits ? told->bits : 24;
    snprintf(finding.expression, sizeof finding.expression, "%s", told->expression);
    expressions_name(told->probe, &finding);
    FINDING_SAY(&finding, probe_kind(told->probe, told->answer));
    if (told->detail)
        FINDING_DETAIL(&finding, probe_kind(told->probe, told->detail));
    finding.error_known = told->error != 0;
    finding.error_min_ulp = told->error < 0 ? told->error : -0.5;
    finding.error_max_ulp = told->error > 0 ? told->error : 0.5;
    bool wide = told->precision == PRECISION_DOUBLE, any = told->got != told->want;
    int up = wide ? 32 : 0;

    finding.example = (struct finding_case){ .operands = any,
                                             .results = 1,
                                             .wanted = any,
                                             .wide = wide,
                                             .in = { (uint64_t) told->in << up },
                                             .got = { (uint64_t) told->got << up },
                                             .want = { (uint64_t) told->want << up } };
    return deviates_from(&result, &finding);
}

TEST(answers)
{
    for (size_t i = 0; i < COUNT; i++) {
        const struct told *told = &table[i];
        enum deviation from = deviation_told(told, true);

        if (from != told->from)
            fail_msg("%zu: %s, %s: %s, not %s", i, told->probe, told->expression,
                     deviation_name(from), deviation_name(told->from));
        assert_int_equal(deviation_told(told, false), DEVIATION_NONE);
    }
}

static bool has_expression(const struct probe *probe, const char *name)
{
    for (int i = 0; probe->expressions && i < probe->expressions->count; i++)
        if (!strcmp(probe->expressions->list[i].label, name))
            return true;
    return !probe->expressions && strstr(name, probe->name) == name;
}

// What the table asks there is, and it asks of every probe that has findings.
TEST(every_probe)
{
    for (size_t i = 0; i < COUNT; i++) {
        const struct probe *probe = probe_find(table[i].probe);

        assert_non_null(probe);
        if (!has_expression(probe, table[i].expression))
            fail_msg("%s has no %s", probe->name, table[i].expression);
    }
    for (int i = 0; i < probe_count; i++) {
        size_t at = 0;

        while (at < COUNT && strcmp(table[at].probe, probe_list[i]->name) != 0)
            at++;
        if (at == COUNT && probe_list[i]->topic)
            fail_msg("from what does %s deviate?", probe_list[i]->name);
    }
}

TEST(words)
{
    assert_string_equal(deviation_name(GLSL), "glsl");
    assert_string_equal(deviation_name(IEEE), "ieee754");
    assert_string_equal(deviation_name(BOUND), "vulkan");
    assert_string_equal(deviation_title(DEVIATION_NONE), "");
}
