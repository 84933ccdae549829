// SPDX-License-Identifier: MIT
//
// Infinities, NaNs, signed zeros, overflow and domain errors. What the fakes answer is
// held against this CPU and its C library, which follows Annex F; then each defect must
// be found on its lines and on no other.

#include "base/fp_bits.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "unit/unit.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static struct group this_group = { .name = "specials" };

#define LINES   64
#define COLUMNS 4

extern const struct probe probe_specials;
static const struct probe *const specials = &probe_specials;

// What the C library says; `a` and `b` are operands 0 and 1. Volatile, so that it is
// this CPU that answers, in the direction that is set.
// clang-format off
#define TABLE(LINE) \
    LINE("0 / 0", a / b)             LINE("inf / inf", a / b) \
    LINE("inf - inf", a - b)         LINE("0 * inf", a * b) \
    LINE("sqrt(-1)", sqrtf(a))       LINE("NaN + 1", a + b) \
    LINE("NaN * 0", a * b)           LINE("sqrt(NaN)", sqrtf(a)) \
    LINE("bits of a NaN", a)         LINE("NaN == NaN", a == b) \
    LINE("NaN != NaN", a != b)       LINE("NaN < 1", a < b) \
    LINE("NaN >= 1", a >= b)         LINE("!(NaN < 1)", !(a < b)) \
    LINE("isnan(NaN)", !!isnan(a))   LINE("isinf(inf)", !!isinf(a)) \
    LINE("min(NaN, 1)", fminf(a, b)) LINE("min(1, NaN)", fminf(a, b)) \
    LINE("max(NaN, 1)", fmaxf(a, b)) LINE("max(1, NaN)", fmaxf(a, b)) \
    LINE("clamp(NaN, 0, 1)", fminf(fmaxf(a, b), 1)) \
    LINE("sign(NaN)", a * b)         LINE("-0 + 0", a + b) \
    LINE("1 - 1", a - b)             LINE("0 * -1", a * b) \
    LINE("-(0)", -a)                 LINE("-0 == 0", a == b) \
    LINE("-0 < 0", a < b)            LINE("1 / 0", a / b) \
    LINE("1 / -0", a / b)            LINE("1 / inf", a / b) \
    LINE("sqrt(-0)", sqrtf(a))       LINE("min(-0, 0)", signbit(a) ? a : b) \
    LINE("inf + 1", a + b)           LINE("inf * -1", a * b) \
    LINE("max * 2", a * b)           LINE("max + max", a + b) \
    LINE("max + ulp/2", a + b)       LINE("max + ulp/4", a + b) \
    LINE("floor(inf)", floorf(a))    LINE("floor(-0)", floorf(a)) \
    LINE("fract(inf)", a - floorf(a)) LINE("mod(1, 0)", a - b * floorf(a / b)) \
    LINE("log2(0)", log2f(a))        LINE("log2(-1)", log2f(a)) \
    LINE("log(0)", logf(a))          LINE("log2(inf)", log2f(a)) \
    LINE("exp2(emax + 1)", exp2f(a)) LINE("exp2(-inf)", exp2f(a)) \
    LINE("pow(0, 0)", powf(a, b))    LINE("pow(-2, 2)", powf(a, b)) \
    LINE("pow(0, -1)", powf(a, b))   LINE("tanh(90)", tanhf(a)) \
    LINE("sinh(90)", sinhf(a))       LINE("cosh(90)", coshf(a)) \
    LINE("asin(2)", asinf(a))        LINE("acos(2)", acosf(a)) \
    LINE("atanh(1)", atanhf(a))      LINE("atan(inf)", atanf(a)) \
    LINE("inversesqrt(0)", 1 / sqrtf(a)) LINE("inversesqrt(-1)", 1 / sqrtf(a)) \
    LINE("normalize(vec2(0))", a / sqrtf(a * a + b * b)) \
    LINE("smoothstep(a, a, x)", fminf(fmaxf((a - b) / (b - b), 0), 1)) \
    LINE("sin(inf)", sinf(a))
// clang-format on

#define NAME(name, expression)  name,
#define VALUE(name, expression) (float) (expression),

static const char *const names[LINES] = { TABLE(NAME) };

// The answers of all lines to one pair of operands.
static void answer(float first, float second, float answers[LINES])
{
    volatile float a = first, b = second;
    const float values[LINES] = { TABLE(VALUE) };

    memcpy(answers, values, sizeof values);
}

