// SPDX-License-Identifier: MIT
//
// What the steps of an expression give: known values, and thousands of random expressions
// that this program also computes as it writes them, in float. FLT_EVAL_METHOD is 0, so C
// rounds each operation as the model does.

#include "base/fp.h"
#include "expression/formula.h"
#include "tests/shared/group.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "formula_run" };

// Runs a text on the model with `traits`; returns the word of a result.
static uint64_t run_with(const char *text, const float operands[4],
                         const struct traits *traits, int result, bool *undefined)
{
    struct unit unit = unit_model();
    struct formula formula;
    uint64_t words[4], word;
    struct formula_run run = { .traits = traits, .unit = &unit, .count = 1 };

    if (!formula_parse(&formula, text, "float", false))
        fail_msg("'%s': %d: %s", text, formula.column, formula.reason);
    for (int k = 0; k < 4; k++) {
        words[k] =
            fp_convert(FP_BINARY32, traits->model.format, FP_RNE, fp_bits(operands[k]));
        run.in[k] = &words[k];
    }
    run.values = test_malloc((size_t) formula.step_count * sizeof *run.values);
    run.undefined = undefined;
    assert_true(formula_run(&formula, &run));
    word = run.values[formula.results[result]];
    test_free(run.values);
    formula_finish(&formula);
    return word;
}

static const struct fp_model rne = { .format = { 24, 127 }, .round = FP_RNE };

static uint64_t run_text(const char *text, const float operands[4])
{
    struct traits traits = TRAITS_NONE(rne);

    return run_with(text, operands, &traits, 0, NULL);
}

static const struct {
    const char *text;
    double value;
} known[] = {
    { "a + b * c", 3 + 5 * -2.5 },
    { "a - b - c", 3 - 5 + 2.5 },
    { "-a * b", -15 },
    { "a / b / c", (float) (3.f / 5.f) / -2.5f },
    { "a < b == true ? 1.0 : 2.0", 1 },
    { "a > b || a == 3.0 && !(b >= 6.0) ? 1.0 : 2.0", 1 },
    { "a < b ^^ a <= b ? 1.0 : 2.0", 2 },
    { "a <= 3.0 && a >= 3.0 ? 1.0 : 2.0", 1 },
    { "a < b ? b < c ? 1.0 : 2.0 : 3.0", 2 },
    { "float(7 % 4 + (13 >> 1) * 2)", 15 },
    { "float(1 | 6 & 12 ^ 3)", 1 | ((6 & 12) ^ 3) },
    { "float(-7 / 2)", -3 },
    { "float(0x10u << 2)", 64 },
    { "float(~0u)", 4294967296. },
    { "float(010)", 8 },
    { "float(int(c))", -2 },
    { "float(true) + float(bool(c))", 2 },
    { "float(uint(a) - 4u)", 4294967296. },
    { "floor(c)", -3 },
    { "ceil(c)", -2 },
    { "trunc(c)", -2 },
    { "roundEven(c)", -2 },
    { "roundEven(a + 0.5)", 4 },
    { "fract(c)", 0.5 },
    { "sign(c) + sign(0.0)", -1 },
    { "abs(c)", 2.5 },
    { "mod(c, 2.0)", 1.5 },
    { "min(a, c) + max(a, b)", 2.5 },
    { "clamp(b, 0.0, 1.0)", 1 },
    { "mix(a, b, 0.25)", 3.5 },
    { "mix(a, b, a < b)", 5 },
    { "step(a, b) + step(b, a)", 1 },
    { "smoothstep(0.0, 4.0, 1.0)", 0.15625 },
    { "dot(vec3(a, b, c), vec3(1.0, 2.0, 4.0))", 3 },
    { "length(vec2(3.0, 4.0))", 5 },
    { "distance(vec2(a, b), vec2(0.0, 1.0))", 5 },
    { "cross(vec3(1.0, 2.0, 3.0), vec3(a, b, c)).y", 3 * 3 - 1 * -2.5 },
    { "reflect(vec2(1.0, -1.0), vec2(0.0, 1.0)).y", 1 },
    { "(vec4(a) * vec4(1.0, 2.0, 3.0, 4.0)).wzyx.y", 9 },
    { "(vec2(a, b) + 1.0).y", 6 },
    { "vec3(a, vec2(b, c)).z", -2.5 },
    { "vec2(vec3(a, b, c)).y", 5 },
    { "any(lessThan(vec2(a, b), vec2(b, a))) ? 1.0 : 2.0", 1 },
    { "all(greaterThanEqual(vec2(a, b), vec2(b, a))) ? 1.0 : 2.0", 2 },
    { "floatBitsToInt(1.0) == 0x3f800000 ? 1.0 : 2.0", 1 },
    { "uintBitsToFloat(0x40000000u)", 2 },
    { "unpackHalf2x16(packHalf2x16(vec2(d, a))).y", 3 },
    { "unpackHalf2x16(packHalf2x16(vec2(d, a))).x", 0.0999755859375 },
    { "inversesqrt(16.0)", 0.25 },
    { "exp2(a) + log2(8.0) + pow(2.0, b)", 43 },
    { "s = a + b; s = s * s; s - a", 61 },
    { "atan(1.0, 1.0)", (float) 0.78539816339744831 },
    { "isnan(0.0 / 0.0) && isinf(1.0 / 0.0) ? 1.0 : 2.0", 1 },
    { "sin(0.5)", (float) 0.47942553860420301 },
};