static int line_of(const char *name)
{
    return look_line(specials, name);
}

// To the bit, but atan() to a few ulp.
static bool is_same(float got, float want)
{
    if (isnan(want) || isinf(want) || want == 0)
        return isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
    return fabsf(got - want) <= 1e-6f * fabsf(want);
}

// binary32 in the four directions of this CPU. Functions in the first only: the C
// library promises them there.
TEST(answers)
{
    static const struct {
        int direction;
        enum fp_round round;
    } directions[] = { { FE_TONEAREST, FP_RNE },
                       { FE_TOWARDZERO, FP_RTZ },
                       { FE_UPWARD, FP_RUP },
                       { FE_DOWNWARD, FP_RDN } };
    for (int i = 0; i < 4 * LINES * COLUMNS; i++) {
        int line = i / 4 / COLUMNS, at = i / 4 % COLUMNS;
        struct probe_params params = look_usual(FP_BINARY32);
        struct traits traits = TRAITS_NONE(params.model);
        struct pixels pixels;
        uint64_t words[PROBE_OPERANDS];
        float want[LINES];

        traits.model.round = directions[i % 4].round;
        if (i % 4 && strpbrk(names[line], "(") != NULL)
            continue;
        assert_string_equal(specials->expressions->names[line], names[line]);
        specials->expressions->operand(&params, line, at, words);
        look_paint(specials, &params, &traits, &pixels);
        fesetround(directions[i % 4].direction);
        answer(fp_from_bits((uint32_t) words[0]), fp_from_bits((uint32_t) words[1]),
               want);
        fesetround(FE_TONEAREST);
        float got = fp_from_bits(*look_word(&pixels, line, at));

        if (!is_same(got, want[line]))
            fail_msg("%s %s: 0x%08x, 0x%08x: got %a want %a", names[line],
                     fp_round_name(traits.model.round), (unsigned) words[0],
                     (unsigned) words[1], (double) got, (double) want[line]);
        pixels_finish(&pixels);
    }
}

static void check_sound(const struct finding findings[LINES], int line)
{
    const struct finding *finding = &findings[line];

    if (finding->deviates || finding->agree != finding->cases)
        fail_msg("%s: '%s', %ld of %ld; %s", names[line], said_answer(finding),
                 finding->agree, finding->cases, said_detail(finding));
    assert_true(said_answer(finding)[0]);
}

TEST(sound)
{
    for (int i = 0; i < 22 * FP_ROUND_COUNT; i++) {
        int p = 5 + i % 22;
        struct probe_params params =
            look_usual(p == 25   ? FP_BINARY64
                       : p == 26 ? (struct fp_format){ 17, 63 }
                                 : (struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);

        // sums that round as they are known to round
        traits.model.round = params.model.round = (enum fp_round)(i / 22);
        traits.model.flush_in = traits.model.flush_out = i & 1;
        const struct finding *findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++)
            check_sound(findings, line);
    }
}

TEST(words)
{
    static const struct {
        const char *line, *answer;
    } cases[] = {
        { "0 / 0", "NaN" },
        { "1 / -0", "-inf" },
        { "max * 2", "inf" },
        { "max + ulp/4", "max" },
        { "0 * -1", "-0" },
        { "NaN == NaN", "false" },
        { "NaN != NaN", "true" },
        { "min(NaN, 1)", "1" },
        { "bits of a NaN", "kept" },
        { "pow(-2, 2)", "4" },
        { "log2(0)", "-inf" },
        { "tanh(90)", "1" },
        { "atan(inf)", "0x1.921fb6p+0" },
    };
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    const struct finding *findings = look(specials, &params, &traits);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(said_answer(&findings[line_of(cases[i].line)]),
                            cases[i].answer);
    assert_non_null(
        strstr(said_detail(&findings[line_of("pow(-2, 2)")]), "undefined in GLSL"));
    assert_non_null(
        strstr(said_detail(&findings[line_of("0 / 0")]), "NaN is 0x7fc00000"));
}

TEST(equal_nans)
{
    for (int p = 11; p <= 24; p++) {
        struct probe_params params =
            look_usual((struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);

        traits.nan_equal = true;
        const struct finding *findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++) {
            bool equal = line == line_of("NaN == NaN");

            if (!equal && line != line_of("NaN != NaN")) {
                check_sound(findings, line);
                continue;
            }
            assert_string_equal(said_answer(&findings[line]), equal ? "true" : "false");
            assert_non_null(strstr(said_detail(&findings[line]), "as if a NaN equalled"));
        }
    }
}