TEST(values)
{
    static const float in[4] = { 3, 5, -2.5f, 0.1f };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        float got = fp_from_bits((uint32_t) run_text(known[i].text, in));

        if (got != (float) known[i].value)
            fail_msg("%s: got %a want %a", known[i].text, got, known[i].value);
    }
}

// GLSL leaves these undefined, and formula_run says so.
TEST(undefined)
{
    static const float in[4] = { 3, 0, -2.5f, 1e10f };
    static const struct {
        const char *text;
        bool undefined;
    } cases[] = {
        { "1 / int(b)", true }, { "1 % int(b)", true },
        { "-7 % 2", true },     { "7 % 2", false },
        { "1 << 32", true },    { "1 << 31", false },
        { "int(d)", true },     { "uint(c)", true },
        { "uint(a)", false },   { "int(0.0 / b)", true },
        { "pow(c, a)", true },  { "pow(b, b)", true },
        { "pow(a, b)", false }, { "atan(b, b)", true },
        { "a / b", false },     { "(-2147483647 - 1) / -1", true },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct traits traits = TRAITS_NONE(rne);
        bool undefined = false;

        run_with(cases[i].text, in, &traits, 0, &undefined);
        if (undefined != cases[i].undefined)
            fail_msg("%s: undefined is %d", cases[i].text, undefined);
    }
}

// Deviations of a device.
TEST(traits_of_devices)
{
    static const float in[4] = { 0x1p24f, 1.25f, -0x1p24f, 1 };
    struct traits folds = TRAITS_NONE(rne), fuses = folds, coarse = folds, narrow = folds;
    static const float near[4] = { 1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f, 0.1f };
    const float tiny = 0x1p-24f;

    folds.folds = TRAITS_FOLDS_SUM;
    fuses.contracts = TRAITS_FUSES_MUL_ADD;
    coarse.coarse_bits = 20;
    narrow.model.format = (struct fp_format){ 11, 15 };
    assert_int_equal(run_text("(a + b) - a", in), fp_bits(2));
    assert_int_equal(run_with("(a + b) - a", in, &folds, 0, NULL), fp_bits(1.25f));
    assert_int_equal(run_with("s = b + a; s - a", in, &folds, 0, NULL), fp_bits(1.25f));
    assert_int_equal(run_with("(a + b) - d", in, &folds, 0, NULL), fp_bits(0x1p24f + 1));
    assert_int_equal(run_text("a * b + c", near), fp_bits(0));
    assert_int_equal(run_with("a * b + c", near, &fuses, 0, NULL), fp_bits(tiny));
    assert_int_equal(run_with("c + a * b", near, &fuses, 0, NULL), fp_bits(tiny));
    assert_int_equal(run_with("a * b - -c", near, &fuses, 0, NULL), fp_bits(tiny));
    assert_int_equal(run_with("-c - a * b", near, &fuses, 0, NULL), fp_bits(-tiny));
    assert_int_equal(run_with("sin(d)", near, &coarse, 0, NULL) & 0xfffff, 0);
    assert_int_equal(run_with("a + 0.1", near, &narrow, 0, NULL), 0x3c66);
}

TEST(two_results)
{
    static const float in[4] = { 1, 0x1p-30f, 0, 0 };
    static const char text[] = "s = a + b; t = s - a; s, (a - (s - t)) + (b - t)";
    struct traits traits = TRAITS_NONE(rne);

    assert_int_equal(run_with(text, in, &traits, 0, NULL), fp_bits(1));
    assert_int_equal(run_with(text, in, &traits, 1, NULL), fp_bits(0x1p-30f));
}

TEST(postfix)
{
    static const struct {
        const char *text, *program; // NULL: there is none
    } cases[] = {
        { "a * b + c", "ab*c+" },
        { "s = a + b; (s - a) / sqrt(abs(d))", "ab+a-d|r/" },
        { "fma(-a, 1.0, 0.0)", "an10f" },
        { "a + 2.0", NULL },
        { "sin(a)", NULL },
        { "float(int(a))", NULL },
        { "a + (b + (c + (d + (a + b))))", NULL }, // too deep
        { "a + (b + (c + (d + a)))", "abcda++++" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct formula formula;
        char program[40];

        assert_true(formula_parse(&formula, cases[i].text, "float", false));
        if (formula_postfix(&formula, 0, program, sizeof program) !=
                (cases[i].program != NULL) ||
            (cases[i].program && strcmp(program, cases[i].program) != 0))
            fail_msg("%s: %s", cases[i].text, program);
        formula_finish(&formula);
    }
}

// ---- random expressions ----

static uint64_t seed = 12345;

static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return (unsigned) (seed >> 33) % below;
}

// A text with the value that C has for it, and how closely its operator binds.
struct random {
    char text[1500];
    float value;
    int level;
};

static const float *operands;

static float fract_of(float x)
{
    return x - floorf(x);
}

static float floor_of(float x)
{
    return floorf(x);
}

static float minus(float x)
{
    return -x;
}

static const struct {
    const char *name;
    float (*value)(float x);
} ones[] = { { "sqrt", sqrtf },      { "abs", fabsf },    { "floor", floor_of },
             { "ceil", ceilf },      { "trunc", truncf }, { "fract", fract_of },
             { "roundEven", rintf }, { "-", minus } };

static void random_leaf(struct random *out)
{
    static const float literals[] = { 0, 1, 0.5f, 2, 0.1f, 3.25f, 1e10f, 1e-10f };
    unsigned k = draw(4), n = draw(COUNT_OF(literals));

    out->level = 20;
    if (draw(3) > 0) {
        sprintf(out->text, "%c", 'a' + k);
        out->value = operands[k];
    } else {
        sprintf(out->text, "%#.9g", (double) literals[n]);
        out->value = literals[n];
    }
}

static void random_tree(struct random *out, int depth);

// Writes an operand of an operator, in parentheses only where they are necessary.
static void wrap(const struct random *from, int level, char *text)
{
    sprintf(text, from->level < level ? "(%s)" : "%s", from->text);
}

static void random_binary(struct random *out, int depth)
{
    struct random *x = test_malloc(sizeof *x), *y = test_malloc(sizeof *y);
    char left[1500], right[1500];
    unsigned op = draw(4);

    random_tree(x, depth - 1);
    random_tree(y, depth - 1);
    out->level = op < 2 ? 10 : 11;
    wrap(x, out->level, left);
    wrap(y, out->level + 1, right);
    snprintf(out->text, sizeof out->text, "%s %c %s", left, "+-*/"[op], right);
    out->value = op == 0   ? x->value + y->value
                 : op == 1 ? x->value - y->value
                 : op == 2 ? x->value * y->value
                           : x->value / y->value;
    test_free(x);
    test_free(y);
}

static void random_call(struct random *out, int depth)
{
    struct random *x = test_malloc(3 * sizeof *x), *y = x + 1, *z = x + 2;
    unsigned op = draw(5);

    for (int i = 0; i < 3; i++)
        random_tree(x + i, depth - 1);
    out->level = op == 0 ? 0 : 20;
    snprintf(out->text, sizeof out->text,
             op == 0   ? "%s%.0s%.0s"
             : op == 1 ? "fma(%s, %s, %s)"
             : op == 2 ? "mix(%s, %s, %s)"
             : op == 3 ? "dot(vec2(%s, %s), vec2(%s, 2.0))"
                       : "length(vec3(%s, %s, %s))",
             x->text, y->text, z->text);
    if (op == 0) {
        char test[1500];

        wrap(x, 8, test);
        snprintf(out->text, sizeof out->text, "%s < 1.0 ? %s : %s", test, y->text,
                 z->text);
    }
    out->value =
        op == 0   ? (x->value < 1 ? y->value : z->value)
        : op == 1 ? fmaf(x->value, y->value, z->value)
        : op == 2 ? x->value * (1 - z->value) + y->value * z->value
        : op == 3
            ? x->value * z->value + y->value * 2
            : sqrtf(x->value * x->value + y->value * y->value + z->value * z->value);
    test_free(x);
}

static void random_tree(struct random *out, int depth)
{
    unsigned kind = depth > 0 ? draw(10) : 0;
    unsigned k = draw(COUNT_OF(ones));

    if (kind == 0) {
        random_leaf(out);
    } else if (kind < 6) {
        random_binary(out, depth);
    } else if (kind < 8) {
        random_call(out, depth);
    } else {
        struct random *x = test_malloc(sizeof *x);
        bool sign = ones[k].name[0] == '-';

        random_tree(x, depth - 1);
        out->level = sign ? 12 : 20;
        snprintf(out->text, sizeof out->text, sign && x->level >= 12 ? "%s %s" : "%s(%s)",
                 ones[k].name, x->text);
        out->value = ones[k].value(x->value);
        test_free(x);
    }
}