// Of other defects those that change a product that overflows, and no other.
TEST(other_defects)
{
    struct probe_params params = look_usual(FP_BINARY32);
    const struct finding *findings = NULL;

    for (int i = 0; i < 4; i++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.by_reciprocal = i == 0;
        traits.fma_separate = i == 1;
        traits.flushes = i == 2 ? UINT64_MAX : 0;
        traits.multiplier = i == 3 ? 0 : -1;
        traits.contracts = traits.folds = UINT64_MAX;
        traits.coarse_bits = 12;
        findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++)
            if (i < 3 || line != line_of("max * 2"))
                check_sound(findings, line);
    }
    assert_string_equal(said_answer(&findings[line_of("max * 2")]), "max");
}

// Overflow, and the sign of a difference that is zero, tell the rule where it is not
// known.
TEST(rules)
{
    static const struct {
        const char *line, *answer;
        enum fp_round round;
    } cases[] = {
        { "max * 2", "max", FP_RTZ },     { "max * 2", "-max", FP_RUP },
        { "max * 2", "max", FP_RDN },     { "max + max", "max", FP_RTZ },
        { "max + ulp/2", "max", FP_RTZ }, { "max + ulp/2", "max", FP_RNZ },
        { "max + ulp/4", "inf", FP_RUP }, { "max + ulp/4", "-inf", FP_RDN },
        { "max + ulp/4", "inf", FP_RAZ }, { "-0 + 0", "-0", FP_RDN },
        { "1 - 1", "-0", FP_RDN },        { "max + max", "max", FP_CHOP_G1 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct probe_params params = look_usual(FP_BINARY32);
        struct traits traits = TRAITS_NONE(params.model);
        int line = line_of(cases[i].line);

        traits.model.round = cases[i].round;
        const struct finding *findings = look(specials, &params, &traits);
        look_expect(&findings[line], cases[i].answer, true);
        assert_true(findings[line].survivors & VERDICT_RULE(cases[i].round));
        assert_false(findings[line].survivors & VERDICT_RULE(FP_RNE));
        assert_non_null(
            strstr(said_detail(&findings[line]), fp_round_name(cases[i].round)));
        for (int other = 0; other < line_of("-0 + 0"); other++)
            check_sound(findings, other);
    }
}

// One line whose words are changed to `to`, or to `mask` of what they were.
TEST(spoilt)
{
    static const struct {
        const char *line, *answer;
        uint32_t mask, to;
        bool deviates;
    } cases[] = {
        { "0 / 0", "0", 0, 0, true },
        { "0 / 0", "NaN", 0, 0xffffffff, false },
        { "bits of a NaN", "sign lost", 0x7fffffff, 0x400000, true },
        { "bits of a NaN", "made quiet", 0xffffffff, 0x400000, false },
        { "bits of a NaN", "payload lost", 0xffc00000, 0x400000, true },
        { "bits of a NaN", "always 0x7fffffff", 0, 0x7fffffff, true },
        { "bits of a NaN", "not NaN", 0, 0, true },
        { "min(-0, 0)", "0", 0, 0, false },
        { "min(-0, 0)", "1", 0, 0x3f800000, true },
        { "1 / -0", "inf", 0x7fffffff, 0, true },
        { "min(NaN, 1)", "NaN", 0, 0x7fc00000, true },
        { "pow(0, 0)", "NaN", 0, 0x7fc00000, true },
        { "pow(-2, 2)", "0x1.000002p+2", 0xffffffff, 1, false },
        { "atan(inf)", "0x1.921ep+0", 0xffffff00, 0, false },
        { "atan(inf)", "0x1.9p+0", 0xfff80000, 0, true },
        { "exp2(emax + 1)", "max", 0, 0x7f7fffff, true },
    };
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pixels pixels;
        int line = line_of(cases[i].line);

        look_paint(specials, &params, &traits, &pixels);
        for (int at = 0; at < COLUMNS; at++) {
            uint32_t *word = look_word(&pixels, line, at);

            *word = (*word & cases[i].mask) | cases[i].to;
        }
        const struct finding *findings = look_judge(specials, &params, NULL, &pixels);
        look_expect(&findings[line], cases[i].answer, cases[i].deviates);
        for (int other = 0; other < LINES; other++)
            if (other != line)
                check_sound(findings, other);
        pixels_finish(&pixels);
    }
}