TEST(random_expressions)
{
    static struct random tree;
    int compared = 0;

    assert_int_equal(FLT_EVAL_METHOD, 0);
    for (int n = 0; n < 20000; n++) {
        float in[4];

        for (int k = 0; k < 4; k++) {
            in[k] = ldexpf((float) draw(1 << 24), (int) draw(40) - 44);
            in[k] = draw(2) ? in[k] : -in[k];
        }
        operands = in;
        random_tree(&tree, 1 + (int) draw(5));
        if (strlen(tree.text) > 1400)
            continue;
        uint32_t got = (uint32_t) run_text(tree.text, in);

        compared++;
        if (got != fp_bits(tree.value) &&
            !(isnan(tree.value) && fp_is_nan(FP_BINARY32, got)))
            fail_msg("%s: a = %a, b = %a, c = %a, d = %a: got %a want %a", tree.text,
                     in[0], in[1], in[2], in[3], fp_from_bits(got), tree.value);
    }
    assert_in_range(compared, 15000, 20000);
}

// ---- exact values ----

TEST(exact_values)
{
    static const float in[4] = { 177.5f, 3, 0x1p24f, 1.25f };
    static const struct {
        const char *text, *value;
    } cases[] = {
        { "fract(sin(a) * 4250.0)", "0.99999952" },
        { "(c + d) - c", "1.25" },
        { "sqrt(b) * sqrt(b) == b ? 1.0 : 2.0", "1" },
        { "floor(sqrt(b) * sqrt(b))", "3" },
        { "v = normalize(vec3(b, b, 0.0)); dot(v, v)", "1" },
        { "0.1 * 1.0", "0.1" },
        { "int(a) * 2", "354" },
        { "a < b", "false" },
        { "1.0 / 0.0", "inf" },
        { "sqrt(-a)", "nan" },
        { "floatBitsToUint(1.0)", "1065353216" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct formula formula;
        struct formula_exact *exact;
        uint64_t words[4];
        char text[60];

        for (int k = 0; k < 4; k++)
            words[k] = fp_bits(in[k]);
        assert_true(formula_parse(&formula, cases[i].text, "float", false));
        exact = formula_exact(&formula, FP_BINARY32, words);
        if (exact) {
            formula_exact_text(exact, formula.results[0], text, sizeof text);
            assert_string_equal(text, cases[i].value);
        }
        formula_exact_free(exact);
        formula_finish(&formula);
    }
}

// Roots are not exact, and their squares are a little below or above a whole number.
TEST(exact_whole)
{
    for (int n = 2; n < 30; n++) {
        struct formula formula;
        struct formula_exact *exact;
        uint64_t words[4] = { fp_bits((float) n) };
        char text[60], wanted[20];

        assert_true(formula_parse(&formula, "floor(sqrt(a) * sqrt(a))", "float", false));
        exact = formula_exact(&formula, FP_BINARY32, words);
        snprintf(wanted, sizeof wanted, "%d", n);
        if (exact) {
            formula_exact_text(exact, formula.results[0], text, sizeof text);
            assert_string_equal(text, wanted);
        }
        formula_exact_free(exact);
        formula_finish(&formula);
    }
}

TEST(exact_subnormal)
{
    struct formula formula;
    uint64_t words[4] = { fp_bits(0x1p-130f) };
    struct formula_exact *exact;

    assert_true(formula_parse(&formula, "a * 1.0", "float", false));
    exact = formula_exact(&formula, FP_BINARY32, words);
    assert_true(!exact || formula_exact_ulp(exact, formula.results[0]) == 0x1p-149);
    formula_exact_free(exact);
    formula_finish(&formula);
}

TEST(exact_errors)
{
    struct formula formula;
    uint64_t words[4] = { fp_bits(165), fp_bits(15) };
    struct formula_exact *exact;

    assert_true(formula_parse(&formula, "a / b", "float", false));
    exact = formula_exact(&formula, FP_BINARY32, words);
    if (exact) {
        int step = formula.results[0];

        assert_true(formula_exact_error(exact, step, 11) == 0);
        assert_true(formula_exact_error(exact, step, 11 + 0x1p-20) == 1);
        assert_true(formula_exact_error(exact, step, 11 - 0x1p-19) == -2);
        assert_true(isnan(formula_exact_error(exact, step, NAN)));
        assert_true(isnan(formula_exact_error(exact, step, INFINITY)));
        assert_true(formula_exact_ulp(exact, step) == 0x1p-20);
    }
    formula_exact_free(exact);
    formula_finish(&formula);
}
